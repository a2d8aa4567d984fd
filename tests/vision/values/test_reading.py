"""Texts and names are read whole, or not at all."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detectors.reference import lines
from vision.detectors.reference.lines import RecognisedLine, RecognisedSign, alphabet
from vision.values import card_print
from vision.values.card_print import CardArea, CardLine, ReadPicture
from vision.values.fields import FieldKind, ReadField
from vision.values.layout import FieldPlace, Layout
from vision.values.reading import PrintRead, read_field

PAPER = np.full((880, 630, 3), 200, np.uint8)
NAME, TEXT, NUMBER = CardArea(15, 60, 50, 65), CardArea(5, 68, 58, 80), CardArea(52, 59, 56, 64)


def read(name: str, kind: FieldKind, place: CardArea, *print_lines: CardLine) -> PrintRead:
    """What a field says on a card with these lines of print, and a number to the right of its name."""
    fields = (ReadField(name, kind), ReadField("level", FieldKind.NUMBER))
    layout = Layout(fields, {name: FieldPlace(place), "level": FieldPlace(NUMBER)})
    return read_field(layout, name, ReadPicture(PAPER, list(print_lines)))


@pytest.fixture
def again(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float]]:
    """What further looks at a line say, one after the other."""
    looks: list[tuple[str, float]] = []

    def decoded(_columns: object) -> RecognisedLine:
        text, chance = looks.pop(0)
        return RecognisedLine(tuple(RecognisedSign(sign, chance, {}) for sign in text))

    monkeypatch.setattr(card_print, "sign_chances", lambda _pixels: None)
    monkeypatch.setattr(card_print, "decoded", decoded)
    return looks


def test_a_name_is_as_sure_as_the_surest_of_some_looks_that_agree(again: list[tuple[str, float]]) -> None:
    again += [("Odette Ribot", 0.6), ("Odette Ribot", 0.9), ("Odette Ribot", 0.7)]
    found = read("name", FieldKind.LINE, NAME, CardLine(CardArea(15, 61, 40, 64), "Odette Ribot", 0.57))
    assert (found.best, found.confidence) == ("Odette Ribot", 0.9)


def test_a_name_that_another_look_reads_otherwise_is_not_sure(again: list[tuple[str, float]]) -> None:
    again += [("Aissatou Gauvain", 0.9), ("Aissatou Gauvin", 0.9), ("Aissatou Gauvin", 0.9)]
    found = read("name", FieldKind.LINE, NAME, CardLine(CardArea(15, 61, 40, 64), "Aissatou Gauvin", 0.97))
    assert (found.best, found.confidence) == ("Aissatou Gauvin", 0.5)


def test_a_name_has_the_accents_that_any_look_saw_and_is_not_sure(again: list[tuple[str, float]]) -> None:
    again += [("Aïssatou Gauvin", 0.9), ("Aissatou Gauvin", 0.9), ("Aissatou Gauvin", 0.9)]
    found = read("name", FieldKind.LINE, NAME, CardLine(CardArea(15, 61, 40, 64), "Aissatou Gauvin", 0.97))
    assert (found.best, found.confidence) == ("Aïssatou Gauvin", 0.6)


def test_a_blank_that_is_overlooked_after_a_numero_makes_no_name_unsure(
    again: list[tuple[str, float]],
) -> None:
    again += [("L'affaire n°5", 0.9), ("L'affaire n° 5", 0.8), ("L'affaire n°5", 0.9)]
    found = read("name", FieldKind.LINE, NAME, CardLine(CardArea(15, 61, 40, 64), "L'affaire n°5", 0.97))
    assert (found.best, found.confidence) == ("L'affaire n° 5", 0.97)


def test_a_name_that_goes_on_beneath_a_number_is_not_sure(again: list[tuple[str, float]]) -> None:
    again += [("Florimond Maréch", 1.0)] * 3
    found = read("name", FieldKind.LINE, NAME, CardLine(CardArea(15, 61, 51, 64), "Florimond Maréch", 1.0))
    assert (found.best, found.confidence) == ("Florimond Maréch", 0.5)


def test_a_line_of_text_that_was_found_in_parts_is_read_whole() -> None:
    found = read(
        "text",
        FieldKind.PROSE,
        TEXT,
        CardLine(CardArea(47, 69.4, 49, 71), "1", 1.0),
        CardLine(CardArea(6, 68.6, 46.7, 71.9), "Depuis la table : piochez", 1.0),
        CardLine(CardArea(6, 72, 16, 74.6), "carte.", 1.0),
    )
    assert found.best == "Depuis la table : piochez 1 carte."


def test_what_shines_through_beside_a_text_does_not_belong_to_it() -> None:
    found = read(
        "text",
        FieldKind.PROSE,
        TEXT,
        CardLine(CardArea(6, 69, 16, 71), "Jouez.", 1.0),
        CardLine(CardArea(46, 69, 57, 71), "MG, GB", 1.0),
    )
    assert found.best == "Jouez."


def test_apostrophes_of_all_forms_are_one_sign() -> None:
    signs = lines.alphabet()
    straight, curly = [n for n, sign in enumerate(signs) if sign == "'"][:2]
    columns = np.zeros((4, len(signs)), np.float32)
    for column, chances in enumerate(
        (
            {signs.index("L"): 0.9},
            {straight: 0.5, curly: 0.4},
            {straight: 0.4, curly: 0.5},
            {signs.index("É"): 1.0},
        )
    ):
        columns[column, list(chances)] = list(chances.values())
    found = lines.decoded(columns)
    assert (found.text, round(found.confidence, 2)) == ("L'É", 0.9)


def test_a_reference_is_read_although_a_sign_that_stands_twice_was_seen_once() -> None:
    classes = {sign: number for number, sign in reversed(list(enumerate(alphabet())))}
    columns = np.zeros((4 * len("J0009-11") + 4, len(alphabet())))
    columns[:, 0] = 1.0
    for number, sign in enumerate("J0009-11"):
        columns[4 * number + 3, classes[sign]] = 0.95
        columns[4 * number + 3, 0] = 0.05

    class Seen(ReadPicture):
        def signs(self, box: CardArea) -> NDArray[Any]:
            return columns

    code = ReadField("ref", FieldKind.CODE, {"JO001-111": (), "JO017-111": (), "JO030-111": ()})
    layout = Layout((code,), {"ref": FieldPlace(CardArea(5, 80, 20, 83))})
    read = read_field(layout, "ref", Seen(np.zeros((880, 630, 3), np.uint8), []))
    assert read.best == "JO009-111"
    assert read.confidence > 0.9
