"""How a play is told bit by bit: what may be said next, and the play once all is said. For fingers, which say one thing
at a time; the rules' own options are whole plays, and of the long ones only some.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.play import Play, leaves_of
from companion.rules.engine import Rules
from companion.words import Text

SEAT = "seat"
"""The field that is known before anything is told: whose play it is."""


@dataclass(frozen=True, slots=True)
class Choosable:
    """A play that the rules would take now, and the sentence that tells it. `worth`: what they answer to it, in a short line,
    where that was asked.
    """

    play: Play
    says: Text
    worth: Text | None = None


@dataclass(frozen=True, slots=True)
class Bit:
    """One thing that is said of a play: a field and its value, `to` g11. A part of a field is `zones.PR001-001`."""

    field: str
    value: str | int | bool


DONE = Bit("done", value=True)
"""Nothing more is added, though more could be."""

Told = tuple[Bit, ...]


class Ways(Protocol):
    """All the ways in which a play of one kind may be told now. Pure, and quick enough to be asked with each tap."""

    def next(self, told: Told) -> tuple[Bit, ...]:
        """What may be said after this; nothing: all is said."""

    def play(self, told: Told) -> Choosable:
        """The play that has been told."""


class Listed:
    """Plays that are told whole, bit by bit: what may be said is what still tells them apart."""

    def __init__(self, plays: Sequence[Choosable]) -> None:
        self._plays = tuple((bits_of(choosable.play), choosable) for choosable in plays)

    def next(self, told: Told) -> tuple[Bit, ...]:
        if told and told[-1] == DONE:
            return ()
        n = len(told)
        found = dict.fromkeys(
            bits[n] if len(bits) > n else DONE for bits, _ in self._plays if bits[:n] == told
        )
        return () if tuple(found) == (DONE,) else tuple(found)

    def play(self, told: Told) -> Choosable:
        bits = tuple(bit for bit in told if bit != DONE)
        return next(choosable for said, choosable in self._plays if said == bits)


def bits_of(play: Play) -> Told:
    """All that is said of a play, in the order of its fields: a list says its items one after the other."""
    return tuple(
        Bit(".".join(part for part in path if isinstance(part, str)), value)
        for path, value in leaves_of(play)
        if path[0] != SEAT
    )


class Composed:
    """Plays that are made of what is told: `follows` says what may come next, `means` makes the play of it."""

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
    """Some of these items, each as often as it stands there: from `least` to `most` of them, the order being the same."""
    left = list(items)
    for bit in told:
        left.remove(str(bit.value))
    if least <= len(told) < most and left:
        yield DONE
    if len(told) < most:
        yield from (Bit(field, item) for item in left)


def values(told: Told, field: str) -> tuple[str, ...]:
    """What was said of one field."""
    return tuple(str(bit.value) for bit in told if bit.field == field)
