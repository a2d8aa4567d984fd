"""The matched filter for pips: how much a round patch of one radius, in a ring of the other shade, looks like a pip.

Side faces show their pips too, but squashed. So each place is also compared with squashed patches in six
directions, and a pip of the top face is one that the round patch fits better.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey

RADIUS_PX = 6
"""Pictures of dice are brought to the scale at which a pip has this radius: sharp enough, and cheap."""
RING = 1.35
"""How far the ring reaches, in radii: the pips of a six nearly touch."""
SQUASHED = 0.55
"""Width over length of a pip on a side that is seen at 33 degrees."""
DIRECTIONS = 6
FAINTEST = 25.0
"""The variance of a patch below which there is nothing in it: noise would be a perfect pip."""

LEANING = 0.8
"""Width over length of a pip on a face that leans by 37 degrees."""

Response = NDArray[Any]
"""float32, -1 to 1: the correlation of each place with the patch."""


@dataclass(frozen=True, slots=True, eq=False)
class PipResponses:
    """For each place, how much it looks like a pip of the top face, and of a side face."""

    round: Response
    squashed: Response


def pip_responses(grey: Grey, *, is_light: bool) -> PipResponses:
    """Both responses of a picture at the filter's scale; light pips are looked for on request."""
    values = grey.astype(np.float32)
    if is_light:
        values = 255 - values
    squashed = [_correlated(values, *_patch(SQUASHED, n * np.pi / DIRECTIONS)) for n in range(DIRECTIONS)]
    return PipResponses(_correlated(values, *_patch(1.0, 0.0)), np.maximum.reduce(squashed))


def round_response(grey: Grey, *, is_light: bool) -> Response:
    """The response of the round patch alone."""
    values = grey.astype(np.float32)
    return _correlated(255 - values if is_light else values, *_patch(1.0, 0.0))


@cache
def _patch(width: float, turn: float) -> tuple[NDArray[Any], NDArray[Any]]:
    """A patch of mean 0, dark within and light around, and which pixels belong to it; smooth at its edges."""
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
    """Normalised correlation: neither the light nor the contrast of the place matters."""
    weight = whole.sum()
    match = cv2.filter2D(values, -1, patch)
    mean = cv2.filter2D(values, -1, whole) / weight
    square = cv2.filter2D(values * values, -1, whole) / weight
    spread = np.maximum(square - mean * mean, FAINTEST)
    strength = float((patch * patch / np.maximum(whole, 1e-6)).sum())
    return match / np.sqrt(spread * weight * strength)


def lean(grey: Grey, places: NDArray[Any], *, is_light: bool) -> float:
    """By how much the pips at these places, all together, fit a squeezed patch better than a round one, in the one
    direction that they fit best. On dice that lie flat it is less than nothing.
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
    """The correlation of one place, in the middle of a spot as large as the patch."""
    weight = float(whole.sum())
    mean = float((spot * whole).sum()) / weight
    spread = max(float((spot * spot * whole).sum()) / weight - mean * mean, FAINTEST)
    strength = float((patch * patch / np.maximum(whole, 1e-6)).sum())
    return float((spot * patch).sum()) / float(np.sqrt(spread * weight * strength))
