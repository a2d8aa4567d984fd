"""Cards that are known by their faces and may be one of several: a person is asked, and what he says holds."""

from typing import Any

import pytest

from companion.observation import ReadingStatus
from companion.reading.answer import SureReading, TableQuestion
from companion.words import translate
from tests.reading.branching import BALL, DRIBBLER, WINGER, branching_table
from tests.reading.table import TestTable


@pytest.fixture
def branching() -> TestTable:
    table = branching_table()
    table.lay(BALL, "pitch.2.left")
    return table


def question(table: TestTable) -> TableQuestion:
    answer = table.look(4000)
    assert isinstance(answer, TableQuestion), answer
    return answer


def cards_of(asked: TableQuestion) -> set[Any]:
    return {getattr(option, "card", None) for option in asked.options}


def test_a_face_that_may_be_one_of_two_cards_is_asked_about(branching: TestTable) -> None:
    branching.lay_face("home.pass", ReadingStatus.AMBIGUOUS, WINGER, DRIBBLER)
    asked = question(branching)
    assert cards_of(asked) == {WINGER, DRIBBLER}
    said = translate(asked.asks, "en")
    assert WINGER in said and DRIBBLER in said


def test_a_face_is_not_bent_to_the_only_card_that_would_fit(branching: TestTable) -> None:
    branching.lay_face("home.pass", ReadingStatus.AMBIGUOUS, WINGER, "JO999-900")
    assert cards_of(question(branching)) == {WINGER}, "it is asked even if one answer is possible"


def test_what_a_person_said_a_face_is_holds_until_the_card_leaves(branching: TestTable) -> None:
    thing = branching.lay_face("home.pass", ReadingStatus.AMBIGUOUS, WINGER, DRIBBLER)
    asked = question(branching)
    chosen = next(n for n, option in enumerate(asked.options) if getattr(option, "card", None) == DRIBBLER)
    says = tuple(one for one in asked.says if one.ref == DRIBBLER)
    answer = SureReading(asked.options[chosen], tuple(one.sighting for one in says), says)
    before = branching.match.state
    for play in asked.row(chosen):
        assert branching.match.submit(play, answer.evidence).ok
    branching.reader.heard(answer, before, branching.match.state)
    assert [one.ref for one in branching.reader.table.lying if one.thing == thing] == [DRIBBLER]
    assert branching.look(3000) is None, "it is not asked again"
    branching.take(thing)
    assert "is gone" in branching.told(8000)


def test_a_face_that_is_set_aside_is_not_asked_about_again(branching: TestTable) -> None:
    branching.lay_face("home.pass", ReadingStatus.AMBIGUOUS, WINGER, DRIBBLER)
    branching.reader.account_for(question(branching).says)
    assert not isinstance(branching.look(3000), TableQuestion)


def test_a_card_that_was_never_shown_is_told_where_the_match_waits_for_one(branching: TestTable) -> None:
    branching.lay_face("home.pass", ReadingStatus.UNKNOWN)
    assert "was never shown to the program: turn it face up, or" in branching.told(), "it may be a back"


def test_the_back_of_a_card_that_was_never_shown_is_not_spoken_of_where_cards_lie_face_down(
    branching: TestTable,
) -> None:
    branching.lay_face("home.energies", ReadingStatus.UNKNOWN)
    assert branching.look(6000) is None
