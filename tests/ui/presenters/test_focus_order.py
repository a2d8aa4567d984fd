"""The keyboard's focus goes where people look next."""

import pytest

from ui.presenters.hotkeys import WAYS, in_reading_order, nearest, towards
from ui.presenters.plan import Rectangle

KEYS = [Rectangle(110 * column, 300 - 60 * row, 100, 50) for row in range(3) for column in range(4)]
"""Three rows of four buttons, as they are read."""
WIDE = Rectangle(0, 100, 430, 50)
"""A button below all of them."""


def test_buttons_are_read_row_by_row() -> None:
    mixed = [KEYS[5], KEYS[0], KEYS[11], KEYS[1]]
    assert in_reading_order(mixed, 30) == [1, 3, 0, 2]


@pytest.mark.parametrize(("way", "there"), [("left", 4), ("right", 6), ("up", 1), ("down", 9)])
def test_an_arrow_goes_to_the_neighbour_in_its_direction(way: str, there: int) -> None:
    assert towards(KEYS[5], KEYS, WAYS[way]) == there


def test_an_arrow_at_the_edge_goes_nowhere() -> None:
    assert towards(KEYS[0], KEYS, WAYS["up"]) is None
    assert towards(KEYS[0], KEYS, WAYS["left"]) is None


def test_a_wide_button_is_reached_from_each_button_above_it_and_left_upwards() -> None:
    places = [*KEYS, WIDE]
    assert [towards(KEYS[index], places, WAYS["down"]) for index in (8, 9, 10, 11)] == [12] * 4
    assert towards(WIDE, places, WAYS["up"]) in (9, 10)


def test_what_lies_far_to_the_side_is_not_ahead() -> None:
    assert towards(Rectangle(0, 0, 10, 10), [Rectangle(300, 20, 10, 10)], WAYS["up"]) is None


def test_the_focus_goes_on_from_where_its_button_was() -> None:
    assert nearest(Rectangle(100, 245, 100, 50), KEYS) == 5
