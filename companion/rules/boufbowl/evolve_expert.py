"""State, event -> state: orders, powers, purchases, fervour (p. 12 to 15)."""

from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Slot
from companion.rules.boufbowl.events import Bought, Fervour, OrdersChanged, Reason
from companion.rules.boufbowl.frames import Ending, Purchases, Training
from companion.rules.boufbowl.plays import Buy, BuyTraining, Done, Order, UsePower
from companion.rules.boufbowl.state import State, with_extra, with_figure, with_team
from companion.values import replace


def step_order(state: State, event: Order) -> State:
    return with_extra(state, event.slot)


def step_use_power(state: State, event: UsePower) -> State:
    figure = state.figures[event.player]
    at = figure.powers.index(event.power)
    kept = replace(figure, powers=figure.powers[:at] + figure.powers[at + 1 :])
    extra = state.sheet.power(event.power).extra_action
    assert extra is not None
    return with_extra(with_figure(state, event.player, kept), extra)


def step_buy(state: State, event: Buy) -> State:
    top = state.top
    if isinstance(top, Training):
        frame: Training | Purchases = replace(top, buyers=(*top.buyers, event.player))
        return replace(state, stack=(*state.stack[:-1], frame))
    buyers = top.buyers if isinstance(top, Purchases) else ()
    return replace(state, stack=(Purchases((*buyers, event.player)),))


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
