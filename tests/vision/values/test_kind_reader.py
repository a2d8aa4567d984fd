"""Cards are taken from a photograph and read by three that are known."""

import re
from functools import cache

import numpy as np
import pytest

from tests.vision.values.drawn_cards import energy_card, photograph, values
from vision.values.card_print import ReadPicture
from vision.values.fields import UNREAD, FieldKind, FieldReading, ReadField
from vision.values.kind_reader import KindReader, ReadCard
from vision.values.sheets import draw_sheet
from vision.values.taking import TakenCard, take_cards

pytestmark = pytest.mark.drawn
REFERENCES = re.compile("[A-Z]{2}[0-9]{3}-[0-9]{3}")
FIELDS = [
    ReadField("attack", FieldKind.NUMBER, least=-1, most=4),
    ReadField("defence", FieldKind.NUMBER, least=-1, most=4),
    ReadField("colour", FieldKind.CHOICE, {"red": (), "yellow": (), "blue": ()}),
    ReadField("whistle", FieldKind.CHOICE, {"true": (), "false": ()}),
]
KNOWN = [(1, 2, "red", True), (4, -1, "blue", False), (0, 3, "red", False)]
UNKNOWN = (-1, 4, "yellow", True)


@cache
def taken() -> list[TakenCard]:
    cards = [
        energy_card(f"EN00{n}-241", a, d, c, whistle=w) for n, (a, d, c, w) in enumerate([*KNOWN, UNKNOWN], 1)
    ]
    return list(take_cards(photograph(cards, upside_down=(1,)), REFERENCES).cards)


def cards(known: int = 3) -> dict[int, ReadCard]:
    return {
        n: ReadCard(one.picture, dict(values(a, d, c, whistle=w)) if n < known else {}, n < known)
        for n, (one, (a, d, c, w)) in enumerate(zip(taken(), [*KNOWN, UNKNOWN], strict=True))
    }


def said(readings: dict[str, FieldReading]) -> dict[str, str | None]:
    return {name: one.value for name, one in readings.items()}


@pytest.mark.slow
def test_cards_are_taken_upright_with_their_references() -> None:
    assert [one.ref for one in taken()] == ["EN001-241", "EN002-241", "EN003-241", "EN004-241"]


def test_a_card_is_read_by_three_that_are_known() -> None:
    found = KindReader().read(FIELDS, cards())
    # Where a whistle stands is learnt from two cards with one and two without.
    assert {**said(found[3]), "whistle": "true"} == values(-1, 4, "yellow", whistle=True)
    assert found[0] == {} and "whistle" not in found[3]


def test_of_a_number_whose_sign_a_reflection_hides_nothing_is_proposed() -> None:
    some = cards()
    shining = some[3].picture.pixels.copy()
    scale = shining.shape[1] / 378
    left, right, bottom = (round(px * scale) for px in (30, 82, 100))
    shining[:bottom, left:right] = 255
    some[3] = ReadCard(ReadPicture(shining, some[3].picture.lines))
    found = KindReader().read(FIELDS, some)[3]
    assert (found["attack"], found["defence"].value) == (UNREAD, "4")


def test_nothing_is_read_by_two_cards() -> None:
    assert KindReader().read(FIELDS, cards(known=2)) == {}


def test_fields_with_equal_values_on_all_known_cards_are_not_placed() -> None:
    same = cards()
    for card in same.values():
        if card.is_known:
            card.said["defence"] = card.said["attack"]
    reader = KindReader()
    reader.read(FIELDS, same)
    assert not {"attack", "defence"} & set(reader.places())


@pytest.mark.slow
def test_a_picture_without_a_card_has_none() -> None:
    assert not take_cards(np.full((400, 500, 3), 90, np.uint8), REFERENCES).cards


def test_a_sheet_has_room_for_each_crop() -> None:
    crop = np.zeros((60, 90, 3), np.uint8)
    one, seven = draw_sheet([("1", crop)]), draw_sheet([(str(n), crop) for n in range(7)])
    assert seven.shape[0] > 1.8 * one.shape[0]
    assert seven.shape[1] > 5 * one.shape[1]
