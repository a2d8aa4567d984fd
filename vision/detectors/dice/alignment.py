"""Aligns an example of a face with a picture of a die, and returns how well they agree.

Rings (`examples`) cannot always tell a 1 from a 7, or a 6 from a 9: the die leans away from the camera, and
its centre lies between pixels. An affine transform removes both (enhanced correlation coefficient,
Evangelidis and Psarakis 2008); what then agrees, agrees in its print. Takes 1 ms for each example.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey

STEPS = ((cv2.MOTION_EUCLIDEAN, 5), (cv2.MOTION_AFFINE, 3))
"""Each step's motion model and blur in px: first rotation and shift, then stretching."""
ROUNDS = 20
"""The most iterations of a step."""
STRETCHED = (0.7, 1.4)
"""How much narrower or longer than its example a face may be. Chosen, like `MOVED_PX`, and checked on the dice drawn by
the virtual table.
"""
MOVED_PX = 5.0
"""How far the centre may move, in px of the example; a larger shift means another thing."""


@dataclass(frozen=True, slots=True)
class StartPose:
    """Where an example is placed first: the offset of its centre, in px, and its rotation, in radians."""

    offset: tuple[float, float]
    turn: float


def fit_example(example: Grey, picture: Grey, start: StartPose, radius_px: float) -> float:
    """Returns the correlation of a face, within `radius_px` of its centre, with a picture; -1 if they do not
    fit. Both pictures are square uint8 of one size.
    """
    best = -1.0
    matrix = _laid(start, example.shape[0])
    mask = _disc(example.shape[0], round(radius_px))
    for motion, blur in STEPS:
        ends = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, ROUNDS, 1e-3)
        try:
            found, matrix = cv2.findTransformECC(example, picture, matrix, motion, ends, mask, blur)
        except cv2.error:
            return best  # OpenCV raises this where nothing converges, as on a face without print.
        if not _is_sane(matrix, start, example.shape[0]):
            return best
        best = float(found)
    return best


def _laid(start: StartPose, size_px: int) -> NDArray[Any]:
    """Returns the transform from the example's pixels to the picture's: (2, 3) float32."""
    middle = (size_px - 1) / 2
    cos, sin = np.cos(start.turn), np.sin(start.turn)
    x, y = start.offset
    return np.array(
        [
            [cos, -sin, middle + x - cos * middle + sin * middle],
            [sin, cos, middle + y - sin * middle - cos * middle],
        ],
        dtype=np.float32,
    )


def _is_sane(matrix: NDArray[Any], start: StartPose, size_px: int) -> bool:
    """Tells whether a face was stretched and moved no further than a die can be."""
    if not np.isfinite(matrix).all():
        return False
    stretches = np.linalg.svd(matrix[:, :2], compute_uv=False)
    middle = np.array([(size_px - 1) / 2, (size_px - 1) / 2, 1.0])
    moved = np.abs(matrix @ middle - _laid(start, size_px) @ middle).max()
    return bool(STRETCHED[0] < stretches.min() and stretches.max() < STRETCHED[1] and moved < MOVED_PX)


@cache
def _disc(size_px: int, radius_px: int) -> Grey:
    mask = np.zeros((size_px, size_px), np.uint8)
    cv2.circle(mask, (size_px // 2, size_px // 2), radius_px, (255,), -1)
    return mask
