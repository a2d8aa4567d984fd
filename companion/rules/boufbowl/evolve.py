"""Computes the state after an event. It never refuses: an event has already been allowed."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.event import Conceded, Overridden
from companion.ids import CardRef
from companion.rules.boufbowl import events, frames, plays
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Moment, Slot
from companion.rules.boufbowl.checks import (
    is_contested,
    pick_up_opponents,
    placing,
    someone_is_under,
    waits_for_lightning,
)
from companion.rules.boufbowl.contest import choosing, weigh
from companion.rules.boufbowl.events import Bought, Fervour, Opposition, OrdersChanged, Outcome, Reason
from companion.rules.boufbowl.field import DOING, Paid, cost, counted, pass_interceptors
from companion.rules.boufbowl.frames import (
    CardsSoFar,
    Contest,
    Ending,
    Frame,
    Intercepted,
    Purchases,
    Side,
    Training,
)
from companion.rules.boufbowl.influence import Source, carry_out, may_use_up, own_power, play_card
from companion.rules.boufbowl.override import apply_override
from companion.rules.boufbowl.plays import (
    Bonus,
    Buy,
    BuyTraining,
    ChooseDamage,
    Commit,
    Dice,
    Done,
    Order,
    ShowPower,
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
    with_discards,
    with_extra,
    with_figure,
    with_figures,
    with_team,
)
from companion.rules.boufbowl.under_way import rechecked, step_called_off
from companion.rules.effects import Lasts
from companion.rules.play_rules import with_accepted_forms
from companion.values import replace

# --- evolve contest
# Computes the state after the events of an opposition, from the first card promised to the last die (p. 6, 10).

_ENDS = {Outcome.DEFENCE: Reason.INTERCEPTED, Outcome.LEVEL: Reason.BALL_DOWN}
"""Why a turn ends when a pass, a chandelle or a try fails. A failed pick-up or tackle does not end the turn by itself."""


def oppose(
    state: State, on: Moment, attack: CardRef, defence: CardRef, so_far: CardsSoFar | None = None
) -> State:
    """Begin an opposition of two players; cards said and shown for an opposition before it still count."""
    if so_far is None:
        return replace(state, stack=(*state.stack, Contest(on, Side(attack), Side(defence))))
    *below, frame = state.stack
    assert isinstance(frame, Intercepted)
    sides = replace(so_far.attack, player=attack), replace(so_far.defence, player=defence)
    return replace(state, stack=(*below, replace(frame, so_far=None), Contest(on, *sides)))


def step_commit(state: State, event: Commit) -> State:
    return _told(state, event.seat, replace(_side(state, event.seat), committed=event.cards))


def step_bonus(state: State, event: Bonus) -> State:
    state = _told(state, event.seat, replace(_side(state, event.seat), cards=event.cards))
    return with_discards(state, event.seat, *event.cards) if event.cards else state


def step_dice(state: State, event: Dice) -> State:
    return _told(state, event.seat, replace(_side(state, event.seat), stars=event.stars, damage=event.damage))


def step_choose_damage(state: State, event: ChooseDamage) -> State:
    chosen = _told(state, event.seat, replace(_side(state, event.seat), chosen=event.index))
    contest = _contest(chosen)
    assert contest.outcome is not None
    if choosing(chosen, contest, contest.outcome):
        return chosen
    return replace(chosen, stack=chosen.stack[:-1])


def step_opposition(state: State, event: Opposition) -> State:
    """Settle the opposition and what it was for; a tackle may still wait for its damage."""
    contest = _contest(state)
    state = _use_up(state, contest)
    if contest.on is Moment.TACKLE and choosing(state, contest, event.outcome):
        return _with_top(state, replace(contest, outcome=event.outcome))
    if contest.on not in (Moment.TACKLE, Moment.PICK_UP) and event.outcome in _ENDS:
        return replace(state, stack=(Ending(_ENDS[event.outcome]),))
    stands_alone = contest.on is Moment.TACKLE or contest.launch is not None
    return replace(state, stack=state.stack[: -1 if stands_alone else -2])


def _use_up(state: State, contest: Contest) -> State:
    """Use up effects marked `once` that counted: a played effect ends; a power's or a training's is noted as used."""
    if not may_use_up(state, contest):
        return state
    counted = weigh(state, contest).counted_once
    played = [source.lasting for source in counted if source.lasting is not None]
    noted = tuple(source.key for source in counted if source.lasting is None)
    lasting = tuple(effect for effect in state.lasting if effect not in played)
    return replace(state, lasting=lasting, used_once=(*state.used_once, *noted))


def _contest(state: State) -> Contest:
    top = state.top
    assert isinstance(top, Contest)
    return top


def _side(state: State, seat: Seat) -> Side:
    contest = _contest(state)
    is_attack = state.sheet.seat_of[contest.attack.player] is seat
    return contest.attack if is_attack else contest.defence


def _told(state: State, seat: Seat, side: Side) -> State:
    contest = _contest(state)
    is_attack = state.sheet.seat_of[contest.attack.player] is seat
    return _with_top(state, replace(contest, attack=side) if is_attack else replace(contest, defence=side))


def _with_top(state: State, frame: Frame) -> State:
    return replace(state, stack=(*state.stack[:-1], frame))


# --- evolve expert
# Computes the state after the events of the expert mode: orders, powers, purchases, fervour (p. 12 to 15).


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


# --- evolve


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
        state = rechecked(state, ref)
    return state


def _knocked_down(state: State, event: events.KnockedDown) -> State:
    figure = replace(state.figures[event.player], standing=False, marker=event.marker)
    down = with_figure(state, event.player, figure)
    is_loss = state.ball.carrier == event.player and state.sheet.seat_of[event.player] is state.active
    return (
        replace(down, stack=(frames.Ending(events.Reason.CARRIER_DOWN),))
        if is_loss
        else rechecked(down, event.player)
    )


def _injured(state: State, event: events.Injured) -> State:
    return with_figure(state, event.player, replace(state.figures[event.player], injured=True))


def _marker(state: State, event: events.MarkerChanged) -> State:
    return with_figure(state, event.player, replace(state.figures[event.player], marker=event.to))


def _moved(state: State, event: events.Moved) -> State:
    moved = with_figure(state, event.player, replace(state.figures[event.player], zone=event.to))
    return rechecked(moved, event.player)


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
    events.FORMS,
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
