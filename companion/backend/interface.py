"""What screens ask of the rest of the program: the values that they get, and the protocols of the objects that give them.

Every method of `Backend`, and those of `LiveMatch` that say so, may read a disk or open a device: screens call them as
errands, never in the thread that draws.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from calibration.profile import CalibrationKind
from calibration.walkthrough import WalkthroughReply, WalkthroughStep
from companion.backend.card_entry import CardEntry
from companion.ids import MatchId, ObservationId
from companion.kiosk.pin import Pin, PinAnswer
from companion.rules.description import MatchSetting, NumberTable, RuleChoice, SquadNeed
from companion.rules.engine import Json
from companion.session.inbox import Item
from companion.session.session_event import SessionEvent
from companion.session.snapshot import Snapshot
from companion.settings import Settings
from companion.showing.scene import Words
from companion.showing.ways import Choosable
from companion.storage.drafts import Draft
from companion.words import Text


@dataclass(frozen=True, slots=True)
class TableDevices:
    """The devices of a match: `camera` as `companion watch --source` takes it, `tower` a port, `usb` or `virtual`.
    Empty: none, and hands say what they would have said.
    """

    camera: str = ""
    calibration: str = ""
    tower: str = ""


@dataclass(frozen=True, slots=True)
class HouseRuleOffer:
    """A point that the rulebook leaves open: the usual choice first."""

    name: str
    title: Words
    says: Words
    choices: tuple[RuleChoice, ...]
    table: NumberTable | None = None
    """Any other table of this form may be typed; the further choices are examples."""


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """A clock whose length players may choose: the lengths offered, in minutes, and the usual one (None: no limit)."""

    name: str
    title: Words
    minutes: tuple[int, ...]
    usual: int | None = None
    is_of_setup: bool = False
    """Its length belongs to the rules of the match: there is always one."""


@dataclass(frozen=True, slots=True)
class GameMode:
    """A way to play a game, with a set-up that is ready to play, and what each of its squads needs."""

    name: str
    title: Words
    says: Words
    setup: Json
    needs: tuple[SquadNeed, ...] = ()
    clocks: tuple[ClockSetting, ...] = ()
    settings: tuple[MatchSetting, ...] = ()


@dataclass(frozen=True, slots=True)
class GameOffer:
    """A game that can be played: its modes, and what may be agreed before."""

    name: str
    title: Words
    says: Words
    minutes: tuple[int, int]
    modes: tuple[GameMode, ...]
    house_rules: tuple[HouseRuleOffer, ...]
    dice: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    """Those who may play where the table says who does; else empty."""


@dataclass(frozen=True, slots=True)
class CardName:
    """A card of a game's catalogues: what it is called, and its kind."""

    ref: str
    name: Words
    kind: str


@dataclass(frozen=True, slots=True)
class UnfinishedMatch:
    """A match that was interrupted: who played, how it stood, when it was left, and whether it cannot be read whole."""

    match: MatchId
    game: str
    title: Words
    stands: Words
    at_ms: int
    is_damaged: bool = False


@dataclass(frozen=True, slots=True)
class FoundDevice:
    """A camera or a tower that is plugged in: its name for the program, and its name for people."""

    name: str
    says: Words


@dataclass(frozen=True, slots=True)
class CameraPicture:
    """A small picture of what the camera sees: BGR bytes, row by row from the top, with marks on what was recognised."""

    pixels: bytes
    width_px: int
    height_px: int
    marks: tuple["PictureMark", ...] = ()


@dataclass(frozen=True, slots=True)
class PictureMark:
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
    gear: TableDevices
    clocks_ms: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class QuickStart:
    """A match of a game that begins with one touch, without camera and tower: as it was played last, or as it is shipped."""

    game: str
    request: PlayRequest
    says: Words


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check before a match: its grade (good, fair, poor), and what to do if it is not good."""

    what: Words
    standing: str
    says: Words
    todo: Words | None = None


@dataclass(frozen=True, slots=True)
class ScannedCard:
    """A card that the camera read: one reference, or those it may be. `number` tells it from all others of this scan."""

    number: int
    refs: tuple[str, ...]


class CardScanner(Protocol):
    """Cards read one after the other, for as long as somebody lays them down. From any thread."""

    def picture(self) -> CameraPicture | None:
        """As the camera sees it now."""

    def newest(self) -> Sequence[ScannedCard]:
        """All that was read since this was asked last."""

    def trouble(self) -> Text | None: ...

    def stop(self) -> None:
        """An errand: the camera is let go."""


@dataclass(frozen=True, slots=True)
class CalibrationStatus:
    """The status of one calibration. `dice`: the dice that can be learned, if it is about dice."""

    kind: CalibrationKind
    standing: str
    says: Words
    dice: tuple[str, ...] = ()


class CalibrationRun(Protocol):
    """A calibration under way. Its methods may be called from any thread."""

    def step(self) -> WalkthroughStep | None:
        """Where it is now; None until it has begun. The same object until something changed."""

    def picture(self) -> CameraPicture | None:
        """As the camera sees it now."""

    def trouble(self) -> Text | None:
        """Why it cannot go on."""

    def kept(self) -> Text | None:
        """What became of it, once it is over."""

    def answer(self, answer: WalkthroughReply) -> None:
        """What a person says."""

    def stop(self) -> None:
        """An errand: camera or tower are let go."""


class Shelf(Protocol):
    """The owner's own cards. All methods are background tasks, and raise `CompanionError`."""

    def own(self, game: str) -> Sequence[CardName]: ...
    def drafts(self, game: str) -> Sequence[Draft]: ...
    def kinds(self, game: str) -> Sequence[tuple[str, Text]]:
        """Kinds of cards that have a reference, and what they are called."""

    def begin(self, game: str, kind: str, typed: str) -> CardEntry:
        """A card by its reference: new, half entered, or one that is entered anew."""

    def keep(self, draft: Draft) -> None: ...
    def drop(self, draft: Draft) -> None: ...
    def faults(self, entry: CardEntry) -> Sequence[Text]:
        """What is wrong with a card that is whole."""

    def save(self, entry: CardEntry) -> None: ...

    def remove(self, game: str, ref: str) -> Json:
        """The card, to be brought back with `restore`."""

    def restore(self, game: str, card: Json) -> None: ...


class LiveMatch(Protocol):
    """A match that is played now. Its methods may be called from any thread, unless they say otherwise."""

    @property
    def name(self) -> MatchId: ...

    @property
    def setup(self) -> Json: ...

    def newest(self) -> Snapshot | None:
        """How it stands; the same object until something changed."""

    def news(self) -> Sequence[SessionEvent]:
        """All that was told since this was asked last; nothing is lost."""

    def picture(self) -> CameraPicture | None:
        """The table as the camera sees it now; None: it sees nothing. The same object until there is a new one."""

    def put(self, item: Item) -> None:
        """What a hand said."""

    def evidence(self, seq: int) -> Sequence[Evidence]:
        """An errand: what a play was read from. Raises `CompanionError`."""

    def stop(self) -> None:
        """An errand: devices are let go, and the log is closed."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A play that a visitor may choose for a seat, of two to four; the first is what its virtual player would do.
    `is_hidden`: the cards of it lie face down for all others. `number` tells it from all others of the match.
    """

    number: int
    seat: str
    choices: tuple[Choosable, ...]
    is_hidden: bool = False


class GuidedMatch(LiveMatch, Protocol):
    """A shown match that stops before some plays until the visitor has chosen."""

    def invitation(self) -> Invitation | None:
        """What it waits for; the same object until it goes on."""

    def choose(self, number: int, choice: int | None) -> None:
        """One of an invitation's choices; None: its player is to choose. Nothing, if it has gone on meanwhile."""


class Backend(Protocol):
    """Everything that screens ask for. All methods are background tasks."""

    def games(self) -> Sequence[GameOffer]: ...
    def quick_starts(self) -> Sequence[QuickStart]:
        """One for each game: no camera, no tower, all is said by hand. Raises `CompanionError`."""

    def unfinished(self) -> Sequence[UnfinishedMatch]:
        """Matches that were interrupted, the last first."""

    def keeping(self) -> Text | None:
        """Why no match can be kept here, nor anything else: which folder, and what is wrong with it. None: all is well."""

    def cameras(self) -> Sequence[FoundDevice]: ...
    def towers(self) -> Sequence[FoundDevice]: ...

    def settings(self) -> Settings:
        """What the owners chose. Never raises."""

    def change(self, changed: Callable[[Settings], Settings]) -> Settings:
        """Keep other settings; the new ones. Raises `CompanionError`."""

    def try_pin(self, pin: Pin, digits: str, now_ms: Callable[[], int]) -> PinAnswer:
        """An errand. Tries are counted for all pages and programs together. Never raises."""

    def last_gear(self) -> TableDevices:
        """The devices that were used last, as far as they are there."""

    def cards(self, game: str) -> Sequence[CardName]:
        """The cards that squads are made of, the owners' own too. Raises `CompanionError`."""

    def scan(self, game: str, gear: TableDevices) -> CardScanner:
        """Raises `CompanionError`."""

    def check(self, request: PlayRequest) -> Sequence[CheckResult]:
        """Look at all that a match needs. It may take some seconds."""

    @property
    def shelf(self) -> Shelf:
        """Not an errand itself."""

    def calibrated(self) -> Sequence[CalibrationStatus]:
        """What can be calibrated, and how it stands with it."""

    def calibrate(self, kind: CalibrationKind, gear: TableDevices, die: str = "") -> CalibrationRun:
        """Raises `CompanionError`."""

    def begin(self, request: PlayRequest) -> LiveMatch:
        """Raises `CompanionError`."""

    def resume(self, match: MatchId, gear: TableDevices, *, is_taken_over: bool = False) -> LiveMatch:
        """Raises `CompanionError`: `PlayedElsewhere`, which says by which program, when another one has the match open.
        `is_taken_over`: a person wants to go on here all the same; the other program then keeps nothing more.
        """

    def show(self, game: str, mode: str, seed: int, speed: float) -> LiveMatch:
        """A match that virtual players act out on the drawn table. It is not kept among people's matches."""

    def guide(self, game: str, mode: str, seed: int, speed: float) -> GuidedMatch:
        """The same, at which who watches may choose for the first seat."""
