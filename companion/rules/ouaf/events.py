"""The events of L'Ouaf. Of a card face down only its seat is public: its value is in `secret`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, get_args

from companion.event import ClockRanOut, Conceded, Noted, Overridden, Winner, read_winner
from companion.ids import CardRef
from companion.rules.ouaf import sections
from companion.rules.ouaf.cards import BASIC_EFFECTS, Boss, Effect, Seat, Target
from companion.rules.readings import cited


class Why(StrEnum):
    """Why a reputation changes."""

    HIGHEST_CARD = "highest_card"
    LOWEST_CARD = "lowest_card"
    EFFECT = "effect"


class Place(StrEnum):
    """Where a work card is. On the `table` lies the one just played."""

    HAND = "hand"
    TABLE = "table"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A round begins: its two cards are on show."""

    kind: ClassVar[str] = "round"
    cite: ClassVar[str] = sections.ROUND
    round: int
    evaluation: CardRef
    order: CardRef
    total: int
    average: int


@dataclass(frozen=True, slots=True)
class FaceDownValues:
    """The values of cards that lie face down."""

    values: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Placed:
    """Cards lie face down before these seats. Without a secret it is not known which."""

    kind: ClassVar[str] = "placed"
    cite: ClassVar[str] = sections.ROUND
    seats: tuple[Seat, ...]
    secret: FaceDownValues | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """All cards are turned at once, and their total compared with the order's."""

    kind: ClassVar[str] = "reveal"
    cite: ClassVar[str] = sections.ROUND
    cards: Mapping[Seat, int]
    total: int
    order: int
    success: bool
    margin: int


@dataclass(frozen=True, slots=True)
class Reputation:
    """A seat's reputation changes, or would change if the track did not end there."""

    kind: ClassVar[str] = "reputation"
    cite: ClassVar[str] = sections.REPUTATION
    seat: Seat
    before: int = field(metadata={"json": "from"})
    to: int
    why: Why


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The evaluation card goes under a boss, and its half for this boss takes effect: on `seats`, if it touches any
    seats now.
    """

    kind: ClassVar[str] = "evaluation"
    card: CardRef
    boss: Boss
    counts: int
    effect: Effect
    target: Target
    seats: tuple[Seat, ...]

    @property
    def cite(self) -> str:
        return sections.EFFECTS if self.effect in BASIC_EFFECTS else sections.ADVANCED_EFFECTS


@dataclass(frozen=True, slots=True)
class CardMoved:
    """A work card changes its place."""

    kind: ClassVar[str] = "card_moved"
    seat: Seat
    value: int
    origin: Place = field(metadata={"json": "from"})
    to: Place

    @property
    def cite(self) -> str:
        is_put_away = (self.origin, self.to) == (Place.TABLE, Place.DISCARD)
        return sections.ROUND if is_put_away else sections.ADVANCED_EFFECTS


@dataclass(frozen=True, slots=True)
class Fired:
    """A seat is left out of the scoring: there were five failures, and its reputation is below 0."""

    kind: ClassVar[str] = "fired"
    cite: ClassVar[str] = sections.END
    seat: Seat


@dataclass(frozen=True, slots=True)
class Points:
    """A seat's points: the total is the sum of all but `malus`, less `malus`. `correction` is the referee's."""

    kind: ClassVar[str] = "points"
    seat: Seat
    hand: int
    reputation: int
    bonus: int
    malus: int
    correction: int
    total: int

    @property
    def cite(self) -> str:
        return cited(sections.POINTS, "reputation_points") if self.reputation else sections.POINTS


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The match is over, by five cards under a boss, or by concession (no boss)."""

    kind: ClassVar[str] = "match_end"
    winner: Winner = field(metadata={"read": read_winner})
    boss: Boss | None

    @property
    def cite(self) -> str:
        return cited(sections.END, "concession") if self.boss is None else sections.END


Consequence = RoundBegun | Placed | Reveal | Reputation | Evaluation | CardMoved | Fired | Points | MatchEnd
MatchWide = Overridden | Conceded | ClockRanOut | Noted
Event = Consequence | MatchWide
EVENTS: Mapping[str, type[Consequence]] = {form.kind: form for form in get_args(Consequence)}
