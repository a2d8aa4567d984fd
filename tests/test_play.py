"""Plays as values, and at the borders where they are JSON."""

import pytest

from companion.errors import Malformed
from companion.match import Match
from companion.play import (
    MATCH_PLAYS,
    Correct,
    Note,
    Undo,
    UnreadablePlay,
    kind_said,
    leaves_of,
    parse_play,
    read_play,
    seat_said,
    write_play,
)
from companion.rules.games import GAMES
from companion.rules.ouaf.cards import Seat
from companion.rules.ouaf.plays import Discard, Work
from companion.storage.record import MemoryLog
from companion.words import translate
from tests.rules.demonstration import demonstrations

KINDS = {**GAMES["ouaf"].play_kinds, **MATCH_PLAYS}


def test_what_cannot_be_read_keeps_what_was_said_and_says_why() -> None:
    said = {"play": "discard", "seat": "nobody"}
    unreadable = parse_play(KINDS, said)
    assert isinstance(unreadable, UnreadablePlay)
    with pytest.raises(Malformed) as problem:
        read_play(KINDS, said)
    assert unreadable == UnreadablePlay(said, problem.value.message)
    assert write_play(unreadable) is said
    assert (kind_said(unreadable), seat_said(unreadable)) == ("discard", "nobody")
    assert (kind_said(UnreadablePlay([], problem.value.message)), seat_said(unreadable)) == ("", "nobody")


def test_a_correction_holds_a_typed_play_and_says_it_again() -> None:
    said = {"play": "correct", "seq": 2, "with": {"play": "work", "cards": {"red": 3}}, "reason": "misread"}
    correction = read_play(KINDS, said)
    assert correction == Correct(2, Work({Seat.RED: 3}), "misread")
    assert write_play(correction) == said
    assert list(write_play(correction)) == list(said)


def test_a_correction_to_what_cannot_be_read_can_be_read_itself() -> None:
    said = {"play": "correct", "seq": 2, "with": {"play": "dance"}}
    correction = read_play(KINDS, said)
    assert isinstance(correction, Correct) and isinstance(correction.instead, UnreadablePlay)
    assert write_play(correction) == said


def test_a_play_says_its_leaves_by_the_names_of_its_json_and_no_defaults() -> None:
    assert list(leaves_of(Work({Seat.RED: 3, Seat.BLUE: 4}))) == [
        (("cards", "red"), 3),
        (("cards", "blue"), 4),
    ]
    assert list(leaves_of(Discard(Seat.RED, 3))) == [(("seat",), "red"), (("value",), 3)]
    assert list(leaves_of(Undo())) == []


def test_what_came_as_json_is_logged_as_it_came_and_other_plays_as_they_are_written() -> None:
    log = MemoryLog()
    match = Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match"], log)
    said = {"reason": None, "play": "undo"}
    match.submit_json(said)
    match.submit(Undo())
    match.submit(Note("typed"), said={"text": "typed", "play": "note"})
    assert [list(record.play.items()) for record in log.records()] == [
        [("reason", None), ("play", "undo")],
        [("play", "undo")],
        [("text", "typed"), ("play", "note")],
    ]


def test_what_cannot_be_read_is_refused_and_logged_as_it_came() -> None:
    log = MemoryLog()
    match = Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match"], log)
    refusal = match.submit_json(["no play"]).refusal
    assert refusal is not None and refusal.code.value == "bad_play"
    assert translate(refusal.message, "en") == "a play is an object with the field play; here: […]"
    assert log.records()[0].play == ["no play"]
