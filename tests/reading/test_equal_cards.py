"""Cards that are equal but for their references, which the camera cannot read: nobody is asked which of them lies there."""

from dataclasses import replace

import pytest

from companion.observation import ReadingStatus, SightingState, What
from companion.reading.answer import SureReading, TableQuestion
from companion.reading.games import MEANINGS
from companion.reading.identity import equals_in
from companion.reading.reader import Reader
from companion.rules.engine import Json
from tests.reading.branching import AWAY, CARDS, DEFENDER, HOME, WINGER, branching_table
from tests.reading.table import TestTable

FIRST, SECOND, THIRD = HOME["energies"][:3]


def with_equals() -> list[Json]:
    """The cards of the match, in which the second energy of the home side is as the first but for its reference."""
    first = next(card for card in CARDS if card.get("ref") == FIRST)
    return [{**first, "ref": SECOND} if card.get("ref") == SECOND else card for card in CARDS]


@pytest.fixture
def opposed() -> TestTable:
    """A pass that is opposed, so that the home side turns an energy next."""
    return _opposed()


def _opposed() -> TestTable:
    table = branching_table(with_equals())
    table.play({"play": "advance", "seat": "home", "card": WINGER, "intent": "pass", "to": "b"})
    table.play({"play": "oppose", "seat": "away", "card": DEFENDER})
    return table


def _turn(table: TestTable, *candidates: str, zone: str = "home.energies") -> int:
    return table.lay_face(zone, ReadingStatus.AMBIGUOUS, *candidates)


def test_cards_are_equal_if_they_differ_by_their_references_alone() -> None:
    equals = equals_in(with_equals())
    assert equals[FIRST] == equals[SECOND] == {FIRST, SECOND}
    assert THIRD in equals and FIRST not in equals[THIRD]


def test_of_equal_cards_of_two_teams_the_one_of_this_side_is_meant(opposed: TestTable) -> None:
    assert opposed.things.equals[THIRD] == {THIRD, "EN014-900"}, "the demonstration deck has changed"
    _turn(opposed, "EN014-900", THIRD)
    assert opposed.played(1000) == {"play": "reveal", "seat": "home", "energy": THIRD}


def test_a_face_that_was_read_as_a_card_of_the_other_team_is_no_card_of_this_side(opposed: TestTable) -> None:
    opposed.lay("EN014-900", "home.energies", what=What.FACE)
    assert "EN014-900" in opposed.told(4000)


@pytest.mark.parametrize("candidates", [(FIRST, SECOND), (SECOND, FIRST)])
def test_an_energy_that_may_be_one_of_two_equal_ones_is_played_without_a_question(
    opposed: TestTable, candidates: tuple[str, ...]
) -> None:
    _turn(opposed, *candidates)
    assert opposed.played(1000) == {"play": "reveal", "seat": "home", "energy": candidates[0]}


def test_cards_that_differ_are_asked_about(opposed: TestTable) -> None:
    _turn(opposed, FIRST, THIRD)
    assert isinstance(opposed.look(4000), TableQuestion)


def test_one_that_lies_there_is_not_meant_again(opposed: TestTable) -> None:
    opposed.play({"play": "support", "seat": "home", "cards": [HOME["players"][8]]})
    for seat in ("away", "home"):
        opposed.play({"play": "no_support", "seat": seat})
    _turn(opposed, FIRST, SECOND)
    opposed.played(1000)
    opposed.play({"play": "reveal", "seat": "away", "energy": AWAY["energies"][0]})
    _turn(opposed, FIRST, SECOND)
    assert opposed.played(1000) == {"play": "reveal", "seat": "home", "energy": SECOND}


def test_a_face_read_as_the_one_that_lies_there_already_is_its_equal(opposed: TestTable) -> None:
    opposed.play({"play": "support", "seat": "home", "cards": [HOME["players"][8]]})
    for seat in ("away", "home"):
        opposed.play({"play": "no_support", "seat": seat})
    opposed.lay(FIRST, "home.energies", what=What.FACE)
    opposed.played(1000)
    opposed.play({"play": "reveal", "seat": "away", "energy": AWAY["energies"][0]})
    opposed.lay(FIRST, "home.energies", what=What.FACE)
    assert opposed.played(1000) == {"play": "reveal", "seat": "home", "energy": SECOND}


def test_a_code_says_which_of_equal_cards_lies_there(opposed: TestTable) -> None:
    opposed.lay(FIRST, "home.energies")
    opposed.played(1000)
    opposed.play({"play": "reveal", "seat": "away", "energy": AWAY["energies"][0]})
    _go_on_until_home_turns_an_energy(opposed)
    opposed.lay(FIRST, "home.energies")
    told = opposed.look(8000)
    assert not isinstance(told, SureReading), "it is spent, and its code says that it is this one"


def test_one_that_was_spent_in_an_earlier_duel_is_not_meant_again(opposed: TestTable) -> None:
    first = _turn(opposed, FIRST, SECOND)
    opposed.played(1000)
    opposed.play({"play": "reveal", "seat": "away", "energy": AWAY["energies"][0]})
    opposed.take(first)
    _go_on_until_home_turns_an_energy(opposed)
    assert opposed.look(5000) is None
    _turn(opposed, FIRST, SECOND)
    assert opposed.played(1000) == {"play": "reveal", "seat": "home", "energy": SECOND}


def _go_on_until_home_turns_an_energy(table: TestTable) -> None:
    """Whatever the match waits for is entered by hand, until the home side is to turn an energy."""
    match = table.match
    while not any(one.seat == "home" and "reveal" in one.plays for one in match.expects()):
        possible = {
            play.kind: play
            for one in match.expects()
            for kind in one.plays
            for play in match.rules.options(match.state, one.seat, kind)
        }
        ways_on = ("attempt", "flip", "advance", "shoot", "oppose", "no_support", "reveal")
        assert match.submit(next(possible[kind] for kind in ways_on if kind in possible)).ok


def test_a_card_that_the_camera_loses_for_a_moment_is_not_taken_for_its_equal(opposed: TestTable) -> None:
    thing = _turn(opposed, FIRST, SECOND)
    opposed.played(1000)
    opposed.take(thing)
    opposed.wait(300)
    _turn(opposed, SECOND, FIRST)
    assert opposed.look(4000) is None


def test_after_a_restart_the_card_that_was_played_is_not_taken_for_its_equal(opposed: TestTable) -> None:
    _turn(opposed, FIRST, SECOND)
    opposed.played(1000)
    seen = [one.sighting for one in opposed.reader.table.lying if one.sighting.candidates]
    assert [one.reads for one in seen] == [FIRST]
    opposed.reader = Reader(opposed.match.rules, MEANINGS["ofusaido"], opposed.things)
    opposed.reader.sees(opposed.now_ms, is_seeing=True)
    opposed.reader.recall(seen)
    for one in seen:
        opposed.reader.see(
            replace(
                one, reads="", candidates=(SECOND, FIRST), at_ms=opposed.now_ms, state=SightingState.START
            )
        )
    assert opposed.look(4000) is None
