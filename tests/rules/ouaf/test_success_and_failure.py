"""The total against the order, and the reputation of the highest or lowest card (Structure d'une manche, 4 and 5)."""

import pytest

from tests.rules.ouaf.cards import Json, box, replaced, round_card
from tests.rules.ouaf.table import a_table


@pytest.mark.parametrize(
    ("cards", "success", "margin"), [((5, 5, 5), True, 0), ((5, 5, 4), False, -1), ((11, 0, 5), True, 1)]
)
def test_equal_or_more_is_a_success(cards: tuple[int, int, int], success: bool, margin: int) -> None:
    red, blue, green = cards
    event = a_table().worked(red=red, blue=blue, green=green).event("reveal")
    assert (event["success"], event["margin"]) == (success, margin)


def test_all_that_tie_for_the_highest_gain() -> None:
    table = a_table().worked(red=8, blue=8, green=0)
    assert table.changes("highest_card") == {"red": (0, 3), "blue": (0, 3)}


def test_all_that_tie_for_the_lowest_lose() -> None:
    table = a_table().worked(red=2, blue=2, green=10)
    assert table.changes("lowest_card") == {"red": (0, -3), "blue": (0, -3)}


def test_the_highest_below_the_average_gains_nothing() -> None:
    """An order printed lower than its average: 12 for 5 each. 4 + 4 + 4 is enough, and 4 - 5 is no gain."""
    table = a_table(cards=printed_otherwise()).worked(red=4, blue=4, green=4)
    assert table.changes("highest_card") == {"red": (0, 0), "blue": (0, 0), "green": (0, 0)}


def printed_otherwise() -> list[Json]:
    """Order whose totals are not so many times their average."""
    return replaced(box(), round_card(2, totals={"3": 12}), round_card(3, average=2, totals={"3": 30}))


def test_the_lowest_above_the_average_loses_nothing() -> None:
    """An order printed higher than its average: 30 for 2 each. 9 + 9 + 9 is short, and 2 - 9 is no loss."""
    table = a_table(cards=printed_otherwise()).worked(red=4, blue=4, green=4).worked(red=9, blue=9, green=9)
    assert table.changes("lowest_card") == {"red": (0, 0), "blue": (0, 0), "green": (0, 0)}


def test_reputation_stops_at_ten() -> None:
    table = a_table(average=0).override(reputation__red=4).worked(red=11, blue=0, green=0)
    assert table.changes("highest_card") == {"red": (4, 10)}
    assert table.worked(red=10, blue=1, green=1).changes("highest_card") == {"red": (10, 10)}


def test_reputation_stops_at_minus_ten() -> None:
    table = a_table(average=11).worked(red=0, blue=1, green=1)
    assert table.changes("lowest_card") == {"red": (0, -10)}
    assert table.worked(red=1, blue=2, green=2).changes("lowest_card") == {"red": (-10, -10)}


def test_the_evaluation_goes_under_the_boss_of_the_result() -> None:
    table = a_table().worked(red=5, blue=5, green=5)
    happy = {"card": "R1", "boss": "happy", "counts": 1, "effect": "none", "target": "all", "seats": []}
    assert table.event("evaluation").items() >= happy.items()
    assert table.worked(red=4, blue=4, green=4).event("evaluation")["boss"] == "angry"
    assert (table.view("happy"), table.view("angry")) == (1, 1)


def test_the_cards_played_go_to_the_discards_after_the_evaluation() -> None:
    table = a_table().worked(red=6, blue=4, green=7)
    assert table.kinds[-3:] == ["card_moved"] * 3
    assert table.moves() == [
        ("red", 6, "table", "discard"),
        ("blue", 4, "table", "discard"),
        ("green", 7, "table", "discard"),
    ]
    assert table.view("discard") == {"red": [6], "blue": [4], "green": [7]}
    assert 6 not in table.view("hand.red")


def test_a_ruling_tells_its_events_in_the_order_of_the_round() -> None:
    table = a_table().worked(red=6, blue=4, green=7)
    assert table.kinds == ["placed", "reveal", "reputation", "evaluation", *["card_moved"] * 3]
