"""Frames, checks and parses the lines of DT1, and writes commands for the tower. Pure.

tower to host: Hello (HELLO), TowerReply (OK, ERR, NAK), DropMessage (DROP), RollMessage (ROLL), Pong (PONG)
    host to tower: made by `command`, which numbers them

Unknown keys are ignored, so that later minor versions may add some. docs/hardware/tower-protocol.md describes
every line.
"""

import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.observation import UNREAD

# --- wire
# Frames and checks the lines of DT1 as bytes; knows nothing of their meaning. Pure.
#
#     ROLL 812 id=5 boot=9f3a1c22 req=q7 ...*0A4F\n
#     \______________ body _________________/\__/ CRC-16/CCITT-FALSE of the body, in hex
#
# A line is ASCII and at most 200 bytes long without its newline; `\r` is dropped. Anything else is damage: it
# is counted, and never more than one line of it is held.

LONGEST_LINE = 200
"""Bytes of a line without its newline, as DT1 says."""


def frame_line(body: str) -> bytes:
    """Return the bytes of a line. Raises `ValueError` for a text that no line can carry."""
    data = body.encode("ascii")
    if len(data) + 5 > LONGEST_LINE or not body.isprintable():
        raise ValueError(f"expected at most {LONGEST_LINE - 5} printable bytes, got {body!r}")
    return data + b"*%04X\n" % binascii.crc_hqx(data, 0xFFFF)


def unframe_line(line: bytes) -> str | None:
    """Return the text of a line without its newline; None if it is damaged."""
    body, star, crc = line.rpartition(b"*")
    if not star or len(line) > LONGEST_LINE or crc != b"%04X" % binascii.crc_hqx(body, 0xFFFF):
        return None
    text = body.decode("ascii", "replace")
    return text if text.isascii() and text.isprintable() else None


@dataclass(slots=True)
class LineCounters:
    """Counts what came over a line."""

    lines: int = 0
    damaged: int = 0


class LineCutter:
    """Cuts incoming bytes into lines; damaged ones are counted."""

    def __init__(self) -> None:
        self.counters = LineCounters()
        self._line = bytearray()

    def reset(self) -> None:
        """Drop half a line: the connection is a new one."""
        self._line.clear()

    def cut(self, data: bytes) -> list[str | None]:
        """Return the texts of the lines that `data` completes, in order; None for a damaged one."""
        found = []
        *ended, rest = data.replace(b"\r", b"").split(b"\n")
        for piece in ended:
            self._grow(piece)
            if self._line:
                body = unframe_line(bytes(self._line))
                self.counters.lines += body is not None
                self.counters.damaged += body is None
                found.append(body)
                self._line.clear()
        self._grow(rest)
        return found

    def _grow(self, piece: bytes) -> None:
        """Add bytes up to one more than the longest line, which is enough to know that it is too long."""
        self._line += piece[: LONGEST_LINE + 1 - len(self._line)]


# --- messages

MAJOR = 1
"""The major version of the protocol that is spoken here; any other is refused."""
MOST_DICE = 12
"""The most dice in one roll, as DT1 says."""
LAST_SEQ = 65_535
"""The largest number of a command; after it comes 1."""
NOBODY = "-"
"""Stands for no request: `req=-` marks dice that nobody asked for."""
_WORD = re.compile(r"[A-Za-z0-9.,:;?+/_-]+\Z", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,9}\Z", re.ASCII)
_DIE = re.compile(r"[a-z][a-z0-9]{0,11}\Z", re.ASCII)
_FACE = re.compile(r"(?:[A-Za-z0-9_]{1,12}|\?)\Z", re.ASCII)
_NUMBERED_DIE = re.compile(r"d([1-9][0-9]{0,2})\Z", re.ASCII)
_ID = re.compile(r"[A-Za-z0-9_.-]{1,32}\Z", re.ASCII)


class Capability(StrEnum):
    """What a tower can do, as its HELLO says. Unknown words are ignored."""

    FACES = "faces"
    DROP = "drop"
    REST = "rest"
    LIGHT = "light"
    CAL = "cal"
    SIM = "sim"


class RollState(StrEnum):
    """How a roll ended: dice at rest, one leaning, one outside the tray, or no rest in time."""

    OK = "ok"
    COCKED = "cocked"
    LOST = "lost"
    TIMEOUT = "timeout"


class ReplyVerb(StrEnum):
    """How the tower answered a command."""

    OK = "OK"
    ERR = "ERR"
    NAK = "NAK"


@dataclass(frozen=True, slots=True)
class Hello:
    """Describes the tower. `boot` is new at each power-up; no `dice` means any."""

    seq: int
    proto: str
    fw: str
    hw: str
    serial: str
    boot: str
    dice: tuple[str, ...]
    cap: frozenset[str]
    rolls: int
    pending: int

    @property
    def major(self) -> int:
        return int(self.proto.partition(".")[0])


@dataclass(frozen=True, slots=True)
class TowerReply:
    """The answer to a command: carried out (`OK`), refused (`ERR`), or not understood (`NAK`)."""

    verb: ReplyVerb
    seq: int
    code: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DropMessage:
    """Something hit the tower. `is_full`: too many rolls wait, so that dice falling now are not taken."""

    seq: int
    is_full: bool


@dataclass(frozen=True, slots=True)
class RollMessage:
    """Dice came to rest. `dice`, `faces` and `confidence` (percent) hold one entry a die; `again` counts
    earlier sendings.
    """

    seq: int
    id: int
    boot: str
    request: str
    dice: tuple[str, ...]
    faces: tuple[str, ...]
    confidence: tuple[int, ...]
    state: RollState
    rest_ms: int | None
    again: int
    line: str


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a heartbeat: ms since power-up, the request armed for, waiting rolls, and damaged lines."""

    seq: int
    up_ms: int
    armed: str
    pending: int
    bad: int


TowerMessage = Hello | TowerReply | DropMessage | RollMessage | Pong
"""Every message that a tower sends."""


def parse_message(body: str) -> TowerMessage | None:
    """Parse a line of the tower; None if its type or form is unknown."""
    kind, *words = body.split(" ")
    if not words or not _NUMBER.match(words[0]):
        return None
    fields = parse_fields(words[1:])
    try:
        return _said(kind, int(words[0]), fields, body)
    except (KeyError, ValueError):
        return None


def parse_fields(words: list[str]) -> dict[str, str]:
    """Return the `key=value` words; other words are ignored."""
    pairs = (word.split("=") for word in words)
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2 and all(map(_WORD.match, pair))}


def _said(kind: str, seq: int, fields: Mapping[str, str], body: str) -> TowerMessage | None:
    match kind:
        case "HELLO":
            return _hello(seq, fields)
        case "OK" | "ERR" | "NAK":
            return TowerReply(ReplyVerb(kind), seq, fields.get("code", ""), fields)
        case "DROP":
            return DropMessage(seq, fields.get("full") == "1")
        case "ROLL":
            return _rolled(seq, fields, body)
        case "PONG":
            armed = _matching(_ID, fields.get("armed", NOBODY))
            return Pong(
                seq, _number(fields["t"]), armed, _number(fields["pend"]), _number(fields.get("bad", "0"))
            )
        case _:
            return None


def _hello(seq: int, fields: Mapping[str, str]) -> Hello:
    proto = _matching(re.compile(r"[0-9]{1,3}(\.[0-9]{1,3})*\Z"), fields["proto"])
    named = fields.get("dice", "any")
    dice = () if named == "any" else tuple(_matching(_DIE, die) for die in named.split(","))
    return Hello(
        seq, proto, fields.get("fw", ""), fields.get("hw", ""),
        _matching(_ID, fields["serial"]), _matching(_ID, fields["boot"]),
        dice, frozenset(fields.get("cap", "").split(",")),
        _number(fields.get("rolls", "0")), _number(fields.get("pend", "0")),
    )  # fmt: skip


def _rolled(seq: int, fields: Mapping[str, str], body: str) -> RollMessage:
    """Parse a roll. Raises `ValueError` if it does not say which roll it is.

    What contradicts itself about the dice counts as dice that were not read: the roll can be kept and acknowledged, and a
    person says what lies there. A tower says its oldest roll until it is acknowledged, and no other before.
    """
    identity = _number(fields["id"])
    if identity < 1:
        raise ValueError("rolls are numbered from 1")
    boot, request = _matching(_ID, fields["boot"]), _matching(_ID, fields["req"])
    again = _number(fields.get("re", "0"))
    try:
        dice, faces, confidence = _dice(fields)
        state = RollState(fields["state"])
        rest_ms = _number(fields["rest"]) if "rest" in fields else None
    except (KeyError, ValueError):
        dice, faces, confidence, state, rest_ms = (), (), (), RollState.OK, None
    return RollMessage(seq, identity, boot, request, dice, faces, confidence, state, rest_ms, again, body)


def _dice(fields: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...]]:
    """Parse the dice of a roll, their faces and confidences. Raises `ValueError` if they contradict each other."""
    n = _number(fields["n"])
    pairs = [pair.split(":") for pair in _listed(fields["faces"])]
    confidence = tuple(_number(one) for one in _listed(fields["conf"]))
    if not n == len(pairs) == len(confidence) <= MOST_DICE or any(len(pair) != 2 for pair in pairs):
        raise ValueError("n, faces and conf differ")
    if not all(is_face_of(die, face) for die, face in pairs) or any(one > 100 for one in confidence):
        raise ValueError("no such face, or more than certain")
    return tuple(die for die, _ in pairs), tuple(face for _, face in pairs), confidence


def is_face_of(die: str, face: str) -> bool:
    """Tell whether a die can show a face: a number of its sides, or a symbol."""
    if not _DIE.match(die) or not _FACE.match(face):
        return False
    sides = _NUMBERED_DIE.match(die)
    return face == UNREAD or not sides or (face.isdecimal() and 1 <= int(face) <= int(sides[1]))


def _listed(words: str) -> list[str]:
    return [] if words == NOBODY else words.split(",")


def _number(word: str) -> int:
    return int(_matching(_NUMBER, word))


def _matching(form: re.Pattern[str], word: str) -> str:
    if not form.match(word):
        raise ValueError(word)
    return word


# --- host to tower


def command(verb: str, seq: int, *words: str) -> str:
    """Return the text of a command: `command("ARM", 7, "req=q1", "dice=d6,d12")`."""
    return " ".join((verb, str(seq), *words))


def arm_words(request: str, dice: tuple[str, ...]) -> tuple[str, ...]:
    """Return the fields of ARM. Raises `ValueError` for a request or dice that no line can carry."""
    if request == NOBODY or not is_id(request) or len(request) > 16:
        raise ValueError(f"expected a request of 1 to 16 letters and digits, got {request!r}")
    if not 1 <= len(dice) <= MOST_DICE or not all(map(is_die, dice)):
        raise ValueError(f"expected 1 to {MOST_DICE} dice such as d6, got {dice!r}")
    return f"req={request}", f"dice={','.join(dice)}"


def is_die(word: str) -> bool:
    """Tell whether a word can name a die in a line: `d6`, `action`."""
    return bool(_DIE.match(word))


def is_id(word: str) -> bool:
    """Tell whether a word can name a tower, a boot or a request in a line."""
    return bool(_ID.match(word))


def sides_of(die: str) -> int | None:
    """Return how many faces a numbered die has (12 for `d12`), or None for dice with symbols."""
    sides = _NUMBERED_DIE.match(die)
    return int(sides[1]) if sides else None
