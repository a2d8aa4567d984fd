"""Rates positions of Boufbowl for virtual players, who want the ball and run with it to the opponent's endzone."""

from collections.abc import Mapping
from functools import lru_cache

from companion.opponent.sense import GOAL, Sense, signed
from companion.rules.boufbowl.board import Board, Seat
from companion.rules.boufbowl.events import BallState
from companion.rules.boufbowl.field import is_blocked
from companion.rules.boufbowl.plays import Move, Play
from companion.rules.boufbowl.state import State

NEVER = 9
"""Steps to a ball that nobody who stands can reach."""


def _measure(state: State, seat: str) -> float:
    """Rate a state: by tries, then by who has the ball or is nearest to it, how near the endzone is, and who stands."""
    coach = Seat(seat)
    value = GOAL * (state.score[coach] - state.score[coach.other])
    for ref, figure in state.figures.items():
        value += signed(figure.standing and figure.is_on, state.sheet.seat_of[ref] is coach)
    carrier = state.ball.carrier
    if carrier is None:
        return value + (0 if state.ball.zone is None else _race(state, coach, state.ball.zone))
    owner = state.sheet.seat_of[carrier]
    return value + signed(_run(state, owner), owner is coach)


def _runs_with_the_ball(state: State, play: Play) -> bool:
    """Return whether a move is the carrier's, or brings a teammate to his side."""
    carrier = state.ball.carrier
    if not isinstance(play, Move) or carrier is None or state.sheet.seat_of[carrier] is not state.active:
        return True
    return play.player == carrier or play.to == state.ball.zone


def _run(state: State, coach: Seat) -> float:
    """Rate a coach's ball where it is; it is worth less if the carrier cannot go on."""
    zone = state.ball.zone
    assert zone is not None
    board = state.sheet.board
    rows = _steps(_ways(board), board.endzones[coach.other])[zone]
    return 40 - 5 * rows - (3 if rows and is_blocked(state, coach, zone) else 0)


def _race(state: State, coach: Seat, zone: str) -> float:
    """Rate a ball that nobody has: who is nearer, and who has more players under it."""
    steps = _steps(_ways(state.sheet.board), zone)
    nearest = dict.fromkeys(Seat, NEVER)
    value = 0.0
    for ref, figure in state.figures.items():
        if figure.standing and figure.is_on:
            side = state.sheet.seat_of[ref]
            nearest[side] = min(nearest[side], steps[figure.zone])
            value += signed(figure.zone == zone, side is coach)
    if state.ball.state is BallState.AIR:
        value += signed(3, state.ball.thrower is coach)
    return value + 3 * (nearest[coach.other] - nearest[coach])


def run_length(board: Board, start: str, end: str) -> int:
    """Return how many zones lie between two; `NEVER` from off the field."""
    return _steps(_ways(board), end).get(start, NEVER)


_Ways = tuple[tuple[str, tuple[str, ...]], ...]


def _ways(board: Board) -> _Ways:
    return tuple((zone.id, zone.next) for zone in board.zones.values())


@lru_cache(maxsize=64)
def _steps(ways: _Ways, start: str) -> Mapping[str, int]:
    """Return how many zones each zone is away from one."""
    beside = dict(ways)
    steps = dict.fromkeys(beside, NEVER)
    steps[start] = 0
    edge = [start]
    for zone in edge:
        for to in beside[zone]:
            if steps[to] > steps[zone] + 1:
                steps[to] = steps[zone] + 1
                edge.append(to)
    return steps


BOUFBOWL = Sense(
    frozenset(
        ("move", "stand", "pick_up", "bring_on", "pass", "chandelle", "tackle", "land", "end_turn",
         "catch", "intercept", "no_intercept", "back")
    ),
    _runs_with_the_ball,
    _measure,
)  # fmt: skip
"""The kinds of play that are rated. Cards are left to chance: finding all their plays takes longer than all others
together.
"""
