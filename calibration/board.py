"""The ChArUco boards that a lens is calibrated with: how they are printed, and where their corners then lie.

A board is a chessboard with a small marker in every light square, so that each corner has a number and a part of the
board is as good as the whole of it. Its markers are of a family that neither the mat nor the tokens use.

    origin at the top left, x to the right, y down, in millimetres; corner 0 is the innermost top left one, and
    (columns - 1) by (rows - 1) of them are counted row by row
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import Malformed
from companion.words import Text

DICTIONARY = "5x5_100"
"""ArUco's hundred markers of five by five bits, as printed on the board."""
BITS = 5


@dataclass(frozen=True, slots=True)
class CalibrationBoard:
    """A board by its squares, whose number across and down counts dark and light ones, and its markers.

    With an odd number of rows all versions of OpenCV print the same board.
    """

    columns: int
    rows: int
    square_mm: float
    marker_mm: float

    def __post_init__(self) -> None:
        if self.columns < 3 or self.rows < 3 or self.rows % 2 == 0:
            raise Malformed(
                "rows", Text("a board has 3 columns or more, and an odd number of rows from 3 on")
            )
        if not 0 < self.marker_mm < self.square_mm:
            raise Malformed("marker_mm", Text("a marker is smaller than its square"))
        if self.columns * self.rows // 2 > 100:
            raise Malformed("columns", Text("a board has at most 100 markers"))

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of all squares together."""
        return self.columns * self.square_mm, self.rows * self.square_mm

    @property
    def corner_count(self) -> int:
        return (self.columns - 1) * (self.rows - 1)

    def corners_mm(self) -> NDArray[np.float32]:
        """Where the inner corners lie, by their number: (corner_count, 3), flat on z = 0.

        These are the object points of a calibration; `corners_mm()[ids]` those that one picture shows.
        """
        across, down = np.meshgrid(np.arange(1, self.columns), np.arange(1, self.rows))
        places = np.stack([across, down, np.zeros_like(across)], axis=-1).reshape(-1, 3)
        return (places * self.square_mm).astype(np.float32)

    def charuco(self) -> cv2.aruco.CharucoBoard:
        """The same board as OpenCV finds it in a picture; its unit is the millimetre."""
        return _charuco(self)


class BoardSize(StrEnum):
    """The papers that a board is printed on, lying across."""

    A4 = "a4"
    A3 = "a3"


BOARDS = {
    BoardSize.A4: CalibrationBoard(columns=11, rows=7, square_mm=24.0, marker_mm=18.0),
    BoardSize.A3: CalibrationBoard(columns=11, rows=7, square_mm=34.0, marker_mm=25.5),
}
"""What `companion print target` prints: 264 by 168 mm, and 374 by 238 mm."""


@cache
def _charuco(board: CalibrationBoard) -> cv2.aruco.CharucoBoard:
    markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    return cv2.aruco.CharucoBoard((board.columns, board.rows), board.square_mm, board.marker_mm, markers)
