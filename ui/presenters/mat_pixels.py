"""Draws boxes with round corners and rims into pixels: the small picture of a mat.

A toolkit's instruction for each of its boxes takes a millisecond, in a program that four tiles and their themes share.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ui.presenters.plan import Rectangle

Shade = tuple[float, float, float, float]
"""Red, green, blue and opacity, from 0 to 1."""
Shares = npt.NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A box, in pixels whose y goes up. `rim_px` is the width of the line along its edge, half of it inside; 0: none."""

    place: Rectangle
    fill: Shade
    rim: Shade
    radius_px: float = 0.0
    rim_px: float = 0.0


def drawn_boxes(size_px: tuple[int, int], ground: Shade, boxes: Sequence[DrawnBox]) -> bytes:
    """Return the pixels of boxes on a ground, row by row from the top: red, green, blue and opacity."""
    width, height = size_px
    pixels = np.empty((height, width, 3), np.float32)
    pixels[:] = ground[:3]
    for box in boxes:
        _draw(pixels, box)
    opaque = np.full((height, width, 1), 255, np.uint8)
    shown = np.concatenate(((pixels * 255 + 0.5).astype(np.uint8), opaque), axis=2)
    return shown[::-1].tobytes()


def _draw(pixels: Shares, box: DrawnBox) -> None:
    """Draw a box; what lies outside the picture is cut off."""
    height, width = pixels.shape[:2]
    place, out = box.place, box.rim_px / 2 + 1
    left, right = max(0, int(place.x - out)), min(width, int(place.x + place.width + out) + 1)
    bottom, top = max(0, int(place.y - out)), min(height, int(place.y + place.height + out) + 1)
    if left >= right or bottom >= top:
        return
    part = pixels[bottom:top, left:right]
    outside = _outside_px(box, np.arange(left, right) + 0.5, np.arange(bottom, top) + 0.5)
    _blend(part, box.fill, 0.5 - outside)
    if box.rim_px:
        _blend(part, box.rim, box.rim_px / 2 + 0.5 - np.abs(outside))


def _outside_px(box: DrawnBox, x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> Shares:
    """Return how far each pixel lies outside the edge of a box; inside it is negative."""
    place = box.place
    radius = min(box.radius_px, place.width / 2, place.height / 2)
    across = np.abs(x - place.x - place.width / 2) - (place.width / 2 - radius)
    along = np.abs(y - place.y - place.height / 2) - (place.height / 2 - radius)
    corner = np.hypot(np.maximum(across, 0)[None, :], np.maximum(along, 0)[:, None])
    inner = np.minimum(np.maximum(across[None, :], along[:, None]), 0)
    distance: Shares = corner + inner - radius
    return distance


def _blend(part: Shares, shade: Shade, covered: Shares) -> None:
    strength = (np.clip(covered, 0, 1) * shade[3])[..., None]
    part += (np.array(shade[:3], np.float32) - part) * strength
