"""Effects that make seats discard: of their choice, or in exchange for the card just played (advanced reference)."""

import pytest

from tests.rules.ouaf.cards import Json, half
from tests.rules.ouaf.table import Table, a_table

ADVANCED = "L'Ouaf, Référence des effets avancés"


def choosing(target: str = "lowest") -> Table:
    """Blue and green have the lowest reputation, 0 to red's 3."""
    return a_table(half("discard_choice", target)).worked(red=8, blue=4, green=3)


def swapping(effect: str, value: int, **cards: int) -> Table:
    """Everybody swaps; the order asks for nothing, so that any cards will do."""
    return a_table(half(effect, "all", value), half(effect, "all", value), average=0).worked(**cards)


# --- a discard of one's choice


def test_each_target_chooses() -> None:
    table = choosing()
    assert (table.view("phase"), table.view("waiting")) == ("choice", ["blue", "green"])
    assert table.waited == {"blue": {"discard"}, "green": {"discard"}}
    assert table.view("order") == {"total": 15, "average": 5}


def test_choices_come_in_any_order_and_the_round_ends_when_all_have() -> None:
    table = choosing().discard("green", 0)
    assert (table.moves(), table.view("waiting")) == ([("green", 0, "hand", "discard")], ["blue"])
    table.discard("blue", 11)
    assert table.moves() == [
        ("blue", 11, "hand", "discard"),
        ("red", 8, "table", "discard"),
        ("blue", 4, "table", "discard"),
        ("green", 3, "table", "discard"),
    ]
    assert (table.view("phase"), table.view("order")) == ("round", None)
    assert table.view("discard") == {"red": [8], "blue": [11, 4], "green": [0, 3]}


def test_the_card_just_played_is_on_the_table_and_no_choice() -> None:
    table = choosing()
    assert 4 not in table.view("hand.blue")
    assert table.view("discard.blue") == []
    assert table.illegal("discard", seat="blue", value=4) == ADVANCED


@pytest.mark.parametrize("seat", ["red", "green"])
def test_who_has_nothing_to_discard_does_not(seat: str) -> None:
    table = choosing().discard("green", 0)
    assert table.illegal("discard", seat=seat, value=5) == ADVANCED


def test_a_discard_may_be_told_by_reference() -> None:
    table = choosing().play("discard", seat="blue", ref="blue9")
    assert table.moves() == [("blue", 9, "hand", "discard")]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"ref": "green9"}, "illegal_play"),
        ({"ref": "R4"}, "illegal_play"),
        ({"ref": "blue4"}, "illegal_play"),
        ({"ref": "blue99"}, "unknown_card"),
        ({"value": 12}, "illegal_play"),
        ({}, "bad_play"),
        ({"value": 9, "ref": "blue9"}, "bad_play"),
        ({"value": "nine"}, "bad_play"),
    ],
)
def test_a_discard_is_one_card_of_the_hand(fields: Json, code: str) -> None:
    assert choosing().refused("discard", seat="blue", **fields).code == code


@pytest.mark.parametrize("seat", ["purple", "pink"])
def test_who_does_not_play_discards_nothing(seat: str) -> None:
    assert choosing().refused("discard", seat=seat, value=1).code == "bad_play"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("round", {"evaluation": "R2", "order": "R3"}),
        ("work", {"cards": {"red": 1}}),
        ("down", {"seats": ["red"]}),
    ],
)
def test_nothing_else_is_played_before_all_have_chosen(kind: str, fields: Json) -> None:
    table = choosing()
    assert "Blue and Green must each discard a card first" in table.refused(kind, **fields).message


def test_nobody_discards_when_no_effect_says_so() -> None:
    table = a_table()
    assert table.illegal("discard", seat="red", value=1) == ADVANCED
    assert table.round().illegal("discard", seat="red", value=1) == ADVANCED


# --- swaps


def test_a_swap_down_takes_the_card_back_and_discards_one_lower_by_at_most_its_value() -> None:
    table = swapping("swap_down", 3, red=8, blue=0, green=0)
    assert table.moves() == [("red", 8, "table", "hand")]
    assert (table.view("waiting"), 8 in table.view("hand.red")) == (["red"], True)
    for value in (8, 9, 4):
        assert table.illegal("discard", seat="red", value=value) == ADVANCED
    table.discard("red", 5)
    assert table.view("discard.red") == [5]
    assert table.view("hand.red") == [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11]


def test_a_swap_up_takes_the_card_back_and_discards_one_higher_by_at_least_its_value() -> None:
    table = swapping("swap_up", 3, red=6, blue=11, green=11)
    assert table.moves() == [("red", 6, "table", "hand")]
    for value in (6, 8, 5):
        assert table.illegal("discard", seat="red", value=value) == ADVANCED
    table.discard("red", 9)
    assert (table.view("discard.red"), 6 in table.view("hand.red")) == ([9], True)


@pytest.mark.parametrize(("effect", "card", "other"), [("swap_down", 5, 4), ("swap_up", 10, 11)])
def test_a_single_card_that_fits_is_discarded_by_itself(effect: str, card: int, other: int) -> None:
    """Blue and green have no card that fits: the 0 has no lower one, the 11 no higher one."""
    rest = 0 if effect == "swap_down" else 11
    table = swapping(effect, 1, red=card, blue=rest, green=rest)
    assert table.view("phase") == "round"
    assert table.moves()[:2] == [("red", card, "table", "hand"), ("red", other, "hand", "discard")]
    assert table.view("discard.red") == [other]


@pytest.mark.parametrize(
    ("effect", "value", "card"), [("swap_down", 1, 0), ("swap_up", 4, 8), ("swap_down", 0, 6)]
)
def test_without_a_card_that_fits_the_card_played_is_discarded(effect: str, value: int, card: int) -> None:
    table = swapping(effect, value, red=card, blue=card, green=card)
    assert table.event("evaluation")["seats"] == ["red", "blue", "green"]
    assert [move[2:] for move in table.moves()] == [("table", "discard")] * 3
    assert table.view("discard.red") == [card]


def test_a_card_that_was_discarded_is_none_that_fits() -> None:
    """The 4 went for the 5 in the first round: in the second the 5 has no card lower by 1."""
    table = swapping("swap_down", 1, red=5, blue=0, green=0).worked(red=5, blue=1, green=1)
    assert table.view("discard.red") == [4, 5]


def test_only_the_targets_swap() -> None:
    table = a_table(half("swap_up", "highest", 1), average=0).worked(red=5, blue=3, green=3)
    assert table.moves() == [("red", 5, "table", "hand")]
    table.discard("red", 11)
    assert table.view("discard") == {"red": [11], "blue": [3], "green": [3]}


# --- empty hands


def emptied(rounds: int) -> Table:
    """Red, always the lowest, discards a card each round beside the one it plays."""
    lose = half("discard_choice", "lowest")
    table = a_table(*[lose] * 8, average=0).override(reputation__red=-10)
    for n in range(rounds):
        table.worked(red=2 * n, blue=n + 2, green=n + 2).override(happy=0, reputation__red=-10)
        if table.view("phase") == "choice":
            table.discard("red", 2 * n + 1)
    return table


def test_a_last_card_is_discarded_by_itself() -> None:
    table = emptied(5)
    assert table.view("hand.red") == [10, 11]
    table.worked(red=10, blue=7, green=7)
    assert (table.view("phase"), table.moves()[0]) == ("round", ("red", 11, "hand", "discard"))


def test_an_empty_hand_is_not_waited_for_and_adds_0() -> None:
    table = emptied(6).round()
    assert table.waited == {"blue": {"work", "down"}, "green": {"work", "down"}}
    assert "Red has no card left" in table.refused("work", cards={"red": 1}).message
    assert "Red has no card left" in table.refused("down", seats=["red"]).message
    table.work(blue=9, green=9)
    assert table.event("reveal").items() >= {"cards": {"blue": 9, "green": 9}, "total": 18}.items()


def test_an_effect_finds_an_empty_hand_with_nothing_to_discard() -> None:
    table = emptied(6).worked(blue=9, green=9)
    assert (table.event("evaluation")["seats"], table.view("phase")) == (["red"], "round")


def test_all_hands_empty_are_revealed_at_once() -> None:
    table = a_table(*[half("discard_choice", "all")] * 6, average=0)
    for n in range(6):
        table.worked(red=2 * n, blue=2 * n, green=2 * n).override(happy=0)
        for seat in table.view("waiting"):
            table.discard(seat, 2 * n + 1)
    table.round()
    assert table.kinds == ["round", "reveal", "evaluation"]
    assert table.event("reveal").items() >= {"cards": {}, "total": 0, "success": True, "margin": 0}.items()
    assert table.view("phase") == "round"
