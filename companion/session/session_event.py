"""What the session has to tell: to screens, to the terminal, to the tower, to the loudspeaker. Values only."""

from dataclasses import dataclass

from companion.event import Event, VoidedPlay
from companion.ids import MatchId, ObservationId
from companion.observation import Notice
from companion.play import SaidPlay
from companion.reading.answer import Desync, Puzzle, TableQuestion
from companion.rules.engine import Expectation, Refusal
from companion.timers import ClockEvent
from companion.words import Text


@dataclass(frozen=True, slots=True)
class RulingEvent:
    """A play was judged: its number, what was said, by whom, from which observations, and what followed."""

    seq: int
    play: SaidPlay
    by: str
    evidence: tuple[ObservationId, ...]
    events: tuple[Event, ...]
    refusal: Refusal | None
    expects: tuple[Expectation, ...]
    after_ms: int | None = None
    """From the moment when the last of it was seen to the moment when it was in the log."""


@dataclass(frozen=True, slots=True)
class QuestionEvent:
    """The table is asked; None: nothing any more."""

    question: TableQuestion | None


@dataclass(frozen=True, slots=True)
class ProposalEvent:
    """An amendment would make later plays impossible, each for its reason: keep, drop, or enter again?

    No plays: nothing is proposed any more.
    """

    seq: int
    voided: tuple[VoidedPlay, ...]


@dataclass(frozen=True, slots=True)
class PuzzleEvent:
    """Something lies there that cannot be played; None: no more."""

    puzzle: Puzzle | None


@dataclass(frozen=True, slots=True)
class DifferenceEvent:
    """Table and match contradict each other, and nothing is read; None: they agree again."""

    desync: Desync | None


@dataclass(frozen=True, slots=True)
class TowerRequest:
    """The dice that are waited for, and the question's name; no dice: none are."""

    request: str
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockNotice:
    """Something happened to a clock."""

    event: ClockEvent


@dataclass(frozen=True, slots=True)
class LookedBack:
    """How it stood before a play is looked at; None: no more. What is seen then is in the snapshot."""

    seq: int | None


@dataclass(frozen=True, slots=True)
class StaleTouch:
    """A touch came too late: the match had gone on."""

    match: MatchId
    seq: int


@dataclass(frozen=True, slots=True)
class NoticeEvent:
    """A device said something about itself."""

    notice: Notice
    words: Text


@dataclass(frozen=True, slots=True)
class RemarkEvent:
    """Something that people should know, and need not answer; `is_trouble`: the session cannot go on."""

    says: Text
    is_trouble: bool = False


SessionEvent = (
    RemarkEvent
    | RulingEvent
    | ProposalEvent
    | LookedBack
    | QuestionEvent
    | PuzzleEvent
    | DifferenceEvent
    | TowerRequest
    | ClockNotice
    | StaleTouch
    | NoticeEvent
)
