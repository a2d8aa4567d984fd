"""The shot (§12)."""

import pytest

from tests.rules.ofusaido.table import a_table


def test_a_near_shot_is_tir_against_the_save() -> None:
    # VEGA TIR 7 + 2 + 3; SAMS 5 + 2, KANT 2 + 3.
    table = a_table().attempt("home", "DIRECT").shot("VEGA", "Y30", "R12", "B12W", last="KANT")
    assert table.totals == (12, 5 + 2 + 2 + 2)
    assert table.event("duel")["phase"] == "shot"


def test_a_long_shot_is_tdl_against_the_save() -> None:
    table = (
        a_table(visible="AFAR DIRECT").attempt("home", "AFAR").shot("OTIS", "Y30", "R12", "B12W", last="KANT")
    )
    assert table.totals == (6 + 2 + 3, 5 + 2 * 2 + 0 + 2)


@pytest.mark.parametrize(("target", "bonus"), [("top_left", 1), ("bottom_right", -1)])
def test_the_keepers_value_for_the_target_counts(target: str, bonus: int) -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").let_pass("away")
    table.shoot("home", "VEGA", target).no_support("home").support("away", "VEGA")
    assert table.view("duel.defence.score") == 5 + bonus
    assert table.reveal("Y30", "R12", "B30").totals == (7 + 2 + 6, 5 + bonus + 2)


def test_where_the_keeper_has_no_value_it_is_0() -> None:
    table = a_table().attempt("home", "DIRECT").shoot("home", "VEGA")
    assert table.event("shoot")["target"] == "bottom_centre"
    assert table.view("duel.defence.score") == 5


def test_of_several_targets_the_attack_says_which() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").let_pass("away")
    table.illegal("shoot", seat="home", card="VEGA")
    table.illegal("shoot", seat="home", card="VEGA", target="top_centre")
    assert table.refused("shoot", seat="home", card="VEGA", target="middle").code == "bad_play"


def test_a_zone_without_targets_takes_none() -> None:
    table = a_table(visible="AFAR DIRECT").attempt("home", "AFAR")
    table.illegal("shoot", seat="home", card="OTIS", target="top_left")
    assert table.shoot("home", "OTIS").view("duel.defence.score") == 5


def test_the_keeper_gets_an_energy_by_himself() -> None:
    table = a_table().attempt("home", "DIRECT").shoot("home", "VEGA")
    assert (table.counts("home"), table.counts("away")) == ((11, 0), (11, 0))
    assert table.view("teams.away.hand") == 8


def test_a_keeper_gets_no_energy_if_there_is_none() -> None:
    table = a_table().override(teams__away__energy_pile=0).attempt("home", "DIRECT").shoot("home", "VEGA")
    assert table.counts("away") == (0, 0)
    assert table.no_support("home", "away").reveal("Y30").totals == (7 + 2 + 3 * 4, 5)


def test_the_last_defenders_points_of_play_do_not_count() -> None:
    # KANT's TAK 7 is nothing here: post 2 and energy 3.
    table = a_table().attempt("home", "DIRECT").shot("VEGA", "R12", "R12", "Y03W", last="KANT")
    assert table.totals == (7 + 2 + 1, 5 + 2 + 2 + 3)


def test_the_attack_wins_and_it_is_a_goal() -> None:
    table = a_table().attempt("home", "DIRECT").shot("VEGA", "Y30", "R12")
    goal = table.event("goal")
    assert (goal["seat"], goal["card"], goal["score"]) == ("home", "VEGA", {"home": 1, "away": 0})
    assert table.event("turn_end")["reason"] == "goal"
    assert table.view("score") == {"home": 1, "away": 0}


def test_a_level_shot_is_saved() -> None:
    # VEGA 7 + 2 + 1 = 10; SAMS 5 + 1, KANT 2 + 2 = 10.
    table = a_table().attempt("home", "DIRECT").shot("VEGA", "R12", "Y21", "B12W", last="KANT")
    assert table.totals == (10, 10)
    no_goal = table.event("no_goal")
    assert (no_goal["seat"], no_goal["card"]) == ("home", "VEGA")
    assert table.event("turn_end")["reason"] == "no_goal"
    assert table.view("score") == {"home": 0, "away": 0}


def test_only_the_attack_shoots_and_only_in_its_phase() -> None:
    table = a_table().attempt("home", "DIRECT")
    table.illegal("shoot", seat="away", card="VEGA")
    table.illegal("advance", seat="home", card="VEGA", intent="pass")
    a_table().attempt("home", "THROUGH").illegal("shoot", seat="home", card="VEGA", target="top_left")


def test_a_keeper_does_not_shoot_and_is_no_last_defender() -> None:
    table = a_table().attempt("home", "DIRECT")
    table.illegal("shoot", seat="home", card="SAMS")
    table.shoot("home", "VEGA").no_support("home").illegal("support", seat="away", cards=["TONI"])


def test_the_score_is_the_attacking_sides() -> None:
    table = a_table(kickoff="away").attempt("away", "DIRECT").shoot("away", "VEGA").reveal("Y30", "R12")
    assert table.event("goal")["score"] == {"home": 0, "away": 1}
