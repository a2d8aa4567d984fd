"""Gardien de but, and Remise en jeu after he has intercepted."""

from typing import Any

import pytest

from tests.rules.lignes.table import Table, a_table, yellow_plays, yellow_shoots

SAVES = [("left", (2, 4, 6)), ("middle", (1, 2)), ("right", (1, 3, 5))]
YELLOWS_GOAL = {"left": "f1", "middle": "g1", "right": "h1"}
REDS_GOAL = {"left": "h21", "middle": "g21", "right": "f21"}
DICE = [(side, d6, d6 in saved) for side, saved in SAVES for d6 in range(1, 7)]


def after_a_shot(goal_cell: str) -> Table:
    """Three cells before the goal cell, with a credit of 3."""
    if goal_cell.endswith("21"):
        return yellow_shoots(3, ball=f"{goal_cell[0]}18", R3="a5", R4="a6").shoot(goal_cell)
    table = a_table().kickoff("red").budget(12).put(Y3="a5", Y4="a6").put(R9=f"{goal_cell[0]}4")
    return table.to_shot(3).shoot(goal_cell)


@pytest.mark.parametrize(("side", "d6", "saved"), DICE)
def test_even_saves_to_his_left_odd_to_his_right_1_or_2_in_the_middle(
    side: str, d6: int, saved: bool
) -> None:
    for goal, defender in ((REDS_GOAL, "red"), (YELLOWS_GOAL, "yellow")):
        table = after_a_shot(goal[side])
        assert table.waited == {defender: {"save_roll"}}
        event = table.save(d6).event("save")
        assert (event["d6"], event["side"], event["saved"]) == (d6, side, saved)
        assert ("goal" in table.kinds) is not saved


@pytest.mark.parametrize("d6", [0, 7, "2"])
def test_a_die_has_six_faces(d6: object) -> None:
    assert after_a_shot("g21").refused("save_roll", d6=d6).code == "bad_play"


def test_a_save_is_thrown_for_once() -> None:
    after_a_shot("g21").save(1).illegal("save_roll", d6=1)


# --- clearing


def saved() -> Table:
    """Red's keeper has saved a shot at the middle; Y9 stands on g18."""
    return after_a_shot("g21").save(1)


def test_the_keeper_who_saved_has_the_ball_and_his_side_plays() -> None:
    table = saved()
    assert table.kinds == ["save_roll", "save", "ball", "turn_end"]
    assert (table.phase, table.ball) == (("clear", "red"), ("g21", "R1"))
    assert table.view("turn") == 2


def test_he_throws_both_dice_then_says_from_where_he_clears() -> None:
    table = saved()
    assert table.waited == {"red": {"clear_roll"}}
    assert table.illegal("clear_from", cell="g20") == "Lignes d'Attaque, Remise en jeu"
    table.play("clear_roll", d6=3, d12=9)
    assert table.event("budget")["points"] == 12
    assert table.waited == {"red": {"clear_from"}}
    table.illegal("clear_roll", d6=3, d12=9)
    table.play("clear_from", cell="d18")
    assert (table.phase, table.ball, table.at("R1")) == (("strategy", "red"), ("d18", "R1"), ["d18"])
    assert (table.view("points"), table.view("turn"), table.view("carried")) == (12, 2, 0)


def test_he_clears_from_any_free_cell_of_his_area_his_own_too() -> None:
    table = saved().play("clear_roll", d6=1, d12=1)
    table.illegal("clear_from", cell="g18")  # Y9
    table.illegal("clear_from", cell="c19")
    table.illegal("clear_from", cell="g17")
    table.illegal("clear_from", cell="g3")
    # 7 x 4 cells of the area, but for Y9's: his own is free for him.
    assert len(table.offered("clear_from")) == 27
    assert table.play("clear_from", cell="g21").ball == ("g21", "R1")


@pytest.mark.parametrize(("d6", "d12"), [(0, 1), (7, 1), (1, 0), (1, 13)])
def test_the_dice_of_a_clearance_have_six_and_twelve_faces(d6: int, d12: int) -> None:
    assert saved().refused("clear_roll", d6=d6, d12=d12).code == "bad_play"


def test_to_save_again_he_must_be_back_on_his_line() -> None:
    table = saved().play("clear_roll", d6=1, d12=2).play("clear_from", cell="e18")
    table.override(ball__cell="e17").end().budget(12).override(ball__cell="g18").to_shot(3)
    assert table.shoot("g21").kinds == ["shoot", "shot", "goal", "turn_end"]


def test_back_on_his_line_he_may_save_again() -> None:
    table = saved().play("clear_roll", d6=1, d12=2).play("clear_from", cell="e20")
    table.override(ball__cell="e19").walk("R1", "e21").end().budget(12)
    table.override(ball__cell="g18").to_shot(3).shoot("g21")
    assert table.waited == {"red": {"save_roll"}}


# --- after a goal

KICKS_OFF = "Lignes d'Attaque, Remise en jeu; reading restart_by"


def test_after_a_goal_everyone_returns_to_his_start_and_the_side_that_conceded_plays() -> None:
    table = after_a_shot("g21").save(6)
    goal = table.event("goal")
    assert (goal["seat"], goal["piece"], goal["score"]) == ("yellow", "Y9", {"yellow": 1, "red": 0})
    assert table.phase == ("strategy_roll", "red")
    assert table.at("Y9", "R1", "R3", "R4", "R9") == ["g10", "g21", "f18", "h18", "g11"]
    assert (table.ball, table.view("turn")) == (("g11", "R9"), 2)
    assert table.event("turn_end")["next"] == "red"
    assert table.event("turn_end")["cite"] == KICKS_OFF


def scored_in(house: str, **setup: Any) -> Table:
    """Yellow has scored into an open goal, in a match it kicked off."""
    table = yellow_plays(house={"restart_by": house}, **setup).put(Y9="g17", R1="d19")
    return table.to_shot(4).shoot("g21")


def test_the_house_may_have_the_side_kick_off_that_scored() -> None:
    table = scored_in("scored")
    assert (table.phase, table.ball, table.view("turn")) == (("strategy_roll", "yellow"), ("g11", "Y9"), 2)
    assert table.event("turn_end")["next"] == "yellow"
    assert table.event("turn_end")["cite"] == KICKS_OFF


def test_or_the_die_say_who_does() -> None:
    table = scored_in("die")
    assert table.event("ball")["cite"] == KICKS_OFF
    assert table.kinds == ["shoot", "shot", "goal", "ball"]
    assert (table.phase, table.ball, table.view("turn")) == (("kickoff", None), ("g11", None), 1)
    assert table.at("Y9", "R1") == ["g10", "g21"]
    assert table.waited == {None: {"kickoff_roll"}}
    assert len(table.offered("kickoff_roll")) == 6
    table.illegal("strategy_roll", d6=1, d12=1)


@pytest.mark.parametrize(("d6", "seat", "forward"), [(5, "red", "R9"), (2, "yellow", "Y9")])
def test_odd_is_red_even_yellow_after_a_goal_too(d6: int, seat: str, forward: str) -> None:
    table = scored_in("die").play("kickoff_roll", d6=d6)
    assert table.kinds == ["kickoff_roll", "turn_end", "ball"]
    assert table.event("kickoff_roll")["cite"] == KICKS_OFF
    assert table.event("turn_end")["cite"] == KICKS_OFF
    assert (table.phase, table.ball, table.view("turn")) == (("strategy_roll", seat), ("g11", forward), 2)


def test_a_goal_that_wins_is_followed_by_no_die() -> None:
    table = scored_in("die", end={"goals": 1})
    assert (table.kinds[-1], table.view("phase")) == ("match_end", "over")


def test_the_halves_are_kicked_off_in_turn_whoever_the_die_chose() -> None:
    by_halves = {"halves": 2, "minutes": 20}
    waits = scored_in("die", end=by_halves).half_time()
    assert (waits.kinds, waits.phase) == (["time_up", "turn_end"], ("strategy_roll", "red"))
    goes_on = scored_in("die", end=by_halves).play("kickoff_roll", d6=1).half_time()
    assert (goes_on.phase, goes_on.ball) == (("strategy_roll", "red"), ("g11", "R9"))


def test_a_goal_after_the_time_is_up_ends_the_half_without_a_die() -> None:
    table = yellow_plays(house={"restart_by": "die"}, end={"halves": 2, "minutes": 20})
    table.put(Y9="g17").to_shot(4).shoot("g21").half_time().save(5)
    assert (table.kinds[-2:], table.phase) == (["goal", "turn_end"], ("strategy_roll", "red"))
    assert table.event("turn_end")["cite"] == "Lignes d'Attaque, La partie commence"


def test_red_scores_too() -> None:
    table = after_a_shot("f1").save(1)
    assert table.view("score") == {"yellow": 0, "red": 1}
    assert (table.phase, table.ball) == (("strategy_roll", "yellow"), ("g11", "Y9"))
