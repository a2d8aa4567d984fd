"""The word of a goal in time, and the score that changes with it."""

from companion.showing.highlight import scored
from ui.presenters.cry import COME_MS, CRY_MS, SCORE_AT_MS, STILL, cry_at, score_says

SCORES = scored({"home": 2, "away": 1}, "home")


def test_the_word_comes_in_and_fades_away() -> None:
    assert [cry_at(ms).shown for ms in (0, COME_MS, CRY_MS / 2, CRY_MS)] == [0, 1, 1, 0]


def test_the_old_score_stands_until_it_turns_into_the_new_one() -> None:
    assert score_says(SCORES, cry_at(SCORE_AT_MS - 1)) == "1 – 1"
    assert score_says(SCORES, cry_at(SCORE_AT_MS)) == "2 – 1"


def test_with_reduced_motion_the_new_score_stands_at_once() -> None:
    assert STILL.shown == 1
    assert score_says(SCORES, STILL) == "2 – 1"
