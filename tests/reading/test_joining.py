"""What is laid on later joins what was said, and only that."""

from companion.reading.answer import SureReading
from tests.reading.pitch import BLUE, Pitch, with_ball


def _opposing() -> Pitch:
    pitch = with_ball(**{f"players.{BLUE[4]}.zone": "c2"})
    pitch.lay("CMD:TACKLE", "red.command")
    pitch.played()
    pitch.lay("CMD:NO", "blue.command")
    pitch.lay("AR001-900", "red.bonus", shift_mm=(-60, 0))
    return pitch


def _added(pitch: Pitch) -> SureReading | None:
    """One more card is turned up: what is said then."""
    pitch.lay("AR004-900", "red.bonus")
    answer = pitch.look(6000, SureReading)
    assert answer is None or isinstance(answer, SureReading)
    return answer


def _played_and_lifted() -> Pitch:
    """The card that was turned up has been counted, and a hand takes it from the table."""
    pitch = _opposing()
    pitch.played(6000)
    first = next(lying for lying in pitch.reader.table.lying if lying.key == "AR001-900")
    pitch.take(first.thing)
    return pitch


def test_what_joins_takes_the_place_of_all_that_was_said_before() -> None:
    pitch = _opposing()
    pitch.played(6000)
    pitch.lay("AR004-900", "red.bonus")
    grown = pitch.look(6000)
    assert isinstance(grown, SureReading)
    assert (grown.instead, len(grown.before)) == (3, 2)


def test_nothing_joins_what_the_match_refused() -> None:
    pitch = _opposing()
    refused = pitch.look(6000, SureReading)
    assert isinstance(refused, SureReading)
    pitch.reader.heard(refused, pitch.match.state, pitch.match.state)
    assert _added(pitch) is None


def test_nothing_joins_once_the_dice_have_fallen() -> None:
    pitch = _opposing()
    pitch.played(6000)
    pitch.play({"play": "dice", "seat": "red", "stars": [1]})
    assert _added(pitch) is None


def test_a_card_that_has_been_taken_away_is_joined_by_nothing() -> None:
    pitch = _played_and_lifted()
    assert _added(pitch) is None


def test_a_card_that_is_lifted_to_be_read_and_put_back_says_nothing() -> None:
    pitch = _played_and_lifted()
    assert pitch.look(2000) is None
    pitch.lay("AR001-900", "red.bonus", shift_mm=(-60, 0))
    assert pitch.look(6000) is None
