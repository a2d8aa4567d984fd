"""Finds the finder patterns (corner squares) of QR codes in any light, and which three of them belong to one code.

A corner square is found by the ring of paper in it, which holds nothing but a heart of ink; what lies around the
square may be torn, stained or in glare.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, permutations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey, Quad, quad, side_px

WINDOWS = (31, 91, 251)
"""Ink is darker than the mean of so many pixels around: small windows for patches of light, large ones for large codes."""
GLANCE_WINDOWS = (61,)
"""The same for a glance, at half the size."""
DOUBLED_PX, HALVED_PX = 100_000, 2_000_000
"""Parts of fewer px are doubled for the search, and parts of more halved: it takes 40 ms for a million."""
DARKER = 3
"""Ink is darker than its surroundings by this many grey levels, at least."""
HEART = (0.16, 0.62)
"""How much of the ring's area the heart covers; drawn ones 0.36, blurred or pale ones less or more."""
SMALLEST_PX = 6.0
"""The side of the ring, of five modules."""
OFF = 0.16
"""How far the middles of ring and heart may lie apart, as a share of the ring's side."""
LONG = 2.8
"""How many times longer one side of a square may be than the other; around a bottle squares become narrow."""
FULL = 0.7
"""How much of its four-cornered outline a ring fills, at least."""
COARSENESS = (0.05, 0.08, 0.11)
"""How far four corners may be off an outline, as shares of its length: the first that gives four is taken."""
ALIKE, LEGS = 2.5, 3.0
"""How much larger the largest square of a code may be than its smallest, and one leg of the code than the other."""
FAR, NEIGHBOURS = 30.0, 8
"""How many sides of a square its fellows may lie away (version 40 has 24), and how many of the nearest are tried."""
MOST_SQUARES = 40
"""The largest are tried: each takes some milliseconds."""
LEAST_MODULES, MOST_MODULES = 18.0, 185.0
"""Versions 1 to 40 have 21 to 177 modules."""
UNEVEN = 1.6
"""The largest ratio between the numbers of modules that two sides of one code may seem to have."""
LEAST_APART, ASKEW = 10.0, 0.25
"""Two squares of a code lie 14 modules apart or more, along one of its axes or midway between both."""
TOP_LEFT = 0
"""The square of the three to which the others lie right and below."""
SQUARE_COSINE = 0.72
"""The largest cosine of the angle between the two legs of a code, which is therefore at least 44 degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class FinderPattern:
    """A corner square of seven modules: its corners in px."""

    corners_px: Quad

    @property
    def middle(self) -> NDArray[Any]:
        return np.asarray(self.corners_px.mean(axis=0))

    def is_in(self, corners_px: Quad) -> bool:
        """Tell whether its middle lies within corners."""
        x, y = self.middle.tolist()
        return cv2.pointPolygonTest(corners_px.astype(np.float32), (x, y), measureDist=False) >= 0


@dataclass(frozen=True, slots=True, eq=False)
class FinderTriple:
    """Three corner squares that may be of one code, at its top left, top right and bottom left; each one's corners
    begin at its own top left, clockwise as the code is read.
    """

    of: tuple[FinderPattern, ...]
    """The squares as they were found, two or three."""
    squares: tuple[FinderPattern, FinderPattern, FinderPattern]
    modules: float
    """How many modules the code has from side to side, about."""
    doubt: float
    """How unlike a code the three lie, from 0 on."""
    hidden: int = -1
    """Which of the three was not seen, and its place guessed; -1 if none."""

    @property
    def outline_px(self) -> Quad:
        """The corners of the code, about."""
        top_left, top_right, bottom_left = (square.middle for square in self.squares)
        return quad([top_left, top_right, top_right + bottom_left - top_left, bottom_left])


def corners_in_modules(size: int) -> NDArray[Any]:
    """Return where the corners of the three squares are on a code of (size, size) modules: (3, 4, 2), in modules."""
    firsts = np.array([(0, 0), (size - 7, 0), (0, size - 7)], np.float64)
    corners = np.array([(0, 0), (7, 0), (7, 7), (0, 7)], np.float64)
    return np.asarray(firsts[:, np.newaxis] + corners)


def fitted_plane(places: NDArray[Any], seen_px: NDArray[Any]) -> NDArray[Any] | None:
    """Return the projection from places in modules to px, (3, 3), that fits best; None where there is none. Both are
    (..., 2).
    """
    # Its stubs do not say that there may be none.
    plane: Any = cv2.findHomography(places.reshape(-1, 2), seen_px.reshape(-1, 2).astype(np.float64), 0)[0]
    return None if plane is None else np.asarray(plane)


def find_code_squares(grey: Grey) -> list[FinderPattern]:
    """Return the corner squares in a part of a picture, (H, W) uint8 grey. Small parts are doubled, very large ones
    halved.
    """
    scale = 2.0 if grey.size < DOUBLED_PX else 0.5 if grey.size > HALVED_PX else 1.0
    seen = (
        grey
        if scale == 1
        else cv2.resize(
            grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        )
    )
    found: list[FinderPattern] = []
    for ink in _inks(seen):
        for square in _squares_of(ink):
            if not any(_is_same(square, other) for other in found):
                found.append(square)
    return [FinderPattern(quad((square.corners_px + 0.5) / scale - 0.5)) for square in found]


def has_code_squares(grey: Grey) -> bool:
    """Tell at a glance whether two corner squares may be in a part of a picture, at half its size."""
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    ink = next(_inks(half, GLANCE_WINDOWS))
    return sum(1 for _ in islice(_squares_of(ink), 2)) == 2


def _inks(grey: Grey, windows: Sequence[int] = WINDOWS) -> Iterator[Grey]:
    """Yield what is darker than its surroundings, in white."""
    soft = cv2.GaussianBlur(grey, (0, 0), 0.8)
    for window in windows:
        around = min(window, 2 * (max(grey.shape) // 2) + 3)
        yield cv2.adaptiveThreshold(
            soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, around, DARKER
        )
        if around < window:
            break


def _is_same(one: FinderPattern, other: FinderPattern) -> bool:
    return float(np.hypot(*(one.middle - other.middle))) < 0.4 * side_px(one.corners_px)


def _squares_of(ink: Grey) -> Iterator[FinderPattern]:
    """Yield the squares of a picture in which ink is white."""
    outlines, families = cv2.findContours(ink, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return
    family = families[0]
    for ring in np.flatnonzero((family[:, 2] >= 0) & (family[:, 3] >= 0)).tolist():
        heart = int(family[ring, 2])
        if family[heart, 0] < 0 and _depth(family, ring) % 2 == 1:
            square = _square(outlines[ring], outlines[heart])
            if square is not None:
                yield square


def _depth(family: NDArray[Any], outline: int) -> int:
    depth, outer = 0, int(family[outline, 3])
    while outer >= 0:
        depth, outer = depth + 1, int(family[outer, 3])
    return depth


def _square(ring: NDArray[Any], heart: NDArray[Any]) -> FinderPattern | None:
    """Return the square around a ring and its heart; None if they make none."""
    ring_px, heart_px = cv2.contourArea(ring), cv2.contourArea(heart)
    if ring_px < SMALLEST_PX**2 or not HEART[0] < heart_px / ring_px < HEART[1]:
        return None
    outer, inner = _four_corners(ring), _four_corners(heart)
    side = np.sqrt(ring_px)
    if np.hypot(*(outer.mean(axis=0) - inner.mean(axis=0))) > OFF * side:
        return None
    sides = np.linalg.norm(outer - np.roll(outer, -1, axis=0), axis=1)
    if sides.max() > LONG * sides.min() or ring_px < FULL * cv2.contourArea(outer.astype(np.float32)):
        return None
    turns = [np.roll(inner, n, axis=0) for n in range(4)]
    inner = min(turns, key=lambda turned: float(np.abs(turned - outer).sum()))
    # Midway between the outlines, of five and three modules, a threshold that is off has no effect.
    midway = (outer + inner) / 2
    middle = midway.mean(axis=0)
    return FinderPattern(quad(middle + (midway - middle) * 7 / 4))


def _four_corners(outline: NDArray[Any]) -> NDArray[Any]:
    """Return four corners of an outline, clockwise in the picture: (4, 2) px, at the pixels' middles."""
    hull = cv2.convexHull(outline)
    around = cv2.arcLength(hull, True)
    coarser = (cv2.approxPolyDP(hull, share * around, True) for share in COARSENESS)
    corners = next((some for some in coarser if len(some) == 4), cv2.boxPoints(cv2.minAreaRect(outline)))
    points = corners.reshape(4, 2)
    points = points.astype(np.float64)
    if cv2.contourArea(points.astype(np.float32), True) < 0:
        points = points[::-1]
    return points


def likely_triples(squares: Sequence[FinderPattern]) -> list[FinderTriple]:
    """Return which three squares may be of one code, the likeliest first; then which two may be, with a guess of where
    the third is hidden.
    """
    whole, hidden = [], []
    squares = sorted(squares, key=lambda square: -side_px(square.corners_px))[:MOST_SQUARES]
    for one in squares:
        near = _near(one, squares)
        for other, third in permutations(near, 2):
            triple = _triple(one, other, third)
            if triple is not None:
                within = sum(square.is_in(triple.outline_px) for square in near) - 2
                whole.append(replace(triple, doubt=triple.doubt + within))
        hidden += [triple for other in near for triple in _with_a_hidden_square(one, other)]
    return [*sorted(whole, key=_doubt), *sorted(hidden, key=_doubt)]


def _doubt(triple: FinderTriple) -> float:
    return triple.doubt


def _near(square: FinderPattern, squares: Sequence[FinderPattern]) -> list[FinderPattern]:
    """Return the squares that may be of one code with another, the nearest first."""
    side = side_px(square.corners_px)
    near = []
    for other in squares:
        away = float(np.hypot(*(other.middle - square.middle)))
        smaller, larger = sorted((side, side_px(other.corners_px)))
        if other is not square and larger <= ALIKE * smaller and away < FAR * larger:
            near.append((away, other))
    return [other for _, other in sorted(near, key=lambda pair: pair[0])[:NEIGHBOURS]]


def _triple(
    top_left: FinderPattern, top_right: FinderPattern, bottom_left: FinderPattern
) -> FinderTriple | None:
    right, down = top_right.middle - top_left.middle, bottom_left.middle - top_left.middle
    along, below = float(np.hypot(*right)), float(np.hypot(*down))
    if right[0] * down[1] <= right[1] * down[0] or max(along, below) > LEGS * min(along, below):
        return None
    cosine = abs(float(right @ down)) / (along * below)
    if cosine > SQUARE_COSINE:
        return None
    axes = np.linalg.inv(np.stack([right / along, down / below], axis=1))
    first, second, third = (_from_top_left(one, axes) for one in (top_left, top_right, bottom_left))
    one, other = (_modules(along, first, second, 0), _modules(below, first, third, 1))
    modules = (one + other) / 2
    if not LEAST_MODULES <= modules <= MOST_MODULES or max(one, other) > UNEVEN * min(one, other):
        return None
    doubt = abs(one - other) / modules + cosine / 2 + sum(_slant(q, axes) for q in (first, second, third)) / 3
    turned = (FinderPattern(quad(first)), FinderPattern(quad(second)), FinderPattern(quad(third)))
    return FinderTriple((top_left, top_right, bottom_left), turned, modules, doubt)


def _modules(away: float, one: NDArray[Any], other: NDArray[Any], axis: int) -> float:
    """Return how many modules a code has whose squares are so far apart to the right (axis 0) or down (1)."""
    edges = ((1, 0), (2, 3)) if axis == 0 else ((3, 0), (2, 1))
    sides = [np.hypot(*(corners[a] - corners[b])) for corners in (one, other) for a, b in edges]
    return float(away / (sum(sides) / 28) + 7)


def _with_a_hidden_square(one: FinderPattern, other: FinderPattern) -> Iterator[FinderTriple]:
    """Yield the codes that two squares may be of, the first one turned in four ways."""
    for n in range(4):
        first = np.roll(one.corners_px, -n, axis=0).astype(np.float64)
        axes = np.linalg.pinv(_module_axes(first))
        second = _from_top_left(other, axes)
        axes = np.linalg.pinv((_module_axes(first) + _module_axes(second)) / 2)
        across, below = (axes @ (other.middle - one.middle)).tolist()
        places = _places_of_two(across, below)
        if places is None:
            continue
        shorter, longer = sorted((abs(across), abs(below)))
        modules = 7 + (longer if TOP_LEFT in places else (shorter + longer) / 2)
        doubt = _slant(second, axes) + (shorter / longer if TOP_LEFT in places else 1 - shorter / longer)
        if LEAST_MODULES <= modules <= MOST_MODULES:
            triple = _completed((one, other), (first, second), places, modules, doubt)
            if triple is not None:
                yield triple


def _module_axes(corners: NDArray[Any]) -> NDArray[Any]:
    """Return how far a module leads to the right and down: (2, 2), columns in px."""
    right = (corners[1] - corners[0] + corners[2] - corners[3]) / 14
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 14
    return np.stack([right, down], axis=1)


def _places_of_two(across: float, below: float) -> tuple[int, int] | None:
    """Return which of a code's three squares two may be, when the second is so many modules right of and below the
    first: 0 is the one at the top left, 1 at the top right, 2 at the bottom left.
    """
    if across > LEAST_APART and abs(below) < ASKEW * across:
        return 0, 1
    if below > LEAST_APART and abs(across) < ASKEW * below:
        return 0, 2
    if -across > LEAST_APART and below > LEAST_APART and 0.6 < -across / below < 1.6:
        return 1, 2
    return None


def _completed(
    of: tuple[FinderPattern, FinderPattern],
    turned: tuple[NDArray[Any], NDArray[Any]],
    places: tuple[int, int],
    modules: float,
    doubt: float,
) -> FinderTriple | None:
    """Return the code of two squares, with the third where the plane through the two has it."""
    size = 4 * round((modules - 17) / 4) + 17
    corners = corners_in_modules(size)
    plane = fitted_plane(corners[list(places)], np.stack(turned))
    if plane is None:
        return None
    hidden = 3 - sum(places)
    seen = dict(zip(places, turned, strict=True))
    seen[hidden] = cv2.perspectiveTransform(corners[hidden][np.newaxis], plane)[0]
    squares = (FinderPattern(quad(seen[0])), FinderPattern(quad(seen[1])), FinderPattern(quad(seen[2])))
    return FinderTriple(of, squares, float(size), doubt, hidden)


def _from_top_left(square: FinderPattern, axes: NDArray[Any]) -> NDArray[Any]:
    """Return the corners of a square from its top left on, clockwise, as axes right and down have it."""
    away = (square.corners_px - square.middle) @ axes.T
    return np.asarray(square.corners_px[np.argsort(np.arctan2(away[:, 1], away[:, 0]))], np.float64)


def _slant(corners: NDArray[Any], axes: NDArray[Any]) -> float:
    """Return how far a square is turned against the axes of its code: 0 to 1."""
    edge = axes @ (corners[1] - corners[0] + corners[2] - corners[3])
    return float(abs(edge[1]) / (abs(edge[0]) + abs(edge[1]) + 1e-9))
