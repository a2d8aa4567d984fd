"""Remarks: what a referee notes is read again as it was meant, by any screen that has the log."""

import pytest

from companion.ids import MatchId
from companion.match import Match
from companion.play import Note, UnreadablePlay
from companion.rules.games import GAMES
from companion.session.inbox import ClockOrder, PlayIntent
from companion.session.match_controller import MatchController
from companion.session.remarks import (
    Case,
    ClockCorrected,
    Protest,
    Remark,
    Review,
    ReviewBegins,
    ReviewEnds,
    Settled,
    cases_of,
    note_of,
    remark_of,
    review_of,
)
from companion.session.snapshot import Fate, HistoryLine
from companion.storage.shipped_data import demonstrations
from companion.timers import Clocks
from companion.words import Text
from tests.plays import play_of

SETUP, CARDS = demonstrations("lignes")["demo-match"]


def history(*remarks: Remark) -> list[HistoryLine]:
    return [
        HistoryLine(n, n * 1000, "referee", note_of(remark), Text("note"), None, (), (), Fate.ABOVE)
        for n, remark in enumerate(remarks, 1)
    ]


@pytest.mark.parametrize(
    "remark",
    [
        ReviewBegins(),
        ReviewBegins("the line was unclear"),
        ReviewEnds("goal"),
        Protest(12, "the die was cocked"),
        Protest(3),
        Settled(12, "it counts\nand that is it"),
        ClockCorrected("half", 535, 7200),
    ],
)
def test_a_remark_is_read_again_as_it_was_noted(remark: Remark) -> None:
    assert remark_of(note_of(remark)) == remark


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[protest] no play",
        "[review 3] x",
        "[protest 0] x",
        "a [review] of it",
        "[clock half] 1:75 > 2:00",
    ],
)
def test_other_notes_are_only_notes(text: str) -> None:
    assert remark_of(Note(text)) is None
    assert remark_of(UnreadablePlay({"play": "pass", "text": "[review]"}, Text(""))) is None


def test_a_review_is_under_way_until_it_is_over() -> None:
    assert review_of(history()) is None
    assert review_of(history(ReviewBegins("why"))) == Review(1, 1000, "why")
    assert review_of(history(ReviewBegins(), Protest(1))) is not None
    assert review_of(history(ReviewBegins(), ReviewEnds())) is None


def test_a_protest_stands_until_it_is_settled() -> None:
    first, second = cases_of(history(Protest(7, "late"), Protest(8, "cocked"), Settled(7, "it counts")))
    assert first == Case(7, 1, 1000, "late", "it counts", 3000)
    assert second.is_open
    assert not first.is_open


def test_clocks_stand_still_while_a_play_is_reviewed_whoever_wants_to_go_on() -> None:
    controller = MatchController(MatchId("m"), Match(GAMES["lignes"], SETUP, CARDS), None, Clocks(()))
    controller.take(PlayIntent(play_of("lignes", {"play": "kickoff_roll", "d6": 2})), 0)
    assert not controller.clocks.pauses
    controller.take(PlayIntent(note_of(ReviewBegins())), 10)
    controller.take(ClockOrder("start"), 20)
    assert controller.clocks.pauses == {"review"}
    controller.take(PlayIntent(note_of(ReviewEnds("goal"))), 30)
    assert not controller.clocks.pauses


def test_a_note_before_the_first_play_starts_no_clock() -> None:
    controller = MatchController(MatchId("m"), Match(GAMES["lignes"], SETUP, CARDS), None, Clocks(()))
    controller.take(PlayIntent(Note("all are here")), 0)
    assert controller.clocks.pauses == {"not started"}
