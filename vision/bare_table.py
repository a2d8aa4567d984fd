"""Remembers how the table looked in the first frame, and finds what looks different now."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change_detector import ChangeDetector
from vision.frame import STRIDE, Grey
from vision.region import Region
from vision.table_map import TableMap

DRIFT = 12
"""Grey levels by which a lamp may drift; a card that fills the rest of a zone differs more."""
OTHERWISE, OTHERWISE_IN_DIM_LIGHT = 18, 8
"""Grey levels by which bare mat differs at most: the noise of a camera, and a lamp that drifts, are less. In dim light all
differences shrink: at a third of the usual light 12 % of a card face down differs by more than 18, and 25 % by more than 8.
"""
USUAL_LIGHT = 125
"""The brightness of the picture's brightest hundredth in usual light, in grey levels, on the virtual table (43 in the evening)."""
SPREAD_MM = np.array([(0.0, 0.0), (400.0, 0.0), (400.0, 300.0), (0.0, 300.0)])
"""Four places of a mat by which two views of it are laid over each other."""


class BareTable:
    """The table in a camera's first frame, at a quarter of its size. After a bump it is shown as the camera sees it now."""

    def __init__(self, detector: ChangeDetector, whole: Region) -> None:
        self._first = self._shown = detector.now(whole).copy()
        light = float(np.percentile(self._first, 99)) / USUAL_LIGHT
        self._otherwise = min(OTHERWISE, max(OTHERWISE_IN_DIM_LIGHT, OTHERWISE * light))
        self._first_map: TableMap | None = None
        self._map: TableMap | None = None

    def follow(self, table: TableMap) -> None:
        """Takes where the mat is seen now; the first map belongs to the first frame."""
        if table is self._map:
            return
        self._map = table
        if self._first_map is None:
            self._first_map = table
        then, now = (
            one.image_from_table(SPREAD_MM).astype(np.float32) / STRIDE for one in (self._first_map, table)
        )
        height, width = self._first.shape
        self._shown = cv2.warpPerspective(
            self._first,
            cv2.getPerspectiveTransform(then, now),
            (width, height),
            borderMode=cv2.BORDER_REPLICATE,
        )

    def looks_otherwise(self, differs: NDArray[np.int16], sample: NDArray[np.int16]) -> NDArray[np.bool_]:
        """Returns which pixels differ from the bare table by more than noise. A lamp that drifts changes all pixels of `sample`
        alike.
        """
        return np.abs(differs - np.clip(np.median(sample), -DRIFT, DRIFT)) > self._otherwise

    def part(self, region: Region) -> Grey:
        """Returns a part of the bare table's picture, without a copy."""
        rows = slice(region.top // STRIDE, -(-region.bottom // STRIDE))
        columns = slice(region.left // STRIDE, -(-region.right // STRIDE))
        return self._shown[rows, columns]


def offset_of(region: Region) -> NDArray[np.float32]:
    """Returns the column and the row at which a part of the small frame begins."""
    return np.array((region.left // STRIDE, region.top // STRIDE), np.float32)
