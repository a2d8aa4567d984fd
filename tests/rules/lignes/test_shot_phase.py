"""Phase de tir: relays, shots at goal, and the ball sent anywhere else."""

import pytest

from tests.rules.lignes.table import Table, yellow_plays, yellow_shoots


def test_the_die_of_twelve_is_the_credit() -> None:
    table = yellow_plays().end().credit(9)
    assert table.kinds == ["shot_roll", "credit"]
    assert (table.event("credit")["points"], table.view("points"), table.view("phase")) == (9, 9, "shot")


@pytest.mark.parametrize("d12", [0, 13, None])
def test_it_has_twelve_faces(d12: object) -> None:
    assert yellow_plays().end().refused("shot_roll", d12=d12).code == "bad_play"


def test_nobody_moves_in_the_shot_phase() -> None:
    table = yellow_shoots(9)
    table.illegal("move", piece="Y10", to="e10")
    table.illegal("pass", to="g18")
    table.illegal("end_strategy")


# --- relays


def relaying(credit: int, **cells: str) -> Table:
    """Y9 on g17 has the ball; Y10 waits on d17, 3 cells away."""
    return yellow_shoots(credit, **{"Y10": "d17", **cells})


def test_a_relay_takes_a_point_a_cell_off_the_credit() -> None:
    table = relaying(8).relay("d17")
    ball = table.event("ball")
    assert (ball["at"], ball["carrier"], ball["cost"], ball["left"]) == ("d17", "Y10", 3, 5)
    assert (table.view("points"), table.view("phase"), table.view("carried")) == (5, "shot", 0)


def test_the_ball_goes_from_player_to_player() -> None:
    assert relaying(8, Y6="d15").relay("d17").relay("d15").ball == ("d15", "Y6")


def test_on_0_exactly_the_receiver_throws_again() -> None:
    table = relaying(3).relay("d17")
    assert (table.phase, table.view("points")) == (("shot_roll", "yellow"), 0)
    assert table.credit(7).view("points") == 7


def test_a_relay_goes_along_a_line_to_a_teammate_within_the_credit() -> None:
    table = relaying(2)
    assert table.illegal("relay", to="d17") == "Lignes d'Attaque, Phase de tir"
    table.illegal("relay", to="f16")
    table.illegal("relay", to="h18")
    table.illegal("relay", to="g17")
    relaying(8, Y10="e16").illegal("relay", to="e16")


def test_there_is_no_lob_in_the_shot_phase() -> None:
    relaying(8, R6="e17").illegal("relay", to="d17")
    relaying(8, Y6="e17").illegal("relay", to="d17")
    yellow_shoots(8, ball="g16", R1="g18", Y10="g19").illegal("relay", to="g19")


# --- at goal


def test_the_shot_is_in_when_the_credit_reaches_the_goal() -> None:
    table = yellow_shoots(4).shoot("g21")
    shot = table.event("shot")
    assert (shot["piece"], shot["goal_cell"], shot["distance"], shot["credit"], shot["in"]) == (
        "Y9",
        "g21",
        4,
        4,
        True,
    )
    assert (table.view("phase"), table.view("points"), table.view("active")) == ("save", 0, "yellow")
    assert table.waited == {"red": {"save_roll"}}


def test_with_less_it_is_refused() -> None:
    assert yellow_shoots(3).illegal("shoot", goal_cell="g21") == "Lignes d'Attaque, Phase de tir"


def test_a_shot_goes_straight_at_a_cell_of_the_goal_attacked() -> None:
    table = yellow_shoots(12)
    table.illegal("shoot", goal_cell="f21")
    table.illegal("shoot", goal_cell="e21")
    table.illegal("shoot", goal_cell="g20")
    table.illegal("shoot", goal_cell="g1")
    assert table.refused("shoot", goal_cell="goal").code == "bad_play"


@pytest.mark.parametrize("piece", ["R6", "Y10"])
@pytest.mark.parametrize("cell", ["g19", "g21"])
def test_a_field_player_between_or_on_the_goal_cell_bars_the_shot(piece: str, cell: str) -> None:
    table = yellow_plays().put(R1="f21").put(Y9="g17", **{piece: cell}).to_shot(9)
    table.illegal("shoot", goal_cell="g21")


def test_behind_the_keeper_he_bars_it_too() -> None:
    yellow_shoots(9, R1="g19", R6="g20").illegal("shoot", goal_cell="g21")


def test_the_keeper_between_blocks_and_clears() -> None:
    table = yellow_shoots(6, R1="g19").shoot("g21")
    assert table.kinds == ["shoot", "shot", "ball", "turn_end"]
    assert table.event("shot")["in"] is False
    assert (table.phase, table.ball, table.view("score")) == (
        ("clear", "red"),
        ("g19", "R1"),
        {"yellow": 0, "red": 0},
    )


def test_what_the_keeper_would_block_must_reach_the_goal_all_the_same() -> None:
    yellow_shoots(3, R1="g19").illegal("shoot", goal_cell="g21")


def test_off_his_line_and_not_between_the_keeper_can_do_nothing() -> None:
    table = yellow_shoots(6, R1="i19").shoot("g21")
    assert table.kinds == ["shoot", "shot", "goal", "turn_end"]
    assert table.view("score") == {"yellow": 1, "red": 0}


def test_anywhere_on_his_goal_line_the_keeper_may_save() -> None:
    assert yellow_shoots(6, R1="d21").shoot("g21").waited == {"red": {"save_roll"}}


def test_after_relays_the_last_player_shoots_with_what_is_left() -> None:
    table = relaying(7).relay("d17").shoot("h21")
    shot = table.event("shot")
    assert (shot["piece"], shot["distance"], shot["credit"]) == ("Y10", 4, 4)


def test_a_player_in_the_goal_may_shoot_along_the_line() -> None:
    assert yellow_shoots(1, ball="e21").shoot("f21").event("shot")["distance"] == 1


# --- anywhere else


def test_a_ball_that_is_sent_ends_exactly_where_the_credit_takes_it() -> None:
    table = yellow_shoots(3)
    for cell in ("g19", "g16", "i19"):
        table.illegal("send", to=cell)
    table.send("j17")
    assert table.kinds == ["send", "ball", "turn_end"]
    assert table.ball == ("j17", None)
    assert table.phase == ("strategy_roll", "red")


def test_it_ends_on_a_free_cell_along_a_line_with_nobody_between() -> None:
    table = yellow_shoots(3, Y10="d17", R6="h17")
    assert table.illegal("send", to="d17") == "Lignes d'Attaque, Phase de tir"
    table.illegal("send", to="j17")
    table.illegal("send", to="h14")
    table.illegal("send", to="g17")


def test_no_ball_is_sent_into_the_goal_attacked() -> None:
    yellow_shoots(4, R1="f21").illegal("send", to="g21")


def test_a_ball_may_be_sent_into_the_own_goal() -> None:
    assert yellow_shoots(3, ball="g4", Y1="d1").send("g1").ball == ("g1", None)


def test_the_ball_is_held_only_when_nothing_else_is_possible() -> None:
    table = yellow_shoots(3)
    assert table.illegal("hold") == "Lignes d'Attaque, Phase de tir; reading hold_the_ball"
    shut = yellow_plays().put(Y9="a1", R2="a2", R3="b2", R4="b1").to_shot(5)
    assert shut.waited == {"yellow": {"hold"}}
    shut.play("hold")
    assert shut.event("hold")["cite"] == "Lignes d'Attaque, Phase de tir; reading hold_the_ball"
    assert (shut.ball, shut.phase) == (("a1", "Y9"), ("strategy_roll", "red"))
    assert shut.event("turn_end")["next"] == "red"


def test_what_is_waited_for_is_what_is_possible() -> None:
    # 4 from g17: the goal, five free cells, and out over no edge (a17 and m17 are 6 away).
    assert yellow_shoots(4).waited == {"yellow": {"shoot", "send"}}
    assert relaying(3).waited == {"yellow": {"relay", "send"}}


def test_what_relays_and_shots_can_reach_is_shown_by_row_and_column() -> None:
    """Credit 4 from g17: Y10 on d17, Y3 on e15, h-less: the goal's g21; f21 and h21 are on no line."""
    assert relaying(4, Y3="e15").view("reach") == ["e15", "d17", "g21"]
    assert yellow_shoots(4).send("c17").view("reach") == []
