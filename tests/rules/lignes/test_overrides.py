"""The referee's word against the engine's: what may be set, and that it changes nothing else."""

from typing import Any

import pytest

from tests.rules.lignes.table import Table, a_table, yellow_kicks, yellow_plays, yellow_shoots


def over() -> Table:
    """Yellow has won 1 - 0."""
    return yellow_plays(end={"goals": 1}).put(Y9="g17", R1="d19").to_shot(4).shoot("g21")


@pytest.mark.parametrize(
    "change",
    [{"phase": "over"}, {"score": 1}, {"score.home": 1}, {"pieces": {}}, {"pieces.Y12": "a1"}, {"ball.carrier": "Y9"},
     {"carried": 0}, {"half": 2}, {"turn": 3}, {"winner": "red"}, {"active": "red"}, {}],
)  # fmt: skip
def test_any_other_path_is_refused(change: dict[str, Any]) -> None:
    assert yellow_plays().refused("override", set=change, reason="because").code == "bad_play"


@pytest.mark.parametrize(
    ("path", "value"),
    [("score.red", -1), ("score.red", "2"), ("score.red", None), ("points", -1), ("points", 19), ("points", 1.5),
     ("points", True), ("pieces.Y9", "n11"), ("pieces.Y9", 11), ("pieces.Y9", "e9"), ("pieces.Y9", None),
     ("ball.cell", "g22"), ("ball.cell", "out"), ("ball.cell", None)],
)  # fmt: skip
def test_a_value_of_the_wrong_type_or_range_is_refused(path: str, value: object) -> None:
    assert yellow_plays().refused("override", set={path: value}, reason="because").code == "bad_play"


# --- pieces


def test_a_piece_is_set_on_a_free_cell() -> None:
    table = yellow_plays().put(Y2="a1")
    assert (table.at("Y2"), table.kinds) == (["a1"], ["override"])


def test_a_carrier_takes_the_ball_along() -> None:
    table = yellow_plays().walk("Y9", "h12 h13").put(Y9="a9")
    assert (table.ball, table.view("carried"), table.view("points")) == (("a9", "Y9"), 2, 10)


def test_a_piece_set_where_the_ball_lies_takes_it() -> None:
    table = yellow_kicks().kick("j14").put(R5="j14")
    assert table.ball == ("j14", "R5")


def test_two_may_change_places_by_one_word() -> None:
    table = yellow_plays().put(Y9="e9", Y10="g11")
    assert (table.at("Y9", "Y10"), table.ball) == (["e9", "g11"], ("e9", "Y9"))


def test_two_are_not_set_on_one_cell() -> None:
    refused = yellow_plays().refused("override", set={"pieces.Y2": "a1", "pieces.Y3": "a1"}, reason="because")
    assert refused.code == "bad_play"


def test_a_keeper_may_be_set_outside_his_area() -> None:
    assert yellow_plays().put(R1="g15").at("R1") == ["g15"]


# --- the ball


def test_the_ball_is_set_on_a_free_cell_or_given_to_whoever_stands_there() -> None:
    assert yellow_plays().override(ball__cell="a9").ball == ("a9", None)
    assert yellow_plays().override(ball__cell="e13").ball == ("e13", "R10")


def test_its_new_carrier_has_gone_nowhere_with_it() -> None:
    table = yellow_plays().walk("Y9", "h12 h13").override(ball__cell="e9")
    assert (table.ball, table.view("carried")) == (("e9", "Y10"), 0)


def test_a_ball_that_was_kicked_free_stays_its_kickers_where_it_is_set() -> None:
    table = yellow_kicks().walk("Y9", "h12 h13").kick("h14").override(ball__cell="i14")
    assert table.walk("Y9", "i14 j14").view("carried") == 3
    table = yellow_kicks().walk("Y9", "h12 h13").kick("h14").override(ball__cell="h13")
    assert (table.ball, table.view("carried")) == (("h13", "Y9"), 2)


def test_another_who_is_given_it_counts_anew() -> None:
    table = yellow_kicks().walk("Y9", "h12 h13").kick("h14").override(ball__cell="e9")
    assert (table.ball, table.view("carried")) == (("e9", "Y10"), 0)


def test_a_strategy_phase_without_the_ball_ends_the_turn() -> None:
    assert yellow_plays().override(ball__cell="e13").end().phase == ("strategy_roll", "red")


def test_a_shot_phase_without_the_ball_can_only_be_held() -> None:
    table = yellow_shoots(5).override(ball__cell="e13")
    assert table.waited == {"yellow": {"hold"}}
    table.illegal("relay", to="e9")
    table.illegal("shoot", goal_cell="g21")
    table.illegal("send", to="e18")
    table.illegal("send", to="out", through="a13")
    assert table.play("hold").phase == ("strategy_roll", "red")


# --- points


def test_points_change_alone() -> None:
    table = yellow_plays(12).override(points=3)
    assert (table.view("points"), table.view("phase"), table.kinds) == (3, "strategy", ["override"])
    table.illegal("move", piece="Y10", to="f13")


def test_0_points_end_no_phase_but_leave_only_its_end() -> None:
    table = yellow_plays(12).override(points=0)
    assert (table.view("phase"), table.waited) == ("strategy", {"yellow": {"end_strategy"}})
    assert table.end().view("phase") == "shot_roll"


def test_the_credit_is_set_too() -> None:
    assert yellow_shoots(1).override(points=4).shoot("g21").event("shot")["credit"] == 4


# --- the score


def test_a_score_ends_nothing() -> None:
    table = yellow_plays(end={"goals": 2}).override(score__yellow=2)
    assert (table.view("over"), table.kinds, table.view("score")) == (
        False,
        ["override"],
        {"yellow": 2, "red": 0},
    )


def test_the_next_goal_of_that_side_does() -> None:
    table = (
        yellow_plays(end={"goals": 3})
        .override(score__yellow=2)
        .put(Y9="g17", R1="d19")
        .to_shot(4)
        .shoot("g21")
    )
    assert table.event("match_end")["winner"] == "yellow"


def test_a_goal_of_the_other_side_does_not() -> None:
    table = (
        yellow_plays(end={"goals": 2}).override(score__red=2).put(Y9="g17", R1="d19").to_shot(4).shoot("g21")
    )
    assert (table.view("over"), table.view("score")) == (False, {"yellow": 1, "red": 2})


def test_after_the_end_a_score_may_change_the_winner() -> None:
    table = over().override(score__red=2)
    assert (table.kinds, table.view("winner")) == (["override", "match_end"], "red")
    assert table.override(score__red=1).view("winner") == ["yellow", "red"]


def test_or_leave_him() -> None:
    assert over().override(score__yellow=4).kinds == ["override"]


def test_after_a_concession_the_winner_stays() -> None:
    table = yellow_plays().play("concede", seat="yellow").override(score__yellow=5)
    assert (table.kinds, table.view("winner")) == (["override"], "red")


def test_before_kick_off_pieces_may_be_set_and_the_centre_forward_takes_the_centre() -> None:
    table = a_table().put(Y8="g11")
    assert table.ball == ("g11", "Y8")
    table.kickoff("red")
    assert (table.ball, table.at("R9", "Y8")) == (("g11", "R9"), ["g11", "g12"])
