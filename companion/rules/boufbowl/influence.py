"""Finds which effects count in an opposition, and for which side (the effect words).

Powers count while their player stands on the field, trainings always, and the effects of played cards while they
last. `side`, `who` and the conditions are seen from the side of the effect's owner.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.ids import CardRef
from companion.rules.boufbowl.board import SEATS, Seat
from companion.rules.boufbowl.cards import Post
from companion.rules.boufbowl.frames import Contest
from companion.rules.boufbowl.state import Lasting, State
from companion.rules.effects import Effect, Modifier


@dataclass(frozen=True, slots=True)
class Source:
    """An effect in force: its coach, its players, and the card that bears it."""

    seat: Seat
    players: tuple[CardRef, ...]
    what: str
    card: CardRef
    effect: Effect
    lasting: Lasting | None = None

    @property
    def key(self) -> str:
        """Return the name under which an effect marked `once` is noted as used up."""
        return ":".join((self.seat, self.card, *self.players))


@dataclass(frozen=True, slots=True)
class Hit:
    """A modifier that counts, for one side."""

    source: Source
    modifier: Modifier
    for_attack: bool


def may_use_up(state: State, contest: Contest) -> bool:
    """Return whether an effect marked `once` may count in an opposition."""
    once = state.sheet.once[contest.on]
    return is_owned_by_any(state, once) or any(lasting.card in once for lasting in state.lasting)


def is_owned_by_any(state: State, cards: frozenset[str]) -> bool:
    """Return whether one of these cards is a player on the table, one of his powers, or a coach's training."""
    if not cards:
        return False
    return not (
        cards.isdisjoint(state.figures)
        and cards.isdisjoint(state.red.trainings)
        and cards.isdisjoint(state.blue.trainings)
        and all(not figure.powers or cards.isdisjoint(figure.powers) for figure in state.figures.values())
    )


@dataclass(frozen=True, slots=True)
class _Scene:
    """The opposition as one coach sees it: his player in it, the other one, who has the majority."""

    seat: Seat
    is_attack: bool
    own: CardRef
    other: CardRef
    majority: Seat | None


def zone_of(state: State, contest: Contest) -> str:
    """Return the zone of an opposition: where the defender or interceptor is."""
    return state.figures[contest.defence.player].zone


def attack_seat(state: State, contest: Contest) -> Seat:
    """Return the coach of the player who started the opposition."""
    return state.sheet.seat_of[contest.attack.player]


def hits(state: State, contest: Contest, most: Seat | None) -> list[Hit]:
    """Return all that effects change in an opposition. `most` is the seat with the majority there. In an opposition
    that an effect began, no effects count (p. 12).
    """
    if contest.card is not None:
        return []
    found: list[Hit] = []
    scenes: Mapping[Seat, _Scene] | None = None
    for source in _sources(state, state.sheet.counting[contest.on]):
        if source.effect.once and source.key in state.used_once:
            continue
        if scenes is None:
            scenes = _scenes(state, contest, most)
        scene = scenes[source.seat]
        for modifier in source.effect.modifiers:
            if modifier.on in (contest.on, "any") and _fits(state, scene, modifier):
                found.extend(_hits(source, modifier, scene))
    return found


def _scenes(state: State, contest: Contest, most: Seat | None) -> dict[Seat, _Scene]:
    seat = attack_seat(state, contest)
    attack, defence = contest.attack.player, contest.defence.player
    return {
        seat: _Scene(seat, True, attack, defence, most),
        seat.other: _Scene(seat.other, False, defence, attack, most),
    }


def _fits(state: State, scene: _Scene, modifier: Modifier) -> bool:
    if modifier.side != "both" and (modifier.side == "attack") is not scene.is_attack:
        return False
    return all(_holds(state, scene, name, value) for name, value in modifier.conditions.items())


def _holds(state: State, scene: _Scene, name: str, value: Any) -> bool:
    match name:
        case "post":
            return state.sheet.player(scene.own).post is Post(value)
        case "opponent_post":
            return state.sheet.player(scene.other).post is Post(value)
        case _:
            return (scene.majority is scene.seat) is bool(value)


def _hits(source: Source, modifier: Modifier, scene: _Scene) -> Iterator[Hit]:
    match modifier.who:
        case "self":
            if scene.own in source.players:
                yield Hit(source, modifier, scene.is_attack)
            if scene.other in source.players:
                yield Hit(source, modifier, not scene.is_attack)
        case "team":
            yield Hit(source, modifier, scene.is_attack)
        case _:
            if not source.players or scene.own in source.players:
                yield Hit(source, modifier, not scene.is_attack)


def _sources(state: State, counting: frozenset[str]) -> Iterator[Source]:
    """Yield the effects in force of the cards that may count in this opposition."""
    sheet, figures = state.sheet, state.figures
    for ref, seat in sheet.seat_of.items():
        figure = figures[ref]
        if (ref in counting or figure.powers) and figure.standing and figure.is_on:
            yield from powers_of(state, seat, ref, counting)
    for seat in SEATS:
        for card in state.team(seat).trainings:
            if card in counting:
                yield Source(seat, (), "training", card, sheet.training(card).effect)
    for lasting in state.lasting:
        if lasting.card in counting:
            effect = sheet.effect(lasting.card)
            yield Source(lasting.seat, lasting.targets, "effect", lasting.card, effect, lasting)


def powers_of(state: State, seat: Seat, ref: CardRef, counting: frozenset[str]) -> Iterator[Source]:
    """Yield a player's own power and those that he bought, as far as their cards are among the given ones."""
    own = own_power(state, ref) if ref in counting else None
    if own is not None:
        yield Source(seat, (ref,), "power", ref, own)
    for card in state.figures[ref].powers:
        if card in counting:
            yield Source(seat, (ref,), "power", card, state.sheet.power(card).effect)


def own_power(state: State, ref: CardRef) -> Effect | None:
    """Return what a player's own card gives: its power, or the power of its injured side (p. 12)."""
    card = state.sheet.player(ref)
    return card.injured_power if state.figures[ref].injured else card.power
