"""The words of effects: when they count, for whom, how much (p. 12)."""

import pytest

from tests.rules.boufbowl.box import Json, effect, modifier, player, power, training
from tests.rules.boufbowl.table import Table, a_table, an_expert_table


def totals(table: Table, red: str = "R1", blue: str = "B1") -> tuple[int, int]:
    """A tackle of red on blue in a3, one die of 1 each."""
    table.at(**{red: "a3", blue: "a3"}).tackle(red, blue).roll(1, 1)
    return table.totals[:2]


def of(ref: str, *modifiers: Json, post: str = "bruiser", **more: object) -> Json:
    return player(ref, post, power=effect(*modifiers), **more)


@pytest.mark.parametrize(
    ("words", "red", "blue"),
    [
        ("tackle attack self", 2, 1),
        ("any attack self", 2, 1),
        ("any both self", 2, 1),
        ("pass both self", 1, 1),
        ("tackle defence self", 1, 1),
        ("tackle attack team", 2, 1),
        ("tackle attack opponent", 1, 2),
    ],
)
def test_a_power_counts_for_whom_and_when_it_says(words: str, red: int, blue: int) -> None:
    assert totals(a_table(of("R1", modifier(words, "star")))) == (red, blue)


@pytest.mark.parametrize(
    ("words", "red", "blue"),
    [("tackle both self", 1, 1), ("tackle both team", 2, 1), ("tackle both opponent", 1, 1)],
)
def test_the_power_of_a_teammate_counts_for_the_team_only(words: str, red: int, blue: int) -> None:
    assert totals(a_table(of("R2", modifier(words, "star")))) == (red, blue)


def test_in_defence_the_side_is_the_owners() -> None:
    assert totals(a_table(of("B1", modifier("tackle defence self", "star", 2)))) == (1, 3)
    assert totals(a_table(of("B1", modifier("tackle attack self", "star", 2)))) == (1, 1)


@pytest.mark.parametrize(
    ("conditions", "red"),
    [
        ({"post": "bruiser"}, 2),
        ({"post": "runner"}, 1),
        ({"opponent_post": "bruiser"}, 2),
        ({"opponent_post": "passer"}, 1),
        ({"majority": False}, 2),
        ({"majority": True}, 1),
        ({"post": "bruiser", "majority": True}, 1),
    ],
)
def test_conditions_are_told_from_the_owners_side(conditions: Json, red: int) -> None:
    assert totals(a_table(of("R1", modifier("tackle both self", "star", **conditions))))[0] == red


def test_a_power_counts_only_while_its_player_stands_on_the_field() -> None:
    singer = of("R2", modifier("tackle both team", "star"))
    assert totals(a_table(singer).down("R2")) == (1, 1)
    assert totals(a_table(singer).at(R2="off")) == (1, 1)


def test_an_injured_player_has_the_other_power_or_none() -> None:
    hurt = effect(modifier("tackle both self", "star", 3))
    with_other = of("R1", modifier("tackle both self", "star"), injured_power=hurt)
    assert totals(a_table(with_other).override(players__R1__injured=True)) == (4, 1)
    without = of("R1", modifier("tackle both self", "star"))
    assert totals(a_table(without).override(players__R1__injured=True)) == (1, 1)


def test_an_effect_may_bring_dice_and_damage_dice() -> None:
    power = of("R1", modifier("tackle both self", "die"), modifier("tackle both self", "damage", 3))
    table = a_table(power).at(R1="a3", B1="a3").tackle("R1", "B1").add()
    table.illegal("dice", seat="red", stars=[1], damage=["ko", "ko"])
    table.dice("red", 1, 2, damage=["ko", "ko"]).dice("blue", 0)
    assert table.event("opposition")["attack"]["lines"][1] == {"what": "die", "card": "R1", "value": 2}


def test_damage_dice_are_for_tackles_only() -> None:
    power = of("R4", modifier("any both self", "damage"), post="runner")
    table = a_table(power).at("R4", B1="b1").play("pass", player="R4", to="R5")
    table.play("intercept", player="B1").add()
    table.illegal("dice", seat="red", stars=[1], damage=["ko"])


def test_nobody_rolls_less_than_one_action_die() -> None:
    power = of("R1", modifier("tackle both opponent", "die", -2))
    table = a_table(power).at(R1="a3", B1="a3").tackle("R1", "B1").roll(1, 1)
    assert table.totals[:2] == (1, 1)


def test_the_lines_name_the_power_and_add_up() -> None:
    table = a_table(of("R1", modifier("tackle both self", "star", 2)))
    totals(table)
    side = table.event("opposition")["attack"]
    assert side["lines"] == [{"what": "die", "value": 1}, {"what": "power", "card": "R1", "value": 2}]


def test_a_played_effect_lasts_to_the_end_of_the_turn() -> None:
    table = a_table().card("red", "CHEER")
    assert totals(table) == (2, 1)
    table = a_table().card("red", "CHEER").next_turn().next_turn()
    assert totals(table) == (1, 1)


def test_or_to_the_end_of_the_match() -> None:
    table = a_table().card("red", "OATH").next_turn().next_turn()
    assert totals(table) == (2, 1)


def test_self_on_a_card_is_its_targets() -> None:
    table = a_table().card("red", "HERO", "R1")
    assert totals(table) == (3, 1)
    assert totals(a_table().card("red", "HERO", "R2")) == (1, 1)
    assert a_table().refused("card", seat="red", ref="HERO").code == "bad_play"


def test_opponent_on_a_card_without_targets_is_the_other_team() -> None:
    assert totals(a_table().card("blue", "CURSE")) == (0, 1)


def test_an_effect_marked_once_is_used_up_when_it_has_counted() -> None:
    table = a_table().card("red", "ONCE")
    assert totals(table) == (2, 1)
    table.next_turn().next_turn().next_turn().next_turn()
    assert totals(table, "R2", "B2") == (1, 1)


def test_so_is_a_power_for_the_whole_match() -> None:
    once = player("R1", power=effect(modifier("tackle both self", "star"), once=True))
    table = a_table(once)
    assert totals(table) == (2, 1)
    for _ in range(4):
        table.next_turn()
    table.override(players__R1__standing=True, players__B1__standing=True)
    assert totals(table) == (1, 1)


def test_a_bought_power_counts_and_a_training_for_the_whole_team() -> None:
    table = an_expert_table(power("MINE", effect=effect(modifier("tackle attack self", "star"))))
    table.override(players__R1__fervour=2).play("buy", player="R1", power="MINE", **{"from": "shown"})
    table.next_turn().next_turn()
    assert totals(table) == (2, 1)
    assert table.event("opposition")["attack"]["lines"][1]["card"] == "MINE"


def test_a_training_counts_for_the_team_that_bought_it() -> None:
    table = an_expert_table(training("DRILL", "bonta", modifier("tackle attack team", "star")))
    table.override(players__R2__fervour=5).at("R2", R2="b5").move("R2", "blue_end").play("resolve")
    table.play("buy_training", seat="red", ref="DRILL", **{"from": {"R2": 5}})
    assert table.view("trainings.red") == ["DRILL"]
