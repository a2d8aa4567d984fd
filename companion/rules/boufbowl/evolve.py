"""Computes the state after an event. It never refuses: an event has already been allowed."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.event import Conceded, Overridden
from companion.ids import CardRef
from companion.rules.accepted import with_accepted_forms
from companion.rules.boufbowl import events, frames, plays
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
from companion.rules.boufbowl.override import apply_override
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


def evolve(state: State, event: events.Event | Any) -> State:
    """Return the state after an event."""
    if (
        state.launch is not None
        and type(event) in _PLAY_STEPS
        and not isinstance(event, plays.CardPlay | plays.ShowPower)
    ):
        state = replace(state, launch=None)
    step = _STEPS.get(type(event))
    return state if step is None else step(state, event)


# --- placing and drawing


def _place(state: State, event: plays.Place) -> State:
    placed = {ref: replace(state.figures[ref], zone=zone) for ref, zone in event.zones.items()}
    state = with_figures(state, placed)
    if event.ball is not None:
        state = replace(state, ball=Ball(event.zones[event.ball], event.ball, events.BallState.HELD))
    return replace(state, base=Phase.KICKOFF) if placing(state) is None else state


def _kickoff(state: State, _event: plays.Kickoff) -> State:
    return replace(state, base=Phase.DRAW)


def _draw(state: State, _event: plays.Draw) -> State:
    return replace(state, base=Phase.PLAY)


# --- movement points and actions


def _paid(state: State, event: Paid) -> State:
    points = cost(state, event.player, DOING[type(event)])
    paid = replace(state, movement=state.movement - points)
    if not state.sheet.bends_once:
        return paid
    noted = tuple(source.key for source in counted(state, event) if source.effect.once)
    return replace(paid, used_once=(*state.used_once, *noted))


def _pick_up(state: State, event: plays.PickUp) -> State:
    state = _paid(state, event)
    if pick_up_opponents(state, event.player):
        return _push(state, frames.PickUpUnderWay(event.player))
    return state


def _pass(state: State, event: plays.Pass) -> State:
    state = _acted(state, Slot.PASS)
    if pass_interceptors(state, event.player, event.to):
        return _push(state, frames.PassUnderWay(event.player, event.to))
    if waits_for_lightning(state):
        return _push(state, frames.PassUnderWay(event.player, event.to, is_unopposed=True))
    return state


def _chandelle(state: State, event: plays.Chandelle) -> State:
    launch = frames.Launch(event.player, state.figures[event.player].zone)
    return replace(_acted(state, Slot.PASS), launch=launch)


def _tackle(state: State, event: plays.Tackle) -> State:
    return oppose(_acted(state, Slot.TACKLE), Moment.TACKLE, event.player, event.target)


def _acted(state: State, kind: Slot) -> State:
    """Use up an action: an extra one if there is one, else the basic one."""
    extra = state.extra
    if kind is Slot.PASS and extra.passes:
        return replace(state, extra=replace(extra, passes=extra.passes - 1))
    if kind is Slot.TACKLE and extra.tackles:
        return replace(state, extra=replace(extra, tackles=extra.tackles - 1))
    return replace(state, action_used=True)


def _push(
    state: State, frame: frames.PassUnderWay | frames.PickUpUnderWay | frames.TryUnderWay | frames.Landing
) -> State:
    return replace(state, stack=(*state.stack, frame))


# --- the ball comes down, is caught, or is tried for


def _land(state: State, _event: plays.Land | plays.EndTurn) -> State:
    if not is_contested(state) and waits_for_lightning(state):
        return _push(state, frames.Landing(is_unopposed=True))
    return _push(state, frames.Landing()) if someone_is_under(state) else state


def _catch(state: State, event: plays.Catch) -> State:
    *below, landing = state.stack
    if isinstance(landing, frames.Landing) and is_contested(state):
        return replace(state, stack=(*below, replace(landing, receiver=event.player)))
    return replace(state, stack=tuple(below))


def _intercept(state: State, event: plays.Intercept) -> State:
    match state.top:
        case frames.PassUnderWay(player, so_far=so_far):
            return oppose(state, Moment.PASS, player, event.player, so_far)
        case frames.PickUpUnderWay(player, so_far=so_far):
            return oppose(state, Moment.PICK_UP, player, event.player, so_far)
        case frames.TryUnderWay(player, so_far=so_far):
            return oppose(state, Moment.TRY, player, event.player, so_far)
        case frames.Landing(receiver, so_far=so_far) if receiver is not None:
            return oppose(state, Moment.CHANDELLE, receiver, event.player, so_far)
        case _:
            return state


def _no_intercept(state: State, _event: plays.NoIntercept) -> State:
    return replace(state, stack=state.stack[:-1])


def _resolve(state: State, _event: plays.Resolve) -> State:
    top, below = state.top, state.stack[:-1]
    if isinstance(top, frames.Landing) and top.receiver is None and someone_is_under(state):
        return replace(state, stack=(*below, replace(top, is_unopposed=False, is_resolved=True)))
    if isinstance(top, frames.PassUnderWay | frames.Landing):
        return replace(state, stack=below)
    assert state.ball.carrier is not None
    return _push(state, frames.TryUnderWay(state.ball.carrier))


# --- the end of a turn


def _end_turn(state: State, event: plays.EndTurn) -> State:
    state = replace(state, stack=(frames.Ending(events.Reason.END_TURN),))
    return _land(state, event) if state.may_land else state


def _turn_end(state: State, event: events.TurnEnd) -> State:
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
        base=Phase.PLACEMENT if event.reason is events.Reason.TRY else Phase.DRAW,
    )


# --- players, ball, cards, score


def _stood_up(state: State, event: events.StoodUp) -> State:
    standing = {ref: replace(state.figures[ref], standing=True, marker=None) for ref in event.players}
    state = with_figures(state, standing)
    for ref in event.players:
        state = looked_at_anew(state, ref)
    return state


def _knocked_down(state: State, event: events.KnockedDown) -> State:
    figure = replace(state.figures[event.player], standing=False, marker=event.marker)
    down = with_figure(state, event.player, figure)
    is_loss = state.ball.carrier == event.player and state.sheet.seat_of[event.player] is state.active
    return (
        replace(down, stack=(frames.Ending(events.Reason.CARRIER_DOWN),))
        if is_loss
        else looked_at_anew(down, event.player)
    )


def _injured(state: State, event: events.Injured) -> State:
    return with_figure(state, event.player, replace(state.figures[event.player], injured=True))


def _marker(state: State, event: events.MarkerChanged) -> State:
    return with_figure(state, event.player, replace(state.figures[event.player], marker=event.to))


def _moved(state: State, event: events.Moved) -> State:
    moved = with_figure(state, event.player, replace(state.figures[event.player], zone=event.to))
    return looked_at_anew(moved, event.player)


def _ball(state: State, event: events.BallMoved) -> State:
    if event.state is not events.BallState.AIR:
        return replace(state, ball=Ball(event.zone, event.carrier, event.state))
    if state.ball.state is events.BallState.AIR:
        return replace(state, ball=replace(state.ball, zone=event.zone))
    return replace(state, ball=Ball(event.zone, None, events.BallState.AIR, state.active, state.turn))


def _cards(state: State, event: events.Cards) -> State:
    return with_team(state, event.seat, replace(state.team(event.seat), hand=event.hand, pile=event.pile))


def _try(state: State, event: events.TryScored) -> State:
    team = state.team(event.seat)
    scored = with_team(state, event.seat, replace(team, score=event.score[event.seat]))
    figures: Mapping[CardRef, Figure] = {
        ref: replace(figure, zone=Figure.zone, standing=True, marker=None)
        for ref, figure in state.figures.items()
    }
    frame = frames.Training(event.seat) if state.sheet.is_expert else frames.Ending(events.Reason.TRY)
    return replace(scored, figures=figures, ball=NO_BALL, stack=(frame,))


def _conceded(state: State, event: Conceded) -> State:
    return replace(state, conceded=Seat(event.seat), stack=())


_PLAY_STEPS: dict[type, Callable[[State, Any], State]] = with_accepted_forms(
    {
        plays.Commit: step_commit,
        plays.Bonus: step_bonus,
        plays.Dice: step_dice,
        plays.ChooseDamage: step_choose_damage,
        plays.Move: _paid,
        plays.Stand: _paid,
        plays.TakeOff: _paid,
        plays.BringOn: _paid,
        plays.PickUp: _pick_up,
        plays.Pass: _pass,
        plays.Chandelle: _chandelle,
        plays.Tackle: _tackle,
        plays.CardPlay: play_card,
        plays.Land: _land,
        plays.Catch: _catch,
        plays.Intercept: _intercept,
        plays.NoIntercept: _no_intercept,
        plays.Resolve: _resolve,
        plays.EndTurn: _end_turn,
        plays.Place: _place,
        plays.Kickoff: _kickoff,
        plays.Draw: _draw,
        plays.Order: step_order,
        plays.UsePower: step_use_power,
        plays.Buy: step_buy,
        plays.ShowPower: step_show,
        plays.BuyTraining: step_buy_training,
        plays.Done: step_done,
    },
    events.ACCEPTED,
)
_STEPS: dict[type, Callable[[State, Any], State]] = {
    **_PLAY_STEPS,
    events.Opposition: step_opposition,
    events.StoodUp: _stood_up,
    events.KnockedDown: _knocked_down,
    events.Injured: _injured,
    events.MarkerChanged: _marker,
    events.Moved: _moved,
    events.BallMoved: _ball,
    events.CalledOff: step_called_off,
    events.TryScored: _try,
    events.TurnEnd: _turn_end,
    events.Fervour: step_fervour,
    events.Cards: _cards,
    events.OrdersChanged: step_orders,
    events.Bought: step_bought,
    Overridden: apply_override,
    Conceded: _conceded,
}
