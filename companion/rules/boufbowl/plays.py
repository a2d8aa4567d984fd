"""The plays of Boufbowl: what a coach does (p. 5 to 15).

An accepted play, with its open choices filled in, is also the first event of its ruling; that is why it has a `cite`.
The only answer to a question that nobody is asked has the same form.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal, get_args

from companion.codec import Range
from companion.ids import CardRef
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Slot
from companion.rules.boufbowl.sheet import DamageFace
from companion.rules.readings import cited

Count = Annotated[int, Range(0, None)]


@dataclass(frozen=True, slots=True)
class Target:
    """A player that an effect concerns, and the zone where the effect moves him."""

    player: CardRef
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A coach puts his five players on his half; the coach who begins also gives one of them the ball."""

    kind: ClassVar[str] = "place"
    cite: ClassVar[str] = "Boufbowl p. 5"
    seat: Seat
    zones: Mapping[CardRef, str]
    ball: CardRef | None = None


@dataclass(frozen=True, slots=True)
class Kickoff:
    """The coach who begins sends the ball up, into a neutral zone."""

    kind: ClassVar[str] = "kickoff"
    cite: ClassVar[str] = "Boufbowl p. 5"
    zone: str


@dataclass(frozen=True, slots=True)
class Draw:
    """The active coach fills his hand up."""

    kind: ClassVar[str] = "draw"
    cite: ClassVar[str] = "Boufbowl p. 6"
    seat: Seat
    count: Count


@dataclass(frozen=True, slots=True)
class Move:
    """A player goes to a zone beside his own."""

    kind: ClassVar[str] = "move"
    cite: ClassVar[str] = "Boufbowl p. 7"
    player: CardRef
    to: str


@dataclass(frozen=True, slots=True)
class Stand:
    """A lying player without a marker gets up."""

    kind: ClassVar[str] = "stand"
    cite: ClassVar[str] = cited("Boufbowl p. 7", "stand_up")
    player: CardRef


@dataclass(frozen=True, slots=True)
class PickUp:
    """A player takes the ball from the ground."""

    kind: ClassVar[str] = "pick_up"
    cite: ClassVar[str] = "Boufbowl p. 8"
    player: CardRef


@dataclass(frozen=True, slots=True)
class TakeOff:
    """A knocked-out player is carried off the field."""

    kind: ClassVar[str] = "take_off"
    cite: ClassVar[str] = "Boufbowl p. 8"
    player: CardRef


@dataclass(frozen=True, slots=True)
class BringOn:
    """A player comes on through an entry."""

    kind: ClassVar[str] = "bring_on"
    cite: ClassVar[str] = "Boufbowl p. 8"
    player: CardRef
    zone: str


@dataclass(frozen=True, slots=True)
class Pass:
    """The carrier passes the ball to a teammate."""

    kind: ClassVar[str] = "pass"
    cite: ClassVar[str] = "Boufbowl p. 8"
    player: CardRef
    to: CardRef


@dataclass(frozen=True, slots=True)
class Chandelle:
    """The carrier sends the ball up."""

    kind: ClassVar[str] = "chandelle"
    cite: ClassVar[str] = "Boufbowl p. 9"
    player: CardRef
    zone: str


@dataclass(frozen=True, slots=True)
class Tackle:
    """A player tries to put an opponent of his zone down."""

    kind: ClassVar[str] = "tackle"
    cite: ClassVar[str] = "Boufbowl p. 10"
    player: CardRef
    target: CardRef


@dataclass(frozen=True, slots=True)
class CardPlay:
    """A coach plays an action card for its effect."""

    kind: ClassVar[str] = "card"
    cite: ClassVar[str] = "Boufbowl p. 12"
    seat: Seat
    ref: CardRef
    targets: tuple[Target, ...] = ()


@dataclass(frozen=True, slots=True)
class Land:
    """The coach who sent the ball up says that it comes down."""

    kind: ClassVar[str] = "land"
    cite: ClassVar[str] = "Boufbowl p. 9"


@dataclass(frozen=True, slots=True)
class Catch:
    """A coach chooses his player under the ball that comes down."""

    kind: ClassVar[str] = "catch"
    cite: ClassVar[str] = "Boufbowl p. 9"
    player: CardRef


@dataclass(frozen=True, slots=True)
class Intercept:
    """A coach chooses who tries to take the ball, or who contests a pick-up."""

    kind: ClassVar[str] = "intercept"
    cite: ClassVar[str] = "Boufbowl p. 8"
    player: CardRef


@dataclass(frozen=True, slots=True)
class NoIntercept:
    """A coach tries no interception."""

    kind: ClassVar[str] = "no_intercept"
    cite: ClassVar[str] = "Boufbowl p. 8"


@dataclass(frozen=True, slots=True)
class Resolve:
    """No more cards are played: the try, the pass or the landing is settled."""

    kind: ClassVar[str] = "resolve"
    cite: ClassVar[str] = "Boufbowl p. 10"


@dataclass(frozen=True, slots=True)
class Commit:
    """A coach says how many cards he adds to an opposition."""

    kind: ClassVar[str] = "commit"
    cite: ClassVar[str] = "Boufbowl p. 6"
    seat: Seat
    cards: Count


@dataclass(frozen=True, slots=True)
class Bonus:
    """A coach shows the cards that he adds."""

    kind: ClassVar[str] = "bonus"
    cite: ClassVar[str] = "Boufbowl p. 6"
    seat: Seat
    cards: tuple[CardRef, ...]


@dataclass(frozen=True, slots=True)
class Dice:
    """A coach's dice have fallen."""

    kind: ClassVar[str] = "dice"
    cite: ClassVar[str] = "Boufbowl p. 6"
    rolls: ClassVar[Mapping[str, str]] = {"stars": "stars", "damage": "damage"}
    """The die of each row of faces, as a dice tower calls it."""
    seat: Seat
    stars: tuple[Count, ...]
    damage: tuple[DamageFace, ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseDamage:
    """A coach picks one of his two damage dice."""

    kind: ClassVar[str] = "choose_damage"
    cite: ClassVar[str] = "Boufbowl p. 10"
    seat: Seat
    index: Literal[0, 1]


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The active coach is done."""

    kind: ClassVar[str] = "end_turn"
    cite: ClassVar[str] = "Boufbowl p. 6"


@dataclass(frozen=True, slots=True)
class Back:
    """A player in the enemy endzone steps out of it."""

    kind: ClassVar[str] = "back"
    cite: ClassVar[str] = "Boufbowl p. 10"
    player: CardRef
    zone: str


@dataclass(frozen=True, slots=True)
class CleanOrders:
    """The active coach pays fervour to free the slots of his orders."""

    kind: ClassVar[str] = "clean_orders"
    cite: ClassVar[str] = "Boufbowl p. 13"
    paid: Mapping[CardRef, Count] = field(metadata={"json": "from"})


@dataclass(frozen=True, slots=True)
class Order:
    """The active coach lays a card of his hand on a slot."""

    kind: ClassVar[str] = "order"
    cite: ClassVar[str] = "Boufbowl p. 14"
    slot: Slot
    card: CardRef | None = None


@dataclass(frozen=True, slots=True)
class UsePower:
    """A power's extra action is taken or its deeds are done. A power card is then discarded; a player's own power,
    named by his own reference, stays with him.
    """

    kind: ClassVar[str] = "use_power"
    player: CardRef
    power: CardRef
    targets: tuple[Target, ...] = ()

    @property
    def cite(self) -> str:
        is_own = self.power == self.player
        return cited("Boufbowl p. 4", "own_power_deeds") if is_own else "Boufbowl p. 14"


@dataclass(frozen=True, slots=True)
class Buy:
    """A player buys a power card with his fervour. `instead_of` are cards that came first and were put under their
    pile, because he has that power already.
    """

    kind: ClassVar[str] = "buy"
    cite: ClassVar[str] = "Boufbowl p. 15"
    player: CardRef
    power: CardRef
    pile: Literal["shown", "top"] = field(metadata={"json": "from"})
    instead_of: tuple[CardRef, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowPower:
    """A power card comes up on the stand in the place of one that was taken; None: its pile is empty."""

    kind: ClassVar[str] = "show"
    cite: ClassVar[str] = "Boufbowl p. 13"
    power: CardRef | None = field(default=None, metadata={"bare": True})


@dataclass(frozen=True, slots=True)
class BuyTraining:
    """A coach buys a training with the fervour of his players."""

    kind: ClassVar[str] = "buy_training"
    cite: ClassVar[str] = "Boufbowl p. 15"
    seat: Seat
    ref: CardRef
    paid: Mapping[CardRef, Count] = field(metadata={"json": "from"})


@dataclass(frozen=True, slots=True)
class Done:
    """A coach has bought all he wants after a try."""

    kind: ClassVar[str] = "done"
    cite: ClassVar[str] = "Boufbowl p. 15"
    seat: Seat


Play = (
    Place
    | Kickoff
    | Draw
    | Move
    | Stand
    | PickUp
    | TakeOff
    | BringOn
    | Pass
    | Chandelle
    | Tackle
    | CardPlay
    | Land
    | Catch
    | Intercept
    | NoIntercept
    | Resolve
    | Commit
    | Bonus
    | Dice
    | ChooseDamage
    | EndTurn
    | Back
    | CleanOrders
    | Order
    | UsePower
    | Buy
    | ShowPower
    | BuyTraining
    | Done
)
PLAYS: Mapping[str, type[Play]] = {form.kind: form for form in get_args(Play)}
