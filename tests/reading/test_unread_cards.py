"""Cards that lie on the table and cannot be read: they are told by their place, and asked about, never guessed."""

import pytest

from companion.reading.answer import Desync, TableQuestion
from companion.words import translate
from tests.reading.branching import BALL, WINGER, branching_table
from tests.reading.table import TestTable


@pytest.fixture
def branching() -> TestTable:
    return branching_table()


def test_a_card_that_cannot_be_read_where_the_match_waits_for_one_is_told_by_its_place(
    branching: TestTable,
) -> None:
    unread = branching.lay("", "home.pass")
    assert branching.look(2000) is None
    assert (
        branching.told(1500)
        == "home: the card on Pass cannot be read: take your hand away, turn the card, or move the light"
    )
    branching.take(unread)
    branching.lay(WINGER, "home.pass")
    assert len(branching.asked()) == 2


def test_a_card_under_a_hand_that_moves_is_told_when_the_hand_has_left_or_after_a_while(
    branching: TestTable,
) -> None:
    branching.hand_moves("home.pass")
    branching.lay("", "home.pass")
    assert branching.look(3500) is None
    branching.hand_moves()
    assert branching.look(1000) is None
    assert "take your hand away" in branching.told(300)


def test_a_hand_that_stays_over_a_card_is_asked_to_go(branching: TestTable) -> None:
    branching.hand_moves("home.pass")
    branching.lay("", "home.pass")
    assert branching.look(4900) is None
    assert "take your hand away" in branching.told(200)


def test_a_hand_elsewhere_does_not_delay_what_is_told_of_a_card(branching: TestTable) -> None:
    branching.hand_moves("away.energies")
    branching.lay("", "home.pass")
    assert branching.look(2400) is None
    assert "cannot be read" in branching.told(200)


def test_a_card_that_cannot_be_read_where_nobody_is_waited_for_is_not_spoken_of(branching: TestTable) -> None:
    branching.lay("", "away.pass")
    assert branching.look(6000) is None


def test_what_cannot_be_read_is_told_before_what_differs(branching: TestTable) -> None:
    branching.lay(BALL, "pitch.2.left")
    card = branching.lay(WINGER, "home.pass")
    branching.played()
    branching.take(card)
    branching.lay("", "away.oppose")
    answer = branching.look(6000, Desync)
    assert isinstance(answer, Desync)
    unread, gone = (translate(says, "en") for says in answer.says)
    assert (
        unread
        == "away: the card on Defender cannot be read: take your hand away, turn the card, or move the light"
    )
    assert "is gone" in gone


def test_a_card_that_is_missed_where_one_cannot_be_read_may_be_that_one(branching: TestTable) -> None:
    branching.lay(BALL, "pitch.2.left")
    card = branching.lay(WINGER, "home.pass")
    branching.played()
    branching.take(card)
    branching.lay("", "home.pass")
    assert (
        branching.told()
        == "home: the card on Pass cannot be read: take your hand away, turn the card, or move the light"
    )


@pytest.mark.parametrize("shift_mm", [(0, 0), (30, 0)])
def test_a_card_half_over_one_that_cannot_be_read_is_asked_about(
    branching: TestTable, shift_mm: tuple[int, int]
) -> None:
    branching.lay(BALL, "pitch.2.left")
    branching.lay("", "home.pass", shift_mm=shift_mm)
    branching.lay(WINGER, "home.pass")
    answer = branching.look(3000)
    assert isinstance(answer, TableQuestion)
    assert [option.card for option in answer.options] == [WINGER]  # type: ignore[attr-defined]
    assert "cannot be read" in translate(answer.asks, "en")


def test_a_card_apart_from_one_that_cannot_be_read_is_played(branching: TestTable) -> None:
    branching.lay(BALL, "pitch.2.left")
    branching.lay("", "home.energies")
    branching.lay("", "away.pass")
    branching.lay(WINGER, "home.pass")
    assert branching.played()["card"] == WINGER
