"""Which places a straight line goes through, exactly."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Malformed
from companion.rules.geometry import Point, goes_through, is_inside, read_point, read_polygon, square


def point(x: float | Fraction, y: float | Fraction) -> Point:
    return Point(Fraction(x), Fraction(y))


def through(start: tuple[int, int], end: tuple[int, int], cell: tuple[int, int]) -> bool:
    return goes_through(point(*start), point(*end), square(*cell))


def test_a_line_goes_through_the_cells_it_begins_and_ends_in() -> None:
    assert through((0, 0), (3, 1), (0, 0))
    assert through((0, 0), (3, 1), (3, 1))


def test_a_diagonal_touches_the_corners_of_its_neighbours_and_enters_none_of_them() -> None:
    assert not through((0, 0), (2, 2), (1, 0))
    assert not through((0, 0), (2, 2), (0, 1))
    assert through((0, 0), (2, 2), (1, 1))


def test_a_knights_line_goes_through_both_cells_between() -> None:
    assert through((0, 0), (2, 1), (1, 0))
    assert through((0, 0), (2, 1), (1, 1))
    assert not through((0, 0), (2, 1), (0, 1))


def test_a_line_along_an_edge_enters_neither_side() -> None:
    start, end = point(Fraction(1, 2), -3), point(Fraction(1, 2), 3)
    assert not goes_through(start, end, square(0, 0))
    assert not goes_through(start, end, square(1, 0))


def test_a_line_that_ends_on_an_edge_has_not_entered() -> None:
    assert not goes_through(point(-2, 0), point(Fraction(-1, 2), 0), square(0, 0))


def test_no_line_at_all_enters_the_area_it_stands_in_and_no_other() -> None:
    assert through((1, 1), (1, 1), (1, 1)) is is_inside(point(1, 1), square(1, 1))
    assert not through((1, 1), (1, 1), (2, 1))


def test_an_area_with_a_bay_is_entered_only_where_it_is() -> None:
    horseshoe = read_polygon([[0, 0], [3, 0], [3, 3], [2, 3], [2, 1], [1, 1], [1, 3], [0, 3]], "zone")
    assert not goes_through(point(1.5, 2), point(1.5, 3), horseshoe)
    assert goes_through(point(1.5, 2), point(2.5, 2), horseshoe)
    assert goes_through(point(1.5, 2), point(1.5, 0.5), horseshoe)
    # Along its inner walls, and on into it: entered only at the bottom of the bay.
    assert not goes_through(point(1, 3), point(1, 1), horseshoe)
    assert goes_through(point(1, 3), point(1, 0), horseshoe)


def test_decimals_are_taken_as_they_are_written() -> None:
    third = read_polygon([[0.1, 0.1], [0.3, 0.1], [0.3, 0.3], [0.1, 0.3]], "zone")
    corner = point(Fraction("0.3"), Fraction("0.3"))
    assert not goes_through(corner, point(1, 1), third)
    assert not goes_through(
        point(Fraction("0.2"), Fraction("0.4")), point(Fraction("0.4"), Fraction("0.2")), third
    )


@given(*(st.integers(-5, 5) for _ in range(6)))
def test_a_line_goes_through_the_same_cells_in_both_directions(
    x1: int, y1: int, x2: int, y2: int, x: int, y: int
) -> None:
    assert through((x1, y1), (x2, y2), (x, y)) is through((x2, y2), (x1, y1), (x, y))


@given(*(st.integers(-4, 4) for _ in range(4)))
def test_a_line_is_nowhere_but_in_the_cells_it_goes_through(x1: int, y1: int, x2: int, y2: int) -> None:
    cells = [(x, y) for x in range(-5, 6) for y in range(-5, 6) if through((x1, y1), (x2, y2), (x, y))]
    # A line of n steps to the right and m up crosses n + m edges, or both at once in a corner.
    across, up = abs(x2 - x1), abs(y2 - y1)
    corners = sum(
        1
        for k in range(1, 2 * across)
        if k % 2 and (k * up) % across == 0 and ((k * up) // across) % 2 and up
    )
    expected = 1 + across + up - corners
    assert len(cells) == expected


@pytest.mark.parametrize("data", [None, [1], [1, 2, 3], ["a", 1], [True, 0], [1e9, 0], [float("nan"), 0]])
def test_what_is_no_point_is_refused(data: object) -> None:
    with pytest.raises(Malformed, match=r"^zone"):
        read_point(data, "zone")


def test_corners_that_enclose_nothing_are_refused() -> None:
    with pytest.raises(Malformed, match="at least three"):
        read_polygon([[0, 0], [1, 1]], "zone")
    with pytest.raises(Malformed, match="enclose nothing"):
        read_polygon([[0, 0], [1, 1], [2, 2]], "zone")
