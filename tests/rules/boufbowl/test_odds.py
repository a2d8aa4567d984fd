"""The odds of the opposition on the table, against a count of every way the dice may fall."""

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.rules.boufbowl.box import effect, modifier, player
from tests.rules.boufbowl.table import Table, a_table

DEFAULT = (0, 1, 1, 2, 2, 3)


def enumerated(
    faces: Sequence[int], dice: tuple[int, int], stars: tuple[int, int], *, best: bool = False
) -> dict[str, float]:
    """Every roll of both sides, one by one."""
    ways = {"attack": 0, "defence": 0, "level": 0}
    for roll in itertools.product(faces, repeat=sum(dice)):
        red, blue = roll[: dice[0]], roll[dice[0] :]
        counted = [max(side) if best else sum(side) for side in (red, blue)]
        attack, defence = counted[0] + stars[0], counted[1] + stars[1]
        ways["attack" if attack > defence else "defence" if attack < defence else "level"] += 1
    every = sum(ways.values())
    return {name: round(float(Fraction(n, every)), 4) for name, n in ways.items()}


def a_tackle(*cards: Any, **setup: Any) -> Table:
    return a_table(*cards, **setup).at(R1="a3", B1="a3").tackle("R1", "B1")


def test_one_die_each() -> None:
    # Of 36 rolls 1 + 4 + 4 + 1 = 10 are level, and half the others are red's.
    assert a_tackle().view("odds") == {"attack": 0.3611, "defence": 0.3611, "level": 0.2778}


@pytest.mark.parametrize("house", ["sum", "best"])
@pytest.mark.parametrize("faces", [DEFAULT, (0, 1), (2, 5, 9)])
@pytest.mark.parametrize(
    ("red", "blue", "dice", "stars"),
    [
        ((), (), (1, 1), (0, 0)),
        (("STAR",), (), (1, 1), (1, 0)),
        (("DIE",), (), (2, 1), (0, 0)),
        (("DIE", "STAR"), ("DIE",), (2, 2), (1, 0)),
        (("DIE", "DIE"), ("STAR", "STAR"), (3, 1), (0, 2)),
    ],
)
def test_cards_that_are_shown_count(
    house: str, faces: Sequence[int], red: Any, blue: Any, dice: Any, stars: Any
) -> None:
    table = a_tackle(house={"second_die": house, "action_die": list(faces)}).add(red, blue)
    assert table.view("odds") == enumerated(faces, dice, stars, best=house == "best")


def test_cards_that_are_only_promised_do_not() -> None:
    table = a_tackle().play("commit", seat="red", cards=2)
    assert table.view("odds") == enumerated(DEFAULT, (1, 1), (0, 0))


def test_dice_that_were_told_are_certain() -> None:
    table = a_tackle().add(red=["DIE"]).dice("red", 2, 1)
    # Blue has more than 3 in no case, and 3 in one of six.
    assert table.view("odds") == {"attack": 0.8333, "defence": 0.0, "level": 0.1667}


def test_the_majority_and_powers_count() -> None:
    strong = player("R1", power=effect(modifier("tackle attack self", "die")))
    table = a_table(strong).at(R1="a3", R2="a3", B1="a3").tackle("R1", "B1")
    assert table.view("odds") == enumerated(DEFAULT, (2, 1), (1, 0))


def test_a_lying_target_counts() -> None:
    table = a_table().at(R1="a3", B1="a3").down("B1").tackle("R1", "B1")
    assert table.view("odds") == enumerated(DEFAULT, (1, 1), (2, 0))


def test_there_are_odds_in_an_opposition_only_and_until_all_dice_are_told() -> None:
    assert "odds" not in a_table().view()
    table = a_table().at(R1="a3", B1="a3", B2="a3").at("a3").play("pick_up", player="R1")
    assert "odds" not in table.view()
    table = a_tackle().add(red=["HURT2"]).dice("red", 2, damage=["ko", "none"]).dice("blue", 1)
    assert (table.view("phase"), "odds" in table.view()) == ("opposition", False)
