"""The reveal of a contest, step after step."""

from ui.presenters.duel_plan import COUNT_MS, REVEAL_MS, REVEALED, SLIDE_MS, TURN_MS, counted_total, reveal_at


def test_cards_slide_in_before_anything_turns() -> None:
    assert reveal_at(0).slid == 0
    assert reveal_at(SLIDE_MS).slid == 1
    assert reveal_at(SLIDE_MS).turned == 0


def test_totals_count_up_after_the_energies_have_turned() -> None:
    at = reveal_at(SLIDE_MS + TURN_MS)
    assert (at.turned, at.counted) == (1, 0)
    half = reveal_at(SLIDE_MS + TURN_MS + COUNT_MS / 2)
    assert counted_total(half, 7, 11) == 9


def test_the_winner_takes_his_colour_last() -> None:
    assert reveal_at(SLIDE_MS + TURN_MS + COUNT_MS).coloured == 0
    assert reveal_at(REVEAL_MS) == REVEALED
    assert counted_total(REVEALED, 7, 11) == 11
