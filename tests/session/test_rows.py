"""A play that makes earlier ones plain is played with them: all of them, or none."""

from typing import cast

import pytest

from companion.ids import MatchId, ObservationId
from companion.match import Match
from companion.observation import Sighting
from companion.play import Correct, Insert, Undo
from companion.reading.answer import Answer, SureReading, TableQuestion
from companion.reading.reader import Reader
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.history import JudgedPlay, MatchHistory
from companion.session.inbox import PlayIntent, QuestionAnswer
from companion.session.match_controller import MatchController
from companion.session.session_event import RemarkEvent, RulingEvent, SessionEvent
from companion.showing.games import SCENE_BUILDERS
from companion.storage.shipped_data import demonstrations
from companion.timers import Clocks
from companion.words import Text, translate
from tests.plays import play_of

SETUP, CARDS = demonstrations("lignes")["demo-match"]
OPENING: list[Json] = [
    {"play": "kickoff_roll", "d6": 2},
    {"play": "strategy_roll", "d6": 5, "d12": 10},
]
WALK = play_of("lignes", {"play": "move", "piece": "Y6", "to": "c9"})
AGAIN = play_of("lignes", {"play": "move", "piece": "Y7", "to": "d9"})
PASS = play_of("lignes", {"play": "pass", "to": "e9"})
SEEN = Sighting(ObservationId("sight-1"), 0, "Y6")
TOO_FAR = play_of("lignes", {"play": "move", "piece": "Y7", "to": "f21"})


class Says:
    """A reader that has some things to say, one after the other."""

    so_far = None

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)

    def read(self, _state: object, _now_ms: int) -> Answer | None:
        return self._answers[0] if self._answers else None

    def remarks(self, _now_ms: int) -> list[Text]:
        return []

    def account_for(self, _things: object) -> None:
        self._answers = self._answers[1:]

    def heard(self, answer: SureReading, _before: object, _after: object) -> None:
        self.account_for(answer.says)


def _controller(*answers: Answer) -> MatchController:
    match = Match(GAMES["lignes"], SETUP, CARDS)
    for play in OPENING:
        assert match.submit_json(play).ok
    return MatchController(MatchId("row"), match, cast("Reader", Says(*answers)), Clocks(()))


def _plays(told: list[SessionEvent]) -> list[object]:
    return [one.play for one in told if isinstance(one, RulingEvent)]


def test_what_a_play_makes_plain_is_played_before_it() -> None:
    controller = _controller(SureReading(PASS, (), (), (WALK,)))
    assert _plays(controller.tick(100)) == [WALK, PASS]
    assert controller.match.view()["ball"]["carrier"] == "Y10"


def test_of_a_row_that_would_be_refused_nothing_is_played() -> None:
    controller = _controller(SureReading(TOO_FAR, (), (), (WALK,)))
    told = controller.tick(100)
    assert _plays(told) == []
    assert [one for one in told if isinstance(one, RemarkEvent)]
    assert controller.match.view()["pieces"]["Y6"] == "c7"


def test_an_option_is_answered_with_all_its_plays() -> None:
    controller = _controller(TableQuestion("key", Text("which is meant?"), (PASS, WALK), (), ((WALK,), ())))
    controller.tick(100)
    assert _plays(controller.take(QuestionAnswer("key", 0), 200)) == [WALK, PASS]


def test_take_back_takes_the_whole_row_that_was_read_as_one() -> None:
    controller = _controller(SureReading(PASS, (SEEN,), (), (WALK,)))
    controller.tick(100)
    told = controller.take(PlayIntent(Undo()), 200)
    assert _plays(told) == [Undo(3)]
    assert len(controller.match.entries) == len(OPENING)


def test_take_back_takes_the_whole_row_that_was_answered() -> None:
    controller = _controller(TableQuestion("key", Text("which is meant?"), (PASS, WALK), (), ((WALK,), ())))
    controller.tick(100)
    controller.take(QuestionAnswer("key", 0), 200)
    controller.take(PlayIntent(Undo()), 300)
    assert len(controller.match.entries) == len(OPENING)


def test_the_command_card_takes_the_whole_row_back_too() -> None:
    controller = _controller(
        SureReading(PASS, (SEEN,), (), (WALK,)), TableQuestion("key", Text("?"), (Undo(),), ())
    )
    controller.tick(100)
    controller.take(QuestionAnswer("key", 0), 200)
    assert len(controller.match.entries) == len(OPENING)


def test_plays_that_were_said_one_after_the_other_are_taken_back_one_after_the_other() -> None:
    controller = _controller()
    for play in (WALK, PASS):
        controller.take(PlayIntent(play), 100)
    told = controller.take(PlayIntent(Undo()), 200)
    assert _plays(told) == [Undo()]
    assert len(controller.match.entries) == len(OPENING) + 1


def test_who_names_the_play_to_go_back_to_is_taken_at_his_word() -> None:
    controller = _controller(SureReading(PASS, (SEEN,), (), (WALK,)))
    controller.tick(100)
    controller.take(PlayIntent(Undo(4)), 200)
    assert len(controller.match.entries) == len(OPENING) + 1


# --- seen late


def _history(*evidence: str) -> list[list[str]]:
    """What the history says to follow from two walks of which each was read by a sighting."""
    match = Match(GAMES["lignes"], SETUP, CARDS)
    for play in OPENING:
        assert match.submit_json(play).ok
    history = MatchHistory(match, SCENE_BUILDERS["lignes"])
    for walk, name in zip((WALK, AGAIN), evidence, strict=True):
        outcome = match.submit(walk, ())
        assert outcome.ok, outcome.refusal
        history.note(JudgedPlay(outcome.seq, 0, "camera", walk, (ObservationId(name),), outcome.events))
    return [[translate(one.says, "en") for one in line.consequences] for line in history.lines]


def test_two_moves_that_one_look_has_read_were_seen_late_and_the_history_says_so() -> None:
    first, second = _history("sight-7", "sight-7")
    assert "seen late: two moves as one" not in first
    assert second[-1] == "seen late: two moves as one"


def test_two_moves_that_were_seen_one_after_the_other_were_not_seen_late() -> None:
    assert not any("seen late" in says for line in _history("sight-7", "sight-8") for says in line)


# --- plays that are older than the history


@pytest.mark.parametrize(
    "amending",
    [Undo(3), Correct(3, AGAIN), Insert(3, AGAIN)],
    ids=["undone", "corrected", "one put before it"],
)
def test_a_play_that_is_older_than_the_history_may_be_amended(amending: Undo | Correct | Insert) -> None:
    match = Match(GAMES["lignes"], SETUP, CARDS)
    for play in OPENING:
        assert match.submit_json(play).ok
    assert match.submit(WALK).seq == 3
    history = MatchHistory(match, SCENE_BUILDERS["lignes"])
    outcome = match.submit(amending)
    assert outcome.ok, outcome.refusal
    history.note(JudgedPlay(outcome.seq, 0, "hand", amending, (), outcome.events))
    assert [line.seq for line in history.lines] == [outcome.seq]
