"""The events of Boufbowl: what follows from a play. The accepted play itself is the first event (`plays`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, get_args

from companion.event import ClockRanOut, Conceded, Noted, Overridden, Winner, read_winner
from companion.ids import CardRef
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Moment
from companion.rules.boufbowl.plays import (
    PLAYS,
    CardPlay,
    EndTurn,
    Intercept,
    Kickoff,
    NoIntercept,
    Order,
    Place,
    Play,
    Resolve,
    Tackle,
)
from companion.rules.play_rules import accepted_forms
from companion.rules.readings import cited
from companion.words import Wording


class Outcome(StrEnum):
    """Who has more stars."""

    ATTACK = "attack"
    DEFENCE = "defence"
    LEVEL = "level"


class Marker(StrEnum):
    """The marker beside a player who is down."""

    STUNNED = "stunned"
    KO = "ko"


class BallState(StrEnum):
    """Where the ball is: under a player, on the ground, or on its way down."""

    HELD = "held"
    GROUND = "ground"
    AIR = "air"


class Reason(StrEnum):
    """Why a turn ended."""

    END_TURN = "end_turn"
    INTERCEPTED = "intercepted"
    BALL_DOWN = "ball_down"
    CARRIER_DOWN = "carrier_down"
    TRY = "try"


STANDS_UP = cited("Boufbowl p. 6", "stand_up")
OPPOSITION_PAGES = {
    Moment.PICK_UP: "p. 8",
    Moment.PASS: "p. 8",
    Moment.CHANDELLE: "p. 9",
    Moment.TRY: "p. 10",
    Moment.TACKLE: "p. 10",
}
"""Where each opposition stands in the rulebook."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a total: what counts, by which card, and how many stars. `die` and `other_die` are dice;
    `other_die` counts nothing if only the best die counts.
    """

    what: str
    card: CardRef | None = None
    value: int = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Tally:
    """One side's total, and the lines that add up to it."""

    seat: Seat
    player: CardRef
    total: int
    lines: tuple[Line, ...]


def _has_two_dice(side: Tally) -> bool:
    return sum(line.what in ("die", "other_die") for line in side.lines) > 1


@dataclass(frozen=True, slots=True)
class Opposition:
    """The result of an opposition, once all dice have fallen: the side with more stars. `section` is given where one of the
    two players lies, because another place in the rulebook then says what follows.
    """

    kind: ClassVar[str] = "opposition"
    on: Moment
    attack: Tally
    defence: Tally
    outcome: Outcome
    section: str | None = None

    @property
    def cite(self) -> str:
        if self.section is not None:
            return self.section
        if self.on is Moment.PICK_UP and self.outcome is Outcome.LEVEL:
            return cited("Boufbowl p. 8", "pick_up_level")
        page = f"Boufbowl {OPPOSITION_PAGES[self.on]}"
        return (
            cited(page, "second_die")
            if any(_has_two_dice(side) for side in (self.attack, self.defence))
            else page
        )


@dataclass(frozen=True, slots=True)
class StoodUp:
    """Players get up, in the step for it or by a card: `section` is the place in the rulebook that says so."""

    kind: ClassVar[str] = "stood_up"
    players: tuple[CardRef, ...]
    section: str = STANDS_UP

    @property
    def cite(self) -> str:
        return self.section


@dataclass(frozen=True, slots=True)
class KnockedDown:
    """A standing player goes down, with a marker beside him. `section` is the place in the rulebook that says so, here
    and below.
    """

    kind: ClassVar[str] = "knocked_down"
    player: CardRef
    marker: Marker
    section: str = "Boufbowl p. 10"

    @property
    def cite(self) -> str:
        return self.section


@dataclass(frozen=True, slots=True)
class Injured:
    """A player's card is turned to its injured side, to the end of the match."""

    kind: ClassVar[str] = "injured"
    cite: ClassVar[str] = cited("Boufbowl p. 11", "injured_power")
    player: CardRef


@dataclass(frozen=True, slots=True)
class MarkerChanged:
    """A player's marker is turned over or removed."""

    kind: ClassVar[str] = "marker"
    player: CardRef
    to: Marker | None
    section: str = "Boufbowl p. 6"

    @property
    def cite(self) -> str:
        return self.section


@dataclass(frozen=True, slots=True)
class Moved:
    """A player stands in another zone, or `off` the field; `left` movement points remain."""

    kind: ClassVar[str] = "moved"
    player: CardRef
    origin: str = field(metadata={"json": "from"})
    to: str
    left: int
    section: str = "Boufbowl p. 7"

    @property
    def cite(self) -> str:
        return self.section


@dataclass(frozen=True, slots=True)
class BallMoved:
    """Where the ball is now."""

    kind: ClassVar[str] = "ball"
    zone: str
    carrier: CardRef | None
    state: BallState
    section: str = "Boufbowl p. 6"

    @property
    def cite(self) -> str:
        return self.section


@dataclass(frozen=True, slots=True)
class CalledOff:
    """The action under way is called off: a card took its player or its target away. `card` is the card whose own
    opposition it was.
    """

    kind: ClassVar[str] = "called_off"
    cite: ClassVar[str] = cited("Boufbowl p. 12", "lightning")
    on: Moment
    card: CardRef | None = None


@dataclass(frozen=True, slots=True)
class TryScored:
    """A try that scores a point."""

    kind: ClassVar[str] = "try"
    cite: ClassVar[str] = "Boufbowl p. 10"
    seat: Seat
    player: CardRef
    score: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The turn is over, and who is active next."""

    kind: ClassVar[str] = "turn_end"
    reason: Reason
    next: Seat

    @property
    def cite(self) -> str:
        return "Boufbowl p. 10" if self.reason is Reason.TRY else "Boufbowl p. 6"


@dataclass(frozen=True, slots=True)
class Fervour:
    """A player's fervour, after it has changed."""

    kind: ClassVar[str] = "fervour"
    player: CardRef
    to: int
    section: str = "Boufbowl p. 14"

    @property
    def cite(self) -> str:
        return self.section


@dataclass(frozen=True, slots=True)
class EffectShown:
    """A card's text takes effect; without modifiers or deeds the players carry it out."""

    kind: ClassVar[str] = "effect"
    cite: ClassVar[str] = "Boufbowl p. 12"
    seat: Seat
    card: CardRef
    text: Wording


@dataclass(frozen=True, slots=True)
class Cards:
    """How many cards a coach has in hand and in his pile now."""

    kind: ClassVar[str] = "cards"
    seat: Seat
    hand: int
    pile: int
    section: str = "Boufbowl p. 6"

    @property
    def cite(self) -> str:
        return self.section


@dataclass(frozen=True, slots=True)
class OrdersChanged:
    """Which slots of a coach's orders hold a card now."""

    kind: ClassVar[str] = "orders"
    seat: Seat
    slots: Mapping[str, bool]

    @property
    def cite(self) -> str:
        return "Boufbowl p. 14" if any(self.slots.values()) else "Boufbowl p. 13"


@dataclass(frozen=True, slots=True)
class Bought:
    """A card was bought: by a player, or a training by the team."""

    kind: ClassVar[str] = "bought"
    cite: ClassVar[str] = "Boufbowl p. 15"
    seat: Seat
    player: CardRef | None
    ref: CardRef


@dataclass(frozen=True, slots=True)
class FaceDownCard:
    """The card that lies face down on an order."""

    card: CardRef


@dataclass(frozen=True, slots=True)
class LaidOrder(Order):
    """An accepted order. Its card lies face down: only `secret` names it, if it was told; old logs have it in `card`."""

    secret: FaceDownCard | None = None


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The match is over. A level long match is shared: `winner` lists both seats."""

    kind: ClassVar[str] = "match_end"
    winner: Winner = field(metadata={"read": read_winner})
    score: Mapping[str, int]
    section: str = "Boufbowl p. 12"

    @property
    def cite(self) -> str:
        return self.section


Consequence = (
    Opposition
    | StoodUp
    | KnockedDown
    | Injured
    | MarkerChanged
    | Moved
    | BallMoved
    | CalledOff
    | TryScored
    | TurnEnd
    | Fervour
    | EffectShown
    | Cards
    | OrdersChanged
    | Bought
    | MatchEnd
)
MatchWide = Overridden | Conceded | ClockRanOut | Noted
Event = Play | Consequence | MatchWide
ACCEPTED = accepted_forms((Place, Kickoff, Tackle, CardPlay, Intercept, NoIntercept, Resolve, EndTurn))
"""The plays that are ruled on another page in one situation than in another."""
FORMS: Mapping[type[Play], type[Play]] = {**ACCEPTED, Order: LaidOrder}
"""All plays that are accepted in another form than they are told in."""
EVENTS: Mapping[str, type] = {
    **PLAYS,
    **{kind.kind: form for kind, form in FORMS.items()},
    **{form.kind: form for form in get_args(Consequence)},
}
