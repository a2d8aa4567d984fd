"""Chooses a play step by step: what may be said next, and the play once all is said.

For screens, where a finger says one thing at a time. The rules' options are whole plays, and of long plays only some.
"""

import dataclasses
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from companion.play import Play, leaves_of
from companion.rules.engine import Rules
from companion.words import Text

SEAT = "seat"
"""The field that is known before anything is told: whose play it is."""


@dataclass(frozen=True, slots=True)
class Weight:
    """What a play costs or counts for, in a few signs; of several, those of the highest `rank` are the likeliest."""

    says: Text
    rank: int = 0
    total: int | None = None
    """The result of the sum that `says` tells; None without a sum."""


@dataclass(frozen=True, slots=True)
class Choosable:
    """A play that the rules would accept now, and its sentence.

    `worth`: in a short line what it is worth, if that was asked. `weight`: the same in a few signs, where a game counts
    it at once.
    """

    play: Play
    says: Text
    worth: Text | None = None
    weight: Weight | None = None


@dataclass(frozen=True, slots=True)
class Bit:
    """One step in the choice of a play: a field and its value, such as `to` g11; a part of a field is `zones.PR001-001`.

    `weight` is that of the likeliest play that begins so.
    """

    field: str
    value: str | int | bool
    weight: Weight | None = dataclasses.field(default=None, compare=False)


DONE = Bit("done", value=True)
"""Nothing more is added, though more could be."""

Told = tuple[Bit, ...]


class Ways(Protocol):
    """All ways to choose a play of one kind now. Pure, and fast enough to be asked at each touch."""

    def next(self, told: Told) -> tuple[Bit, ...]:
        """Return the possible next steps; none if the play is complete."""

    def play(self, told: Told) -> Choosable:
        """Return the play that was chosen."""


class Listed:
    """Chooses between whole plays: the next steps are those in which the remaining plays differ."""

    def __init__(self, plays: Sequence[Choosable]) -> None:
        self._plays = tuple((bits_of(choosable.play), choosable) for choosable in plays)

    def next(self, told: Told) -> tuple[Bit, ...]:
        if told and told[-1] == DONE:
            return ()
        n = len(told)
        found: dict[Bit, Bit] = {}
        for bits, choosable in self._plays:
            if bits[:n] != told:
                continue
            bit = bits[n] if len(bits) > n else DONE
            before, weight = found.get(bit), choosable.weight
            if before is None or _rank(weight) > _rank(before.weight):
                found[bit] = replace(bit, weight=weight)
        return () if tuple(found) == (DONE,) else tuple(found.values())

    def play(self, told: Told) -> Choosable:
        bits = tuple(bit for bit in told if bit != DONE)
        return next(choosable for said, choosable in self._plays if said == bits)


def _rank(weight: Weight | None) -> float:
    return -math.inf if weight is None else weight.rank


def bits_of(play: Play) -> Told:
    """Return all steps of a play in the order of its fields; a list gives its items one after the other."""
    return tuple(
        Bit(".".join(part for part in path if isinstance(part, str)), value)
        for path, value in leaves_of(play)
        if path[0] != SEAT
    )


class Composed:
    """Composes a play from steps: `follows` gives the possible next steps, `means` makes the play."""

    def __init__(
        self,
        rules: Rules,
        state: Any,
        follows: Callable[[Told], Iterator[Bit]],
        means: Callable[[Told], Play],
    ) -> None:
        self._rules = rules
        self._state = state
        self._follows = follows
        self._means = means

    def next(self, told: Told) -> tuple[Bit, ...]:
        return () if told and told[-1] == DONE else tuple(dict.fromkeys(self._follows(told)))

    def play(self, told: Told) -> Choosable:
        play = self._means(tuple(bit for bit in told if bit != DONE))
        return Choosable(play, self._rules.label(self._state, play))


def selection(field: str, items: Sequence[str], least: int, most: int, told: Told) -> Iterator[Bit]:
    """Yield the steps that choose `least` to `most` of these items, in any order; an item may occur several times."""
    left = list(items)
    for bit in told:
        left.remove(str(bit.value))
    if least <= len(told) < most and left:
        yield DONE
    if len(told) < most:
        yield from (Bit(field, item) for item in left)


def values(told: Told, field: str) -> tuple[str, ...]:
    """Return the values chosen for one field."""
    return tuple(str(bit.value) for bit in told if bit.field == field)
