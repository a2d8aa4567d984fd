"""The plays of L'Ouaf.

A work card is read by its value or by its reference. The first event of an accepted play says what is public of it
(`events`): the play itself may know a card that lies face down.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.ids import CardRef
from companion.rules.ouaf import sections
from companion.rules.ouaf.cards import Seat

_BARE = {"bare": True}
"""What is told mostly stands without its name in a line: `work red:3,blue:7` (`companion.notation`)."""


@dataclass(frozen=True, slots=True)
class RoundPlay:
    """The two round cards of a round are on show."""

    kind: ClassVar[str] = "round"
    cite: ClassVar[str] = sections.ROUND
    evaluation: CardRef
    order: CardRef


@dataclass(frozen=True, slots=True)
class Work:
    """Seats lay a work card each, and it is known which."""

    kind: ClassVar[str] = "work"
    cite: ClassVar[str] = sections.ROUND
    cards: Mapping[Seat, int] = field(default_factory=dict, metadata=_BARE)
    refs: tuple[CardRef, ...] = ()


@dataclass(frozen=True, slots=True)
class Down:
    """A card lies face down before these seats; which is not known yet."""

    kind: ClassVar[str] = "down"
    cite: ClassVar[str] = sections.ROUND
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """A seat discards a card that it must choose, told by value or by reference."""

    kind: ClassVar[str] = "discard"
    cite: ClassVar[str] = sections.ADVANCED_EFFECTS
    seat: Seat
    value: int | None = field(default=None, metadata=_BARE)
    ref: CardRef | None = None


Play = RoundPlay | Work | Down | Discard
PLAYS: Mapping[str, type[Play]] = {kind.kind: kind for kind in (RoundPlay, Work, Down, Discard)}
