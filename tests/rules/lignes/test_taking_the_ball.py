"""Attraper le ballon."""

from tests.rules.lignes.table import Table, yellow_kicks, yellow_plays


def with_a_free_ball(points: int = 12) -> Table:
    """Yellow's ball lies free on d11; Y10 stands on e9, Y9 on g11."""
    return yellow_plays(points).override(ball__cell="d11")


def test_who_enters_the_cell_of_the_ball_takes_it() -> None:
    table = with_a_free_ball().walk("Y10", "d10 d11")
    assert (table.ball, table.view("carried"), table.view("points")) == (("d11", "Y10"), 0, 10)
    assert (table.event("ball")["at"], table.event("ball")["carrier"]) == ("d11", "Y10")


def test_he_may_go_on_and_his_cells_with_the_ball_are_counted() -> None:
    table = with_a_free_ball().walk("Y10", "d10 d11 d12 d13")
    assert (table.ball, table.view("carried")) == (("d13", "Y10"), 2)


def test_from_there_on_six_cells_at_most() -> None:
    table = with_a_free_ball()
    table.illegal("move", piece="Y10", path="d10 d11 c12 c13 b14 b15 b16 b17 b18".split())
    table.walk("Y10", "d10 d11 c12 c13 b14 b15 b16 a17").illegal("move", piece="Y10", path=["a16"])


def test_he_cannot_pass_over_the_ball_without_taking_it() -> None:
    table = with_a_free_ball().walk("Y10", "d10 d11 d12")
    assert table.ball == ("d12", "Y10")


def test_over_the_teammate_who_has_the_ball_he_takes_it_and_goes_on() -> None:
    table = yellow_plays(12).walk("Y10", "f10 g11 h12")
    assert (table.ball, table.view("carried"), table.at("Y9", "Y10")) == (("h12", "Y10"), 1, ["g11", "h12"])


def test_he_may_not_stop_on_him() -> None:
    table = yellow_plays(12)
    assert (
        table.illegal("move", piece="Y10", path=["f10", "g11"])
        == "Lignes d'Attaque, Attraper le ballon; reading take_from_teammate"
    )
    table.illegal("move", piece="Y10", to="g11")


def test_nor_pass_over_him_again_when_he_has_it_no_more() -> None:
    yellow_plays(12).illegal("move", piece="Y10", path=["f10", "g11", "h12", "g11", "f10"])


def test_nobody_takes_the_ball_from_an_opponent() -> None:
    table = yellow_plays(12).override(ball__cell="e13").put(Y10="e12")
    assert table.ball == ("e13", "R10")
    table.illegal("move", piece="Y10", path=["e13", "e14"])


def test_a_new_carrier_counts_anew_and_so_does_the_first_when_he_takes_it_back() -> None:
    table = yellow_plays(18).walk("Y9", "f11 e11 d11 d10").view("carried")
    assert table == 4
    again = yellow_plays(18).walk("Y9", "f11 e11 d11 d10").walk("Y10", "d10 c11").walk("Y9", "c11 c12")
    assert (again.ball, again.view("carried")) == (("c12", "Y9"), 1)


# --- one's own kick


def test_taking_back_ones_own_kick_goes_on_with_the_count() -> None:
    """18 - 4 - 2 - 2 = 10: on h13 Y9 has gone 4 cells with the ball already, and two are left."""
    table = yellow_kicks(18).walk("Y9", "f11 e11 d11 d12").kick("d14")
    assert (table.ball, table.view("carried")) == (("d14", None), 0)
    table.walk("Y9", "d13 d14")
    assert (table.view("carried"), table.view("points")) == (4, 10)
    table.illegal("move", piece="Y9", path=["c15", "d16", "e17"])
    assert table.put(R6="m2").walk("Y9", "c15 d16").view("carried") == 6


def test_after_six_cells_he_may_take_his_kick_back_and_go_no_farther() -> None:
    table = yellow_kicks(18).walk("Y9", "f11 e11 d11 d12 d13 d14").kick("d15")
    table.illegal("move", piece="Y9", path=["d15", "d16"])
    assert table.walk("Y9", "d15").view("carried") == 6


def test_another_who_takes_a_kick_counts_anew() -> None:
    table = yellow_kicks(18).walk("Y9", "f11 e11 d11 d10").kick("d9").walk("Y10", "d9 d8")
    assert (table.ball, table.view("carried")) == (("d8", "Y10"), 1)


def test_a_kick_of_the_last_turn_is_nobodys() -> None:
    table = yellow_kicks(8).walk("Y9", "f11 e11 d11 d10 c10 c9").kick("b9").end()
    table.budget(2).end()
    table.budget(8).walk("Y9", "b9 b10")
    assert table.view("carried") == 1


# --- the way of `to`


def test_of_two_ways_as_cheap_the_one_without_the_ball_is_taken() -> None:
    """From e9 to e13's west: d11 with the ball lies on one of the ways to c13; another leaves it alone."""
    table = with_a_free_ball().go("Y10", "d13")
    assert table.event("moved")["cost"] == 4
    assert table.ball == ("d11", None)


def test_the_only_cheapest_way_may_lead_over_the_ball() -> None:
    """Straight on a side row, a13 is 4 from a9; around the ball it would be as far: but b-cells are held."""
    table = yellow_plays(12).put(Y10="a9", Y2="b10", Y3="b11", Y4="b12").override(ball__cell="a11")
    table.go("Y10", "a13")
    assert (table.event("move")["path"], table.ball) == (["a10", "a11", "a12", "a13"], ("a13", "Y10"))
    assert table.view("carried") == 2


def test_when_the_ball_bars_the_cheapest_way_after_six_cells_a_longer_one_is_taken() -> None:
    """The ball on a11: 6 cells with it end on a17. To a18 the way leads around the wall: b9, and then a row a cell."""
    table = yellow_plays(14).put(Y10="a9", Y2="b10", Y3="b11", Y4="b12").override(ball__cell="a11")
    table.go("Y10", "a18")
    assert (table.event("moved")["cost"], table.ball) == (1 + 9, ("a11", None))


def test_to_the_cell_of_the_ball_itself() -> None:
    assert with_a_free_ball().go("Y10", "d11").ball == ("d11", "Y10")


def test_the_cheapest_way_may_lead_over_the_teammate_with_the_ball() -> None:
    table = yellow_plays(12).put(Y9="a10", Y2="b9", Y3="b10", Y4="b11", Y10="a9").go("Y10", "a11")
    assert (table.event("move")["path"], table.ball) == (["a10", "a11"], ("a11", "Y10"))
