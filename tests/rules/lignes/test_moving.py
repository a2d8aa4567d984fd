"""Déplacement des joueurs."""

import pytest

from tests.rules.lignes.table import Table, a_table, yellow_plays


def test_a_move_costs_a_point_a_cell_diagonal_or_not() -> None:
    table = yellow_plays(12).walk("Y10", "e10 f11 f12")
    moved = table.event("moved")
    assert (moved["piece"], moved["cost"], moved["left"]) == ("Y10", 3, 9)
    assert (table.view("points"), table.at("Y10")) == (9, ["f12"])


def test_players_go_forwards_backwards_and_sideways_as_often_as_they_like() -> None:
    table = yellow_plays(12).walk("Y10", "e10 e9 d9 e8 f9 e9")
    assert (table.view("points"), table.at("Y10")) == (6, ["e9"])


def test_any_piece_of_the_side_moves_in_any_order() -> None:
    table = yellow_plays(12).walk("Y2", "c5").walk("Y9", "h12").walk("Y2", "c6").walk("Y11", "k8")
    assert (table.at("Y2", "Y9", "Y11"), table.view("points")) == (["c6", "h12", "k8"], 8)


def test_each_cell_is_next_to_the_last() -> None:
    yellow_plays().illegal("move", piece="Y10", path=["e11"])
    yellow_plays().illegal("move", piece="Y10", path=["e10", "g10"])
    yellow_plays().illegal("move", piece="Y10", path=["e9"])


def test_nobody_passes_over_another_player_of_either_side() -> None:
    table = yellow_plays().put(Y6="d10", R6="f10")
    assert (
        table.illegal("move", piece="Y10", path=["d10", "c11"]) == "Lignes d'Attaque, Déplacement des joueurs"
    )
    table.illegal("move", piece="Y10", path=["f10", "g12"])
    table.illegal("move", piece="Y10", path=["f10"])


def test_the_points_must_last() -> None:
    table = yellow_plays(2)
    table.illegal("move", piece="Y10", path=["e10", "e11", "e12"])
    table.illegal("move", piece="Y10", to="e12")
    assert table.walk("Y10", "e10 e11").kinds == ["move", "moved"]


def test_only_the_side_that_plays_moves() -> None:
    yellow_plays().illegal("move", piece="R10", path=["e12"])


@pytest.mark.parametrize("cell", ["n5", "a22", "z99"])
def test_players_stay_on_the_board(cell: str) -> None:
    yellow_plays().illegal("move", piece="Y10", path=[cell])
    yellow_plays().illegal("move", piece="Y10", to=cell)


@pytest.mark.parametrize(
    "fields",
    [
        {"piece": "Y12", "to": "e10"},
        {"piece": "y10", "to": "e10"},
        {"piece": "Y10", "to": "E10"},
        {"piece": "Y10", "to": "10e"},
        {"piece": "Y10", "to": "e0"},
        {"piece": "Y10", "to": 7},
        {"piece": "Y10", "path": "e10"},
        {"piece": "Y10", "path": ["e10", ""]},
        {"piece": "Y10", "path": []},
        {"piece": "Y10"},
        {"piece": "Y10", "to": "e10", "path": ["e10"]},
        {"to": "e10"},
    ],
)
def test_a_move_names_a_piece_and_cells_whatever_the_table_waits_for(fields: dict[str, object]) -> None:
    assert yellow_plays().refused("move", **fields).code == "bad_play"
    assert a_table().refused("move", **fields).code == "bad_play"


# --- with the ball


def test_the_ball_goes_with_its_carrier() -> None:
    table = yellow_plays().walk("Y9", "h12 h13")
    assert table.kinds == ["move", "moved", "ball"]
    assert (table.event("ball")["at"], table.event("ball")["carrier"]) == ("h13", "Y9")
    assert (table.ball, table.view("carried")) == (("h13", "Y9"), 2)


def test_six_cells_with_the_ball_at_most_however_the_moves_are_cut_up() -> None:
    table = yellow_plays(18).walk("Y9", "h12 h13").walk("Y9", "h14 g15 g16")
    assert table.view("carried") == 5
    assert (
        table.illegal("move", piece="Y9", path=["g17", "g16"])
        == "Lignes d'Attaque, Déplacement des joueurs; reading carrier_six"
    )
    table.walk("Y9", "g17").illegal("move", piece="Y9", path=["g16"])
    assert (table.view("carried"), table.view("points")) == (6, 12)


def test_after_six_cells_other_players_still_move() -> None:
    table = yellow_plays(18).walk("Y9", "h12 h13 h14 g15 g16 g17").walk("Y10", "e10 e11")
    assert (table.view("carried"), table.view("points")) == (6, 10)


def test_in_the_next_strategy_phase_the_count_begins_anew() -> None:
    table = yellow_plays(6).walk("Y9", "f12 e12 d12 c12 b12 b11").credit(1)
    table.put(Y2="a11", Y3="a10", Y4="b10", Y5="c10", Y6="c11", Y7="c12", Y8="b12", Y11="a12")
    table.play("override", set={"points": 0}, reason="nothing to play with").play("hold")
    table.budget(5).end()
    assert (table.ball, table.view("carried")) == (("b11", "Y9"), 0)
    table.budget(12).put(Y8="m1").walk("Y9", "b12 b13 b14 b15 b16 b17")
    assert table.view("carried") == 6


# --- keepers


def test_the_keeper_does_not_leave_his_area() -> None:
    table = yellow_plays().walk("Y1", "g2 g3 g4")
    assert table.illegal("move", piece="Y1", path=["g5"]) == "Lignes d'Attaque, Gardien de but"
    table.illegal("move", piece="Y1", path=["f5", "f4"])
    table.illegal("move", piece="Y1", to="g5")
    assert table.walk("Y1", "f3 e3 d3").at("Y1") == ["d3"]


def test_a_field_player_enters_both_areas_and_the_goals() -> None:
    table = yellow_plays(18).put(Y10="h20").walk("Y10", "h21")
    assert table.at("Y10") == ["h21"]
    assert table.walk("Y3", "f3 f2 f1").at("Y3") == ["f1"]


# --- the cheapest way


def way(table: Table) -> list[str]:
    path: list[str] = table.event("move")["path"]
    return path


def test_a_move_may_name_its_end_alone() -> None:
    table = yellow_plays().go("Y10", "e12")
    assert way(table) == ["e10", "e11", "e12"]
    assert (table.event("moved")["cost"], table.at("Y10")) == (3, ["e12"])


def test_the_way_is_diagonal_first_and_then_straight() -> None:
    assert way(yellow_plays().go("Y10", "b14")) == ["d10", "c11", "b12", "b13", "b14"]


def test_the_cheapest_way_goes_around_those_who_stand_in_it() -> None:
    """e13 is held: from e12 to e14 by d13 or f13, both as near to e14; d stands before f."""
    assert way(yellow_plays().put(Y10="e12").go("Y10", "e14")) == ["d13", "e14"]


def test_a_wall_is_walked_around() -> None:
    """a10 to d10 bar the way up from a9 to a11: east to d9, e10, and back over d11: 3 + 1 + 1 + 3 = 8."""
    table = yellow_plays(12).put(Y10="a9", Y2="a10", Y3="b10", R2="c10", R3="d10").go("Y10", "a11")
    assert len(way(table)) == 8
    assert way(table)[3] == "e10"


def test_there_may_be_no_way() -> None:
    table = yellow_plays(12).put(Y10="a1", Y2="a2", Y3="b2", Y4="b1")
    table.illegal("move", piece="Y10", to="a3")


def test_the_end_of_a_move_is_free_and_another_cell() -> None:
    table = yellow_plays()
    for cell in ("e9", "e13", "f7"):
        table.illegal("move", piece="Y10", to=cell)


def test_the_carrier_named_an_end_goes_six_cells_at_most() -> None:
    table = yellow_plays(18)
    table.illegal("move", piece="Y9", to="g18")
    assert table.go("Y9", "g17").view("carried") == 6


def test_a_cell_that_is_closed_says_why_even_if_no_path_is_named() -> None:
    table = yellow_plays(8)
    assert table.illegal("move", piece="Y1", to="g6") == "Lignes d'Attaque, Gardien de but"
    taken = table.refused("move", piece="Y10", to="g12")
    assert (taken.message, taken.cite) == (
        "Red no.\u00a09 stands on g12",
        "Lignes d'Attaque, Déplacement des joueurs",
    )
    stops = table.illegal("move", piece="Y10", to="g11")
    assert stops == "Lignes d'Attaque, Attraper le ballon; reading take_from_teammate"
    assert "cannot reach a21" in table.refused("move", piece="Y10", to="a21").message
