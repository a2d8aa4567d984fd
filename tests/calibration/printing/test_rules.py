"""The rules as cards and as sheets: every sentence and every reading is on paper, whole, in the language asked for."""

import ctypes

import pypdfium2
import pytest

from calibration.printing.paper import PAPERS
from calibration.printing.pen import Document
from calibration.printing.rules import rule_cards, rule_sheet
from calibration.printing.typesetting import PrintLanguage
from companion.rules.games import GAMES
from companion.showing.citations import tell_citation
from companion.storage.shipped_data import rules_in_words
from companion.words import translate

EVERY_GAME = pytest.mark.parametrize("game", sorted(GAMES))
EVERY_LANGUAGE = pytest.mark.parametrize("language", list(PrintLanguage))


def flat(words: str) -> str:
    """The words without spaces and apostrophes' forms: lines break anywhere."""
    return "".join(words.replace("'", "’").replace("\x02", "").replace("-", "").replace("\ufffe", "").split())


def printed(document: Document) -> str:
    pages = pypdfium2.PdfDocument(document.pdf)
    return flat("".join(page.get_textpage().get_text_bounded() for page in pages))


FOOT_OF_SHEET_PT, GAME_NAME_MM = 48.0, 2.4
"""Below the cards stand a ruler and the sheet's name; at the foot of each card, the name of its game."""


def sizes_on_cards(document: Document) -> set[float]:
    """The sizes in mm in which titles and sentences are printed on cards."""
    sizes = set()
    for page in pypdfium2.PdfDocument(document.pdf):
        for piece in page.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_TEXT]):
            size = ctypes.c_float()
            assert pypdfium2.raw.FPDFTextObj_GetFontSize(piece.raw, ctypes.byref(size))
            if piece.get_bounds()[1] > FOOT_OF_SHEET_PT:
                sizes.add(round(size.value, 2))
    return {size for size in sizes if size > GAME_NAME_MM}


def has_room_for_all(document: Document) -> bool:
    return document.shortened == () and document.missing == ""


@EVERY_GAME
@EVERY_LANGUAGE
def test_each_chapter_has_a_card_with_all_its_sentences(game: str, language: PrintLanguage) -> None:
    words = rules_in_words(game)
    document = rule_cards(words, "Game", language, PAPERS["a4"])
    assert has_room_for_all(document)
    sides = 2 if language is PrintLanguage.BOTH else 1
    assert document.pages == -(-len(words.chapters) // 9) * sides
    told = printed(document)
    for chapter in words.chapters:
        for code in language.languages:
            assert flat(getattr(chapter.title, code)) in told
            for sentence in chapter.sentences:
                assert flat(getattr(sentence.says, code)) in told, sentence
                assert flat(f"({translate(tell_citation(sentence.section), code)})") in told
    assert not [reading.id for reading in words.readings if "_" in reading.id and reading.id in told]


@EVERY_GAME
@EVERY_LANGUAGE
def test_all_cards_of_a_game_have_one_size_of_type(game: str, language: PrintLanguage) -> None:
    document = rule_cards(rules_in_words(game), "Game", language, PAPERS["a4"])
    sizes = sizes_on_cards(document)
    assert len(sizes) == 2, sizes
    title, text = sorted(sizes, reverse=True)
    assert title > 4.2 and text > 2.55


@EVERY_GAME
@EVERY_LANGUAGE
def test_the_sheets_hold_the_chapters_and_the_readings(game: str, language: PrintLanguage) -> None:
    words = rules_in_words(game)
    document = rule_sheet(words, "Game", language, PAPERS["a4"])
    assert has_room_for_all(document)
    told = printed(document)
    for code in language.languages:
        for chapter in words.chapters:
            for sentence in chapter.sentences:
                assert flat(getattr(sentence.says, code)) in told, sentence
        for reading in words.readings:
            assert flat(getattr(reading.question, code)) in told, reading.id
            assert flat(getattr(reading.reading, code)) in told, reading.id
            assert flat(getattr(reading.title, code)) in told
