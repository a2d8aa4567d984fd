"""Finds the cards in a photograph, and their corners to within a few tenths of a mm.

Outlines tell where cards lie to within two or three mm, and all cards of a photograph together how large a mm is. Then each card's
rectangle is fitted to its edges, in a sleeve or without (see `vision.faces.outline`). At last each side may still be slanted a
little, because the camera looked from an angle: the line is taken along which brightness steps most.
"""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.ground import find_cards_on_ground
from vision.faces.outline import Pose, fit_outline
from vision.frame import Pixels, Quad, quad, side_px

REACH_MM, STEP_MM = 0.9, 0.06
SAMPLES = 48
CORNER = 0.07
"""The share of a side at each end that is not looked at: corners are round."""
FEWEST_FOR_SLANT = 5
"""With fewer cards in a picture the camera is taken to look from straight above."""
AS_LARGE = 1.12
"""By how much one card may look larger than the others of its picture; what differs more is no card."""
MOST_WRONG = 1.03
"""By how much an outline is too large or too small at most."""
STRONGEST = 40.0
"""Grey levels; a stronger step is no surer sign of an edge."""


def cards_in(pixels: Pixels, size_mm: tuple[float, float]) -> list[Quad]:
    """Returns the corners of the cards in a photograph, (H, W, 3) uint8 BGR, each from the beginning of a short side on."""
    rough = [_from_short_side(one) for one in find_cards_on_ground(pixels, [size_mm[0] / size_mm[1]])]
    if not rough:
        return []
    scales = _scales(rough, size_mm)
    fitting = [
        n for n, one in enumerate(rough) if 1 / AS_LARGE < _px_per_mm(one, size_mm) / scales[n] < AS_LARGE
    ]
    rough, scales = [rough[n] for n in fitting], [scales[n] for n in fitting]
    return [_refined(pixels, one, size_mm, scale) for one, scale in zip(rough, scales, strict=True)]


def _from_short_side(corners_px: Quad) -> Quad:
    one, two, three, _ = corners_px
    is_lying = np.linalg.norm(two - one) > np.linalg.norm(three - two)
    return np.roll(corners_px, 1, axis=0) if is_lying else corners_px


def _scales(found: list[Quad], size_mm: tuple[float, float]) -> list[float]:
    """Returns the px of a mm at each card: alike for all, and changing evenly over the picture where there are enough cards."""
    each = np.array([_px_per_mm(one, size_mm) for one in found])
    if len(found) < FEWEST_FOR_SLANT:
        return [float(np.median(each))] * len(found)
    middles = np.array([one.mean(axis=0) for one in found])
    terms = np.column_stack([np.ones(len(found)), middles / middles.max()])
    weights, fitted = np.ones(len(found)), each
    for _ in range(4):
        solved, *_ = np.linalg.lstsq(terms * weights[:, None], each * weights, rcond=None)
        fitted = terms @ solved
        weights = 1 / (1 + np.abs(each / fitted - 1) / 0.01)
    return [float(one) for one in fitted]


def _px_per_mm(corners_px: Quad, size_mm: tuple[float, float]) -> float:
    return 4 * side_px(corners_px) / (2 * sum(size_mm))


def _refined(pixels: Pixels, corners_px: Quad, size_mm: tuple[float, float], px_per_mm: float) -> Quad:
    own = Pose(0.0, 0.0, 0.0, size_mm)
    seen_px_per_mm = _px_per_mm(corners_px, size_mm)
    larger = float(np.clip(px_per_mm / seen_px_per_mm, 1 / MOST_WRONG, MOST_WRONG))
    image_from_plane = cv2.getPerspectiveTransform(quad(own.corners_mm()), corners_px) @ np.diag(
        [larger, larger, 1.0]
    )
    found = fit_outline(pixels, image_from_plane, own)
    if not found.is_whole:
        return corners_px
    corners = found.pose.corners_mm()
    lines = [_line(pixels, image_from_plane, corners[n], corners[(n + 1) % 4]) for n in range(4)]
    meets = [np.cross(lines[n - 1], lines[n]) for n in range(4)]
    if any(abs(meet[2]) < 1e-9 for meet in meets):
        return corners_px
    exact = np.array([meet[:2] / meet[2] for meet in meets])
    return quad(cv2.perspectiveTransform(exact[np.newaxis], image_from_plane)[0])


def _line(
    pixels: Pixels, image_from_plane: NDArray[Any], start: NDArray[Any], end: NDArray[Any]
) -> NDArray[Any]:
    """Returns the line near a side along which brightness steps most: (a, b, c) of ax + by + c = 0, in mm on the card."""
    along = end - start
    across = np.array((along[1], -along[0])) / np.linalg.norm(along)
    offsets = np.arange(-REACH_MM - STEP_MM, REACH_MM + 1.5 * STEP_MM, STEP_MM)
    shares = np.linspace(CORNER, 1 - CORNER, SAMPLES)
    places = start + shares[:, None, None] * along + offsets[None, :, None] * across
    seen = (
        cv2.perspectiveTransform(places.reshape(1, -1, 2), image_from_plane)[0]
        .reshape(*places.shape)
        .astype(np.float32)
    )
    left, top = np.maximum(np.floor(seen.reshape(-1, 2).min(axis=0)) - 2, 0).astype(int)
    right, bottom = np.maximum(np.ceil(seen.reshape(-1, 2).max(axis=0)) + 3, 2).astype(int)
    part = cv2.GaussianBlur(pixels[top:bottom, left:right], (0, 0), 0.8)
    seen = seen - np.array((left, top), np.float32)
    shown = cv2.remap(part, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    wide = shown.astype(np.float32)
    steps = np.minimum(np.abs(wide[:, 2:] - wide[:, :-2]).max(axis=2), STRONGEST)
    count = steps.shape[1]
    ends = np.arange(count)
    first, last = np.meshgrid(ends, ends, indexing="ij")
    rows = np.rint(first[..., None] + shares * (last - first)[..., None]).astype(int)
    total = steps[np.arange(SAMPLES), rows].sum(axis=2) - 0.02 * steps.max() * np.abs(last - first)
    one, other = np.unravel_index(int(total.argmax()), total.shape)
    here, there = start + offsets[one + 1] * across, end + offsets[other + 1] * across
    return np.cross(np.append(here, 1.0), np.append(there, 1.0))
