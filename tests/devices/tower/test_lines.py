"""Lines on the wire and what they say, at both ends, and a week of noise."""

import binascii
import tracemalloc
from random import Random

import pytest

from devices.tower.dialogue import TowerDialogue
from devices.tower.firmware import dt1
from devices.tower.messages import (
    LONGEST_LINE,
    DropMessage,
    Hello,
    LineCutter,
    Pong,
    ReplyVerb,
    RollMessage,
    RollState,
    TowerReply,
    arm_words,
    command,
    frame_line,
    parse_message,
    unframe_line,
)
from devices.tower.tower_status import KeepStep, SendStep
from devices.tower.virtual_tower import BadLine, LineFaults, VirtualTower
from tests.devices.tower.bench import Desk

ROLL = "ROLL 812 id=5 boot=9f3a1c22 req=q7 n=2 faces=d6:4,d12:11 conf=97,88 state=ok rest=640 re=1"


def test_the_check_is_crc_16_ccitt_false() -> None:
    assert binascii.crc_hqx(b"123456789", 0xFFFF) == dt1.crc(b"123456789") == 0x29B1


@pytest.mark.parametrize("body", ["HI 1", ROLL, "CAL 9 END light=450 knock=90 rest=700"])
def test_both_ends_frame_a_line_in_the_same_way(body: str) -> None:
    assert frame_line(body) == dt1.framed(body)
    assert unframe_line(frame_line(body)[:-1]) == dt1.unframed(frame_line(body)[:-1]) == body


@pytest.mark.parametrize(
    "line",
    [b"", b"*", b"HI 1", b"HI 1*0000", b"HI 1*", b"HI 1*3b0", b"\xff*1D0F", frame_line("HI 1")[:-1].lower()],
)
def test_a_damaged_line_is_none_at_either_end(line: bytes) -> None:
    assert unframe_line(line) is None
    assert dt1.unframed(line) is None


def test_a_line_that_does_not_fit_is_not_written() -> None:
    frame_line("X" * (LONGEST_LINE - 5))
    for body in ("X" * (LONGEST_LINE - 4), "HI\n1", "HI é"):
        with pytest.raises(ValueError):  # noqa: PT011 - UnicodeEncodeError is one too
            frame_line(body)


def test_lines_are_cut_wherever_the_bytes_were() -> None:
    data = (
        b"\n"
        + frame_line("HI 1").replace(b"\n", b"\r\n")
        + b"noise\n"
        + frame_line("PING 2")
        + b"Z" * 5000
        + b"\n"
        + frame_line("PING 3")
    )
    for size in (1, 2, 3, 7, 1000):
        cutter = LineCutter()
        bodies = [body for at in range(0, len(data), size) for body in cutter.cut(data[at : at + size])]
        assert bodies == ["HI 1", None, "PING 2", None, "PING 3"]
        assert (cutter.counters.lines, cutter.counters.damaged) == (3, 2)


def test_a_roll_says_all_that_is_known_of_it() -> None:
    assert parse_message(ROLL) == RollMessage(
        812, 5, "9f3a1c22", "q7", ("d6", "d12"), ("4", "11"), (97, 88), RollState.OK, 640, 1, ROLL
    )


def test_keys_and_types_of_later_versions_are_left_alone() -> None:
    assert parse_message("DROP 3 t=12 knock=300 spin=left") == DropMessage(3, False)
    assert parse_message("DANCE 4") is None
    assert isinstance(parse_message("HELLO 1 proto=1.7 serial=E6 boot=ab glitter=1"), Hello)


def test_answers_and_heartbeats_are_read() -> None:
    assert parse_message("ERR 7 code=full") == TowerReply(ReplyVerb.ERR, 7, "full", {"code": "full"})
    assert parse_message("PONG 8 t=120 armed=q1 pend=2 bad=3") == Pong(8, 120, "q1", 2, 3)


@pytest.mark.parametrize(
    "body",
    [
        ROLL.replace("id=5", "id=0"), ROLL.replace("boot=9f3a1c22 ", ""), ROLL.replace("812", "x"),
        "ROLL", "HELLO 1 proto=one serial=a boot=b", "PONG 1 t=-4 pend=0", "OK",
    ],
)  # fmt: skip
def test_a_line_that_contradicts_itself_says_nothing(body: str) -> None:
    assert parse_message(body) is None


@pytest.mark.parametrize(
    ("told", "instead"),
    [
        ("d6:4", "d6:7"), ("d6:4", "d6:0"), ("n=2", "n=3"), ("conf=97,88", "conf=97"), ("88", "188"),
        ("state=ok", "state=well"), ("d12:11", "d12"), ("n=2 ", ""), ("rest=640", "rest=soon"),
    ],
)  # fmt: skip
def test_a_roll_that_contradicts_itself_is_a_roll_of_dice_that_were_not_read(told: str, instead: str) -> None:
    body = ROLL.replace(told, instead)
    assert parse_message(body) == RollMessage(
        812, 5, "9f3a1c22", "q7", (), (), (), RollState.OK, None, 1, body
    )


@pytest.mark.parametrize(
    ("request_", "dice"),
    [("", ("d6",)), ("-", ("d6",)), ("q" * 17, ("d6",)), ("q", ()), ("q", ("d6",) * 13), ("q", ("6",))],
)
def test_what_no_line_can_carry_is_not_asked(request_: str, dice: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        arm_words(request_, dice)


def test_commands_read_as_the_protocol_says() -> None:
    assert command("ARM", 7, *arm_words("q1", ("d6", "d12"))) == "ARM 7 req=q1 dice=d6,d12"


def mangled(random: Random) -> bytes:
    """A line as a bad day makes it: cut, doubled, spliced, with bytes changed, or nothing but noise."""
    line = bytearray(
        frame_line(
            random.choice(
                [
                    ROLL,
                    "HELLO 1 proto=1.0 serial=E6 boot=9f3a1c22",
                    "PONG 3 t=1 armed=- pend=0 bad=0",
                    "OK 3",
                    "NAK 2 code=form",
                ]
            )
        )
    )
    for _ in range(random.randrange(1, 6)):
        at = random.randrange(len(line) + 1)
        match random.randrange(5):
            case 0:
                line[at:at] = random.randbytes(random.randrange(9))
            case 1:
                del line[at : at + random.randrange(9)]
            case 2:
                line[at : at + 1] = bytes([random.randrange(256)])
            case 3:
                line += line[:at]
            case _:
                line = bytearray(random.randbytes(random.randrange(400)))
    return bytes(line) + b"\n"


@pytest.mark.slow
@pytest.mark.many
def test_a_hundred_thousand_mangled_lines_make_no_roll_and_no_traceback() -> None:
    random = Random(2026)
    host = TowerDialogue("port", 1, lambda: 0)
    list(host.opened("port", 0))
    list(host.received(frame_line("HELLO 2 proto=1.0 serial=E6 boot=9f3a1c22"), 1))
    good = frame_line(ROLL)[:-1]
    for n in range(100_000):
        data = mangled(random)
        steps = list(host.received(data, n))
        if any(isinstance(step, KeepStep) for step in steps):
            # Only a line that came through whole may be a roll.
            assert good in data.replace(b"\r", b"").split(b"\n")


def test_twenty_thousand_mangled_lines_leave_the_tower_as_it_was() -> None:
    random = Random(7)
    tower = VirtualTower()
    for n in range(20_000):
        tower.hear(mangled(random), n)
        tower.say(n)
    assert tower.core.rolls == 0
    tower.hear(b"\n" + frame_line("PING 65000"), 20_001)
    assert b"PONG 65000" in tower.say(20_001)


@pytest.mark.slow
@pytest.mark.many
def test_a_week_of_noise_takes_no_memory_and_makes_no_roll() -> None:
    """A week in steps of ten seconds: noise from the line, heartbeats into nothing, the port opened again and again."""
    desk = Desk()
    random = Random(3)
    host = desk.host

    def steps(now_ms: int) -> None:
        made = [*host.received(random.randbytes(200), now_ms), *host.tick(now_ms)]
        assert not any(isinstance(step, KeepStep) for step in made)
        assert all(isinstance(step, SendStep) or step for step in made)
        if now_ms % 600_000 == 0:
            list(host.opened("port", now_ms))

    week_ms, ten_s = 7 * 24 * 3600 * 1000, 10_000
    tracemalloc.start()
    try:
        for now_ms in range(0, week_ms // 7, ten_s):
            steps(now_ms)
        after_a_day = tracemalloc.get_traced_memory()[0]
        for now_ms in range(week_ms // 7, week_ms, ten_s):
            steps(now_ms)
        assert tracemalloc.get_traced_memory()[0] - after_a_day < 20_000
    finally:
        tracemalloc.stop()


def test_a_bad_line_holds_no_more_than_its_buffer() -> None:
    line = BadLine(LineFaults(slow_ms=1_000_000), Random(1))
    for _ in range(100):
        line.put(b"x" * 1000, 0)
    assert len(line.take(2_000_000)) == 65_000
