"""Measures how large the dice in a tray are, and finds pips with a matched filter at that scale."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.dice.definition import DieDefinition
from vision.detectors.dice.tray import Clump, Mask, TrayView
from vision.frame import Grey, Quad, quad

# --- filters
# Finds pips with a matched filter: how much a place looks like a round spot with a ring of the other shade
# around it.
#
# Side faces show pips too, but squashed. So each place is also compared with squashed spots in six directions;
# a pip of the top face fits the round spot better.

RADIUS_PX = 6
"""Pictures are scaled so that a pip has this radius: sharp enough, and fast."""
RING = 1.35
"""The outer radius of the ring, in pip radii. It is narrow because the pips of a six nearly touch."""
SQUASHED = 0.55
"""Width over length of a pip on a side that is seen at 33 degrees: the sine of that angle."""
DIRECTIONS = 6
"""The directions in which squashed spots are tried."""
FAINTEST = 25.0
"""The variance below which a place counts as empty; else plain noise would look like a perfect pip."""

LEANING = 0.8
"""Width over length of a pip on a face that leans by 37 degrees: the cosine of that angle."""

Response = NDArray[Any]
"""The correlation of each place with a spot: (H, W) float32, -1 to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class PipResponses:
    """How much each place looks like a pip of the top face, and of a side face."""

    round: Response
    squashed: Response


def pip_responses(grey: Grey, *, is_light: bool) -> PipResponses:
    """Return both responses of a picture, (H, W) uint8, at the filter's scale. `is_light` looks for light
    pips.
    """
    values = grey.astype(np.float32)
    if is_light:
        values = 255 - values
    squashed = [_correlated(values, *_patch(SQUASHED, n * np.pi / DIRECTIONS)) for n in range(DIRECTIONS)]
    return PipResponses(_correlated(values, *_patch(1.0, 0.0)), np.maximum.reduce(squashed))


def round_response(grey: Grey, *, is_light: bool) -> Response:
    """Return the response of the round spot alone: (H, W) float32."""
    values = grey.astype(np.float32)
    return _correlated(255 - values if is_light else values, *_patch(1.0, 0.0))


@cache
def _patch(width: float, turn: float) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the filter, dark inside and light around with mean 0, and the mask of its pixels; both have
    soft edges.
    """
    reach, parts = int(np.ceil(RADIUS_PX * RING)) + 1, 4
    size = 2 * reach + 1
    along = (np.arange(size * parts) + 0.5) / parts - size / 2
    x, y = np.meshgrid(along, along)
    u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    band = RADIUS_PX * (RING - 1)

    def part(grown_px: float) -> NDArray[Any]:
        within = np.hypot(u / (RADIUS_PX + grown_px), v / (RADIUS_PX * width + grown_px)) < 1
        return within.reshape(size, parts, size, parts).mean(axis=(1, 3))

    dark, whole = part(0.0), part(band)
    patch = whole - 2 * dark
    patch -= whole * (patch.sum() / whole.sum())
    return patch.astype(np.float32), whole.astype(np.float32)


def _correlated(values: NDArray[Any], patch: NDArray[Any], whole: NDArray[Any]) -> Response:
    """Return the normalised correlation, which does not depend on the light or the contrast."""
    weight = whole.sum()
    match = cv2.filter2D(values, -1, patch)
    mean = cv2.filter2D(values, -1, whole) / weight
    square = cv2.filter2D(values * values, -1, whole) / weight
    spread = np.maximum(square - mean * mean, FAINTEST)
    strength = float((patch * patch / np.maximum(whole, 1e-6)).sum())
    return match / np.sqrt(spread * weight * strength)


def lean(grey: Grey, places: NDArray[Any], *, is_light: bool) -> float:
    """Return how much better squashed spots fit the pips at these places, (N, 2) px, than round ones.
    Negative on dice that lie flat.
    """
    reach = _patch(1.0, 0.0)[0].shape[0] // 2
    values = cv2.copyMakeBorder(grey, reach, reach, reach, reach, cv2.BORDER_REPLICATE).astype(np.float32)
    if is_light:
        values = 255 - values
    size = 2 * reach + 1
    spots = [values[y : y + size, x : x + size] for x, y in places.round().astype(int).tolist()]
    round_fit = np.mean([_fits(spot, *_patch(1.0, 0.0)) for spot in spots])
    turns = (n * np.pi / DIRECTIONS for n in range(DIRECTIONS))
    squeezed = (np.mean([_fits(spot, *_patch(LEANING, turn)) for spot in spots]) for turn in turns)
    return float(max(squeezed) - round_fit)


def _fits(spot: NDArray[Any], patch: NDArray[Any], whole: NDArray[Any]) -> float:
    """Return the correlation at the centre of a patch as large as the filter."""
    weight = float(whole.sum())
    mean = float((spot * whole).sum()) / weight
    spread = max(float((spot * spot * whole).sum()) / weight - mean * mean, FAINTEST)
    strength = float((patch * patch / np.maximum(whole, 1e-6)).sum())
    return float((spot * patch).sum()) / float(np.sqrt(spread * weight * strength))


# --- scale

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
        """Return the corners of the box around the clump, in px of the view."""
        rows, columns = np.nonzero(self.body)
        left, right, top, bottom = columns.min(), columns.max(), rows.min(), rows.max()
        return quad([(left, top), (right, top), (right, bottom), (left, bottom)])


def side_by_outlines_px(tray: TrayView) -> float | None:
    """Measure the side of a die in px by the outlines of clumps, most of which are one die; None if there is
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
    """Measure the scale of the dice: the side by outlines, the pip radius as the one that fits the filter
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
    """Tell whether a clump is thick enough to be a die."""
    return clump.thickness_px * tray.scale > THINNEST * side_px


def clump_view(grey: Grey, tray: TrayView, clump: Clump, side_px: float, zoom: float) -> ClumpView:
    """Cut out a clump with its surroundings, enlarged."""
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
    """Return the clump's mask at the size of its view: (H, W) uint8, 0 or 1."""
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
    """Return how well the best pip of each clump fits, as a median."""
    best = []
    for clump in clumps:
        view = clump_view(grey, tray, clump, scale.side_px, scale.zoom)
        response = round_response(view.grey, is_light=die.pips_are_light)
        best.append(float(np.where(view.body > 0, response, -1).max()))
    return float(np.median(best)) if best else 0.0
