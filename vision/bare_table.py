"""Remembers how the table looked in the first frame, and finds what looks different now."""

import numpy as np
from numpy.typing import NDArray

from vision.change_detector import STRIDE, ChangeDetector
from vision.frame import Grey
from vision.region import Region

DRIFT = 12
"""Grey levels by which a lamp may drift; a card that fills the rest of a zone differs more."""
OTHERWISE = 18
"""Grey levels by which bare mat differs at most: the noise of a camera, and a lamp that drifts, are less."""


class BareTable:
    """The table in a camera's first frame, at a quarter of its size."""

    def __init__(self, detector: ChangeDetector, whole: Region) -> None:
        self._first = detector.now(whole).copy()

    def part(self, region: Region) -> Grey:
        """Returns a part of the first frame, as a view."""
        rows = slice(region.top // STRIDE, -(-region.bottom // STRIDE))
        columns = slice(region.left // STRIDE, -(-region.right // STRIDE))
        return self._first[rows, columns]


def offset_of(region: Region) -> NDArray[np.float32]:
    """Returns the column and the row at which a part of the small frame begins."""
    return np.array((region.left // STRIDE, region.top // STRIDE), np.float32)


def looks_otherwise(differs: NDArray[np.int16], sample: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Returns which pixels differ by more than noise. A lamp that drifts changes all pixels of `sample` alike."""
    return np.abs(differs - np.clip(np.median(sample), -DRIFT, DRIFT)) > OTHERWISE
