"""Tracks effects that last beyond the moment they are played: when they begin, and when they are used up."""

from collections.abc import Iterable

from companion.ids import CardRef
from companion.rules.effects import Lasts
from companion.rules.ofusaido.cards import Action, Coach
from companion.rules.ofusaido.influence import effect_of
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import Lasting, State, effect_key
from companion.values import replace


def use_up(state: State, used: Iterable[str]) -> State:
    """Use up effects marked `once` that counted: a played effect ends; a footballer's or a permanent one is noted as
    used.
    """
    lasting, noted = list(state.lasting), list(state.used_once)
    for key in used:
        played = [x for x in lasting if effect_key(x.seat, x.card, x.index) == key and _is_played(state, x)]
        if played:
            lasting = [x for x in lasting if x not in played]
        else:
            noted.append(key)
    return replace(state, lasting=tuple(lasting), used_once=tuple(noted))


def _is_played(state: State, lasting: Lasting) -> bool:
    card = state.sheet.cards[lasting.card]
    return (
        isinstance(card, Action | Coach)
        or effect_of(state, lasting.card, lasting.index).announced is not None
    )


def with_own_effects(state: State, seat: Seat, card: CardRef) -> State:
    """Add a footballer's effects that last beyond the duel, when his card is put down."""
    effects = state.sheet.own_effects(card)
    if not effects:
        return state
    new = [
        lasting
        for index, effect in enumerate(effects)
        if effect.modifiers and effect.lasts is not Lasts.DUEL and effect.announced is None
        for lasting in (Lasting(seat, card, index, effect.lasts),)
        if lasting not in state.lasting
    ]
    return replace(state, lasting=(*state.lasting, *new)) if new else state
