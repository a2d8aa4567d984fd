"""The letters and numbers along the edges of a board, by which plays name its cells. Screens and pages share them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.showing.scene import Cell

_NAMED = re.compile(r"([a-z])([1-9][0-9]?)")
"""A cell as plays name it: `g11`."""
_OFF_FIELD = "bench"


@dataclass(frozen=True, slots=True)
class EdgeLabel:
    """A letter or a number, and the part of the edge that it names, in mm of the mat."""

    says: str
    begin_mm: float
    length_mm: float


@dataclass(frozen=True, slots=True)
class Edges:
    """The labels along the left and the top edge, and where these edges are on the mat."""

    left: tuple[EdgeLabel, ...]
    top: tuple[EdgeLabel, ...]
    left_mm: float
    top_mm: float


def edges_of(cells: Sequence[Cell]) -> Edges:
    """Return the labels of a board's rows and columns, from the names of their cells; none for other names."""
    field = [cell for cell in cells if cell.tone != _OFF_FIELD]
    return Edges(
        _signs(field, lambda cell: (cell.y_mm, cell.height_mm)),
        _signs(field, lambda cell: (cell.x_mm, cell.width_mm)),
        min((cell.x_mm for cell in field), default=0.0),
        min((cell.y_mm for cell in field), default=0.0),
    )


def _signs(cells: Sequence[Cell], stretch: Callable[[Cell], tuple[float, float]]) -> tuple[EdgeLabel, ...]:
    """Return the part of the names, letters or numbers, that gives the position along this edge."""
    named = [(found, stretch(cell)) for cell in cells if (found := _NAMED.fullmatch(cell.name))]
    for part in (1, 2):
        there: dict[str, set[tuple[float, float]]] = {}
        for found, where in named:
            there.setdefault(found[part], set()).add(where)
        apart = {where for wheres in there.values() for where in wheres}
        if there and len(apart) == len(there) == sum(map(len, there.values())):
            return tuple(EdgeLabel(says, *wheres.pop()) for says, wheres in there.items())
    return ()
