"""Computes the state after an event. It never refuses: an event has already been allowed."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.event import ClockRanOut, Conceded, Overridden
from companion.rules.accepted import with_accepted_forms
from companion.rules.lignes import events, plays
from companion.rules.lignes.board import MARKS
from companion.rules.lignes.grid import distance
from companion.rules.lignes.override import apply_override
from companion.rules.lignes.pieces import KEEPERS, SEAT_OF, Seat
from companion.rules.lignes.positions import (
    at_the_spot,
    awaiting_kickoff,
    ball_at,
    kicked_free,
    kicking_off,
    lined_up,
    nearest,
    walked,
    with_ball_at,
)
from companion.rules.lignes.sheet import HALF, Halves
from companion.rules.lignes.side_by_side import pairs_to_check
from companion.rules.lignes.state import Aim, Phase, State
from companion.values import replace


def evolve(state: State, event: events.Event | Any) -> State:
    """Return the state after an event."""
    step = _STEPS.get(type(event))
    return state if step is None else step(state, event)


# --- plays


def _kickoff_roll(state: State, event: plays.KickoffRoll) -> State:
    seat = Seat.RED if event.d6 % 2 else Seat.YELLOW
    begun = replace(state, phase=Phase.STRATEGY_ROLL, active=seat)
    if state.first is None:
        begun = replace(begun, first=seat, turn=1)
    return kicking_off(begun, seat)


def _strategy_roll(state: State, _event: plays.StrategyRoll) -> State:
    return replace(state, phase=Phase.STRATEGY)


def _move(state: State, event: plays.Move) -> State:
    assert event.path is not None
    after = walked(state, event.piece, event.path)
    checks = pairs_to_check(state, after, event.piece)
    return replace(after, checks=checks, phase=Phase.PENALTY_CHECK) if checks else after


def _end_strategy(state: State, _event: plays.EndStrategy) -> State:
    return _spent(replace(state, points=0))


def _penalty_check(state: State, _event: plays.PenaltyCheck) -> State:
    pair, *rest = state.checks
    after = replace(state, checks=tuple(rest), checked=(*state.checked, pair))
    return after if rest else _spent(replace(after, phase=Phase.STRATEGY))


def _penalty_roll(state: State, event: plays.PenaltyRoll) -> State:
    assert state.aim is not None
    goal = state.sheet.defence(state.playing.other).goal
    (cell,) = (cell for cell, side in goal.items() if event.d6 in MARKS[side])
    return replace(state, aim=Aim(state.aim.piece, cell))


def _clear_roll(state: State, _event: plays.ClearRoll) -> State:
    return replace(state, has_rolled=True)


def _clear_from(state: State, event: plays.ClearFrom) -> State:
    cleared = replace(state, phase=Phase.STRATEGY, has_rolled=False)
    return with_ball_at(cleared, KEEPERS[state.playing], event.cell)


def _restart_at(state: State, event: plays.RestartAt) -> State:
    assert event.piece is not None
    return with_ball_at(replace(state, phase=Phase.STRATEGY_ROLL), event.piece, state.ball.cell)


# --- consequences


def _points(state: State, event: events.Budget) -> State:
    return replace(state, points=event.points)


def _credit(state: State, event: events.Credit) -> State:
    return replace(state, points=event.points, phase=Phase.SHOT)


def _moved(state: State, event: events.Moved) -> State:
    return _spent(replace(state, points=event.left))


def _lob(state: State, event: events.Lob) -> State:
    return replace(state, points=state.points - event.cost)


def _ball(state: State, event: events.BallAt) -> State:
    if state.phase is Phase.RESTART:
        # By house rule the die decides who kicks off.
        return awaiting_kickoff(replace(_nothing_under_way(state), phase=Phase.KICKOFF, active=None))
    if event.left is not None:
        state = replace(state, points=event.left)
    if state.phase is not Phase.STRATEGY:
        after = ball_at(state, event.at, event.carrier)
        is_spent = state.phase is Phase.SHOT and event.left == 0
        return replace(after, phase=Phase.SHOT_ROLL) if is_spent else after
    if event.carrier is None:
        return kicked_free(state, event.at)
    after = ball_at(state, event.at, event.carrier)
    if SEAT_OF[event.carrier] is not state.active:
        # Only the keeper takes a ball from a pass of the others.
        return replace(after, phase=Phase.CLEAR, points=0)
    return _spent(after)


def _shot(state: State, event: events.Shot) -> State:
    if not event.is_in:
        return replace(state, phase=Phase.CLEAR, points=0)
    shot = replace(state, phase=Phase.SAVE, points=0, aim=Aim(event.piece, event.goal_cell))
    return ball_at(shot, event.goal_cell, None)


def _save(state: State, event: events.Save) -> State:
    return replace(state, phase=Phase.CLEAR) if event.saved else state


def _foul(state: State, event: events.Foul) -> State:
    seat = SEAT_OF[event.against]
    taker = nearest(state, seat)[0]
    fouled = replace(
        state, phase=Phase.PENALTY, active=seat, points=0, checks=(), aim=Aim(taker), carried=0, kicker=None
    )
    return at_the_spot(fouled, taker, seat.other)


def _penalty(state: State, event: events.Penalty) -> State:
    return ball_at(state, event.cell, None) if event.scored else replace(state, phase=Phase.CLEAR)


def _goal(state: State, event: events.Goal) -> State:
    return replace(state, phase=Phase.RESTART, score={seat: event.score[seat] for seat in Seat})


def _out(state: State, event: events.Out) -> State:
    if event.restart is events.Restart.CLEAR:
        return replace(state, phase=Phase.CLEAR)
    spot = event.at
    if event.restart is events.Restart.CORNER:
        corners = state.sheet.defence(state.playing).corners
        spot = min(corners, key=lambda corner: distance(corner, event.at))
    return ball_at(replace(state, phase=Phase.OUT), spot, None)


def _turn_end(state: State, event: events.TurnEnd) -> State:
    begun = replace(_nothing_under_way(state), active=event.next, turn=state.turn + 1)
    if state.time_is_up:
        half = replace(begun, half=state.half + 1, phase=Phase.STRATEGY_ROLL)
        return lined_up(half, event.next)
    match state.phase:
        case Phase.RESTART:
            return lined_up(replace(begun, phase=Phase.STRATEGY_ROLL), event.next)
        case Phase.CLEAR | Phase.OUT:
            return begun
        case _:
            return replace(begun, phase=Phase.STRATEGY_ROLL)


def _match_end(state: State, _event: events.MatchEnd) -> State:
    return replace(_nothing_under_way(state), phase=Phase.OVER, active=None)


def _conceded(state: State, event: Conceded) -> State:
    return replace(state, conceded=Seat(event.seat))


def _clock_ran_out(state: State, event: ClockRanOut) -> State:
    ends_half = event.clock == HALF and isinstance(state.sheet.end, Halves)
    return replace(state, time_is_up=True) if ends_half else state


# --- shared steps


def _nothing_under_way(state: State) -> State:
    """Return the state without anything that belonged to a turn."""
    return replace(
        state,
        points=0,
        carried=0,
        kicker=None,
        checks=(),
        checked=(),
        aim=None,
        has_rolled=False,
        time_is_up=False,
    )


def _spent(state: State) -> State:
    """Return the state after a strategy phase whose points are spent: the shot phase follows if the side has the
    ball.
    """
    if state.phase is Phase.STRATEGY and state.points == 0 and state.own_carrier is not None:
        return replace(state, phase=Phase.SHOT_ROLL)
    return state


_STEPS: Mapping[type, Callable[[State, Any], State]] = with_accepted_forms(
    {
        plays.KickoffRoll: _kickoff_roll,
        plays.StrategyRoll: _strategy_roll,
        plays.Move: _move,
        plays.EndStrategy: _end_strategy,
        plays.PenaltyCheck: _penalty_check,
        plays.PenaltyRoll: _penalty_roll,
        plays.ClearRoll: _clear_roll,
        plays.ClearFrom: _clear_from,
        plays.RestartAt: _restart_at,
        events.Budget: _points,
        events.Credit: _credit,
        events.Moved: _moved,
        events.Lob: _lob,
        events.BallAt: _ball,
        events.Shot: _shot,
        events.Save: _save,
        events.Foul: _foul,
        events.Penalty: _penalty,
        events.Goal: _goal,
        events.Out: _out,
        events.TurnEnd: _turn_end,
        events.MatchEnd: _match_end,
        Overridden: apply_override,
        Conceded: _conceded,
        ClockRanOut: _clock_ran_out,
    },
    events.ACCEPTED,
)
