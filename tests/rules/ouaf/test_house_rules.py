"""The ambiguities that a table settles before the match (`house`)."""

from typing import Any

import pytest

from companion.rules.ouaf.rules import OUAF
from tests.rules.ouaf.cards import box, replaced, round_card
from tests.rules.ouaf.table import a_setup, a_table, refused_setup


def test_the_defaults_are_those_of_the_contract() -> None:
    defaults = {rule.name: rule.default for rule in OUAF.house_rules}
    assert defaults == {"reputation_points": {}, "two_players": False}


def test_every_choice_that_is_shown_may_be_made() -> None:
    for rule in OUAF.house_rules:
        for choice in rule.choices:
            assert a_table(house={rule.name: choice}).view("house")[rule.name] == choice


@pytest.mark.parametrize(("reputation", "points"), [(-10, 0), (-1, 0), (0, 0), (1, 1), (10, 10)])
def test_a_reputation_is_worth_itself_when_positive(reputation: int, points: int) -> None:
    assert a_table().override(reputation__red=reputation).view("score.red") == 66 + points


@pytest.mark.parametrize(("reputation", "points"), [(-10, 3), (-1, 0), (0, 2), (1, 1), (9, 0), (10, 25)])
def test_a_table_of_points_holds_for_the_spaces_it_names(reputation: int, points: int) -> None:
    table = a_table(house={"reputation_points": {"10": 25, "9": 0, "0": 2, "-10": 3}})
    assert table.override(reputation__red=reputation).view("score.red") == 66 + points


@pytest.mark.parametrize(
    "points",
    [
        {"11": 1},
        {"-11": 1},
        {"one": 1},
        {"01": 1},
        {"+1": 1},
        {"1": -1},
        {"1": "1"},
        {"1": 1.5},
        [1],
        1,
        None,
    ],
)
def test_another_table_is_refused(points: Any) -> None:
    assert "house.reputation_points" in refused_setup(a_setup(house={"reputation_points": points}), box())


@pytest.mark.parametrize("value", [1, "yes", None])
def test_two_players_is_yes_or_no(value: Any) -> None:
    assert "house.two_players" in refused_setup(a_setup(house={"two_players": value}), box())


def test_another_house_rule_is_refused() -> None:
    assert "baguettes" in refused_setup(a_setup(house={"baguettes": 1}), box())


def test_two_may_play_if_the_house_says_so() -> None:
    """Twice the average, whatever is printed for more."""
    cards = replaced(box(), round_card(2, average=4, totals={"3": 13}))
    table = a_table(cards=cards, seats=["red", "blue"], house={"two_players": True}).round()
    assert table.view("order") == {"total": 8, "average": 4}
    table.work(red=5, blue=3)
    assert table.changes("highest_card") == {"red": (0, 1)}


def test_when_one_of_two_concedes_the_other_wins_alone() -> None:
    table = a_table(seats=["red", "blue"], house={"two_players": True}).concede("red")
    assert table.view("winner") == "blue"


def test_one_alone_is_never_enough() -> None:
    assert "this match needs 2 to 6 seats" in refused_setup(
        a_setup(seats=["red"], house={"two_players": True}), box()
    )
