"""A text stays in its box, whatever it says."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.printing.deck.frame import draw_chip
from calibration.printing.paper import Box
from calibration.printing.pen import Pen, new_pages
from calibration.printing.raster import RasterSize, rasterize
from calibration.printing.typeface import Colour, Font, FontFace
from calibration.printing.typesetting import (
    Paragraph,
    PrintLanguage,
    TextStyle,
    break_lines,
    set_paragraphs,
    set_text,
)
from companion.words import Wording
from tests.calibration.printing.rasters import letters, words

PAGE_MM = (120.0, 80.0)
LETTERS = st.text("abcdefgÉœçWMil 'x-", min_size=1, max_size=160)


@settings(max_examples=60, deadline=None)
@given(LETTERS, st.floats(8, 80), st.floats(4, 40))
def test_no_letter_of_a_text_leaves_its_box(text: str, width_mm: float, height_mm: float) -> None:
    with new_pages("") as pages:
        box = Box(20, 20, width_mm, height_mm)
        set_text(pages.page(*PAGE_MM), text, box, TextStyle(FontFace.TEXT, 5.0, 2.0))
        document = pages.finished()
    room = box.inset(-0.25)
    assert all(room.holds(letter.box) for letter in letters(document, 0))


def test_a_text_is_as_large_as_it_may_be_and_smaller_where_it_must() -> None:
    heights = []
    for width in (100.0, 30.0, 18.0):
        with new_pages("") as pages:
            set_text(
                pages.page(*PAGE_MM),
                "Huit mots qui tiennent dans une seule boîte",
                Box(5, 5, width, 9),
                TextStyle(FontFace.TEXT, 4.0, 1.0),
            )
            document = pages.finished()
        assert document.shortened == ()
        heights.append(max(letter.box.height_mm for letter in letters(document, 0) if letter.sign == "H"))
    assert heights[0] > heights[1] > heights[2]
    assert heights[0] == pytest.approx(4.0 * 0.7, abs=0.05)


def test_a_name_of_thousands_of_letters_is_measured_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """To keep a match with such a team took minutes, letter by letter."""
    measured: list[str] = []

    def width_mm(_: Font, words: str) -> float:
        measured.append(words)
        return float(len(words))

    monkeypatch.setattr(Font, "width_mm", width_mm)
    with new_pages("") as pages:
        set_text(pages.page(*PAGE_MM), "X" * 10_000, Box(5, 5, 30, 9), TextStyle(FontFace.TEXT, 4.0, 1.0))
        pages.finished()
    assert measured[-1] == "X" * 29 + "…"
    assert len(measured) < 200


def test_a_text_that_cannot_be_read_at_any_size_is_cut_and_told() -> None:
    with new_pages("") as pages:
        long = (
            "Une phrase bien trop longue pour une si petite boîte, quoi qu’on fasse de la taille des lettres"
        )
        set_text(pages.page(*PAGE_MM), long, Box(5, 5, 20, 6), TextStyle(FontFace.TEXT, 4.0, 2.5))
        document = pages.finished()
    assert document.shortened == (long,)
    assert words(document, 0).strip().endswith("…")


def test_the_second_language_stands_below_the_first() -> None:
    with new_pages("") as pages:
        both = [Paragraph("Défausse", FontFace.TITLE), Paragraph("Discard", FontFace.ASIDE, 0.7)]
        set_paragraphs(pages.page(*PAGE_MM), both, Box(5, 5, 40, 20), TextStyle(FontFace.TITLE, 5, 2))
        signs = letters(pages.finished(), 0)
    first, second = signs[0], signs[8]
    assert (first.sign, second.sign) == ("D", "D")
    assert max(s.box.bottom_mm for s in signs[:7]) < min(s.box.bottom_mm for s in signs[-6:])
    assert first.box.height_mm > second.box.height_mm


def test_a_line_is_broken_at_spaces_but_not_at_those_that_hold_words_together() -> None:
    type_ = Font(FontFace.TEXT, 4)
    assert break_lines("un deux trois", type_, type_.width_mm("un deux")) == ["un deux", "trois"]
    assert break_lines("réussi\N{NO-BREAK SPACE}: oui", type_, type_.width_mm("réussi")) == [
        "réussi\N{NO-BREAK SPACE}:",
        "oui",
    ]


def test_french_signs_stay_with_their_word_and_apostrophes_are_curved() -> None:
    text = Wording("the team's", "Blessée : l'équipe « rit » !")
    assert PrintLanguage.FR.translate_each(text) == (
        "Blessée\N{NO-BREAK SPACE}: l’équipe «\N{NO-BREAK SPACE}rit\N{NO-BREAK SPACE}»\N{NO-BREAK SPACE}!",
    )
    assert PrintLanguage.BOTH.translate_each(text)[1] == "the team’s"
    assert PrintLanguage.BOTH.translate_each(Wording("Dribble", "Dribble")) == ("Dribble",)


@pytest.mark.parametrize("words", ["II", "GOALKEEPERS"])
def test_a_word_stays_in_its_chip(words: str) -> None:
    def drawing(pen: Pen) -> None:
        draw_chip(pen, words, Box(10, 10, 14, 5), Colour("#203040"))

    (picture,) = rasterize([drawing], RasterSize(34, 25, 680))
    inked = np.argwhere(picture[..., 3] > 0)
    assert (inked.min(axis=0) >= (10 * 20 - 1, 10 * 20 - 1)).all()
    assert (inked.max(axis=0) <= (15 * 20 + 1, 24 * 20 + 1)).all()
