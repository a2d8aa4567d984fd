"""Of two programs that open one match the second is told so, and writes nothing into it unless a person wants it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.backend.interface import LiveMatch, PlayRequest, TableDevices
from companion.backend.local import LocalBackend
from companion.errors import PlayedElsewhere
from companion.play import Note
from companion.session.inbox import PlayIntent
from companion.session.session_event import RemarkEvent
from companion.storage.log import MatchStore
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from tests.cli.terminal import SCENARIOS, Terminal, plays_only

pytestmark = pytest.mark.process

FIRST = plays_only(SCENARIOS / "04-undo-and-correct.jsonl")[0]
NOTE = b'{"play": "note", "text": "theirs"}'
LONG_S = 20.0


@contextmanager
def resumed_elsewhere(terminal: Terminal, name: str) -> Iterator["subprocess.Popen[str]"]:
    """Another program has the match open, and waits for plays."""
    words = [sys.executable, "-m", "companion", "matches", "resume", name, "--data", str(terminal.data)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert '"seq": 0' in process.stdout.readline()
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def name(terminal: Terminal) -> str:
    return terminal.record(terminal.write("first.jsonl", FIRST))


def notes(terminal: Terminal, name: str) -> list[str]:
    with MatchStore(terminal.data / "matches.db", is_to_look=True) as store:
        return [record.play["text"] for record in store.records(name)]


def next_remark(live: LiveMatch) -> RemarkEvent:
    deadline_s = time.monotonic() + LONG_S
    while not (remarks := [one for one in live.news() if isinstance(one, RemarkEvent)]):
        assert time.monotonic() < deadline_s
        time.sleep(0.01)
    return remarks[0]


@pytest.mark.slow
def test_the_second_to_resume_a_match_is_told_who_has_it_and_what_to_type(
    terminal: Terminal, name: str
) -> None:
    with resumed_elsewhere(terminal, name) as other:
        said = terminal.type("matches", "resume", name, stdin=NOTE)
    assert (said.code, said.out) == (2, "")
    assert f"match {name} is open in another program: companion matches, process {other.pid}" in said.err
    assert "--take-over" in said.err
    assert notes(terminal, name) == []


@pytest.mark.slow
def test_a_match_whose_program_was_killed_is_resumed_at_once(terminal: Terminal, name: str) -> None:
    with resumed_elsewhere(terminal, name) as other:
        os.kill(other.pid, signal.SIGKILL)
        other.wait()
        assert terminal.type("matches", "resume", name, stdin=NOTE).code == 0
    assert notes(terminal, name) == ["theirs"]


@pytest.mark.slow
def test_who_takes_a_match_over_goes_on_and_the_first_is_told_and_keeps_nothing_more(
    terminal: Terminal, name: str
) -> None:
    with resumed_elsewhere(terminal, name) as other:
        assert terminal.type("matches", "resume", name, "--take-over", stdin=NOTE).code == 0
        _, told = other.communicate('{"play": "note", "text": "mine"}\n', timeout=LONG_S)
    assert other.returncode == 2
    assert "another program has taken this match over" in told
    assert notes(terminal, name) == ["theirs"]


@pytest.mark.slow
def test_who_watches_is_told_as_well(terminal: Terminal, name: str) -> None:
    with resumed_elsewhere(terminal, name):
        said = terminal.type("watch", "--source", "virtual:table", "--resume", name)
    assert (said.code, said.out) == (2, "")
    assert "is open in another program" in said.err and "--take-over" in said.err


@pytest.mark.slow
def test_a_match_that_is_played_may_be_looked_at(terminal: Terminal, name: str) -> None:
    with resumed_elsewhere(terminal, name):
        assert terminal.type("matches", "show", name).code == 0
        assert terminal.type("matches", "list").code == 0


def test_a_match_that_was_left_may_be_gone_on_with(terminal: Terminal, name: str) -> None:
    for _ in range(2):
        assert terminal.type("matches", "resume", name, stdin=NOTE).code == 0
    assert list((terminal.data / "open").iterdir()) == []


# --- at the screens


@pytest.fixture
def backend(terminal: Terminal) -> LocalBackend:
    return LocalBackend(Places(terminal.data))


def begun(backend: LocalBackend) -> LiveMatch:
    return backend.begin(PlayRequest(demonstrations("ofusaido")["demo-match"][0], TableDevices()))


@pytest.mark.slow
def test_the_screens_are_told_as_well(terminal: Terminal, name: str, backend: LocalBackend) -> None:
    with MatchStore(terminal.data / "matches.db", is_to_look=True) as store:
        match_id = store.headers()[0].id
    with resumed_elsewhere(terminal, name):
        with pytest.raises(PlayedElsewhere, match="companion matches"):
            backend.resume(match_id, TableDevices())
        live = backend.resume(match_id, TableDevices(), is_taken_over=True)
        live.stop()


@pytest.mark.slow
def test_a_match_that_is_left_at_the_screens_is_free_for_others(
    terminal: Terminal, backend: LocalBackend
) -> None:
    live = begun(backend)
    words = [sys.executable, "-m", "companion", "matches", "resume", live.name, "--data", str(terminal.data)]
    told = subprocess.run(words, input="", capture_output=True, text=True, check=False)
    assert told.returncode == 2 and "is open in another program" in told.stderr
    live.stop()
    with resumed_elsewhere(terminal, live.name):
        pass


def test_screens_whose_match_was_taken_over_say_so(terminal: Terminal, backend: LocalBackend) -> None:
    live = begun(backend)
    assert terminal.type("matches", "resume", live.name, "--take-over", stdin=NOTE).code == 0
    live.put(PlayIntent(Note("mine")))
    remark = next_remark(live)
    live.stop()
    assert remark.is_trouble and "taken this match over" in remark.says.template
    assert notes(terminal, live.name) == ["theirs"]
