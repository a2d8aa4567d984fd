"""A play that makes earlier ones plain is played with them: all of them, or none."""

from typing import cast

from companion.ids import MatchId
from companion.match import Match
from companion.reading.answer import Answer, Played, Question
from companion.reading.reader import Reader
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.desk import Desk
from companion.session.inbox import Answered
from companion.session.told import Remarked, Ruled, Told
from companion.storage.shipped import demonstrations
from companion.timers import Clocks
from companion.words import Text

SETUP, CARDS = demonstrations("lignes")["demo-match"]
OPENING: list[Json] = [
    {"play": "kickoff_roll", "d6": 2},
    {"play": "strategy_roll", "d6": 5, "d12": 10},
]
WALK: Json = {"play": "move", "piece": "Y6", "to": "c9"}
PASS: Json = {"play": "pass", "to": "e9"}
TOO_FAR: Json = {"play": "move", "piece": "Y7", "to": "f21"}


class Says:
    """A reader that has one thing to say."""

    def __init__(self, answer: Answer) -> None:
        self._answer: Answer | None = answer

    def read(self, _state: object, _now_ms: int) -> Answer | None:
        answer = self._answer
        if isinstance(answer, Played):
            self._answer = None
        return answer

    def account_for(self, _things: object) -> None:
        self._answer = None


def _desk(answer: Answer) -> Desk:
    match = Match(GAMES["lignes"], SETUP, CARDS)
    for play in OPENING:
        assert match.submit(play).ok
    return Desk(MatchId("row"), match, cast("Reader", Says(answer)), Clocks(()))


def _plays(told: list[Told]) -> list[object]:
    return [one.play for one in told if isinstance(one, Ruled)]


def test_what_a_play_makes_plain_is_played_before_it() -> None:
    desk = _desk(Played(PASS, (), (), (WALK,)))
    assert _plays(desk.tick(100)) == [WALK, PASS]
    assert desk.match.view()["ball"]["carrier"] == "Y10"


def test_of_a_row_that_would_be_refused_nothing_is_played() -> None:
    desk = _desk(Played(TOO_FAR, (), (), (WALK,)))
    told = desk.tick(100)
    assert _plays(told) == []
    assert [one for one in told if isinstance(one, Remarked)]
    assert desk.match.view()["pieces"]["Y6"] == "c7"


def test_an_option_is_answered_with_all_its_plays() -> None:
    desk = _desk(Question("key", Text("which is meant?"), (PASS, WALK), (), ((WALK,), ())))
    desk.tick(100)
    assert _plays(desk.take(Answered("key", 0), 200)) == [WALK, PASS]
