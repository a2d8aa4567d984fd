"""Proposes where cards may lie in a silhouette: rectangles of their sizes along its straight sides."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from vision.faces.outline import Pose
from vision.frame import Pixels
from vision.lens import Points

LEAST_SIDE_MM = 14
"""The shortest side of a silhouette along which cards are looked for."""
INSIDE = 0.9
"""The share of a proposed rectangle that must lie in the silhouette."""
ALONG_MM = 3.0
"""How near a side lies to the silhouette's."""
NEARLY_INSIDE = 0.85
"""How much of a rectangle must lie inside the silhouette before the rectangle is fitted to it, as a share."""
ABOVE_PX_PER_MM, SOFT_MM = 2, 2
"""The scale at which edges between cards are looked for, and over how much they are summed: cards lie a little askew."""
MOST_BETWEEN, APART_MM = 2, 6
"""How many cards are proposed between the ends of a side, and how far from these and from each other."""

_EVENLY, _END = np.linspace(-0.5, 0.5, 12), np.full(12, 0.5)
_AROUND = np.concatenate(
    [
        np.stack(side, axis=1)
        for side in ((_EVENLY, -_END), (_EVENLY, _END), (-_END, _EVENLY), (_END, _EVENLY))
    ]
)
"""Points along the sides of a rectangle, as shares of its size from its middle: (48, 2)."""

SeenFromAbove = Callable[[Points, tuple[float, float]], Pixels]
"""Takes the corners of a rectangle on the mat, and its width and height in mm. Returns the rectangle's picture as it looks
from straight above, with `ABOVE_PX_PER_MM`.
"""


class FilledContour:
    """What a contour in mm encloses, at a px a mm, and what lies along it."""

    def __init__(self, contour_mm: Points) -> None:
        self.contour_mm = contour_mm
        self._origin = np.floor(contour_mm.min(axis=0)) - 2
        across, down = np.ceil(contour_mm.max(axis=0) - self._origin + 3).astype(int).tolist()
        places = [np.round(contour_mm - self._origin).astype(np.int32)]
        self._filled, outline = np.zeros((down, across), np.uint8), np.zeros((down, across), np.uint8)
        cv2.fillPoly(self._filled, places, (1,))
        cv2.polylines(outline, places, isClosed=True, color=(1,))
        reach = 2 * round(ALONG_MM) + 1
        self._along = cv2.dilate(outline, np.ones((reach, reach), np.uint8))

    def share_inside(self, pose: Pose) -> float:
        """Return which share of a rectangle lies within."""
        corners = np.round(pose.corners_mm() - self._origin).astype(np.int32)
        left, top, across, down = cv2.boundingRect(corners)
        left, top, right, bottom = max(0, left), max(0, top), left + across, top + down
        part = self._filled[top : max(0, bottom), left : max(0, right)]
        if not part.size:
            return 0.0
        card = cv2.fillConvexPoly(np.zeros_like(part), corners - (left, top), (1,))
        return min(1.0, cv2.countNonZero(cv2.bitwise_and(card, part)) / (pose.size_mm[0] * pose.size_mm[1]))

    def share_along(self, pose: Pose) -> float:
        """Return the share of a rectangle's sides that lies along the contour."""
        places = np.rint(pose.on_plane(_AROUND * pose.size_mm) - self._origin).astype(int)
        height, width = self._along.shape
        is_in = ((places >= 0) & (places < (width, height))).all(axis=1)
        columns, rows = places[is_in].T
        return float(np.count_nonzero(self._along[rows, columns])) / len(places)


def propose(
    shape: FilledContour, sizes_mm: Sequence[tuple[float, float]], above: SeenFromAbove
) -> list[Pose]:
    """Return rectangles that lie along a straight side of a silhouette, at one of its ends or between two edges across it;
    first those of whose own sides the most lies along the silhouette.
    """
    polygon = cv2.approxPolyDP(shape.contour_mm.astype(np.float32), 2.0, closed=True).reshape(-1, 2)
    poses: list[Pose] = []
    for start, end in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        length = float(np.hypot(*(end - start)))
        if length >= LEAST_SIDE_MM:
            side = _Side(start, (end - start) / length, length)
            for size, is_lying, inwards in product(sizes_mm, (False, True), (1, -1)):
                poses += _along(side, inwards, size, shape, above, is_lying=is_lying)
    inside = [pose for pose in poses if shape.share_inside(pose) >= NEARLY_INSIDE]
    return _distinct(sorted(inside, key=shape.share_along, reverse=True))


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """A straight side of a silhouette: where it begins, its direction, and its length."""

    start: Points
    way: Points
    length_mm: float


def _along(
    side: _Side,
    inwards: int,
    size: tuple[float, float],
    shape: FilledContour,
    above: SeenFromAbove,
    *,
    is_lying: bool,
) -> list[Pose]:
    """Return where cards may lie along a straight edge, on the side `inwards`: at its ends, and where other edges cross it."""
    across, down = size[::-1] if is_lying else size
    turn_deg = float(np.degrees(np.arctan2(side.way[1], side.way[0]))) + 90 * is_lying
    deep = inwards * down * np.array((-side.way[1], side.way[0]))

    def pose(begin_mm: float) -> Pose:
        x, y = (side.start + side.way * (begin_mm + across / 2) + deep / 2).tolist()
        return Pose(x, y, turn_deg, size)

    free = side.length_mm - across
    poses = [pose(0.0), pose(free)]
    if free > 2 * APART_MM and shape.share_inside(pose(free / 2)) >= NEARLY_INSIDE:
        end = side.start + side.way * side.length_mm
        part = above(np.array([side.start, end, end + deep, side.start + deep]), (side.length_mm, down))
        poses += map(pose, _between(part, across))
    return poses


def _between(part: Pixels, across_mm: float) -> Iterator[float]:
    """Return where cards begin from left to right in a part of the mat that is seen from straight above, in mm: where it
    has two edges as far apart as a card.
    """
    steps = np.maximum.reduce(cv2.split(cv2.absdiff(part[:, 2:], part[:, :-2]))).astype(np.float32)
    edges = cv2.blur(
        cv2.reduce(np.sqrt(steps), 0, cv2.REDUCE_AVG), (SOFT_MM * ABOVE_PX_PER_MM + 1, 1)
    ).ravel()
    across = round(across_mm * ABOVE_PX_PER_MM)
    pairs, apart = np.minimum(edges[:-across], edges[across:]), APART_MM * ABOVE_PX_PER_MM
    pairs[:apart] = pairs[-apart:] = 0
    for _ in range(MOST_BETWEEN):
        best = int(pairs.argmax())
        yield best / ABOVE_PX_PER_MM
        pairs[max(0, best - apart) : best + apart] = 0


def _distinct(poses: Sequence[Pose]) -> list[Pose]:
    kept: list[Pose] = []
    for pose in poses:
        if not any(_same(pose, one) for one in kept):
            kept.append(pose)
    return kept


def _same(one: Pose, other: Pose) -> bool:
    turned = (one.turn_deg - other.turn_deg + 90) % 180 - 90
    near = np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < 2.5
    return bool(near and abs(turned) < 2 and one.size_mm == other.size_mm)
