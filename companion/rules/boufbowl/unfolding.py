"""A ruling of Boufbowl in the making: what happens to players, ball and cards, told in events."""

from collections.abc import Iterable
from typing import Self

from companion.ids import CardRef
from companion.rules import unfolding
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.events import (
    BallMoved,
    BallState,
    Cards,
    EffectShown,
    Fervour,
    Injured,
    KnockedDown,
    Marker,
    MarkerChanged,
    Moved,
)
from companion.rules.boufbowl.evolve import evolve
from companion.rules.boufbowl.influence import Source, own_power
from companion.rules.boufbowl.sheet import Face
from companion.rules.boufbowl.state import State
from companion.rules.effects import Effect


class Unfolding(unfolding.Unfolding[State]):
    """What follows from one play, so far."""

    __slots__ = ()

    def __init__(self, state: State) -> None:
        super().__init__(state, evolve)

    def hold(self, ref: CardRef) -> Self:
        """A player has the ball."""
        return self.then(BallMoved(self.state.figures[ref].zone, ref, BallState.HELD))

    def drop(self, zone: str) -> Self:
        """The ball lies on the ground."""
        return self.then(BallMoved(zone, None, BallState.GROUND))

    def send_up(self, zone: str) -> Self:
        """The ball is in the air."""
        return self.then(BallMoved(zone, None, BallState.AIR))

    def move(self, ref: CardRef, to: str) -> Self:
        """A player changes zones, and the ball with him if he holds it."""
        origin = self.state.figures[ref].zone
        self.then(Moved(ref, origin, to, self.state.movement))
        return self.hold(ref) if self.state.ball.carrier == ref else self

    def knock_down(self, ref: CardRef, face: Face) -> Self:
        """A standing player goes down, as the damage face says; what he holds falls beside him."""
        self.then(KnockedDown(ref, Marker.STUNNED if face is Face.NONE else Marker.KO))
        if face is Face.INJURED:
            self.injure(ref)
        return self.drop(self.state.figures[ref].zone) if self.state.ball.carrier == ref else self

    def worsen(self, ref: CardRef) -> Self:
        """A lying player's state gets worse by one step (p. 11)."""
        match self.state.figures[ref].marker:
            case None:
                return self.then(MarkerChanged(ref, Marker.STUNNED))
            case Marker.STUNNED:
                return self.then(MarkerChanged(ref, Marker.KO))
            case Marker.KO:
                return self.injure(ref)

    def injure(self, ref: CardRef) -> Self:
        """A player's card is turned, unless it is already; what its other side says is shown."""
        if self.state.figures[ref].injured:
            return self
        self.then(Injured(ref))
        return self.show(self.state.sheet.seat_of[ref], ref, own_power(self.state, ref))

    def harm(self, ref: CardRef, face: Face) -> Self:
        """A lying player in a level tackle: stunned if he has no marker, or what the damage face says (p. 11)."""
        marker = self.state.figures[ref].marker
        if face is Face.NONE:
            return self if marker is not None else self.then(MarkerChanged(ref, Marker.STUNNED))
        if marker is not Marker.KO:
            self.then(MarkerChanged(ref, Marker.KO))
        return self.injure(ref) if face is Face.INJURED else self

    def show(self, seat: Seat, card: CardRef, effect: Effect | None) -> Self:
        """The text of a card that the players carry out themselves."""
        if effect is not None and is_for_the_players(effect):
            self.then(EffectShown(seat, card, effect.text))
        return self

    def tell(self, sources: Iterable[Source]) -> Self:
        """The powers and trainings that counted in a play which they bend the rules for."""
        for source in sources:
            self.then(EffectShown(source.seat, source.card, source.effect.text))
        return self

    def deal(self, seat: Seat, n: int) -> Self:
        """A coach draws cards."""
        team = self.state.team(seat)
        return self.then(Cards(seat, team.hand + n, team.pile - n)) if n else self

    def discard(self, seat: Seat, n: int) -> Self:
        """Cards leave a hand."""
        team = self.state.team(seat)
        return self.then(Cards(seat, team.hand - n, team.pile)) if n else self

    def pay(self, ref: CardRef, n: int) -> Self:
        """A player spends fervour."""
        return self.then(Fervour(ref, self.state.figures[ref].fervour - n)) if n else self


def is_for_the_players(effect: Effect) -> bool:
    """Whether the players carry a power out themselves: it neither counts with anything nor has deeds."""
    return not effect.modifiers and not effect.deeds
