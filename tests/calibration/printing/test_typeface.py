"""Every sentence that may be printed has its letters."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from babel.messages.pofile import read_po

from calibration.printing.pen import new_pages
from calibration.printing.typeface import Font, FontFace, find_missing_signs, replace_missing_signs
from companion.codec import write
from companion.rules.games import GAMES
from companion.storage.catalogue import SHIPPED, load_catalogue
from companion.storage.shipped_data import mat_of
from companion.words import LOCALE_DIR
from tests.calibration.printing.rasters import words

SIGNS_OF_A_TERMINAL = set("▲●★·─")


def texts_in(data: Any) -> Iterator[str]:
    match data:
        case str():
            yield data
        case dict():
            for item in data.values():
                yield from texts_in(item)
        case list():
            for item in data:
                yield from texts_in(item)
        case _:
            pass


@pytest.mark.parametrize("face", FontFace)
def test_the_typeface_has_every_letter_of_both_languages(face: FontFace) -> None:
    assert (
        find_missing_signs("AÀÂÆBCÇDEÉÈÊËFGHIÎÏJKLMNOÔŒPQRSTUÙÛÜVWXYŸZaàâæbcçdeéèêëîïôœùûüÿ", face) == set()
    )
    assert (
        find_missing_signs(
            "0123456789 .,:;!?…’'«»“”()[]+-−×·/%&@#°–—\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", face
        )
        == set()
    )


@pytest.mark.parametrize("game", GAMES)
def test_all_that_ships_with_a_game_can_be_printed(game: str) -> None:
    texts = [*texts_in(load_catalogue(game, [SHIPPED])), *texts_in(write(mat_of(game)))]
    assert texts
    assert set().union(*map(find_missing_signs, texts)) == set()


def test_all_sentences_of_the_program_can_be_printed() -> None:
    with (LOCALE_DIR / "fr" / "LC_MESSAGES" / "companion.po").open("rb") as file:
        sentences = [str(words) for message in read_po(file) for words in (message.id, message.string)]
    assert set().union(*map(find_missing_signs, sentences)) <= SIGNS_OF_A_TERMINAL


def test_a_sign_without_a_letter_is_a_question_mark_and_is_told() -> None:
    with new_pages("") as pages:
        pages.page(50, 20).write("Ж = ★", (5, 10), Font(FontFace.TEXT, 5))
        document = pages.finished()
    assert words(document, 0).strip() == "? = ?"
    assert document.missing == "Ж★"
    assert replace_missing_signs("déjà") == "déjà"


def test_the_size_of_a_type_is_told_by_its_capitals() -> None:
    assert Font.of_capitals(FontFace.STRONG, 3.1).capitals_mm == pytest.approx(3.1)


@pytest.mark.slow
def test_documents_that_threads_draw_at_once_have_their_own_letters() -> None:
    def drawn(number: int) -> bytes:
        with new_pages(str(number)) as pages:
            for _ in range(3):
                pen = pages.page(100, 100)
                for row, face in enumerate(FontFace):
                    letters = f"{chr(ord('A') + number)}{chr(ord('À') + number)} œ É"
                    pen.write(letters, (5, 10 + 10 * row), Font(face, 5))
            return pages.finished().pdf

    numbers = range(24)
    alone = [drawn(number) for number in numbers]
    usual_s = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(6) as threads:
            assert list(threads.map(drawn, numbers)) == alone
    finally:
        sys.setswitchinterval(usual_s)
