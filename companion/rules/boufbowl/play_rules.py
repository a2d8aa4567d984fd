"""A row of Boufbowl's plays: all that the rules say of one kind of play; and the ruling that it opens."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Self

from companion.ids import CardRef
from companion.rules import play_rules
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.checks import card_name, in_zone, side_name, zone_name
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
from companion.rules.boufbowl.plays import Play
from companion.rules.boufbowl.sheet import DamageFace, Sheet
from companion.rules.boufbowl.state import Stage, State
from companion.rules.effects import Effect
from companion.rules.engine import Refusal
from companion.rules.play_rules import KindOfPlay, during, nothing_named
from companion.rules.readings import cited
from companion.words import Text

# --- unfolding
# Builds a ruling of Boufbowl event by event: what happens to players, ball and cards.

_WORSE = cited("p. 11", "lying_worse")
_LEVEL = cited("p. 11", "lying_level")


class Unfolding(play_rules.Unfolding[State]):
    """The events of one play, as far as they are known."""

    __slots__ = ()

    def __init__(self, state: State) -> None:
        super().__init__(state, evolve)

    def hold(self, ref: CardRef, page: str) -> Self:
        """Give a player the ball. `page` is the place in the rulebook that says so, here and below."""
        return self.then(BallMoved(self.state.figures[ref].zone, ref, BallState.HELD, _section(page)))

    def drop(self, zone: str, page: str) -> Self:
        """Put the ball on the ground."""
        return self.then(BallMoved(zone, None, BallState.GROUND, _section(page)))

    def send_up(self, zone: str, page: str) -> Self:
        """Send the ball into the air."""
        return self.then(BallMoved(zone, None, BallState.AIR, _section(page)))

    def move(self, ref: CardRef, to: str, page: str) -> Self:
        """Move a player to another zone, and the ball with him if he holds it."""
        origin = self.state.figures[ref].zone
        self.then(Moved(ref, origin, to, self.state.movement, _section(page)))
        return self.hold(ref, page) if self.state.ball.carrier == ref else self

    def mark(self, ref: CardRef, marker: Marker | None, page: str) -> Self:
        """Turn a player's marker over, or remove it."""
        return self.then(MarkerChanged(ref, marker, _section(page)))

    def knock_down(self, ref: CardRef, face: DamageFace, page: str) -> Self:
        """Put a standing player down, as the damage face says; a ball that he holds falls beside him."""
        self.then(KnockedDown(ref, Marker.STUNNED if face is DamageFace.NONE else Marker.KO, _section(page)))
        if face is DamageFace.INJURED:
            self.injure(ref)
        return self.drop(self.state.figures[ref].zone, "p. 6") if self.state.ball.carrier == ref else self

    def worsen(self, ref: CardRef) -> Self:
        """Make a lying player's state worse by one step (p. 11)."""
        match self.state.figures[ref].marker:
            case None:
                return self.mark(ref, Marker.STUNNED, _WORSE)
            case Marker.STUNNED:
                return self.mark(ref, Marker.KO, _WORSE)
            case Marker.KO:
                return self.injure(ref)

    def injure(self, ref: CardRef) -> Self:
        """Turn a player's card to its injured side, unless it is turned already, and show its text."""
        if self.state.figures[ref].injured:
            return self
        self.then(Injured(ref))
        return self.show(self.state.sheet.seat_of[ref], ref, own_power(self.state, ref))

    def harm(self, ref: CardRef, face: DamageFace) -> Self:
        """Hurt a lying player in a level tackle: stunned if he has no marker, or what the damage face says (p. 11)."""
        marker = self.state.figures[ref].marker
        if face is DamageFace.NONE:
            return self if marker is not None else self.mark(ref, Marker.STUNNED, _LEVEL)
        if marker is not Marker.KO:
            self.mark(ref, Marker.KO, _LEVEL)
        return self.injure(ref) if face is DamageFace.INJURED else self

    def show(self, seat: Seat, card: CardRef, effect: Effect | None) -> Self:
        """Show the text of a card that the players carry out themselves."""
        if effect is not None and is_for_the_players(effect):
            self.then(EffectShown(seat, card, effect.text))
        return self

    def tell(self, sources: Iterable[Source]) -> Self:
        """Show the powers and trainings that bent a rule for this play."""
        for source in sources:
            self.then(EffectShown(source.seat, source.card, source.effect.text))
        return self

    def deal(self, seat: Seat, n: int, page: str) -> Self:
        """Give a coach cards from his pile."""
        team = self.state.team(seat)
        return self.then(Cards(seat, team.hand + n, team.pile - n, _section(page))) if n else self

    def discard(self, seat: Seat, n: int, page: str) -> Self:
        """Take cards out of a hand."""
        team = self.state.team(seat)
        return self.then(Cards(seat, team.hand - n, team.pile, _section(page))) if n else self

    def pay(self, ref: CardRef, n: int, page: str) -> Self:
        """Take fervour from a player."""
        if not n:
            return self
        return self.then(Fervour(ref, self.state.figures[ref].fervour - n, _section(page)))


def _section(page: str) -> str:
    return f"Boufbowl {page}"


def is_for_the_players(effect: Effect) -> bool:
    """Return whether the players carry a power out themselves: it has neither modifiers nor deeds."""
    return not effect.modifiers and not effect.deeds


# --- play rules

Named = Callable[[Any], Iterable[str | None]]


def _allowed(_state: State, _play: Any) -> Refusal | None:
    return None


def _nothing(_u: Unfolding, _play: Any, _before: State) -> None:
    pass


@dataclass(frozen=True, slots=True)
class CoachPlay(KindOfPlay):
    """One kind of play, and the stages in which it is possible.

    `label(sheet, play)` tells it in one sentence; `options(state, seat)` are complete plays that would be accepted. `check`
    says why it is refused, `follow` what follows from it; `complete` fills in a choice for which only one answer is
    possible. `cards` and `zones` are what it names of the catalogue and of the board.
    """

    stages: frozenset[Stage]
    label: Callable[[Sheet, Any], Text]
    options: Callable[[State, Seat], Iterable[Play]]
    check: Callable[[State, Any], Refusal | None] = _allowed
    follow: Callable[[Unfolding, Any, State], None] = _nothing
    complete: Callable[[State, Any], Play | Refusal] | None = None
    cards: Named = nothing_named
    zones: Named = nothing_named


IN_PLAY = during(Stage.PLAY)


def player_of(play: Any) -> tuple[str]:
    """Return the only card that many plays name."""
    return (play.player,)


def by_player(template: Text) -> Callable[[Sheet, Any], Text]:
    """Return the sentence of a play that names one player."""
    return lambda sheet, play: Text(template.template, player=card_name(sheet, play.player))


def by_two_players(template: Text, other: Callable[[Any], CardRef]) -> Callable[[Sheet, Any], Text]:
    """Return the sentence of a play of one player that names another."""
    return lambda sheet, play: Text(
        template.template, player=card_name(sheet, play.player), other=card_name(sheet, other(play))
    )


def by_player_at(template: Text, zone: Callable[[Any], str]) -> Callable[[Sheet, Any], Text]:
    """Return the sentence of a play of one player that names a zone, by its name or as a place."""
    return lambda sheet, play: Text(
        template.template,
        player=card_name(sheet, play.player),
        zone=zone_name(sheet, zone(play)),
        place=in_zone(sheet, zone(play)),
    )


def by_number(
    none: Text, one: Text, many: Text, number: Callable[[Any], int]
) -> Callable[[Sheet, Any], Text]:
    """Return the sentence of a coach's play that says a number."""
    told = {0: none, 1: one}

    def label(sheet: Sheet, play: Any) -> Text:
        n = number(play)
        return Text(told.get(n, many).template, seat=side_name(sheet, play.seat), n=n)

    return label


def said(sentence: Text) -> Callable[[Sheet, Any], Text]:
    """Return the sentence of a play that names nothing."""
    return lambda _sheet, _play: sentence
