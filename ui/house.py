"""The house: what screens ask of the rest of the program. Who wires the program gives them one.

Every method of `House`, and those of `LiveMatch` that say so, may read a disk or open a device: screens call them as
errands, never in the thread that draws.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.ids import MatchId, ObservationId
from companion.kiosk.pin import Pin
from companion.rules.engine import Json
from companion.session.inbox import Item
from companion.session.snapshot import Snapshot
from companion.session.told import Told
from companion.words import Text, Wording

Words = Text | Wording


@dataclass(frozen=True, slots=True)
class Gear:
    """The devices of a match: `camera` as `companion watch --source` takes it, `tower` a port, `usb` or `virtual`.
    Empty: none, and hands say what they would have said.
    """

    camera: str = ""
    calibration: str = ""
    tower: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values of a house rule."""

    value: object
    says: Words


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A point that the rulebook leaves open: the usual choice first."""

    name: str
    title: Words
    says: Words
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to play a game, with a set-up that is ready to play."""

    name: str
    title: Words
    says: Words
    setup: Json


@dataclass(frozen=True, slots=True)
class Game:
    """A game that can be played: its modes, and what may be agreed before."""

    name: str
    title: Words
    says: Words
    minutes: tuple[int, int]
    modes: tuple[Mode, ...]
    house_rules: tuple[HouseRule, ...]
    dice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that was interrupted: who played, how it stood, and when it was left."""

    match: MatchId
    game: str
    title: Words
    stands: Words
    at_ms: int


@dataclass(frozen=True, slots=True)
class Found:
    """A camera or a tower that is there: what it is called here, and for people."""

    name: str
    says: Words


@dataclass(frozen=True, slots=True)
class Picture:
    """What the camera sees, small: BGR bytes row by row from the top, and what was recognised in it."""

    pixels: bytes
    width_px: int
    height_px: int
    marks: tuple["Mark", ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A thing that was recognised: its corners in the picture's pixels, and its print."""

    corners_px: tuple[tuple[float, float], ...]
    label: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one observation was read from: in words, and its picture as JPEG if there is one."""

    observation: ObservationId
    says: Words
    jpeg: bytes | None = None


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """A match that is to begin: its set-up with all that was agreed, its clocks' lengths in ms, and its devices."""

    setup: Json
    gear: Gear
    clocks_ms: dict[str, int] = field(default_factory=dict)


class LiveMatch(Protocol):
    """A match at a table, played now. From any thread, but for what it says."""

    @property
    def name(self) -> MatchId: ...

    @property
    def setup(self) -> Json: ...

    def newest(self) -> Snapshot | None:
        """How it stands; the same object until something changed."""

    def news(self) -> Sequence[Told]:
        """All that was told since this was asked last; nothing is lost."""

    def picture(self) -> Picture | None:
        """The table as the camera sees it now; None: it sees nothing. The same object until there is a new one."""

    def put(self, item: Item) -> None:
        """What a hand said."""

    def evidence(self, seq: int) -> Sequence[Evidence]:
        """An errand: what a play was read from. Raises `CompanionError`."""

    def stop(self) -> None:
        """An errand: devices are let go, and the log is closed."""


class House(Protocol):
    """Everything that screens ask for. All are errands."""

    def games(self) -> Sequence[Game]: ...

    def unfinished(self) -> Sequence[Unfinished]:
        """Matches that were interrupted, the last first."""

    def cameras(self) -> Sequence[Found]: ...

    def towers(self) -> Sequence[Found]: ...

    def begin(self, request: PlayRequest) -> LiveMatch:
        """Raises `CompanionError`."""

    def resume(self, match: MatchId, gear: Gear) -> LiveMatch:
        """Raises `CompanionError`."""

    def pin(self) -> Pin | None:
        """What unlocks changes of the past; None: nobody set one."""

    def show(self, game: str, mode: str, seed: int, speed: float) -> LiveMatch:
        """A match that virtual players act out on the drawn table. It is not kept among people's matches."""
