"""An example of a face laid upon a picture of a die, moved, turned and stretched until both agree best.

Where rings cannot tell two faces apart, a 1 from a 7 or a 6 from a 9, what is left between them is how a die leans away
from the camera and where between two pixels its middle lies. An affine map takes that away (enhanced correlation
coefficient, Evangelidis and Psarakis 2008); what fits then, fits by its print. 1 ms an example.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey

STEPS = ((cv2.MOTION_EUCLIDEAN, 5), (cv2.MOTION_AFFINE, 3))
"""First turned and moved, in pictures blurred by so many pixels; then stretched."""
ROUNDS = 20
STRETCHED = (0.7, 1.4)
"""A face is never so much narrower or longer than its example…"""
MOVED_PX = 5.0
"""…nor its middle so far from where it was found: what is, has been laid upon something else."""


@dataclass(frozen=True, slots=True)
class StartPose:
    """Where an example is laid down first: by how much its middle lies off the picture's, and how far it is turned."""

    offset: tuple[float, float]
    turn: float


def fit_example(example: Grey, picture: Grey, start: StartPose, radius_px: float) -> float:
    """The correlation of a face, within so many pixels of the middle, with the picture; -1 where they do not fit."""
    best = -1.0
    matrix = _laid(start, example.shape[0])
    mask = _disc(example.shape[0], round(radius_px))
    for motion, blur in STEPS:
        ends = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, ROUNDS, 1e-3)
        try:
            found, matrix = cv2.findTransformECC(example, picture, matrix, motion, ends, mask, blur)
        except cv2.error:
            return best  # It says so where nothing converges, as on a face without any print.
        if not _is_sane(matrix, start, example.shape[0]):
            return best
        best = float(found)
    return best


def _laid(start: StartPose, size_px: int) -> NDArray[Any]:
    """From the example's pixels to the picture's."""
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
    """Whether a face was stretched and moved no further than a die can be."""
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
