"""Finds the kick after which the ball lies beside the board: over which edge it went out, and behind which cell."""

from collections.abc import Sequence

from companion.mat import Mat, Zone
from companion.rules.lignes.grid import Cell, Edge, place_of
from companion.rules.lignes.plays import Send
from companion.rules.lignes.sight import sight
from companion.rules.lignes.state import State

NEAR = 0.8
"""The most cells between the ball and the point where its line leaves the board."""


def exits(state: State, offered: Sequence[Send], mat: Mat, at_mm: tuple[float, float]) -> list[Send]:
    """Return the kicks out whose line leaves the board near the ball, the nearest first."""
    zones = {zone.name: zone for zone in mat.zones if zone.role == "cell"}
    lines = sight(state).lines
    found: list[tuple[float, Send]] = []
    for play in offered:
        leaves = None if play.through not in zones else lines[play.through].leaves
        if play.through is None or leaves is None:
            continue
        cell = zones[play.through]
        away = _away(exit_mm(state.ball.cell, play.through, leaves, cell), leaves, cell, at_mm)
        if away is not None and away <= NEAR:
            found.append((away, play))
    return [play for _, play in sorted(found, key=lambda one: one[0])]


def exit_mm(start: Cell, through: Cell, leaves: Edge, cell: Zone) -> tuple[float, float]:
    """Return the point where the line from a cell through the last one crosses the edge. Rows go along x, columns
    along y.
    """
    here, there = place_of(start), place_of(through)
    rows, columns = there.row - here.row, there.column - here.column
    x_mm, y_mm = cell.middle_mm
    if leaves is Edge.GOAL:
        half = cell.width_mm / 2
        slope = columns / abs(rows) * cell.height_mm / cell.width_mm if rows else 0.0
        return (x_mm + _sign(rows) * half, y_mm + slope * half)
    half = cell.height_mm / 2
    slope = rows / abs(columns) * cell.width_mm / cell.height_mm if columns else 0.0
    return (x_mm + slope * half, y_mm + _sign(columns) * half)


def _away(edge_mm: tuple[float, float], leaves: Edge, cell: Zone, at_mm: tuple[float, float]) -> float | None:
    """Return how many cells along its edge the ball lies from an exit; None if it lies beyond another edge, or on the
    board.
    """
    (middle_x, middle_y), (edge_x, edge_y), (x_mm, y_mm) = cell.middle_mm, edge_mm, at_mm
    if leaves is Edge.GOAL:
        return abs(y_mm - edge_y) / cell.height_mm if (x_mm - edge_x) * (edge_x - middle_x) > 0 else None
    return abs(x_mm - edge_x) / cell.width_mm if (y_mm - edge_y) * (edge_y - middle_y) > 0 else None


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
