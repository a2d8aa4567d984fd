"""Measures how large the dice in a tray are, and cuts clumps out at the filter's scale."""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.dice.definition import DieDefinition
from vision.detectors.dice.filters import RADIUS_PX, round_response
from vision.detectors.dice.tray import Clump, Mask, TrayView
from vision.frame import Grey
from vision.quad import Quad, quad

THICKER = 1.1
"""A clump of one die is thicker than its top face, because some of its sides are seen. Chosen, and checked on photographs
of d6.
"""
THINNEST = 0.6
"""A clump thinner than this, in sides, is no die."""
SMALLEST_SIDE_PX = 8
"""Anything smaller is taken for dust."""
TRIED = tuple(1.18**n for n in range(-2, 3))
"""The pip radii that are tried, relative to the die's definition."""
MEASURED = 4
"""How many clumps are measured at most."""
AROUND = 0.35
"""How much of the picture around a clump is cut out with it, in sides."""


@dataclass(frozen=True, slots=True)
class DieScale:
    """The side of a die and the radius of its pips, in px of the picture."""

    side_px: float
    radius_px: float

    @property
    def zoom(self) -> float:
        """How much a picture must be enlarged to give its pips the filter's radius."""
        return RADIUS_PX / self.radius_px


@dataclass(frozen=True, slots=True, eq=False)
class ClumpView:
    """A part of the picture around a clump, enlarged `zoom` times; (left, top) is its corner in the picture,
    in px.
    """

    grey: Grey
    body: Mask
    left: float
    top: float
    zoom: float

    def corners_in_picture(self, corners: Quad) -> Quad:
        return quad((corners + 0.5) / self.zoom - 0.5 + (self.left, self.top))

    def box(self) -> Quad:
        """Returns the corners of the box around the clump, in px of the view."""
        rows, columns = np.nonzero(self.body)
        left, right, top, bottom = columns.min(), columns.max(), rows.min(), rows.max()
        return quad([(left, top), (right, top), (right, bottom), (left, bottom)])


def side_by_outlines_px(tray: TrayView) -> float | None:
    """Measures the side of a die in px by the outlines of clumps, most of which are one die; None if there is
    none.
    """
    thick = [clump.thickness_px for clump in tray.clumps if clump.is_one_die]
    thick = thick or [clump.thickness_px for clump in tray.clumps]
    if not thick:
        return None
    # Specks and lamps are thin, so only clumps at least half as thick as the thickest count.
    large = [size for size in thick if size > max(thick) / 2]
    side_px = float(np.median(large)) * tray.scale / THICKER
    return side_px if side_px > SMALLEST_SIDE_PX else None


def measure_scale(grey: Grey, tray: TrayView, die: DieDefinition) -> DieScale | None:
    """Measures the scale of the dice: the side by outlines, the pip radius as the one that fits the filter
    best.
    """
    side = side_by_outlines_px(tray)
    if side is None:
        return None
    clumps = [clump for clump in tray.clumps if is_thick_enough(clump, tray, side)][:MEASURED]
    told = DieScale(side, side * die.pip_radius / 1000)
    fits = [_fit(grey, tray, clumps, replace(told, radius_px=told.radius_px * times), die) for times in TRIED]
    best = int(np.argmax(fits))
    shift = 0.0
    if 0 < best < len(TRIED) - 1:
        before, here, after = fits[best - 1 : best + 2]
        bend = before - 2 * here + after
        shift = 0.5 * (before - after) / bend if bend < 0 else 0.0
    return replace(told, radius_px=told.radius_px * TRIED[best] * (TRIED[1] / TRIED[0]) ** shift)


def is_thick_enough(clump: Clump, tray: TrayView, side_px: float) -> bool:
    """Tells whether a clump is thick enough to be a die."""
    return clump.thickness_px * tray.scale > THINNEST * side_px


def clump_view(grey: Grey, tray: TrayView, clump: Clump, side_px: float, zoom: float) -> ClumpView:
    """Cuts out a clump with its surroundings, enlarged."""
    margin = round(AROUND * side_px)
    height, width = grey.shape
    left = max(0, round(clump.place.left * tray.scale) - margin)
    top = max(0, round(clump.place.top * tray.scale) - margin)
    right = min(width, round(clump.place.right * tray.scale) + margin)
    bottom = min(height, round(clump.place.bottom * tray.scale) + margin)
    part = grey[top:bottom, left:right]
    kind = cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC
    size = (max(1, round(part.shape[1] * zoom)), max(1, round(part.shape[0] * zoom)))
    enlarged = cv2.resize(part, size, interpolation=kind)
    return ClumpView(enlarged, _body(clump, tray, (left, top), zoom, enlarged), left, top, zoom)


def _body(clump: Clump, tray: TrayView, corner: tuple[int, int], zoom: float, enlarged: Grey) -> Mask:
    """Returns the clump's mask at the size of its view: (H, W) uint8, 0 or 1."""
    times = tray.scale * zoom
    # The offset is between pixel centres: where the mask's first pixel lies in the view.
    moved = [
        (at * tray.scale + (tray.scale - 1) / 2 - start + 0.5) * zoom - 0.5
        for at, start in zip((clump.place.left, clump.place.top), corner, strict=True)
    ]
    matrix: NDArray[Any] = np.array([[times, 0, moved[0]], [0, times, moved[1]]], dtype=np.float64)
    size = (enlarged.shape[1], enlarged.shape[0])
    return (cv2.warpAffine(clump.mask, matrix, size, flags=cv2.INTER_LINEAR) > 127).astype(np.uint8)


def _fit(grey: Grey, tray: TrayView, clumps: list[Clump], scale: DieScale, die: DieDefinition) -> float:
    """Returns how well the best pip of each clump fits, as a median."""
    best = []
    for clump in clumps:
        view = clump_view(grey, tray, clump, scale.side_px, scale.zoom)
        response = round_response(view.grey, is_light=die.pips_are_light)
        best.append(float(np.where(view.body > 0, response, -1).max()))
    return float(np.median(best)) if best else 0.0
