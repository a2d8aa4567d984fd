"""Plays that were tapped or typed leave cards on the table that nobody saw come there: they say nothing by themselves."""

import pytest

from companion.reading.answer import Desync, TableQuestion
from companion.rules.engine import Json
from tests.reading.branching import BALL, CARDS, DRIBBLER, HOME, SETUP
from tests.reading.table import TestTable

FORK = "OC003-900"
FORKED = {
    **SETUP,
    "teams": {
        **SETUP["teams"],
        "home": {**HOME, "visible": [FORK, next(r for r in HOME["occasions"] if r != FORK)]},
    },
}
TYPED: tuple[Json, ...] = (
    {"play": "attempt", "seat": "home", "occasion": FORK, "zone": "a"},
    {"play": "advance", "seat": "home", "card": DRIBBLER, "intent": "dribble", "to": "b"},
    {"play": "let_pass", "seat": "away"},
)


@pytest.fixture
def typed() -> TestTable:
    return TestTable("ofusaido", FORKED, CARDS, TYPED)


def _set_out(table: TestTable) -> dict[str, int]:
    return {
        text: table.lay(text, zone)
        for text, zone in ((FORK, "occasion"), (DRIBBLER, "home.dribble"), (BALL, "pitch.2.left"))
    }


def test_a_table_that_lies_as_the_match_has_it_says_nothing(typed: TestTable) -> None:
    _set_out(typed)
    assert typed.look(9000) is None


def test_the_match_goes_on_from_there(typed: TestTable) -> None:
    things = _set_out(typed)
    typed.look(1000)
    typed.take(things[DRIBBLER])
    typed.lay(DRIBBLER, "home.pass")
    assert typed.played()["intent"] == "pass"


def test_who_dribbled_goes_on_by_the_ball(typed: TestTable) -> None:
    things = _set_out(typed)
    typed.look(1000)
    typed.take(things[BALL])
    typed.lay(BALL, "pitch.3.centre")
    assert typed.played(6000)["card"] == DRIBBLER


def test_a_card_that_is_seen_only_after_its_play_was_tapped_is_asked_about(typed: TestTable) -> None:
    typed.lay(FORK, "occasion")
    typed.look(3000)
    typed.lay(DRIBBLER, "home.dribble")
    answer = typed.look(6000)
    assert isinstance(answer, TableQuestion)
    typed.reader.account_for(answer.says)
    assert typed.look(6000) is None


def test_what_is_asked_stands_though_a_hand_moves_again(typed: TestTable) -> None:
    typed.lay(FORK, "occasion")
    typed.look(3000)
    typed.lay(DRIBBLER, "home.dribble")
    assert isinstance(typed.look(3000), TableQuestion)
    typed.hands(are_over=True)
    assert isinstance(typed.look(100), TableQuestion)


def _hand_takes_the_occasion(typed: TestTable) -> None:
    things = _set_out(typed)
    typed.look(1000)
    typed.hands(are_over=True)
    typed.take(things[FORK])


def test_while_a_hand_is_at_work_it_is_not_told_that_table_and_match_differ(typed: TestTable) -> None:
    _hand_takes_the_occasion(typed)
    assert typed.look(6000) is None
    typed.hands(are_over=False)
    assert isinstance(typed.look(500), Desync)


def test_a_hand_that_never_rests_is_told_after_a_while(typed: TestTable) -> None:
    _hand_takes_the_occasion(typed)
    assert isinstance(typed.look(9000), Desync)
