"""Each play and each event is told in a sentence, with its numbers."""

import pytest

from companion.errors import Malformed
from companion.rules.lignes.board import Piece, on_token, read_piece
from companion.words import translate
from tests.rules.lignes.table import Table, a_table, yellow_kicks, yellow_plays, yellow_shoots


def told(table: Table) -> list[str]:
    """What followed from the last play, as a person reads it."""
    label = table.match.rules.label
    return [translate(label(table.match.state, event), "en") for event in table.match.entries[-1].events]


def test_the_kick_off() -> None:
    assert told(a_table().kickoff()) == [
        "the die shows 4, even: Yellow kicks off",
        "Yellow no.\N{NO-BREAK SPACE}9 has the ball on g11",
    ]
    assert told(a_table().kickoff("red"))[0] == "the die shows 3, odd: Red kicks off"


def test_the_budget_and_a_walk() -> None:
    table = a_table().kickoff().play("strategy_roll", d6=4, d12=8)
    assert told(table) == ["the dice show 4 + 8 = 12", "12 points to spend in the strategy phase"]
    assert told(table.walk("Y9", "h12 h13 h14")) == [
        "no.\N{NO-BREAK SPACE}9 moves to h14",
        "Yellow no.\N{NO-BREAK SPACE}9 has moved; points spent: 3, left: 9",
        "Yellow no.\N{NO-BREAK SPACE}9 has the ball on h14",
    ]


def test_passes() -> None:
    assert told(yellow_kicks(12).kick("e9")) == [
        "pass to e9",
        "Yellow no.\N{NO-BREAK SPACE}10 has the ball on e9; points spent: 2, left: 10",
    ]
    assert told(yellow_kicks(12).kick("g13")) == [
        "pass to g13",
        "over an opponent: 2 points more for the lob",
        "the ball lies free on g13; points spent: 2, left: 8",
    ]


def test_the_end_of_a_turn() -> None:
    assert told(yellow_kicks().kick("h12").end()) == [
        "the strategy phase ends, and the points left are lost",
        "the turn ends: Red plays next",
    ]


def test_a_shot_and_its_save() -> None:
    table = yellow_plays().put(Y9="g17").end().credit(4)
    assert told(table) == ["the die of the shot phase shows 4", "credit of the shot phase: 4"]
    assert told(table.shoot("g21")) == [
        "shot at g21",
        "Yellow no.\N{NO-BREAK SPACE}9 shoots at g21, at a distance of 4, with a credit of 4: the ball reaches the goal",
    ]
    assert told(table.save(3)) == [
        "the keeper rolls 3 against the shot",
        "the shot goes to the middle, where these numbers save it: 1, 2; the keeper rolls 3: not saved",
        "GOAL by no.\N{NO-BREAK SPACE}9, Yellow: 1 - 0",
        "the turn ends: Red plays next",
    ]


def test_a_block() -> None:
    assert told(yellow_shoots(6, R1="g19").shoot("g21"))[1].endswith(
        "the keeper stands in the way and stops the ball"
    )


def test_a_ball_sent_out() -> None:
    assert told(yellow_shoots(7, ball="g11").send_out("a11"))[:2] == [
        "the ball is sent out behind a11",
        "the ball goes out over the side line at a11: the other side's nearest player takes it there",
    ]


def test_a_penalty() -> None:
    table = yellow_plays().put(Y9="a11", Y10="e17").walk("Y10", "e18").check(5)
    assert told(table) == [
        "opponents side by side in the area: the die shows 5, odd, a foul",
        "foul by Red no.\N{NO-BREAK SPACE}3 on Yellow no.\N{NO-BREAK SPACE}10 in the area: penalty",
        "Yellow no.\N{NO-BREAK SPACE}9 has the ball on g19",
    ]
    assert told(table.play("penalty_roll", d6=6)) == ["the taker of the penalty rolls 6"]
    assert told(table.play("penalty_save", d6=6))[:2] == [
        "the keeper rolls 6 against the penalty",
        "the penalty at h21 is saved",
    ]


def test_the_end_of_the_match() -> None:
    won = yellow_plays(end={"goals": 1}).put(Y9="g17", R1="d19").to_shot(4).shoot("g21")
    assert told(won)[-1] == "end of the match, 1 - 0: Yellow wins"
    shared = yellow_plays(end={"halves": 1, "minutes": 5}).half_time()
    assert told(shared) == ["time is up: half", "end of the match, 0 - 0: a tie"]


@pytest.mark.parametrize(
    ("kind", "fields", "message"),
    [
        ("move", {"piece": "Y9", "path": ["g12"]}, "Red no.\N{NO-BREAK SPACE}9 stands on g12"),
        (
            "move",
            {"piece": "R9", "to": "g13"},
            "Red no.\N{NO-BREAK SPACE}9 does not belong to the side that plays",
        ),
        ("move", {"piece": "Y10", "path": ["e11"]}, "e11 is not next to e9"),
        ("move", {"piece": "Y10", "to": "n9"}, "n9 is not on this board, which goes from a1 to m21"),
        ("pass", {"to": "g15"}, "the pass costs 4 + 2 for the lob = 6; points left: 5"),
        ("pass", {"to": "a11"}, "the pass costs 6; points left: 5"),
        ("pass", {"to": "h13"}, "no straight line leads from g11 to h13: rows, columns and diagonals"),
    ],
)
def test_a_refusal_says_why(kind: str, fields: dict[str, object], message: str) -> None:
    assert yellow_kicks(5).refused(kind, **fields).message == message


def test_a_piece_that_is_none_is_told_with_those_that_are_in_both_languages() -> None:
    with pytest.raises(Malformed) as caught:
        read_piece("R12", "piece")
    assert translate(caught.value.problem, "en").startswith("a piece is Y1 to Y11 or R1 to R11")
    assert caught.value.problem.args["first"] == on_token(Piece.Y1)
