"""Pixels to millimetres on the mat, and back: a plane seen through a lens.

The map is made from the mat's markers. Its error is what is left between where the markers are printed and where the
map puts them, in millimetres: with three markers or more that is a measurement, with two hardly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.codec import read, write
from companion.errors import Malformed
from companion.mat import Mat
from companion.words import Text
from vision.detectors.codes import Detection
from vision.lens import Lens, Points

FEWEST_MARKERS = 2
"""Eight corners: one marker alone, 4 % of a table wide, would put the far corner centimetres off."""

MARKERS_FOR_A_BEND = 4
FOCAL_WIDTHS = 0.8
"""A usual focal length, in widths of the picture; four markers do not tell it from the bend."""
BENDS = tuple(np.linspace(-0.6, 0.12, 73).tolist())
"""The bends (k1) of the lenses that people put over tables, at that focal length."""


@dataclass(frozen=True, slots=True)
class TableMap:
    """`table_from_straight` is a homography, row by row, from pixels without the lens's bends to millimetres."""

    lens: Lens
    table_from_straight: tuple[float, ...]
    error_mm: float

    def __post_init__(self) -> None:
        if len(self.table_from_straight) != 9 or abs(np.linalg.det(self._matrix)) < 1e-15:
            raise Malformed(
                "table_from_straight", Text("expected nine numbers of a matrix that can be inverted")
            )

    @property
    def _matrix(self) -> NDArray[Any]:
        return np.array(self.table_from_straight, dtype=np.float64).reshape(3, 3)

    def table_from_image(self, points_px: Points) -> Points:
        """Where on the mat, in millimetres, points of the picture lie."""
        return _mapped(self._matrix, self.lens.straight_from_image(points_px))

    def image_from_table(self, points_mm: Points) -> Points:
        """Where in the picture points of the mat are seen."""
        return self.lens.image_from_straight(_mapped(np.linalg.inv(self._matrix), points_mm))

    def px_per_mm(self, places_mm: Points) -> float:
        """Pixels to a millimetre where there are fewest of them, along x or y, of some places on the mat."""
        here = self.image_from_table(places_mm)
        ways = [
            np.linalg.norm(self.image_from_table(places_mm + way) - here, axis=1) for way in ((1, 0), (0, 1))
        ]
        return float(np.min(ways))


def _mapped(matrix: NDArray[Any], points: Points) -> Points:
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    raised = np.hstack([flat, np.ones((len(flat), 1))]) @ matrix.T
    return raised[:, :2] / raised[:, 2:]


def map_from_markers(mat: Mat, lens: Lens, tags: Sequence[Detection]) -> TableMap | None:
    """The map that puts the markers seen where they are printed; None with too few of the mat's own.

    A tag of the mat's that is seen twice is somebody else's print, and counts for nothing.
    """
    printed = {str(marker.id): marker.corners_mm for marker in mat.markers}
    texts = [tag.text for tag in tags]
    seen = [tag for tag in tags if tag.text in printed and texts.count(tag.text) == 1]
    if len(seen) < FEWEST_MARKERS:
        return None
    straight = lens.straight_from_image(np.concatenate([tag.corners_px for tag in seen]))
    table = np.concatenate([np.array(printed[tag.text], dtype=np.float64) for tag in seen])
    matrix, _ = cv2.findHomography(straight, table)
    if not np.shape(matrix) or abs(np.linalg.det(matrix)) < 1e-15:
        return None  # OpenCV says None where the points lie on one line.
    apart = np.linalg.norm(_mapped(matrix, straight) - table, axis=1)
    return TableMap(lens, tuple(matrix.ravel().tolist()), float(np.sqrt((apart**2).mean())))


def map_through_unknown_lens(
    mat: Mat, size_px: tuple[int, int], tags: Sequence[Detection]
) -> TableMap | None:
    """The map through a lens that nobody calibrated, and its bend as four markers tell it; None with fewer of them: what
    two or three agree with may be far off between and beside them.
    """
    printed = {str(marker.id) for marker in mat.markers}
    if len({tag.text for tag in tags} & printed) < MARKERS_FOR_A_BEND:
        return None
    width, height = size_px
    focal_px = FOCAL_WIDTHS * width
    lenses = (Lens(width, height, focal_px, focal_px, width / 2, height / 2, k1=bend) for bend in BENDS)
    found = [table for lens in lenses if (table := map_from_markers(mat, lens, tags)) is not None]
    return min(found, key=lambda table: table.error_mm, default=None)


def map_to_json(table: TableMap) -> dict[str, Any]:
    """A map as it is saved."""
    data: dict[str, Any] = write(table)
    return data


def map_from_json(data: Any) -> TableMap:
    """A map as it was saved. Raises `Malformed`."""
    return read(TableMap, data)
