"""Computes where the cells and pieces of a board stand on a screen, and which one a finger means. In pixels, y upwards."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.showing.edges import EdgeLabel, Edges, edges_of
from companion.showing.scene import Board, Cell
from companion.showing.spots import PieceSpot, Rectangle, spots_of

__all__ = ["PieceSpot", "Rectangle"]
"""These names are those of `companion.showing.spots`, which the pages for spectators use too."""

# --- plan

EDGE = 0.4
"""How deep the letters and numbers along the edges are, as such a share."""
TAG_WIDE, TAG_HIGH = 0.86, 0.5
"""The size of a tag that tells what is printed on a cell, as shares of the cell's."""
HEART = 0.5
"""The middle of a cell, as a share of its width and height."""
_TRIES = 3
"""A smaller scale leaves less room beside the field: after so many it is found to a hair."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The parts of a plan that do not move: the cells by name, and the labels along the edges."""

    cells: dict[str, Rectangle]
    signs: tuple[tuple[str, Rectangle], ...] = ()


class BoardPlan:
    """The cells of a board in a rectangle: as large as possible, in the middle. All is computed once."""

    def __init__(
        self, board: Board, room: Rectangle, before: "BoardPlan | None" = None, *, edge_px: float = 0
    ) -> None:
        """`before`: the plan shown until now, whose cells are reused if they are the same.

        `edge_px`: the least depth of the edges' labels.
        """
        self.board = board
        self.room = room
        self.edge_px = edge_px
        self.has_cells_of_before = before is not None and self._has_cells_of(before)
        laid = before.laid if before is not None and self.has_cells_of_before else _laid(board, room, edge_px)
        self.laid: Laid = laid
        self.spots = spots_of(board, laid.cells)

    @property
    def cells(self) -> dict[str, Rectangle]:
        return self.laid.cells

    @property
    def field(self) -> Rectangle:
        """The smallest rectangle that holds all cells."""
        cells = self.cells.values()
        left, bottom = min(cell.x for cell in cells), min(cell.y for cell in cells)
        right, top = max(cell.x + cell.width for cell in cells), max(cell.y + cell.height for cell in cells)
        return Rectangle(left, bottom, right - left, top - bottom)

    def _has_cells_of(self, other: "BoardPlan") -> bool:
        """Tell whether the other board's cells would stand in the same places."""
        mine, its = self.board, other.board
        return (self.room, self.edge_px, mine.width_mm, mine.height_mm, mine.cells) == (
            other.room, other.edge_px, its.width_mm, its.height_mm, its.cells,
        )  # fmt: skip

    def middle_of(self, name: str) -> tuple[float, float]:
        """Return the middle of a piece or a cell. Raises `KeyError`."""
        spot = self.spots.get(name)
        return self.cells[name].middle if spot is None else (spot.x, spot.y)

    def tags(self, marked: Collection[str] = ()) -> tuple[tuple[str, Rectangle], ...]:
        """Return what must be read of some cells, and where: in the next cell towards the middle of the field; if a piece
        or a mark stands there, in the cell itself, and nowhere if both are taken. `marked`: cells with a mark.
        """
        middle = self.field.middle[0]
        taken = [self.cells[name].middle for name in marked if name in self.cells]
        taken += [(spot.x, spot.y) for spot in self.spots.values()]
        found = []
        for one in self.board.cells:
            if not one.sign:
                continue
            cell = self.cells[one.name]
            away = cell.width if cell.middle[0] < middle else -cell.width
            beside = Rectangle(cell.x + away, cell.y, cell.width, cell.height)
            free = [place for place in (beside, cell) if all(place.away(*mark) > 0 for mark in taken)]
            if free:
                found.append((one.sign, _tag_in(free[0])))
        return tuple(found)

    def standing_on(self, cell: str) -> tuple[PieceSpot, ...]:
        """Return the spots of the pieces on a cell."""
        return tuple(self.spots[piece.name] for piece in self.board.pieces if piece.cell == cell)

    def under(self, x: float, y: float) -> str | None:
        """Return the piece or cell right under a finger; None beside the board."""
        pieces = [
            (away, name)
            for name, spot in self.spots.items()
            if (away := math.hypot(x - spot.x, y - spot.y)) <= spot.side / 2
        ]
        if pieces:
            return min(pieces)[1]
        return next((name for name, cell in self.cells.items() if cell.away(x, y) == 0), None)

    def nearest(self, x: float, y: float, offered: Collection[str], reach: float) -> str | None:
        """Return which of the offered things a finger means; None if none is within `reach`."""
        pieces = [
            (math.hypot(x - spot.x, y - spot.y) - spot.side / 2, name)
            for name, spot in self.spots.items()
            if name in offered
        ]
        cells = [(cell.away(x, y), name) for name, cell in self.cells.items() if name in offered]
        away, name = min([*pieces, *cells], key=lambda found: found[0], default=(math.inf, ""))
        return name if away <= reach else None

    def meant(
        self, x: float, y: float, offered: Collection[str], reach: float, doubt: float
    ) -> tuple[str, ...]:
        """Return what a finger means: the nearest; several where it cannot be told. `doubt`: so near to the rim of a piece,
        inside and outside, it may mean the piece or its cell.
        """
        name = self.nearest(x, y, offered, reach)
        if name is None:
            return ()
        cells = {piece.name: piece.cell for piece in self.board.pieces}
        cell = cells.get(name, name)
        if self._heart_at(x, y) not in (None, cell):
            return ()
        away = {
            piece: math.hypot(x - spot.x, y - spot.y) - spot.side / 2
            for piece, spot in self.spots.items()
            if cells[piece] == cell and piece in offered
        }
        if cell not in offered or away.get(name, 0) <= -doubt:
            return (name,)
        return (cell, *sorted((one for one in away if away[one] < doubt), key=lambda one: away[one]))

    def _heart_at(self, x: float, y: float) -> str | None:
        """Return the cell in whose middle a finger is: it means that cell and nothing beside it, though fingers reach
        farther than small cells are wide. None near the rim of a cell, and beside the board.
        """
        return next(
            (
                name
                for name, cell in self.cells.items()
                if abs(x - cell.middle[0]) <= cell.width * HEART / 2
                and abs(y - cell.middle[1]) <= cell.height * HEART / 2
            ),
            None,
        )


def board_depth(board: Board, room: Rectangle, edge_px: float) -> float:
    """Return the height that a board takes in a room, with the labels along its edges."""
    laid = _laid(board, room, edge_px)
    parts = [*laid.cells.values(), *(at for _, at in laid.signs)]
    if not parts:
        return 0.0
    return max(one.y + one.height for one in parts) - min(one.y for one in parts)


def shortened(
    places: Sequence[tuple[float, float]], at_start: float, at_end: float
) -> list[tuple[float, float]]:
    """Return a way with some pixels cut off at both ends; one that is too short stays as it is."""
    first, last = _nearer(places[0], places[1], at_start), _nearer(places[-1], places[-2], at_end)
    if len(places) == 2 and math.dist(*places) <= at_start + at_end:
        return list(places)
    return [first, *places[1:-1], last]


def _tag_in(cell: Rectangle) -> Rectangle:
    """Return the place of a cell's tag."""
    width, height = cell.width * TAG_WIDE, cell.height * TAG_HIGH
    x, y = cell.middle
    return Rectangle(x - width / 2, y - height / 2, width, height)


def _nearer(start: tuple[float, float], to: tuple[float, float], by: float) -> tuple[float, float]:
    """Return the place so far from the start on the way to another one; no farther than that."""
    away = math.dist(start, to)
    share = min(1.0, by / away) if away else 0.0
    return start[0] + (to[0] - start[0]) * share, start[1] + (to[1] - start[1]) * share


def _laid(board: Board, room: Rectangle, edge_px: float) -> Laid:
    """Place all cells and the labels along their edges in the room; the mat around them is left out."""
    if not board.cells:
        return Laid({})
    left_mm = min(cell.x_mm for cell in board.cells)
    top_mm = min(cell.y_mm for cell in board.cells)
    width_mm = max(cell.x_mm + cell.width_mm for cell in board.cells) - left_mm
    height_mm = max(cell.y_mm + cell.height_mm for cell in board.cells) - top_mm
    edges = edges_of(board.cells) if edge_px else Edges((), (), left_mm, top_mm)
    scale = min(room.width / width_mm, room.height / height_mm)
    deep_px = max(edge_px, EDGE * scale * min(_side_mm(edges.left), _side_mm(edges.top)))
    beside_px = above_px = 0.0
    for _ in range(_TRIES):
        # What a bench beside the field leaves free is room for the signs too.
        beside_px = max(0.0, deep_px - (edges.left_mm - left_mm) * scale) if edges.left else 0.0
        above_px = max(0.0, deep_px - (edges.top_mm - top_mm) * scale) if edges.top else 0.0
        scale = min((room.width - beside_px) / width_mm, (room.height - above_px) / height_mm)
    left = room.x + (room.width + beside_px - width_mm * scale) / 2 - left_mm * scale
    top = room.y + (room.height - above_px + height_mm * scale) / 2 + top_mm * scale
    cells = {cell.name: _cell(cell, left, top, scale) for cell in board.cells}
    at_x, at_y = left + edges.left_mm * scale - deep_px, top - edges.top_mm * scale
    down = tuple(
        (
            sign.says,
            Rectangle(at_x, top - (sign.begin_mm + sign.length_mm) * scale, deep_px, sign.length_mm * scale),
        )
        for sign in edges.left
    )
    along = tuple(
        (sign.says, Rectangle(left + sign.begin_mm * scale, at_y, sign.length_mm * scale, deep_px))
        for sign in edges.top
    )
    return Laid(cells, (*down, *along))


def _side_mm(signs: tuple[EdgeLabel, ...]) -> float:
    return min((sign.length_mm for sign in signs), default=0.0)


def _cell(cell: Cell, left: float, top: float, scale: float) -> Rectangle:
    return Rectangle(
        left + cell.x_mm * scale,
        top - (cell.y_mm + cell.height_mm) * scale,
        cell.width_mm * scale,
        cell.height_mm * scale,
    )


def free_corner(plan: BoardPlan, cell: Rectangle, side: float) -> tuple[float, float]:
    """Return the middle of a dot in that corner of a large cell which is farthest from all pieces."""
    away = side * 0.6
    corners = [
        (x, y)
        for y in (cell.y + away, cell.y + cell.height - away)
        for x in (cell.x + cell.width - away, cell.x + away)
    ]

    def free(corner: tuple[float, float]) -> float:
        return min(
            (math.dist(corner, (spot.x, spot.y)) - spot.side / 2 for spot in plan.spots.values()), default=0.0
        )

    return max(corners, key=free)
