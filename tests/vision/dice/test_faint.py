"""Faces of faint dice, whose right face is not always aligned with the picture from a few starts."""

import pytest

from tests.bench.trials.tray import CONDITIONS, thrown

EVENING = CONDITIONS[2]


@pytest.mark.slow
def test_a_nine_is_not_said_of_a_faint_six_that_was_not_compared_with_the_picture() -> None:
    count = thrown(EVENING, 5, 9312)
    assert (count.throws, count.wrong) == (5, [])
