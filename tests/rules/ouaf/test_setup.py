"""What a set-up must say (Mise en place), and what a card must."""

from typing import Any

import pytest

from tests.rules.ouaf.cards import SEATS, Json, box, half, replaced, round_card
from tests.rules.ouaf.table import a_setup, a_table, refused_setup


def test_everybody_begins_with_twelve_cards_and_reputation_0() -> None:
    table = a_table()
    assert table.view("hand") == {seat: list(range(12)) for seat in ("red", "blue", "green")}
    assert table.view("reputation") == {"red": 0, "blue": 0, "green": 0}
    assert (table.view("phase"), table.view("happy"), table.view("angry")) == ("round", 0, 0)


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_three_to_six_play_whatever_their_colours(n: int) -> None:
    seats = list(SEATS[-n:])
    assert list(a_table(seats=seats).view("hand")) == seats


@pytest.mark.parametrize("seats", [[], ["red"], ["red", "blue"]])
def test_two_are_too_few(seats: list[str]) -> None:
    assert "seats: this match needs 3 to 6 seats" in refused_setup(a_setup(seats=seats), box())


def test_nobody_plays_twice() -> None:
    assert "seats[2]: red is named twice" in refused_setup(a_setup(seats=["red", "blue", "red"]), box())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", ["red", "blue", "pink"]),
        ("seats", "red"),
        ("rounds", "both"),
        ("house", {"bread": 1}),
        ("mode", 1),
    ],
)
def test_a_field_that_does_not_fit_is_named(field: str, value: Any) -> None:
    assert field in refused_setup(a_setup(**{field: value}), box())


@pytest.mark.parametrize("field", ["seats", "rounds"])
def test_a_field_that_is_missing_is_named(field: str) -> None:
    setup = {name: value for name, value in a_setup().items() if name != field}
    assert field in refused_setup(setup, box())


def test_ten_round_cards_are_enough_and_nine_are_not() -> None:
    def cards(n: int) -> list[Json]:
        return [card for card in box() if card.get("kind") != "round"] + [
            round_card(k) for k in range(1, n + 1)
        ]

    assert a_table(cards=cards(10)).view("phase") == "round"
    assert "this match needs at least 10 round cards" in refused_setup(a_setup(), cards(9))


def test_advanced_round_cards_count_only_in_an_advanced_match() -> None:
    cards = replaced(box(), *(round_card(n, advanced=True) for n in (1, 2, 3)))
    assert a_table(cards=cards).view("phase") == "round"
    assert "this match needs at least 10 round cards" in refused_setup(a_setup(rounds="basic"), cards)


def test_printed_totals_must_name_this_number_of_players() -> None:
    cards = replaced(box(), round_card(4, totals={"4": 20, "5": 25}))
    assert "R4" in (said := refused_setup(a_setup(), cards))
    assert "there is no total for 3 seats" in said
    assert a_table(cards=cards, seats=["red", "blue", "green", "purple"]).view("phase") == "round"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"success": half("bake", "all", 1)}, "success.effect"),
        ({"success": half("end_bonus", "most", 1)}, "success.target"),
        ({"failure": half("gain_reputation", "all", -1)}, "failure.value"),
        ({"failure": half("gain_reputation", "all")}, "field value is missing"),
        ({"failure": half("swap_up", None, 2)}, "field target is missing"),
        ({"average": -1}, "order.average"),
        ({"totals": {"7": 30}}, "order.totals"),
        ({"totals": {"3": -1}}, "order.totals.3"),
        ({"advanced": None}, "advanced"),
        ({"title": "Croissants"}, "there is no field 'title'"),
    ],
)
def test_a_round_card_with_a_fault_is_named_with_its_field(changed: Json, said: str) -> None:
    message = refused_setup(a_setup(), replaced(box(), round_card(3, **changed)))
    assert "(R3)" in message
    assert said in message


@pytest.mark.parametrize("effect", ["none", "count_double", "double_bonus", "double_malus"])
def test_an_effect_that_touches_nobody_in_particular_may_leave_its_target_out(effect: str) -> None:
    table = a_table(half(effect)).worked(red=5, blue=5, green=5)
    assert table.event("evaluation")["target"] == "all"


@pytest.mark.parametrize("effect", ["discard_choice", "recover_lowest"])
def test_an_effect_without_a_number_may_leave_its_value_out(effect: str) -> None:
    assert (
        a_table(half(effect, "highest")).worked(red=5, blue=5, green=5).event("evaluation")["effect"]
        == effect
    )


@pytest.mark.parametrize("changed", [{"value": 12}, {"value": -1}, {"seat": "pink"}, {"value": True}])
def test_a_work_card_is_0_to_11_of_one_of_six_colours(changed: Json) -> None:
    card = {"kind": "work", "ref": "red3", "seat": "red", "value": 3, **changed}
    assert "(red3)" in refused_setup(a_setup(), replaced(box(), card))


def test_a_card_of_another_kind_is_refused() -> None:
    assert "there is no kind" in refused_setup(a_setup(), [*box(), {"kind": "boss", "ref": "R99"}])
