"""Finds codes by their corner squares, whether they can be read or not.

A corner square is ink around paper around ink, all three square and about one middle. One of them is enough: of a code
that is half covered, or has glare on it, one or two are left.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.observation import ReadingStatus
from vision.detectors.codes import Detection, enlarge, sharpen
from vision.frame import Grey
from vision.quad import Quad, quad, scale_quad
from vision.region import bounds

SMALLEST_PX, LARGEST_PX = 8.0, 130.0
"""The sides that a corner square may have in a picture: a third of a card's code."""
LEAST_CONTRAST = 40
"""Grey levels between ink and paper of a code, however blurred. The cloth of a bare mat has about 20."""
RING, HEART = (0.28, 0.58), (0.35, 0.65)
"""How much of the ink's area the paper in it covers, and of the paper's area the ink in that. Drawn ones have 0.35 to 0.45
and 0.40 to 0.51; tags that look alike 0.64 and more, and 0.33 and less.
"""
SQUARE, FULL = 0.7, 0.82
"""How short the shorter side may be, and how much of its rectangle a square fills: drawn ones 0.84 and more, a circle
0.79.
"""
OFF = 0.12
"""How far the middles may lie apart, as a share of the side."""
TOGETHER = 5.0
"""Squares of one code lie at most so many sides apart; those of two cards, one half over the other, may lie nearer."""
ALIKE = 0.6
"""How small the smaller of two squares of one code may be."""
EDGE = 1.15
"""A code that was read covers so many times its size: its corners are off by a module."""
FINER = 2
"""The part is sharpened and enlarged so many times: of 36 drawn squares of codes that were too blurred to be read it then
finds 33, and 1 without; of those at 2 px a module 36, and none without.
"""
WINDOW = 61
"""Ink is darker than the mean of so many pixels around, of the enlarged part."""

Outline = NDArray[Any]


@dataclass(frozen=True, slots=True)
class CornerSquare:
    """A corner square: its middle and its side in px."""

    x: float
    y: float
    side_px: float

    def is_of_one_code_with(self, other: "CornerSquare") -> bool:
        """Tells whether two squares may belong to one code."""
        smaller, larger = sorted((self.side_px, other.side_px))
        return smaller >= ALIKE * larger and self._away_px(other) <= TOGETHER * smaller

    def is_same(self, other: "CornerSquare") -> bool:
        """Tells whether two findings are of one square."""
        return self._away_px(other) < 0.5 * self.side_px

    def is_in(self, corners_px: Quad) -> bool:
        """Tells whether its middle lies within these corners."""
        return cv2.pointPolygonTest(corners_px.astype(np.float32), (self.x, self.y), measureDist=False) >= 0

    def _away_px(self, other: "CornerSquare") -> float:
        return float(np.hypot(self.x - other.x, self.y - other.y))


def locate_codes(grey: Grey, besides: Sequence[Quad] = ()) -> list[Detection]:
    """Returns the codes whose corner squares are seen in a part of a picture, (H, W) uint8 grey, as unreadable.

    `besides`: corners of codes that were read; their squares are left out.
    """
    groups: list[list[CornerSquare]] = []
    for square in find_corner_squares(grey):
        if any(square.is_in(scale_quad(corners_px, EDGE)) for corners_px in besides):
            continue
        near = [group for group in groups if any(map(square.is_of_one_code_with, group))]
        groups = [group for group in groups if group not in near]
        groups.append([square, *chain.from_iterable(near)])
    codes = [Detection("", _outline(group), reading=ReadingStatus.UNREADABLE) for group in groups]
    return [code for code in codes if _has_contrast(grey, code)]


def _outline(group: Sequence[CornerSquare]) -> Quad:
    """Returns the corners of the upright rectangle around some squares."""
    left, top = (min(middles) for middles in zip(*((one.x, one.y) for one in group), strict=True))
    right, bottom = (max(middles) for middles in zip(*((one.x, one.y) for one in group), strict=True))
    half = max(one.side_px for one in group) / 2
    return quad(
        np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    )


def _has_contrast(grey: Grey, code: Detection) -> bool:
    part = bounds(code.corners_px).of(grey)
    ink, paper = np.percentile(part, (5, 95)) if part.size else (0, 0)
    return bool(paper - ink >= LEAST_CONTRAST)


def find_corner_squares(grey: Grey) -> list[CornerSquare]:
    """Returns the corner squares in a part of a picture, (H, W) uint8 grey."""
    fine = sharpen(enlarge(grey, FINER), amount=3, sigma_px=3)
    _, by_level = cv2.threshold(fine, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    by_place = cv2.adaptiveThreshold(fine, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, WINDOW, 4)
    found: list[CornerSquare] = []
    for sheet in (by_level, by_place):
        for square in _squares_on(sheet):
            if not any(square.is_same(other) for other in found):
                found.append(square)
    return found


def _squares_on(sheet: Grey) -> Iterator[CornerSquare]:
    """Yields the corner squares of a picture in black and white."""
    outlines, family = cv2.findContours(sheet, cv2.RETR_TREE, cv2.CHAIN_APPROX_NONE)
    nested = family[0].tolist() if outlines else []
    for ring, (_, _, heart, outer) in enumerate(nested):
        if outer >= 0 and heart >= 0 and nested[heart][2] < 0:
            square = _square(outlines[outer], outlines[ring], outlines[heart])
            if square is not None:
                yield square


def _square(outer: Outline, ring: Outline, heart: Outline) -> CornerSquare | None:
    """Returns the corner square that three outlines make, one within the other; None if they make none."""
    areas = [cv2.contourArea(outline) for outline in (outer, ring, heart)]
    if not (FINER * SMALLEST_PX) ** 2 <= areas[0] <= (FINER * LARGEST_PX) ** 2 or not all(areas):
        return None
    if not (RING[0] < areas[1] / areas[0] < RING[1] and HEART[0] < areas[2] / areas[1] < HEART[1]):
        return None
    (x, y), sides, _ = cv2.minAreaRect(outer)
    (heart_x, heart_y), heart_sides, _ = cv2.minAreaRect(heart)
    side_px = sum(sides) / 2
    is_centred = max(abs(x - heart_x), abs(y - heart_y)) < OFF * side_px
    ring_sides = cv2.minAreaRect(ring)[1]
    is_heart_square = min(heart_sides) > SQUARE * max(heart_sides)
    if not (
        is_centred and is_heart_square and _is_square(sides, areas[0]) and _is_square(ring_sides, areas[1])
    ):
        return None
    return CornerSquare(x / FINER, y / FINER, side_px / FINER)


def _is_square(sides: Sequence[float], area: float) -> bool:
    return min(sides) > SQUARE * max(sides) and area > FULL * sides[0] * sides[1]
