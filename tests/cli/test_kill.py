"""A table that loses its power at any instant has lost nothing that it had answered."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.storage.log import MatchStore
from tests.cli.terminal import SCENARIOS, Terminal, plays_only
from tests.quick import first_quick

pytestmark = pytest.mark.process

SETUP = plays_only(SCENARIOS / "04-undo-and-correct.jsonl")[0]
PLAYS = [*plays_only(SCENARIOS / "04-undo-and-correct.jsonl")[1:], *['{"play": "undo"}'] * 8] * 20
QUICK, SLOW = 5, 500


def busy(seconds: float) -> None:
    """Let a moment of chance pass, so that the kill comes anywhere in a transaction."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def killed(script: Path, data: Path, chance: Random) -> tuple[list[int], str]:
    """Record a script in a process that is killed at a moment of chance; the numbers it answered, and the match."""
    command = [sys.executable, "-m", "companion", "referee", str(script), "--record", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        heard = [process.stdout.readline() for _ in range(chance.randint(1, len(PLAYS) // 2))]
        busy(chance.random() * 0.004)
        os.kill(process.pid, signal.SIGKILL)
        rest = process.stdout.read().splitlines(keepends=True)
        told = process.stderr.read().decode()
    assert process.returncode == -signal.SIGKILL, told
    name = told.split("recording as match ")[1][:6]
    # Of the last line half may have come: nobody has read an answer in that.
    return [json.loads(line)["seq"] for line in (*heard, *rest) if line.endswith(b"\n")], name


def check(terminal: Terminal, script: Path, seed: int) -> None:
    answered, name = killed(script, terminal.data, Random(seed))
    assert answered == list(range(len(answered)))
    with closing(sqlite3.connect(terminal.data / "matches.db")) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with MatchStore(terminal.data / "matches.db") as store:
        kept = store.records(name)
    # It may know one play more than it could say.
    assert len(answered) - 1 <= len(kept) <= len(answered)
    assert [json.dumps(record.play) for record in kept] == PLAYS[: len(kept)]
    said = terminal.type("matches", "resume", name, stdin=b'{"play": "note", "text": "we are back"}')
    assert said.code == 0
    assert [answer.get("seq") for answer in said.answers] == [len(kept), len(kept) + 1, None]


@pytest.fixture
def script(terminal: Terminal) -> Path:
    return terminal.write("script.jsonl", "\n".join([SETUP, *PLAYS]))


@first_quick("seed", range(QUICK))
def test_a_match_killed_at_any_instant_goes_on(terminal: Terminal, script: Path, seed: int) -> None:
    check(terminal, script, seed)


@pytest.mark.soak
@pytest.mark.slow
def test_a_match_killed_five_hundred_times_goes_on(terminal: Terminal, script: Path) -> None:
    for seed in range(1000, 1000 + SLOW):
        check(terminal, script, seed)
