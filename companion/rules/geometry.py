"""Computes exactly which places of a board a straight line crosses, for a throw or a pass.

Coordinates are fractions, made from the decimals that stand in a board's data, so that a line through a corner
touches it on every machine, and never enters it by the rounding of a float.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.codec import shown
from companion.errors import Malformed
from companion.words import Text

FARTHEST = 1_000_000
"""Boards are measured in cells, millimetres or pixels; none is larger."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place on a board, in the board's own unit."""

    x: Fraction
    y: Fraction


Polygon = tuple[Point, ...]


def read_point(data: Any, where: str) -> Point:
    """Read a point from its JSON `[x, y]`. Raises `Malformed`."""
    if not isinstance(data, list) or len(data) != 2:
        raise Malformed(where, Text("a point is written as [x, y], not {got}", got=shown(data)))
    x, y = (_read_coordinate(item, f"{where}[{n}]") for n, item in enumerate(data))
    return Point(x, y)


def read_polygon(data: Any, where: str) -> Polygon:
    """Read the corners of an area, in order around it: at least three, not on one line. Raises `Malformed`."""
    if not isinstance(data, list) or len(data) < 3:
        raise Malformed(where, Text("an area needs at least three corners; here: {got}", got=shown(data)))
    corners = tuple(read_point(item, f"{where}[{n}]") for n, item in enumerate(data))
    if _doubled_area(corners) == 0:
        raise Malformed(where, Text("these corners lie on one line: they enclose nothing"))
    return corners


def _read_coordinate(data: Any, where: str) -> Fraction:
    if isinstance(data, bool) or not isinstance(data, int | float) or not abs(data) <= FARTHEST:
        raise Malformed(
            where, Text("the number must be {most} or less; here: {got}", most=FARTHEST, got=shown(data))
        )
    return Fraction(repr(data))


def square(x: int, y: int) -> Polygon:
    """Return the cell of size 1 around a whole-numbered point."""
    half = Fraction(1, 2)
    left, right, low, high = x - half, x + half, y - half, y + half
    return (Point(left, low), Point(right, low), Point(right, high), Point(left, high))


def goes_through(start: Point, end: Point, area: Polygon) -> bool:
    """Tell whether the straight line between two points enters an area; touching an edge or a corner is not enough.

    The line is cut where it meets an edge; each piece lies wholly inside or wholly outside, so its middle tells.
    """
    if _is_beside(start, end, area):
        return False
    cuts = sorted({Fraction(0), Fraction(1), *_meetings(start, end, area)})
    middles = ((one + next_) / 2 for one, next_ in itertools.pairwise(cuts))
    return any(is_inside(_along(start, end, middle), area) for middle in middles)


def _is_beside(start: Point, end: Point, area: Polygon) -> bool:
    """Tell whether a line stays wholly on one side of an area: left or right of it, above or below it."""
    return (
        max(start.x, end.x) <= min(corner.x for corner in area)
        or min(start.x, end.x) >= max(corner.x for corner in area)
        or max(start.y, end.y) <= min(corner.y for corner in area)
        or min(start.y, end.y) >= max(corner.y for corner in area)
    )


def is_inside(point: Point, area: Polygon) -> bool:
    """Tell whether a point lies inside an area and not on its edge: a ray from it crosses the edge an odd number of times."""
    inside = False
    for a, b in _edges(area):
        turn = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
        if (
            turn == 0
            and min(a.x, b.x) <= point.x <= max(a.x, b.x)
            and min(a.y, b.y) <= point.y <= max(a.y, b.y)
        ):
            return False
        if (a.y > point.y) != (b.y > point.y) and (turn > 0) == (b.y > a.y):
            inside = not inside
    return inside


def _edges(area: Polygon) -> Iterator[tuple[Point, Point]]:
    return zip(area, (*area[1:], area[0]), strict=True)


def _along(start: Point, end: Point, part: Fraction) -> Point:
    return Point(start.x + part * (end.x - start.x), start.y + part * (end.y - start.y))


def _meetings(start: Point, end: Point, area: Polygon) -> Iterator[Fraction]:
    """Return where the line meets the edges, as fractions of its length.

    A line along an edge is cut at the edge's corners.
    """
    dx, dy = end.x - start.x, end.y - start.y
    for a, b in _edges(area):
        ex, ey = b.x - a.x, b.y - a.y
        slant = dx * ey - dy * ex
        if slant:
            part = ((a.x - start.x) * ey - (a.y - start.y) * ex) / slant
            if 0 <= part <= 1:
                yield part
    length = dx * dx + dy * dy
    if length:
        yield from (
            part
            for corner in area
            if (corner.x - start.x) * dy == (corner.y - start.y) * dx
            and 0 <= (part := ((corner.x - start.x) * dx + (corner.y - start.y) * dy) / length) <= 1
        )


def _doubled_area(corners: Sequence[Point]) -> Fraction:
    return sum((a.x * b.y - b.x * a.y for a, b in _edges(tuple(corners))), Fraction(0))
