"""The items that camera, tower, devices, hands and a far referee put to the session. Rolls and taps are never dropped."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal

from companion.bus.messages import OrderOutcome, OrderVerb
from companion.codec import Range, read
from companion.ids import ObservationId
from companion.mat import NOTHING_SEEN, Unrest, ZonesSeen
from companion.observation import Notice, Roll, Sighting
from companion.play import Correct, Insert, Play, SaidPlay, UnreadablePlay, parse_play
from companion.reading.answer import TableQuestion
from companion.reading.dice import TrayQuestion, play_of_roll
from companion.rules.engine import Rules
from companion.session.session_event import HintAsked, LookedBack
from companion.words import Text

# --- orders
# The orders of a referee who is not at the table, as items of the session; each is answered once.

ORDER = "do-"
"""How the observations begin that keep the ids of orders with their plays."""
BY = "referee"
"""The source of such a play in the log; the referee's name stands in the observation."""


NEEDS_NO_NUMBER = (OrderVerb.CLOCK, OrderVerb.ANSWER, OrderVerb.APPROVE, OrderVerb.COMING)
"""Orders that name what they are about, and need no number of a play."""


@dataclass(frozen=True, slots=True)
class OrderAnswer:
    """What became of an order; `seq` is the match's last play afterwards, `says` explains why nothing was done."""

    outcome: OrderOutcome
    seq: int
    says: Text | None = None


@dataclass(frozen=True, slots=True)
class RefereeOrder:
    """An order: `by` is a referee's name, `expect` the match's last play as he saw it, `until_ms` when it is too late.

    `answer` is called once, in the session's thread.
    """

    id: str
    by: str
    verb: OrderVerb
    args: Mapping[str, Any]
    expect: int | None
    until_ms: int
    answer: Callable[[OrderAnswer], None]

    @property
    def observation(self) -> ObservationId:
        """The id under which the order is kept with its play."""
        return ObservationId(f"{ORDER}{self.id}")


@dataclass(frozen=True, slots=True)
class _PlayArgs:
    play: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CorrectArgs:
    """The play that is replaced, by which other one, and why.

    `then`: what becomes of later plays that are impossible then, and of those after the first of them: they are dropped, or
    taken back to be entered again. None: if there are any, nothing is done.
    """

    seq: Annotated[int, Range(1, None)]
    instead: Mapping[str, Any]
    reason: str | None = None
    then: Literal["drop", "again"] | None = None


@dataclass(frozen=True, slots=True)
class AnswerArgs:
    """The question that is answered, and the number of the option; None: none of them."""

    key: str
    option: Annotated[int, Range(0, None)] | None = None


@dataclass(frozen=True, slots=True)
class ApproveArgs:
    """The difference in which the table is right."""

    key: str


@dataclass(frozen=True, slots=True)
class ComingArgs:
    """The call that is answered."""

    call: str


def ordered_play(kinds: Mapping[str, type[Play]], order: RefereeOrder) -> SaidPlay:
    """Return the play that an order asks for: `play`, or `correct` with another play instead. Raises `Malformed`."""
    if order.verb is OrderVerb.CORRECT:
        args = read(CorrectArgs, dict(order.args))
        return Correct(args.seq, parse_play(kinds, dict(args.instead)), args.reason)
    return parse_play(kinds, dict(read(_PlayArgs, dict(order.args)).play))


# --- inbox


@dataclass(frozen=True, slots=True)
class SightingReport:
    """A sighting of the camera, with a JPEG of its place, and what makes that of the whole table."""

    sighting: Sighting
    crop: bytes | None = None
    table: Callable[[], bytes] | None = None


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """Whether the camera gives pictures."""

    is_seeing: bool


@dataclass(frozen=True, slots=True)
class RestReport:
    """Reports whether the table is at rest: nothing moves over it, not even a hand.

    `unrest`: which squares of the mat are not at rest; None: not known. `zones`: what lies in its zones beside what was
    read.
    """

    is_at_rest: bool
    unrest: Unrest | None = None
    zones: ZonesSeen = NOTHING_SEEN


@dataclass(frozen=True, slots=True)
class RollReport:
    """Dice fell. They count, or a person is asked whether they should."""

    roll: Roll
    counts: bool
    why: Text


@dataclass(frozen=True, slots=True)
class PlayIntent:
    """A person entered a play.

    `seq` is the match's number when the screen was drawn, so that a late touch is refused. `said` is the JSON that was
    typed, if any; the log keeps it unchanged.
    """

    play: SaidPlay
    seq: int | None = None
    source: str = "tap"
    said: Any = None


class AmendmentChoice(StrEnum):
    """The choice about an amendment that makes later plays impossible."""

    KEEP = "keep"
    """Nothing is amended."""
    DROP = "drop"
    """The play is amended, and the impossible plays are dropped."""
    AGAIN = "again"
    """The play is amended, and all plays from the first impossible one on are entered again."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """A correction of an earlier play, such as a misread die. `reason` is the explanation of the person who corrects."""

    seq: int
    instead: SaidPlay
    reason: str | None = None

    @property
    def correction(self) -> Correct:
        """The play that carries the amendment out."""
        return Correct(self.seq, self.instead, self.reason)


@dataclass(frozen=True, slots=True)
class MissedPlay:
    """A play that nobody entered before play `seq`, which is now put there; all later plays are judged again."""

    seq: int
    play: SaidPlay
    reason: str | None = None

    @property
    def correction(self) -> Insert:
        """The play that carries the amendment out."""
        return Insert(self.seq, self.play, self.reason)


def amendment_of(play: SaidPlay) -> Amendment | MissedPlay | None:
    """Return the item by which people enter this correction or missed play; None if it is another play."""
    match play:
        case Correct(seq, instead, reason):
            return Amendment(seq, instead, reason)
        case Insert(before, missed, reason):
            return MissedPlay(before, missed, reason)
        case _:
            return None


@dataclass(frozen=True, slots=True)
class WayBack:
    """Correction `seq` is taken back, or the plays that undo `seq` took back are put back. `reason` is that of the person
    who does it.
    """

    seq: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class AmendmentDecision:
    """The decision about a proposed amendment."""

    choice: AmendmentChoice


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """The answer to a question: the number of an option, or None for «none of these»."""

    key: str
    option: int | None


@dataclass(frozen=True, slots=True)
class TableApproval:
    """A person's decision that the table is right, where table and match differ."""

    key: str


@dataclass(frozen=True, slots=True)
class HintRequest:
    """Somebody asks for a hint, or for more of it."""

    @property
    def asks(self) -> HintAsked:
        """The event of this request, which changes nothing in the match."""
        return HintAsked()


@dataclass(frozen=True, slots=True)
class OddsRequest:
    """Somebody asks for the odds of contests, which are locked; or no longer wants them."""


@dataclass(frozen=True, slots=True)
class LeaveGiven:
    """A referee at the table, who typed the PIN, allows what was asked for under this number."""

    number: int


@dataclass(frozen=True, slots=True)
class PastRequest:
    """A request to show the match as it was before a play, and which other plays it may have been; None ends this."""

    seq: int | None

    @property
    def asks(self) -> LookedBack:
        """The event of this request, which changes nothing in the match."""
        return LookedBack(self.seq)


@dataclass(frozen=True, slots=True)
class SoFarApproval:
    """A person's confirmation of what was understood so far: the reader waits for nothing more."""

    key: str


@dataclass(frozen=True, slots=True)
class ClockOrder:
    """An order to the clocks: `start` or `pause` all, `add` time to one, or `set` one."""

    order: str
    clock: str | None = None
    ms: int = 0


CALL_BYTES = 6
"""Bytes of chance in the id of a call."""


@dataclass(frozen=True, slots=True)
class RefereeCall:
    """The players call a referee of the hall, under this id; None: they need none any more."""

    id: str | None


@dataclass(frozen=True, slots=True)
class DeviceNotice:
    """A notice of a device about itself, with a sentence for people. `points_at`: the kinds of play, cards, pieces, cells and
    values that a hint names; `has_more`: the next hint about the same choice is more precise.
    """

    notice: Notice
    words: Text
    points_at: frozenset[str] = frozenset()
    has_more: bool = False


MatchItem = (
    SightingReport
    | CameraStatus
    | RestReport
    | RollReport
    | PlayIntent
    | Amendment
    | MissedPlay
    | WayBack
    | AmendmentDecision
    | QuestionAnswer
    | PastRequest
    | HintRequest
    | TableApproval
    | SoFarApproval
    | ClockOrder
    | RefereeCall
    | DeviceNotice
    | RefereeOrder
)
"""What a match takes."""
Item = MatchItem | OddsRequest | LeaveGiven
"""What may be put to a session; the last two are for its locks alone."""


# --- asked roll
# Keeps the dice that count only if a person says that they do, with the question about them.


@dataclass(frozen=True, slots=True)
class AskedRoll:
    """Dice that count only if a person says that they do: a roll for each option, and what they were read from."""

    question: TableQuestion
    rolls: tuple[Roll, ...]
    seen: tuple[Sighting, ...] = ()


def asked_about(rules: Rules, state: Any, question: TrayQuestion) -> AskedRoll | None:
    """Return the question about dice in the tray with a play for each roll; None if no roll makes a play."""
    plays = ((play_of_roll(rules, state, roll), roll) for roll in question.rolls)
    sure = [(play, roll) for play, roll in plays if play is not None and not isinstance(play, UnreadablePlay)]
    if not sure:
        return None
    options = tuple(play for play, _ in sure)
    asked = TableQuestion(question.key, question.asks, options, ())
    return AskedRoll(asked, tuple(roll for _, roll in sure), question.seen)
