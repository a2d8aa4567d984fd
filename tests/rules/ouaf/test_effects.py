"""Effects that are resolved at once (Référence des effets): whom they touch, and what they do to reputations."""

import pytest

from tests.rules.ouaf.cards import half
from tests.rules.ouaf.table import Table, a_table

BASIC, ADVANCED = "L'Ouaf, Référence des effets", "L'Ouaf, Référence des effets avancés"
FOUR = ["red", "blue", "green", "yellow"]


def evaluated(target: str, effect: str = "gain_reputation", value: int = 1) -> Table:
    """Reputations 3, 0, -2 and 0 when the effect is judged: all play 5 for 5, which moves nobody."""
    table = a_table(half(effect, target, value), seats=FOUR)
    table.override(reputation__red=3, reputation__green=-2)
    return table.worked(red=5, blue=5, green=5, yellow=5)


@pytest.mark.parametrize(
    ("target", "seats"),
    [
        ("highest", ["red"]),
        ("lowest", ["green"]),
        ("good", ["red", "blue", "yellow"]),
        ("bad", ["green"]),
        ("zero", ["blue", "yellow"]),
        ("all", FOUR),
    ],
)
def test_an_effect_touches_its_target(target: str, seats: list[str]) -> None:
    table = evaluated(target)
    assert table.event("evaluation")["seats"] == seats
    assert list(table.changes("effect")) == seats


@pytest.mark.parametrize("target", ["highest", "lowest"])
def test_all_that_tie_are_touched(target: str) -> None:
    table = a_table(half("gain_reputation", target, 1)).worked(red=5, blue=5, green=5)
    assert table.event("evaluation")["seats"] == ["red", "blue", "green"]


def test_reputation_is_gained() -> None:
    assert evaluated("bad", "gain_reputation", 3).changes("effect") == {"green": (-2, 1)}


def test_reputation_is_lost() -> None:
    assert evaluated("good", "lose_reputation", 2).changes("effect") == {
        "red": (3, 1),
        "blue": (0, -2),
        "yellow": (0, -2),
    }


def test_an_effect_stays_within_the_track() -> None:
    assert evaluated("highest", "gain_reputation", 9).changes("effect") == {"red": (3, 10)}
    assert evaluated("lowest", "lose_reputation", 9).changes("effect") == {"green": (-2, -10)}


def test_an_effect_of_nothing_changes_nothing() -> None:
    assert evaluated("highest", "gain_reputation", 0).changes("effect") == {"red": (3, 3)}


def test_an_effect_is_judged_on_the_reputations_that_the_cards_have_left() -> None:
    """Blue plays the highest card and gains 4: it is the highest now, with 4 against 3."""
    table = a_table(half("lose_reputation", "highest", 1), seats=FOUR).override(reputation__red=3)
    table.worked(red=5, blue=9, green=5, yellow=5)
    assert table.event("evaluation")["seats"] == ["blue"]
    assert table.changes("effect") == {"blue": (4, 3)}


def test_an_effect_may_touch_nobody() -> None:
    table = a_table(half("gain_reputation", "bad", 1)).worked(red=5, blue=5, green=5)
    assert table.event("evaluation")["seats"] == []
    assert table.changes("effect") == {}


def test_only_the_half_of_the_result_is_done() -> None:
    table = evaluated("bad")
    assert table.event("evaluation")["boss"] == "happy"
    table.worked(red=4, blue=4, green=4, yellow=4)
    assert (table.event("evaluation")["boss"], table.event("evaluation")["effect"]) == ("angry", "none")


@pytest.mark.parametrize(
    ("effect", "cite"),
    [
        ("gain_reputation", BASIC),
        ("lose_reputation", BASIC),
        ("none", BASIC),
        ("recover_lowest", ADVANCED),
        ("end_bonus", ADVANCED),
        ("count_double", ADVANCED),
    ],
)
def test_an_effect_is_explained_in_its_own_reference(effect: str, cite: str) -> None:
    assert evaluated("all", effect).event("evaluation")["cite"] == cite


@pytest.mark.parametrize(
    "effect", ["end_bonus", "end_malus", "double_bonus", "double_malus", "count_double", "none"]
)
def test_an_effect_that_is_not_direct_names_no_seats(effect: str) -> None:
    assert evaluated("all", effect).event("evaluation")["seats"] == []


# --- recover the lowest


def test_the_lowest_card_of_the_discard_comes_back() -> None:
    table = a_table(None, None, half("recover_lowest", "all"), average=0)
    table.worked(red=5, blue=1, green=9).worked(red=3, blue=2, green=10).worked(red=0, blue=0, green=0)
    assert table.moves()[:3] == [
        ("red", 3, "discard", "hand"),
        ("blue", 1, "discard", "hand"),
        ("green", 9, "discard", "hand"),
    ]
    assert table.view("discard") == {"red": [5, 0], "blue": [2, 0], "green": [10, 0]}
    assert 3 in table.view("hand.red")


def test_the_card_just_played_does_not_come_back() -> None:
    table = a_table(half("recover_lowest", "all"), average=0).worked(red=5, blue=1, green=9)
    assert table.event("evaluation")["seats"] == ["red", "blue", "green"]
    assert table.view("discard") == {"red": [5], "blue": [1], "green": [9]}


# --- counting double


def test_a_card_that_counts_double_is_two_for_its_boss() -> None:
    table = a_table(half("count_double"), half("count_double")).worked(red=5, blue=5, green=5)
    assert (table.event("evaluation")["counts"], table.view("happy"), table.view("angry")) == (2, 2, 0)
    table.worked(red=4, blue=4, green=4)
    assert (table.event("evaluation")["counts"], table.view("happy"), table.view("angry")) == (2, 2, 2)


def test_a_card_that_counts_double_has_no_other_effect() -> None:
    table = a_table(half("count_double")).worked(red=5, blue=5, green=5)
    assert (table.changes("effect"), table.view("lasting")) == ({}, [])
