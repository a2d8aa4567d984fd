"""The tower's commands, typed as a person types them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli.tower.monitor import OfMatch, Question, RollRequester
from companion.clock import monotonic_ms
from companion.observation import Roll, roll_id
from companion.storage.places import Places
from companion.storage.rolls import RollStore
from devices.tower.tower_status import Arming
from devices.tower.virtual_port import PtyPlug, VirtualPort
from devices.tower.virtual_tower import VirtualTower
from tests.cli.terminal import SCENARIOS, Terminal

DEADLINE_S = 30.0
STARTS = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from companion.cli.main import main
sys.exit(main())
"""
"""A shell that runs the tests in the background has its children ignore Ctrl-C; these do not."""


@contextmanager
def companion(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A command in a process of its own."""
    environment = {**os.environ, "COMPANION_DATA": str(folder), "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
    process = subprocess.Popen(
        [sys.executable, "-c", STARTS, "tower", *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def tower(tmp_path: Path) -> Iterator[VirtualPort]:
    with VirtualPort(VirtualTower(), PtyPlug(tmp_path / "tower"), monotonic_ms) as port:
        yield port


def until(is_so, what: str) -> None:  # type: ignore[no-untyped-def]
    end = time.monotonic() + DEADLINE_S
    while not is_so():
        assert time.monotonic() < end, what
        time.sleep(0.01)


def kept(folder: Path) -> list[Roll]:
    if not (folder / "matches.db").exists():
        return []
    with RollStore(folder / "matches.db") as store:
        return store.rolls()


@pytest.mark.process
def test_a_virtual_tower_prints_its_port_and_takes_orders(tmp_path: Path) -> None:
    words = ("virtual", "--port", str(tmp_path / "port"), "--faces", "4,11", "--order", "cocked")
    with (
        companion(tmp_path, *words) as virtual,
        companion(tmp_path, "monitor", str(tmp_path / "port")) as monitor,
    ):
        assert virtual.stdout is not None and virtual.stdin is not None and monitor.stdout is not None
        assert virtual.stdout.readline().strip() == str(tmp_path / "port")
        said = []
        for line in monitor.stdout:
            said.append(line.rstrip())
            if line.startswith("= the dice tower is ready"):
                virtual.stdin.write("roll\nroll 2 3\nnonsense\n")
                virtual.stdin.flush()
            if sum(line.startswith("* roll") for line in said) == 2:
                break
        assert "* roll 1: d6 4, d12 11; ask: nobody asked for this roll: does it count?" in said
        assert any(line.startswith("* roll 2: d6 2, d12 3") for line in said)
        assert any(line.startswith("< ROLL ") for line in said)
        virtual.stdin.write("quit\n")
        virtual.stdin.flush()
        assert virtual.wait(DEADLINE_S) == 0
        assert virtual.stderr is not None and "the order must be one of roll, damage" in virtual.stderr.read()
    assert [roll.state for roll in kept(tmp_path)] == ["cocked", "ok"]


@pytest.mark.process
def test_a_monitor_that_arms_asks_for_the_next_dice_after_each_roll(
    tower: VirtualPort, tmp_path: Path
) -> None:
    with companion(tmp_path, "monitor", str(tower.plug.link), "--arm", "d6") as monitor:
        for n in range(1, 4):
            until(lambda: tower.tower.core.armed == ["d6"], "armed")
            tower.do(lambda twin, now_ms: twin.throw(now_ms, rest_ms=0))
            until(lambda n=n: len(kept(tmp_path)) == n, "kept")
        until(lambda: tower.tower.core.armed == ["d6"], "counted, and armed")
        monitor.send_signal(signal.SIGINT)
        out, _ = monitor.communicate(timeout=DEADLINE_S)
    assert "counts: read by the tower" in out
    assert "3 rolls" in out.splitlines()[-1]
    requests = [roll.request for roll in kept(tmp_path)]
    assert None not in requests and len(set(requests)) == 3


class Waits:
    """A match whose log grows."""

    def __init__(self) -> None:
        self.question: Question | None = None

    def now(self) -> Question | None:
        return self.question


def test_the_tower_is_armed_anew_when_the_match_waits_for_other_dice() -> None:
    match = Waits()
    asker = RollRequester(match)
    assert asker.changed() is None
    match.question = Question("k3f7ab", 4, ("d6", "d12"))
    assert asker.changed() == (Arming("k3f7ab-4.0", ("d6", "d12")),)
    assert asker.changed() is None
    asker.rolled()  # Cocked, perhaps: the match waits still, for other dice than those.
    assert asker.changed() == (Arming("k3f7ab-4.1", ("d6", "d12")),)
    match.question = None
    assert asker.changed() == (None,)


def test_a_match_of_cards_arms_no_tower(terminal: Terminal) -> None:
    match_id = terminal.record(SCENARIOS / min(path.name for path in SCENARIOS.glob("*.jsonl")))
    assert OfMatch(match_id, Places(terminal.data)).now() is None
    said = terminal.type("tower", "monitor", "/nowhere", "--match", "zzzzzz")
    assert said.code == 2 and "no match" in said.err


@pytest.mark.slow
@pytest.mark.process
def test_a_monitor_killed_at_any_instant_loses_no_roll_and_doubles_none(
    tower: VirtualPort, tmp_path: Path
) -> None:
    made: list[str] = []
    for n in range(3):
        with companion(tmp_path, "monitor", str(tower.plug.link)) as monitor:
            assert monitor.stdout is not None
            next(line for line in monitor.stdout if line.startswith("= the dice tower is ready"))
            for face in range(1, 6):
                tower.order(f"roll {face} {n + 1}")
                made.append(f"{face},{n + 1}")
            until(lambda n=n: len(kept(tmp_path)) > 5 * n, "the first is kept")
            monitor.kill()  # -9, while others are on their way.
    with companion(tmp_path, "monitor", str(tower.plug.link)):
        until(lambda: not tower.tower.core.ring and len(kept(tmp_path)) == len(made), "all are kept")
    assert [",".join(roll.faces) for roll in kept(tmp_path)] == made


def test_send_says_one_command_and_shows_the_answer(terminal: Terminal, tower: VirtualPort) -> None:
    port = str(tower.plug.link)
    said = terminal.type("tower", "send", port, "hi")
    assert said.code == 0
    assert said.out.splitlines()[-1].startswith("< HELLO")
    assert terminal.type("tower", "send", port, "ARM", "req=q1", "dice=d6").code == 0
    assert tower.tower.core.req == "q1"
    assert terminal.type("tower", "send", port, "DANCE").code == 1


def test_send_to_nobody_says_so(terminal: Terminal, tower: VirtualPort) -> None:
    said = terminal.type("tower", "send", "/nowhere", "HI")
    assert (said.code, said.err) == (
        2, "companion: there is no dice tower on /nowhere: plug it in at any time; until then, enter the dice by hand\n"
    )  # fmt: skip
    assert terminal.type("tower", "send", str(tower.plug.link), "HÉ").code == 2


@pytest.mark.parametrize("words", [("virtual", "--dice", "6"), ("monitor", "--arm", "d6,,")])
def test_what_makes_no_sense_is_one_clear_line(terminal: Terminal, words: tuple[str, ...]) -> None:
    said = terminal.type("tower", *words)
    assert said.code == 2
    assert said.err.startswith("companion: ") and said.err.count("\n") == 1


def test_a_port_is_not_made_where_a_file_lies(terminal: Terminal) -> None:
    said = terminal.type("tower", "virtual", "--port", terminal.write("mine", "text"))
    assert said.code == 2 and "name another with --port" in said.err
    assert (terminal.folder / "mine").read_text() == "text"


def test_the_audit_tells_of_each_tower_and_die(terminal: Terminal) -> None:
    assert "no roll" in terminal.type("tower", "audit").out
    with RollStore(terminal.data / "matches.db") as store:
        for n in range(1, 61):
            store.keep(
                Roll(
                    roll_id("T1", "b1", n), n, (str(n % 6 + 1),), "ROLL", dice=("d6",), confidence=(99,), tower="T1",
                    boot="b1", number=n, state="cocked" if n == 60 else "ok", rest_ms=500 + n,
                )
            )  # fmt: skip
    said = terminal.type("tower", "audit").out.splitlines()
    assert said[0] == "tower T1: 60 rolls, 1 power-ups"
    assert "with a cocked die: 1 (1.7%)" in said[1]
    assert (
        said[2]
        == "  time until the dice lie still: half of the rolls take up to 530 ms, the slowest takes 560 ms"
    )
    # 59 rolls count, 9 of face 1 and 10 of each other: 59/6 expected; chi-square is 1/2 - ... = 0.0847.
    assert said[3].endswith("chi-square 0.08, p = 0.9999: fair")
    assert terminal.type("tower", "audit", "--tower", "T2").out.startswith("no roll")


@pytest.mark.process
def test_help_of_the_tower_waits_for_no_port_and_no_log() -> None:
    code = (
        "import sys; from companion.cli.main import main\n"
        "try: main(['tower', '--help'])\n"
        "except SystemExit: pass\n"
        "print('heavy:', [n for n in sys.modules if n in ('serial', 'sqlite3', 'devices.tower.virtual_tower')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("heavy: []")
