"""Dice are asked for under names that the tower's wire can carry, whatever the match is called and however long it goes on."""

from hypothesis import given
from hypothesis import strategies as st

from companion.request import is_request_of, request_name
from devices.tower.tower_status import Arming


def test_a_match_of_the_log_asks_under_its_own_name() -> None:
    assert request_name("k3f7ab", 12, 3) == "k3f7ab-12.3"


def test_a_show_with_a_seed_of_six_digits_asks_for_its_tenth_roll() -> None:
    Arming(request_name("show-531083", 40, 10), ("d6", "d12"))


@given(st.text(), st.integers(min_value=0), st.integers(min_value=0))
def test_any_match_asks_any_number_of_times_under_names_that_fit(match: str, seq: int, rolls: int) -> None:
    Arming(request_name(match, seq, rolls), ("d6",))


@given(st.integers(0, 9_999), st.integers(0, 9_999))
def test_a_request_is_known_again_as_that_of_its_question_alone(seq: int, rolls: int) -> None:
    request = request_name("show-531083", seq, rolls)
    assert is_request_of(request, "show-531083", seq)
    assert not is_request_of(request, "show-531083", seq + 1)
    assert not is_request_of(request, "show-531084", seq)
