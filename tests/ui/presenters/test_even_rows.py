"""Rows of things: where they stand in them."""

from itertools import pairwise

import pytest

from ui.presenters.even_rows import even_across, even_places
from ui.presenters.plan import Rectangle

ROOM = Rectangle(10, 20, 640, 300)


@pytest.mark.parametrize(("count", "across"), [(1, 3), (5, 3), (7, 4), (18, 4), (6, 1)])
def test_every_row_fills_the_width(count: int, across: int) -> None:
    places = even_places(ROOM, count, across, gap=8)
    assert len(places) == count
    rows: dict[float, list[Rectangle]] = {}
    for place in places:
        rows.setdefault(place.y, []).append(place)
    lengths = [len(row) for row in rows.values()]
    assert lengths == sorted(lengths, reverse=True)
    assert max(lengths) - min(lengths) <= 1 and max(lengths) <= across
    for row in rows.values():
        assert row[0].x == pytest.approx(ROOM.x)
        assert row[-1].x + row[-1].width == pytest.approx(ROOM.x + ROOM.width)
        assert all(right.x - left.x - left.width == pytest.approx(8) for left, right in pairwise(row))


def test_a_grid_has_its_last_things_in_the_first_columns() -> None:
    for count in (2, 5, 10):
        full = even_places(ROOM, 12, 4, least=4, gap=8)[:4]
        places = even_places(ROOM, count, 4, least=4, gap=8)
        assert [(one.x, one.width) for one in places] == [
            (full[n % 4].x, full[n % 4].width) for n in range(count)
        ]


def test_nothing_has_no_place() -> None:
    assert even_places(ROOM, 0, 3) == []


@pytest.mark.parametrize(
    ("count", "most", "across"),
    [(18, 4, 3), (15, 4, 3), (8, 4, 4), (6, 4, 3), (7, 4, 4), (5, 4, 3), (0, 4, 1)],
)
def test_all_rows_are_full_where_one_row_more_makes_them_so(count: int, most: int, across: int) -> None:
    assert even_across(count, most) == across
