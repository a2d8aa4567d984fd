import cv2
import numpy as np
import pytest

from calibration.board import BOARDS, CalibrationBoard
from companion.errors import Malformed

PX_PER_MM = 5


@pytest.mark.parametrize("board", BOARDS.values(), ids=list(BOARDS))
def test_a_drawn_board_is_found_whole_with_its_corners_where_they_are_said_to_be(
    board: CalibrationBoard,
) -> None:
    width, height = (round(mm * PX_PER_MM) for mm in board.size_mm)
    picture = cv2.copyMakeBorder(
        board.charuco().generateImage((width, height)), 50, 50, 50, 50, cv2.BORDER_CONSTANT, value=(255,)
    )
    corners, ids, _, markers = cv2.aruco.CharucoDetector(board.charuco()).detectBoard(picture)
    assert len(ids) == len(board.corners_mm()) and len(markers) == board.columns * board.rows // 2
    drawn = board.corners_mm()[np.ravel(ids), :2] * PX_PER_MM + 50
    assert (
        np.abs(corners.reshape(-1, 2) - drawn).max() < 0.7
    )  # half a pixel of it is where OpenCV counts from


def test_opencv_and_we_number_the_corners_alike() -> None:
    for board in BOARDS.values():
        assert np.allclose(board.charuco().getChessboardCorners(), board.corners_mm())


@pytest.mark.parametrize(
    "sizes",
    [(11, 8, 24.0, 18.0), (2, 7, 24.0, 18.0), (11, 7, 24.0, 24.0), (21, 11, 24.0, 18.0)],
    ids=["even rows", "too few columns", "marker as large as its square", "too many markers"],
)
def test_a_board_that_cannot_be_printed_is_refused(sizes: tuple[int, int, float, float]) -> None:
    with pytest.raises(Malformed):
        CalibrationBoard(*sizes)
