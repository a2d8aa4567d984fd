"""Passer le ballon."""

import pytest

from tests.rules.lignes.table import yellow_kicks, yellow_plays

PASSING = "Lignes d'Attaque, Passer le ballon"


def test_a_pass_to_a_teammate_costs_a_point_a_cell() -> None:
    """From g11 to Y9's neighbour on c11: 4 cells, 12 - 4 = 8."""
    table = yellow_plays(12).put(Y10="c11").kick("c11")
    ball = table.event("ball")
    assert (ball["at"], ball["carrier"], ball["cost"], ball["left"]) == ("c11", "Y10", 4, 8)
    assert (table.ball, table.view("points")) == (("c11", "Y10"), 8)


def test_the_ball_is_passed_to_a_teammate_not_to_a_free_cell() -> None:
    table = yellow_plays(12).put(Y10="c11")
    assert table.illegal("pass", to="d11") == f"{PASSING}; reading pass_to"
    assert "nobody stands on d11" in table.refused("pass", to="d11").message
    assert table.view("reach") == ["g1", "c7", "k7", "c11"]
    assert [play.to for play in table.offered("pass")] == ["g1", "c7", "k7", "c11"]
    assert table.kick("c11").ball == ("c11", "Y10")


def test_with_no_teammate_on_a_line_no_pass_is_waited_for() -> None:
    """Nobody of yellow stands on a line from e16: not even Y1, g1."""
    table = yellow_plays(12).put(Y9="e16", Y10="f10", Y3="a4")
    assert (table.view("reach"), "pass" in table.waited["yellow"]) == ([], False)
    table.illegal("pass", to="e17")


def test_a_pass_to_a_free_cell_leaves_the_ball_there() -> None:
    table = yellow_kicks(12).kick("j14")
    assert (table.ball, table.view("points"), table.view("phase")) == (("j14", None), 9, "strategy")
    assert table.event("ball")["carrier"] is None
    assert table.event("pass")["cite"] == f"{PASSING}; reading pass_to"


def test_the_ball_travels_along_rows_columns_and_diagonals() -> None:
    for cell in ("a11", "m11", "g10", "c15", "j8"):
        if cell != "g10":
            yellow_kicks(12).put(R6="m2", R11="m3", Y9="g11").kick(cell)
    assert (
        yellow_kicks().illegal("pass", to="h13") == "Lignes d'Attaque, Passer le ballon; reading trajectory"
    )
    yellow_kicks().illegal("pass", to="b10")


def test_a_pass_stays_on_the_board_and_goes_somewhere() -> None:
    table = yellow_plays()
    table.illegal("pass", to="n11")
    table.illegal("pass", to="g11")
    assert table.refused("pass", to="out").code == "bad_play"
    assert table.refused("pass").code == "bad_play"


def test_nobody_passes_to_an_opponent() -> None:
    yellow_plays().illegal("pass", to="g12")


def test_the_points_must_last() -> None:
    yellow_kicks(3).illegal("pass", to="k11")
    assert yellow_kicks(4).kick("k11").view("points") == 0


def test_only_the_carrier_passes() -> None:
    table = yellow_kicks().kick("h12")
    assert table.illegal("pass", to="h13") == "Lignes d'Attaque, Passer le ballon"
    assert "pass" not in table.waited["yellow"]


def test_who_receives_may_go_on_or_pass_again() -> None:
    table = yellow_kicks(18).put(Y10="c11").kick("c11").walk("Y10", "c12 c13")
    assert (table.view("carried"), table.view("points")) == (2, 12)
    assert table.kick("a13").view("points") == 10


def test_a_one_two_counts_anew() -> None:
    table = yellow_plays(18).put(Y10="c11").walk("Y9", "f11 e11").kick("c11").kick("e11")
    assert (table.ball, table.view("carried")) == (("e11", "Y9"), 0)
    assert table.walk("Y9", "e12 d13 d14 d15 d16 d17").view("carried") == 6


def test_teammates_between_are_passed_freely() -> None:
    table = yellow_plays(12).put(Y10="e11", Y6="d11", Y2="c11").kick("c11")
    assert table.kinds == ["pass", "ball"]
    assert table.view("points") == 8


# --- lob


def test_over_an_opponent_the_pass_is_lobbed_for_2_points_more() -> None:
    table = yellow_kicks(12).kick("g14")
    assert table.event("lob")["cost"] == 2
    ball = table.event("ball")
    assert (ball["cost"], ball["left"], table.view("points")) == (3, 7, 7)


def test_over_several_opponents_it_is_2_points_all_the_same() -> None:
    assert yellow_kicks(12).put(R10="g13", R6="g14").kick("g15").view("points") == 12 - 4 - 2


def test_over_a_teammate_and_an_opponent_it_is_a_lob() -> None:
    assert yellow_kicks(12).put(Y10="g13").kick("g14").view("points") == 12 - 3 - 2


def test_the_lob_must_be_affordable_too() -> None:
    yellow_kicks(4).illegal("pass", to="g14")
    assert yellow_kicks(5).kick("g14").kinds == ["pass", "lob", "ball", "turn_end"]


# --- the keeper


def test_the_keeper_in_his_area_cannot_be_lobbed() -> None:
    """From g16 to h-less g21: R1 on g18 takes the ball after 2 cells; his side clears."""
    table = yellow_kicks(12).put(Y9="g16", R1="g18").kick("g20")
    assert "lob" not in table.kinds
    ball = table.event("ball")
    assert (ball["at"], ball["carrier"], ball["cost"], ball["left"]) == ("g18", "R1", 2, 10)
    assert table.event("turn_end")["next"] == "red"
    assert (table.phase, table.ball) == (("clear", "red"), ("g18", "R1"))
    assert table.view("points") == 0


def test_the_full_price_with_the_lob_must_be_affordable_even_so() -> None:
    yellow_kicks(5).put(Y9="g16", R1="g18").illegal("pass", to="g20")
    assert yellow_kicks(6).put(Y9="g16", R1="g18").kick("g20").ball == ("g18", "R1")


def test_outside_his_area_the_keeper_is_lobbed_like_others() -> None:
    table = yellow_kicks(12).put(Y9="g14", R1="g16").kick("g17")
    assert (table.event("lob")["cost"], table.ball) == (2, ("g17", None))


def test_the_own_keeper_lets_the_ball_pass() -> None:
    table = yellow_kicks(12).put(Y9="g4", Y1="g3").kick("g2")
    assert (table.kinds, table.view("points")) == (["pass", "ball"], 10)


def test_the_own_keeper_may_receive_and_pass() -> None:
    table = yellow_kicks(12).put(Y9="g4").kick("g1")
    assert table.ball == ("g1", "Y1")
    assert table.kick("e3").ball == ("e3", None)


# --- what can be reached


def test_the_keeper_takes_a_pass_to_a_teammate_too() -> None:
    """Y10 stands on g20, behind R1 on g18."""
    table = yellow_plays(12).put(Y9="g16", R1="g18", Y10="g20")
    assert "g20" in table.view("reach")
    assert table.kick("g20").ball == ("g18", "R1")


def test_what_a_pass_can_reach_is_shown_by_row_and_column() -> None:
    """2 points: two cells each way, but not onto R9 (g12) or R10 (e13), and a lob over R9 costs 4."""
    table = yellow_kicks(2)
    assert table.view("reach") == "e9 g9 i9 f10 g10 h10 e11 f11 h11 i11 f12 h12 i13".split()


@pytest.mark.parametrize("points", [3, 8, 18])
def test_what_is_offered_is_what_is_shown(points: int) -> None:
    table = yellow_plays(points)
    assert [play.to for play in table.offered("pass")] == table.view("reach")
