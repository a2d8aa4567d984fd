"""The rows of a game's plays. The move is the unit: one row has all that the rules say of a kind of play, and what a
game asks of all kinds is a loop over its rows.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.rules.engine import Expectation, Refusal, Ruling
from companion.words import Text

State = TypeVar("State")


def _nothing(_play: Any) -> tuple[()]:
    return ()


@dataclass(frozen=True, slots=True)
class PlayRule(Generic[State]):
    """One kind of play: its form, its name on buttons, and the stage of a match in which it is possible.

    `waits(state)` are the seats that may make it in that stage (None: the whole table). `judge(state, play)` returns its
    events, or why it is refused. `options(state, seat)` are complete plays that would be accepted from a seat that may
    make it. `label(state, play)` tells it in one sentence.
    """

    form: type[Any]
    name: Text
    stage: Any
    waits: Callable[[State], Iterable[str | None]]
    judge: Callable[[State, Any], Ruling | Refusal]
    options: Callable[[State, Any], Iterator[Any]]
    label: Callable[[State, Any], Text]
    names: Callable[[Any], Iterable[Any]] = _nothing
    """What a play names of the board or of the cards."""
    is_certain: bool = True
    """Whether who may make it always can; otherwise a seat is waited for only if there is such a play."""

    @property
    def kind(self) -> str:
        kind: str = self.form.kind
        return kind


Rows = Sequence[PlayRule[State]]


class NamedPlay(Protocol):
    """A row of whatever form that has the kind of a play and its name."""

    @property
    def kind(self) -> str: ...

    @property
    def name(self) -> Text: ...


def names_of_plays(rows: Sequence[NamedPlay]) -> Mapping[str, Text]:
    """Return the names of all kinds of play, by kind: as buttons call them, and refusals too."""
    return {row.kind: row.name for row in rows}


def expectations(rows: Rows[State], state: State, stage: Any) -> tuple[Expectation, ...]:
    """Return whom the table waits for in a stage, and for which kinds of play, in the order of the rows."""
    waited: dict[str | None, list[str]] = {}
    for row in rows:
        if row.stage is stage:
            for seat in row.waits(state):
                if row.is_certain or any(True for _ in row.options(state, seat)):
                    waited.setdefault(seat, []).append(row.kind)
    return tuple(Expectation(seat, tuple(kinds)) for seat, kinds in waited.items())


def possible_plays(rows: Rows[State], state: State, stage: Any, seat: str | None, kind: str) -> list[Any]:
    """Return the complete plays of one kind that would be accepted now from a seat or the whole table."""
    return [
        play
        for row in rows
        if row.kind == kind and row.stage is stage and seat in row.waits(state)
        for play in row.options(state, seat)
    ]
