"""Finds where the keyboard's focus goes: to the next button in the order in which people read, or to the nearest place in a
direction.
"""

import math
from collections.abc import Sequence

from ui.presenters.plan import Rectangle

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
"""The arrow keys, as steps along x and y."""
ASIDE = 2.0
"""How much a pixel to the side counts, compared with one straight ahead."""


def in_reading_order(places: Sequence[Rectangle], row_px: float) -> list[int]:
    """Return the indices of places row by row from the top, and in a row from the left. `row_px`: the height of a row."""

    def order(index: int) -> tuple[int, float]:
        place = places[index]
        return -round((place.y + place.height) / row_px), place.x

    return sorted(range(len(places)), key=order)


def towards(here: Rectangle, places: Sequence[Rectangle], way: tuple[int, int]) -> int | None:
    """Return the index of the nearest place in a direction; None if there is none."""

    def apart(place: Rectangle) -> float:
        x, y = (there - own for there, own in zip(place.middle, here.middle, strict=True))
        ahead, aside = x * way[0] + y * way[1], abs(x * way[1]) + abs(y * way[0])
        # What lies more to the side than ahead is reached by the other arrows.
        return (
            ahead + ASIDE * aside if ahead > 0 and (ahead >= aside or _faces(here, place, way)) else math.inf
        )

    found = min(range(len(places)), key=lambda index: apart(places[index]), default=None)
    return None if found is None or apart(places[found]) == math.inf else found


def nearest(here: Rectangle, places: Sequence[Rectangle]) -> int:
    """Return the index of the place nearest to where the focus was. Raises `ValueError` if there is none."""
    return min(range(len(places)), key=lambda index: math.dist(places[index].middle, here.middle))


def _faces(here: Rectangle, place: Rectangle, way: tuple[int, int]) -> bool:
    """Tell whether a place lies straight ahead: its side overlaps, so that a wide button is reached from a narrow one."""
    if way[0]:
        return here.y < place.y + place.height and place.y < here.y + here.height
    return here.x < place.x + place.width and place.x < here.x + here.width
