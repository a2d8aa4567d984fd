"""Lignes d'Attaque shown: the board as it lies, what is left to spend, and what a die must show."""

import pytest

from companion.match import Match
from companion.rules.lignes.board import TEAMS
from companion.rules.lignes.moving import cheapest_path, reachable
from companion.rules.lignes.rules import LIGNES
from companion.showing.lignes.scene_builder import LignesSceneBuilder
from companion.storage.shipped_data import mat_of
from tests.rules.lignes.table import Table, a_setup, a_table, bonal, yellow_kicks, yellow_plays, yellow_shoots
from tests.showing.sitting import Sitting, en, lines, names_of


def seen(table: Table) -> Sitting:
    return Sitting(table.match)


def test_yellow_and_red_have_their_names_and_their_score() -> None:
    sides = seen(a_table()).scene.sides
    assert names_of(sides) == ["Yellow", "Red"]
    assert [side.role for side in sides] == ["gold", "red"]
    assert [side.score for side in sides] == [0, 0]


def test_the_board_lies_as_the_mat_does() -> None:
    board = seen(a_table()).scene.board
    assert board is not None
    assert (board.width_mm, board.height_mm) == (800, 450)
    cells = {cell.name: cell for cell in board.cells}
    assert (cells["a1"].x_mm, cells["a1"].y_mm) == (64, 17)
    assert cells["a21"].x_mm > cells["a1"].x_mm
    assert cells["m1"].y_mm > cells["a1"].y_mm
    assert {cells[name].tone for name in ("f1", "g1", "h1", "f21")} == {"goal"}
    assert (cells["d4"].tone, cells["c4"].tone) == ("area", "pitch")


def test_a_board_that_no_mat_is_printed_for_is_drawn_from_its_own_data() -> None:
    data = {**bonal(), "columns": 15, "corners": ["a1", "o1", "a21", "o21"]}
    board = Sitting(Match(LIGNES, a_setup(board=data), [])).scene.board
    assert board is not None
    cells = {cell.name: cell for cell in board.cells}
    assert len(cells) == 15 * 21
    assert cells["o21"].x_mm + cells["o21"].width_mm == board.width_mm
    assert cells["o21"].y_mm + cells["o21"].height_mm == board.height_mm


def test_pieces_are_called_by_their_numbers_and_the_carrier_has_the_ball() -> None:
    board = seen(yellow_plays()).scene.board
    assert board is not None
    pieces = {piece.name: piece for piece in board.pieces}
    assert (en(pieces["Y9"].number), en(pieces["Y9"].title), pieces["Y9"].cell) == (
        "9",
        "no.\N{NO-BREAK SPACE}9",
        "g11",
    )
    assert pieces["Y9"].has_ball
    assert board.ball is None


def test_a_free_ball_lies_on_its_cell() -> None:
    board = seen(yellow_kicks().kick("g13")).scene.board
    assert board is not None
    assert board.ball == "g13"


def test_each_phase_says_what_to_do() -> None:
    table = a_table()
    sitting = seen(table)
    assert sitting.waited == {None: "roll the d6: if the number is odd, Red kicks off; if it is even, Yellow"}
    sitting.play("kickoff_roll", d6=4)
    assert sitting.waited == {"yellow": "roll the dice, d6 and d12, for the strategy phase"}
    sitting.play("strategy_roll", d6=1, d12=2)
    assert sitting.waited == {"yellow": "move a piece or pass the ball, points left: 3"}
    sitting.play("end_strategy")
    assert sitting.waited == {"yellow": "roll the d12 for the shot phase"}
    sitting.play("shot_roll", d12=3)
    assert sitting.waited == {"yellow": "play the ball on; credit left: 3"}


def test_what_is_left_to_spend_is_counted() -> None:
    sitting = seen(yellow_plays(8)).play("move", piece="Y9", to="g13")
    assert sitting.counts("yellow") == {"points": 6, "carried": 2}
    assert sitting.counts("red") == {}


def test_a_shot_shows_the_credit_and_the_distance_of_each_goal_cell() -> None:
    sitting = seen(yellow_shoots(9, ball="g17"))
    assert sitting.waited == {"yellow": "shoot, or play the ball on; credit left: 9"}
    assert (sitting.scale("yellow").total, sitting.scale("yellow").is_open) == (9, False)
    assert ("distance to g21: 4 of 9", None) in lines(sitting.scale("yellow").lines)


def test_the_keeper_saves_in_the_middle_with_1_and_2() -> None:
    sitting = seen(yellow_shoots(9, ball="g17")).play("shoot", goal_cell="g21")
    assert sitting.waited == {"red": "the keeper rolls the d6: saved on 1 or 2"}
    assert lines(sitting.scale("red").lines) == [("saved on", "1 · 2")]
    assert [die.face for line in sitting.scale("red").lines for die in line.dice] == ["1", "2"]
    assert [en(sitting.scale(seat).role) for seat in ("yellow", "red")] == ["shooter", "keeper"]
    assert (sitting.scale("yellow").chance_percent, sitting.scale("red").chance_percent) == (67, 33)
    assert lines(sitting.scale("yellow").lines) == [
        ("credit", "9"),
        ("distance to g21", "4"),
        ("goal on", "3 · 4 · 5 · 6"),
    ]


def test_a_save_and_a_goal_stay_on_show_until_the_next_play() -> None:
    saved = seen(yellow_shoots(9, ball="g17").shoot("g21")).play("save_roll", d6=2)
    assert en(saved.contest.outcome) == "saved!"
    assert saved.waited == {"red": "the keeper rolls d6 and d12 to clear the ball"}
    scored = seen(yellow_shoots(9, ball="g17").shoot("g21"))
    assert scored.contest.outcome is None
    scored.play("save_roll", d6=3)
    assert en(scored.contest.outcome) == "GOAL!"
    assert scored.sums("save") == [("die", "3"), ("saved on", "1 · 2")]
    assert [en(scored.scale(seat).role) for seat in ("yellow", "red")] == ["shooter", "keeper"]
    assert scored.scale("yellow").has_won, "both sides stay, with the die that settled it"
    assert [line.value for line in scored.scale("red").lines] == ["1 · 2", "3"]
    assert scored.waited == {"red": "roll the dice, d6 and d12, for the strategy phase"}
    assert scored.scene.board is not None and scored.scene.board.last == (), "what is put back goes no way"
    scored.play("strategy_roll", d6=1, d12=1)
    assert scored.scene.contest is None


def test_after_a_roll_is_taken_back_the_arithmetic_of_the_shot_stands_again() -> None:
    sitting = seen(yellow_shoots(9, ball="g17").shoot("g21")).play("save_roll", d6=3)
    sitting.play("undo")
    assert lines(sitting.scale("yellow").lines)[:2] == [("credit", "9"), ("distance to g21", "4")]
    assert sitting.scene.board is not None
    assert not sitting.scene.board.last


def test_opponents_side_by_side_are_asked_about_by_name() -> None:
    sitting = seen(yellow_plays(6).put(R3="f19", Y7="f17")).play("move", piece="Y7", to="f18")
    assert sitting.waited == {
        "yellow": "roll the d6: an odd number is a foul by Red no.\N{NO-BREAK SPACE}3 on Yellow no.\N{NO-BREAK SPACE}7"
    }
    assert sitting.contest.foul_percent == 50
    assert en(sitting.scale("red").role) == "defender"
    assert lines(sitting.scale("yellow").lines) == [("odd: a foul, and a penalty", None)]
    sitting.play("penalty_check", d6=1)
    assert en(sitting.contest.title) == "penalty kick"
    assert sitting.waited == {"yellow": "roll the d6: it says where the penalty goes"}
    sitting.play("penalty_roll", d6=5)
    assert sitting.waited == {"red": "the keeper rolls the d6: saved on 3 or 5"}
    sitting.play("penalty_save", d6=3)
    assert en(sitting.contest.outcome) == "saved!"


def test_a_penalty_check_that_is_even_is_no_foul() -> None:
    sitting = seen(yellow_plays(6).put(R3="f19", Y7="f17")).play("move", piece="Y7", to="f18")
    sitting.play("penalty_check", d6=4)
    assert en(sitting.contest.outcome) == "4, even: no foul"


def test_a_lob_is_told_with_what_it_costs() -> None:
    sitting = seen(yellow_kicks(12).put(R9="g13")).play("pass", to="g15")
    assert sitting.sums("lob") == [("lob over an opponent", "-2")]
    assert sitting.sums("ball") == [("points before", "10"), ("distance", "-4"), ("points left", "6")]


def test_halves_are_told_in_the_headline() -> None:
    sitting = Sitting(Match(LIGNES, a_setup(end={"halves": 2}), [])).play("kickoff_roll", d6=1)
    assert en(sitting.scene.headline) == "half 1, turn 1, strategy phase"


def test_the_result_stands_once_it_is_over() -> None:
    sitting = seen(yellow_plays()).play("concede", seat="red")
    assert en(sitting.scene.result) == "Yellow wins"
    assert sitting.scene.waited == ()


@pytest.mark.slow
def test_a_walk_is_offered_to_just_the_cells_that_have_a_way() -> None:
    for table in (yellow_plays(5), yellow_plays(9).put(Y7="g10", R5="f9"), yellow_kicks(7).kick("g13")):
        state = table.match.state
        for piece in TEAMS[state.playing]:
            ways = {cell for cell in state.sheet.cells if cheapest_path(state, piece, cell) is not None}
            assert reachable(state, piece) == ways - {state.pieces[piece]}


def test_every_event_with_a_sum_cites_the_rulebook() -> None:
    table = yellow_plays(12)
    outcome = table.match.submit_json({"play": "move", "piece": "Y9", "to": "g13"})
    sums = [
        line for event in outcome.events for line in LignesSceneBuilder().arithmetic(table.match.state, event)
    ]
    assert sums
    assert all(line.cite and line.cite.startswith("Lignes d'Attaque") for line in sums)
    assert mat_of("lignes").game == LignesSceneBuilder.game


def test_the_headline_counts_the_turns_from_the_first_one_to_the_last() -> None:
    sitting = seen(a_table())
    assert not en(sitting.scene.headline).startswith("turn")
    assert en(seen(yellow_plays()).scene.headline).startswith("turn 1, ")
    sitting = seen(yellow_plays())
    sitting.play("concede", seat="yellow")
    assert not en(sitting.scene.headline).startswith("turn")
