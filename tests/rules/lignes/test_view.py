"""What anybody may see, whom the table waits for, and what is offered."""

import json

from companion.play import write_play
from companion.rules.engine import Refusal
from tests.rules.lignes.table import Table, a_table, yellow_kicks, yellow_plays, yellow_shoots


def test_the_view_before_kick_off() -> None:
    view = a_table().view()
    assert view["game"] == "lignes"
    assert view["rules_version"] == "lignes-2"
    assert (view["phase"], view["turn"], view["active"], view["over"], view["winner"]) == (
        "kickoff",
        0,
        None,
        False,
        None,
    )
    assert (view["score"], view["half"], view["points"], view["carried"]) == (
        {"yellow": 0, "red": 0},
        1,
        0,
        0,
    )
    assert view["ball"] == {"cell": "g11", "carrier": None}
    assert (view["reach"], view["checks"], view["end"]) == ([], [], {"goals": 3})
    assert len(view["pieces"]) == 22


def test_points_are_shown_in_their_phases_alone() -> None:
    table = yellow_plays(12).put(Y9="g17")
    assert table.view("points") == 12
    assert table.end().view("points") == 0
    assert table.credit(4).view("points") == 4
    assert table.shoot("g21").view("points") == 0
    assert table.save(1).view("points") == 0
    assert table.play("clear_roll", d6=1, d12=6).view("points") == 7


def test_cells_with_the_ball_are_those_of_its_carrier() -> None:
    table = yellow_kicks(12).walk("Y9", "h12 h13")
    assert table.view("carried") == 2
    assert table.kick("h14").view("carried") == 0


def test_the_end_by_halves_is_shown() -> None:
    assert a_table(end={"halves": 2, "minutes": 20}).view("end") == {"halves": 2, "minutes": 20}


# --- options


def moves(table: Table) -> set[tuple[str, ...]]:
    return {(play.piece.value, *play.path) for play in table.offered("move")}


def test_each_piece_is_offered_each_cell_beside_it() -> None:
    """Y2 on c4 has eight neighbours, all free."""
    offered = {path for path in moves(yellow_plays()) if path[0] == "Y2"}
    assert offered == {("Y2", cell) for cell in ("b3", "c3", "d3", "b4", "d4", "b5", "c5", "d5")}


def test_a_keeper_is_offered_his_area_alone() -> None:
    offered = {path[1] for path in moves(yellow_plays().put(Y1="d4")) if path[0] == "Y1"}
    assert offered == {"d3", "e3", "e4"}


def test_the_way_over_the_carrier_is_offered_with_the_cell_behind() -> None:
    """Y10 on f10, beside Y9 who has the ball on g11: over him to eight cells, but for g12 (R9)."""
    offered = moves(yellow_plays().put(Y10="f10"))
    over = {path[2] for path in offered if path[:2] == ("Y10", "g11")}
    assert over == {"f10", "g10", "h10", "f11", "h11", "f12", "h12"}
    assert ("Y10", "g11") not in offered


def test_with_one_point_nobody_is_walked_over() -> None:
    assert all(len(path) == 2 for path in moves(yellow_plays(2).walk("Y2", "c5").put(Y10="f10")))


def test_dice_may_show_any_face() -> None:
    assert len(a_table().kickoff().offered("strategy_roll")) == 72
    assert len(yellow_plays().end().offered("shot_roll")) == 12


def test_all_that_is_offered_would_be_accepted_and_nothing_else_of_its_kind() -> None:
    table = yellow_shoots(5, Y10="d17", R6="h16")
    offered = [write_play(play) for kind in table.waited["yellow"] for play in table.offered(kind)]
    rules, state = table.match.rules, table.match.state
    cells = state.sheet.cells
    accepted = []
    for kind, name in (("relay", "to"), ("shoot", "goal_cell"), ("send", "to")):
        for cell in cells:
            play = rules.play_kinds[kind](**{name: cell})
            if not isinstance(rules.judge(state, play), Refusal):
                accepted.append(write_play(play))
    for cell in cells:
        play = rules.play_kinds["send"](to="out", through=cell)
        if not isinstance(rules.judge(state, play), Refusal):
            accepted.append(write_play(play))
    assert {json.dumps(play) for play in offered} == {json.dumps(play) for play in accepted}


def test_what_is_out_of_place_says_what_is_waited_for() -> None:
    refused = yellow_plays().refused("shot_roll", d12=3)
    assert (
        refused.message
        == "“Die of the shot phase” is not possible now; the table waits for Yellow: “Move a piece”, “Pass the ball”,"
        " “End the strategy phase”"
    )
