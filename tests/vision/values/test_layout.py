"""A text is read where it stands, without print below it that belongs to no field."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detectors.reference.lines import alphabet
from vision.values.card_print import CardArea, CardLine, ReadPicture
from vision.values.fields import FieldKind, ReadField
from vision.values.layout import LabelledCard, learn_print
from vision.values.reading import read_field

FIELDS = [ReadField("name", FieldKind.LINE), ReadField("text", FieldKind.PROSE)]


def card(name: str, *lines: str, ref: str) -> ReadPicture:
    """A card whose print is known: its name, lines of a text, and a reference below it."""
    found = [CardLine(CardArea(5, 5, 5 + 2 * len(name), 9), name, 0.99)]
    found += [
        CardLine(CardArea(5, 60 + 5 * n, 5 + len(line), 63 + 5 * n), line, 0.95)
        for n, line in enumerate(lines)
    ]
    found.append(CardLine(CardArea(50, 84, 60, 86), ref, 0.4))
    return ReadPicture(np.zeros((528, 378, 3), np.uint8), found)


KNOWN = [
    LabelledCard(
        card("Odette", "Depuis la table :", "piochez 1 carte.", ref="JO001-241"),
        {"name": "Odette", "text": "Depuis la table : piochez 1 carte."},
    ),
    LabelledCard(
        card("Florimond", "Annulez une faute.", ref="JO002-241"),
        {"name": "Florimond", "text": "Annulez une faute."},
    ),
    LabelledCard(
        card("Tim", "Gagnez 3 points.", ref="JO003-241"), {"name": "Tim", "text": "Gagnez 3 points."}
    ),
]


def test_a_text_ends_before_the_reference_below_it() -> None:
    layout = learn_print(FIELDS, KNOWN)
    other = card("Éloïse", "Le tireur a +1", "dans ce", "duel.", ref="J0009-24I")
    assert read_field(layout, "text", other).best == "Le tireur a +1 dans ce duel."
    assert read_field(layout, "name", other).best == "Éloïse"


def test_a_text_is_as_sure_as_its_least_certain_line() -> None:
    layout = learn_print(FIELDS, KNOWN)
    assert read_field(layout, "text", card("Zoé", "Un but de plus.", ref="x")).confidence == pytest.approx(
        0.95
    )


def test_a_field_that_two_cards_do_not_show_has_no_place() -> None:
    wrong = [LabelledCard(known.picture, {**known.values, "name": "Personne"}) for known in KNOWN[:2]]
    assert "name" not in learn_print(FIELDS, [*wrong, KNOWN[2]]).places


def test_a_number_has_room_for_a_minus_where_other_cards_have_a_sign_before_it() -> None:
    classes = {sign: number for number, sign in reversed(list(enumerate(alphabet())))}
    digit, with_sign = CardArea(14.3, 12.6, 21.6, 20.2), CardArea(7.4, 10.7, 23.2, 20.3)

    class Seen(ReadPicture):
        def signs(self, box: CardArea) -> NDArray[Any]:
            columns = np.zeros((3, len(alphabet())))
            columns[[0, 2], 0] = 1.0
            columns[1, classes[self.lines[0].text[-1]]] = 1.0
            return columns

    cards = [
        LabelledCard(
            Seen(np.zeros((880, 630, 3), np.uint8), [CardLine(box, words, 1.0)]), {"attack": words[-1]}
        )
        for box, words in ((digit, "4"), (digit, "2"), (with_sign, "+3"), (with_sign, "+1"))
    ]
    places = learn_print([ReadField("attack", FieldKind.NUMBER)], cards).places
    assert places["attack"].box == with_sign
    assert places["attack"].second is None, "the digit alone is no second place"
