"""The snapshot of a live match: all that screens show of it. It is frozen, and made in the session's thread."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.event import VoidedPlay
from companion.ids import MatchId, ObservationId
from companion.locks import NOTHING_LOCKED, TableLocks
from companion.play import Insert, SaidPlay
from companion.reading.answer import Desync, Puzzle, TableQuestion
from companion.rules.engine import Json
from companion.session.session_event import NoticeEvent
from companion.showing.scene import Highlight, Scene, SumLine, Words
from companion.showing.settable import Settable
from companion.showing.ways import Choosable, Ways
from companion.timers import ClockReading
from companion.words import Text


@dataclass(frozen=True, slots=True)
class Offer:
    """All plays of one kind that a seat (None: the whole table) may make now.

    For long plays `ways` has all, `plays` some.

    `is_hidden`: they say what lies face down. `is_aside`: nobody waits for them, and they would be taken. `is_ready`: its
    only play stands whole on one button.
    """

    seat: str | None
    kind: str
    plays: tuple[Choosable, ...]
    ways: Ways | None = None
    is_hidden: bool = False
    is_aside: bool = False
    is_ready: bool = False


class Fate(StrEnum):
    """What became of a play: the state of its line in the history."""

    IN_FORCE = "in force"
    REFUSED = "refused"
    TAKEN_BACK = "taken back"
    VOIDED = "voided"
    """An earlier play was corrected, and this one became impossible."""
    ABOVE = "above"
    """It is about other plays: an undo, a correction, a note."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """An event in words, with its arithmetic and the place in the rulebook."""

    kind: str
    says: Text
    cite: str | None
    sums: tuple[SumLine, ...] = ()
    is_notable: bool = False
    """Spectators look back at it."""
    brief: Text | None = None
    """What spectators look back at in few words; a goal with the score."""


@dataclass(frozen=True, slots=True)
class HiddenPlay:
    """All that anybody may know of a play with face-down cards: its kind and its seat."""

    kind: str
    seat: str | None


@dataclass(frozen=True, slots=True)
class ScoreStep:
    """What a play did to the score of a seat."""

    seat: str
    before: int
    after: int


class Mark(StrEnum):
    """What a play is remembered for."""

    NONE = ""
    GOAL = "goal"
    FOUL = "foul"


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One play of the match's history, also a refused one. `by`: camera, tower, tap, answer, amendment, referee, clock.

    Lines stand in the order of the match: an inserted play before the play that it was put before. After a correction a line
    says what is in force now, `was` what it said before, `changed_by` which play changed it;
    `refusal` says why it was refused, or became impossible; a refused play with `changed_by` stands by that override.
    `is_hidden`: it says what lay face down.
    """

    seq: int
    at_ms: int
    """Milliseconds since 1970, UTC."""
    by: str
    play: SaidPlay
    """A `HiddenPlay` where a card of it lies face down."""
    says: Text
    seat: str | None
    consequences: tuple[Consequence, ...]
    evidence: tuple[ObservationId, ...]
    fate: Fate
    refusal: Words | None = None
    cite: str | None = None
    was: Text | None = None
    replaced: Text | None = None
    """What the play that this correction changed said before."""
    inserted: Insert | None = None
    """How this play was put before an earlier one, because nobody had entered it; None: it was entered in its turn.

    `play` is then the missed play itself.
    """
    changed_by: int | None = None
    is_hidden: bool = False
    opened_by: str | None = None
    """The kind of the play or event after which all have seen what it hides."""
    scores: tuple[ScoreStep, ...] = ()
    """Empty for a play that does not count."""
    mark: Mark = Mark.NONE


@dataclass(frozen=True, slots=True)
class Proposal:
    """An amendment that would make later plays impossible, waiting for a decision: keep, drop, or enter again.

    `is_missed`: `instead` was missed before play `seq`, and does not replace it. `makes`: what the plays before
    the first impossible one would become, such as a foul.
    """

    seq: int
    instead: SaidPlay
    voided: tuple[VoidedPlay, ...]
    is_missed: bool = False
    makes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """The match before play `seq`: its scene, the plays that the rules would have accepted, and the likeliest of them; and
    the scene `after` it.
    """

    seq: int
    scene: Scene
    offers: tuple[Offer, ...]
    likely: tuple[Choosable, ...]
    after: Scene | None = None
    is_secret: bool = False
    """The play named a card that still lies face down: no likely play is named."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question with its options as sentences, the likeliest first. `is_whether`: whether a roll, the only option, counts."""

    question: TableQuestion
    options: tuple[Text, ...]
    is_whether: bool = False


@dataclass(frozen=True, slots=True)
class Understood:
    """What the table is understood to mean so far, as a sentence, and the places where its things lie (zones of the mat).

    `is_play`: it makes a play, and a person may say that it is meant.
    """

    key: str
    says: Text
    zones: tuple[str, ...]
    is_play: bool


@dataclass(frozen=True, slots=True)
class Sure:
    """The match as it was before play `seq`, when its review began; the public sees only this until the review is over."""

    seq: int
    scene: Scene
    clocks: tuple[ClockReading, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """The players call a referee of the hall. `coming`: the name of who answered; None: nobody yet."""

    id: str
    coming: str | None


WhyNot = Callable[[str | None, str], Text | None]
"""Returns why the rules would refuse what a touch means: the piece touched before (None: nothing), and a piece or a cell."""


def _anything(_piece: str | None, _place: str) -> Text | None:
    """Return no reason, where there is no board."""
    return None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A live match at one moment. `seq` is what an intent made from it is stamped with."""

    match: MatchId
    game: str
    seq: int
    setup: Json
    scene: Scene
    offers: tuple[Offer, ...]
    history: tuple[HistoryLine, ...]
    asking: Asking | None
    puzzle: Puzzle | None
    desync: Desync | None
    proposal: Proposal | None
    notices: Mapping[str, NoticeEvent]
    clocks: tuple[ClockReading, ...]
    pauses: frozenset[str]
    is_over: bool
    settable: tuple[Settable, ...] = ()
    """What the referee may set by his own word."""
    past: Past | None = None
    """The match as it was before a play, if that is shown."""
    sure: Sure | None = None
    """The last certain state, for the public during a review; None: the present state."""
    phase: str = ""
    """The phase in which the match is, by the game's own name for it."""
    highlight: Highlight | None = None
    """What screens show large for a moment after the last play, if it stands."""
    so_far: Understood | None = None
    """What the table is understood to mean, while the match waits for what may follow."""
    call: Call | None = None
    """The players' call for a referee of the hall; None: they call nobody."""
    has_hall: bool = False
    """This table belongs to a hall, whose referees can be called."""
    locks: TableLocks = NOTHING_LOCKED
    """What players may do by themselves."""
    shows_odds: bool = True
    why_not: WhyNot = field(default=_anything, compare=False, repr=False)
    unjudged: Text | None = None
    """Said of a match that was recorded elsewhere and that the rules of this program never judged."""

    @property
    def last_in_force(self) -> int | None:
        """The number of the last play that counts; None: none does."""
        return next((line.seq for line in reversed(self.history) if line.fate is Fate.IN_FORCE), None)

    @property
    def can_undo(self) -> bool:
        """Whether a play is in force, which an undo would take back."""
        return self.last_in_force is not None
