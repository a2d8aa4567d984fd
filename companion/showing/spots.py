"""Where pieces stand on the cells of a board: one in the middle, several beside each other. Screens and pages share it.

In any unit of length, y upwards.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from companion.showing.scene import Board

PIECE = 0.85
"""A piece's diameter, as a share of the smaller side of its cell."""
OF_TWO, CORNERS = 0.52, ((0.27, 0.73), (0.73, 0.27))
"""Of two pieces on an almost square cell, the diameter as such a share, and their middles as shares of the cell: in opposite
corners they are larger than beside each other, and their round corners do not meet.
"""
ALMOST_SQUARE = 1.3
BALL, CARRIED = 0.74, 0.6
"""Diameter of the ball, as a share of its cell or of its carrier."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle: its left and bottom edges, and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def within(self, other: "Rectangle") -> "Rectangle":
        """Return the part of the rectangle that lies in another one; outside of it, one without a size."""
        left, bottom = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        top = min(self.y + self.height, other.y + other.height)
        return Rectangle(left, bottom, max(0.0, right - left), max(0.0, top - bottom))

    def away(self, x: float, y: float) -> float:
        """Return the distance of a point from the rectangle; 0 inside."""
        return math.hypot(
            max(self.x - x, 0, x - self.x - self.width), max(self.y - y, 0, y - self.y - self.height)
        )


@dataclass(frozen=True, slots=True)
class PieceSpot:
    """The middle of a piece, and its diameter."""

    x: float
    y: float
    side: float


def spots_of(board: Board, cells: Mapping[str, Rectangle]) -> dict[str, PieceSpot]:
    """Return the spots of pieces; pieces on one cell stand side by side."""
    together: dict[str, list[str]] = {}
    for piece in board.pieces:
        together.setdefault(piece.cell, []).append(piece.name)
    spots: dict[str, PieceSpot] = {}
    for cell, names in together.items():
        if cell in cells:
            spots.update(zip(names, _side_by_side(cells[cell], len(names)), strict=True))
    return spots


def _side_by_side(cell: Rectangle, count: int) -> list[PieceSpot]:
    if count == len(CORNERS) and 1 / ALMOST_SQUARE <= cell.width / max(cell.height, 1) <= ALMOST_SQUARE:
        side = min(cell.width, cell.height) * OF_TWO
        return [PieceSpot(cell.x + cell.width * x, cell.y + cell.height * y, side) for x, y in CORNERS]
    columns = max(1, min(count, math.ceil(math.sqrt(count * cell.width / max(cell.height, 1)))))
    lines = math.ceil(count / columns)
    side = min(cell.width / columns, cell.height / lines) * PIECE
    return [
        PieceSpot(
            cell.x + cell.width * (n % columns + 0.5) / columns,
            cell.y + cell.height * (1 - (n // columns + 0.5) / lines),
            side,
        )
        for n in range(count)
    ]
