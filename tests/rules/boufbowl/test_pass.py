"""The pass and its interception (p. 8)."""

import pytest

from tests.rules.boufbowl.table import Table, a_table


def a_pass(**zones: str) -> Table:
    """R4 in a1 passes to R2 in b3, over a1, a2, b2 and b3."""
    position = {"R4": "a1", "R2": "b3", "R1": "c1", "R5": "b1", **zones}
    return a_table().at("R4", **position).play("pass", player="R4", to="R2")


def test_over_nobody_it_arrives_with_no_dice() -> None:
    table = a_pass()
    assert table.kinds == ["pass", "ball"]
    assert table.ball == ("b3", "R2", "held")
    assert (table.view("action_used"), table.view("movement")) == (True, 3)


@pytest.mark.parametrize("zone", ["a1", "a2", "b2", "b3"])
def test_who_stands_where_it_starts_goes_over_or_ends_may_try(zone: str) -> None:
    assert a_pass(B1=zone).waited == {"blue": {"intercept", "no_intercept"}}


@pytest.mark.parametrize("zone", ["a3", "b1", "c2", "b4"])
def test_a_zone_that_it_only_touches_in_a_corner_is_not_crossed(zone: str) -> None:
    assert a_pass(B1=zone).ball == ("b3", "R2", "held")


def test_who_lies_intercepts_nothing() -> None:
    table = a_table().at("R4", R2="b3", B1="a2").down("B1").play("pass", player="R4", to="R2")
    assert table.ball == ("b3", "R2", "held")


def test_a_coach_may_let_it_through() -> None:
    table = a_pass(B1="a2").play("no_intercept")
    assert table.ball == ("b3", "R2", "held")
    assert table.view("active") == "red"


def test_one_try_in_all_by_one_of_those_it_goes_over() -> None:
    table = a_pass(B1="a2", B2="b3")
    assert table.illegal("intercept", player="B3") == "Boufbowl p. 8"
    table.illegal("intercept", player="R1")
    table.play("intercept", player="B2")
    assert table.roll(2, 0).ball == ("b3", "R2", "held")


def test_more_stars_and_it_is_received() -> None:
    table = a_pass(B1="a2").play("intercept", player="B1").roll(2, 1)
    # B1 stands alone in a2, so blue has the majority: 1 + 1.
    assert table.totals == (2, 2, "level")
    table = a_pass(B1="a2").play("intercept", player="B1").roll(3, 1)
    assert table.totals == (3, 2, "attack")
    assert (table.ball, table.view("active")) == (("b3", "R2", "held"), "red")


def test_fewer_and_the_interceptor_has_it_and_the_turn_ends() -> None:
    table = a_pass(B1="a2").play("intercept", player="B1").roll(0, 1)
    assert table.ball == ("a2", "B1", "held")
    assert (table.event("turn_end")["reason"], table.view("active")) == ("intercepted", "blue")


def test_level_and_it_lies_where_it_was_to_arrive() -> None:
    table = a_pass(B1="a2").play("intercept", player="B1").roll(2, 1)
    assert table.ball == ("b3", None, "ground")
    assert table.event("turn_end")["reason"] == "ball_down"


def test_the_majority_is_the_one_of_the_interceptors_zone() -> None:
    table = a_pass(B1="b2", R1="b2", R5="b2").play("intercept", player="B1").roll(1, 1)
    assert table.totals == (2, 1, "attack")
    lines = table.event("opposition")["attack"]["lines"]
    assert lines == [{"what": "die", "value": 1}, {"what": "majority", "value": 1}]


def test_only_the_carrier_passes_and_only_to_a_teammate_who_stands() -> None:
    table = a_table().at("R4").down("R1").at(R5="off")
    assert table.illegal("pass", player="R2", to="R3") == "Boufbowl p. 8"
    assert table.illegal("pass", player="R4", to="R1") == "Boufbowl p. 7"
    table.illegal("pass", player="R4", to="R4")
    table.illegal("pass", player="R4", to="R5")
    table.illegal("pass", player="R4", to="B1")
    assert {play.to for play in table.options("pass")} == {"R2", "R3"}


def test_no_pass_goes_into_an_endzone_but_one_may_leave_it() -> None:
    table = a_table().at("R4", R4="red_end", R1="blue_end")
    assert table.illegal("pass", player="R4", to="R1") == "Boufbowl p. 8"
    assert table.play("pass", player="R4", to="R5").ball == ("b1", "R5", "held")


def test_there_is_one_basic_action_a_turn() -> None:
    table = a_pass()
    assert table.illegal("pass", player="R2", to="R1") == "Boufbowl p. 8"
    table.illegal("chandelle", player="R2", zone="a3")
    table.at(B1="c1").illegal("tackle", player="R1", target="B1")
