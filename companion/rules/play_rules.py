"""The rows of a game's plays. The move is the unit: one row has all that the rules say of a kind of play, and what a
game asks of all kinds is a loop over its rows.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product, starmap
from typing import Any, Generic, TypeVar

from companion.rules.engine import Expectation, Refusal, Ruling, unknown_card
from companion.words import Text

T = TypeVar("T")
State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class KindOfPlay:
    """What a row of each game has: the form of a kind of play, and its name on buttons."""

    form: type[Any]
    name: Text

    @property
    def kind(self) -> str:
        kind: str = self.form.kind
        return kind


def nothing_named(_play: Any) -> tuple[()]:
    """Return nothing: many plays name no card and no cell."""
    return ()


@dataclass(frozen=True, slots=True)
class PlayRule(KindOfPlay, Generic[State]):
    """One kind of play, and the stage of a match in which it is possible.

    `waits(state)` are the seats that may make it in that stage (None: the whole table). `judge(state, play)` returns its
    events, or why it is refused. `options(state, seat)` are complete plays that would be accepted from a seat that may
    make it. `label(state, play)` tells it in one sentence.
    """

    stage: Any
    waits: Callable[[State], Iterable[str | None]]
    judge: Callable[[State, Any], Ruling | Refusal]
    options: Callable[[State, Any], Iterator[Any]]
    label: Callable[[State, Any], Text]
    names: Callable[[Any], Iterable[Any]] = nothing_named
    """What a play names of the board or of the cards."""
    is_certain: bool = True
    """Whether who may make it always can; otherwise a seat is waited for only if there is such a play."""


Rows = Sequence[PlayRule[State]]


def names_of_plays(rows: Sequence[KindOfPlay]) -> Mapping[str, Text]:
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


def unknown_card_among(refs: Iterable[str | None], cards: Collection[str]) -> Refusal | None:
    """Return the refusal of the first reference that no card of the match has; None if there is no such reference."""
    return next((unknown_card(ref) for ref in refs if ref is not None and ref not in cards), None)


def told_by_rows(
    row_of: Mapping[type[Any], Any], told: Callable[[State, Any], Text]
) -> Callable[[State, Any], Text]:
    """Return the function that tells an event in one sentence: a play by its row, anything else by `told`."""

    def label(state: State, event: Any) -> Text:
        row = row_of.get(type(event))
        return told(state, event) if row is None else row.label(state, event)

    return label


# --- parts of rows


def during(*stages: T) -> frozenset[T]:
    """Return the stages of a match in which a play is possible."""
    return frozenset(stages)


def every(form: type[Any], *values: Iterable[Any]) -> Callable[[Any, Any], Iterator[Any]]:
    """Return the options of a play that the state does not limit: one play for each combination of the values of its
    fields. A play without fields has one.
    """
    return lambda _state, _seat: starmap(form, product(*values))


def from_seat(form: type[Any]) -> Callable[[Any, Any], Iterator[Any]]:
    """Return the options of a play that says nothing but its seat."""
    return lambda _state, seat: iter((form(seat),))


def runs(items: Sequence[T], n: int) -> Iterator[tuple[T, ...]]:
    """Return for each item a row of n items that begins with it."""
    for first in range(len(items)):
        yield tuple(items[(first + k) % len(items)] for k in range(n))
