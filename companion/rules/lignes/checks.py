"""Why the ball cannot be played: what several plays are refused for. Each gives a refusal, or None."""

from companion.rules.engine import Refusal, illegal
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.state import State
from companion.rules.readings import cited


def nobody_has_it(state: State, cite: str) -> Refusal | None:
    """Only the carrier plays the ball."""
    if state.own_carrier is None:
        return illegal(cite, "nobody of the side that plays has the ball")
    return None


def not_on_a_line(state: State, to: Cell, cite: str) -> Refusal | None:
    """The ball travels straight."""
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
