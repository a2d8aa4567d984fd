"""A hand at the keyboard of a table that is watched."""

import os
from collections.abc import Iterator
from functools import partial

import pytest

from companion.cli.live.typed import StandardInput, TypedInput, one_of_each_kind
from companion.match import Match
from companion.reading.answer import Desync, TableQuestion
from companion.rules.engine import Ruling
from companion.rules.games import GAMES
from companion.rules.lignes.board import Piece
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.plays import Move, Pass
from companion.rules.ouaf.plays import RoundPlay
from companion.session.inbox import PlayIntent, QuestionAnswer, RefereeCall, TableApproval
from companion.session.session_event import DifferenceEvent, QuestionEvent
from companion.storage.shipped_data import demonstrations
from companion.words import Text, translate
from tests.plays import json_of

OPTIONS = (Move(Piece("R2"), to=Cell("a17")), Pass(Cell("a17")))


def typed(*lines: str) -> TypedInput:
    waiting = [iter([line.encode() for line in lines])]
    return TypedInput("lignes", lambda: waiting.pop() if waiting else iter(()))


def asked(hand: TypedInput) -> TypedInput:
    hand.hear(QuestionEvent(TableQuestion("key", Text("which is meant?"), OPTIONS, ())))
    return hand


@pytest.mark.parametrize(("line", "option"), [("1", 0), ("2\r", 1), ("0", None)])
def test_a_number_answers_what_is_asked(line: str, option: int | None) -> None:
    assert list(asked(typed(line)).items()) == [QuestionAnswer("key", option)]


@pytest.mark.parametrize("line", ["3", "99999"])
def test_a_number_that_was_not_offered_is_told(line: str) -> None:
    (said,) = asked(typed(line)).items()
    assert isinstance(said, Text) and said.args["most"] == 2


def test_a_number_when_nothing_is_asked_is_told() -> None:
    hand = asked(typed("1"))
    hand.hear(QuestionEvent(None))
    assert list(hand.items()) == [Text("there is no question now")]


def test_a_play_is_typed_in_notation_or_as_json() -> None:
    said = list(typed("move R2 to=a17", '{"play": "pass", "to": "a17"}').items())
    assert [item.play for item in said if isinstance(item, PlayIntent)] == list(OPTIONS)
    assert [item.said for item in said if isinstance(item, PlayIntent)] == json_of(OPTIONS)


def test_who_types_call_calls_a_referee_of_the_hall_and_again_takes_the_call_back() -> None:
    waiting = [iter([b"call", b"APPEL", b"call"])]
    hand = TypedInput("lignes", lambda: waiting.pop() if waiting else iter(()), has_hall=True)
    calls = [item.id for item in hand.items() if isinstance(item, RefereeCall)]
    assert calls[0] and calls[2] and calls[0] != calls[2]
    assert calls[1] is None


@pytest.mark.parametrize("word", ["help", "aide", "?"])
def test_who_types_help_is_shown_how_each_kind_of_play_that_is_possible_is_typed(word: str) -> None:
    match = Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match"])
    match.submit(RoundPlay(*match.state.sheet.usable[:2]))
    possible = partial(one_of_each_kind, match)
    (said,) = TypedInput("ouaf", lambda: iter([word.encode()]), possible=possible).items()
    assert isinstance(said, Text)
    told = translate(said, "en")
    assert told == "you can type, for example: work red:0; down red"
    for line in told.partition(": ")[2].split("; "):
        (item,) = TypedInput("ouaf", partial(iter, [line.encode()])).items()
        assert isinstance(item, PlayIntent)
        assert isinstance(match.rules.judge(match.state, item.play), Ruling)


def test_help_when_the_match_waits_for_nobody_is_told() -> None:
    (said,) = typed("help").items()
    assert isinstance(said, Text)


def test_a_call_where_there_is_no_hall_is_told() -> None:
    (said,) = typed("call").items()
    assert isinstance(said, Text) and "no hall" in said.template


@pytest.mark.parametrize("line", ["dance", "{", "[1]", "# nothing"])
def test_what_is_no_play_is_told_and_nothing_is_said(line: str) -> None:
    (said,) = typed(line).items()
    assert isinstance(said, Text)


def test_ok_says_that_the_table_is_right_where_it_differs() -> None:
    hand = typed("ok", "OK")
    hand.hear(DifferenceEvent(Desync("odd", (), ())))
    assert list(hand.items()) == [TableApproval("odd")] * 2
    (said,) = typed("ok").items()
    assert isinstance(said, Text)


# --- where lines come from


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The writing end of what is standard input."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        yield writing


def test_lines_are_taken_as_they_come_and_nobody_waits_for_them(pipe: int) -> None:
    lines = StandardInput()
    assert list(lines()) == []
    os.write(pipe, b"1\nmove ")
    assert list(lines()) == [b"1"]
    os.write(pipe, b"R2 a17\n")
    assert list(lines()) == [b"move R2 a17"]
    os.write(pipe, b"2")
    os.close(pipe)
    assert list(lines()) == [b"2"]
    assert list(lines()) == []


def test_without_standard_input_nothing_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert list(StandardInput()()) == []


def test_who_types_in_french_calls_pieces_as_their_tokens_do() -> None:
    waiting = [iter([b"move J9 to=a17", b"move Y9 to=a17"])]
    hand = TypedInput("lignes", lambda: waiting.pop() if waiting else iter(()), "fr")
    assert [item.said["piece"] for item in hand.items() if isinstance(item, PlayIntent)] == ["Y9", "Y9"]
