"""Checks that several plays share: each returns the refusal of a ball that cannot be played, or None."""

from companion.rules.engine import Refusal, illegal
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.state import State
from companion.rules.readings import cited


def nobody_has_it(state: State, cite: str) -> Refusal | None:
    """Refuse to play a ball that nobody of the active side has."""
    if state.own_carrier is None:
        return illegal(cite, "nobody of the side that plays has the ball")
    return None


def not_on_a_line(state: State, to: Cell, cite: str) -> Refusal | None:
    """Refuse a cell that no straight line leads to."""
    here = state.ball.cell
    if to == here:
        return illegal(cite, "the ball lies on {cell} already", cell=to)
    if to in state.sheet.lines_from(here):
        return None
    return illegal(
        cited(cite, "trajectory"),
        "no straight line leads from {here} to {cell}: rows, columns and diagonals",
        here=here,
        cell=to,
    )
