"""`companion matches`: what was recorded is told, carried elsewhere and gone on with, and nothing gets lost."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion.errors import LogBusy
from companion.event import NEVER, Noted, match_label
from companion.play import Note
from companion.storage.log import MatchStore
from companion.storage.shipped_data import demonstrations
from companion.table.recorded_match import reopen
from companion.words import LANGUAGES, translate
from tests.cli.terminal import OF_EACH_KIND, SCENARIOS, Said, Terminal, plays_only
from tests.quick import first_quick

ONE = SCENARIOS / "04-undo-and-correct.jsonl"


def content(terminal: Terminal, name: str, data: Path | None = None) -> Any:
    """All that the log holds of a match, but its id."""
    with MatchStore((data or terminal.data) / "matches.db") as store:
        header = store.header(name)
        return header.setup, header.created_at_ms, header.rules_version, store.plays(name), store.cards(name)


def seqs(said: Said) -> list[Any]:
    return [answer.get("seq") for answer in said.answers]


@pytest.mark.many
@first_quick(
    "scenario", OF_EACH_KIND, 4, of=lambda path: path.parent, ids=[path.stem for path in OF_EACH_KIND]
)
def test_an_export_brings_back_the_same_match(terminal: Terminal, scenario: Path) -> None:
    name = terminal.record(scenario)
    file = terminal.folder / "export.jsonl"
    assert terminal.type("matches", "export", name, "-o", file).code == 0
    other = terminal.folder / "other"
    imported = terminal.type("matches", "import", file, "--data", other)
    assert imported.code == 0
    again = imported.out.strip()
    assert again != name
    assert f"imported as match {again}: " in imported.err
    assert f"companion matches show --data {other} {again}" in imported.err
    assert content(terminal, again, other) == content(terminal, name)
    exported = terminal.type("matches", "export", again, "--data", other).out
    assert exported.replace(again, name) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("form", [(), ("--script",), ("--notation",)], ids=["whole", "script", "notation"])
def test_an_export_that_an_editor_kept_with_its_mark_is_imported(
    terminal: Terminal, tmp_path: Path, form: tuple[str, ...]
) -> None:
    name = terminal.record(ONE)
    file = tmp_path / "mine.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + terminal.type("matches", "export", *form, name).out.encode())
    said = terminal.type("matches", "import", "--data", tmp_path / "new", file)
    assert said.code == 0, said.err
    assert (
        terminal.type("matches", "import", "--data", tmp_path / "other", "-", stdin=file.read_bytes()).code
        == 0
    )


def test_export_and_import_say_what_they_did_and_how_to_go_on(terminal: Terminal) -> None:
    name = terminal.record(ONE)
    file = terminal.folder / "sent on.jsonl"
    written = terminal.type("matches", "export", name, "-o", file)
    assert written.out == ""
    assert f"match {name} is written to {file}; plays: " in written.err
    assert f"companion matches import '{file}' reads it in" in written.err
    script = terminal.write("script.jsonl", ONE.read_text(encoding="utf-8") + '{"play": "stall"}\n')
    imported = terminal.type("matches", "import", script)
    again = imported.out.strip()
    assert f"imported as match {again}: OFUSAIDO; plays: " in imported.err
    assert f"of which refused: 1; read it with companion matches show {again}" in imported.err
    assert terminal.type("matches", "show", again).code == 0
    piped = terminal.type("matches", "export", name, "-o", "-")
    assert piped.err == "" and piped.out.startswith("{")


def test_the_help_says_which_command_tells_a_match_in_sentences(terminal: Terminal) -> None:
    for words in (("referee",), ("matches", "resume")):
        told = " ".join(terminal.type(*words, "--help").out.split())
        assert "one JSON object on a line" in told
        assert "`companion matches show ID` tells" in told


def test_a_match_that_is_here_already_is_not_kept_twice(terminal: Terminal) -> None:
    name = terminal.record(ONE)
    file = terminal.folder / "export.jsonl"
    assert terminal.type("matches", "export", name, "-o", file).code == 0
    imported = terminal.type("matches", "import", file)
    assert (imported.code, imported.out.strip()) == (0, name)
    assert f"this match is here already, as {name}" in imported.err


@pytest.mark.many
@pytest.mark.parametrize("scenario", OF_EACH_KIND, ids=lambda path: path.stem)
def test_an_exported_script_replays_to_the_same_bytes(terminal: Terminal, scenario: Path) -> None:
    name = terminal.record(scenario)
    answers = terminal.type("referee", scenario).out
    for form in ("--script", "--notation"):
        script = terminal.write("script.jsonl", terminal.type("matches", "export", form, name).out)
        assert terminal.type("referee", script).out == answers
        again = terminal.type("matches", "import", script).out.strip()
        assert terminal.type("matches", "export", form, again).out == script.read_text(encoding="utf-8")


def test_in_notation_a_play_is_one_short_line(terminal: Terminal) -> None:
    lines = terminal.type("matches", "export", "--notation", terminal.record(ONE)).out.splitlines()
    assert lines[0].startswith('{"game"')
    assert all(line[0].isalpha() for line in lines[1:])


def test_a_match_of_the_cards_that_ship_carries_them_along(terminal: Terminal) -> None:
    setup = terminal.write("setup.jsonl", json.dumps(demonstrations("ofusaido")["demo-match"][0]))
    name = terminal.record(setup)
    first = json.loads(terminal.type("matches", "export", "--script", name).out.splitlines()[0])
    assert len(first["catalogue"]) > 90


@pytest.mark.parametrize("cut", range(1, len(plays_only(ONE))))
def test_a_match_goes_on_where_it_stopped(terminal: Terminal, cut: int) -> None:
    lines = plays_only(ONE)
    whole = terminal.type("referee", "-", stdin="\n".join(lines).encode())
    name = terminal.record(terminal.write("first.jsonl", "\n".join(lines[:cut])))
    said = terminal.type("matches", "resume", name, stdin="\n".join(lines[cut:]).encode())
    assert said.code == 0
    assert said.answers[0]["seq"] == cut - 1
    assert said.out.splitlines()[1:] == whole.out.splitlines()[cut:]
    assert f"match {name}, {cut - 1} plays: waiting for" in said.err
    with MatchStore(terminal.data / "matches.db") as store:
        assert [record.seq for record in store.records(name)] == list(range(1, len(lines)))


def test_resuming_reads_a_file_checks_and_options_too(terminal: Terminal) -> None:
    name = terminal.record(terminal.write("first.jsonl", plays_only(ONE)[0]))
    file = terminal.write(
        "more.jsonl", '{"expect": {"ok": true}}\n{"play": "undo"}\n{"expect": {"ok": true}}\n'
    )
    said = terminal.type("matches", "resume", name, file, "--options")
    assert said.code == 1
    assert "options" in said.answers[0]["expects"][0]


def test_plays_are_typed_in_notation(terminal: Terminal) -> None:
    name = terminal.record(terminal.write("first.jsonl", plays_only(ONE)[0]))
    said = terminal.type("matches", "resume", name, stdin=b'note "seen by both"\nundo to=7\n')
    assert [answer["ok"] for answer in said.answers[1:3]] == [True, False]


def test_what_was_resumed_before_a_bad_line_is_kept(terminal: Terminal) -> None:
    name = terminal.record(terminal.write("first.jsonl", plays_only(ONE)[0]))
    said = terminal.type("matches", "resume", name, stdin=b'{"play": "note", "text": "x"}\n{"play": ')
    assert said.code == 2
    assert "line 2" in said.err
    assert seqs(terminal.type("matches", "resume", name))[0] == 1


def test_two_that_resume_one_match_do_not_mix(terminal: Terminal) -> None:
    name = terminal.record(terminal.write("first.jsonl", plays_only(ONE)[0]))
    with MatchStore(terminal.data / "matches.db") as store:
        match = reopen(store, store.header(name))
        match.log_to(store.log(name))
        match.submit(Note("mine"))
        terminal.type("matches", "resume", name, stdin=b'{"play": "note", "text": "theirs"}')
        with pytest.raises(LogBusy):
            match.submit(Note("mine again"))
        assert [record.play["text"] for record in store.records(name)] == ["mine", "theirs"]


def test_a_story_tells_each_play_in_a_sentence_and_not_by_the_name_of_its_kind(terminal: Terminal) -> None:
    told = terminal.type("matches", "show", terminal.record(ONE)).out
    assert "Home attempts “" in next(line for line in told.splitlines() if line.startswith("   1  "))
    assert "match" in told.splitlines()[0]
    assert ": OFUSAIDO, " in told.splitlines()[0]


def test_a_story_tells_what_became_of_each_play(terminal: Terminal) -> None:
    said = terminal.type("matches", "show", terminal.record(ONE))
    assert said.code == 0
    lines = said.out.splitlines()
    headlines = {int(line[:4]): line for line in lines if line[:4].strip().isdigit()}
    assert list(headlines) == list(range(1, 12))
    assert "(undone by play 8)" in headlines[7]
    assert "(corrected by play 11)" in headlines[9]
    assert "(no longer possible since play 11)" in headlines[10]
    assert "[OFUSAIDO §11]" in said.out
    assert "reported by 04-undo-and-correct.jsonl:3" in said.out
    assert "tap-" not in said.out, "nobody needs the names of taps"
    assert lines[-1] == "waiting for Home: flip, action"


def test_why_tells_the_play_in_a_sentence(terminal: Terminal) -> None:
    said = terminal.type("matches", "why", terminal.record(ONE), "1")
    assert said.code == 0
    assert "1 ▲ Home attempts “" in said.out
    assert "OFUSAIDO §11" in said.out
    assert "{" not in said.out


def test_why_tells_the_sum_of_a_play_and_what_became_of_it(terminal: Terminal) -> None:
    match = terminal.record(ONE)
    told = [" ".join(terminal.type("matches", "why", match, str(seq)).out.split()) for seq in (7, 9)]
    assert "What was seen ─" in told[0]
    assert "Undone by play 8" in told[0]
    assert "Corrected by play 11" in told[1]


def test_why_tells_a_refused_play_with_its_reason_and_section(terminal: Terminal) -> None:
    match = terminal.record(SCENARIOS / "03-stall-and-refusals.jsonl")
    shown = terminal.type("matches", "show", match).out.splitlines()
    refused = next(int(shown[n - 1][:4]) for n, line in enumerate(shown) if "refused: " in line)
    assert "refused: " in terminal.type("matches", "why", match, str(refused)).out


def test_a_play_that_did_not_happen_is_told_in_the_language_of_who_reads() -> None:
    assert translate(match_label(Noted(NEVER)), "fr") == "ce coup n’a pas eu lieu"
    assert translate(match_label(Noted("seen by both")), "fr") == "note\u00a0: seen by both"


def test_a_story_tells_refused_plays_with_their_reason(terminal: Terminal) -> None:
    said = terminal.type("matches", "show", terminal.record(SCENARIOS / "03-stall-and-refusals.jsonl"))
    assert "refused: " in said.out


@pytest.mark.parametrize(
    ("language", "section"), [("en", "[L'Ouaf, End of the game"), ("fr", "[L’Ouaf, Fin")]
)
def test_a_rulebook_is_cited_with_the_apostrophe_of_the_sentences_around(
    terminal: Terminal, language: str, section: str
) -> None:
    match = terminal.record(SCENARIOS.parent / "ouaf" / "36-the-referees-word.jsonl")
    assert section in terminal.type("matches", "show", match, "--lang", language).out


@pytest.mark.many
@first_quick(
    "scenario", OF_EACH_KIND, 4, of=lambda path: path.parent, ids=[path.stem for path in OF_EACH_KIND]
)
def test_every_match_has_a_story_in_both_languages(terminal: Terminal, scenario: Path) -> None:
    name = terminal.record(scenario)
    for language in LANGUAGES:
        said = terminal.type("matches", "show", name, "--lang", language)
        assert said.code == 0
        assert "{" not in said.out
        assert "Project-Id" not in said.out


def test_the_list_is_a_table_with_the_score(terminal: Terminal) -> None:
    assert "no match is recorded yet" in terminal.type("matches", "list").out
    names = [terminal.record(SCENARIOS / "01-goal-after-a-pass.jsonl"), terminal.record(ONE)]
    head, *rows = terminal.type("matches", "list").out.splitlines()
    assert head.split() == ["id", "date", "game", "teams", "score", "plays", "state"]
    assert {row[:6] for row in rows} == set(names)
    assert any("1\u00a0–\u00a00" in row for row in rows)
    assert all("  OFUSAIDO  " in row for row in rows)


def test_names_cannot_play_tricks_on_a_terminal(terminal: Terminal) -> None:
    setup = json.loads(plays_only(ONE)[0])
    setup["teams"]["home"]["name"] = "\x1b[2J\nevil {x}"
    lines = [json.dumps(setup), plays_only(ONE)[1]]
    name = terminal.record(terminal.write("evil.jsonl", "\n".join(lines)))
    for words in (["list"], ["show", name], ["why", name, "1"]):
        out = terminal.type("matches", *words).out
        assert "\x1b" not in out
        assert "evil {x}" in out


@pytest.mark.parametrize("action", ["show", "export", "resume"])
def test_a_match_that_is_not_there_is_told_in_one_line(terminal: Terminal, action: str) -> None:
    for _ in range(2):
        said = terminal.type("matches", action, "zzzzzz")
        assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
        terminal.record(ONE)


# --- exports that are not whole


@pytest.fixture
def export(terminal: Terminal) -> list[str]:
    return terminal.type("matches", "export", terminal.record(ONE)).out.splitlines()


def refused_import(terminal: Terminal, lines: list[str], end: str = "\n") -> str:
    before = terminal.type("matches", "list").out
    said = terminal.type("matches", "import", terminal.write("bad.jsonl", "\n".join(lines) + end))
    assert (said.code, said.out) == (2, "")
    assert said.err.count("\n") == 1
    assert terminal.type("matches", "list").out == before
    return said.err


@pytest.mark.slow
@pytest.mark.many
def test_a_file_cut_anywhere_leaves_nothing_behind(terminal: Terminal, export: list[str]) -> None:
    for cut in range(len(export)):
        refused_import(terminal, export[:cut])
    whole = "\n".join(export)
    for cut in range(1, len(whole), len(whole) // 50):
        refused_import(terminal, [whole[:cut]], end="")


@pytest.mark.slow
def test_a_line_missing_or_moved_is_damage(terminal: Terminal, export: list[str]) -> None:
    for gone in range(1, len(export)):
        if '"observation"' not in export[gone]:
            refused_import(terminal, export[:gone] + export[gone + 1 :])
    refused_import(terminal, [export[0], *reversed(export[1:])])
    refused_import(terminal, [*export, export[-1]])


def test_an_export_that_the_rules_contradict_names_the_plays(terminal: Terminal, export: list[str]) -> None:
    changed = [line.replace('"total": 10', '"total": 99') for line in export]
    assert "these plays have other results than the file says: 7" in refused_import(terminal, changed)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"form": 1', '"form": 3', "bring the program up to date"),
        ('"game": "ofusaido"', '"game": "chess"', "there is no game chess"),
        ('"setup": {', '"setup": {"colour": 1, ', "its set-up is refused"),
        ('"seq": 3', '"seq": 4', "line "),
        ('"of": 1', '"of": 99', "out of order"),
        ('"kind": "tap"', '"kind": "smell"', "this is not an observation"),
        ('"at_ms": ', '"at_ms": 9999999', "line 2"),
        ('"play": {', '"dance": {', "this line must have exactly one of these keys"),
        ('"end"', '"fin"', "this line must have exactly one of these keys"),
    ],
)
def test_an_export_with_a_fault_says_which(
    terminal: Terminal, export: list[str], old: str, new: str, words: str
) -> None:
    assert words in refused_import(terminal, "\n".join(export).replace(old, new).split("\n"))


def test_a_match_judged_by_other_rules_is_kept_and_not_resumed(terminal: Terminal, export: list[str]) -> None:
    head = json.loads(export[0])
    other = json.dumps({**head, "rules_version": "ofusaido-0"})
    said = terminal.type("matches", "import", terminal.write("old.jsonl", "\n".join([other, *export[1:]])))
    assert said.code == 0
    assert "not judged again" in said.err
    name = said.out.strip()
    shown = terminal.type("matches", "show", name)
    assert shown.code == 0
    assert shown.out.count("not judged again") == 2
    resumed = terminal.type("matches", "resume", name)
    assert resumed.code == 2
    assert "ofusaido-0" in resumed.err


def test_an_event_without_a_kind_is_told_with_its_line(terminal: Terminal, export: list[str]) -> None:
    number = next(n for n, line in enumerate(export, start=1) if '"event"' in line)
    line = json.loads(export[number - 1])
    del line["event"]["kind"]
    said = refused_import(terminal, [*export[: number - 1], json.dumps(line), *export[number:]])
    assert f"line {number}: event: field kind is missing" in said


def test_nonsense_of_other_rules_is_damage(terminal: Terminal, export: list[str]) -> None:
    other = [export[0].replace("ofusaido-2", "ofusaido-0"), *export[1:]]
    refused_import(
        terminal,
        [
            line.replace('"JO001-901", "intent"', '"JO999-901", "intent"')
            for line in other
            if "undone" not in line
        ],
    )


def test_an_event_of_other_rules_that_cannot_be_told_is_damage(terminal: Terminal) -> None:
    name = terminal.record(SCENARIOS.parent / "ouaf" / "19-level-the-lower-reputation-wins.jsonl")
    export = terminal.type("matches", "export", name).out.replace("ouaf-2", "ouaf-0")
    nobody = export.replace('"winner": "blue"', '"winner": "nobody"')
    name = terminal.type("matches", "import", terminal.write("old.jsonl", nobody)).out.strip()
    said = terminal.type("matches", "show", name)
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert "play 10 of the log cannot be read" in said.err


@pytest.mark.parametrize(
    "script", ["", "{", "[]", '{"game": "chess"}', '{"game": "ofusaido"}', b"\xff", "[" * 10_000]
)
def test_a_script_that_is_none_is_not_imported(terminal: Terminal, script: str | bytes) -> None:
    said = terminal.type("matches", "import", terminal.write("bad.jsonl", script))
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)


def test_an_export_that_cannot_be_written_leaves_the_old_file(terminal: Terminal) -> None:
    name = terminal.record(ONE)
    said = terminal.type("matches", "export", name, "-o", terminal.folder / "no" / "where")
    assert said.code == 2
    assert "cannot be written" in said.err
    assert list(terminal.folder.glob(".*")) == []


def test_an_export_follows_a_link_and_never_replaces_a_pipe(terminal: Terminal) -> None:
    name = terminal.record(ONE)
    real, link, pipe = (terminal.folder / word for word in ("real", "link", "pipe"))
    real.write_text("old", encoding="utf-8")
    link.symlink_to(real)
    assert terminal.type("matches", "export", name, "-o", link).code == 0
    assert link.is_symlink()
    assert "old" not in real.read_text(encoding="utf-8")

    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert terminal.type("matches", "export", name, "-o", pipe).code == 0
    assert pipe.is_fifo()
    os.close(reader)


def test_a_log_whose_own_words_are_no_text_is_damaged(terminal: Terminal) -> None:
    terminal.record(ONE)
    log = terminal.data / "matches.db"
    content = log.read_bytes().replace(b"CREATE TABLE", b"CREATX\xffTABLE", 1)
    log.write_bytes(content)
    said = terminal.type("matches", "list")
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert "is damaged" in said.err


def test_a_log_without_matches_says_so(terminal: Terminal) -> None:
    MatchStore(terminal.data / "matches.db").close()
    assert "no match is recorded yet" in terminal.type("matches", "list").out


def test_a_review_adds_up_in_lines_and_a_match_of_people_has_no_seal(terminal: Terminal) -> None:
    name = terminal.record(ONE)
    for language, headings in (("en", "side start luck decisions"), ("fr", "camp départ chance décisions")):
        said = terminal.type("matches", "review", name, "--lang", language)
        lines = said.out.splitlines()
        (heading,) = (n for n, line in enumerate(lines) if " ".join(line.split()).startswith(headings))
        for row in lines[heading + 1 : heading + 3]:
            start, luck, decisions, result = map(float, row.split()[-4:])
            assert start + luck + decisions == pytest.approx(result, abs=0.3)
    said = terminal.type("matches", "verify", name)
    assert said.code == 0
    assert "the program played no seat in it" in said.out
