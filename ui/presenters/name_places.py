"""Finds places for the names of things on a picture: near each thing, over no other thing and over no other name."""

from collections.abc import Sequence
from itertools import product

from ui.presenters.plan import Rectangle

ROWS = 8
"""How many rows above and below a thing its name may stand."""


def name_places(
    room: Rectangle, things: Sequence[Rectangle], widths: Sequence[float], high: float, gap: float
) -> list[Rectangle]:
    """Return a place for the name of each thing, within the room. A name that finds no free place near its thing stands above
    it.
    """
    names: list[Rectangle] = []
    for n, (thing, wide) in enumerate(zip(things, widths, strict=True)):
        near = _near(room, thing, wide, high, gap)
        others = [*things[:n], *things[n + 1 :]]
        # Where it has the room, a name keeps away from other things, so that nobody takes it for theirs.
        away = [_wider(one, 2 * gap) for one in others]
        names.append(
            _free(near, [*names, thing, *away])
            or _free(near, [*names, thing, *others])
            or _free(near, names)
            or near[0]
        )
    return names


def _free(places: Sequence[Rectangle], taken: Sequence[Rectangle]) -> Rectangle | None:
    return next((one for one in places if not any(_overlap(one, other) for other in taken)), None)


def needs_line(n: int, things: Sequence[Rectangle], name: Rectangle, gap: float) -> bool:
    """Tell whether a line must lead from a name to thing `n`, because it stands apart from it, or as near to another."""
    near = [other for other, thing in enumerate(things) if _overlap(_wider(name, 2 * gap), thing)]
    return near != [n]


def _wider(one: Rectangle, by: float) -> Rectangle:
    return Rectangle(one.x - by, one.y - by, one.width + 2 * by, one.height + 2 * by)


def _near(room: Rectangle, thing: Rectangle, wide: float, high: float, gap: float) -> list[Rectangle]:
    """Return the places around a thing that lie within the room, the nearest first."""
    middle = (thing.x + thing.width / 2, thing.y + thing.height / 2)
    across = (middle[0] - wide / 2, thing.x + thing.width + gap, thing.x - gap - wide)
    above, below = thing.y + thing.height + gap, thing.y - gap - high
    up = [above + n * (high + gap) for n in range(ROWS)] + [below - n * (high + gap) for n in range(ROWS)]
    most_x, most_y = room.x + room.width - wide, room.y + room.height - high
    places = [
        Rectangle(min(max(x, room.x), most_x), min(max(y, room.y), most_y), wide, high)
        for x, y in (*product(across, up), *((x, middle[1] - high / 2) for x in across[1:]))
    ]
    return sorted(
        places, key=lambda one: abs(one.x + wide / 2 - middle[0]) + 2 * abs(one.y + high / 2 - middle[1])
    )


def _overlap(one: Rectangle, other: Rectangle) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )
