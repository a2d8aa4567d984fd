"""Trajectories: straight lines over cells, exactly."""

from fractions import Fraction

import pytest

from companion.rules.geometry import Point, goes_through, square
from companion.rules.lignes.grid import (
    Cell,
    Edge,
    Grid,
    cells_of,
    distance,
    lines_from,
    neighbours_of,
    place_of,
)

BONAL = Grid(13, 21)


def between(start: str, end: str) -> set[str]:
    return set(lines_from(BONAL, "any", Cell(start))[Cell(end)].between)


def test_the_distance_is_the_larger_of_the_two_differences() -> None:
    assert distance(Cell("g11"), Cell("g13")) == 2
    assert distance(Cell("g11"), Cell("c9")) == 4
    assert distance(Cell("a1"), Cell("m21")) == 20


def test_a_cell_has_eight_neighbours_fewer_at_the_edge() -> None:
    around = neighbours_of(BONAL)
    assert around[Cell("b2")] == {"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"}
    assert around[Cell("a1")] == {"b1", "a2", "b2"}


def test_eight_lines_lead_from_a_cell() -> None:
    lines = lines_from(BONAL, "eight", Cell("g11"))
    assert {"a11", "m11", "g1", "g21", "a5", "m17", "a17", "m5"} <= set(lines)
    assert "h13" not in lines
    # 6 + 6 along the row, 10 + 10 along the column, 6 on each of the four diagonals.
    assert len(lines) == 12 + 20 + 24


def test_with_any_trajectory_a_line_leads_to_every_other_cell() -> None:
    assert len(lines_from(BONAL, "any", Cell("g11"))) == 13 * 21 - 1


@pytest.mark.parametrize(
    ("start", "end", "crossed"),
    [
        ("g11", "g14", {"g12", "g13"}),
        ("g11", "j14", {"h12", "i13"}),  # the corners touched on a diagonal are not crossed
        ("g11", "h13", {"g12", "h12"}),
        ("g11", "i12", {"h11", "h12"}),
        ("g11", "h14", {"g12", "h13"}),  # halfway up it goes through the corner of four cells
        ("g11", "j12", {"h11", "i12"}),
        ("g11", "h11", set()),
    ],
)
def test_a_line_crosses_the_cells_it_enters(start: str, end: str, crossed: set[str]) -> None:
    assert between(start, end) == crossed
    assert between(end, start) == crossed


@pytest.mark.parametrize("start", ["a1", "g11", "c19"])
def test_what_is_crossed_is_what_exact_geometry_says(start: str) -> None:
    grid = Grid(7, 20)
    here = place_of(Cell(start))
    for end, line in lines_from(grid, "any", Cell(start)).items():
        there = place_of(end)
        one, other = (Point(Fraction(place.column), Fraction(place.row)) for place in (here, there))
        near = [
            cell
            for cell in cells_of(grid)
            if cell not in (start, end)
            and min(here.column, there.column) <= place_of(cell).column <= max(here.column, there.column)
            and min(here.row, there.row) <= place_of(cell).row <= max(here.row, there.row)
        ]
        if len(near) > 12:
            continue
        crossed = {
            cell
            for cell in near
            if goes_through(one, other, square(place_of(cell).column, place_of(cell).row))
        }
        assert line.between == crossed, end


@pytest.mark.parametrize(
    ("start", "through", "edge"),
    [
        ("g11", "a11", Edge.SIDE),
        ("g11", "g21", Edge.GOAL),
        ("g11", "a17", Edge.SIDE),
        ("f11", "a16", Edge.SIDE),
        ("i18", "l21", Edge.GOAL),
        ("f16", "a21", Edge.GOAL),  # a diagonal through a corner cell
        ("d21", "a21", Edge.SIDE),  # along a row through the same cell
        ("a11", "a21", Edge.GOAL),
        ("g11", "b11", None),
        ("g11", "g20", None),
        ("g11", "b16", None),
    ],
)
def test_a_line_prolonged_leaves_the_board_or_goes_on(start: str, through: str, edge: Edge | None) -> None:
    assert lines_from(BONAL, "eight", Cell(start))[Cell(through)].leaves is edge


@pytest.mark.parametrize(
    ("start", "through", "edge"),
    [
        ("c11", "a10", Edge.SIDE),  # flat: it leaves a cell over its side
        ("c11", "b9", None),  # steep: b8 is next
        ("c4", "b1", Edge.GOAL),
        ("d2", "b1", None),  # flat: a1 is next
        ("c2", "a1", Edge.SIDE),
        ("b3", "a1", Edge.GOAL),
    ],
)
def test_any_line_leaves_a_cell_over_its_side_when_flat_and_over_its_end_when_steep(
    start: str, through: str, edge: Edge | None
) -> None:
    assert lines_from(BONAL, "any", Cell(start))[Cell(through)].leaves is edge
