"""JSON to frozen values: strictly, and with the path to what is wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest

from companion.codec import Range, read, shown, write
from companion.errors import Malformed
from companion.rules.effects import read_effect
from companion.rules.ofusaido.cards import CARD_WORDS
from companion.rules.ofusaido.cards import read_card as read_ofusaido
from companion.words import Wording


class Suit(StrEnum):
    HEARTS = "hearts"
    SPADES = "spades"


@dataclass(frozen=True, slots=True)
class Card:
    suit: Suit
    value: Annotated[int, Range(1, 13)]
    trump: bool = False
    tags: tuple[str, ...] = ()
    origin: str | None = field(default=None, metadata={"json": "from"})


@dataclass(frozen=True, slots=True)
class Deal:
    hands: Mapping[str, tuple[Card, ...]]
    way: Literal[1, 2] = 1
    title: Wording = field(default_factory=lambda: Wording.plain(""))


def problem_of(kind: Any, data: Any) -> str:
    with pytest.raises(Malformed) as caught:
        read(kind, data)
    return str(caught.value)


def test_what_is_written_reads_back_the_same() -> None:
    deal = Deal({"n": (Card(Suit.HEARTS, 12, trump=True, origin="box"),)}, 2, Wording("Deal", "Donne"))
    assert read(Deal, write(deal)) == deal


def test_a_field_that_equals_its_default_is_left_out() -> None:
    assert write(Card(Suit.SPADES, 1)) == {"suit": "spades", "value": 1}


def test_a_field_may_have_a_json_name_that_is_no_python_name() -> None:
    assert read(Card, {"suit": "hearts", "value": 2, "from": "box"}).origin == "box"


def test_words_may_be_plain_or_in_both_languages() -> None:
    assert read(Wording, "Goal") == Wording("Goal", "Goal")
    assert read(Wording, {"en": "Goal", "fr": "But"}).fr == "But"
    assert "this must be text" in problem_of(Wording, {"en": "Goal"})


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"suit": "hearts"}, "field value is missing"),
        ({"suit": "hearts", "value": 2, "worth": 3}, "there is no field 'worth'; possible: suit, value"),
        ({"suit": "clubs", "value": 2}, "suit: this must be one of hearts, spades; here: 'clubs'"),
        ({"suit": "hearts", "value": 14}, "value: this must be a whole number from 1 to 13; here: 14"),
        ({"suit": "hearts", "value": 2.0}, "value: this must be a whole number; here: 2.0"),
        ({"suit": "hearts", "value": True}, "value: this must be a whole number; here: true"),
        ({"suit": "hearts", "value": 2, "trump": 1}, "trump: this must be true or false; here: 1"),
        ({"suit": "hearts", "value": 2, "tags": "a"}, "tags: this must be a list; here: 'a'"),
        ({"suit": "hearts", "value": 2, "tags": ["a", None]}, "tags[1]: this must be text; here: null"),
        ([], "this must be an object; here: []"),
        ({"suit": ["hearts"], "value": 2}, "suit: this must be one of hearts, spades; here: […]"),
    ],
)
def test_a_fault_is_told_with_its_path(data: Any, told: str) -> None:
    assert told in problem_of(Card, data)


def test_the_path_leads_through_tables_and_rows() -> None:
    data = {"hands": {"n": [{"suit": "hearts", "value": 1}, {"suit": "hearts", "value": 99}]}}
    assert problem_of(Deal, data).startswith("hands.n[1].value: ")


def test_true_is_not_one_of_one_and_two() -> None:
    assert "one of 1, 2" in problem_of(Deal, {"hands": {}, "way": True})


def test_foreign_data_is_shown_short() -> None:
    assert len(shown("x" * 10_000)) < 40
    assert shown(10**5000) == "a huge number"
    assert shown({"a": {"b": 1}}) == "{…}"


def test_all_that_is_wrong_with_a_value_is_told_the_first_thing_first() -> None:
    with pytest.raises(Malformed) as raised:
        read_ofusaido(
            {
                "kind": "occasion",
                "ref": "OC001-700",
                "zones": [
                    {"id": "a", "row": "one", "times": 12, "attack": {"posts": [1]}},
                    {"id": "b", "colour": "red"},
                ],
            },
            "cards[3]",
        )
    places = [fault.where for fault in raised.value.every_one]
    assert places == [
        "cards[3] (OC001-700) zones[0].row",
        "cards[3] (OC001-700) zones[0].times",
        "cards[3] (OC001-700) zones[0].attack.posts[0]",
        "cards[3] (OC001-700) zones[1]",
        "cards[3] (OC001-700) zones[1]",
    ]
    assert str(raised.value).startswith(places[0])


def test_all_unknown_words_of_an_effect_are_told() -> None:
    effect = {
        "lasts": "duel",
        "modifiers": [
            {
                "on": "tea",
                "side": "own",
                "who": "cat",
                "what": "score",
                "op": "add",
                "value": 1,
                "if": {"x": 1},
            }
        ],
        "deeds": ["sing", {"do": "draw", "value": "two"}],
    }
    with pytest.raises(Malformed) as raised:
        read_effect(CARD_WORDS, effect, "e")
    assert [fault.where for fault in raised.value.every_one] == [
        "e.modifiers[0].on",
        "e.modifiers[0].who",
        "e.modifiers[0].if",
        "e.deeds[0]",
        "e.deeds[1].value",
    ]


@dataclass(frozen=True, slots=True)
class Length:
    mm: float


@pytest.mark.parametrize("endless", [10**400, float("inf"), float("nan"), True, "1"])
def test_a_number_that_no_machine_can_hold_is_refused(endless: Any) -> None:
    assert "a number" in problem_of(Length, {"mm": endless})
