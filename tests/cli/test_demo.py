"""`companion demo` acts a whole match out, reads it, and tells it to the end in sentences."""

import io
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from companion.backend.local import LocalBackend
from companion.cli import demo
from companion.cli.live.narration import DemoNarrator
from companion.cli.main import main
from companion.cli.paper import Column, Ink, PrintedSum, TerminalPaper, paper_for
from companion.match import Match
from companion.rules.games import GAMES
from companion.storage.log import MatchStore
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import random_plays
from companion.words import LANGUAGES, Text
from tests.architecture.test_layout import ROOT
from tests.cli.told_match import told_match
from tests.quick import first_quick

MODES = ("demo-match", "demo-match-ecole")
SEEDS = (2, 7)


@pytest.mark.slow
@pytest.mark.many
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", MODES)
def test_a_whole_match_is_told_to_its_final_score(language: str, mode: str, seed: int) -> None:
    text = told_match(seed, language, mode)

    assert re.search(r"▲ Bellecombre \d+ \(.*\n.*● Fontesorda \d+ \(", text.split("──")[-1])
    assert not re.search(r"[{}]", text), "a brace was left in a sentence"
    assert max(map(len, text.splitlines())) <= 80
    assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.many
@first_quick("width", [20, 40, 67, 68, 100, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    assert max(map(len, told_match(2, width=width).splitlines())) <= max(width, 24)


@pytest.mark.slow
def test_the_same_seed_tells_the_same_story() -> None:
    assert told_match.__wrapped__(11) == told_match(11)


@pytest.mark.slow
def test_the_score_is_told_after_every_turn() -> None:
    text = told_match(7)
    turns = re.findall(r"^── Turn (\d+): [▲●] ", text, re.MULTILINE)

    assert [int(turn) for turn in turns] == list(range(1, len(turns) + 1))
    assert len(re.findall(r"^ +Score: ▲ ", text, re.MULTILINE)) == len(turns) + 1


@pytest.mark.slow
def test_the_final_count_agrees_with_what_was_told() -> None:
    text = told_match(9)
    told, _, end = text.rpartition("── Full time")
    goals = sum(map(int, re.findall(r"[▲●] (?:Bellecombre|Fontesorda) (\d+) \(", end)))

    assert goals > 0
    assert told.count("    GOAL by ") == goals
    assert len(re.findall(r"^  Turn \d+, .*: GOAL by ", end, re.MULTILINE)) == goals
    duels = re.findall(
        r"(?:Progression|Shot|Penalty|Free kick): (?:a tie: )?\w+ wins ", " ".join(told.split())
    )
    won = re.search(r"Duels won: ▲ Bellecombre (\d+), ● Fontesorda (\d+)", end)
    assert won is not None
    assert sum(map(int, won.groups())) == len(duels)


def test_each_line_of_a_duel_stands_under_its_card_and_adds_up() -> None:
    text = told_match(9)

    assert re.search(r"^    \w[^:]*: shot \(TIR\) +\d +\w[^:]*: save +\d$", text, re.MULTILINE)
    assert re.search(r"  \w[^:]*: energy +-?\d( ×\d)?$", text, re.MULTILINE)
    assert re.search(r"^    Shot: (a tie: )?\w+ wins .*OFUSAIDO §12$", text, re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_programme_with_its_sides_and_house_rules(game: str) -> None:
    match = Match(GAMES[game], *demonstrations(game)["demo-match"])
    out = io.StringIO()

    DemoNarrator(match, TerminalPaper(out, "en", width=80, coloured=False), "demo-match", 3).begin()

    told = out.getvalue()
    assert "the seed 3 decides" in " ".join(told.split())
    assert " ".join(told.split()).count(" Here: ") >= len(GAMES[game].house_rules)
    assert told.count("Score: ") == 1


@pytest.fixture(scope="module", params=["ouaf", "ofusaido"])
def shown(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """One whole demonstration through camera and reader, on a terminal of 80 columns, and where it was recorded. A match
    of OUAF is the shortest.
    """
    folder = tmp_path_factory.mktemp("demo")
    return folder, on_a_terminal(
        "--game", request.param, "--seed", "7", "--lang", "en", "--data", str(folder)
    )


@pytest.mark.slow
@pytest.mark.process
def test_a_match_before_the_drawn_camera_is_read_right_to_its_end(shown: tuple[Path, str]) -> None:
    text = bare(shown[1])

    assert "What the virtual players played, and what was read" in text
    assert ", 0 read wrong" in " ".join(text.split())
    assert " 0 missed" in " ".join(text.split())
    assert "differs from" not in text
    told = [line for line in text.splitlines() if "companion matches" not in line]
    assert max(map(len, told)) <= 80


@pytest.mark.slow
def test_a_terminal_shows_the_teams_in_their_colours() -> None:
    text = told_match(7, is_coloured=True)
    assert f"\x1b[{Ink.HOME}m" in text
    assert f"\x1b[{Ink.AWAY}m" in text
    assert bare(text) == told_match(7)


@pytest.mark.slow
@pytest.mark.process
def test_the_match_is_recorded_with_the_pictures_it_was_read_from(
    shown: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, text = shown
    name = re.search(r"matches show --data \S+ (\w+)", bare(text))
    judged = re.search(r"Plays judged: (\d+)", bare(text))

    assert name is not None
    assert judged is not None
    with MatchStore(folder / "matches.db") as store:
        assert store.header(name[1]).plays == int(judged[1])
        assert all(record.evidence for record in store.records(name[1]))
    assert main(["matches", "why", name[1], "1", "--data", str(folder), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "The camera read " in said
    picture = re.search(r"\S+\.jpg", said)
    assert picture is not None
    assert Path(picture[0]).read_bytes().startswith(b"\xff\xd8")


def test_a_bad_day_that_nobody_knows_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--bad-days", "earthquake", "--lang", "en"]) == 2
    assert "earthquake" in capsys.readouterr().err


@pytest.mark.parametrize("speed", ["-1", "nan", "inf", "fast"])
def test_a_pace_is_a_number_from_0_up(capsys: pytest.CaptureFixture[str], speed: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(["demo", "--speed", speed])

    assert end.value.code == 2
    assert speed in capsys.readouterr().err


def on_a_terminal(*arguments: str) -> str:
    """The demonstration as it comes out of a terminal of 80 columns."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "companion", "demo", "--speed", "0", *arguments]
    settings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80"}
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
    return b"".join(parts).decode().replace("\r\n", "\n")


def bare(text: str) -> str:
    """Without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_no_color_is_respected_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    paper_for(out, "en", {"TERM": "xterm-256color", "NO_COLOR": "1"}).heading(Text("score"))
    assert "\x1b" not in out.getvalue()


def test_two_sums_stand_side_by_side_with_their_totals_on_one_line() -> None:
    out = io.StringIO()
    paper = TerminalPaper(out, "en", width=80, coloured=False)
    rows = [
        PrintedSum(Text("PAS 6"), "6", indented=False),
        PrintedSum(Text("energy 3 x2"), "6", indented=True),
    ]
    long = Column(Text("long"), Ink.HOME, rows, PrintedSum(Text("total"), "12", indented=False))
    short = Column(Text("short"), Ink.AWAY, rows[:1], PrintedSum(Text("total"), "6", indented=False))

    paper.columns(long, short)

    last = out.getvalue().splitlines()[-1]
    assert re.search(r"Total ·+ 12 +Total ·+ 6$", last)


@pytest.mark.slow
@pytest.mark.process
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


@pytest.mark.drawn
def test_who_stops_a_demonstration_is_told_how_its_match_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.cli.demo._play", stopped)
    words = ["demo", "--headless", "--seed", "7", "--speed", "0", "--data", str(tmp_path), "--lang", "en"]
    assert main(words) == 130
    said = capsys.readouterr().out
    with MatchStore(tmp_path / "matches.db") as store:
        (header,) = store.headers()
    assert f"matches resume {header.id} --data {tmp_path}" in said
    assert said.index("The match is not over; go on with it by typing what is played:") < said.index(
        "demo --seed 7"
    )


@pytest.mark.process
@pytest.mark.parametrize(("answer", "code"), [("sleep 30 >/dev/null 2>&1 & wait", 0), ("exit 3", 2)])
def test_make_run_reports_no_error_for_ctrl_c_and_each_real_one(
    tmp_path: Path, request: pytest.FixtureRequest, answer: str, code: int
) -> None:
    for name, script in {
        ".ci/setup": "",
        ".venv/bin/companion": f"trap 'exit 130' INT\necho up\n{answer}\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    shutil.copy(ROOT / "Makefile", tmp_path)
    # What is run in the background ignores Ctrl-C, and so would all that it starts; a handler is not passed on.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    with subprocess.Popen(
        ["make", "--no-print-directory", "run"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as made:
        assert made.stdout is not None and made.stdout.readline() == b"up\n"
        if not code:
            os.killpg(made.pid, signal.SIGINT)
        _, problems = made.communicate(timeout=20)
    assert (b"Error" in problems) == bool(code)


def test_a_demonstration_is_listed_and_never_offered_to_go_on_with(tmp_path: Path) -> None:
    match = Match(GAMES["lignes"], *demonstrations("lignes")["demo-match"])
    with ExitStack() as open_things:
        demo._controller(match, Places(tmp_path), open_things)
        match.submit(next(random_plays(match, Random(1))))
    (one,) = LocalBackend(Places(tmp_path)).matches(9).matches
    assert one.is_demonstration
    assert not one.is_interrupted
