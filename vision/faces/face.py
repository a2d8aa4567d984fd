"""Defines a face: one side of a card as it was enrolled, and how a card is taken from a picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Pixels, Quad, quad, to_colour

FACE_PX_PER_MM = 3.5
"""The scale at which faces are kept: half as fine again as a camera of 1920 by 1080 px shows them on a mat of 800 mm."""
COARSER = 1.5
"""A picture that is so many times finer than wanted is made coarser before it is straightened, or fine print would flicker.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One side of a card as it was enrolled: its picture from straight above, upright.

    `card` is the card's reference, "" for a side that tells no card, such as the back of a deck. `side` is its name in the
    catalogue of the game: "front", "back". `pixels` are (H, W, 3) uint8 BGR at `FACE_PX_PER_MM`.
    """

    card: str
    side: str
    pixels: Pixels
    size_mm: tuple[float, float]
    """Width and height."""

    @property
    def name(self) -> tuple[str, str]:
        return self.card, self.side


def upright(pixels: Pixels, corners_px: Quad, size_mm: tuple[float, float]) -> Pixels:
    """Return a card as seen from straight above, at `FACE_PX_PER_MM`: (H, W, 3) uint8."""
    return straightened(pixels, corners_px, size_px(size_mm, FACE_PX_PER_MM))


def size_px(size_mm: tuple[float, float], px_per_mm: float) -> tuple[int, int]:
    """Return a card's width and height in whole px at a scale."""
    return max(8, round(size_mm[0] * px_per_mm)), max(8, round(size_mm[1] * px_per_mm))


def straightened(pixels: Pixels, corners_px: Quad, into_px: tuple[int, int]) -> Pixels:
    """Return a part of a picture in colour whose corners are given, as a rectangle of some width and height."""
    width, height = into_px
    corners = np.asarray(corners_px, np.float32)
    left, top = (int(v) for v in np.maximum(np.floor(corners.min(axis=0)) - 3, 0))
    right, bottom = (int(v) for v in np.maximum(np.ceil(corners.max(axis=0)) + 4, (left + 1, top + 1)))
    part = pixels[top:bottom, left:right]
    if not part.size:
        return np.zeros((height, width, 3), np.uint8)
    corners = corners - np.array((left, top), np.float32)
    finer = min(_side_px(corners, 0) / width, _side_px(corners, 1) / height)
    if finer > COARSER:
        small = cv2.resize(part, None, fx=1 / finer, fy=1 / finer, interpolation=cv2.INTER_AREA)
        by = np.array((small.shape[1] / part.shape[1], small.shape[0] / part.shape[0]), np.float32)
        part, corners = small, (corners + 0.5) * by - 0.5
    matrix = cv2.getPerspectiveTransform(quad(corners), rectangle(into_px))
    straight = cv2.warpPerspective(part, matrix, into_px, borderMode=cv2.BORDER_REPLICATE)
    return to_colour(straight)


def rectangle(of_px: tuple[int, int]) -> Quad:
    """Return the corners of a whole picture of some width and height: half a px beside the middles of its corner pixels."""
    right, bottom = of_px[0] - 0.5, of_px[1] - 0.5
    return quad([(-0.5, -0.5), (right, -0.5), (right, bottom), (-0.5, bottom)])


def _side_px(corners: Quad, first: int) -> float:
    """Return the mean length of two opposite sides."""
    one = np.linalg.norm(corners[(first + 1) % 4] - corners[first])
    return float(one + np.linalg.norm(corners[(first + 3) % 4] - corners[(first + 2) % 4])) / 2
