"""Sortie et corner."""

import pytest

from tests.rules.lignes.table import Table, a_table, yellow_plays, yellow_shoots


def test_a_ball_goes_out_when_the_credit_takes_it_past_the_edge() -> None:
    """a11 is 6 cells from g11: with 6 the ball stays there, with 7 it is out."""
    six = yellow_shoots(6, ball="g11")
    assert six.illegal("send", to="out", through="a11") == "Lignes d'Attaque, Sortie et corner"
    assert six.send("a11").ball == ("a11", None)
    table = yellow_shoots(7, ball="g11").send_out("a11")
    out = table.event("out")
    assert (out["at"], out["restart"]) == ("a11", "touch")
    assert table.kinds == ["send", "out", "turn_end"]
    assert (table.phase, table.ball) == (("out", "red"), ("a11", None))


def test_through_is_the_last_cell_on_the_board_and_free() -> None:
    table = yellow_shoots(12, ball="g11", R6="m11")
    table.illegal("send", to="out", through="b11")
    table.illegal("send", to="out", through="m11")
    table.illegal("send", to="out", through="g11")
    table.illegal("send", to="out", through="b12")


def test_nobody_stands_between() -> None:
    yellow_shoots(12, ball="g11", R6="c11").illegal("send", to="out", through="a11")


@pytest.mark.parametrize(
    "fields",
    [{"to": "out"}, {"to": "a11", "through": "a11"}, {"to": "nowhere"}, {"to": "out", "through": "out"}, {}],
)
def test_a_ball_sent_out_says_through_which_cell_and_no_other_does(fields: dict[str, str]) -> None:
    assert yellow_shoots(12, ball="g11").refused("send", **fields).code == "bad_play"
    assert yellow_plays().refused("send", **fields).code == "bad_play"


def test_from_the_edge_the_ball_does_not_go_out_where_it_lies() -> None:
    table = yellow_shoots(5, ball="a11")
    table.illegal("send", to="out", through="a11")
    assert "a11" not in {play.through for play in table.offered("send")}


def test_no_ball_goes_out_through_a_goal() -> None:
    yellow_shoots(12, R1="d21").illegal("send", to="out", through="g21")
    yellow_shoots(12, ball="g5", Y1="d1").illegal("send", to="out", through="g1")


def test_beside_the_goal_cell_along_the_line_it_does_not_go_out_either_but_farther_on_it_does() -> None:
    """Along row 21 the line leaves over the side line at m21."""
    table = yellow_shoots(12, ball="i21").send_out("m21")
    assert table.event("out")["restart"] == "touch"


# --- over a side line


def at_a11(**cells: str) -> Table:
    return yellow_shoots(7, ball="g11", **cells).send_out("a11")


def test_the_nearest_of_the_other_side_takes_it_where_it_went_out() -> None:
    """R10 on b13 is 2 away, R6 (c15) 4."""
    table = at_a11(R10="b13").play("restart_at", piece="R10")
    assert table.kinds == ["restart_at", "ball"]
    assert (table.phase, table.ball, table.at("R10")) == (("strategy_roll", "red"), ("a11", "R10"), ["a11"])
    assert table.view("turn") == 2


def test_one_alone_need_not_be_named() -> None:
    table = at_a11(R10="b13").play("restart_at")
    assert (table.event("restart_at")["piece"], table.ball) == ("R10", ("a11", "R10"))


def test_if_several_are_level_the_side_chooses() -> None:
    """R6 (c15) and R10 (e13) are both 4 away."""
    table = at_a11()
    assert [play.piece for play in table.offered("restart_at")] == ["R6", "R10"]
    assert table.illegal("restart_at") == "Lignes d'Attaque, Sortie et corner; reading nearest_at_exit"
    table.illegal("restart_at", piece="R9")
    table.illegal("restart_at", piece="Y10")
    assert table.refused("restart_at", piece="R12").code == "bad_play"
    assert table.play("restart_at", piece="R6").ball == ("a11", "R6")


def test_the_keeper_takes_no_ball_that_is_out() -> None:
    """Behind a19: R1 on d19 is 3 away, R3 (f18) and R7 (f15) 5."""
    table = yellow_shoots(12, ball="g13", R1="d19", R2="m2", R6="a13").send_out("a19")
    assert [play.piece for play in table.offered("restart_at")] == ["R3", "R7"]


def test_a_diagonal_over_the_side_line() -> None:
    """From g11 up to a17 and out."""
    assert (
        yellow_shoots(7, ball="g11", R6="a15", R10="a14").send_out("a17").event("out")["restart"] == "touch"
    )


# --- over a goal line


def test_over_the_goal_line_attacked_the_keeper_clears() -> None:
    table = yellow_shoots(12, ball="i11").send_out("i21")
    assert table.event("out")["restart"] == "clear"
    assert table.kinds == ["send", "out", "ball", "turn_end"]
    assert (table.phase, table.ball) == (("clear", "red"), ("g21", "R1"))


def test_he_has_it_where_he_stands() -> None:
    assert yellow_shoots(12, ball="i11", R1="e19").send_out("i21").ball == ("e19", "R1")


def test_over_the_own_goal_line_it_is_a_corner() -> None:
    """From d5 behind d1: the nearer corner is a1, where R10 (b5) is nearest."""
    table = yellow_shoots(12, ball="d5", R10="b5").send_out("d1")
    assert table.event("out")["restart"] == "corner"
    assert (table.event("out")["at"], table.ball) == ("d1", ("a1", None))
    table.play("restart_at")
    assert (table.phase, table.ball) == (("strategy_roll", "red"), ("a1", "R10"))


def test_the_other_corner_when_it_is_nearer() -> None:
    assert yellow_shoots(12, ball="i5").send_out("i1").ball == ("m1", None)


def test_whoever_holds_the_corner_changes_places() -> None:
    table = yellow_shoots(12, ball="d5", R10="b5", Y2="a1").send_out("d1").play("restart_at")
    assert table.at("R10", "Y2") == ["a1", "b5"]


def test_reds_corner_lies_on_reds_goal_line() -> None:
    table = a_table().kickoff("red").budget(12).put(R9="j17", R5="m9").to_shot(12).send_out("j21")
    assert table.event("out")["restart"] == "corner"
    assert (table.phase, table.ball) == (("out", "yellow"), ("m21", None))


def test_from_a_corner_cell_a_diagonal_leaves_over_the_goal_line_and_a_row_over_the_side_line() -> None:
    diagonal = yellow_shoots(12, ball="f16", R2="m2", R6="m3").send_out("a21")
    assert diagonal.event("out")["restart"] == "clear"
    row = yellow_shoots(12, ball="d21").send_out("a21")
    assert row.event("out")["restart"] == "touch"
    column = yellow_shoots(12, ball="a16").send_out("a21")
    assert column.event("out")["restart"] == "clear"


def test_after_it_the_side_has_its_strategy_phase() -> None:
    table = at_a11(R10="b13").play("restart_at").budget(6).walk("R10", "b11 c11")
    assert (table.ball, table.view("carried")) == (("c11", "R10"), 2)


def test_every_way_out_is_offered() -> None:
    """From g11 with 12: the row to a11 and m11, and four diagonals; the column ends in the goals."""
    aside = {"Y6": "b2", "Y11": "c2", "R6": "k2", "R11": "l2", "Y10": "d2", "R10": "k20", "R9": "b20"}
    table = yellow_shoots(12, ball="g11", **aside)
    out = {play.through for play in table.offered("send") if play.to == "out"}
    assert out == {"a11", "m11", "a5", "m5", "a17", "m17"}
