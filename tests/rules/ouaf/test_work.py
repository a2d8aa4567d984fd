"""Everybody plays a work card face down, and all are turned at once (Structure d'une manche, 2 and 3)."""

from typing import Any

import pytest

from tests.rules.ouaf.cards import Json
from tests.rules.ouaf.table import a_table

ROUND = "L'Ouaf, Structure d'une manche"


def test_any_number_of_seats_play_at_once_until_every_seat_has() -> None:
    table = a_table().round().work(red=6)
    assert table.view("waiting") == ["blue", "green"]
    table.work(green=7, blue=4)
    assert table.event("placed")["seats"] == ["blue", "green"]
    assert table.event("reveal")["cards"] == {"red": 6, "blue": 4, "green": 7}


def test_the_rulebooks_example() -> None:
    """5 each, 15 together; 6 + 4 + 7 = 17 is a success, and the 7 gains 7 - 5 = 2."""
    table = a_table().worked(red=6, blue=4, green=7)
    reveal = {"total": 17, "order": 15, "success": True, "margin": 2}
    assert table.event("reveal").items() >= reveal.items()
    assert table.changes("highest_card") == {"green": (0, 2)}


def test_a_card_that_was_played_is_no_longer_in_hand() -> None:
    table = a_table().worked(red=6, blue=4, green=7).round()
    assert table.illegal("work", cards={"red": 6}) == ROUND
    assert table.work(red=5).view("waiting") == ["blue", "green"]


@pytest.mark.parametrize("value", [12, -1, 10**12])
def test_there_are_no_other_work_cards(value: int) -> None:
    assert a_table().round().illegal("work", cards={"red": value}) == ROUND


def test_a_seat_plays_one_card_before_the_reveal() -> None:
    table = a_table().round().work(red=6)
    assert table.illegal("work", cards={"red": 5}) == ROUND
    assert table.illegal("work", cards={"red": 6}) == ROUND


def test_a_refusal_names_every_wrong_seat_and_takes_none_of_the_cards() -> None:
    table = a_table().round().work(red=6)
    refused = table.refused("work", cards={"red": 3, "blue": 12, "green": 4})
    assert "Red has already laid a card" in refused.message
    assert "Blue does not hold that card" in refused.message
    assert "Green" not in refused.message
    assert table.view("waiting") == ["blue", "green"]


def test_strangers_are_named_together() -> None:
    refused = a_table().round().refused("work", cards={"purple": 1, "red": 1, "orange": 2})
    assert (refused.code, refused.message) == ("bad_play", "there is no seat purple, orange")


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"cards": {}},
        {"refs": []},
        {"cards": {"red": "six"}},
        {"cards": {"pink": 6}},
        {"cards": [6]},
        {"seat": "red"},
    ],
)
def test_a_play_that_names_no_card_is_no_play(fields: Json) -> None:
    assert a_table().round().refused("work", **fields).code == "bad_play"


def test_cards_may_be_named_by_their_references() -> None:
    table = a_table().round().play("work", refs=["green7", "red6"]).play("work", refs=["blue4"])
    assert table.event("reveal")["cards"] == {"red": 6, "blue": 4, "green": 7}


def test_values_and_references_may_stand_in_one_play() -> None:
    table = a_table().round().play("work", cards={"red": 6, "blue": 4}, refs=["green7"])
    assert table.event("reveal")["total"] == 17


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"refs": ["red6", "red7"]}, "Red must lay one card, not 2"),
        ({"refs": ["red6", "red6"]}, "Red must lay one card, not 2"),
        ({"cards": {"red": 6}, "refs": ["red6"]}, "Red must lay one card, not 2"),
        ({"refs": ["purple6"]}, "Purple does not play in this match"),
        ({"refs": ["R3"]}, "R3 is not a work card"),
    ],
)
def test_references_that_no_seat_can_lay(fields: Json, said: str) -> None:
    refused = a_table().round().refused("work", **fields)
    assert (refused.code, refused.cite, refused.message) == ("illegal_play", ROUND, said)


def test_an_unknown_reference_is_named() -> None:
    refused = a_table().round().refused("work", refs=["red6", "red99"])
    assert (refused.code, "red99" in refused.message) == ("unknown_card", True)


@pytest.mark.parametrize(("kind", "fields"), [("work", {"cards": {"red": 1}}), ("down", {"seats": ["red"]})])
def test_work_begins_when_the_round_cards_are_on_show(kind: str, fields: Any) -> None:
    assert a_table().illegal(kind, **fields) == ROUND


def test_a_card_face_down_is_told_later() -> None:
    table = a_table().round().down("red", "green")
    assert table.view("waiting") == ["blue"]
    assert table.waited == {"red": {"work"}, "blue": {"work", "down"}, "green": {"work"}}
    table.work(blue=4, red=6)
    assert (table.view("phase"), table.view("waiting")) == ("work", [])
    assert table.work(green=7).event("reveal")["total"] == 17


@pytest.mark.parametrize("seats", [["blue"], ["red"], ["green", "green"], ["green", "red"]])
def test_no_second_card_lies_down_before_a_seat(seats: list[str]) -> None:
    assert a_table().round().work(red=6).down("blue").illegal("down", seats=seats) == ROUND


@pytest.mark.parametrize("seats", [[], ["purple"], ["pink"], "red", None])
def test_down_names_seats_of_the_match(seats: Any) -> None:
    assert a_table().round().refused("down", seats=seats).code == "bad_play"
