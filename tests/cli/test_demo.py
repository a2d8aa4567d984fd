"""`companion demo` tells a whole match, to the end, in sentences."""

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.cli.paper import Column, Ink, Paper, Row
from companion.storage.log import MatchStore
from companion.words import LANGUAGES, Text

MODES = ("pro", "ecole")
SEEDS = (2, 7)


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the demonstration says; it must end well and complain about nothing."""
    assert main(["demo", *arguments]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def without_id(text: str) -> str:
    """The story without the match's id in the log, which is new each time."""
    return re.sub(r"companion matches show \w+", "companion matches show ID", text)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", MODES)
def test_a_whole_match_is_told_to_its_final_score(
    capsys: pytest.CaptureFixture[str], language: str, mode: str, seed: int
) -> None:
    text = told(capsys, "--seed", str(seed), "--mode", mode, "--lang", language)

    assert re.search(r"▲ Bellecombre \d+ - \d+ Fontesorda ●\n", text)
    assert "companion matches show " in text
    assert f"companion demo --seed {seed}" in text
    assert not re.search(r"[{}]", text), "a brace was left in a sentence"
    assert "\x1b" not in text, "colours outside a terminal"
    assert max(map(len, text.splitlines())) <= 80
    assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("width", [20, 40, 67, 68, 100, 200])
def test_no_line_but_a_command_to_copy_is_wider_than_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))

    text = told(capsys, "--seed", "2")

    told_lines = [line for line in text.splitlines() if not line.startswith("    companion ")]
    assert max(map(len, told_lines)) <= max(width, 24)


def test_the_same_seed_tells_the_same_story(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = (without_id(told(capsys, "--seed", "11")) for _ in range(2))

    assert one == other


def test_the_score_is_told_after_every_turn(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "--seed", "7", "--lang", "en")
    turns = re.findall(r"^── Turn (\d+): ", text, re.MULTILINE)

    assert [int(turn) for turn in turns] == list(range(1, len(turns) + 1))
    assert text.count("\n  Score: ") == len(turns)
    assert f"Turns: {len(turns)}; " in text


def test_the_final_count_agrees_with_what_was_told(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "--seed", "7", "--lang", "en")
    final = re.search(r"Final score: ▲ Bellecombre (\d+) - (\d+) Fontesorda", text)

    assert final is not None
    goals = sum(map(int, final.groups()))
    assert text.count("★ GOAL by ") == goals
    assert len(re.findall(r"^  [▲●] Goal in turn ", text, re.MULTILINE)) == goals


def test_the_match_is_recorded(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = told(capsys, "--seed", "7", "--data", str(tmp_path), "--lang", "en")
    name = re.search(r"matches show --data \S+ (\w+)", text)
    judged = re.search(r"plays judged: (\d+)", text)

    assert name is not None
    assert judged is not None
    with MatchStore(tmp_path / "matches.db") as store:
        assert store.header(name[1]).plays == int(judged[1])


def test_a_match_that_cannot_be_recorded_is_played_all_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")

    text = told(capsys, "--seed", "7", "--data", str(tmp_path / "file"), "--lang", "en")

    assert "This match was not recorded: " in text
    assert "Final score: " in text


@pytest.mark.parametrize("speed", ["-1", "nan", "inf", "fast"])
def test_a_pace_is_a_number_from_0_up(capsys: pytest.CaptureFixture[str], speed: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(["demo", "--speed", speed])

    assert end.value.code == 2
    assert speed in capsys.readouterr().err


def on_a_terminal(tmp_path: Path, **environment: str) -> str:
    """The demonstration's first words as they come out of a terminal of 80 columns."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "companion", "demo", "--seed", "7", "--speed", "0", "--lang", "en"]
    settings = {**os.environ, "TERM": "xterm-256color", "COMPANION_DATA": str(tmp_path), **environment}
    settings = {name: value for name, value in settings.items() if name != "NO_COLOR" or value}
    process = subprocess.Popen(command, stdout=theirs, stderr=subprocess.PIPE, env=settings)
    os.close(theirs)
    parts = []
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break  # So Linux says that nobody writes any more.
        if not part:
            break
        parts.append(part)
    os.close(ours)
    _, errors = process.communicate()
    assert (process.returncode, errors) == (0, b"")
    return b"".join(parts).decode()


def test_a_terminal_shows_the_teams_in_their_colours(tmp_path: Path) -> None:
    text = on_a_terminal(tmp_path, NO_COLOR="")
    bare = re.sub(r"\x1b\[[0-9;]*m", "", text)

    assert f"\x1b[{Ink.HOME}m" in text
    assert f"\x1b[{Ink.AWAY}m" in text
    assert "Final score: " in bare
    assert "\x1b" not in bare
    assert max(map(len, bare.splitlines())) <= 80


def test_no_color_is_respected_on_a_terminal(tmp_path: Path) -> None:
    assert "\x1b" not in on_a_terminal(tmp_path, NO_COLOR="1")


def test_a_terminal_is_given_time_to_read() -> None:
    slept: list[float] = []
    paper = Paper(io.StringIO(), "en", width=60, coloured=False, sleep=slept.append)

    paper.pause(2)

    assert slept == [2]


def test_two_sums_stand_side_by_side_with_their_totals_on_one_line() -> None:
    out = io.StringIO()
    paper = Paper(out, "en", width=80, coloured=False, sleep=lambda _: None)
    rows = [Row(Text("PAS 6"), "6", indented=False), Row(Text("energy 3 x2"), "6", indented=True)]
    long = Column(Text("long"), Ink.HOME, rows, Row(Text("total"), "12", indented=False))
    short = Column(Text("short"), Ink.AWAY, rows[:1], Row(Text("total"), "6", indented=False))

    paper.columns(long, short)

    last = out.getvalue().splitlines()[-1]
    assert re.search(r"Total ·+ 12 +Total ·+ 6$", last)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_demonstration_on_a_full_disk_is_told_in_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "companion",
                "demo",
                "--seed",
                "2",
                "--lang",
                "en",
                "--data",
                str(tmp_path),
            ],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"companion: the answers cannot be written")
    assert done.stderr.count(b"\n") == 1
