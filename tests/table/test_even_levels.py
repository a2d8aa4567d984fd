"""The level of even matches follows their results."""

from pathlib import Path

import pytest

from companion.storage.settings import SettingsStore
from companion.table.even_levels import EvenLevels


@pytest.fixture
def levels(tmp_path: Path) -> EvenLevels:
    return EvenLevels(SettingsStore(tmp_path / "settings.json"))


def test_a_first_even_match_is_played_at_the_usual_level(levels: EvenLevels) -> None:
    assert levels.level("lignes") == 3


def test_after_a_loss_it_plays_more_strongly_and_after_a_win_less(levels: EvenLevels) -> None:
    levels.note("lignes", share=0.0, seats=2)
    assert levels.level("lignes") == 4
    levels.note("lignes", share=1.0, seats=2)
    levels.note("lignes", share=1.0, seats=2)
    assert levels.level("lignes") == 2
    assert levels.level("ouaf") == 3, "each game has its own"


def test_no_result_takes_it_beyond_its_levels(levels: EvenLevels) -> None:
    for _ in range(9):
        levels.note("lignes", share=1.0, seats=2)
    levels.note("lignes", share=0.0, seats=2)
    assert levels.level("lignes") == 2


def test_of_four_who_play_it_may_lose_three_of_four(levels: EvenLevels) -> None:
    for share in (0.0, 0.0, 0.0, 1.0):
        levels.note("ouaf", share=share, seats=4)
    assert levels.level("ouaf") == 3
