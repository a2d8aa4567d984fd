"""Overrides by the referee: which values of the view may be set. An override changes only these values."""

from collections.abc import Mapping
from typing import Annotated, Any

from companion.codec import Range
from companion.errors import Malformed
from companion.event import Overridden
from companion.rules.lignes.grid import Cell, read_cell
from companion.rules.lignes.pieces import Piece, Seat, called
from companion.rules.lignes.positions import ball_at, resumed
from companion.rules.lignes.state import Ball, State
from companion.rules.override_paths import Choice, OverridePath, changes_of, read_changes
from companion.values import replace
from companion.words import Text

MOST_GOALS = 1_000_000
MOST_POINTS = 18
"""The most points: both dice at their highest."""


OVERRIDE_PATHS = (
    OverridePath("score.SEAT", Text("score"), Annotated[int, Range(0, MOST_GOALS)]),
    OverridePath("points", Text("points left"), Annotated[int, Range(0, MOST_POINTS)]),
    OverridePath("ball.cell", Text("cell of the ball"), Any, Choice.CELL),
    OverridePath("pieces.PIECE", Text("cell"), Any, Choice.CELL),
)


def check_override(state: State, changes: Mapping[str, Any]) -> None:
    """Check the values that a referee sets. Raises `Malformed` for a path that cannot be set, or a value that does
    not fit it.
    """
    keys = {"SEAT": tuple(Seat), "PIECE": tuple(Piece)}
    for path, key, value in read_changes(OVERRIDE_PATHS, keys, changes):
        if path.choice is Choice.CELL:
            _on_board(state, value, path.of(key))
    _check_free(state, changes)


def _on_board(state: State, value: Any, where: str) -> None:
    cell = read_cell(value, where)
    if cell not in state.sheet.neighbours:
        last = state.sheet.cells[-1]
        raise Malformed(
            where, Text("{cell} is not on this board, which goes from a1 to {last}", cell=cell, last=last)
        )


def _check_free(state: State, changes: Mapping[str, Any]) -> None:
    """Check that each piece is set on a free cell, or on one whose piece the same override sets elsewhere."""
    after = {**state.pieces, **_pieces(changes)}
    for piece, cell in _pieces(changes).items():
        others = [other for other, there in after.items() if there == cell and other is not piece]
        if others:
            raise Malformed(
                f"pieces.{piece}",
                Text("the cell must be free: {other} stands on {cell}", other=called(others[0]), cell=cell),
            )


def _pieces(changes: Mapping[str, Any]) -> dict[Piece, Cell]:
    names = {path: path.removeprefix("pieces.") for path in changes if path.startswith("pieces.")}
    return {Piece(name): changes[path] for path, name in names.items()}


def apply_override(state: State, event: Overridden) -> State:
    """Return the state with the values set."""
    after = replace(state, pieces={**state.pieces, **_pieces(event.changes)})
    for path, key, value in changes_of(OVERRIDE_PATHS, event.changes):
        match path.pattern:
            case "score.SEAT":
                after = replace(after, score={**after.score, Seat(key): value})
            case "points":
                after = replace(after, points=value)
            case "pieces.PIECE":
                after = _with_the_ball(after, Piece(key))
            case _:
                # The ball is set last, when everybody stands where he is meant to.
                continue
    return _ball_set(after, event.changes["ball.cell"]) if "ball.cell" in event.changes else after


def _ball_set(state: State, cell: Cell) -> State:
    """Put the ball on a cell, with the piece that stands there. A ball that was kicked free stays so: its kicker's
    count goes on if he has it again.
    """
    carrier = state.held.get(cell)
    if state.ball.carrier is not None:
        return ball_at(state, cell, carrier)
    if carrier is None:
        return replace(state, ball=Ball(cell))
    return replace(state, ball=Ball(cell, carrier), carried=resumed(state, carrier), kicker=None)


def _with_the_ball(state: State, piece: Piece) -> State:
    """Let a piece that was set somewhere take its ball along, or take the ball that lies there."""
    cell, ball = state.pieces[piece], state.ball
    if ball.carrier is piece:
        return replace(state, ball=Ball(cell, piece))
    if ball.carrier is None and ball.cell == cell:
        return _ball_set(state, cell)
    return state
