"""The word of a goal in time, and the score that it brought."""

from companion.showing.scene import scored
from ui.presenters.duel_plan import COME_MS, CRY_MS, STILL, cry_at, score_says

SCORES = scored({"home": 2, "away": 1}, "home")


def test_the_word_comes_in_and_fades_away() -> None:
    assert [cry_at(ms).shown for ms in (0, COME_MS, CRY_MS / 2, CRY_MS)] == [0, 1, 1, 0]


def test_the_score_is_the_new_one_from_the_first_moment() -> None:
    assert score_says(SCORES) == "2\u00a0–\u00a01"


def test_with_reduced_motion_the_word_stands_still() -> None:
    assert STILL.shown == 1
