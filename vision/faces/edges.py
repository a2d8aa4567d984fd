"""Finds the cards that lie whole and flat on the mat.

What differs from the bare mat is the silhouette of what lies there. Its straight sides propose rectangles of the cards'
sizes; each is fitted to the edges in the full picture. A card that is half covered has a side without an edge, and is not
returned.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.face import size_px, straightened
from vision.faces.outline import Outline, Pose, clearest_first, fit_outline
from vision.faces.rectangles import ABOVE_PX_PER_MM, INSIDE, FilledContour, SeenFromAbove, propose
from vision.frame import STRIDE, Grey, Pixels, Quad, Region, quad, to_grey
from vision.lens import Points
from vision.table_map import TableMap

OTHERWISE, OTHERWISE_IN_DIM_LIGHT, USUAL_LIGHT = 18, 7, 125
"""Grey levels by which bare mat differs at most, as in `bare_table`, and the brightness of its brightest px in usual light.
"""
DRIFT, NOISES = 12, 10.0
"""Grey levels by which a lamp may drift, and how many times the noise of the quietest quarter is no noise."""
SOFT_PX, DARK = 3, 40
"""Tints are of so many px each way together; and by so much dark px are made paler, whose colours are noise."""
OTHER_TINT, TINT_NOISES = 14.0, 4.0
"""From which difference, of 255, a tint is another one, and how many times the noise."""
OVERLAP = 0.12
"""The share by which two cards may overlap: one may hide 8 % of the other, and edges are known to a millimetre."""
MOST_PROPOSALS, MOST_TOGETHER = 6, 12
"""How many rectangles are fitted in one silhouette at a time, and how many cards may lie together."""
AS_CLEAR = 0.97
"""Of outlines that are nearly as clear as the clearest, the likeliest counts: frames in print and neighbours have edges too.
"""
GAPS = 0.35
"""The least share of a card that its silhouette shows."""
TAKEN_MM = 2.5
"""How far around a card its silhouette is taken out with it."""
SMALLER_MM, LARGER_MM = -4.0, 6.0
"""By how much a silhouette may be larger than the card: its sleeve, its shadow, and a px of the small picture at each side.
"""
JOINED_PX = 9
"""Fragments so near to each other, at a quarter of the picture's size, are of one card."""
FRAGMENT = 0.75
"""The least share of a card's sides that the hull of its fragments has."""
THREADS_MM = 30.0
"""How far lines of the mat may lengthen such a hull."""
MOSTLY_SEEN, PARTLY_SEEN = 0.8, 0.5
"""The shares that must be seen of all sides together, and of each."""
FULL = 0.88
"""The share of the rectangle around it that the silhouette of one card fills: corners are round."""


@dataclass(frozen=True, slots=True, eq=False)
class _Silhouette:
    """What differs from the bare mat in a part of a picture: (H, W) uint8, 255 where it does, a quarter of the picture's
    size.
    """

    mask: Grey
    offset_px: NDArray[Any]
    """Column and row of the first px in the whole picture."""

    def in_picture(self, points: Points) -> Points:
        return points * STRIDE + self.offset_px


def find_cards(
    pixels: Pixels,
    sizes_mm: Sequence[tuple[float, float]],
    table: TableMap,
    region: Region,
    bare: Grey | None,
    bare_tints: NDArray[np.float32] | None = None,
) -> list[Quad]:
    """Return the corners of cards that lie in a part of a picture in colour, to within about a px. `bare` is the part of
    the bare table's picture, at a quarter of the size, in today's light; None if it is not known. `bare_tints` are the
    `tints` of the same part, if they are known: a card may be as bright as the mat and of another colour.
    """
    if not sizes_mm or bare is None:
        return []
    silhouette = _silhouette(pixels, region, bare, bare_tints)
    if silhouette is None:
        return []
    found: list[Outline] = []
    for contour in _contours(silhouette):
        local = _Local.around(silhouette.in_picture(contour), table)
        found += _cards_in(
            pixels, local, contour_mm=local.to_plane(silhouette.in_picture(contour)), sizes_mm=sizes_mm
        )
    left = _without(silhouette, [table.image_from_table(one.pose.corners_mm()) for one in found])
    for hull in _joined(left):
        local = _Local.around(left.in_picture(hull), table)
        found += _in_fragments(pixels, local, local.to_plane(left.in_picture(hull)), sizes_mm)
    return [quad(table.image_from_table(one.pose.corners_mm())) for one in _apart(found)]


@dataclass(frozen=True, slots=True, eq=False)
class _Local:
    """The map between px and mm about some place: a homography, which a lens bends by less than is seen there."""

    image_from_plane: NDArray[Any]

    @classmethod
    def around(cls, points_px: Points, table: TableMap) -> "_Local":
        mm = table.table_from_image(points_px)
        (left, top), (right, bottom) = mm.min(axis=0), mm.max(axis=0)
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        seen = table.image_from_table(corners).astype(np.float32)
        return cls(cv2.getPerspectiveTransform(corners.astype(np.float32), seen))

    def to_plane(self, points_px: Points) -> Points:
        back = np.linalg.inv(self.image_from_plane)
        return cv2.perspectiveTransform(points_px.reshape(1, -1, 2).astype(np.float64), back)[0]

    def seen_from_above(self, pixels: Pixels) -> SeenFromAbove:
        """Return a function that cuts a part out of a picture and shows it as seen from straight above."""

        def above(corners_mm: Points, size_mm: tuple[float, float]) -> Pixels:
            corners_px = cv2.perspectiveTransform(corners_mm[np.newaxis], self.image_from_plane)[0]
            return straightened(pixels, quad(corners_px), size_px(size_mm, ABOVE_PX_PER_MM))

        return above


def tints(small: Pixels) -> NDArray[np.float32]:
    """Return the colour of each pixel without its brightness: (H, W, 2) float32.

    The two values are blue minus green and red minus green, divided by the sum of all three, from -255 to 255; near 0 in
    the dark.
    """
    soft = cv2.blur(small, (SOFT_PX, SOFT_PX)).astype(np.float32)
    blue, green, red = cv2.split(soft)
    whole = 255 / (blue + green + red + DARK)
    return np.asarray(cv2.merge([(blue - green) * whole, (red - green) * whole]))


def _silhouette(
    pixels: Pixels, region: Region, bare: Grey, bare_tints: NDArray[np.float32] | None
) -> _Silhouette | None:
    left, top = region.left // STRIDE, region.top // STRIDE
    right, bottom = -(-region.right // STRIDE), -(-region.bottom // STRIDE)
    rows = pixels[top * STRIDE : bottom * STRIDE : STRIDE]
    small = np.ascontiguousarray(rows[:, left * STRIDE : right * STRIDE : STRIDE])
    now = to_grey(small)
    if now.shape != bare.shape or not now.size:
        return None
    now = cv2.blur(now, (3, 3))  # As the bare table's picture was.
    light = float(np.percentile(bare, 99)) / USUAL_LIGHT
    otherwise = min(OTHERWISE, max(OTHERWISE_IN_DIM_LIGHT, OTHERWISE * light))
    apart = _apart_from(now, bare)
    if NOISES * _noise(apart) > otherwise:
        now, bare = (cv2.blur(each, (3, 3)) for each in (now, bare))
        apart = _apart_from(now, bare)
        otherwise = max(otherwise, NOISES * _noise(apart))
    differs = np.abs(apart) > otherwise
    # Print where there was none, of the mat's own brightness.
    differs |= cv2.subtract(_roughness(now), _roughness(bare)) > 1.5 * otherwise
    if bare_tints is not None and small.ndim == 3:
        differs |= _tints_differ(tints(small), bare_tints)
    mask = cv2.morphologyEx(differs.astype(np.uint8) * 255, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    return _Silhouette(mask, np.array((left, top)) * STRIDE)


def _tints_differ(now: NDArray[np.float32], bare: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return where a part is of another colour than the bare table, but for a lamp that is warmer now."""
    apart = now - bare
    apart -= [_drift(apart[..., channel]) for channel in range(2)]
    far = np.abs(apart).max(axis=2)
    # Where many cards lie, a quarter of the mat is still seen.
    return np.asarray(far > max(OTHER_TINT, TINT_NOISES * float(np.percentile(far, 25))))


def _apart_from(now: Grey, bare: Grey) -> NDArray[Any]:
    """Return how much brighter a picture is than the bare table, but for a lamp that drifts."""
    apart = cv2.subtract(now, bare, dtype=cv2.CV_16S)
    return apart - np.int16(_drift(apart))


def _drift(apart: NDArray[Any]) -> float:
    """Return by how much a lamp has drifted, as those places tell that may be bare: cards may cover most of a part."""
    bare = _maybe_bare(apart)
    return float(np.clip(np.median(bare), -DRIFT, DRIFT)) if bare.size else 0.0


def _noise(apart: NDArray[Any]) -> float:
    bare = _maybe_bare(apart)
    return float(np.percentile(np.abs(bare), 25)) if bare.size else 0.0


def _maybe_bare(apart: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(apart[np.abs(apart) <= 2 * DRIFT])


def _roughness(grey: Grey) -> Grey:
    return cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))


def _contours(silhouette: _Silhouette) -> Iterator[Points]:
    """Return the outer contours of what lies there, without threads that join it to its shadow or to a cable."""
    filled = np.zeros_like(silhouette.mask)
    outer, _ = cv2.findContours(silhouette.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(filled, outer, -1, (255,), cv2.FILLED)
    opened = cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    # What is said of each px was seen in its neighbours as well.
    opened = cv2.erode(opened, np.ones((3, 3), np.uint8))
    outer, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for contour in outer:
        if len(contour) >= 20:
            yield contour.reshape(-1, 2).astype(np.float64)


def _without(silhouette: _Silhouette, cards_px: Sequence[Points]) -> _Silhouette:
    """Return what is left of a silhouette without cards that were found."""
    mask = silhouette.mask.copy()
    for corners_px in cards_px:
        corners = np.round((corners_px - silhouette.offset_px) / STRIDE).astype(np.int32)
        cv2.fillConvexPoly(mask, corners, (0,))
        cv2.polylines(mask, [corners], isClosed=True, color=(0,), thickness=5)
    return _Silhouette(mask, silhouette.offset_px)


def _joined(silhouette: _Silhouette) -> Iterator[Points]:
    """Return the hulls of fragments that lie near each other: a card whose colours are as bright as the mat beneath shows
    in pieces.
    """
    across = np.ones((JOINED_PX, JOINED_PX), np.uint8)
    outer, _ = cv2.findContours(
        cv2.morphologyEx(silhouette.mask, cv2.MORPH_CLOSE, across), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    for contour in outer:
        if len(contour) >= 20:
            yield cv2.convexHull(contour).reshape(-1, 2).astype(np.float64)


def _in_fragments(
    pixels: Pixels, local: _Local, hull_mm: Points, sizes_mm: Sequence[tuple[float, float]]
) -> list[Outline]:
    """Return the card whose fragments have a hull, if its sides are seen."""
    _, (across, down), _ = cv2.minAreaRect(hull_mm.astype(np.float32))
    short, long = sorted((across, down))
    if not any(
        FRAGMENT * min(size) <= short <= min(size) + THREADS_MM
        and FRAGMENT * max(size) <= long <= max(size) + THREADS_MM
        for size in sizes_mm
    ):
        return []
    _, poses = _single(hull_mm, 0.0, sizes_mm)
    poses += propose(FilledContour(hull_mm), sizes_mm, local.seen_from_above(pixels))[:MOST_PROPOSALS]
    outlines = [fit_outline(pixels, local.image_from_plane, pose) for pose in poses]
    return clearest_first(
        [one for one in outlines if np.mean(one.seen) >= MOSTLY_SEEN and min(one.seen) >= PARTLY_SEEN]
    )[:1]


def _cards_in(
    pixels: Pixels, local: _Local, contour_mm: Points, sizes_mm: Sequence[tuple[float, float]]
) -> list[Outline]:
    """Return the cards in one connected silhouette: each that is found is taken out, and what is left is looked at again."""
    smallest = min(width * height for width, height in sizes_mm)
    origin = np.floor(contour_mm.min(axis=0)) - 2
    shape = np.ceil(contour_mm.max(axis=0) - origin + 3).astype(int)
    mask = np.zeros((shape[1], shape[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(contour_mm - origin).astype(np.int32)], (1,))
    found: list[Outline] = []
    for _ in range(MOST_TOGETHER):
        parts, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        parts = [part for part in parts if cv2.contourArea(part) >= GAPS * smallest]
        cards = [
            one for part in parts for one in _card_in(pixels, local, part.reshape(-1, 2) + origin, sizes_mm)
        ]
        if not cards:
            break
        for card in cards:
            corners = np.round(card.pose.corners_mm() - origin).astype(np.int32)
            cv2.fillConvexPoly(mask, corners, (0,))
            cv2.polylines(mask, [corners], isClosed=True, color=(0,), thickness=2 * round(TAKEN_MM) + 1)
        found += cards
    return found


def _card_in(
    pixels: Pixels, local: _Local, contour_mm: Points, sizes_mm: Sequence[tuple[float, float]]
) -> list[Outline]:
    """Return the card that is seen best in a silhouette, if there is any."""
    area = float(cv2.contourArea(contour_mm.astype(np.float32)))
    is_full, poses = _single(contour_mm, area, sizes_mm)
    if poses:
        outlines = [fit_outline(pixels, local.image_from_plane, pose) for pose in poses]
        whole = [one for one in outlines if one.is_whole]
        if whole or is_full:
            # A card of the mat's own colour shows no edge; its silhouette, of the right size, tells enough.
            return clearest_first(whole)[:1] or [Outline(poses[0], (0.0,) * 4, 0.0)]
    if area < 0.8 * min(width * height for width, height in sizes_mm):
        return []
    shape = FilledContour(contour_mm)
    proposed = propose(shape, sizes_mm, local.seen_from_above(pixels))[:MOST_PROPOSALS]
    outlines = [fit_outline(pixels, local.image_from_plane, pose) for pose in proposed]
    inside = [one for one in outlines if shape.share_inside(one.pose) >= INSIDE]
    whole = [one for one in inside if one.is_whole]
    likely = whole or [one for one in inside if one.has_three_sides]
    clearest = max((one.clear for one in likely), default=0.0)
    return [one for one in likely if one.clear >= AS_CLEAR * clearest][:1]


def _single(
    contour_mm: Points, area: float, sizes_mm: Sequence[tuple[float, float]]
) -> tuple[bool, list[Pose]]:
    """Return the poses of a card that is alone in its silhouette, and whether the silhouette has no gaps: a card in part of
    the mat's own colour has some.
    """
    (x, y), (across, down), turn = cv2.minAreaRect(contour_mm.astype(np.float32))
    poses = []
    for width, height in sizes_mm:
        for seen, turned in (((across, down), 0.0), ((down, across), 90.0)):
            grown = (seen[0] - width, seen[1] - height)
            if min(grown) >= SMALLER_MM and max(grown) <= LARGER_MM:
                poses.append(Pose(x, y, turn + turned, (width, height)))
                break
    return area >= FULL * across * down, poses


def _apart(outlines: Sequence[Outline]) -> list[Outline]:
    """Return the clearest outlines that do not overlap."""
    kept: list[Outline] = []
    for outline in clearest_first(outlines):
        if all(_overlap(outline.pose, one.pose) <= OVERLAP for one in kept):
            kept.append(outline)
    return kept


def _overlap(one: Pose, other: Pose) -> float:
    """Return the share of the smaller rectangle that lies in the other."""
    first, second = (pose.corners_mm().astype(np.float32) for pose in (one, other))
    area, _ = cv2.intersectConvexConvex(first, second)
    smaller = min(pose.size_mm[0] * pose.size_mm[1] for pose in (one, other))
    return float(area) / smaller
