"""Two round cards are on show: an order and an evaluation (Structure d'une manche, 1)."""

import pytest

from tests.rules.ouaf.cards import REFS, box, replaced, round_card
from tests.rules.ouaf.table import Table, a_table

ROUND = "L'Ouaf, Structure d'une manche"


def test_a_round_begins_with_its_two_cards() -> None:
    table = a_table()
    assert table.waited == {None: {"round"}}
    event = table.round().event("round")
    assert event.items() >= {"round": 1, "evaluation": "R1", "order": "R2", "total": 15, "average": 5}.items()
    assert (table.view("phase"), table.view("order")) == ("work", {"total": 15, "average": 5})


def test_the_order_is_what_is_printed_for_this_number_of_players() -> None:
    cards = replaced(box(), round_card(2, average=4, totals={"3": 13, "4": 17, "5": 22, "6": 26}))
    assert a_table(cards=cards).round().view("order") == {"total": 13, "average": 4}
    four = a_table(cards=cards, seats=["red", "blue", "green", "purple"])
    assert four.round().view("order") == {"total": 17, "average": 4}


def test_the_order_is_turned_over_to_be_the_next_evaluation() -> None:
    table = a_table().worked(red=5, blue=5, green=5)
    assert table.illegal("round", evaluation="R3", order="R4") == ROUND
    assert table.illegal("round", evaluation="R1", order="R3") == ROUND
    assert table.play("round", evaluation="R2", order="R9").view("round") == 2


@pytest.mark.parametrize("order", ["R1", "R2"])
def test_a_card_that_was_on_show_is_no_order_again(order: str) -> None:
    table = a_table().worked(red=5, blue=5, green=5)
    assert table.illegal("round", evaluation="R2", order=order) == ROUND


def test_evaluation_and_order_are_two_cards() -> None:
    assert a_table().illegal("round", evaluation="R1", order="R1") == ROUND


def test_advanced_cards_stay_in_the_box_of_a_basic_match() -> None:
    cards = replaced(box(), round_card(12, advanced=True))
    table = a_table(cards=cards, rounds="basic")
    assert table.illegal("round", evaluation="R12", order="R1") == "L'Ouaf, Mise en place"
    assert table.illegal("round", evaluation="R1", order="R12") == "L'Ouaf, Mise en place"
    assert a_table(cards=cards).play("round", evaluation="R12", order="R1").view("phase") == "work"


def test_a_work_card_is_no_round_card() -> None:
    assert a_table().illegal("round", evaluation="R1", order="red3") == "L'Ouaf, Cartes Rondes"


def test_an_unknown_round_card_is_named() -> None:
    refused = a_table().refused("round", evaluation="R99", order="R1")
    assert (refused.code, "R99" in refused.message) == ("unknown_card", True)


def test_a_round_is_finished_before_the_next_begins() -> None:
    table = a_table().round()
    assert table.illegal("round", evaluation="R2", order="R3") == ROUND


def nine_rounds() -> Table:
    """Nine rounds of ten cards, which only the referee's word makes possible without an end."""
    cards = [card for card in box(average=0) if card.get("ref") not in ("R11", "R12")]
    table = a_table(cards=cards)
    for n in range(9):
        table.worked(red=n, blue=n, green=n).override(happy=0)
    return table


def test_when_all_cards_have_been_on_show_they_are_shuffled_anew() -> None:
    table = nine_rounds()
    assert table.waited == {None: {"round"}}
    offered = table.match.rules.options(table.match.state, None, "round")
    assert {(play.evaluation, play.order) for play in offered} == {("R10", ref) for ref in REFS[:9]}
    assert table.play("round", evaluation="R10", order="R4").view("round") == 10
