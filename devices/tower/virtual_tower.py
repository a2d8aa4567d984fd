"""Simulates a dice tower with the firmware's own DT1 code, thrown dice for sensors, a bad line, and faults on command.

Pure: bytes, orders and the time come in, bytes go out. `virtual_port` gives it a port.

    roll [FACE ...]    dice fall            cocked [n]         the next roll, or the next n, lie cocked
    damage 2%          bytes are changed    drop 2%            bytes are lost
    mute               nothing is said      slow 800           milliseconds late, each way
    garbage            noise, no lines      full               16 rolls wait, acknowledgements are not heard
    wrong-version      speaks DT2           restart            power off and on
    unplug [seconds]   the port goes        plug               the port comes back
    well               ends all faults
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from companion.errors import CompanionError
from companion.words import Text
from devices.tower.firmware.dt1 import RING, Tower
from devices.tower.messages import MOST_DICE, is_die, is_face_of, is_id, sides_of

# --- bad line
# Simulates one direction of a bad line: bytes are damaged, lost, late or silent. Pure, seeded.
#
# It stands between a tower and the program that talks to it: in tests, in the soak test, and in the virtual
# tower.

HELD_BYTES = 65_536
"""How many bytes a slow line holds at most; the rest is lost, as in any buffer."""


@dataclass(slots=True)
class LineFaults:
    """What a line does to bytes. `damage` and `drop` are shares of all bytes, 0 to 1."""

    damage: float = 0.0
    drop: float = 0.0
    slow_ms: int = 0
    is_mute: bool = False


class BadLine:
    """Passes bytes on, spoilt by its faults."""

    def __init__(self, faults: LineFaults, random: Random) -> None:
        self.faults = faults
        self._random = random
        self._held: deque[tuple[int, bytes]] = deque()
        self._size = 0

    def put(self, data: bytes, now_ms: int) -> None:
        """Put bytes in at one end."""
        faults = self.faults
        if faults.is_mute or not data:
            return
        if faults.damage or faults.drop:
            data = bytes(
                self._random.randrange(256) if self._random.random() < faults.damage else byte
                for byte in data
                if not faults.drop or self._random.random() >= faults.drop
            )
        if self._size + len(data) <= HELD_BYTES:
            self._size += len(data)
            self._held.append((now_ms + faults.slow_ms, data))

    def take(self, now_ms: int) -> bytes:
        """Take out the bytes that have arrived by now."""
        found = bytearray()
        while self._held and self._held[0][0] <= now_ms:
            found += self._held.popleft()[1]
        self._size -= len(found)
        return bytes(found)

    def clear(self) -> None:
        """Drop all bytes on their way."""
        self._held.clear()
        self._size = 0


# --- virtual tower

ORDERS = (
    "roll", "damage", "drop", "mute", "cocked", "restart", "unplug", "plug", "slow", "full", "wrong-version", "garbage",
    "well",
)  # fmt: skip
"""The orders that the virtual tower takes, as typed."""
SLOW_MS = 800
"""The delay of `slow` without a number."""
NOISE_EVERY_MS = 20
NOISE_BYTES = 16
REST_MS = (400, 900)
"""The shortest and longest time until plastic dice lie still in a wooden tower: an estimate, because no tower was built when
it was written.
"""
SIGNED_FACES = 6
"""Dice with symbols instead of numbers are cubes."""


class BadOrder(CompanionError):
    """The virtual tower does not know an order, or cannot read it."""


class RamMemory:
    """Holds what survives a power-down: waiting rolls and settings."""

    def __init__(self) -> None:
        self._rolls: list[str] = []
        self._settings: dict[str, int] = {}

    def rolls(self) -> list[str]:
        return list(self._rolls)

    def add(self, text: str) -> None:
        kind, _, rest = text.partition(" ")
        if kind == "R":
            self._rolls.append(rest)
        else:
            boot, number = rest.split(" ")
            self._rolls = [body for body in self._rolls if not body.startswith(f"id={number} boot={boot} ")]

    def clear(self) -> None:
        self._rolls.clear()

    def settings(self) -> dict[str, int]:
        return dict(self._settings)

    def save(self, settings: dict[str, int]) -> None:
        self._settings = dict(settings)


class OtherTower(Tower):
    """A tower that speaks a later version of the protocol."""

    proto = "2.0"


@dataclass(frozen=True, slots=True)
class TowerBuild:
    """The features of a simulated tower. `faces` are thrown in turn, over and over; without them the faces are
    random, with `seed`. Raises `BadOrder`.
    """

    dice: tuple[str, ...] = ("d6", "d12")
    serial: str = "VIRTUAL1"
    seed: int = 1
    faces: tuple[str, ...] = ()
    capabilities: str = "faces,drop,rest,light,cal,sim"

    def __post_init__(self) -> None:
        if not 1 <= len(self.dice) <= MOST_DICE or not all(map(is_die, self.dice)):
            raise BadOrder(Text("dice are written like d6,d12, not {got}", got=",".join(self.dice)[:60]))
        if not is_id(self.serial):
            raise BadOrder(
                Text("a serial number has only letters and digits; here: {got}", got=self.serial[:40])
            )


@dataclass(slots=True)
class _Fall:
    """Dice that are falling."""

    dice: list[str]
    faces: list[str] | None
    state: str
    rest_ms: int
    until_ms: int = field(default=0)


class VirtualTower:
    """A simulated dice tower. Times are ms of the caller's clock."""

    def __init__(self, build: TowerBuild | None = None) -> None:
        self._build = build or TowerBuild()
        self._random = Random(self._build.seed)
        self._memory = RamMemory()
        self._thrown = 0
        self._cocked = 0
        self._falls: list[_Fall] = []
        self._hears_no_acks = False
        self._is_other = False
        self._is_garbage = False
        self._noise_ms = 0
        self._on_ms: int | None = None
        self._plug_ms: int | None = None
        self.faults = LineFaults()
        self._to_host = BadLine(self.faults, Random(self._build.seed + 1))
        self._from_host = BadLine(self.faults, Random(self._build.seed + 2))
        self.is_plugged = True
        self.lamp = 0
        self.made: list[str] = []
        """The last rolls, as the firmware wrote them; the reader empties the list."""
        self.core = self._power_up()

    # --- the wire

    def hear(self, data: bytes, now_ms: int) -> None:
        """Take bytes from the host."""
        self._from_host.put(data, now_ms)
        heard = self._from_host.take(now_ms)
        if self._hears_no_acks:
            heard = b"".join(line for line in heard.splitlines(True) if not line.startswith(b"ACK "))
        self.core.hear(heard, self._up_ms(now_ms))

    def say(self, now_ms: int) -> bytes:
        """Do what is due, then return bytes for the host."""
        self._happen(now_ms)
        self.core.tick(self._up_ms(now_ms))
        said = self.core.said()
        self._to_host.put(self._noise(now_ms) if self._is_garbage else said, now_ms)
        return self._to_host.take(now_ms)

    def _up_ms(self, now_ms: int) -> int:
        """Return the firmware's clock, which starts with the power."""
        if self._on_ms is None:
            self._on_ms = now_ms
        return now_ms - self._on_ms

    def _noise(self, now_ms: int) -> bytes:
        """Return random bytes, as from a bad electrical ground or another device on the cable."""
        if now_ms < self._noise_ms:
            return b""
        self._noise_ms = now_ms + NOISE_EVERY_MS
        return self._random.randbytes(NOISE_BYTES)

    # --- the dice

    def throw(self, now_ms: int, faces: Sequence[str] = (), *, rest_ms: int | None = None) -> None:
        """Let dice fall: the dice that are asked for, or else all. Raises `BadOrder` for faces that they do
        not have.
        """
        dice = list(self.core.armed) or list(self._build.dice)
        wanted = list(faces) or [self._next_face(die) for die in dice]
        if len(wanted) != len(dice) or not all(map(is_face_of, dice, wanted)):
            raise BadOrder(
                Text(
                    "each of {dice} needs a face; here: {faces}",
                    dice=", ".join(dice),
                    faces=", ".join(wanted),
                )
            )
        state = "cocked" if self._cocked else "ok"
        self._cocked = max(0, self._cocked - 1)
        self._let_fall(dice, wanted, state, now_ms, rest_ms)

    def simulate(self, dice: list[str], faces: list[str] | None, state: str, up_ms: int) -> None:
        """Let dice fall for the firmware's command SIM."""
        self._let_fall(dice, faces, state, up_ms + (self._on_ms or 0), None)

    def _let_fall(
        self, dice: list[str], faces: list[str] | None, state: str, now_ms: int, rest_ms: int | None
    ) -> None:
        took = self._random.randint(*REST_MS) if rest_ms is None else rest_ms
        self.core.drop(self._up_ms(now_ms), 300)
        # Dice that were thrown first come to rest first.
        until_ms = max([now_ms + took, *(fall.until_ms for fall in self._falls)])
        self._falls.append(_Fall(dice, faces, state, took, until_ms))
        self._happen(now_ms)

    def light(self, percent: int) -> None:
        self.lamp = percent

    def levels(self) -> tuple[int, int]:
        if self._falls:
            # Falling dice sometimes pass the light barrier, and sometimes knock.
            return self._random.choice((180, 260, 790)), self._random.choice((25, 240, 620))
        return 800 + self._random.randint(-5, 5), self._random.randint(10, 30)

    def _next_face(self, die: str) -> str:
        if self._build.faces:
            self._thrown += 1
            return self._build.faces[(self._thrown - 1) % len(self._build.faces)]
        return str(self._random.randint(1, sides_of(die) or SIGNED_FACES))

    def _happen(self, now_ms: int) -> None:
        if self._plug_ms is not None and now_ms >= self._plug_ms:
            self._plug_in()
        for fall in [fall for fall in self._falls if fall.until_ms <= now_ms]:
            self._falls.remove(fall)
            self._at_rest(fall, now_ms)

    def _at_rest(self, fall: _Fall, now_ms: int) -> None:
        reads = "faces" in self._build.capabilities.split(",")
        if fall.faces is None or not reads:
            taken = self.core.rested(fall.state, fall.rest_ms, self._up_ms(now_ms))
        else:
            sure = [self._random.randint(90, 99) for _ in fall.dice]
            if fall.state == "cocked":
                sure[-1] = self._random.randint(10, 50)
            taken = self.core.rolled(
                fall.dice, fall.faces, sure, fall.state, fall.rest_ms, self._up_ms(now_ms)
            )
        if taken:
            self.made.append(self.core.ring[-1])
            del self.made[:-10_000]

    # --- good days and bad

    def order(self, order: str, now_ms: int) -> None:
        """Carry out an order. Raises `BadOrder`."""
        match order.split():
            case ["roll", *faces]:
                self.throw(now_ms, faces)
            case ["cocked", *number] if _is_number(number):
                self._cocked += int(number[0]) if number else 1
            case ["full"]:
                self._fill(now_ms)
            case ["wrong-version"]:
                self._is_other = True
                self.restart()
            case ["restart"]:
                self.restart()
            case ["unplug", *seconds] if _is_number(seconds):
                self._unplug(now_ms + 1000 * int(seconds[0]) if seconds else None)
            case ["plug"]:
                self._plug_in()
            case ["well"]:
                self._get_well()
            case words:
                self._change_faults(words, order)

    def _change_faults(self, words: list[str], order: str) -> None:
        faults = self.faults
        match words:
            case ["damage", share]:
                faults.damage = share_of(share)
            case ["drop", share]:
                faults.drop = share_of(share)
            case ["mute"]:
                faults.is_mute = True
            case ["garbage"]:
                self._is_garbage = True
            case ["slow", *late_ms] if _is_number(late_ms):
                faults.slow_ms = int(late_ms[0]) if late_ms else SLOW_MS
            case _:
                raise BadOrder(
                    Text(
                        "the order must be one of {orders}, not {order}",
                        orders=", ".join(ORDERS),
                        order=order[:60],
                    )
                )

    def restart(self) -> None:
        """Switch the power off and on: a new boot, with only what memory held."""
        self._falls.clear()
        self._to_host.clear()
        self._from_host.clear()
        self.core = self._power_up()

    def _plug_in(self) -> None:
        self._plug_ms = None
        if not self.is_plugged:
            self.is_plugged = True
            self.restart()  # The tower gets its power over the same cable.

    def _unplug(self, until_ms: int | None) -> None:
        self.is_plugged = False
        self._plug_ms = until_ms
        self._to_host.clear()
        self._from_host.clear()

    def _fill(self, now_ms: int) -> None:
        self._hears_no_acks = True
        while len(self.core.ring) < RING:
            dice = list(self._build.dice)
            fall = _Fall(dice, [self._next_face(die) for die in dice], "ok", 0)
            self._at_rest(fall, now_ms)

    def _get_well(self) -> None:
        faults = self.faults
        faults.damage = faults.drop = 0.0
        faults.slow_ms = 0
        faults.is_mute = self._is_garbage = False
        self._hears_no_acks = False
        self._cocked = 0
        if self._is_other:
            self._is_other = False
            self.restart()

    def _power_up(self) -> Tower:
        self._on_ms = None
        about = {
            "fw": "1.0.0",
            "hw": "virtual",
            "serial": self._build.serial,
            "boot": self._random.randbytes(4).hex(),
            "dice": "any",
            "cap": self._build.capabilities,
        }
        return (OtherTower if self._is_other else Tower)(about, self._memory, self)


def _is_number(words: list[str]) -> bool:
    """Tell whether there is no word, or one number."""
    return not words or (len(words) == 1 and words[0].isdecimal() and len(words[0]) < 8)


def share_of(words: str) -> float:
    """Parse a share: `2%` gives 0.02. Raises `BadOrder`."""
    try:
        share = float(words.removesuffix("%")) / 100
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise BadOrder(Text("a share is written like 2%, not {got}", got=words[:20]))
    return share
