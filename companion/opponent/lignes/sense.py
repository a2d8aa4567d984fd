"""Rates positions of Lignes d'Attaque for virtual players, who want the ball near the goal, with a free way into it."""

from companion.opponent.sense import GOAL, Sense, signed
from companion.rules.lignes.board import SEAT_OF, TEAMS, Seat
from companion.rules.lignes.grid import distance
from companion.rules.lignes.plays import Move, Play
from companion.rules.lignes.state import Phase, State

FARTHEST_SHOT = 12
"""The highest credit that one die gives."""


def _measure(state: State, seat: str) -> float:
    """Goal, then who has the ball, how near the goal, and how likely it is that a shot of his would be in."""
    side = Seat(seat)
    lead = GOAL * (state.score[side] - state.score[side.other])
    if state.phase in (Phase.SAVE, Phase.PENALTY):
        return lead + signed(GOAL / 2, state.active is side)
    if state.phase in (Phase.CLEAR, Phase.OUT, Phase.RESTART) or state.active is None:
        return lead
    carrier = state.ball.carrier
    if carrier is None:
        return lead + _to_the_ball(state, side.other) - _to_the_ball(state, side)
    return lead + signed(_attack(state, SEAT_OF[carrier]), SEAT_OF[carrier] is side)


def _goes_with_the_ball(state: State, play: Play) -> bool:
    """Return whether a walk is the carrier's, or of who is nearest to a ball that nobody has."""
    if not isinstance(play, Move):
        return True
    own = state.own_carrier
    if own is not None:
        return play.piece is own
    away = distance(state.pieces[play.piece], state.ball.cell)
    return away <= _to_the_ball(state, state.playing)


def _to_the_ball(state: State, side: Seat) -> int:
    return min(distance(state.pieces[piece], state.ball.cell) for piece in TEAMS[side])


def _attack(state: State, side: Seat) -> float:
    """Return what it is worth to a side to have the ball where it is; more, once there is nothing left but to shoot."""
    away = distance(state.ball.cell, state.sheet.defence(side.other).middle)
    is_shot_phase = state.phase in (Phase.SHOT_ROLL, Phase.SHOT)
    return 30 - away + (13 if is_shot_phase else 10) * _hope(state, side)


def _hope(state: State, side: Seat) -> float:
    """Return how likely the credit reaches the nearest goal cell to which the way is free."""
    lines = state.sheet.lines[state.ball.cell]
    held = state.held
    goal = state.sheet.defence(side.other).goal
    free = [
        lines[cell].distance for cell in goal if cell in lines and held.keys().isdisjoint(lines[cell].between)
    ]
    if not free:
        return 0
    if state.phase is Phase.SHOT:
        return float(min(free) <= state.points)
    return max(0, FARTHEST_SHOT + 1 - min(free)) / FARTHEST_SHOT


LIGNES = Sense(
    frozenset(("move", "pass", "end_strategy", "relay", "shoot", "send", "hold", "clear_from", "restart_at")),
    _goes_with_the_ball,
    _measure,
)
