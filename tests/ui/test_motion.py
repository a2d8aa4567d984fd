"""Reduced motion: what is new is simply there, and nothing goes on moving after a finger is lifted."""

import pytest

from companion.settings import Settings
from tests.ui.refereeing import begin, by_chance
from tests.ui.table import Tablet
from ui.referee.history_panel import HistoryList

FRAMES = 30


def the_list(one: Tablet) -> HistoryList:
    return next(found for found in one.widgets() if isinstance(found, HistoryList))


def fling(one: Tablet) -> list[float]:
    """Where the list stands in each frame after a quick finger was lifted from it."""
    found = the_list(one)
    found.scroll_y = 0.5
    one.frames(3)
    x, y = found.x + found.width / 2, found.y + found.height / 3
    touch = one.finger(x, y)
    touch.touch_down()
    for n in range(1, 6):
        touch.touch_move(x, y + n * 40)
        one.frames()
    touch.touch_up()
    seen = []
    for _ in range(FRAMES):
        one.frames()
        seen.append(found.scroll_y)
    return seen


@pytest.mark.slow
def test_a_list_glides_on_only_where_motion_is_welcome(one: Tablet) -> None:
    begin(one, "ofusaido", by_chance("ofusaido", 40))
    one.app.apply(Settings(language="en"))
    gliding = fling(one)
    assert len(set(gliding)) > 2
    one.app.apply(Settings(language="en", is_motion_reduced=True))
    still = fling(one)
    assert len(set(still[2:])) == 1
    assert abs(still[-1] - 0.5) > 0.01, "it follows the finger"
    one.app.apply(Settings(language="en"))


@pytest.mark.slow
def test_what_is_new_is_there_in_the_next_frame(one: Tablet) -> None:
    """A page that is opened: nothing counts up, slides or flashes, whatever was chosen."""
    begin(one, "ofusaido", by_chance("ofusaido", 12))
    for is_reduced in (False, True):
        one.app.apply(Settings(language="en", is_motion_reduced=is_reduced))
        one.app.go("home")
        one.frames(2)
        one.app.go("players")
        one.frames(2)
        first = one.texts()
        one.frames(10)
        clocks = [text for text in first if ":" in text]
        assert [text for text in one.texts() if ":" not in text] == [t for t in first if t not in clocks]
