"""Taking back and setting right what the camera or a hand got wrong."""

from tests.rules.ouaf.cards import half
from tests.rules.ouaf.table import a_table


def test_a_card_face_down_is_taken_back() -> None:
    table = a_table().round().work(red=6).play("undo")
    assert table.view("waiting") == ["red", "blue", "green"]
    assert table.work(red=2, blue=5, green=9).event("reveal")["total"] == 16


def test_a_whole_round_is_taken_back_to_the_cards_before_it() -> None:
    table = a_table().worked(red=6, blue=4, green=7)
    table.play("undo", to=1)
    assert (table.view("phase"), table.view("turn"), table.view("hand.red")) == ("round", 0, list(range(12)))


def test_an_end_is_taken_back() -> None:
    table = a_table(average=0).succeed(range(5)).play("undo")
    assert (table.view("over"), table.view("phase"), table.view("happy")) == (False, "work", 4)


def test_a_correction_judges_what_came_after_again() -> None:
    """With a 1 instead of a 6 the first round fails, and red loses 4 instead; the second is as it was."""
    table = a_table().worked(red=6, blue=4, green=5).worked(red=3, blue=6, green=7)
    assert table.view("reputation") == {"red": 1, "blue": 0, "green": 2}
    table.play("correct", seq=2, **{"with": {"play": "work", "cards": {"red": 1, "blue": 4, "green": 5}}})
    assert table.view("reputation") == {"red": -4, "blue": 0, "green": 2}
    assert (table.view("happy"), table.view("angry"), "voided" in table.kinds) == (1, 1, False)


def test_a_correction_voids_a_choice_that_is_no_longer_made() -> None:
    table = a_table(half("discard_choice", "lowest")).worked(red=7, blue=7, green=2).discard("green", 3)
    table.play("correct", seq=2, **{"with": {"play": "work", "cards": {"red": 7, "blue": 2, "green": 7}}})
    assert [play["seq"] for play in table.event("voided")["plays"]] == [3]
    assert table.view("waiting") == ["blue"]
