"""The frames of a state's stack: actions that are being settled. The frame on top is settled first."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.ids import CardRef
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Moment
from companion.rules.boufbowl.events import Outcome, Reason
from companion.rules.boufbowl.plays import Target
from companion.rules.boufbowl.sheet import DamageFace


@dataclass(frozen=True)
class Side:
    """One side of an opposition: what it has promised, shown and rolled so far. None: not yet."""

    player: CardRef
    committed: int | None = None
    cards: tuple[CardRef, ...] | None = None
    stars: tuple[int, ...] | None = None
    damage: tuple[DamageFace, ...] = ()
    chosen: int | None = None


@dataclass(frozen=True)
class CardsSoFar:
    """What both coaches had promised and shown for an opposition whose player had to leave it; it counts for the next
    one.
    """

    attack: Side
    defence: Side


@dataclass(frozen=True)
class PassUnderWay:
    """A pass that the other coach may try to intercept. `is_unopposed`: nobody can intercept it, but he may still
    answer with a card.
    """

    player: CardRef
    to: CardRef
    is_unopposed: bool = False
    so_far: CardsSoFar | None = None


@dataclass(frozen=True)
class PickUpUnderWay:
    """A pick-up that an opponent contests."""

    player: CardRef
    so_far: CardsSoFar | None = None


@dataclass(frozen=True)
class Landing:
    """The ball comes down; if both teams are under it, the thrower's coach chooses a receiver first. `is_unopposed`:
    nobody can intercept, and the other coach may still answer with a card; `is_resolved`: he has been asked.
    """

    receiver: CardRef | None = None
    is_unopposed: bool = False
    is_resolved: bool = False
    so_far: CardsSoFar | None = None


@dataclass(frozen=True)
class TryUnderWay:
    """A try that no more cards are played on, and that a defender may intercept."""

    player: CardRef
    so_far: CardsSoFar | None = None


@dataclass(frozen=True)
class Launch:
    """A high ball (chandelle) at the moment when it leaves the thrower's zone.

    A card may let an opponent try to intercept it there.
    """

    player: CardRef
    zone: str


@dataclass(frozen=True)
class Contest:
    """An opposition on the table. An opposition by an effect has a `card`, counts only the majority, and the card's
    further targets wait; if it is about a chandelle that leaves, it has the `launch`. A tackle whose dice have fallen
    stays until the damage is chosen: then it has its `outcome`.
    """

    on: Moment
    attack: Side
    defence: Side
    card: CardRef | None = None
    seat: Seat | None = None
    targets: tuple[Target, ...] = ()
    launch: Launch | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True)
class Purchases:
    """The active coach buys, after his play (p. 13)."""

    buyers: tuple[CardRef, ...] = ()


@dataclass(frozen=True)
class Training:
    """After a try each coach buys, the scorer first (p. 15)."""

    scorer: Seat
    done: tuple[Seat, ...] = ()
    buyers: tuple[CardRef, ...] = ()
    trained: tuple[Seat, ...] = ()

    @property
    def seat(self) -> Seat:
        """Who buys now."""
        return self.scorer.other if self.scorer in self.done else self.scorer


@dataclass(frozen=True)
class Ending:
    """The turn ends."""

    reason: Reason


Intercepted = PassUnderWay | PickUpUnderWay | Landing | TryUnderWay
"""The frames that an opposition may be about."""
Frame = PassUnderWay | PickUpUnderWay | Landing | TryUnderWay | Contest | Purchases | Training | Ending

_MOMENTS: Mapping[type[Intercepted], Moment] = {
    PassUnderWay: Moment.PASS,
    PickUpUnderWay: Moment.PICK_UP,
    Landing: Moment.CHANDELLE,
    TryUnderWay: Moment.TRY,
}


def moment_of(frame: Intercepted) -> Moment:
    """Return what an opposition against this frame is about."""
    return _MOMENTS[type(frame)]
