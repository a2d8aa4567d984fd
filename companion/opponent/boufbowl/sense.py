"""Rates positions of Boufbowl for virtual players, who want the ball and run with it to the opponent's endzone."""

from companion.opponent.sense import GOAL, Sense, signed
from companion.rules.boufbowl.board import Board, Seat
from companion.rules.boufbowl.events import BallState
from companion.rules.boufbowl.field import is_blocked
from companion.rules.boufbowl.plays import Move, Play
from companion.rules.boufbowl.state import OFF, State

NEVER = 9
"""Steps to a ball that nobody who stands can reach."""


def _measure(state: State, seat: str) -> float:
    """Rate a state: by tries, then by who has the ball or is nearest to it, how near the endzone is, and who stands."""
    coach = Seat(seat)
    seat_of = state.sheet.seat_of
    value = GOAL * (state.team(coach).score - state.team(coach.other).score)
    for ref, figure in state.figures.items():
        if figure.standing and figure.zone != OFF:
            value += 1 if seat_of[ref] is coach else -1
    carrier = state.ball.carrier
    if carrier is None:
        return value + (0 if state.ball.zone is None else _race(state, coach, state.ball.zone))
    owner = seat_of[carrier]
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
    rows = board.steps[board.goals[coach]].get(zone, NEVER)
    return 40 - 5 * rows - (3 if rows and is_blocked(state, coach, zone) else 0)


def _race(state: State, coach: Seat, zone: str) -> float:
    """Rate a ball that nobody has: who is nearer, and who has more players under it."""
    steps, seat_of = state.sheet.board.steps[zone], state.sheet.seat_of
    own = other = NEVER
    value = 0.0
    for ref, figure in state.figures.items():
        if figure.standing and figure.zone != OFF:
            away = steps.get(figure.zone, NEVER)
            if seat_of[ref] is coach:
                own = min(own, away)
                value += away == 0
            else:
                other = min(other, away)
                value -= away == 0
    if state.ball.state is BallState.AIR:
        value += signed(3, state.ball.thrower is coach)
    return value + 3 * (other - own)


def run_length(board: Board, start: str, end: str) -> int:
    """Return how many zones lie between two; `NEVER` from off the field."""
    return board.steps[end].get(start, NEVER)


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
