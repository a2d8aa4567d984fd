"""The cells of a board and the straight lines over them: pure geometry, without pieces.

A cell is a letter and a number, `g11`: column g, row 11. Every distance is counted in cells entered, diagonal or not.
What is worked out here depends on the size of a board alone, and is kept from one match to the next.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Literal, NewType

from companion.codec import shown
from companion.errors import Malformed
from companion.words import Text

Cell = NewType("Cell", str)
"""`g11`: the column's letter and the row's number."""

Trajectory = Literal["eight", "any"]
"""House rule: along rows, columns and diagonals, or between any two cells."""

FEWEST = 3
"""A goal is three cells wide."""
MOST_COLUMNS = 26
"""One letter each."""
MOST_ROWS = 99

_CELL = re.compile(r"[a-z][1-9][0-9]?")


class Edge(StrEnum):
    """Which line a ball goes out over."""

    SIDE = "side"
    GOAL = "goal"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a cell lies, both counted from 1."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Grid:
    """The size of a board."""

    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Line:
    """A straight path of the ball to another cell: its length, the cells that it crosses before, and the edge over
    which the ball leaves the board if it goes on (None: another cell follows).
    """

    distance: int
    between: frozenset[Cell]
    leaves: Edge | None


def read_cell(data: Any, where: str) -> Cell:
    """Return the cell with a name, on any board. Raises `Malformed`."""
    if not isinstance(data, str) or not _CELL.fullmatch(data):
        raise Malformed(where, Text("a cell is written like g11, not {got}", got=shown(data)))
    return Cell(data)


@cache
def place_of(cell: Cell) -> Place:
    """Return where a cell lies."""
    return Place(ord(cell[0]) - ord("a") + 1, int(cell[1:]))


@cache
def cell_at(column: int, row: int) -> Cell:
    """Return the cell of a column and a row."""
    return Cell(f"{chr(ord('a') + column - 1)}{row}")


@cache
def distance(one: Cell, other: Cell) -> int:
    """Return how many cells a piece enters from one cell to another: the larger of the differences in column and
    row.
    """
    a, b = place_of(one), place_of(other)
    return max(abs(a.column - b.column), abs(a.row - b.row))


@cache
def cells_of(grid: Grid) -> tuple[Cell, ...]:
    """Return all cells, by row, then by column."""
    return tuple(
        cell_at(column, row) for row in range(1, grid.rows + 1) for column in range(1, grid.columns + 1)
    )


@cache
def neighbours_of(grid: Grid) -> Mapping[Cell, frozenset[Cell]]:
    """Return the cells next to each cell, eight ways."""
    on_board = frozenset(cells_of(grid))
    return {
        cell: frozenset(
            cell_at(place_of(cell).column + right, place_of(cell).row + up)
            for right in (-1, 0, 1)
            for up in (-1, 0, 1)
            if right or up
        )
        & on_board
        for cell in cells_of(grid)
    }


@cache
def in_order(grid: Grid) -> Mapping[Cell, tuple[Cell, ...]]:
    """Return the cells next to each cell by row, then by column."""
    return {
        cell: tuple(sorted(near, key=lambda one: (place_of(one).row, place_of(one).column)))
        for cell, near in neighbours_of(grid).items()
    }


class Lines(dict[Cell, Line]):
    """The lines from a cell to all that it sees on an empty board, by row, then by column. `ending` are the cells at the end
    of each distance, `edges` those behind which the ball leaves the board.
    """

    __slots__ = ("edges", "ending")

    def __init__(self, lines: Iterable[tuple[Cell, Line]] = ()) -> None:
        super().__init__(lines)
        ending: dict[int, list[Cell]] = {}
        for cell, line in self.items():
            ending.setdefault(line.distance, []).append(cell)
        self.ending: Mapping[int, Sequence[Cell]] = ending
        self.edges = tuple(cell for cell, line in self.items() if line.leaves is not None)


NO_LINES = Lines()


class _LinesOfCells(dict[Cell, Lines]):
    """The lines from each cell, worked out when they are first asked for."""

    def __init__(self, grid: Grid, trajectory: Trajectory) -> None:
        super().__init__()
        self._board = grid, trajectory

    def __missing__(self, start: Cell) -> Lines:
        self[start] = lines = lines_from(*self._board, start)
        return lines


@cache
def lines_of(grid: Grid, trajectory: Trajectory) -> Mapping[Cell, Lines]:
    """Return the lines from every cell; those from one cell are worked out when they are first asked for."""
    return _LinesOfCells(grid, trajectory)


def lines_from(grid: Grid, trajectory: Trajectory, start: Cell) -> Lines:
    """Return the lines from a cell."""
    here = place_of(start)
    return Lines(
        (cell, _line(grid, here, place_of(cell)))
        for cell in cells_of(grid)
        if cell != start and (trajectory == "any" or _is_one_of_eight(here, place_of(cell)))
    )


def _is_one_of_eight(one: Place, other: Place) -> bool:
    right, up = abs(other.column - one.column), abs(other.row - one.row)
    return right in (0, up) or up == 0


def _line(grid: Grid, start: Place, end: Place) -> Line:
    right, up = end.column - start.column, end.row - start.row
    between = frozenset(cell_at(start.column + x, start.row + y) for x, y in _crossed(right, up))
    return Line(max(abs(right), abs(up)), between, _edge(grid, end, right, up))


@cache
def _crossed(right: int, up: int) -> tuple[tuple[int, int], ...]:
    """Return the steps, to the right and up, from the beginning of a line to each cell that it crosses before its
    end.
    """
    ends = ((0, 0), (right, up))
    return tuple(
        (x, y) for x in _span(right) for y in _span(up) if (x, y) not in ends and _crosses(right, up, x, y)
    )


def _span(length: int) -> range:
    return range(min(0, length), max(0, length) + 1)


def _crosses(right: int, up: int, x: int, y: int) -> bool:
    """Return whether the line from (0, 0) to (right, up) enters the cell around (x, y).

    The corners of the cell lie on both sides of the line when its middle is near enough to it. At equality a corner
    is touched: the ball does not enter. All numbers are whole, so that no rounding decides.
    """
    return 2 * abs(right * y - up * x) < abs(right) + abs(up)


def _edge(grid: Grid, end: Place, right: int, up: int) -> Edge | None:
    """Return the edge of the board that the line would cross in the next cell after its end; None if that cell is on the
    board. Steep lines leave a cell over its top or bottom, flat ones over its side, diagonals over its corner; where that is
    a corner of the board, it is the goal line.
    """
    if abs(up) >= abs(right) and not 1 <= end.row + _sign(up) <= grid.rows:
        return Edge.GOAL
    if abs(right) >= abs(up) and not 1 <= end.column + _sign(right) <= grid.columns:
        return Edge.SIDE
    return None


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
