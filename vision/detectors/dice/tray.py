"""Where the tray is, and what lies in it that is not its floor.

The tray is the largest dark surface; what lies within its outline and stands off from the floor's own colour is a
clump: a die, dice that touch, or something else. Rim, lamps and the light table around it are told from dice by
their size and shape.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey, Pixels, to_grey
from vision.region import Region

LONGEST_PX = 820
"""The tray is looked for in a picture of this size: dice are then 20 to 100 pixels wide."""
SMALLEST_SCALE = 0.25
"""…made so by enlarging small ones, but not without end."""
SMALLEST_PX = 24
"""A picture that is smaller holds no die that anybody could read."""
FAINTEST = 24
"""Grey levels by which a die stands off from its tray at least."""
LARGEST_PART = 0.25
"""Of the tray: what is larger is a hand, a card or the table beside it."""
SMALLEST_PART = 0.0006
WITHIN = 0.7
"""How much of a clump lies within the tray's outline."""

_SEAM = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
"""What is narrower, in the small picture, is no gap between two dice but a dark edge of one."""

Mask = NDArray[Any]
"""Bytes, 0 or 255."""


@dataclass(frozen=True, slots=True, eq=False)
class Clump:
    """Something in the tray: its part of the small picture, and which pixels of it."""

    place: Region
    mask: Mask

    @property
    def area_px(self) -> int:
        return int(np.count_nonzero(self.mask))

    @property
    def thickness_px(self) -> float:
        """The side of the largest square that goes into it, about: a lamp is long and thin, a die is not."""
        padded = np.pad(self.mask, 1)
        return 2 * float(cv2.distanceTransform(padded, cv2.DIST_L2, 3).max())

    @property
    def is_one_die(self) -> bool:
        """Whether it has a single die's outline: no dent, nearly as long as wide."""
        outline = _outline(self.mask)
        (_, (one, other), _) = cv2.minAreaRect(outline)
        full = cv2.contourArea(cv2.convexHull(outline))
        return (
            full > 0 and cv2.contourArea(outline) > 0.92 * full and max(one, other) < 1.45 * min(one, other)
        )


@dataclass(frozen=True, slots=True, eq=False)
class TrayView:
    """How many of the picture's pixels go into one of the small picture, and what lies in the tray."""

    scale: float
    clumps: tuple[Clump, ...]


def find_tray(pixels: Pixels, threshold: float = 1.0) -> TrayView:
    """The tray of a picture and what lies in it. A lower threshold also takes what stands off less, in shadow or
    beside something that outshines all; a higher one parts what runs into a lit rim.
    """
    if min(pixels.shape[:2]) < SMALLEST_PX:
        return TrayView(1.0, ())
    scale = max(SMALLEST_SCALE, max(pixels.shape[:2]) / LONGEST_PX)
    small = _brought(pixels, scale)
    inside = _hull(_dark(to_grey(small)))
    area_px = np.count_nonzero(inside)
    if area_px == 0:
        return TrayView(scale, ())
    stands_off = _filled(_stands_off(small, inside, threshold))
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


def _brought(pixels: Pixels, scale: float) -> Pixels:
    size = (max(1, round(pixels.shape[1] / scale)), max(1, round(pixels.shape[0] / scale)))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if scale > 1 else cv2.INTER_CUBIC)


def _dark(grey: Grey) -> Mask:
    """The largest dark surface. Small bright things in it leave holes, thin ones nothing."""
    soft = cv2.GaussianBlur(grey, (5, 5), 0)
    _, dark = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(dark)
    if len(boxes) < 2:
        return np.zeros_like(grey)
    return (labels == 1 + int(np.argmax(boxes[1:, cv2.CC_STAT_AREA]))).astype(np.uint8) * 255


def _hull(mask: Mask) -> Mask:
    """The mask's outline with a string around it: dice at the rim are within."""
    inside = np.zeros_like(mask)
    if mask.any():
        cv2.fillConvexPoly(inside, cv2.convexHull(_outline(mask)), (255,))
    return inside


def _outline(mask: Mask) -> NDArray[Any]:
    """The points around a mask's largest part."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return max(contours, key=len)


def _stands_off(small: Pixels, inside: Mask, threshold: float) -> Mask:
    """What differs from the floor's colour, in any channel, by more than the floor does from itself."""
    colour = small if small.ndim == 3 else small[:, :, np.newaxis]
    dark = colour[inside > 0]
    floor = np.median(dark, axis=0)
    apart: NDArray[Any] = np.abs(colour.astype(np.int16) - floor.astype(np.int16)).max(axis=2)
    apart = cv2.GaussianBlur(np.minimum(apart, 255).astype(np.uint8), (3, 3), 0)
    level, _ = cv2.threshold(apart[inside > 0], 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    _, mask = cv2.threshold(apart, max(FAINTEST, threshold * level), 255, cv2.THRESH_BINARY)
    return cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))


def _filled(mask: Mask) -> Mask:
    """Clumps without holes: pips, numerals and symbols belong to their dice, even where they run out into a dark
    edge. The tray's own hole stays one.
    """
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _SEAM)
    contours, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    filled = mask.copy()
    for n, contour in enumerate(contours):
        if tree[0][n][3] >= 0 and cv2.contourArea(contour) < SMALLEST_PART * 4 * mask.size:
            cv2.drawContours(filled, contours, n, 255, cv2.FILLED)
    return filled
