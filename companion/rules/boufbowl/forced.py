"""Answers questions that have only one answer: the engine makes that play without asking anybody."""

from companion.rules.boufbowl.asking import (
    catchers,
    committing,
    contest_of,
    draw_count,
    interceptors,
    may_clean,
    may_decline,
    showing,
    stepping_back,
    waits_for_lightning,
)
from companion.rules.boufbowl.board import SEATS, Seat
from companion.rules.boufbowl.buying import buyer_seat, is_passed_over
from companion.rules.boufbowl.decks import most_to_commit
from companion.rules.boufbowl.frames import Landing, PassUnderWay
from companion.rules.boufbowl.opposing import side_of
from companion.rules.boufbowl.plays import (
    Back,
    Bonus,
    Catch,
    Commit,
    Done,
    Draw,
    Intercept,
    NoIntercept,
    Play,
    Resolve,
)
from companion.rules.boufbowl.state import Stage, State


def forced(state: State) -> Play | None:
    """Return the only answer to the question that is open now; None if there are several."""
    match state.stage:
        case Stage.PLAY:
            return None
        case Stage.DRAW if not draw_count(state) and not may_clean(state):
            return Draw(state.active, 0)
        case Stage.RESOLVE if not _may_be_answered(state):
            return Resolve()
        case Stage.INTERCEPT:
            return _interception(state)
        case Stage.CATCH if len(named := catchers(state)) == 1:
            return Catch(named[0])
        case Stage.COMMIT if not _may_commit(state, seat := committing(state, contest_of(state))):
            return Commit(seat, 0)
        case Stage.BONUS:
            return _bonus(state)
        case Stage.BACK:
            step = stepping_back(state)
            return Back(step[0], step[1][0]) if step is not None and len(step[1]) == 1 else None
        case Stage.TRAINING if is_passed_over(state, seat := buyer_seat(state)):
            return Done(seat)
        case _:
            return None


def _may_commit(state: State, seat: Seat) -> bool:
    """Return whether a coach has cards, and one that may have a bonus for this if the set-up lists his deck."""
    if state.sheet.team(seat).copies is None:
        return state.team(seat).hand > 0
    return most_to_commit(state, seat, contest_of(state).on) > 0


def _may_be_answered(state: State) -> bool:
    """Return whether a card may still be played before an action is settled: on a pass or a landing by the other
    coach, on a try by either.
    """
    if isinstance(state.top, PassUnderWay | Landing):
        is_asked = isinstance(state.top, Landing) and state.top.is_resolved
        return waits_for_lightning(state) and not is_asked
    return any(state.team(seat).hand for seat in SEATS)


def _interception(state: State) -> Play | None:
    named = interceptors(state)
    if may_decline(state) or not named:
        return None if named else NoIntercept()
    return Intercept(named[0]) if len(named) == 1 else None


def _bonus(state: State) -> Play | None:
    contest = contest_of(state)
    for seat in showing(state, contest):
        if side_of(state, contest, seat).committed == 0:
            return Bonus(seat, ())
    return None
