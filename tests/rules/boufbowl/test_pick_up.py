"""Picking the ball up (p. 8)."""

from tests.rules.boufbowl.table import a_table


def test_with_nobody_against_it_the_ball_is_his() -> None:
    table = a_table().at("a2").play("pick_up", player="R1")
    assert table.ball == ("a2", "R1", "held")
    assert table.view("movement") == 2


def test_the_ball_must_lie_on_the_ground_of_his_zone() -> None:
    table = a_table()
    assert table.illegal("pick_up", player="R1") == "Boufbowl p. 9"
    assert table.at("a3").illegal("pick_up", player="R1") == "Boufbowl p. 8"
    assert table.at("R2").illegal("pick_up", player="R2") == "Boufbowl p. 8"
    assert table.at("a2").down("R1").illegal("pick_up", player="R1") == "Boufbowl p. 7"


def test_against_one_opponent_there_is_an_opposition_without_a_question() -> None:
    table = a_table().at("a3", R1="a3", B1="a3").play("pick_up", player="R1")
    assert table.waited == {"red": {"commit"}}
    assert table.roll(2, 1).totals == (2, 1, "attack")
    assert table.ball == ("a3", "R1", "held")


def test_level_is_enough_to_pick_up() -> None:
    table = a_table().at("a3", R1="a3", B1="a3").play("pick_up", player="R1").roll(1, 1)
    assert table.totals[2] == "level"
    assert table.ball == ("a3", "R1", "held")


def test_failed_the_point_is_lost_and_he_may_try_again() -> None:
    table = a_table().at("a3", R1="a3", B1="a3").play("pick_up", player="R1").roll(0, 1)
    assert table.ball == ("a3", None, "ground")
    assert (table.view("movement"), table.view("active"), table.view("phase")) == (2, "red", "play")
    assert table.play("pick_up", player="R1").roll(1, 0).ball == ("a3", "R1", "held")


def test_against_two_the_other_coach_names_one_and_cannot_decline() -> None:
    table = a_table().at("a3", R1="a3", B1="a3", B2="a3").play("pick_up", player="R1")
    assert table.waited == {"blue": {"intercept"}}
    assert table.illegal("no_intercept") == "Boufbowl p. 8; reading pick_up_named"
    table.illegal("intercept", player="B3")
    table.play("intercept", player="B2").add()
    table.dice("red", 1).dice("blue", 1)
    # Blue stands two against one: 1 + 1.
    assert table.totals == (1, 2, "defence")


def test_a_lying_opponent_stands_against_nothing() -> None:
    table = a_table().at("a3", R1="a3", B1="a3").down("B1").play("pick_up", player="R1")
    assert table.ball == ("a3", "R1", "held")


def test_a_bonus_for_tries_and_pick_ups_counts() -> None:
    table = a_table().at("a3", R1="a3", B1="a3").play("pick_up", player="R1").add(red=["STAR"])
    table.dice("red", 0).dice("blue", 1)
    assert table.totals == (1, 1, "level")


def test_a_pick_up_in_the_enemy_endzone_starts_a_try() -> None:
    table = a_table().at("blue_end", R1="blue_end").play("pick_up", player="R1")
    assert (table.view("phase"), table.waited) == ("opposition", {"red": {"resolve", "card"}})
    assert table.play("resolve").event("try")["score"] == {"red": 1, "blue": 0}


def test_a_lying_opponent_may_make_the_roll_necessary() -> None:
    table = a_table().at("a3", R1="a3", B1="a3").down("B1").play("pick_up", player="R1")
    assert table.ball == ("a3", "R1", "held")
    table = a_table(house={"pick_up_against": "present"}).at("a3", R1="a3", B1="a3").down("B1")
    table.play("pick_up", player="R1").roll(0, 2)
    # R1 stands alone and has the majority; B1 rolls, with none of his own.
    assert table.totals == (1, 2, "defence")
    assert (table.ball, table.view("movement")) == (("a3", None, "ground"), 2)


def test_of_a_standing_and_a_lying_opponent_the_coach_names_one() -> None:
    table = a_table(house={"pick_up_against": "present"}).at("a3", R1="a3", B1="a3", B2="a3").down("B1")
    table.play("pick_up", player="R1")
    assert {play.player for play in table.options("intercept", "blue")} == {"B1", "B2"}
