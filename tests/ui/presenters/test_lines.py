"""Lines to choose from, spread over pages; and settings as such lines."""

from dataclasses import replace

import pytest

from companion.kiosk import BadPin
from companion.settings import Settings, Theme
from ui.presenters.lines import MenuLine, packed, pages
from ui.settings.settings_lines import changed, lines, with_pin

FIVE = tuple(MenuLine(str(n), str(n)) for n in range(5))


def test_lines_are_spread_evenly_over_as_few_pages_as_have_room() -> None:
    assert [len(page) for page in pages(FIVE, 4)] == [3, 2]
    assert pages(FIVE, 5) == (FIVE,)
    assert pages((), 5) == ((),)


def test_no_line_is_lost_however_little_room_there_is() -> None:
    for most in range(7):
        assert tuple(line for page in pages(FIVE, most) for line in page) == FIVE


OWN_PAGES = ("pin", "locks")
"""What is chosen elsewhere: on the pad, and on a page of its own."""


def test_every_setting_has_what_is_in_force_marked() -> None:
    for line in lines(Settings(), "fr"):
        if line.key not in OWN_PAGES:
            assert sum(option.is_chosen for option in line.options) == 1, line.key


def test_each_touch_changes_what_it_says_and_nothing_else() -> None:
    for line in lines(Settings(), "fr"):
        for option in line.options:
            if line.key not in OWN_PAGES:
                after = changed(line.key, option.value)(Settings())
                again = next(one for one in lines(after, after.language or "fr") if one.key == line.key)
                assert next(one for one in again.options if one.value == option.value).is_chosen


def test_muting_keeps_the_volume() -> None:
    loud = replace(Settings(), volume_percent=150)
    assert changed("sound", None)(loud) == replace(loud, is_muted=True)


def test_a_pin_is_set_and_removed() -> None:
    settings = with_pin("2580")(replace(Settings(), theme=Theme.LIGHT))
    assert settings.pin is not None
    assert settings.pin.opens_with("2580")
    assert changed("pin", "none")(settings) == replace(Settings(), theme=Theme.LIGHT)
    with pytest.raises(BadPin):
        with_pin("12")


def test_as_many_lines_stand_on_a_page_as_have_room_and_no_page_is_left_nearly_empty() -> None:
    assert packed([10, 10, 10], 30) == (3,)
    assert len(packed([10] * 7, 30)) == 3
    assert packed([10] * 4, 30) == (2, 2)
    assert packed([20, 10, 10, 20], 30) == (2, 2)
    assert packed([50, 10], 30) == (1, 1), "a line that is too high has a page of its own"
    assert packed([], 30) == (0,)
