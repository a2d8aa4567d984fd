"""The orders of a referee who is not at the table, as items of the session; each is answered once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from companion.bus.messages import OrderOutcome, OrderVerb
from companion.codec import Range, read
from companion.ids import ObservationId
from companion.play import Correct, Play, SaidPlay, parse_play
from companion.words import Text

ORDER = "do-"
"""How the observations begin that keep the ids of orders with their plays."""
BY = "referee"
"""The source of such a play in the log; the referee's name stands in the observation."""


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
