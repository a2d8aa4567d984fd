"""Describes the ChArUco boards that a lens is calibrated with: their squares, markers and corner positions.

A ChArUco board is a chessboard with a small marker in every light square. The markers number the corners, so
a part of the board is enough. Mats and tokens use another marker family.

    origin at the top left, x to the right, y down, in millimetres; corner 0 is the innermost top left one, and
    (columns - 1) by (rows - 1) corners are counted row by row
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
"""The ArUco family of the board's markers: 100 markers of 5 by 5 bits. OpenCV calls it `DICT_5X5_100`."""


@dataclass(frozen=True, slots=True)
class CalibrationBoard:
    """Describes a ChArUco board by its number of squares, dark and light together, and its sizes in mm.

    The number of rows must be odd: OpenCV 4.6 changed the pattern of boards with an even number of rows.
    Raises `Malformed` for a board that cannot be printed.
    """

    columns: int
    rows: int
    square_mm: float
    marker_mm: float

    def __post_init__(self) -> None:
        if self.columns < 3 or self.rows < 3 or self.rows % 2 == 0:
            raise Malformed(
                "rows", Text("a target has at least 3 columns, and an odd number of rows, at least 3")
            )
        if not 0 < self.marker_mm < self.square_mm:
            raise Malformed("marker_mm", Text("a marker is smaller than its square"))
        if self.columns * self.rows // 2 > 100:
            raise Malformed("columns", Text("a target has at most 100 markers"))

    @property
    def size_mm(self) -> tuple[float, float]:
        """Returns the width and the height of all squares together, in mm."""
        return self.columns * self.square_mm, self.rows * self.square_mm

    def corners_mm(self) -> NDArray[np.float32]:
        """Returns the inner corners by their number: `(N, 3) float32, mm`, with z = 0.

        These are the object points of a calibration; `corners_mm()[ids]` are the corners that one picture
        shows.
        """
        across, down = np.meshgrid(np.arange(1, self.columns), np.arange(1, self.rows))
        places = np.stack([across, down, np.zeros_like(across)], axis=-1).reshape(-1, 3)
        return (places * self.square_mm).astype(np.float32)

    def charuco(self) -> cv2.aruco.CharucoBoard:
        """Returns the board as OpenCV's detector takes it, in mm."""
        return _charuco(self)


class BoardSize(StrEnum):
    """Names the paper that a board is printed on, in landscape."""

    A4 = "a4"
    A3 = "a3"


BOARDS = {
    BoardSize.A4: CalibrationBoard(columns=11, rows=7, square_mm=24.0, marker_mm=18.0),
    BoardSize.A3: CalibrationBoard(columns=11, rows=7, square_mm=34.0, marker_mm=25.5),
}
"""The boards that `companion print target` prints: 264 by 168 mm on A4, 374 by 238 mm on A3."""


@cache
def _charuco(board: CalibrationBoard) -> cv2.aruco.CharucoBoard:
    markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    return cv2.aruco.CharucoBoard((board.columns, board.rows), board.square_mm, board.marker_mm, markers)
