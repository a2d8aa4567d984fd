"""Finds the tray in a picture, and the clumps that lie in it.

The tray is the largest dark surface. A clump is whatever lies within its outline and differs from the colour
of its floor: a die, dice that touch, or something else. Size and shape tell dice from the rim, from lamps and
from the table around.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey, Pixels, to_grey
from vision.region import Region

LONGEST_PX = 820
"""The longer side of the picture that the tray is looked for in; dice are then 20 to 100 px wide."""
SMALLEST_SCALE = 0.25
"""How far small pictures are enlarged for that, at most fourfold."""
SMALLEST_PX = 24
"""A smaller picture holds no readable die."""
FAINTEST = 24
"""How much a die differs from its tray, in grey levels, at least. Chosen, like the constants below, and checked on
photographs and drawn trays.
"""
LARGEST_PART = 0.25
"""The largest share of the tray that a clump may cover; anything larger is a hand, a card or the table."""
SMALLEST_PART = 0.0006
"""The smallest share of the tray that a clump may cover."""
WITHIN = 0.7
"""The share of a clump that must lie within the tray's outline."""

_SEAM = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
"""A gap narrower than this, in px of the small picture, is a dark edge of a die, not a gap between two."""

Mask = NDArray[Any]
"""A mask: (H, W) uint8, 0 or 255."""


@dataclass(frozen=True, slots=True, eq=False)
class Clump:
    """Something in the tray: its region in the small picture, and its mask there."""

    place: Region
    mask: Mask

    @property
    def area_px(self) -> int:
        return int(np.count_nonzero(self.mask))

    @property
    def thickness_px(self) -> float:
        """The side of the largest square that fits in, roughly: lamps are long and thin, dice are not."""
        padded = np.pad(self.mask, 1)
        return 2 * float(cv2.distanceTransform(padded, cv2.DIST_L2, 3).max())

    @property
    def is_one_die(self) -> bool:
        """Whether the outline is that of a single die: without dents, and nearly as long as wide."""
        outline = _outline(self.mask)
        (_, (one, other), _) = cv2.minAreaRect(outline)
        full = cv2.contourArea(cv2.convexHull(outline))
        return (
            full > 0 and cv2.contourArea(outline) > 0.92 * full and max(one, other) < 1.45 * min(one, other)
        )


@dataclass(frozen=True, slots=True, eq=False)
class TrayView:
    """The clumps in a tray, and how many px of the picture are one px of the small picture."""

    scale: float
    clumps: tuple[Clump, ...]


def find_tray(pixels: Pixels, threshold: float = 1.0) -> TrayView:
    """Finds the tray and its clumps in a picture, (H, W, 3) uint8 BGR or (H, W) grey.

    A lower threshold also takes what differs less from the floor, in shadow or beside something very bright;
    a higher one separates dice from a lit rim.
    """
    if min(pixels.shape[:2]) < SMALLEST_PX:
        return TrayView(1.0, ())
    scale = max(SMALLEST_SCALE, max(pixels.shape[:2]) / LONGEST_PX)
    small = scaled_by(pixels, scale)
    inside = _hull(_dark(to_grey(small)))
    area_px = np.count_nonzero(inside)
    if area_px == 0:
        return TrayView(scale, ())
    stands_off = fill_clumps(_stands_off(small, inside, threshold))
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(stands_off)
    clumps = []
    for label in range(1, len(boxes)):
        x, y, across, down, size = boxes[label].tolist()
        if not SMALLEST_PART * area_px < size < LARGEST_PART * area_px:
            continue
        place = Region(x, y, x + across, y + down)
        mask: Mask = (place.of(labels) == label).astype(np.uint8) * 255
        if np.count_nonzero(place.of(inside)[mask > 0]) > WITHIN * size:
            clumps.append(Clump(place, mask))
    return TrayView(scale, tuple(clumps))


def scaled_by(pixels: Pixels, scale: float) -> Pixels:
    size = (max(1, round(pixels.shape[1] / scale)), max(1, round(pixels.shape[0] / scale)))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if scale > 1 else cv2.INTER_CUBIC)


def _dark(grey: Grey) -> Mask:
    """Returns the mask of the largest dark surface, which has holes where small bright things lie."""
    soft = cv2.GaussianBlur(grey, (5, 5), 0)
    _, dark = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(dark)
    if len(boxes) < 2:
        return np.zeros_like(grey)
    return (labels == 1 + int(np.argmax(boxes[1:, cv2.CC_STAT_AREA]))).astype(np.uint8) * 255


def _hull(mask: Mask) -> Mask:
    """Returns the mask's convex hull, which includes dice at the rim."""
    inside = np.zeros_like(mask)
    if mask.any():
        cv2.fillConvexPoly(inside, cv2.convexHull(_outline(mask)), (255,))
    return inside


def _outline(mask: Mask) -> NDArray[Any]:
    """Returns the outline of a mask's largest part: (N, 1, 2) int32, px."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return max(contours, key=len)


def _stands_off(small: Pixels, inside: Mask, threshold: float) -> Mask:
    """Returns the mask of what differs from the floor's colour, in any channel, more than the floor itself
    varies.
    """
    colour = small if small.ndim == 3 else small[:, :, np.newaxis]
    dark = colour[inside > 0]
    floor = np.median(dark, axis=0)
    apart: NDArray[Any] = np.abs(colour.astype(np.int16) - floor.astype(np.int16)).max(axis=2)
    apart = cv2.GaussianBlur(np.minimum(apart, 255).astype(np.uint8), (3, 3), 0)
    level, _ = cv2.threshold(apart[inside > 0], 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    _, mask = cv2.threshold(apart, max(FAINTEST, threshold * level), 255, cv2.THRESH_BINARY)
    return cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))


def fill_clumps(mask: Mask) -> Mask:
    """Fills the holes of clumps, because pips and numerals belong to their dice. The tray's own hole stays
    open.
    """
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _SEAM)
    contours, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    filled = mask.copy()
    for n, contour in enumerate(contours):
        if tree[0][n][3] >= 0 and cv2.contourArea(contour) < SMALLEST_PART * 4 * mask.size:
            cv2.drawContours(filled, contours, n, 255, cv2.FILLED)
    return filled
