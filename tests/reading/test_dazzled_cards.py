"""Cards that a reflected light hides: players are told where, once the match waits for a card that must lie face up there."""

import pytest

from companion.mat import SQUARE_MM, Unrest, ZonesSeen
from companion.observation import ReadingStatus
from companion.storage.shipped_data import demonstrations
from tests.reading.board import STRATEGY, Board
from tests.reading.branching import AWAY, BALL, DEFENDER, WINGER, branching_table
from tests.reading.table import TestTable

HIDDEN = "a reflected light hides the card on"
SETUP, CARDS = demonstrations("ouaf")["demo-match"]


@pytest.fixture
def branching() -> TestTable:
    return branching_table()


def test_a_hidden_card_is_told_by_its_place_where_the_match_waits_for_one(branching: TestTable) -> None:
    branching.shine("home.pass")
    assert branching.look(2_400) is None
    assert branching.told(200) == f"home: {HIDDEN} Pass: tilt it for a moment, or move the light"


@pytest.mark.parametrize("reading", [ReadingStatus.UNKNOWN, ReadingStatus.UNREADABLE])
def test_of_a_card_without_a_code_that_shines_only_the_light_is_told(
    branching: TestTable, reading: ReadingStatus
) -> None:
    branching.lay_face("home.pass", reading)
    branching.wait(100)
    branching.shine("home.pass")
    assert HIDDEN in branching.told(2_600)
    assert all(HIDDEN in branching.told(100) for _ in range(20)), "not that it is unknown, or cannot be read"


@pytest.mark.parametrize("zone", ["away.pass", "home.oppose", "home.discard", "home.energies", "occasion"])
def test_where_the_match_waits_for_no_card_nothing_is_told(branching: TestTable, zone: str) -> None:
    branching.shine(zone)
    assert branching.look(6_000) is None


def test_a_card_that_lay_there_before_the_last_play_is_not_spoken_of(branching: TestTable) -> None:
    branching.shine("away.oppose")
    branching.wait(1_500)
    branching.lay(BALL, "pitch.2.left")
    branching.lay(WINGER, "home.pass")
    branching.played()
    assert branching.look(6_000) is None


def test_a_card_that_is_read_while_it_is_tilted_and_shines_again_is_not_spoken_of(
    branching: TestTable,
) -> None:
    branching.lay(BALL, "pitch.2.left")
    branching.lay(WINGER, "home.pass")
    branching.played()
    branching.shine("away.oppose")
    assert HIDDEN in branching.told(2_600)
    card = branching.lay(DEFENDER, "away.oppose")
    branching.wait(100)
    branching.cover(card)
    branching.shine("away.oppose")
    assert branching.played()["card"] == DEFENDER
    assert branching.look(6_000) is None


def test_a_card_that_was_read_as_it_was_laid_counts_although_it_shines_now(branching: TestTable) -> None:
    branching.lay(BALL, "pitch.2.left")
    card = branching.lay(WINGER, "home.pass")
    branching.wait(100)
    branching.cover(card)
    branching.shine("home.pass")
    assert branching.played()["card"] == WINGER


def test_a_card_that_another_one_covers_does_not_count_as_shining(branching: TestTable) -> None:
    card = branching.lay(WINGER, "home.pass")
    branching.shine("home.pass")
    branching.wait(100)
    branching.cover(card)
    branching.wait(6_000)
    branching.shine("home.pass")
    assert HIDDEN in branching.told(2_600)


def test_where_a_card_shines_newly_is_told_before_where_one_shone_already(branching: TestTable) -> None:
    branching.lay(BALL, "pitch.2.left")
    branching.lay(WINGER, "home.pass")
    branching.played()
    branching.lay(AWAY["players"][0], "away.oppose")
    branching.played()
    branching.shine("home.energies")
    branching.look(500)
    branching.shine("home.energies", "home.support")
    assert branching.told(3_000).startswith(f"home: {HIDDEN} Support")


def test_a_card_that_is_missed_may_be_the_hidden_one_which_is_told_first(branching: TestTable) -> None:
    branching.lay(BALL, "pitch.2.left")
    card = branching.lay(WINGER, "home.pass")
    branching.played()
    branching.take(card)
    branching.shine("away.oppose")
    assert branching.told(6_000).startswith(f"away: {HIDDEN} Defender")
    branching.wait(9_000)
    assert "is gone" in branching.told(2_000)


def test_a_hidden_card_under_a_hand_that_moves_is_told_after_five_seconds(branching: TestTable) -> None:
    zone = next(one for one in branching.mat.zones if one.name == "home.pass")
    square = (int(zone.middle_mm[0] // SQUARE_MM), int(zone.middle_mm[1] // SQUARE_MM))
    zones = ZonesSeen(glaring=frozenset({(zone.name, branching.now_ms)}))
    branching.reader.rests(
        branching.now_ms, is_at_rest=False, unrest=Unrest(frozenset({square})), zones=zones
    )
    assert branching.look(4_900) is None
    assert HIDDEN in branching.told(200)


@pytest.fixture
def working() -> TestTable:
    """A round of L'Ouaf in which all four workers are still to play."""
    table = TestTable("ouaf", SETUP, CARDS)
    table.lay("RO001-900", "evaluation")
    table.lay("RO002-900", "order")
    table.played(1_500)
    return table


def test_while_cards_of_workers_lie_face_down_none_is_called_hidden(working: TestTable) -> None:
    working.shine("blue.work")
    assert working.look(6_000) is None


def test_once_another_worker_has_turned_his_card_up_a_hidden_one_is_told(working: TestTable) -> None:
    working.lay("TR103-900", "red.work")
    working.shine("blue.work")
    working.played(1_500)
    assert HIDDEN in working.told(3_000)


def test_a_round_card_that_is_hidden_is_told_without_a_seat() -> None:
    table = TestTable("ouaf", SETUP, CARDS)
    table.shine("order")
    assert table.told(2_600).startswith(HIDDEN)


def test_a_command_card_that_is_hidden_is_told() -> None:
    board = Board(STRATEGY)
    board.shine("yellow.command")
    assert board.told(2_600).startswith(f"yellow: {HIDDEN}")


def test_a_card_that_does_not_lie_whole_and_flat_is_told_by_its_place(branching: TestTable) -> None:
    branching.half_cover("home.pass")
    assert branching.look(2000) is None
    assert branching.told(2000) == (
        "home: the card on Pass cannot be read: it must lie whole and flat, with nothing upon it"
    )


def test_a_card_that_does_not_lie_flat_where_nobody_is_waited_for_is_not_spoken_of(
    branching: TestTable,
) -> None:
    branching.half_cover("away.discard")
    assert branching.look(6000) is None
