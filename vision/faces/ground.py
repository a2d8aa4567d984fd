"""Finds the cards in a photograph without a mat: on a table, in a binder's page, in a phone's full picture.

Nothing is known of the ground but that it goes on beside the cards. Outlines with four straight sides, of about a card's
proportions, are taken from the edges at several strengths; one inside another is print, and of two alike the clearer counts.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.frame import Grey, Pixels, Quad, quad, to_grey
from vision.lens import Points

WORKING_PX = 1_000
"""The longer side of the picture in which outlines are looked for."""
SMALLEST, LARGEST = 0.004, 0.95
"""The share of the picture that a card covers: forty in a picture, or one that fills it."""
STRENGTHS = (20, 45, 90)
"""The steps of brightness, in grey levels, that make an edge."""
SLANTED = 1.45
"""How much narrower or wider than it is a card may look."""
FILLS = 0.9
"""The share of its four-sided outline that a card fills: corners are round."""


def find_cards_on_ground(pixels: Pixels, aspects: Sequence[float]) -> list[Quad]:
    """Return the corners of cards in a photograph, each from the beginning of a short side on. `aspects`: width through
    height of the cards.
    """
    by = min(1.0, WORKING_PX / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=by, fy=by, interpolation=cv2.INTER_AREA) if by < 1 else pixels
    grey = cv2.GaussianBlur(to_grey(small), (0, 0), 1.0)
    found = [corners for strength in STRENGTHS for corners in _outlines(grey, strength, aspects)]
    return [_from_short_side(quad((corners + 0.5) / by - 0.5)) for corners in _apart(found)]


def _from_short_side(corners_px: Quad) -> Quad:
    one, two, three, _ = corners_px
    is_lying = np.linalg.norm(two - one) > np.linalg.norm(three - two)
    return np.roll(corners_px, 1, axis=0) if is_lying else corners_px


def _outlines(grey: Grey, strength: int, aspects: Sequence[float]) -> Iterator[Points]:
    edges = cv2.dilate(cv2.Canny(grey, strength / 2, strength), np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        hull = cv2.convexHull(contour)
        area = cv2.contourArea(hull)
        if not SMALLEST * grey.size <= area <= LARGEST * grey.size:
            continue
        corners = _four_corners(hull)
        if corners is not None and _may_be_card(corners, area, aspects):
            yield corners


def _four_corners(hull: Points) -> Points | None:
    """Return the four corners of an outline whose corners are round: where its four long sides would meet."""
    length = cv2.arcLength(hull, closed=True)
    for share in (0.02, 0.03, 0.045):
        polygon = cv2.approxPolyDP(hull, share * length, closed=True).reshape(-1, 2).astype(np.float64)
        if len(polygon) == 4:
            return polygon
    return None


def _may_be_card(corners: Points, area: float, aspects: Sequence[float]) -> bool:
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    if sides.min() < 10 or cv2.contourArea(corners.astype(np.float32)) * FILLS > area:
        return False
    looks = (sides[0] + sides[2]) / (sides[1] + sides[3])
    return any(1 / SLANTED <= seen / aspect <= SLANTED for aspect in aspects for seen in (looks, 1 / looks))


def _apart(found: Sequence[Points]) -> list[Points]:
    """Return the outlines that lie in no larger one; an outline around several of them is none of a card."""
    areas = [cv2.contourArea(corners.astype(np.float32)) for corners in found]
    kept: list[Points] = []
    for index in sorted(range(len(found)), key=lambda n: -areas[n]):
        inside = [
            n for n in range(len(found)) if areas[n] < 0.6 * areas[index] and _holds(found[index], found[n])
        ]
        beside = _groups([found[n] for n in inside if areas[n] > 0.08 * areas[index]])
        if beside >= 3 or any(_holds(one, found[index]) for one in kept):
            continue
        kept.append(found[index])
    return kept


def _groups(corners: Sequence[Points]) -> int:
    """Return how many outlines lie beside each other."""
    apart: list[Points] = []
    for one in sorted(corners, key=lambda each: -cv2.contourArea(each.astype(np.float32))):
        if not any(_holds(other, one) or _holds(one, other) for other in apart):
            apart.append(one)
    return len(apart)


def _holds(outer: Points, inner: Points) -> bool:
    x, y = inner.mean(axis=0).tolist()
    return cv2.pointPolygonTest(outer.astype(np.float32), (x, y), measureDist=False) >= 0
