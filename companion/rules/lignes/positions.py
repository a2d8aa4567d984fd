"""Puts pieces and ball in their places: at kick-off, after a walk or a kick, at the spots of a restart."""

from companion.rules.lignes.grid import Cell, distance
from companion.rules.lignes.pieces import CENTRE_FORWARDS, FIELD_PLAYERS, KEEPERS, Piece, Seat
from companion.rules.lignes.state import Ball, State
from companion.values import replace

Path = tuple[Cell, ...]
"""Cells entered, one after the other."""


def awaiting_kickoff(state: State) -> State:
    """Return the state with everybody on his start cell, and the ball alone on the centre."""
    board = state.sheet.board
    return replace(state, pieces=board.start, ball=Ball(board.centre), carried=0, kicker=None)


def lined_up(state: State, seat: Seat) -> State:
    """Return the state with everybody on his start cell, and the ball on the centre with the centre forward of a side."""
    return kicking_off(awaiting_kickoff(state), seat)


def kicking_off(state: State, seat: Seat) -> State:
    """Return the state with the centre forward of a side on the centre, with the ball."""
    return with_ball_at(state, CENTRE_FORWARDS[seat], state.sheet.board.centre)


def placed(state: State, piece: Piece, cell: Cell) -> State:
    """Return the state with a piece on a cell; whoever stood there changes places with it."""
    there = state.held.get(cell)
    if there is None:
        return replace(state, pieces={**state.pieces, piece: cell})
    return replace(state, pieces={**state.pieces, there: state.pieces[piece], piece: cell})


def with_ball_at(state: State, piece: Piece, cell: Cell) -> State:
    """Return the state with a piece on a cell and the ball with it; whoever stood there changes places with it."""
    return ball_at(placed(state, piece, cell), cell, piece)


def at_the_spot(state: State, taker: Piece, keeper_of: Seat) -> State:
    """Return the state with the taker of a penalty and the ball on the spot, and the keeper in the middle of his
    goal.
    """
    defence = state.sheet.defence(keeper_of)
    return placed(with_ball_at(state, taker, defence.penalty_spot), KEEPERS[keeper_of], defence.middle)


def ball_at(state: State, cell: Cell, carrier: Piece | None) -> State:
    """Return the state with the ball on a cell. A new carrier has not moved with it yet, and no free kicked ball
    is remembered.
    """
    if carrier is not None and carrier is state.ball.carrier:
        return replace(state, ball=Ball(cell, carrier))
    return replace(state, ball=Ball(cell, carrier), carried=0, kicker=None)


def kicked_free(state: State, cell: Cell) -> State:
    """Return the state after the carrier has kicked the ball to a free cell: if he takes it back, the count of his
    cells goes on.
    """
    return replace(state, ball=Ball(cell), kicker=state.ball.carrier)


def resumed(state: State, piece: Piece) -> int:
    """Return how many cells a piece counts as gone with the ball when it takes it."""
    return state.carried if piece is state.kicker else 0


def gone_with_ball(state: State, piece: Piece, path: Path) -> int | None:
    """Return how many cells a piece has gone with the ball after a path; None if it does not have it then."""
    if state.ball.carrier is piece:
        return state.carried + len(path)
    if state.ball.cell in path:
        return resumed(state, piece) + len(path) - 1 - path.index(state.ball.cell)
    return None


def walked(state: State, piece: Piece, path: Path) -> State:
    """Return the state after a piece has walked; it has the ball if it had it before or met it on its way."""
    gone = gone_with_ball(state, piece, path)
    there = replace(state, pieces={**state.pieces, piece: path[-1]})
    if gone is None:
        return there
    return replace(there, ball=Ball(path[-1], piece), carried=gone, kicker=None)


def nearest(state: State, seat: Seat) -> tuple[Piece, ...]:
    """Return the field players of a side who stand nearest to the ball, by number."""
    away = {piece: distance(state.pieces[piece], state.ball.cell) for piece in FIELD_PLAYERS[seat]}
    least = min(away.values())
    return tuple(piece for piece, cells in away.items() if cells == least)
