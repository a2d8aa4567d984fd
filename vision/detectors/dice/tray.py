"""Finds the tray in a picture, and what lies in it: dice, dice that touch, or a hand.

The tray is the largest dark surface. A clump is whatever lies within its outline and differs from the colour
of its floor: a die, dice that touch, or something else. Size and shape tell dice from the rim, from lamps and
from the table around.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat
from vision.frame import Grey, Pixels, Region, to_grey

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
    """Find the tray and its clumps in a picture, (H, W, 3) uint8 BGR or (H, W) grey.

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
    """Return the mask of the largest dark surface, which has holes where small bright things lie."""
    soft = cv2.GaussianBlur(grey, (5, 5), 0)
    _, dark = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(dark)
    if len(boxes) < 2:
        return np.zeros_like(grey)
    return (labels == 1 + int(np.argmax(boxes[1:, cv2.CC_STAT_AREA]))).astype(np.uint8) * 255


def _hull(mask: Mask) -> Mask:
    """Return the mask's convex hull, which includes dice at the rim."""
    inside = np.zeros_like(mask)
    if mask.any():
        cv2.fillConvexPoly(inside, cv2.convexHull(_outline(mask)), (255,))
    return inside


def _outline(mask: Mask) -> NDArray[Any]:
    """Return the outline of a mask's largest part: (N, 1, 2) int32, px."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return max(contours, key=len)


def _stands_off(small: Pixels, inside: Mask, threshold: float) -> Mask:
    """Return the mask of what differs from the floor's colour, in any channel, more than the floor itself
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
    """Fill the holes of clumps, because pips and numerals belong to their dice. The tray's own hole stays
    open.
    """
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _SEAM)
    contours, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    filled = mask.copy()
    for n, contour in enumerate(contours):
        if tree[0][n][3] >= 0 and cv2.contourArea(contour) < SMALLEST_PART * 4 * mask.size:
            cv2.drawContours(filled, contours, n, 255, cv2.FILLED)
    return filled


# --- sheet
# Finds what lies on a printed tray, in its picture from straight above: dice, dice that touch, or a hand.
#
# The floor is known here, so no dark surface is looked for, and dice of any colour stand off from it: each clump
# has a threshold of its own, half of how much it differs itself.

NOISES = 6.0
"""How many times the floor's own variation a die differs from it, at least."""
HALF = 0.5
"""Where a clump ends: where it differs half as much from the floor as it does inside. A lower threshold also takes its
shadow, a higher one leaves its dark sides out.
"""
HAND_MM2 = 900
"""What reaches over the edge of the sheet and covers so much of it is a hand. A die covers 250 to 500 mm²."""
STEEP, STEEP_EDGE = 10, 0.25
"""An edge is steep where it differs so much within three px, in grey levels; and how much of the edge of what shines may be
steep, which belongs to dice in it. A hand's edge is steep nearly all around.
"""
SHINE_MM = 41
"""A place so wide is floor for the most part, with two dice in it too."""
LARGEST_MM2 = 6000
"""A clump that is larger is no dice: 15 of them would lie against each other."""
SMALLEST_MM2 = 60
"""A clump that is smaller is dust, or a glint."""
LIGHTEST = 97
"""The percentile of a clump that is lighter than the floor if it has print, of which a die shows at least so little."""
EDGE_MM = 3
"""How far from the edge of the sheet something still reaches over it."""
FREE_PX_PER_MM = 1.0
"""The scale at which a place is looked at that may be free: a die is then 16 px wide, and takes little time."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetView:
    """What lies on a sheet: its clumps, and whether a hand or another large thing covers a part of it."""

    tray: TrayView
    is_covered: bool


@dataclass(frozen=True, slots=True, eq=False)
class SheetPicture:
    """What differs from a sheet's floor, at the scale at which clumps are found: `apart` by how much, `coarse` where for
    sure.
    """

    scale: float
    px_per_mm: float
    apart: Pixels
    coarse: Mask

    def view(self, times: float = 1.0) -> SheetView:
        """Find the clumps. `times` makes the threshold of each clump lower or higher than usual."""
        fine = _half_way(self.apart, self.coarse, times * HALF)
        _, labels, boxes, _ = cv2.connectedComponentsWithStats(fill_clumps(fine))
        clumps, is_covered = [], False
        for label in range(1, len(boxes)):
            x, y, across, down, size = boxes[label].tolist()
            area_mm2 = size / self.px_per_mm**2
            place = Region(x, y, x + across, y + down)
            reaches_over = _reaches_over(place, fine.shape, EDGE_MM * self.px_per_mm)
            is_covered |= area_mm2 > (HAND_MM2 if reaches_over else LARGEST_MM2)
            if SMALLEST_MM2 < area_mm2 < LARGEST_MM2:
                clumps.append(Clump(place, (place.of(labels) == label).astype(np.uint8) * 255))
        return SheetView(TrayView(self.scale, tuple(clumps)), is_covered)


def look_at_sheet(pixels: Pixels, sheet: Mat) -> SheetPicture:
    """Compare a sheet in its picture from above, (H, W, 3) uint8 BGR or (H, W) grey, with its floor."""
    scale = max(SMALLEST_SCALE, max(pixels.shape[:2]) / LONGEST_PX)
    small = scaled_by(pixels, scale)
    px_per_mm = small.shape[1] / sheet.width_mm
    floor = _floor(small.shape[:2], sheet, px_per_mm)
    off = _off_floor(small, floor)
    apart = _widest(np.abs(off))
    coarse = _stands_off_floor(apart, floor)
    shining = _shining(coarse, apart, HAND_MM2 * px_per_mm**2)
    if np.any(shining):
        off = _without_shine(off, shining, px_per_mm)
        apart = _widest(np.abs(off))
        coarse = _stands_off_floor(apart, floor)
    coarse = _without_shadows(coarse, _widest(off), HAND_MM2 * px_per_mm**2)
    return SheetPicture(scale, px_per_mm, apart, coarse)


def view_sheet(pixels: Pixels, sheet: Mat, times: float = 1.0) -> SheetView:
    """Find the clumps on a sheet in its picture from above; see `SheetPicture.view`."""
    return look_at_sheet(pixels, sheet).view(times)


PUSHED_MM = 76.0
"""How near to where a die lay it still lies, if it was only pushed: by 60 mm at most, and it is 16 mm wide."""


def free_places(pixels: Pixels, sheet: Mat, middles_px: Sequence[NDArray[Any]]) -> list[bool]:
    """Tell around which places of a sheet, (2,) px of its picture from above, nothing lies within a reach: no die, no hand,
    and no shadow of one.
    """
    px_per_mm = pixels.shape[1] / sheet.width_mm
    scale = max(1.0, px_per_mm / FREE_PX_PER_MM)
    small = scaled_by(pixels, scale)
    floor = _floor(small.shape[:2], sheet, px_per_mm / scale)
    taken = _stands_off_floor(_widest(np.abs(_off_floor(small, floor))), floor)
    found = []
    for x, y in ((middle + 0.5) / scale - 0.5 for middle in middles_px):
        around = np.zeros_like(taken)
        cv2.circle(around, (round(x), round(y)), round(PUSHED_MM * px_per_mm / scale), (255,), -1)
        found.append(not np.any(taken[around > 0]))
    return found


def _floor(shape: tuple[int, ...], sheet: Mat, px_per_mm: float) -> Mask:
    """Return the mask of the sheet without its tags and their white margins."""
    mask = np.full(shape[:2], 255, np.uint8)
    for marker in sheet.markers:
        margin = marker.side_mm / 8 + 1.5
        left, top = ((at - margin) * px_per_mm for at in (marker.x_mm, marker.y_mm))
        side = (marker.side_mm + 2 * margin) * px_per_mm
        mask[max(0, int(top)) : int(top + side) + 1, max(0, int(left)) : int(left + side) + 1] = 0
    return mask


def _stands_off_floor(apart: Pixels, floor: Mask) -> Mask:
    """Return the mask of what differs from the floor by more than the floor itself varies."""
    noise = 1.48 * _median(apart[floor > 0])
    mask: Mask = np.where((apart > max(FAINTEST, NOISES * noise)) & (floor > 0), 255, 0).astype(np.uint8)
    return cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))


def _off_floor(small: Pixels, floor: Mask) -> NDArray[np.int16]:
    """Return how much lighter than the floor's colour each place is: (H, W, channels)."""
    colour = small if small.ndim == 3 else small[:, :, np.newaxis]
    usual = [_median(channel) for channel in colour[floor > 0].T]
    return np.asarray(colour.astype(np.int16) - np.array(usual, np.int16))


def _median(values: NDArray[np.uint8]) -> int:
    """Return the median of grey levels, by counting them: much faster than sorting them."""
    below = np.cumsum(np.bincount(values, minlength=256))
    return int(np.searchsorted(below, (below[-1] + 1) // 2))


def _widest(off: NDArray[np.int16]) -> Pixels:
    """Return the largest of the differences of each place, in any channel: (H, W) uint8."""
    # In pairs of channels: along its last axis numpy takes twenty times as long.
    widest = reduce(np.maximum, np.moveaxis(off, 2, 0))
    return np.asarray(cv2.GaussianBlur(np.clip(widest, 0, 255).astype(np.uint8), (3, 3), 0))


def _without_shadows(coarse: Mask, lighter: Pixels, most_px: float) -> Mask:
    """Return what differs from the floor without what only darkens it: even of black dice the print is lighter. What covers
    more is no shadow of a die.
    """
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(coarse)
    kept = coarse.copy()
    for label in range(1, len(boxes)):
        x, y, across, down, size = boxes[label].tolist()
        place = Region(x, y, x + across, y + down)
        own = place.of(labels) == label
        if size < most_px and np.percentile(place.of(lighter)[own], LIGHTEST) < FAINTEST:
            place.of(kept)[own] = 0
    return kept


def _shining(coarse: Mask, apart: Pixels, least_px: float) -> Mask:
    """Return the mask of light that the floor reflects: areas as large as a hand, whose edges are not steep."""
    kernel = np.ones((3, 3), np.uint8)
    is_steep = cv2.morphologyEx(apart, cv2.MORPH_GRADIENT, kernel) > STEEP
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(coarse)
    shining = np.zeros_like(coarse)
    for label in range(1, len(boxes)):
        x, y, across, down, size = boxes[label].tolist()
        if size > least_px:
            place = Region(x, y, x + across, y + down)
            own: Mask = np.pad((place.of(labels) == label).astype(np.uint8), 1)
            edge = (own - cv2.erode(own, kernel))[1:-1, 1:-1] > 0
            if np.mean(place.of(is_steep)[edge]) < STEEP_EDGE:
                place.of(shining)[place.of(labels) == label] = 255
    return shining


def _without_shine(off: NDArray[np.int16], shining: Mask, px_per_mm: float) -> NDArray[np.int16]:
    """Return the differences without the light that is reflected there: what most of a place wider than a die has."""
    side = round(SHINE_MM * px_per_mm) // 2 * 2 + 1
    around = cv2.dilate(shining, np.ones((side, side), np.uint8))
    light = [cv2.medianBlur(np.clip(one, 0, 255).astype(np.uint8), side) for one in np.moveaxis(off, 2, 0)]
    return np.where(around[..., np.newaxis] > 0, off - np.stack(light, axis=2).astype(np.int16), off)


def _half_way(apart: Pixels, coarse: Mask, times: float) -> Mask:
    """Return the mask of clumps, each up to where it differs from the floor by a share of its own difference."""
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(coarse)
    fine = np.zeros_like(coarse)
    for label in range(1, len(boxes)):
        x, y, across, down, _ = boxes[label].tolist()
        place = Region(x, y, x + across, y + down)
        own = place.of(labels) == label
        level = max(FAINTEST, times * float(np.percentile(place.of(apart)[own], 70)))
        place.of(fine)[own & (place.of(apart) > level)] = 255
    return fine


def _reaches_over(place: Region, shape: tuple[int, ...], margin_px: float) -> bool:
    height, width = shape[:2]
    return bool(
        min(place.left, place.top) < margin_px
        or place.right > width - margin_px
        or place.bottom > height - margin_px
    )
