"""The house: what screens ask of the rest of the program. Who wires the program gives them one.

Every method of `House`, and those of `LiveMatch` that say so, may read a disk or open a device: screens call them as
errands, never in the thread that draws.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from calibration.profile import Kind
from calibration.walkthrough import Answer, Step
from companion.ids import MatchId, ObservationId
from companion.kiosk.pin import Pin, PinAnswer
from companion.rules.engine import Json
from companion.session.inbox import Item
from companion.session.snapshot import Snapshot
from companion.session.told import Told
from companion.settings import Settings
from companion.showing.scene import Words
from companion.showing.ways import Choosable
from companion.storage.drafts import Draft
from companion.words import Text

if TYPE_CHECKING:
    from ui.presenters.at_once import AtOnce
    from ui.presenters.entering import Entry


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
class Setting:
    """A point of the match itself: where it stands in the set-up, field by field; the usual choice first. `most`: a whole
    number from 1 up to it may be typed as well.
    """

    path: tuple[str, ...]
    title: Words
    says: Words | str
    choices: tuple[Choice, ...]
    most: int | None = None

    @property
    def name(self) -> str:
        return ".".join(self.path)


@dataclass(frozen=True, slots=True)
class Need:
    """Cards that a squad consists of: so many of a kind, in a field of the team's set-up. `least` fewer than `count`: the
    rest is as one likes. `is_once`: no card of it twice. `among`: only of what stands in another field.
    """

    field: str
    title: Words
    kind: str
    count: int
    least: int
    is_once: bool = True
    among: str = ""


@dataclass(frozen=True, slots=True)
class Timed:
    """A clock that the table may give a length: those that are offered, in minutes, and the usual one; None: no limit."""

    name: str
    title: Words
    minutes: tuple[int, ...]
    usual: int | None = None
    is_of_setup: bool = False
    """Its length belongs to the rules of the match: there is always one."""


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to play a game, with a set-up that is ready to play, and what each of its squads needs."""

    name: str
    title: Words
    says: Words
    setup: Json
    needs: tuple[Need, ...] = ()
    clocks: tuple[Timed, ...] = ()
    settings: tuple[Setting, ...] = ()


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
    seats: tuple[str, ...] = ()
    """Those who may play where the table says who does; else empty."""


@dataclass(frozen=True, slots=True)
class CardTold:
    """A card of a game's catalogues: what it is called, and its kind."""

    ref: str
    name: Words
    kind: str


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that was interrupted: who played, how it stood, when it was left, and whether it cannot be read whole."""

    match: MatchId
    game: str
    title: Words
    stands: Words
    at_ms: int
    is_damaged: bool = False


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


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that was looked at before a match: how it stands (good, fair, poor), and what to do where that is not well."""

    what: Words
    standing: str
    says: Words
    todo: Words | None = None


@dataclass(frozen=True, slots=True)
class Scanned:
    """A card that the camera read: one reference, or those it may be. `number` tells it from all others of this scan."""

    number: int
    refs: tuple[str, ...]


class Scanner(Protocol):
    """Cards read one after the other, for as long as somebody lays them down. From any thread."""

    def picture(self) -> Picture | None:
        """As the camera sees it now."""

    def newest(self) -> Sequence[Scanned]:
        """All that was read since this was asked last."""

    def trouble(self) -> Text | None: ...

    def stop(self) -> None:
        """An errand: the camera is let go."""


@dataclass(frozen=True, slots=True)
class Calibrated:
    """How it stands with one of the things that are calibrated. `dice`: those there are to learn, if it is dice."""

    kind: Kind
    standing: str
    says: Words
    dice: tuple[str, ...] = ()


class Calibrating(Protocol):
    """A calibration that goes on. From any thread."""

    def step(self) -> Step | None:
        """Where it is now; None until it has begun. The same object until something changed."""

    def picture(self) -> Picture | None:
        """As the camera sees it now."""

    def trouble(self) -> Text | None:
        """Why it cannot go on."""

    def kept(self) -> Text | None:
        """What became of it, once it is over."""

    def answer(self, answer: Answer) -> None:
        """What a person says."""

    def stop(self) -> None:
        """An errand: camera or tower are let go."""


class Shelf(Protocol):
    """The owner's own cards. All are errands, and raise `CompanionError`."""

    def own(self, game: str) -> Sequence[CardTold]: ...

    def drafts(self, game: str) -> Sequence[Draft]: ...

    def kinds(self, game: str) -> Sequence[tuple[str, Text]]:
        """Kinds of cards that have a reference, and what they are called."""

    def begin(self, game: str, kind: str, typed: str) -> "Entry":
        """A card by its reference: new, half entered, or one that is entered anew."""

    def keep(self, draft: Draft) -> None: ...

    def drop(self, draft: Draft) -> None: ...

    def faults(self, entry: "Entry") -> Sequence[Text]:
        """What is wrong with a card that is whole."""

    def save(self, entry: "Entry") -> None: ...

    def remove(self, game: str, ref: str) -> Json:
        """The card, to be brought back with `restore`."""

    def restore(self, game: str, card: Json) -> None: ...


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


@dataclass(frozen=True, slots=True)
class Invitation:
    """A play that somebody who watches may choose for a seat: what its player would do is the first of two to four.
    `is_hidden`: the cards of it lie face down for all others. `number` tells it from all others of the match.
    """

    number: int
    seat: str
    choices: tuple[Choosable, ...]
    is_hidden: bool = False


class GuidedMatch(LiveMatch, Protocol):
    """A match that is shown, and stops before some plays until who watches has chosen."""

    def invitation(self) -> Invitation | None:
        """What it waits for; the same object until it goes on."""

    def choose(self, number: int, choice: int | None) -> None:
        """One of an invitation's choices; None: its player is to choose. Nothing, if it has gone on meanwhile."""


class House(Protocol):
    """Everything that screens ask for. All are errands."""

    def games(self) -> Sequence[Game]: ...

    def at_once(self) -> "Sequence[AtOnce]":
        """One for each game: no camera, no tower, all is said by hand. Raises `CompanionError`."""

    def unfinished(self) -> Sequence[Unfinished]:
        """Matches that were interrupted, the last first."""

    def keeping(self) -> Text | None:
        """Why no match can be kept here, nor anything else: which folder, and what is wrong with it. None: all is well."""

    def cameras(self) -> Sequence[Found]: ...

    def towers(self) -> Sequence[Found]: ...

    def settings(self) -> Settings:
        """What the owners chose. Never raises."""

    def change(self, changed: Callable[[Settings], Settings]) -> Settings:
        """Keep other settings; the new ones. Raises `CompanionError`."""

    def try_pin(self, pin: Pin, digits: str, now_ms: Callable[[], int]) -> PinAnswer:
        """An errand. Tries are counted for all pages and programs together. Never raises."""

    def last_gear(self) -> Gear:
        """The devices that were used last, as far as they are there."""

    def cards(self, game: str) -> Sequence[CardTold]:
        """The cards that squads are made of, the owners' own too. Raises `CompanionError`."""

    def scan(self, game: str, gear: Gear) -> Scanner:
        """Raises `CompanionError`."""

    def check(self, request: PlayRequest) -> Sequence[Checked]:
        """Look at all that a match needs. It may take some seconds."""

    @property
    def shelf(self) -> Shelf:
        """Not an errand itself."""

    def calibrated(self) -> Sequence[Calibrated]:
        """What can be calibrated, and how it stands with it."""

    def calibrate(self, kind: Kind, gear: Gear, die: str = "") -> Calibrating:
        """Raises `CompanionError`."""

    def begin(self, request: PlayRequest) -> LiveMatch:
        """Raises `CompanionError`."""

    def resume(self, match: MatchId, gear: Gear, *, is_taken_over: bool = False) -> LiveMatch:
        """Raises `CompanionError`: `PlayedElsewhere`, which says by which program, when another one has the match open.
        `is_taken_over`: a person wants to go on here all the same; the other program then keeps nothing more.
        """

    def show(self, game: str, mode: str, seed: int, speed: float) -> LiveMatch:
        """A match that virtual players act out on the drawn table. It is not kept among people's matches."""

    def guide(self, game: str, mode: str, seed: int, speed: float) -> GuidedMatch:
        """The same, at which who watches may choose for the first seat."""
