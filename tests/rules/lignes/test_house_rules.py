"""House rule `trajectory`: lines along eight directions, or between any two cells."""

from tests.rules.lignes.table import Table, yellow_plays


def any_lines(points: int = 12, **cells: str) -> Table:
    table = yellow_plays(points, house={"trajectory": "any", "pass_to": "anywhere"})
    return table.put(**cells) if cells else table


def test_a_pass_travels_between_any_two_cells() -> None:
    """From g11 to b13: 5 columns, 2 rows: 5 points. It crosses f11, e12, d12, c13 (and the like), all free."""
    table = any_lines(12).kick("b13")
    assert (table.ball, table.view("points"), table.kinds) == (("b13", None), 7, ["pass", "ball"])


def test_an_opponent_whose_cell_is_crossed_must_be_lobbed() -> None:
    """From g11 to h13 the line crosses g12, where R9 stands, and h12."""
    table = any_lines(12).kick("h13")
    assert (table.event("lob")["cost"], table.view("points")) == (2, 12 - 2 - 2)


def test_a_cell_whose_corner_only_is_touched_is_not_crossed() -> None:
    """From g11 to j14 the diagonal touches the corners of g12 (R9) and h11."""
    assert any_lines(12).kick("j14").kinds == ["pass", "ball"]


def test_a_shot_needs_no_row_column_or_diagonal() -> None:
    table = any_lines(12, Y9="g17").to_shot(4)
    assert table.view("reach") == ["f21", "g21", "h21"]
    shot = table.shoot("f21").event("shot")
    assert (shot["distance"], shot["in"]) == (4, True)


def test_a_relay_and_the_barring_of_it() -> None:
    """From g17 to e18 the line crosses f17 and f18, where R3 stands."""
    assert any_lines(12, Y9="g17", Y10="e16").to_shot(5).relay("e16").view("points") == 3
    any_lines(12, Y9="g17", Y10="e18").to_shot(5).illegal("relay", to="e18")


def test_a_ball_is_sent_exactly_as_far_as_the_credit_takes_it() -> None:
    table = any_lines(12, Y9="g11").to_shot(3)
    ends = {play.to for play in table.offered("send")}
    assert {"d12", "d11", "i8", "j13"} <= ends
    assert "e9" not in ends


def test_flat_it_goes_out_over_the_side_line() -> None:
    """From c11 to a10 and on: 2 cells, the next lies off the board."""
    table = any_lines(12, Y9="c11").to_shot(3).play("send", to="out", through="a10")
    assert (table.event("out")["restart"], table.ball) == ("touch", ("a10", None))


def test_steep_it_goes_out_over_the_goal_line() -> None:
    """From l18 to m21: 3 cells."""
    table = any_lines(12, Y9="l18").to_shot(4).play("send", to="out", through="m21")
    assert table.event("out")["restart"] == "clear"


def test_no_steep_ball_goes_out_through_the_goal() -> None:
    any_lines(12, Y9="g17", R1="d19").to_shot(9).illegal("send", to="out", through="f21")


def test_with_eight_trajectories_all_that_is_refused() -> None:
    table = yellow_plays(12)
    table.illegal("pass", to="b13")
    table.put(Y9="g17").to_shot(4).illegal("shoot", goal_cell="f21")
