"""Home says at once what somebody would else hear after a whole set-up."""

import pytest

from companion.words import Text
from tests.ui.table import Tablet


def test_where_nothing_can_be_kept_home_says_so_before_a_match_is_set_up(
    one: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = Text("nothing can be written in {folder}: {problem}", folder="/mnt/stick", problem="so it is")
    monkeypatch.setattr(one.app.house, "keeping", lambda: problem)
    one.app.page.enter()
    one.until(lambda: one.shows("no match can be kept: nothing can be written in /mnt/stick"))


def test_where_matches_can_be_kept_home_says_nothing_of_it(one: Tablet) -> None:
    one.app.page.enter()
    one.settle()
    assert not one.shows("kept")
