"""Describes the outlines of things without letters, by short cuts across them along which their contrast is measured.

Widgets give the outlines of what they draw with `rims()`; the tests measure them on pictures of all screens.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ui.presenters.plan import Rectangle

Place = tuple[float, float]
"""A place in pixels, whose y goes up."""
AROUND = 12
"""The number of cuts around a round thing."""
ALONG = (0.25, 0.5, 0.75)
"""Where the edge of a box is cut, as shares of its length."""
OUTSIDE_PX = 3.0
"""How far a cut goes out of the thing; the gap between two buttons on a small screen is wider."""
INSIDE_PX, INSIDE = 6.0, 0.35
"""How far a cut begins inside the thing: so many pixels, or this share of the way to the middle if that is more."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A short way from the inside of a thing across its outline to what is around it."""

    inner: Place
    outer: Place


@dataclass(frozen=True, slots=True)
class Rim:
    """The outline of one thing. `says` names it in messages."""

    says: str
    cuts: tuple[Cut, ...]


def round_rim(says: str, middle: Place, radius_px: float) -> Rim:
    """Return the outline of a disc or a ring."""
    turns = [math.tau * n / AROUND for n in range(AROUND)]
    ways = [(math.cos(turn), math.sin(turn)) for turn in turns]
    inside = _inside(radius_px)
    return Rim(
        says,
        tuple(
            Cut(_on(middle, way, radius_px - inside), _on(middle, way, radius_px + OUTSIDE_PX))
            for way in ways
        ),
    )


def box_rim(says: str, box: Rectangle) -> Rim:
    """Return the outline of a box; its corners may be round."""
    left, bottom, right, top = box.x, box.y, box.x + box.width, box.y + box.height
    return polygon_rim(says, ((left, bottom), (left, top), (right, top), (right, bottom)))


def polygon_rim(says: str, corners: Sequence[Place]) -> Rim:
    """Return the outline of a polygon whose corners go around it in either direction."""
    middle = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
    cuts = []
    for begin, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        out = _square_to(begin, end)
        at = _between(begin, end, 0.5)
        if (at[0] - middle[0]) * out[0] + (at[1] - middle[1]) * out[1] < 0:
            out = -out[0], -out[1]
        deep = _inside(math.dist(at, middle))
        cuts += [
            Cut(_on(place, out, -deep), _on(place, out, OUTSIDE_PX))
            for place in (_between(begin, end, share) for share in ALONG)
        ]
    return Rim(says, tuple(cuts))


def way_rim(says: str, places: Sequence[Place], width_px: float) -> Rim:
    """Return both outlines of a line of this width."""
    cuts = []
    for begin, end in pairwise(places):
        out = _square_to(begin, end)
        for share in ALONG:
            at = _between(begin, end, share)
            cuts += [Cut(at, _on(at, out, side * (width_px / 2 + OUTSIDE_PX))) for side in (1, -1)]
    return Rim(says, tuple(cuts))


def _inside(to_middle_px: float) -> float:
    return max(min(INSIDE_PX, to_middle_px * 0.6), to_middle_px * INSIDE)


def _on(place: Place, way: Place, by: float) -> Place:
    return place[0] + way[0] * by, place[1] + way[1] * by


def _between(begin: Place, end: Place, share: float) -> Place:
    return begin[0] + (end[0] - begin[0]) * share, begin[1] + (end[1] - begin[1]) * share


def _square_to(begin: Place, end: Place) -> Place:
    """Return the direction square to a line, of length 1."""
    away = math.dist(begin, end) or 1.0
    return (end[1] - begin[1]) / away, (begin[0] - end[0]) / away
