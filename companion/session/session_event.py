"""The events that a session tells screens, terminal, tower and loudspeaker, as values."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.event import Event, VoidedPlay
from companion.ids import MatchId, ObservationId
from companion.locks import PlayerAct
from companion.match import Match, Outcome
from companion.observation import Notice, Observation, Sighting
from companion.play import SaidPlay
from companion.reading.answer import Desync, Puzzle, SoFar, TableQuestion
from companion.rules.engine import Expectation, Refusal
from companion.timers import ClockEvent
from companion.words import Text


@dataclass(frozen=True, slots=True)
class RulingEvent:
    """A play was judged: its number, who entered it, its observations, and its result."""

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
    """A question to the table; None: the question is over."""

    question: TableQuestion | None


def ruling_of(
    match: Match, outcome: Outcome, play: SaidPlay, by: str, evidence: Sequence[Observation], now_ms: int
) -> RulingEvent:
    """Return the event that tells what became of a play."""
    seen_ms = [seen.at_ms for seen in evidence if isinstance(seen, Sighting)]
    ids = tuple(seen.id for seen in evidence)
    after_ms = now_ms - max(seen_ms) if seen_ms else None
    return RulingEvent(outcome.seq, play, by, ids, outcome.events, outcome.refusal, match.expects(), after_ms)


@dataclass(frozen=True, slots=True)
class ProposalEvent:
    """A proposal to decide about an amendment that makes later plays impossible, each with its reason.

    No plays: nothing is proposed any more.
    """

    seq: int
    voided: tuple[VoidedPlay, ...]


@dataclass(frozen=True, slots=True)
class PuzzleEvent:
    """Something on the table that cannot be played; None: it is gone."""

    puzzle: Puzzle | None


@dataclass(frozen=True, slots=True)
class SoFarEvent:
    """What the table is understood to mean so far; None: nothing that waits."""

    so_far: SoFar | None


@dataclass(frozen=True, slots=True)
class DifferenceEvent:
    """A difference between table and match; None: they agree again."""

    desync: Desync | None


@dataclass(frozen=True, slots=True)
class TowerRequest:
    """A request to the tower for the dice that the match waits for; without dice, it waits for none."""

    request: str
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockNotice:
    """An event of a clock."""

    event: ClockEvent


@dataclass(frozen=True, slots=True)
class LookedBack:
    """The match is shown as it was before a play; None: as it is now. The snapshot has what is shown."""

    seq: int | None


@dataclass(frozen=True, slots=True)
class StaleTouch:
    """A touch came too late, because the match had gone on."""

    match: MatchId
    seq: int


@dataclass(frozen=True, slots=True)
class HintAsked:
    """Somebody asks for a hint, or for more of it."""


@dataclass(frozen=True, slots=True)
class LeaveAsked:
    """Something that players asked for is locked. `number` names it to who allows it, where the PIN opens it."""

    number: int
    act: PlayerAct
    says: Text
    opens_with_pin: bool


@dataclass(frozen=True, slots=True)
class NoticeEvent:
    """A notice of a device about itself. `points_at`: what a hint names; `has_more`: the next hint is more precise."""

    notice: Notice
    words: Text
    points_at: frozenset[str] = frozenset()
    has_more: bool = False


@dataclass(frozen=True, slots=True)
class RemarkEvent:
    """A remark that people should read and need not answer. `is_trouble`: the session cannot go on."""

    says: Text
    is_trouble: bool = False


@dataclass(frozen=True, slots=True)
class WentOn:
    """The match went on by itself, with these plays in words; the ruling of each was told before."""

    says: Text


SessionEvent = (
    RemarkEvent
    | WentOn
    | RulingEvent
    | ProposalEvent
    | LookedBack
    | QuestionEvent
    | PuzzleEvent
    | SoFarEvent
    | DifferenceEvent
    | TowerRequest
    | ClockNotice
    | StaleTouch
    | HintAsked
    | LeaveAsked
    | NoticeEvent
)
