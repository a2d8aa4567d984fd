"""Maps pixels to millimetres on the mat, and back: a plane seen through a lens.

The map is made from the mat's markers. Its error is the distance, in mm, between where the markers are
printed and where the map puts them: a measurement with three markers or more, hardly one with two.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.codec import read, write
from companion.errors import Malformed
from companion.mat import SQUARE_MM, Mat, Square
from companion.words import Text
from vision.detectors.codes import Detection
from vision.frame import Region
from vision.lens import Lens, Points

FEWEST_MARKERS = 2
"""A map needs two markers, eight corners: one marker alone, 4 % of a table wide, would put far corners off by
centimetres.
"""

MARKERS_FOR_A_BEND = 4
"""How many markers show the distortion of an uncalibrated lens."""
FOCAL_WIDTHS = 0.8
"""A usual focal length, in widths of the picture; four markers cannot tell it from the distortion."""
BENDS = tuple(np.linspace(-0.6, 0.12, 73).tolist())
"""The distortions (k1) that are tried at that focal length: those of lenses in use over tables."""


@dataclass(frozen=True, slots=True)
class TableMap:
    """A lens, and the (3, 3) homography `table_from_straight`, row by row, from undistorted px to mm. Raises
    `Malformed`.
    """

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
        """Return where points of the picture lie on the mat: (N, 2) px to (N, 2) mm."""
        return _mapped(self._matrix, self.lens.straight_from_image(points_px))

    def image_from_table(self, points_mm: Points) -> Points:
        """Return where points of the mat are seen: (N, 2) mm to (N, 2) px."""
        return self.lens.image_from_straight(_mapped(_inverse(self.table_from_straight), points_mm))

    def px_per_mm(self, places_mm: Points) -> float:
        """Return the smallest scale, along x or y, at some places on the mat, (N, 2) mm."""
        here = self.image_from_table(places_mm)
        ways = [
            np.linalg.norm(self.image_from_table(places_mm + way) - here, axis=1) for way in ((1, 0), (0, 1))
        ]
        return float(np.min(ways))

    def most_px(self, side_mm: float, part: Region) -> float:
        """Return how long the sides of a square on the mat are seen in a part of the picture, in the mean of its four sides
        where it is seen largest.
        """
        corners_px = np.array([(x, y) for x in (part.left, part.right) for y in (part.top, part.bottom)])
        corners_mm = self.table_from_image(corners_px)
        sides_mm = np.array([[(side_mm, 0)], [(0, side_mm)]])
        ways = self.image_from_table(corners_mm + sides_mm).reshape(2, -1, 2) - corners_px
        return float(np.linalg.norm(ways, axis=2).mean(axis=0).max())

    def squares_of(self, places_px: Sequence[tuple[float, float]]) -> frozenset[Square]:
        """Return the squares of the mat in which some places of the picture lie."""
        if not places_px:
            return frozenset()
        squares = np.floor(self.table_from_image(np.array(places_px)) / SQUARE_MM).astype(int)
        return frozenset((x, y) for x, y in squares.tolist())


def _mapped(matrix: NDArray[Any], points: Points) -> Points:
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    raised = flat @ matrix[:, :2].T + matrix[:, 2]
    return raised[:, :2] / raised[:, 2:]


@lru_cache(maxsize=8)
def _inverse(numbers: tuple[float, ...]) -> NDArray[Any]:
    """Return the inverse of a matrix that is given row by row."""
    return np.linalg.inv(np.array(numbers).reshape(3, 3))


def map_from_markers(mat: Mat, lens: Lens, tags: Sequence[Detection]) -> TableMap | None:
    """Make the map that puts the seen markers where they are printed; None with fewer than `FEWEST_MARKERS`.

    A marker that is seen twice is ignored, because one of the two is another print.
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
        return None  # OpenCV returns None if the points lie on one line.
    apart = np.linalg.norm(_mapped(matrix, straight) - table, axis=1)
    return TableMap(lens, tuple(matrix.ravel().tolist()), float(np.sqrt((apart**2).mean())))


def map_through_unknown_lens(
    mat: Mat, size_px: tuple[int, int], tags: Sequence[Detection]
) -> TableMap | None:
    """Make the map through an uncalibrated lens, with the distortion that four markers show; None with
    fewer, because two or three agree with maps that are far off elsewhere.
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
    """Return a map in the form in which it is saved."""
    data: dict[str, Any] = write(table)
    return data


def map_from_json(data: Any) -> TableMap:
    """Read a saved map. Raises `Malformed`."""
    return read(TableMap, data)
