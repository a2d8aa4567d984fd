"""Coup d'envoi, and the budget of a strategy phase."""

import pytest

from tests.rules.lignes.table import a_table, yellow_kicks, yellow_plays


@pytest.mark.parametrize(
    ("d6", "seat", "piece"),
    [
        (1, "red", "R9"),
        (3, "red", "R9"),
        (5, "red", "R9"),
        (2, "yellow", "Y9"),
        (4, "yellow", "Y9"),
        (6, "yellow", "Y9"),
    ],
)
def test_odd_red_begins_even_yellow(d6: int, seat: str, piece: str) -> None:
    table = a_table().play("kickoff_roll", d6=d6)
    assert table.phase == ("strategy_roll", seat)
    assert table.ball == ("g11", piece)
    assert table.at(piece) == ["g11"]


def test_the_whole_table_throws_for_the_kick_off() -> None:
    table = a_table()
    assert table.waited == {None: {"kickoff_roll"}}
    assert table.phase == ("kickoff", None)
    assert len(table.offered("kickoff_roll")) == 6


@pytest.mark.parametrize("d6", [0, 7, "3", None])
def test_a_die_has_six_faces(d6: object) -> None:
    assert a_table().refused("kickoff_roll", d6=d6).code == "bad_play"


def test_there_is_one_kick_off() -> None:
    assert a_table().kickoff().illegal("kickoff_roll", d6=2) == "Lignes d'Attaque, Coup d'envoi"


def test_the_budget_is_the_sum_of_both_dice() -> None:
    table = a_table().kickoff().play("strategy_roll", d6=5, d12=11)
    assert table.kinds == ["strategy_roll", "budget"]
    assert table.event("budget")["points"] == 16
    assert (table.phase, table.view("points")) == (("strategy", "yellow"), 16)


@pytest.mark.parametrize(("d6", "d12"), [(0, 5), (7, 5), (3, 0), (3, 13)])
def test_the_dice_of_the_budget_have_six_and_twelve_faces(d6: int, d12: int) -> None:
    assert a_table().kickoff().refused("strategy_roll", d6=d6, d12=d12).code == "bad_play"


def test_nothing_is_done_before_the_dice_are_thrown() -> None:
    table = a_table().kickoff()
    assert table.waited == {"yellow": {"strategy_roll"}}
    for kind, fields in (
        ("move", {"piece": "Y9", "to": "h12"}),
        ("pass", {"to": "e9"}),
        ("end_strategy", {}),
    ):
        assert table.illegal(kind, **fields)


def test_the_side_ends_its_phase_and_loses_what_is_left() -> None:
    table = yellow_plays(12).walk("Y9", "h12").end()
    assert (table.phase, table.view("points")) == (("shot_roll", "yellow"), 0)


def test_the_phase_ends_by_itself_at_0_points() -> None:
    assert yellow_plays(2).walk("Y9", "h12 h13").phase == ("shot_roll", "yellow")


def test_without_the_ball_the_turn_ends() -> None:
    table = yellow_kicks(3).kick("h12").end()
    assert table.event("turn_end")["next"] == "red"
    assert table.phase == ("strategy_roll", "red")


def test_without_the_ball_the_turn_ends_by_itself_at_0_points() -> None:
    table = yellow_kicks(2).kick("i13")
    assert table.kinds == ["pass", "ball", "turn_end"]
    assert table.phase == ("strategy_roll", "red")


def test_the_two_sides_play_in_turn() -> None:
    table = yellow_kicks(2).kick("i13").budget(5).end()
    assert table.phase == ("strategy_roll", "yellow")
    assert table.view("turn") == 3


def test_turns_are_counted_from_the_kick_off() -> None:
    table = a_table(house={"pass_to": "anywhere"})
    assert table.view("turn") == 0
    assert table.kickoff().view("turn") == 1
    assert table.budget(2).kick("i13").view("turn") == 2
