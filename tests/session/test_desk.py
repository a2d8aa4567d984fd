"""The desk submits what the table says together, and asks about it, in the order in which it was played."""

from typing import Any, cast

import pytest

from companion.ids import MatchId
from companion.match import Match
from companion.reading.answer import Answer, Played, Question
from companion.reading.lying import Lying
from companion.reading.reader import Reader
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.desk import Desk
from companion.session.inbox import Answered
from companion.session.told import Ruled, Told
from companion.storage.shipped import demonstrations
from companion.timers import Clocks
from companion.words import Text
from tests.reading.pitch import KICKED_OFF, PLACED

SETUP, CARDS = demonstrations("boufbowl")["demo-match"]
PLACE, KICKOFF = PLACED[1], KICKED_OFF[2]


class SaysOnce:
    """A reader to whom the table says one thing."""

    def __init__(self, answer: Answer) -> None:
        self._answer: Answer | None = answer

    def read(self, _state: Any, _now_ms: int) -> Answer | None:
        answer = self._answer
        if not isinstance(answer, Question):
            self._answer = None
        return answer

    def account_for(self, _things: tuple[Lying, ...]) -> None:
        self._answer = None


def _desk(answer: Answer) -> Desk:
    match = Match(GAMES["boufbowl"], SETUP, CARDS)
    match.submit(PLACED[0])
    return Desk(MatchId("m"), match, cast(Reader, SaysOnce(answer)), Clocks(()))


def _ruled(told: list[Told]) -> list[Json]:
    return [one.play for one in told if isinstance(one, Ruled) and one.refusal is None]


def test_what_a_play_makes_plain_is_submitted_before_it() -> None:
    desk = _desk(Played(KICKOFF, (), (), (PLACE,)))
    assert _ruled(desk.tick(0)) == [PLACE, KICKOFF]


@pytest.mark.parametrize("refused", [{"play": "kickoff", "zone": "a1"}, {"play": "land"}])
def test_if_one_would_be_refused_none_of_them_is_played_and_the_last_one_is_explained(refused: Json) -> None:
    desk = _desk(Played(refused, (), (), (PLACE,)))
    told = desk.tick(0)
    assert _ruled(told) == []
    assert [one.play for one in told if isinstance(one, Ruled)] == [refused]


def test_an_answer_plays_what_its_option_makes_plain_too() -> None:
    options = ({"play": "kickoff", "zone": "a3"}, KICKOFF)
    desk = _desk(Question("key", Text("which?"), options, (), ((PLACE,), (PLACE,))))
    desk.tick(0)
    assert _ruled(desk.take(Answered("key", 1), 100)) == [PLACE, KICKOFF]


def test_none_of_these_plays_nothing() -> None:
    desk = _desk(Question("key", Text("which?"), (KICKOFF,), (), ((PLACE,),)))
    desk.tick(0)
    assert _ruled(desk.take(Answered("key", None), 100)) == []
