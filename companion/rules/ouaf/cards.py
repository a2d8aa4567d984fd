"""L'Ouaf's two kinds of cards: work, 0 to 11 in each colour, and rounds, an order and an evaluation back to back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal

from companion.codec import Range, read
from companion.errors import Malformed
from companion.ids import CardRef
from companion.rules.catalogue import read_kind
from companion.rules.forms import Sayings, When
from companion.words import Text

HIGHEST_WORK = 11
MOST = 1_000_000_000
"""The largest number on a card or set by a referee, so that every sum can be shown."""

Amount = Annotated[int, Range(0, MOST)]
Count = Literal["2", "3", "4", "5", "6"]
"""A number of seats, as a key."""


class Seat(StrEnum):
    """A bakery worker, by colour."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"


class Boss(StrEnum):
    """Which boss an evaluation card goes under."""

    HAPPY = "happy"
    ANGRY = "angry"


class Target(StrEnum):
    """Whom an effect touches, by reputation."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    GOOD = "good"
    BAD = "bad"
    ZERO = "zero"
    ALL = "all"


class Effect(StrEnum):
    """What half an evaluation does."""

    GAIN_REPUTATION = "gain_reputation"
    LOSE_REPUTATION = "lose_reputation"
    DISCARD_CHOICE = "discard_choice"
    RECOVER_LOWEST = "recover_lowest"
    SWAP_DOWN = "swap_down"
    SWAP_UP = "swap_up"
    END_BONUS = "end_bonus"
    END_MALUS = "end_malus"
    DOUBLE_BONUS = "double_bonus"
    DOUBLE_MALUS = "double_malus"
    COUNT_DOUBLE = "count_double"
    NONE = "none"


BASIC_EFFECTS = frozenset((Effect.GAIN_REPUTATION, Effect.LOSE_REPUTATION, Effect.NONE))
"""The effects that the rulebook explains first; all others are in its advanced reference."""
END_EFFECTS = frozenset((Effect.END_BONUS, Effect.END_MALUS, Effect.DOUBLE_BONUS, Effect.DOUBLE_MALUS))
"""These count at the end, while their card lies under its boss."""
DIRECT_EFFECTS = frozenset(Effect) - END_EFFECTS - {Effect.COUNT_DOUBLE, Effect.NONE}
"""These are resolved at once, on the seats they touch."""
_TARGETED = frozenset(Effect) - {Effect.DOUBLE_BONUS, Effect.DOUBLE_MALUS, Effect.COUNT_DOUBLE, Effect.NONE}
_VALUED = _TARGETED - {Effect.DISCARD_CHOICE, Effect.RECOVER_LOWEST}


@dataclass(frozen=True, slots=True)
class WorkCard:
    """One of the twelve cards of a seat."""

    kind: ClassVar[str] = "work"
    ref: CardRef
    seat: Seat
    value: Annotated[int, Range(0, HIGHEST_WORK)]


@dataclass(frozen=True, slots=True)
class Order:
    """What the workers must reach together: on average, and in total for each number of seats."""

    average: Amount
    totals: Mapping[Count, Amount] | None = None


@dataclass(frozen=True, slots=True)
class Half:
    """What success, or failure, does."""

    effect: Effect
    target: Target
    value: int


@dataclass(frozen=True, slots=True)
class HalfForm:
    """A half as it stands in a catalogue, where some effects leave something out."""

    effect: Effect
    target: Target | None = field(default=None, metadata={"when": When("effect", _TARGETED)})
    value: Amount | None = field(default=None, metadata={"when": When("effect", _VALUED)})


def _read_half(data: Any, where: str) -> Half:
    form = read(HalfForm, data, where)
    if form.target is None and form.effect in _TARGETED:
        raise Malformed(where, Text("field {name} is missing", name="target"))
    if form.value is None and form.effect in _VALUED:
        raise Malformed(where, Text("field {name} is missing", name="value"))
    return Half(form.effect, form.target or Target.ALL, form.value or 0)


_HALF = {"read": _read_half, "form": HalfForm}


@dataclass(frozen=True, slots=True)
class RoundCard:
    """A round card: its order on one side, its evaluation on the other."""

    kind: ClassVar[str] = "round"
    ref: CardRef
    advanced: bool
    order: Order
    success: Half = field(metadata=_HALF)
    failure: Half = field(metadata=_HALF)

    def half(self, boss: Boss) -> Half:
        """Return what stays in sight when the card lies under a boss."""
        return self.success if boss is Boss.HAPPY else self.failure


Card = WorkCard | RoundCard
KINDS: Mapping[str, type[Card]] = {kind.kind: kind for kind in (WorkCard, RoundCard)}


def read_card(data: Any, where: str) -> Card:
    """Make a card of its JSON. Raises `Malformed`, whose path begins with the card's reference."""
    return read_kind(KINDS, data, where)


SAYINGS = Sayings(
    kinds={"work": Text("work card"), "round": Text("round card")},
    fields={
        WorkCard: {
            "seat": Text("the colour of the card"),
            "value": Text("the number on the card"),
        },
        RoundCard: {
            "advanced": Text("whether it is an advanced card"),
            "order": Text("the side with the order"),
            "success": Text("the half for success, under the happy boss"),
            "failure": Text("the half for failure, under the angry boss"),
        },
        Order: {
            "average": Text("the average that each must reach"),
            "totals": Text("the total for each number of players; without one, the average for each of them"),
        },
        HalfForm: {
            "effect": Text("what this half does"),
            "target": Text("whom it touches"),
            "value": Text("the table's number"),
        },
    },
    names={
        "red": Text("red"),
        "orange": Text("orange"),
        "yellow": Text("yellow"),
        "green": Text("green"),
        "blue": Text("blue"),
        "purple": Text("purple"),
        "highest": Text("highest reputation"),
        "lowest": Text("lowest reputation"),
        "good": Text("good reputation, 0 or more"),
        "bad": Text("bad reputation, below 0"),
        "zero": Text("reputation 0"),
        "all": Text("everybody"),
        "gain_reputation": Text("gain reputation"),
        "lose_reputation": Text("lose reputation"),
        "discard_choice": Text("discard a card of one's choice"),
        "recover_lowest": Text("recover the lowest discarded card"),
        "swap_down": Text("swap down"),
        "swap_up": Text("swap up"),
        "end_bonus": Text("bonus at the end"),
        "end_malus": Text("penalty at the end"),
        "double_bonus": Text("bonus points doubled"),
        "double_malus": Text("penalty points doubled"),
        "count_double": Text("counts as two"),
        "none": Text("nothing happens"),
    },
)
"""The names of kinds and fields in words, for a person who enters a card."""
