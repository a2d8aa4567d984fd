"""Pénalty: opponents side by side in an area, the foul, the kick from the spot."""

import pytest

from tests.rules.lignes.table import Table, yellow_plays


def beside(points: int = 12, **setup: object) -> Table:
    """Y9 with the ball on a11; Y10 is about to step from e17 to e18, beside R3 on f18 in red's area."""
    return yellow_plays(points, **setup).put(Y9="a11", Y10="e17")


# --- who is asked about


def test_a_move_that_puts_two_opponents_side_by_side_in_an_area_is_checked() -> None:
    table = beside().walk("Y10", "e18")
    assert (table.phase, table.view("points")) == (("penalty_check", "yellow"), 11)
    assert table.waited == {"yellow": {"penalty_check"}}
    assert table.view("checks") == [{"piece": "R3", "against": "Y10"}]


def test_nothing_else_is_done_before_the_die_has_fallen() -> None:
    table = beside().walk("Y10", "e18")
    table.illegal("move", piece="Y10", to="e17")
    table.illegal("end_strategy")


def test_side_by_side_is_eight_ways() -> None:
    assert beside().put(R3="f19").walk("Y10", "e18").view("phase") == "penalty_check"
    assert beside().put(R3="e19").walk("Y10", "e18").view("phase") == "penalty_check"
    assert beside().put(R3="g18").walk("Y10", "e18").view("phase") == "strategy"


def test_both_must_stand_in_the_area() -> None:
    # c18 beside R2 is outside; d18 is inside, R2 on c18 is not.
    assert yellow_plays().put(Y10="c16").walk("Y10", "c17").view("phase") == "strategy"
    assert yellow_plays().put(Y10="d17").walk("Y10", "d18").view("phase") == "strategy"
    assert yellow_plays().put(Y10="d17", R2="d19").walk("Y10", "d18").view("phase") == "penalty_check"


def test_in_the_own_area_too() -> None:
    table = yellow_plays().put(R9="e4").walk("Y3", "f5 f4")
    assert table.view("checks") == []
    assert yellow_plays().put(R9="e3", Y3="f5").walk("Y3", "f4").view("checks") == [
        {"piece": "Y3", "against": "R9"}
    ]


def test_walking_past_is_no_matter_only_the_end_of_the_move() -> None:
    assert beside().walk("Y10", "e18 e17").view("phase") == "strategy"


def test_a_pair_side_by_side_already_is_not_checked() -> None:
    table = beside().put(Y10="e18").walk("Y10", "e19")
    assert table.view("phase") == "strategy"


def test_side_by_side_across_the_edge_of_the_area_it_is_checked_once_both_are_inside() -> None:
    """R3 on f18; Y10 on e17 is beside him but outside: a step to e18 puts both in the area."""
    assert yellow_plays().put(Y10="e17").walk("Y10", "e18").view("phase") == "penalty_check"


def test_no_pair_is_checked_twice_in_a_turn() -> None:
    table = beside().walk("Y10", "e18").check(2).walk("Y10", "e17").walk("Y10", "e18")
    assert table.view("phase") == "strategy"


def test_in_another_turn_it_is_checked_again() -> None:
    house = {"pass_to": "anywhere"}
    table = (
        beside(house=house).walk("Y10", "e18").check(2).walk("Y10", "e17").kick("a12").end().budget(2).end()
    )
    assert table.budget(5).walk("Y10", "e18").view("phase") == "penalty_check"


def test_a_keeper_does_not_count() -> None:
    assert yellow_plays().put(Y10="g19").walk("Y10", "g20").view("phase") == "strategy"


def test_unless_the_house_says_so() -> None:
    table = yellow_plays(house={"keeper_counts": True}).put(Y10="g19").walk("Y10", "g20")
    assert table.view("checks") == [{"piece": "R1", "against": "Y10"}]
    assert table.check(1).event("foul")["piece"] == "R1"


def test_a_keeper_who_walks_counts_if_the_house_says_so() -> None:
    table = yellow_plays(house={"keeper_counts": True}).put(R9="g4").walk("Y1", "g2 g3")
    assert table.view("checks") == [{"piece": "Y1", "against": "R9"}]
    assert yellow_plays().put(R9="g4").walk("Y1", "g2 g3").view("phase") == "strategy"


def test_the_house_may_ask_only_about_pairs_with_the_ball() -> None:
    only = {"foul_on": "carrier"}
    assert beside(house=only).walk("Y10", "e18").view("phase") == "strategy"
    with_ball = yellow_plays(house=only).put(Y9="e17").walk("Y9", "e18")
    assert with_ball.view("checks") == [{"piece": "R3", "against": "Y9"}]


def test_several_pairs_are_asked_about_by_the_opponents_number() -> None:
    """Y10 on g19 stands beside R4 (h18) and R3 (f18)."""
    table = beside().put(Y10="g17").put(R3="h19", R4="f19").walk("Y10", "g18")
    assert table.view("checks") == [{"piece": "R3", "against": "Y10"}, {"piece": "R4", "against": "Y10"}]
    assert table.check(2).view("checks") == [{"piece": "R4", "against": "Y10"}]
    assert table.check(1).event("foul")["piece"] == "R4"


def test_a_foul_drops_the_other_pairs() -> None:
    table = beside().put(Y10="g17").walk("Y10", "g18").check(3)
    assert table.event("foul")["piece"] == "R3"
    assert (table.view("phase"), table.view("checks")) == ("penalty", [])


def test_the_check_comes_before_the_phase_ends_at_0_points() -> None:
    table = beside(2).walk("Y2", "c5").walk("Y10", "e18")
    assert (table.view("phase"), table.view("points")) == ("penalty_check", 0)
    assert table.check(4).phase == ("shot_roll", "yellow")


def test_and_before_the_turn_ends_without_the_ball() -> None:
    table = beside(3).override(ball__cell="a20").walk("Y2", "c5 c6").walk("Y10", "e18").check(6)
    assert table.event("turn_end")["next"] == "red"


# --- the foul


def fouled(**cells: str) -> Table:
    return yellow_plays().put(**{"Y9": "a11", "Y10": "e17", **cells}).walk("Y10", "e18").check(5)


def test_even_play_goes_on_odd_is_a_foul() -> None:
    for d6 in (2, 4, 6):
        assert beside().walk("Y10", "e18").check(d6).phase == ("strategy", "yellow")
    for d6 in (1, 3, 5):
        assert beside().walk("Y10", "e18").check(d6).phase == ("penalty", "yellow")


def test_a_foul_names_the_defender_and_the_attacker() -> None:
    foul = fouled().event("foul")
    assert (foul["piece"], foul["against"], foul["cite"]) == ("R3", "Y10", "Lignes d'Attaque, Pénalty")


def test_the_attacker_nearest_the_ball_goes_to_the_spot_with_it() -> None:
    """The ball was on a11 with Y9."""
    table = fouled()
    assert (table.at("Y9", "Y10", "R1"), table.ball) == (["g19", "e18", "g21"], ("g19", "Y9"))
    assert table.view("points") == 0


def test_of_several_level_the_lowest_number_goes() -> None:
    """The ball lies on a14; Y6 (a12) and Y11 (c14) are both 2 away."""
    table = yellow_plays().put(Y9="m1", Y6="a12", Y11="c14", Y10="e17").override(ball__cell="a14")
    assert table.walk("Y10", "e18").check(1).at("Y6") == ["g19"]


def test_a_keeper_takes_no_penalty() -> None:
    table = yellow_plays().put(Y10="e17").override(ball__cell="g1").walk("Y10", "e18").check(1)
    assert table.ball == ("g19", "Y3")


def test_whoever_stands_on_the_spot_changes_places() -> None:
    table = fouled(R6="g19")
    assert table.at("Y9", "R6") == ["g19", "a11"]


def test_whoever_stands_in_the_middle_of_the_goal_changes_places_with_the_keeper() -> None:
    table = yellow_plays().put(R1="d21").put(Y9="a11", Y10="e17", R4="g21").walk("Y10", "e18").check(5)
    assert table.at("R1", "R4") == ["g21", "d21"]


def test_a_foul_in_the_own_area_is_a_penalty_for_the_others() -> None:
    table = yellow_plays().put(R9="e3", Y3="f5").walk("Y3", "f4").check(1)
    foul = table.event("foul")
    assert (foul["piece"], foul["against"]) == ("Y3", "R9")
    assert (table.phase, table.waited) == (("penalty", "red"), {"red": {"penalty_roll"}})
    assert table.ball[0] == "g3"
    assert table.at("Y1") == ["g1"]


# --- the kick


CELLS = {1: "g21", 2: "g21", 3: "f21", 4: "h21", 5: "f21", 6: "h21"}
SAVED_BY = {"g21": (1, 2), "f21": (5, 3), "h21": (4, 6)}


@pytest.mark.parametrize("kick", range(1, 7))
@pytest.mark.parametrize("save", range(1, 7))
def test_the_die_says_the_cell_and_its_two_numbers_save(kick: int, save: int) -> None:
    table = fouled().play("penalty_roll", d6=kick)
    assert table.waited == {"red": {"penalty_save"}}
    penalty = table.play("penalty_save", d6=save).event("penalty")
    is_saved = save in SAVED_BY[CELLS[kick]]
    assert (penalty["cell"], penalty["scored"]) == (CELLS[kick], not is_saved)


def test_against_yellow_left_and_right_are_as_its_keeper_sees_them() -> None:
    for kick, cell in {4: "f1", 1: "g1", 3: "h1"}.items():
        table = yellow_plays().put(R9="e3", Y3="f5").walk("Y3", "f4").check(1).play("penalty_roll", d6=kick)
        assert table.play("penalty_save", d6=kick).event("penalty")["cell"] == cell


def test_the_taker_throws_first_and_once() -> None:
    table = fouled()
    assert table.waited == {"yellow": {"penalty_roll"}}
    assert table.illegal("penalty_save", d6=1) == "Lignes d'Attaque, Pénalty"
    table.play("penalty_roll", d6=1).illegal("penalty_roll", d6=2)


def test_a_penalty_that_goes_in_is_a_goal_of_its_taker() -> None:
    table = fouled().play("penalty_roll", d6=6).play("penalty_save", d6=5)
    assert table.kinds == ["penalty_save", "penalty", "goal", "turn_end"]
    assert (table.event("goal")["piece"], table.view("score")) == ("Y9", {"yellow": 1, "red": 0})
    assert (table.phase, table.ball) == (("strategy_roll", "red"), ("g11", "R9"))


def test_a_penalty_saved_is_cleared_by_the_keeper() -> None:
    table = fouled().play("penalty_roll", d6=6).play("penalty_save", d6=4)
    assert table.kinds == ["penalty_save", "penalty", "ball", "turn_end"]
    assert (table.phase, table.ball, table.view("turn")) == (("clear", "red"), ("g21", "R1"), 2)


def test_a_penalty_against_the_side_that_plays_and_saved_is_cleared_by_it() -> None:
    table = yellow_plays().put(R9="e3", Y3="f5").walk("Y3", "f4").check(1).play("penalty_roll", d6=2)
    assert table.play("penalty_save", d6=1).phase == ("clear", "yellow")
    assert table.event("turn_end")["next"] == "yellow"


def test_a_penalty_scored_against_the_side_that_plays_gives_it_the_ball() -> None:
    table = yellow_plays().put(R9="e3", Y3="f5").walk("Y3", "f4").check(1).play("penalty_roll", d6=2)
    assert table.play("penalty_save", d6=3).phase == ("strategy_roll", "yellow")
    assert table.view("score") == {"yellow": 0, "red": 1}


@pytest.mark.parametrize("kind", ["penalty_roll", "penalty_save"])
def test_dice_have_six_faces(kind: str) -> None:
    assert fouled().refused(kind, d6=7).code == "bad_play"
    assert beside().walk("Y10", "e18").refused("penalty_check", d6=0).code == "bad_play"
