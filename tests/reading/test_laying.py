"""People lay the cards of a seat that plays from a screen: the right one is confirmed, and a wrong one is told."""

from companion.reading.answer import Puzzle
from companion.words import translate
from tests.reading.branching import AWAY, DEFENDER, SECOND, branching_table
from tests.reading.table import TestTable

CARDS = (*AWAY["players"], *AWAY["energies"])


def opposed() -> TestTable:
    """The program has played its defender, and nobody has laid it yet."""
    table = branching_table()
    table.reader.play_for((), CARDS)
    table.lay("20", "pitch.2.left")
    table.lay(table.match.setup["teams"]["home"]["players"][4], "home.pass")
    table.played()
    table.play({"play": "oppose", "seat": "away", "card": DEFENDER})
    table.look()
    return table


def test_the_card_that_was_played_is_to_be_laid() -> None:
    (wanted,) = opposed().reader.to_lay
    assert (wanted.key, wanted.zones) == (DEFENDER, frozenset(("away.oppose",)))


def test_a_card_that_lies_right_is_confirmed_once_and_means_nothing_more() -> None:
    table = opposed()
    assert table.reader.remarks(table.now_ms) == []
    table.lay(DEFENDER, "away.oppose")
    assert table.look(3000) is None
    (says,) = table.reader.remarks(table.now_ms)
    assert "lies in its place" in translate(says, "en")
    assert table.reader.remarks(table.now_ms) == []


def test_another_card_in_its_place_is_told_with_the_one_that_was_meant() -> None:
    table = opposed()
    wrong = table.lay(SECOND, "away.oppose")
    answer = table.look(3000)
    assert isinstance(answer, Puzzle)
    says = translate(answer.says, "en")
    assert says.index(SECOND) < says.index(DEFENDER)
    table.take(wrong)
    table.lay(DEFENDER, "away.oppose")
    assert table.look(3000) is None


def test_a_card_elsewhere_is_read_as_ever() -> None:
    table = opposed()
    table.lay(table.match.setup["teams"]["home"]["energies"][0], "home.energies")
    assert table.played()["seat"] == "home"
