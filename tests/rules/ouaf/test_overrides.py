"""The referee's word: which values may be set, and the ends and reopenings that follow."""

from typing import Any

import pytest

from tests.rules.ouaf.cards import half
from tests.rules.ouaf.table import a_table


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("reputation.red", 11), ("reputation.red", -11), ("reputation.red", "3"), ("reputation.purple", 1),
        ("happy", -1), ("happy", 7), ("angry", 7), ("angry", True), ("score.purple", 1), ("score.red", 1.5),
        ("score.red", None), ("hand.red", [1]), ("turn", 3), ("phase", "over"), ("order.total", 3), ("", 1),
        ("score", 1), ("score.red.x", 1), ("happy.red", 1), ("waiting", []), ("score.red", 10**30),
    ],
)  # fmt: skip
def test_other_paths_and_values_are_refused(path: str, value: Any) -> None:
    assert a_table().refused("override", set={path: value}, reason="no").code == "bad_play"


@pytest.mark.parametrize("reason", ["", "  "])
def test_an_override_needs_a_reason_and_something_to_set(reason: str) -> None:
    assert a_table().refused("override", set={"happy": 1}, reason=reason).code == "bad_play"
    assert a_table().refused("override", set={}, reason="nothing").code == "bad_play"


@pytest.mark.parametrize("value", [-10, 0, 10])
def test_a_reputation_is_set_within_the_track(value: int) -> None:
    assert a_table().override(reputation__red=value).view("reputation") == {
        "red": value,
        "blue": 0,
        "green": 0,
    }


@pytest.mark.parametrize("value", [-5, 0, 66, 1000])
def test_a_score_set_is_a_difference_that_lasts(value: int) -> None:
    table = a_table().override(score__red=value)
    assert table.view("score") == {"red": value, "blue": 66, "green": 66}
    assert table.worked(red=5, blue=5, green=5).view("score.red") == value - 5


def test_a_score_set_twice_is_the_last_one_set() -> None:
    assert a_table().override(score__red=50).override(score__red=70).view("score.red") == 70


def test_a_score_set_beside_a_reputation_is_what_the_referee_said() -> None:
    assert a_table().override(score__red=50, reputation__red=7).view("score.red") == 50
    assert a_table().override(reputation__red=7, score__red=50).view("score.red") == 50


def test_a_score_set_is_shown_in_the_points_as_a_correction() -> None:
    table = a_table().override(score__red=70).override(happy=5)
    assert table.points()["red"].items() >= {"hand": 66, "correction": 4, "total": 70}.items()
    assert table.view("winner") == "red"


def test_a_score_set_with_the_end_is_what_the_referee_said() -> None:
    """Red alone stays when the others are fired, and only then has the bonus of the highest."""
    table = a_table(half("end_bonus", "zero", 4)).worked(red=5, blue=5, green=5)
    table.override(reputation__blue=-1, reputation__green=-1, angry=5, score__red=80)
    assert (table.points()["red"]["total"], table.view("score.red")) == (80, 80)


@pytest.mark.parametrize(("path", "boss"), [("happy", "happy"), ("angry", "angry")])
@pytest.mark.parametrize("value", [5, 6])
def test_five_or_more_end_the_match_between_two_rounds(path: str, boss: str, value: int) -> None:
    table = a_table().override(**{path: value})
    assert table.kinds == ["override", "points", "points", "points", "match_end"]
    assert (table.event("match_end")["boss"], table.view("over"), table.waited) == (boss, True, {})


def test_while_cards_are_played_the_match_ends_at_the_rounds_end() -> None:
    table = a_table().round().work(red=5).override(happy=5)
    assert (table.kinds, table.view("over"), table.view("phase")) == (["override"], False, "work")
    table.work(blue=5, green=4)
    assert (table.view("over"), table.event("match_end")["boss"]) == (True, "happy")


def test_while_seats_choose_the_match_ends_at_the_rounds_end() -> None:
    table = a_table(half("discard_choice", "highest")).worked(red=7, blue=5, green=5).override(angry=5)
    assert (table.kinds, table.view("phase")) == (["override"], "choice")
    table.discard("red", 1)
    assert (table.view("over"), table.event("match_end")["boss"]) == (True, "angry")


def test_taken_back_below_five_before_the_rounds_end_nothing_ends() -> None:
    table = a_table().round().override(happy=5).override(happy=3).work(red=5, blue=5, green=5)
    assert (table.view("over"), table.view("happy")) == (False, 4)


def test_both_below_five_reopen_the_match() -> None:
    table = a_table(average=0).succeed(range(5))
    table.override(happy=4)
    assert table.kinds == ["override"]
    assert (table.view("over"), table.view("winner"), table.waited) == (False, None, {None: {"round"}})
    assert table.round().view("turn") == 6


def test_one_at_five_still_ends_it() -> None:
    table = a_table(average=0).succeed(range(5)).override(angry=5).override(happy=4)
    assert (table.view("over"), table.event("match_end")["boss"]) == (True, "angry")


@pytest.mark.parametrize(("average", "boss"), [(0, "happy"), (11, "angry")])
def test_with_five_under_both_the_last_card_decides(average: int, boss: str) -> None:
    table = a_table(average=average).worked(red=5, blue=5, green=5).override(happy=5, angry=5)
    assert table.event("match_end")["boss"] == boss


def test_with_five_under_both_and_no_card_yet_nobody_is_fired() -> None:
    table = a_table().override(reputation__red=-3).override(happy=5, angry=5)
    assert (table.event("match_end")["boss"], "fired" in table.kinds) == ("happy", False)


def test_an_end_that_changes_is_told_again() -> None:
    table = a_table().override(angry=5)
    table.override(reputation__red=-1)
    assert table.kinds == ["override", "fired", "points", "points", "match_end"]
    assert table.event("match_end")["winner"] == ["blue", "green"]
    table.override(score__green=67)
    assert table.event("match_end")["winner"] == "green"


def test_an_end_that_stays_as_it_is_is_not_told_again() -> None:
    assert a_table().override(angry=5).override(angry=6).kinds == ["override"]
    assert a_table().override(happy=5).override(reputation__red=0).kinds == ["override"]


def test_the_score_of_a_fired_seat_may_be_set_and_does_not_win() -> None:
    table = a_table().override(reputation__red=-1).override(angry=5).override(score__red=99)
    assert (table.view("score.red"), table.view("winner")) == (99, ["blue", "green"])


def test_a_concession_stands_whatever_the_referee_sets() -> None:
    table = a_table().concede("blue")
    for changes in ({"happy": 5}, {"happy": 3}, {"score__blue": 99}, {"reputation__red": -10}):
        assert table.override(**changes).kinds == ["override"]
        assert (table.view("over"), table.view("winner")) == (True, ["red", "green"])
