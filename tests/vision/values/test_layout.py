"""A text is read where it stands, without print below it that belongs to no field."""

import numpy as np
import pytest

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
