"""Carries out the deeds of an action card or power on the state, as far as no event tells them (the effect words)."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from companion.ids import CardRef
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import OPPOSING, Act, Moment, Player, Slot
from companion.rules.boufbowl.frames import Contest, Side
from companion.rules.boufbowl.influence import own_power
from companion.rules.boufbowl.plays import CardPlay, Target
from companion.rules.boufbowl.state import Lasting, State, with_discards, with_extra
from companion.rules.effects import Deed, Effect
from companion.values import replace

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
