"""Finds pips with a matched filter: how much a place looks like a round spot with a ring of the other shade
around it.

Side faces show pips too, but squashed. So each place is also compared with squashed spots in six directions;
a pip of the top face fits the round spot better.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey

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
    """Returns both responses of a picture, (H, W) uint8, at the filter's scale. `is_light` looks for light
    pips.
    """
    values = grey.astype(np.float32)
    if is_light:
        values = 255 - values
    squashed = [_correlated(values, *_patch(SQUASHED, n * np.pi / DIRECTIONS)) for n in range(DIRECTIONS)]
    return PipResponses(_correlated(values, *_patch(1.0, 0.0)), np.maximum.reduce(squashed))


def round_response(grey: Grey, *, is_light: bool) -> Response:
    """Returns the response of the round spot alone: (H, W) float32."""
    values = grey.astype(np.float32)
    return _correlated(255 - values if is_light else values, *_patch(1.0, 0.0))


@cache
def _patch(width: float, turn: float) -> tuple[NDArray[Any], NDArray[Any]]:
    """Returns the filter, dark inside and light around with mean 0, and the mask of its pixels; both have
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
    """Returns the normalised correlation, which does not depend on the light or the contrast."""
    weight = whole.sum()
    match = cv2.filter2D(values, -1, patch)
    mean = cv2.filter2D(values, -1, whole) / weight
    square = cv2.filter2D(values * values, -1, whole) / weight
    spread = np.maximum(square - mean * mean, FAINTEST)
    strength = float((patch * patch / np.maximum(whole, 1e-6)).sum())
    return match / np.sqrt(spread * weight * strength)


def lean(grey: Grey, places: NDArray[Any], *, is_light: bool) -> float:
    """Returns how much better squashed spots fit the pips at these places, (N, 2) px, than round ones.
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
    """Returns the correlation at the centre of a patch as large as the filter."""
    weight = float(whole.sum())
    mean = float((spot * whole).sum()) / weight
    spread = max(float((spot * spot * whole).sum()) / weight - mean * mean, FAINTEST)
    strength = float((patch * patch / np.maximum(whole, 1e-6)).sum())
    return float((spot * patch).sum()) / float(np.sqrt(spread * weight * strength))
