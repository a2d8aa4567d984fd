"""Finds which effects count in an opposition, and carries out the deeds of cards and powers (the effect words).

Powers count while their player stands on the field, trainings always, and the effects of played cards while they
last. `side`, `who` and the conditions are seen from the side of the effect's owner.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from companion.ids import CardRef
from companion.rules.boufbowl.board import SEATS, Seat
from companion.rules.boufbowl.cards import OPPOSING, Act, Moment, Player, Post, Slot
from companion.rules.boufbowl.frames import Contest, Side
from companion.rules.boufbowl.plays import CardPlay, Target
from companion.rules.boufbowl.state import Lasting, State, with_discards, with_extra
from companion.rules.effects import Deed, Effect, Modifier
from companion.values import replace


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
        and cards.isdisjoint(chain.from_iterable([figure.powers for figure in state.figures.values()]))
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
    """Return what a player's own card gives him as he is."""
    return state.sheet.player(ref).power_now(is_injured=state.figures[ref].injured)


# --- deeds
# Carries out the deeds of an action card or power on the state, as far as no event tells them (the effect words).

TARGETS: Mapping[str, int] = {
    Act.MOVE: 1,
    Act.STAND: 1,
    Act.KNOCK_DOWN: 1,
    Act.TACKLE: 2,
    Act.INTERCEPT_START: 1,
}
"""How many of the named players each deed takes; deeds not listed take none. A tackle takes the tackler, then his
target.
"""


def shared_out(deeds: Sequence[Deed], targets: Sequence[Target]) -> Iterator[tuple[Deed, tuple[Target, ...]]]:
    """Return each deed with the players it is for, in their order."""
    at = 0
    for deed in deeds:
        n = TARGETS.get(deed.what, 0)
        yield deed, tuple(targets[at : at + n])
        at += n


def before_opposition(deeds: Sequence[Deed]) -> int:
    """Return how many deeds come before the one that leads to an opposition."""
    return next((n for n, deed in enumerate(deeds) if deed.what in OPPOSING), len(deeds))


def play_card(state: State, event: CardPlay) -> State:
    """Play an action card for its effect: it is discarded, and its modifiers count as long as they last."""
    effect = state.sheet.effect(event.ref)
    state = carry_out(with_discards(state, event.seat, event.ref), event.seat, event.ref, event.targets)
    if effect.modifiers:
        players = tuple(target.player for target in event.targets)
        lasting = Lasting(event.seat, event.ref, players, effect.lasts)
        state = replace(state, lasting=(*state.lasting, lasting))
    return replace(state, launch=None)


def carry_out(state: State, seat: Seat, ref: CardRef, targets: tuple[Target, ...]) -> State:
    """Add the points and actions that a card or a power gives in its coach's turn, and the opposition that it asks for."""
    used = 0
    for deed, whom in shared_out(effect_of(state, ref).deeds, targets):
        used += len(whom)
        if seat is state.active:
            state = _give(state, deed)
        if deed.what in OPPOSING:
            state = _opposed(state, seat, ref, deed, whom, targets[used:])
    return state


def effect_of(state: State, ref: CardRef) -> Effect:
    """Return the effect of an action card, of a power card, or of a player's own power."""
    card = state.sheet.cards[ref]
    effect = own_power(state, ref) if isinstance(card, Player) else card.effect
    assert effect is not None
    return effect


def deeds_only(effect: Effect) -> Effect:
    """Return the deeds of a power, which happen when it is used; its modifiers count without that."""
    return dataclasses.replace(effect, modifiers=()) if effect.modifiers else effect


def _give(state: State, deed: Deed) -> State:
    match deed.what:
        case Act.MOVEMENT:
            return replace(state, movement=state.movement + deed.value)
        case Act.ACTION:
            return with_extra(state, Slot(deed.choice or ""))
        case _:
            return state


def _opposed(
    state: State, seat: Seat, ref: CardRef, deed: Deed, whom: tuple[Target, ...], left: tuple[Target, ...]
) -> State:
    """Put the opposition of an effect on the stack; the targets of its further deeds wait with it."""
    if deed.what == Act.TACKLE:
        one, other = (Side(target.player, 0, ()) for target in whom)
        return replace(state, stack=(*state.stack, Contest(Moment.TACKLE, one, other, ref, seat, left)))
    if state.launch is None:
        return state
    one, other = (Side(player, 0, ()) for player in (state.launch.player, whom[0].player))
    contest = Contest(Moment.CHANDELLE, one, other, ref, seat, left, state.launch)
    return replace(state, stack=(*state.stack, contest))
