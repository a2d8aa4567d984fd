"""What the board of Lignes d'Attaque means in the shot phase and at restarts: docs/mats.md, sentence by sentence."""

import pytest

from companion.play import write_play
from companion.reading.answer import Desync, SureReading, TableQuestion
from companion.rules.engine import Json
from tests.plays import json_of
from tests.reading.board import KICKOFF, STRATEGY, Board


@pytest.fixture
def shooting() -> Board:
    board = Board([*STRATEGY, {"play": "end_strategy"}, {"play": "shot_roll", "d12": 5}])
    assert board.view["phase"] == "shot"
    return board


def test_the_ball_on_a_teammate_in_the_shot_phase_is_a_relay(shooting: Board) -> None:
    shooting.kick("Y9", "e9")
    assert shooting.played(1500) == {"play": "relay", "to": "e9"}


def test_an_arm_over_the_place_that_the_ball_has_left_holds_no_shot_up(shooting: Board) -> None:
    """Nobody may follow the ball in the shot phase."""
    left = shooting.view["ball"]["cell"]
    shooting.hand_moves(left, "e9")
    shooting.kick("Y9", "e9")
    assert shooting.look(300) is None
    shooting.hand_moves(left)
    assert shooting.played(200) == {"play": "relay", "to": "e9"}


def test_who_got_the_ball_may_lie_under_it_for_as_long_as_it_lies_there(shooting: Board) -> None:
    shooting.kick("Y9", "e9")
    shooting.played(1500)
    shooting.take(shooting.pieces["Y10"])
    assert shooting.look(30_000) is None
    shooting.take(shooting.ball)
    assert isinstance(shooting.look(25_000), Desync)


def test_the_ball_on_a_free_cell_at_the_credits_distance_is_sent(shooting: Board) -> None:
    shooting.kick("Y9", "l11")
    assert shooting.played(1500) == {"play": "send", "to": "l11"}


def test_a_ball_sent_too_far_is_explained(shooting: Board) -> None:
    shooting.kick("Y9", "a11")
    assert "a11" in shooting.told()


def test_a_piece_moved_in_the_shot_phase_is_a_contradiction(shooting: Board) -> None:
    shooting.walk("Y6", "c9")
    assert isinstance(shooting.look(4000), Desync)


def test_the_ball_beside_the_board_is_out_where_its_line_leaves_it() -> None:
    board = Board([*STRATEGY, {"play": "end_strategy"}, {"play": "shot_roll", "d12": 12}])
    board.kick("Y9", "a11")
    board.move(board.ball, "a11")
    a11 = next(zone for zone in board.mat.zones if zone.name == "a11")
    board.put(board.ball, (round(a11.middle_mm[0]), 8))
    assert board.played(2000) == {"play": "send", "to": "out", "through": "a11"}
    board.move(board.ball, "a11")
    taker = board.match.rules.options(board.match.state, "red", "restart_at")[0].piece
    board.cover(board.ball)
    board.walk(taker, "a11")
    assert board.played(2000) == {"play": "restart_at", "piece": taker.value}


def test_who_stands_on_the_corner_changes_places_with_the_taker() -> None:
    board = Board(
        [
            *STRATEGY,
            {"play": "override", "set": {"pieces.Y9": "b5", "pieces.Y2": "a1"}, "reason": "a position"},
            {"play": "end_strategy"},
            {"play": "shot_roll", "d12": 12},
            {"play": "send", "to": "out", "through": "b1"},
        ]
    )
    assert board.view["ball"]["cell"] == "a1"
    taker = board.match.rules.options(board.match.state, "red", "restart_at")[0].piece
    left = board.view["pieces"][taker]
    board.take(board.pieces[taker])
    board.walk("Y2", left)
    board.walk(taker, "a1")
    board.cover(board.ball)
    assert board.played(2000) == {"play": "restart_at", "piece": taker.value}
    assert board.view["pieces"]["Y2"] == left


def test_the_keeper_clears_from_where_he_is_put_with_the_ball() -> None:
    board = _cleared()
    board.walk_with_the_ball("R1", "h19")
    assert board.played(2000) == {"play": "clear_from", "cell": "h19"}


def test_a_pass_of_the_keeper_says_that_he_clears_from_where_he_stands() -> None:
    board = _cleared({"pieces.R2": "c17"})
    board.kick("R1", "c17")
    answer = board.look(2500, SureReading)
    assert isinstance(answer, SureReading)
    assert json_of(answer.before) == [{"play": "clear_from", "cell": "g21"}]
    assert write_play(answer.play) == {"play": "pass", "to": "c17"}


def test_who_walks_before_the_keeper_has_cleared_is_asked_about() -> None:
    board = _cleared()
    board.walk("R6", "c13")
    answer = board.look(3000)
    assert isinstance(answer, TableQuestion)
    assert json_of(answer.row(0)) == [
        {"play": "clear_from", "cell": "g21"},
        {"play": "move", "piece": "R6", "to": "c13"},
    ]


def _cleared(changes: Json | None = None) -> Board:
    """Red's keeper has the ball on g21 and the dice have fallen."""
    plays: list[Json] = [
        *KICKOFF,
        {"play": "strategy_roll", "d6": 1, "d12": 1},
        {"play": "override", "set": {"pieces.Y9": "g17"}, "reason": "a position"},
        {"play": "end_strategy"},
        {"play": "shot_roll", "d12": 12},
        {"play": "shoot", "goal_cell": "g21"},
        {"play": "save_roll", "d6": 1},
        {"play": "clear_roll", "d6": 3, "d12": 6},
    ]
    board = Board(plays, changes)
    assert board.view["phase"] == "clear"
    assert board.view["ball"] == {"cell": "g21", "carrier": "R1"}
    return board
