"""Effects: what a card's text does, in words that every game shares.

An effect has modifiers (`on` a moment, for a `side`, `who` of its cards, `what` number, `op` and `value`,
`if` conditions hold), or deeds, or neither: then the players carry out its text. Which words a game knows
stands in its `Vocabulary`.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any

from companion.codec import Range, read, shown
from companion.errors import Malformed
from companion.words import Text, Wording


class Op(StrEnum):
    """How a modifier changes a number; applied in this order."""

    SET = "set"
    ADD = "add"
    MULTIPLY = "multiply"


class Lasts(StrEnum):
    """How long an effect stays."""

    DUEL = "duel"
    TURN = "turn"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Modifier:
    """One change of one number, when its moment, side, card and conditions fit."""

    on: str
    side: str
    who: str
    what: str
    op: Op
    value: Annotated[int, Range(-99, 99)]
    conditions: Mapping[str, Any] = field(default_factory=dict, metadata={"json": "if"})


@dataclass(frozen=True, slots=True)
class Deed:
    """Something done once, when the effect is played: `draw 2`."""

    what: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class Effect:
    """What one text on a card does."""

    text: Wording
    lasts: Lasts
    once: bool
    modifiers: tuple[Modifier, ...]
    deeds: tuple[Deed, ...]

    @property
    def is_for_the_players(self) -> bool:
        """Whether the players carry it out, or a part of it, on a card whose deeds no engine does."""
        return not self.modifiers or bool(self.deeds)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words a game's effects may use. `conditions` and `deeds` give each word its type (None: no value)."""

    on: frozenset[str]
    side: frozenset[str]
    who: frozenset[str]
    what: frozenset[str]
    conditions: Mapping[str, Any]
    deeds: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class _Form:
    """An effect as it stands in a catalogue, before its words are checked."""

    text: Wording = field(default_factory=lambda: Wording.plain(""))
    lasts: Lasts = Lasts.DUEL
    once: bool = False
    modifiers: tuple[Modifier, ...] = ()
    deeds: tuple[str, ...] = ()


def read_effect(words: Vocabulary, data: Any, where: str) -> Effect:
    """Make an effect of its JSON. Raises `Malformed` naming the word that the game does not know."""
    form = read(_Form, data, where)
    for n, modifier in enumerate(form.modifiers):
        _check_words(words, modifier, f"{where}.modifiers[{n}]")
    deeds = tuple(_read_deed(words, deed, f"{where}.deeds[{n}]") for n, deed in enumerate(form.deeds))
    return Effect(form.text, form.lasts, form.once, form.modifiers, deeds)


def _check_words(words: Vocabulary, modifier: Modifier, where: str) -> None:
    for name in ("on", "side", "who", "what"):
        known: frozenset[str] = getattr(words, name)
        if getattr(modifier, name) not in known:
            raise _unknown(f"{where}.{name}", getattr(modifier, name), known)
    for name, value in modifier.conditions.items():
        if name not in words.conditions:
            raise _unknown(f"{where}.if", name, words.conditions)
        read(words.conditions[name], value, f"{where}.if.{name}")


def _read_deed(words: Vocabulary, text: str, where: str) -> Deed:
    name, _, number = text.partition(" ")
    if name not in words.deeds:
        raise _unknown(where, text, words.deeds)
    if not words.deeds[name]:
        if number:
            raise Malformed(where, Text("the deed {name} takes no number", name=name))
        return Deed(name)
    if not (number.isascii() and number.isdigit() and len(number) < 3):
        raise Malformed(where, Text("the deed {name} needs a whole number, as in «{name} 2»", name=name))
    return Deed(name, int(number))


def _unknown(where: str, word: str, known: Iterable[str]) -> Malformed:
    return Malformed(
        where, Text("unknown word {word}; known: {known}", word=shown(word), known=", ".join(sorted(known)))
    )


@dataclass(frozen=True, slots=True)
class Change:
    """All that effects and rules do to one number: `set`, then `add`, then `multiply`."""

    fixed: int | None = None
    add: int = 0
    times: int = 1

    def of(self, number: int) -> int:
        return ((number if self.fixed is None else self.fixed) + self.add) * self.times


NO_CHANGE = Change()


def combined(multipliers: Iterable[int], *, adding: bool) -> int:
    """Several multipliers as one: their product, or, with house `multipliers: add`, x2 and x2 is x3."""
    if adding:
        return 1 + sum(multiplier - 1 for multiplier in multipliers)
    return math.prod(multipliers)
