"""Touches of buttons that have just changed: what counts is when these could be seen."""

import pytest
from kivy.clock import Clock

from tests.ui.refereeing import begin
from tests.ui.table import Tablet
from ui.players.page import PlayersPage
from ui.presenters.double_touch import FRESH_MS
from ui.widgets.touch import Dock

SINCE_MS = 100_000


def changed(one: Tablet) -> Dock:
    """The buttons of the players' page, which have changed in the frame that was just drawn; the clock stands."""
    begin(one, "lignes", [])
    one.app.go(PlayersPage.called)
    one.settle()
    page = one.app.page
    assert isinstance(page, PlayersPage)
    dock: Dock = page.ids.lower
    one.app.now_ms = lambda: SINCE_MS
    Clock.schedule_once(lambda _: dock.show(("others",)))
    one.frames(1)
    return dock


def is_taken(one: Tablet, dock: Dock) -> bool:
    """Whether a finger on the first button that is there reaches it."""
    button = next(found for found in one.widgets(dock) if found.__class__.__name__ == "Touch" and found.says)
    before = button.last_touch
    one.touch_widget(button)
    return button.last_touch is not before


@pytest.mark.slow
def test_a_touch_counts_by_the_frame_that_drew_its_button_however_late_the_next_one(one: Tablet) -> None:
    dock = changed(one)
    one.app.now_ms = lambda: SINCE_MS + FRESH_MS
    one.frames(1)
    assert is_taken(one, dock)


def test_a_touch_soon_after_its_button_could_be_seen_was_meant_for_the_one_before(one: Tablet) -> None:
    dock = changed(one)
    one.frames(1)
    one.app.now_ms = lambda: SINCE_MS + FRESH_MS - 1
    assert not is_taken(one, dock)


def test_what_was_touched_before_the_button_was_drawn_never_counts(one: Tablet) -> None:
    dock = changed(one)
    one.app.now_ms = lambda: SINCE_MS + 10 * FRESH_MS
    assert not is_taken(one, dock)
