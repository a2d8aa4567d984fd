"""What the board of Lignes d'Attaque means: docs/mats.md, sentence by sentence."""

import pytest

from companion.reading.answer import Desync, Puzzle, SureReading, TableQuestion
from companion.rules.lignes.board import Piece
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.plays import Move
from companion.words import LANGUAGES, translate
from tests.plays import json_of
from tests.reading.board import ANYWHERE, BALL, CARDS, KICKOFF, SETUP, STRATEGY, Board
from tests.reading.table import TestTable


@pytest.fixture
def board() -> Board:
    return Board(STRATEGY)


# --- strategy


def test_a_piece_put_on_another_cell_walks_there(board: Board) -> None:
    board.walk("Y6", "c9")
    assert board.played(1500) == {"play": "move", "piece": "Y6", "to": "c9"}
    assert board.view["points"] == 13
    assert board.look(5000) is None


def test_a_walk_that_was_entered_is_not_read_back_from_where_its_token_still_stands(board: Board) -> None:
    """The program walks first, and a person moves its token after it."""
    assert board.match.submit(Move(Piece.Y6, to=Cell("c9"))).ok
    assert board.look(5000) is None
    board.walk("Y6", "c9")
    assert board.look(5000) is None
    assert board.view["points"] == 13


def test_a_piece_put_down_on_its_way_walks_once(board: Board) -> None:
    board.walk("Y6", "c8")
    board.wait(500)
    board.walk("Y6", "c10")
    assert board.played(1500)["to"] == "c10"


def test_who_has_let_go_of_a_piece_and_left_the_table_has_walked(board: Board) -> None:
    board.hands(are_over=True)
    board.walk("Y6", "c9")
    assert board.look(600) is None
    board.hands(are_over=False)
    assert board.played(200) == {"play": "move", "piece": "Y6", "to": "c9"}


def test_a_hand_that_is_back_at_once_may_go_on_with_the_piece(board: Board) -> None:
    board.walk("Y6", "c8")
    board.hands(are_over=False)
    assert board.look(100) is None
    board.hands(are_over=True)
    board.wait(300)
    board.walk("Y6", "c10")
    board.hands(are_over=False)
    assert board.played(300)["to"] == "c10"


def test_the_carrier_goes_with_the_ball_upon_him(board: Board) -> None:
    board.walk_with_the_ball("Y9", "g13")
    assert board.played(1500) == {"play": "move", "piece": "Y9", "to": "g13"}
    assert board.view["ball"] == {"cell": "g13", "carrier": "Y9"}


def test_a_carrier_put_down_before_his_ball_has_walked_when_the_ball_lies_on_him(board: Board) -> None:
    board.walk("Y9", "f12")
    assert board.look(1000) is None
    board.move(board.ball, "f12")
    board.cover(board.pieces["Y9"])
    assert board.played(1500) == {"play": "move", "piece": "Y9", "to": "f12"}


def test_the_ball_on_a_teammate_is_a_pass(board: Board) -> None:
    board.kick("Y9", "e9")
    assert board.played(1500) == {"play": "pass", "to": "e9"}
    assert board.view["ball"]["carrier"] == "Y10"


def test_the_ball_on_a_free_cell_passes_to_nobody_and_is_explained(board: Board) -> None:
    board.kick("Y9", "d14")
    assert "nobody stands on d14" in board.told()
    board.move(board.ball, "g11")
    board.cover(board.pieces["Y9"])
    assert board.look(5000) is None


def test_the_ball_that_goes_before_its_carrier_walks_with_him(board: Board) -> None:
    board.move(board.ball, "f12")
    assert board.played(3000) == {"play": "move", "piece": "Y9", "to": "f12"}


def test_the_ball_on_a_free_cell_is_a_pass_once_nobody_follows() -> None:
    board = Board(STRATEGY, house=ANYWHERE)
    board.kick("Y9", "d14")
    assert board.look(800) is None
    assert board.played(1500)["play"] == "pass"


def test_whether_the_carrier_went_along_is_asked_while_he_is_covered() -> None:
    board = Board(STRATEGY, house=ANYWHERE)
    board.move(board.ball, "f12")
    assert {option["play"] for option in board.asked()} == {"move", "pass"}


def test_a_piece_put_upon_the_free_ball_takes_it() -> None:
    board = Board(STRATEGY, house=ANYWHERE)
    board.kick("Y9", "g14")
    board.played(1500)
    board.cover(board.ball)
    board.walk("Y8", "g14")
    assert board.played(1500) == {"play": "move", "piece": "Y8", "to": "g14"}
    assert board.view["ball"]["carrier"] == "Y8"
    board.move(board.ball, "g14")
    board.cover(board.pieces["Y8"])
    assert board.look(5000) is None


def test_a_piece_that_is_gone_beside_the_free_ball_may_be_under_it_and_is_asked_about() -> None:
    board = Board(STRATEGY, house=ANYWHERE)
    board.kick("Y9", "g14")
    board.played(1500)
    board.take(board.pieces["Y8"])
    assert board.look(1500) is None
    assert board.asked() == ({"play": "move", "piece": "Y8", "to": "g14"},)


def test_several_walks_at_once_are_one_row_of_plays(board: Board) -> None:
    board.walk("Y6", "c9")
    board.walk("Y7", "f9")
    answer = board.look(1500)
    assert isinstance(answer, SureReading)
    row = json_of((*answer.before, answer.play))
    assert {(play["piece"], play["to"]) for play in row} == {("Y6", "c9"), ("Y7", "f9")}


def test_a_walk_that_asks_for_a_die_and_another_are_asked_about() -> None:
    board = Board(STRATEGY, {"pieces.Y8": "f17", "pieces.Y7": "c10"})
    board.walk("Y8", "f17")
    board.look(1000)
    board.walk("Y8", "g18")
    board.walk("Y6", "c9")
    answer = board.look(4000)
    assert isinstance(answer, TableQuestion)
    rows = [[play["piece"] for play in json_of(answer.row(n))] for n in range(len(answer.options))]
    assert sorted(rows) == [["Y6", "Y8"], ["Y8"]]


def test_a_pass_and_a_walk_of_who_got_the_ball_are_read_together(board: Board) -> None:
    board.kick("Y9", "c8")
    board.take(board.pieces["Y10"])
    answer = board.look(3000)
    assert isinstance(answer, TableQuestion)
    rows = [[play["play"] for play in json_of(answer.row(n))] for n in range(len(answer.options))]
    assert ["pass", "move"] in rows


def test_who_stands_on_the_ball_and_goes_on_with_it_upon_him_has_walked() -> None:
    board = Board(STRATEGY, house=ANYWHERE)
    board.kick("Y9", "g14")
    board.played(1500)
    board.take(board.ball)
    board.walk("Y8", "g14")
    assert board.played(1500) == {"play": "move", "piece": "Y8", "to": "g14"}
    assert board.look(300) is None
    board.take(board.pieces["Y8"])
    board.ball = board.lay(BALL, "g15")
    assert board.played(1500) == {"play": "move", "piece": "Y8", "to": "g15"}


def test_a_ball_out_of_sight_is_under_no_teammate_whom_nobody_has_touched() -> None:
    board = Board(STRATEGY, {"pieces.Y7": "f10"})
    board.walk("Y9", "g11")
    board.take(board.ball)
    board.walk("Y7", "h12")
    answer = board.look(4000)
    assert isinstance(answer, TableQuestion)
    rows = [
        [play.get("path") or play["to"] for play in json_of(answer.row(n))]
        for n in range(len(answer.options))
    ]
    assert rows == [["h12"], [["g10", "h11", "h12"]], ["f10", "h12"]]


def test_a_walk_past_the_free_ball_leaves_it_lying() -> None:
    board = Board(STRATEGY, house=ANYWHERE)
    board.kick("Y9", "d14")
    board.played(2000)
    board.walk("Y9", "f13")
    board.played(1500)
    assert board.view["ball"]["carrier"] is None


@pytest.mark.parametrize(("after_ms", "is_asked"), [(1000, False), (2200, True)])
def test_who_stood_on_his_cell_before_a_teammates_ball_was_laid_upon_him_is_asked_whether_he_fetched_it(
    board: Board, after_ms: int, is_asked: bool
) -> None:
    """No line leads from g11 to e8: a pass would be refused."""
    board.hands(are_over=True)
    board.walk("Y7", "e8")
    assert board.look(after_ms) is None
    board.kick("Y9", "e8")
    board.cover(board.pieces["Y7"])
    board.hands(are_over=False)
    answer = board.look(3000)
    assert isinstance(answer, TableQuestion if is_asked else SureReading)


def test_a_walk_over_the_free_ball_is_waited_for_until_the_hand_has_gone() -> None:
    board = Board(STRATEGY, house=ANYWHERE)
    board.kick("Y9", "g8")
    board.played(2000)
    board.hands(are_over=True)
    board.walk("Y7", "h9")
    assert board.look(2000) is None
    board.move(board.ball, "h9")
    board.cover(board.pieces["Y7"])
    board.hands(are_over=False)
    board.played(1500)
    assert board.view["ball"]["carrier"] == "Y7"


def test_a_walk_farther_than_the_points_reach_is_explained(board: Board) -> None:
    board.walk("Y6", "c14")
    board.played(1500)
    board.walk("Y8", "l14")
    board.played(1500)
    board.walk("Y7", "f16")
    assert "points left: 1" in board.told()


def test_the_end_of_strategy_is_a_command_card(board: Board) -> None:
    board.lay("CMD:END-STRATEGY", "yellow.command")
    assert board.played() == {"play": "end_strategy"}


def test_who_walked_just_before_the_end_of_strategy_has_walked(board: Board) -> None:
    board.walk("Y6", "c9")
    board.lay("CMD:END-STRATEGY", "yellow.command")
    assert board.played(1500)["play"] == "move"
    assert board.played(1500)["play"] == "end_strategy"


def test_the_other_sides_command_card_says_nothing(board: Board) -> None:
    board.lay("CMD:END-STRATEGY", "red.command")
    assert board.look(5000) is None


def test_a_piece_moved_too_early_walks_when_the_dice_have_fallen() -> None:
    board = Board(KICKOFF)
    board.walk("Y6", "c9")
    answer = board.look(4000)
    assert isinstance(answer, Puzzle)
    board.play({"play": "strategy_roll", "d6": 5, "d12": 10})
    assert board.played(1500) == {"play": "move", "piece": "Y6", "to": "c9"}


# --- what contradicts the match


def test_a_piece_of_the_other_side_that_was_pushed_stops_the_reading_until_it_is_back(board: Board) -> None:
    board.walk("R6", "d15")
    answer = board.look(4000)
    assert isinstance(answer, Desync)
    assert "d15" in translate(answer.says[0], "en")
    board.walk("Y6", "c9")
    assert isinstance(board.look(2000), Desync)
    board.walk("R6", "c15")
    assert board.played(2000)["piece"] == "Y6"


def test_a_piece_put_where_it_cannot_be_is_told_soon_after_the_hand_has_gone(board: Board) -> None:
    board.hands(are_over=True)
    board.walk("Y6", "h18")
    assert board.look(1000) is None
    board.hands(are_over=False)
    assert isinstance(board.look(2000), Puzzle)


def test_what_was_not_put_back_is_told_soon_after_hands_were_there_and_have_gone(board: Board) -> None:
    board.walk("Y6", "c9")
    board.played(1500)
    board.play({"play": "undo"})
    board.hands(are_over=True)
    assert board.look(3000) is None
    board.walk("Y7", "h18")
    board.walk("Y7", board.view["pieces"]["Y7"])
    board.hands(are_over=False)
    assert "c7" in board.told(2000)


def test_a_piece_that_fell_from_the_table_is_missed(board: Board) -> None:
    board.take(board.pieces["R6"])
    assert board.look(2000) is None
    assert "is not there" in board.told()


def test_a_hand_that_rests_on_a_piece_changes_nothing(board: Board) -> None:
    board.cover(board.pieces["R6"])
    board.cover(board.pieces["Y6"])
    assert board.look(25_000) is None


def test_who_thinks_with_a_piece_in_the_hand_is_left_alone(board: Board) -> None:
    board.take(board.pieces["Y6"])
    assert board.look(15_000) is None


def test_a_piece_in_sight_twice_walks_nowhere(board: Board) -> None:
    board.lay(board.tags["Y6"], "c9")
    assert board.look(5000, SureReading, TableQuestion) is None


def test_a_stray_tag_and_a_card_on_the_board_are_no_plays(board: Board) -> None:
    board.lay("400", "c9")
    board.lay("AC001-241", "e11")
    assert board.look(5000, SureReading, TableQuestion) is None


def test_what_is_undone_is_put_back_and_not_read_again(board: Board) -> None:
    board.walk("Y6", "c9")
    board.played(1500)
    board.play({"play": "undo"})
    assert board.look(15_000) is None
    assert "c7" in board.told(10_000)
    board.walk("Y6", "c7")
    assert board.look(5000) is None
    board.walk("Y6", "c8")
    assert board.played(1500)["to"] == "c8"


def test_a_board_that_is_right_as_it_is_goes_on(board: Board) -> None:
    board.walk("R6", "d15")
    answer = board.look(4000)
    assert isinstance(answer, Desync)
    board.reader.excuse(answer)
    board.walk("Y6", "c9")
    assert board.played(1500)["piece"] == "Y6"


def test_a_piece_that_was_never_seen_is_taken_at_the_matchs_word() -> None:
    board = Board(STRATEGY)
    other = TestTable("lignes", SETUP, CARDS, STRATEGY)
    things = {
        piece: other.lay(board.tags[piece], cell)
        for piece, cell in other.view["pieces"].items()
        if piece != "R6"
    }
    other.lay(BALL, "g11")
    other.cover(things["Y9"])
    other.look(1000)
    other.move(things["Y6"], "c9")
    assert other.played(1500)["piece"] == "Y6"


def _scored() -> Board:
    """Yellow has scored; nobody has been put back yet."""
    board = Board(
        [*KICKOFF, {"play": "strategy_roll", "d6": 1, "d12": 1}],
        {"pieces.Y9": "g18", "pieces.R1": "d20"},
    )
    board.play({"play": "end_strategy"})
    board.play({"play": "shot_roll", "d12": 12})
    board.kick("Y9", "g21")
    assert board.played(2000) == {"play": "shoot", "goal_cell": "g21"}
    assert board.view["score"]["yellow"] == 1
    return board


def test_after_a_goal_there_is_time_to_put_everybody_back() -> None:
    board = _scored()
    assert board.look(15_000) is None
    assert isinstance(board.look(10_000), Desync)
    board.walk("Y9", "g10")
    board.walk("R1", "g21")
    board.walk("R9", "g11")
    board.move(board.ball, "g11")
    board.cover(board.pieces["R9"])
    assert board.look(5000) is None


def test_who_is_on_his_way_back_after_a_goal_walks_nowhere() -> None:
    board = _scored()
    board.play({"play": "strategy_roll", "d6": 5, "d12": 10})
    board.walk("Y9", "g10")
    assert board.look(2000, SureReading) is None
    board.walk("R1", "f20")
    board.cover(board.pieces["R9"])
    board.move(board.ball, "g12")
    assert board.look(2000, SureReading) is None
    board.move(board.ball, "g11")
    board.take(board.pieces["R9"])
    assert board.look(4000, SureReading) is None
    board.walk("R1", "g21")
    assert board.look(4000) is None
    board.walk("R6", "c13")
    assert board.played(1500) == {"play": "move", "piece": "R6", "to": "c13"}


def test_a_match_that_goes_on_after_a_restart_reads_on(board: Board) -> None:
    board.walk("Y6", "c9")
    board.played(1500)
    again = Board(STRATEGY)
    again.match = board.match
    again.walk("Y6", "c9")
    assert again.look(3000) is None
    again.walk("Y6", "c10")
    assert again.played(1500)["to"] == "c10"


def test_take_back_is_always_asked_about(board: Board) -> None:
    board.lay("CMD:UNDO", "yellow.command")
    assert board.asked() == ({"play": "undo"},)


def test_every_contradiction_has_its_words_in_both_languages(board: Board) -> None:
    board.walk("R6", "d15")
    answer = board.look(4000)
    assert isinstance(answer, Desync)
    assert all("R6" in translate(answer.says[0], language) for language in LANGUAGES)
