"""The interface of the screens to the rest of the program: the protocols that they call, and the values that they get.

Every method of `Backend`, and those of `LiveMatch` that say so, may read a disk or open a device: screens call them as
background tasks, never in the thread that draws.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from calibration.profile import CalibrationKind
from calibration.walkthrough import WalkthroughReply, WalkthroughStep
from companion.backend.card_entry import CardEntry, DraftFace, FieldFault
from companion.backend.card_readers import CardCollector, CardReview, CardScanner, FaceTeacher
from companion.backend.listed_match import MatchList
from companion.backend.people_desk import PeopleDesk
from companion.backend.screen_pictures import CameraPicture, DrawnPicture, SharedMatch
from companion.ids import MatchId, ObservationId
from companion.kiosk import Pin, PinAnswer, UseOfDay
from companion.opponent.review import Progress
from companion.opponent.seat import Seating
from companion.people import PersonId
from companion.play import Play
from companion.rules.description import (
    ANY_SQUADS,
    MatchSetting,
    NumberTable,
    RuleChoice,
    SquadDraw,
    SquadNeed,
    SquadRules,
)
from companion.rules.engine import Json
from companion.rules.readings import RulesInWords
from companion.session.inbox import Item
from companion.session.match_report import MatchReport
from companion.session.session_event import SessionEvent
from companion.session.snapshot import Snapshot
from companion.settings import Settings
from companion.showing.scene import CardSide, Cell, Highlight, Scene, Way, Words
from companion.showing.ways import Choosable
from companion.storage.drafts import Draft
from companion.storage.settings import Agreements
from companion.words import Text, Wording, searchable

NOTHING_MORE = Wording.plain("")
CAMERA = "camera"
"""The one kind of device that screens know by its name: it gives pictures, and a phone may be it."""


@dataclass(frozen=True, slots=True)
class TableDevices:
    """The devices of a match. Empty or not named: no device, and people enter what it would have reported.

    `camera` is written as for `companion watch --source`, `calibration` is the name under which it was calibrated; `others`
    are the addresses of the other devices, by the name of their kind.
    """

    camera: str = ""
    calibration: str = ""
    others: Mapping[str, str] = field(default_factory=dict)

    def address(self, kind: str) -> str:
        """Return the address of the device of a kind."""
        return self.camera if kind == CAMERA else self.others.get(kind, "")

    def choose(self, kind: str, address: str) -> "TableDevices":
        """Return the devices with another one of a kind; the calibration of another camera is dropped."""
        if kind == CAMERA:
            return replace(self, camera=address, calibration="")
        others = {**self.others, kind: address}
        return replace(self, others={name: at for name, at in others.items() if at})


@dataclass(frozen=True, slots=True)
class DeviceChoice:
    """A choice of a device that is always offered, such as a phone, or none.

    `without_camera` says what to do if there is no camera, without which it cannot work.
    """

    address: str
    says: Text
    under: Text
    without_camera: Text | None = None


@dataclass(frozen=True, slots=True)
class DeviceOffer:
    """The words with which a device of one kind is chosen, and its choices besides those that are connected."""

    name: str
    title: Text
    asks: Text
    missing: Text
    """The note while none is connected."""
    none: DeviceChoice
    further: tuple[DeviceChoice, ...] = ()
    is_typed: bool = False
    """The address of one that is elsewhere may be typed."""
    needed_for: Text | None = None
    to_choose: Text | None = None
    lacks: Text | None = None
    """What cannot be calibrated without one, the words of a touch that leads to its choice there, and of what waits for it."""


@dataclass(frozen=True, slots=True)
class HouseRuleOffer:
    """A choice that the rulebook leaves to the players, with the usual value first."""

    name: str
    title: Words
    says: Words
    choices: tuple[RuleChoice, ...]
    table: NumberTable | None = None
    """Any other table of this form may be typed; the further choices are examples."""
    is_agreed: bool = False
    """The usual value is the one that was agreed for this table, so set-ups name it."""


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """A clock whose length players may choose: the offered lengths in minutes, and the usual one (None: no limit)."""

    name: str
    title: Words
    minutes: tuple[int, ...]
    usual: int | None = None
    is_of_setup: bool = False
    """Its length belongs to the rules of the match: there is always one."""


@dataclass(frozen=True, slots=True)
class GameMode:
    """A mode of a game, with a set-up that is ready to play, and what each squad needs."""

    name: str
    title: Words
    says: Words
    setup: Json
    needs: tuple[SquadNeed, ...] = ()
    clocks: tuple[ClockSetting, ...] = ()
    settings: tuple[MatchSetting, ...] = ()
    squads: SquadRules = ANY_SQUADS
    draw: SquadDraw | None = None
    moot: tuple[str, ...] = ()
    """House rules that cannot matter in this mode."""


@dataclass(frozen=True, slots=True)
class OpponentOffer:
    """How the program plays a game: the seats that it can play, and its levels, the weakest first.

    `is_laid`: cards of a seat lie on the mat, and people can lay those that the program plays.
    """

    seats: tuple[str, ...]
    levels: tuple[int, ...]
    is_laid: bool


@dataclass(frozen=True, slots=True)
class GameOffer:
    """A game that can be played: its modes, of which `lesson` is learnt first, and the agreements possible before a match."""

    name: str
    title: Words
    says: Words
    minutes: tuple[int, int]
    modes: tuple[GameMode, ...]
    house_rules: tuple[HouseRuleOffer, ...]
    dice: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    """The seats that may play, in a game whose players choose their seats; else empty."""
    aim: Words | None = None
    """What players try to do, in one sentence."""
    art: tuple[CardSide, ...] = ()
    """Some cards of the game, each of another kind, for its picture."""
    opening: Scene | None = None
    """The board before the first play, for the picture of a game without cards."""
    devices: tuple[DeviceOffer, ...] = ()
    """The kinds of devices that may be chosen for it."""
    opponent: OpponentOffer | None = None
    """How the program plays it; None: it cannot."""
    lesson: str = ""


@dataclass(frozen=True, slots=True)
class AttractClip:
    """What a kiosk plays in a loop while nobody is there: the contest that was settled last (the board before the goal, where
    no cards were laid), and the goal. `play` is the goal's, `faces` are the contest's cards, the scenes those after each.
    """

    game: str
    play: Play
    faces: tuple[CardSide, ...]
    settled: Scene
    goal: Scene
    highlight: Highlight


@dataclass(frozen=True, slots=True)
class CardKind:
    """A kind of card: its name for people, and the reference of one such card as an example."""

    kind: str
    title: Text
    example: str


@dataclass(frozen=True, slots=True)
class CardName:
    """A card of a game's catalogues: its title and its kind; `card` is its definition as the game reads it."""

    ref: str
    name: Words
    kind: str
    card: Any = field(default=None, compare=False, repr=False)

    @property
    def found_by(self) -> str:
        """The words by which a search finds this card."""
        return searchable([Text("{ref} {name}", ref=self.ref, name=self.name)])

    @property
    def looks(self) -> str:
        """The same for all cards that only their references tell apart."""
        return self.ref if self.card is None else repr(replace(self.card, ref=""))


@dataclass(frozen=True, slots=True)
class FoundDevice:
    """A connected device: its address, and its name for people."""

    name: str
    says: Words


@dataclass(frozen=True, slots=True)
class FaceSet:
    """Describes faces of cards that are drawn alike: their game, their language, and their width in pixels. `is_mini`: small
    pictures of what matters on a card, 64 by 40; else the whole card, 63 by 88.
    """

    game: str
    language: str
    width_px: int
    is_mini: bool = True


@dataclass(frozen=True, slots=True)
class FaceRequest:
    """Names a card whose face is wanted, by its reference, side, value that stands out and seat (see `CardSide`)."""

    ref: str
    is_back: bool = False
    counts: str | None = None
    seat: str = ""


@dataclass(frozen=True, slots=True)
class FieldRequest:
    """Describes the field of a board as it is to be drawn: its game, its cells and benches, a theme, its width in pixels."""

    game: str
    cells: tuple[Cell, ...]
    theme: str
    width_px: int


@dataclass(frozen=True, slots=True)
class PhoneStatus:
    """The state of the phone that is to be the camera, and the code that it scans (None once the phone has joined)."""

    picture: CameraPicture | None
    says: Text


@dataclass(frozen=True, slots=True)
class Evidence:
    """One observation that a play was read from: a sentence, and as JPEG its picture and the whole table's if there are any."""

    observation: ObservationId
    says: Words
    jpeg: bytes | None = None
    table_jpeg: bytes | None = None
    brief: Text | None = None
    """What the camera read and how surely, in a word or two."""


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """A request to begin a match: its complete set-up, the lengths of its clocks in ms, its devices, the seats that the
    program plays, and which remembered person plays which seat.
    """

    setup: Json
    gear: TableDevices
    clocks_ms: dict[str, int] = field(default_factory=dict)
    opponents: tuple[Seating, ...] = ()
    people: Mapping[str, PersonId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class QuickStart:
    """A match that begins with one touch, without camera and tower: set up as the last match of the game, or as shipped."""

    game: str
    request: PlayRequest
    says: Words
    about: Words = NOTHING_MORE


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check before a match: its grade (good, fair, poor), and what to do if the grade is not good.

    `device`: the kind of device that another choice of would change it.
    """

    what: Words
    standing: str
    says: Words
    todo: Words | None = None
    device: str = ""


@dataclass(frozen=True, slots=True)
class CalibrationStatus:
    """The status of one calibration: its name for people, what to have ready for it, and the kind of device that it is for.

    `dice` holds the dice that can be learned, for the calibration of dice.
    """

    kind: CalibrationKind
    title: Text
    needs: Text
    device: str
    standing: str
    says: Words
    dice: tuple[str, ...] = ()


class CalibrationRun(Protocol):
    """A calibration in progress. Its methods may be called from any thread."""

    def step(self) -> WalkthroughStep | None:
        """Return the current step; None before the first. The object is the same until something changes."""

    def picture(self) -> CameraPicture | None:
        """Return the picture of the camera now."""

    def trouble(self) -> Text | None:
        """Return the reason why the calibration cannot go on; None if it can."""

    def kept(self) -> Text | None:
        """Return what the calibration saved, once it is over."""

    def answer(self, answer: WalkthroughReply) -> None:
        """Pass a person's answer on."""

    def stop(self) -> None:
        """Stop and release camera or tower; to be called in a background task."""


class CardEditor(Protocol):
    """Lists, enters, checks and changes the owner's own cards. All methods run in background tasks and raise
    `CompanionError`.
    """

    def own(self, game: str) -> Sequence[CardName]: ...
    def drafts(self, game: str) -> Sequence[Draft]: ...
    def kinds(self, game: str) -> Sequence[CardKind]:
        """Return the kinds of cards that have a reference."""

    def kind_of(self, game: str, typed: str) -> str | None:
        """Return the kind that a reference tells by its letters; None if it is not sure."""

    def begin(self, game: str, kind: str, typed: str) -> CardEntry:
        """Begin the entry of a card by its reference: a new card, a draft, or a card to be entered again."""

    def keep(self, draft: Draft) -> None: ...
    def drop(self, draft: Draft) -> None: ...
    def faults(self, entry: CardEntry) -> Sequence[FieldFault]:
        """Return what is wrong with a complete card."""

    def draw(self, entry: CardEntry, faces: FaceSet, *, is_back: bool) -> DraftFace | None:
        """Return the face of a card as far as it is entered; None while the rules refuse it."""

    def save(self, entry: CardEntry) -> None: ...

    def remove(self, game: str, ref: str) -> Json:
        """Remove a card and return it, for `restore`."""

    def restore(self, game: str, card: Json) -> None: ...


class LiveMatch(Protocol):
    """A match in progress. Its methods may be called from any thread, unless they say otherwise."""

    @property
    def name(self) -> MatchId: ...

    @property
    def setup(self) -> Json: ...

    def newest(self) -> Snapshot | None:
        """Return the newest snapshot; the object is the same until something changes."""

    def news(self) -> Sequence[SessionEvent]:
        """Return all session events since the last call; none is lost."""

    def picture(self) -> CameraPicture | None:
        """Return the newest picture of the table, the same object until the next one; None if the camera gives none."""

    def put(self, item: Item) -> None:
        """Pass on an item that a person entered."""

    def evidence(self, seq: int) -> Sequence[Evidence]:
        """Return the observations that a play was read from; runs in a background task. Raises `CompanionError`."""

    def stop(self) -> None:
        """Release the devices and close the log; to be called in a background task."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A choice of two to four plays for a visitor; the first is the virtual player's. `asks`: what is to be done. `decides`:
    what it is about. `ways`: for each, where pieces and ball would go. `is_hidden`: the others do not see the cards.
    """

    number: int
    seat: str
    choices: tuple[Choosable, ...]
    ways: tuple[tuple[Way, ...], ...] = ()
    asks: Words | None = None
    decides: Words | None = None
    is_hidden: bool = False


class GuidedMatch(LiveMatch, Protocol):
    """A demonstration match at a kiosk. Before some plays it waits until the visitor has chosen a play."""

    def invitation(self) -> Invitation | None:
        """Return the open invitation; the object is the same until the match goes on."""

    def choose(self, number: int, choice: int | None) -> None:
        """Choose a play of an invitation; None: the virtual player chooses. A late choice does nothing."""


class Backend(Protocol):
    """Everything that screens ask for. All methods run in background tasks."""

    def games(self) -> Sequence[GameOffer]: ...
    def rules(self, game: str) -> RulesInWords:
        """Return what can be read of a game's rules. Raises `CompanionError`."""

    def quick_starts(self, *, names_people: bool = True) -> Sequence[QuickStart]:
        """Return a quick start for each game, without devices. `names_people`: those who were here last sit in it, and with one
        alone the program. Raises `CompanionError`.
        """

    def again(self) -> Sequence[QuickStart]:
        """Return the last match once more for the people who played it: as it was, and with the sides swapped. Nothing where
        nobody was named, or while that match goes on. Raises `CompanionError`.
        """

    def matches(self, most: int) -> MatchList:
        """Return the latest recorded matches; damaged ones, of which not even the beginning can be read, come last."""

    def replay(self, match: MatchId) -> Sequence[Snapshot]:
        """Return a recorded match as it stood after each play that counts, its beginning first. Raises `CompanionError`."""

    def report(self, match: MatchId, *, is_reviewed: bool, progress: Progress = ...) -> MatchReport:
        """Return what is told of a match after its end; what it was worth takes some seconds, of which `progress` gets the
        share that is done, in this thread. Raises `CompanionError`.
        """

    def share(self, match: MatchId, language: str) -> SharedMatch:
        """Serve what is kept of a match to phones on the same network, until `end_share`. Raises `CompanionError`."""

    def end_share(self) -> None:
        """Serve nothing of a match any more."""

    def sticks(self) -> Sequence[str]:
        """Return the folders of the sticks that are plugged in and may be written to."""

    def keep(self, match: MatchId, folder: str, language: str) -> Sequence[str]:
        """Write what is kept of a match into a folder: a page, a picture and a PDF; return the files. Raises
        `CompanionError`.
        """

    def put_away(self, match: MatchId) -> None:
        """Leave a match out of the list from now on; its log stays. Raises `CompanionError`."""

    def take_out(self, match: MatchId) -> None:
        """List a match again that was put away. Raises `CompanionError`."""

    def matches_of_people(self, most: int) -> MatchList:
        """Return the latest matches whose people are known, and how many there are. Raises `CompanionError`."""

    def keeping(self) -> Text | None:
        """Return why nothing can be saved on this machine, with the folder and the problem; None if all is well."""

    def devices(self) -> Sequence[DeviceOffer]:
        """Return the kinds of devices that can be chosen; needs no background task."""

    def find(self, kind: str) -> Sequence[FoundDevice]:
        """Return the connected devices of a kind."""

    def settings(self) -> Settings:
        """Return the owner's settings. Never raises."""

    def agreements(self) -> Mapping[str, Agreements]:
        """Return what was agreed for this table, such as by a hall's office, by game. It costs little, and never raises."""

    def change(self, changed: Callable[[Settings], Settings]) -> Settings:
        """Change the settings, save them and return them. Raises `CompanionError`."""

    def try_pin(self, pin: Pin, digits: str, now_ms: Callable[[], int]) -> PinAnswer:
        """Try digits as the PIN. Tries are counted for all pages and programs together. Never raises."""

    def use(self, more: UseOfDay) -> Mapping[str, UseOfDay]:
        """Count more use of a kiosk today, and return the counts by date, the oldest first. Raises `CompanionError`."""

    def last_gear(self) -> TableDevices:
        """Return the devices of the last match that are still connected."""

    def await_phone(self) -> None:
        """Listen for a phone from now on, for a page that shows its code. Raises `CompanionError`."""

    def phone(self) -> PhoneStatus | None:
        """Return the state of the phone; None if nothing listens for one. Needs no background task."""

    def dismiss_phone(self) -> None:
        """End what `await_phone` began; a match or a scan that uses the phone keeps it."""

    def cards(self, game: str) -> Sequence[CardName]:
        """Return the cards for squads, with the owner's own. Raises `CompanionError`."""

    def draw_faces(self, faces: FaceSet, orders: Sequence[FaceRequest]) -> Mapping[FaceRequest, DrawnPicture]:
        """Return the faces of these cards, as they are printed; cards that no catalogue has are left out. Never raises."""

    def draw_field(self, field: FieldRequest, setup: Json) -> DrawnPicture | None:
        """Return the field within its outermost cells, as the match's mat shows it, without any text; None for a
        board that cannot be drawn. Never raises.
        """

    def teach(self, game: str, gear: TableDevices) -> FaceTeacher:
        """Begin to learn the faces of cards. Raises `CompanionError`."""

    def collect(self, game: str, gear: TableDevices) -> CardCollector:
        """Begin to photograph cards whose values are to be read. Raises `CompanionError`."""

    def review_cards(self, game: str) -> CardReview:
        """Return a new review of the cards that were photographed; to be called in a background task. Raises
        `CompanionError`.
        """

    def scan(self, game: str, gear: TableDevices) -> CardScanner:
        """Begin to read cards. Raises `CompanionError`."""

    def check(self, request: PlayRequest) -> Sequence[CheckResult]:
        """Check all that a match needs. This may take some seconds."""

    @property
    def people_desk(self) -> PeopleDesk:
        """Return what is kept of people and teams; needs no background task."""

    @property
    def card_editor(self) -> CardEditor:
        """Return the owner's cards of a game; needs no background task."""

    def calibrated(self) -> Sequence[CalibrationStatus]:
        """Return all calibrations with their status."""

    def calibrate(self, kind: CalibrationKind, gear: TableDevices, die: str = "") -> CalibrationRun:
        """Begin a calibration. Raises `CompanionError`."""

    def begin(self, request: PlayRequest) -> LiveMatch:
        """Begin a match. Raises `CompanionError`."""

    def begin_again(self, match: MatchId, gear: TableDevices) -> LiveMatch:
        """Begin a new match with the set-up and the clocks of an earlier one. Raises `CompanionError`."""

    def resume(self, match: MatchId, gear: TableDevices, *, is_taken_over: bool = False) -> LiveMatch:
        """Continue an interrupted match.

        Raises `CompanionError`; `PlayedElsewhere` names the program that has the match open. `is_taken_over`: a person
        decided to go on here, and the other program can keep nothing more.
        """

    def attract_clip(self, game: str, seed: int) -> AttractClip | None:
        """Return a kiosk's loop for a game, out of matches that depend on the seed; None if nobody scores in them."""

    def guide(self, game: str, mode: str, seed: int, speed: float, language: str) -> GuidedMatch:
        """Show a match that virtual players act out on the virtual table, whose mat has words of this language; it is not kept.
        The visitor may choose plays for the first seat.
        """
