"""Computes the state after the events of the expert mode: orders, powers, purchases, fervour (p. 12 to 15)."""

from companion.ids import CardRef
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Slot
from companion.rules.boufbowl.deeds import carry_out
from companion.rules.boufbowl.events import Bought, Fervour, OrdersChanged, Reason
from companion.rules.boufbowl.frames import Ending, Purchases, Training
from companion.rules.boufbowl.influence import Source, own_power
from companion.rules.boufbowl.plays import Buy, BuyTraining, Done, Order, ShowPower, UsePower
from companion.rules.boufbowl.state import State, with_extra, with_figure, with_team
from companion.values import replace


def step_order(state: State, event: Order) -> State:
    team = state.team(state.active)
    spent = with_team(state, state.active, replace(team, unknown_spent=team.unknown_spent + 1))
    return with_extra(spent, event.slot)


def step_use_power(state: State, event: UsePower) -> State:
    """Use a power: a player's own is noted as used; a power card is discarded and gives its extra action."""
    seat = state.sheet.seat_of[event.player]
    done = replace(carry_out(state, seat, event.power, event.targets), launch=None)
    if event.power == event.player:
        return _noted(done, event.player, seat)
    figure = state.figures[event.player]
    at = figure.powers.index(event.power)
    kept = replace(figure, powers=figure.powers[:at] + figure.powers[at + 1 :])
    extra = state.sheet.power(event.power).extra_action
    kept_state = with_figure(done, event.player, kept)
    return kept_state if extra is None else with_extra(kept_state, extra)


def _noted(state: State, ref: CardRef, seat: Seat) -> State:
    own = own_power(state, ref)
    once = (Source(seat, (ref,), "power", ref, own).key,) if own is not None and own.once else ()
    return replace(state, powers_used=(*state.powers_used, ref), used_once=(*state.used_once, *once))


def step_buy(state: State, event: Buy) -> State:
    state = _taken_from_stand(state, event)
    top = state.top
    if isinstance(top, Training):
        frame: Training | Purchases = replace(top, buyers=(*top.buyers, event.player))
        return replace(state, stack=(*state.stack[:-1], frame))
    buyers = top.buyers if isinstance(top, Purchases) else ()
    return replace(state, stack=(Purchases((*buyers, event.player)),))


def _taken_from_stand(state: State, event: Buy) -> State:
    """Remove the cards that were bought or put away from the stand; others will come up in their places."""
    if state.shown is None:
        return state
    gone = {event.power, *event.instead_of}
    left = tuple(ref for ref in state.shown if ref not in gone)
    taken = tuple(ref for ref in state.shown if ref in gone)
    return replace(state, shown=left, taken=(*state.taken, *taken))


def step_show(state: State, event: ShowPower) -> State:
    """Put a card in the place of one of its pile; of several bare places the oldest stays bare if a pile is empty."""
    shown, taken = state.shown or (), list(state.taken)
    if event.power is None:
        return replace(state, taken=state.taken[1:])
    pile = state.sheet.power(event.power).pile
    taken.remove(next(ref for ref in taken if state.sheet.power(ref).pile == pile))
    return replace(state, shown=(*shown, event.power), taken=tuple(taken))


def step_buy_training(state: State, event: BuyTraining) -> State:
    top = state.top
    assert isinstance(top, Training)
    return replace(state, stack=(replace(top, trained=(*top.trained, event.seat)),))


def step_done(state: State, event: Done) -> State:
    top = state.top
    assert isinstance(top, Training)
    done = replace(top, done=(*top.done, event.seat))
    return replace(state, stack=(Ending(Reason.TRY),) if len(done.done) == len(Seat) else (done,))


def step_bought(state: State, event: Bought) -> State:
    if event.player is None:
        team = state.team(event.seat)
        return with_team(state, event.seat, replace(team, trainings=(*team.trainings, event.ref)))
    figure = state.figures[event.player]
    return with_figure(state, event.player, replace(figure, powers=(*figure.powers, event.ref)))


def step_orders(state: State, event: OrdersChanged) -> State:
    slots = tuple(slot for slot in Slot if event.slots[slot])
    return with_team(state, event.seat, replace(state.team(event.seat), orders=slots))


def step_fervour(state: State, event: Fervour) -> State:
    return with_figure(state, event.player, replace(state.figures[event.player], fervour=event.to))
