"""`companion referee`: scripts are judged line by line, and whatever is no script is told in one line."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.storage.catalogue import SHIPPED
from companion.storage.shipped_data import demonstrations
from tests.cli.terminal import ALL, SCENARIOS, Terminal, plays_only

ONE = SCENARIOS / "04-undo-and-correct.jsonl"
SETUP = plays_only(ONE)[0]


def demonstration() -> str:
    return json.dumps(demonstrations("ofusaido")["demo-match"][0])


@pytest.mark.many
@pytest.mark.parametrize("scenario", ALL, ids=lambda path: path.stem)
def test_a_scenario_holds(terminal: Terminal, scenario: Path) -> None:
    said = terminal.type("referee", scenario)
    assert (said.code, said.err) == (0, "")
    assert said.answers[0]["seq"] == 0
    assert "final" in said.answers[-1]


def test_there_are_scenarios() -> None:
    assert len(ALL) >= 13


@pytest.mark.many
@pytest.mark.parametrize("scenario", ALL, ids=lambda path: path.stem)
def test_keys_and_codes_are_the_same_in_french(terminal: Terminal, scenario: Path) -> None:
    def bare(answer: Any) -> Any:
        if isinstance(answer, dict):
            return {
                key: bare(item)
                for key, item in answer.items()
                if key not in ("label", "message", "text", "reason", "rule")
            }
        return [bare(item) for item in answer] if isinstance(answer, list) else answer

    english, french = (terminal.type("referee", scenario, "--lang", lang) for lang in ("en", "fr"))
    assert french.code == 0
    assert bare(french.answers) == bare(english.answers)


def test_messages_and_labels_are_french_when_asked(terminal: Terminal) -> None:
    said = terminal.type("referee", SCENARIOS / "03-stall-and-refusals.jsonl", "--lang", "fr")
    english = terminal.type("referee", SCENARIOS / "03-stall-and-refusals.jsonl")
    errors = [answer["error"]["message"] for answer in said.answers if "error" in answer]
    assert errors
    assert not set(errors) & {answer["error"]["message"] for answer in english.answers if "error" in answer}


def test_a_concession_is_told_in_the_words_of_its_game(terminal: Terminal) -> None:
    said = terminal.type("referee", SCENARIOS.parent / "ouaf" / "37-a-concession.jsonl", "--lang", "fr")
    told = [event["label"] for answer in said.answers for event in answer.get("events", ())]
    assert "Bleu abandonne le match" in told


def test_the_environment_chooses_the_language(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    french = terminal.type("referee", ONE, "--lang", "fr")
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert terminal.type("referee", ONE).out == french.out


def test_a_script_is_read_from_standard_input(terminal: Terminal) -> None:
    said = terminal.type("referee", "-", stdin=ONE.read_bytes())
    assert said.out == terminal.type("referee", ONE).out


def test_a_check_that_does_not_hold_is_shown_and_exits_1(terminal: Terminal) -> None:
    script = f'{SETUP}\n{{"expect": {{"ok": false}}}}\n{{"play": "undo"}}\n{{"expect": {{"ok": true}}}}\n'
    said = terminal.type("referee", "-", stdin=script.encode())
    assert said.code == 1
    failed = [answer for answer in said.answers if answer.get("check") == "failed"]
    assert failed == [
        {"seq": 0, "check": "failed", "want": {"ok": False}, "got": {"ok": True}},
        {"seq": 1, "check": "failed", "want": {"ok": True}, "got": {"ok": False}},
    ]
    assert "final" in said.answers[-1]


def test_a_refused_set_up_answers_its_checks_and_exits_2(terminal: Terminal) -> None:
    script = '{"game": "ofusaido"}\n{"expect": {"error": {"code": "bad_setup"}}}\n{"expect": {"ok": true}}\n'
    said = terminal.type("referee", "-", stdin=script.encode())
    assert said.code == 2
    assert said.answers[0] == {
        "seq": 0,
        "ok": False,
        "error": {"code": "bad_setup", "message": "field mode is missing"},
    }
    assert [answer.get("check") for answer in said.answers] == [None, "failed"]
    assert said.err == "companion: field mode is missing\n"


@pytest.mark.parametrize("field", ["mode", "teams", "kickoff"])
def test_a_set_up_that_lacks_something_says_what(terminal: Terminal, field: str) -> None:
    setup = json.loads(SETUP)
    del setup[field]
    said = terminal.type("referee", "-", stdin=json.dumps(setup).encode())
    assert said.code == 2
    assert field in said.answers[0]["error"]["message"]
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("board", ["stadium", {}, 3])
def test_a_board_in_a_game_that_has_none_is_told_with_the_fields_it_has(
    terminal: Terminal, board: Any
) -> None:
    setup = {**json.loads(SETUP), "board": board}
    said = terminal.type("referee", "-", stdin=json.dumps(setup).encode())
    assert said.code == 2
    assert said.err.startswith("companion: there is no field 'board'; possible: game, mode, kickoff, teams,")


@pytest.mark.parametrize("catalogue", [None, []])
def test_without_cards_of_its_own_a_set_up_finds_those_that_ship(terminal: Terminal, catalogue: Any) -> None:
    setup = {**json.loads(demonstration()), "catalogue": catalogue}
    assert terminal.type("referee", "-", stdin=json.dumps(setup).encode()).code == 0
    assert terminal.type("referee", "-", stdin=demonstration().encode()).code == 0


def test_an_owners_card_wins_over_one_that_ships(terminal: Terminal) -> None:
    deck = yaml.safe_load((SHIPPED / "ofusaido" / "demo.yaml").read_text(encoding="utf-8"))
    card = next(card for card in deck["cards"] if card["ref"] == "OC003-900")
    mine = terminal.data / "catalogues" / "ofusaido" / "mine.yaml"
    mine.parent.mkdir(parents=True)
    mine.write_text(yaml.safe_dump([{**card, "name": "My own occasion"}]), encoding="utf-8")
    play = json.dumps({"play": "attempt", "seat": "home", "occasion": "OC003-900"})
    said = terminal.type("referee", "-", stdin=f"{demonstration()}\n{play}".encode())
    assert "My own occasion" in said.out


def test_an_owners_catalogue_with_a_fault_is_told_in_one_line(terminal: Terminal) -> None:
    mine = terminal.data / "catalogues" / "ofusaido" / "mine.yaml"
    mine.parent.mkdir(parents=True)
    mine.write_text("- nationality: NO", encoding="utf-8")
    said = terminal.type("referee", "-", stdin=demonstration().encode())
    assert (said.code, said.out) == (2, "")
    assert said.err == f"companion: {mine}: line 1: YAML reads a bare NO as false: put it in quotes\n"


@pytest.mark.parametrize("catalogue", [3, "x", {"a": 1}, True])
def test_a_catalogue_that_is_no_list_is_a_bad_set_up(terminal: Terminal, catalogue: Any) -> None:
    setup = {**json.loads(SETUP), "catalogue": catalogue}
    said = terminal.type("referee", "-", stdin=json.dumps(setup).encode())
    assert said.code == 2
    assert said.answers[0]["error"]["code"] == "bad_setup"


def test_options_are_complete_plays_that_are_accepted(terminal: Terminal) -> None:
    said = terminal.type("referee", "--options", "-", stdin=SETUP.encode())
    for play in said.answers[0]["expects"][0]["options"]["attempt"]:
        answer = terminal.type("referee", "-", stdin=f"{SETUP}\n{json.dumps(play)}".encode()).answers[1]
        assert answer["ok"]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("", "line 1"),
        ("\n# nothing\n", "line 1"),
        ("{", "line 1: this is not JSON"),
        ("[]", "line 1: each line must be a JSON object"),
        ('{"play": "undo"}', "line 1: a script begins with its set-up"),
        ('\n#\n{"game": "chess"}', "line 3: there is no game chess"),
        ('{"game": ["ofusaido"]}', "there is no game"),
        (b"\xff\xfe", "line 1: this text is not in UTF-8"),
        ("[" * 100_000, "line 1: this is nested too deeply"),
        ('{"game": ' * 100_000, "line 1: this is nested too deeply"),
        ('{"game": ' + "9" * 10_000 + "}", "line 1: a number of 10000 digits"),
        ('{"game": 1e999}', "line 1: the number 1e999 is too large"),
        ('{"game": NaN}', "NaN is not a JSON number"),
        (f"{SETUP}\n[nonsense", "line 2: this is not JSON"),
        (f"{SETUP}\nnonsense home", "line 2: there is no play nonsense"),
        (f'{SETUP}\nnote "half', 'line 2: a " is missing'),
        (SETUP.encode() + b"\nnote \xff", "line 2: this text is not in UTF-8"),
        ("reveal away EN010-901", "line 1: this is not JSON"),
        (f'{SETUP}\n{{"expect": null}}', "line 2: a check needs a JSON object"),
        (f'{SETUP}\n{{"expect": {"[" * 500}{"]" * 500}}}', "line 2: this is nested too deeply"),
        (f'{SETUP}\n{{"play": "undo", "to": {"9" * 5000}}}', "line 2: a number of 5000 digits"),
    ],
)
def test_what_is_no_script_exits_2_with_one_line(terminal: Terminal, script: str | bytes, words: str) -> None:
    data = script if isinstance(script, bytes) else script.encode()
    said = terminal.type("referee", "-", stdin=data)
    assert said.code == 2
    assert words in said.err
    assert said.err.count("\n") == 1


def test_huge_and_deep_plays_are_answered(terminal: Terminal) -> None:
    plays = [
        {"play": "undo", "to": 10**3990},
        {"play": "correct", "seq": 10**3990, "with": {}},
        {"play": "override", "set": {"score.home": -(10**3990)}, "reason": "x"},
        {"play": "note", "text": "x" * 10**6},
        {"play": "attempt", "seat": ["\ud800"]},
        {"play": json.loads("[" * 90 + "]" * 90)},
    ]
    script = "\n".join([SETUP, *map(json.dumps, plays)])
    said = terminal.type("referee", "--record", "-", stdin=script.encode())
    assert said.code == 0
    assert [answer.get("ok") for answer in said.answers] == [
        True,
        False,
        False,
        False,
        True,
        False,
        False,
        None,
    ]


def test_a_file_that_cannot_be_read_is_told_in_one_line(terminal: Terminal) -> None:
    for name, words in (
        (terminal.folder / "nowhere", "there is no file"),
        (terminal.folder, "is a folder"),
        ("a\0b", "cannot be read"),
    ):
        said = terminal.type("referee", name)
        assert (said.code, said.out) == (2, "")
        assert words in said.err
        assert said.err.count("\n") == 1


def test_a_byte_order_mark_blank_lines_and_windows_lines_are_no_fault(terminal: Terminal) -> None:
    data = b"\xef\xbb\xbf" + b"\r\n".join([SETUP.encode(), b"", b"  # remark", b'{"play": "undo"}', b""])
    assert terminal.type("referee", "-", stdin=data).code == 0


def test_recording_says_the_id_and_keeps_every_play(terminal: Terminal) -> None:
    name = terminal.record(ONE)
    said = terminal.type("matches", "list")
    assert name in said.out
    assert f" {len(plays_only(ONE)) - 1} " in said.out


def test_the_data_folder_is_chosen_by_hand_first(terminal: Terminal) -> None:
    elsewhere = terminal.folder / "elsewhere"
    assert terminal.type("referee", ONE, "--record", "--data", elsewhere).code == 0
    assert (elsewhere / "matches.db").exists()
    assert not terminal.data.exists()


# --- the command as the shell runs it


def shell(*words: str | Path, **more: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *map(str, words)], capture_output=True, check=False, **more
    )


@pytest.mark.process
def test_python_m_companion_is_companion(terminal: Terminal) -> None:
    done = shell("referee", ONE)
    assert done.returncode == 0
    assert done.stdout.decode() == terminal.type("referee", ONE).out


@pytest.mark.process
def test_answers_come_line_by_line() -> None:
    command = [sys.executable, "-m", "companion", "referee", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for n, line in enumerate(plays_only(ONE)):
            process.stdin.write(f"{line}\n".encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["seq"] == n
        process.stdin.close()
        assert b"final" in process.stdout.read()
    assert process.returncode == 0


@pytest.mark.process
def test_a_reader_that_has_gone_is_no_accident() -> None:
    command = f"{sys.executable} -m companion referee {ONE} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


@pytest.mark.process
def test_a_closed_output_is_no_accident() -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m companion referee {ONE} >&-"], capture_output=True, check=False
    )
    assert done.stderr == b""


@pytest.mark.process
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "companion", "referee", str(ONE)],
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "LC_ALL": "C"},
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"companion: the answers cannot be written")
    assert done.stderr.count(b"\n") == 1


def test_a_field_that_stands_twice_is_refused_not_guessed(terminal: Terminal) -> None:
    setup = ONE.read_text(encoding="utf-8").splitlines()[:2]
    script = [*setup, '{"play": "note", "play": "undo", "text": "a"}']
    said = terminal.type("referee", terminal.write("twice.jsonl", "\n".join(script)))
    assert said.code == 2
    assert "line 3: play appears twice in one object" in said.err
