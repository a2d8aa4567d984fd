"""Computes the state after an event. It never refuses: an event has already been allowed."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.event import Conceded, Overridden
from companion.ids import CardRef
from companion.rules.boufbowl.asking import (
    is_contested,
    pick_up_opponents,
    placing,
    someone_is_under,
    waits_for_lightning,
)
from companion.rules.boufbowl.bending import DOING, Paid, cost, counted
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Moment, Slot
from companion.rules.boufbowl.deeds import play_card
from companion.rules.boufbowl.events import (
    BallMoved,
    BallState,
    Bought,
    CalledOff,
    Cards,
    Event,
    Fervour,
    Injured,
    KnockedDown,
    MarkerChanged,
    Moved,
    Opposition,
    OrdersChanged,
    Reason,
    StoodUp,
    TryScored,
    TurnEnd,
)
from companion.rules.boufbowl.evolve_contest import (
    oppose,
    step_bonus,
    step_choose_damage,
    step_commit,
    step_dice,
    step_opposition,
)
from companion.rules.boufbowl.evolve_expert import (
    step_bought,
    step_buy,
    step_buy_training,
    step_done,
    step_fervour,
    step_order,
    step_orders,
    step_show,
    step_use_power,
)
from companion.rules.boufbowl.field import pass_interceptors
from companion.rules.boufbowl.frames import (
    Ending,
    Landing,
    Launch,
    PassUnderWay,
    PickUpUnderWay,
    Training,
    TryUnderWay,
)
from companion.rules.boufbowl.override import apply_override
from companion.rules.boufbowl.plays import (
    Bonus,
    BringOn,
    Buy,
    BuyTraining,
    CardPlay,
    Catch,
    Chandelle,
    ChooseDamage,
    Commit,
    Dice,
    Done,
    Draw,
    EndTurn,
    Intercept,
    Kickoff,
    Land,
    Move,
    NoIntercept,
    Order,
    Pass,
    PickUp,
    Place,
    Resolve,
    ShowPower,
    Stand,
    Tackle,
    TakeOff,
    UsePower,
)
from companion.rules.boufbowl.state import (
    MOVEMENT,
    NO_BALL,
    Ball,
    Extra,
    Figure,
    Phase,
    State,
    with_figure,
    with_figures,
    with_team,
)
from companion.rules.boufbowl.under_way import looked_at_anew, step_called_off
from companion.rules.effects import Lasts
from companion.values import replace


def evolve(state: State, event: Event | Any) -> State:
    """Return the state after an event."""
    if state.launch is not None and type(event) in _PLAY_STEPS and type(event) not in (CardPlay, ShowPower):
        state = replace(state, launch=None)
    step = _STEPS.get(type(event))
    return state if step is None else step(state, event)


# --- placing and drawing


def _place(state: State, event: Place) -> State:
    placed = {ref: replace(state.figures[ref], zone=zone) for ref, zone in event.zones.items()}
    state = with_figures(state, placed)
    if event.ball is not None:
        state = replace(state, ball=Ball(event.zones[event.ball], event.ball, BallState.HELD))
    return replace(state, base=Phase.KICKOFF) if placing(state) is None else state


def _kickoff(state: State, _event: Kickoff) -> State:
    return replace(state, base=Phase.DRAW)


def _draw(state: State, _event: Draw) -> State:
    return replace(state, base=Phase.PLAY)


# --- movement points and actions


def _paid(state: State, event: Paid) -> State:
    points = cost(state, event.player, DOING[type(event)])
    paid = replace(state, movement=state.movement - points)
    if not state.sheet.bends_once:
        return paid
    noted = tuple(source.key for source in counted(state, event) if source.effect.once)
    return replace(paid, used_once=(*state.used_once, *noted))


def _pick_up(state: State, event: PickUp) -> State:
    state = _paid(state, event)
    if pick_up_opponents(state, event.player):
        return _push(state, PickUpUnderWay(event.player))
    return state


def _pass(state: State, event: Pass) -> State:
    state = _acted(state, Slot.PASS)
    if pass_interceptors(state, event.player, event.to):
        return _push(state, PassUnderWay(event.player, event.to))
    if waits_for_lightning(state):
        return _push(state, PassUnderWay(event.player, event.to, is_unopposed=True))
    return state


def _chandelle(state: State, event: Chandelle) -> State:
    launch = Launch(event.player, state.figures[event.player].zone)
    return replace(_acted(state, Slot.PASS), launch=launch)


def _tackle(state: State, event: Tackle) -> State:
    return oppose(_acted(state, Slot.TACKLE), Moment.TACKLE, event.player, event.target)


def _acted(state: State, kind: Slot) -> State:
    """Use up an action: an extra one if there is one, else the basic one."""
    extra = state.extra
    if kind is Slot.PASS and extra.passes:
        return replace(state, extra=replace(extra, passes=extra.passes - 1))
    if kind is Slot.TACKLE and extra.tackles:
        return replace(state, extra=replace(extra, tackles=extra.tackles - 1))
    return replace(state, action_used=True)


def _push(state: State, frame: PassUnderWay | PickUpUnderWay | TryUnderWay | Landing) -> State:
    return replace(state, stack=(*state.stack, frame))


# --- the ball comes down, is caught, or is tried for


def _land(state: State, _event: Land | EndTurn) -> State:
    if not is_contested(state) and waits_for_lightning(state):
        return _push(state, Landing(is_unopposed=True))
    return _push(state, Landing()) if someone_is_under(state) else state


def _catch(state: State, event: Catch) -> State:
    *below, landing = state.stack
    if isinstance(landing, Landing) and is_contested(state):
        return replace(state, stack=(*below, replace(landing, receiver=event.player)))
    return replace(state, stack=tuple(below))


def _intercept(state: State, event: Intercept) -> State:
    match state.top:
        case PassUnderWay(player, so_far=so_far):
            return oppose(state, Moment.PASS, player, event.player, so_far)
        case PickUpUnderWay(player, so_far=so_far):
            return oppose(state, Moment.PICK_UP, player, event.player, so_far)
        case TryUnderWay(player, so_far=so_far):
            return oppose(state, Moment.TRY, player, event.player, so_far)
        case Landing(receiver, so_far=so_far) if receiver is not None:
            return oppose(state, Moment.CHANDELLE, receiver, event.player, so_far)
        case _:
            return state


def _no_intercept(state: State, _event: NoIntercept) -> State:
    return replace(state, stack=state.stack[:-1])


def _resolve(state: State, _event: Resolve) -> State:
    top, below = state.top, state.stack[:-1]
    if isinstance(top, Landing) and top.receiver is None and someone_is_under(state):
        return replace(state, stack=(*below, replace(top, is_unopposed=False, is_resolved=True)))
    if isinstance(top, PassUnderWay | Landing):
        return replace(state, stack=below)
    assert state.ball.carrier is not None
    return _push(state, TryUnderWay(state.ball.carrier))


# --- the end of a turn


def _end_turn(state: State, event: EndTurn) -> State:
    state = replace(state, stack=(Ending(Reason.END_TURN),))
    return _land(state, event) if state.may_land else state


def _turn_end(state: State, event: TurnEnd) -> State:
    return replace(
        state,
        active=event.next,
        turn=state.turn + 1,
        movement=MOVEMENT,
        action_used=False,
        extra=Extra(),
        powers_used=(),
        stack=(),
        lasting=tuple(effect for effect in state.lasting if effect.lasts is Lasts.MATCH),
        base=Phase.PLACEMENT if event.reason is Reason.TRY else Phase.DRAW,
    )


# --- players, ball, cards, score


def _stood_up(state: State, event: StoodUp) -> State:
    standing = {ref: replace(state.figures[ref], standing=True, marker=None) for ref in event.players}
    state = with_figures(state, standing)
    for ref in event.players:
        state = looked_at_anew(state, ref)
    return state


def _knocked_down(state: State, event: KnockedDown) -> State:
    figure = replace(state.figures[event.player], standing=False, marker=event.marker)
    down = with_figure(state, event.player, figure)
    is_loss = state.ball.carrier == event.player and state.sheet.seat_of[event.player] is state.active
    return (
        replace(down, stack=(Ending(Reason.CARRIER_DOWN),)) if is_loss else looked_at_anew(down, event.player)
    )


def _injured(state: State, event: Injured) -> State:
    return with_figure(state, event.player, replace(state.figures[event.player], injured=True))


def _marker(state: State, event: MarkerChanged) -> State:
    return with_figure(state, event.player, replace(state.figures[event.player], marker=event.to))


def _moved(state: State, event: Moved) -> State:
    moved = with_figure(state, event.player, replace(state.figures[event.player], zone=event.to))
    return looked_at_anew(moved, event.player)


def _ball(state: State, event: BallMoved) -> State:
    if event.state is not BallState.AIR:
        return replace(state, ball=Ball(event.zone, event.carrier, event.state))
    if state.ball.state is BallState.AIR:
        return replace(state, ball=replace(state.ball, zone=event.zone))
    return replace(state, ball=Ball(event.zone, None, BallState.AIR, state.active, state.turn))


def _cards(state: State, event: Cards) -> State:
    return with_team(state, event.seat, replace(state.team(event.seat), hand=event.hand, pile=event.pile))


def _try(state: State, event: TryScored) -> State:
    team = state.team(event.seat)
    scored = with_team(state, event.seat, replace(team, score=event.score[event.seat]))
    figures: Mapping[CardRef, Figure] = {
        ref: replace(figure, zone=Figure.zone, standing=True, marker=None)
        for ref, figure in state.figures.items()
    }
    frame = Training(event.seat) if state.sheet.is_expert else Ending(Reason.TRY)
    return replace(scored, figures=figures, ball=NO_BALL, stack=(frame,))


def _conceded(state: State, event: Conceded) -> State:
    return replace(state, conceded=Seat(event.seat), stack=())


_PLAY_STEPS: dict[type, Callable[[State, Any], State]] = {
    Commit: step_commit,
    Bonus: step_bonus,
    Dice: step_dice,
    ChooseDamage: step_choose_damage,
    Move: _paid,
    Stand: _paid,
    TakeOff: _paid,
    BringOn: _paid,
    PickUp: _pick_up,
    Pass: _pass,
    Chandelle: _chandelle,
    Tackle: _tackle,
    CardPlay: play_card,
    Land: _land,
    Catch: _catch,
    Intercept: _intercept,
    NoIntercept: _no_intercept,
    Resolve: _resolve,
    EndTurn: _end_turn,
    Place: _place,
    Kickoff: _kickoff,
    Draw: _draw,
    Order: step_order,
    UsePower: step_use_power,
    Buy: step_buy,
    ShowPower: step_show,
    BuyTraining: step_buy_training,
    Done: step_done,
}
_STEPS: dict[type, Callable[[State, Any], State]] = {
    **_PLAY_STEPS,
    Opposition: step_opposition,
    StoodUp: _stood_up,
    KnockedDown: _knocked_down,
    Injured: _injured,
    MarkerChanged: _marker,
    Moved: _moved,
    BallMoved: _ball,
    CalledOff: step_called_off,
    TryScored: _try,
    TurnEnd: _turn_end,
    Fervour: step_fervour,
    Cards: _cards,
    OrdersChanged: step_orders,
    Bought: step_bought,
    Overridden: apply_override,
    Conceded: _conceded,
}
