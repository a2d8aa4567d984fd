"""The map of what was looked at."""

import numpy as np
import pytest

from calibration.walkthrough import COLUMNS, ROWS, Coverage, GridCell, find_cell

SIZE = (1200, 600)


def test_a_corner_marks_its_cell_and_more_corners_mark_it_darker() -> None:
    one = Coverage().added(np.array([[50.0, 50.0]]), SIZE)
    assert one.lines()[0] == "░" + "·" * (COLUMNS - 1)
    assert one.share == pytest.approx(1 / (COLUMNS * ROWS))
    many = one.added(np.full((20, 2), 50.0), SIZE)
    assert many.lines()[0][0] == "█"


def test_where_the_board_is_now_is_shown_over_the_map() -> None:
    lines = Coverage().at(np.array([[1199.0, 599.0]]), SIZE).lines()
    assert lines[-1][-1] == "o" and "".join(lines).count("o") == 1


def test_points_outside_the_picture_count_for_its_edge() -> None:
    assert Coverage().added(np.array([[-4.0, 900.0]]), SIZE).lines()[-1][0] == "░"


@pytest.mark.parametrize(
    ("x", "y", "place"),
    [
        (0.1, 0.1, GridCell.TOP_LEFT),
        (0.5, 0.5, GridCell.MIDDLE),
        (0.99, 0.5, GridCell.RIGHT),
        (0.5, 1.0, GridCell.BOTTOM),
        (1.2, 1.2, GridCell.BOTTOM_RIGHT),
    ],
)
def test_nine_places_have_words(x: float, y: float, place: GridCell) -> None:
    assert find_cell(x, y) is place
