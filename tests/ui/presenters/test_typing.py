"""What a keyboard on the screen types."""

import pytest

from ui.presenters.hotkeys import ROWS, KeyPage, TypedText


def typed(words: str, keyboard: TypedText | None = None) -> TypedText:
    """What there is after the keys as they stand were touched, letter by letter, and spaces."""
    keyboard = keyboard or TypedText()
    for sign in words:
        shown = next(one for row in (*keyboard.rows("fr"), (" ",)) for one in row if one.lower() == sign)
        keyboard = keyboard.sign(shown)
    return keyboard


def test_each_part_of_a_name_begins_with_a_capital() -> None:
    assert typed("les sangliers").words == "Les Sangliers"


def test_an_address_has_no_capitals_of_its_own() -> None:
    assert typed("http", TypedText.of("", is_address=True)).words == "http"


def test_a_capital_that_is_not_wanted_is_taken_back() -> None:
    assert TypedText().shift().sign("l").words == "l"


def test_what_is_too_long_is_not_taken() -> None:
    assert typed("lyon", TypedText.of("", longest=3)).words == "Lyo"


def test_deleting_brings_the_capital_back() -> None:
    assert typed("l").delete() == TypedText()


def test_deleting_nothing_is_nothing() -> None:
    assert TypedText().delete() == TypedText()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_row_has_as_many_keys_so_that_all_are_wide_enough(language: str) -> None:
    for page in KeyPage:
        assert [len(row) for row in ROWS[language, page]] == [10, 10, 10]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_all_that_french_names_are_written_with_can_be_typed(language: str) -> None:
    keys = {sign for page in KeyPage for row in ROWS[language, page] for sign in row}
    assert set("abcdefghijklmnopqrstuvwxyzàâçèéêëîïôöùûüœ’-.1234567890") <= keys


@pytest.mark.parametrize("language", ["fr", "en"])
def test_all_that_an_address_is_written_with_can_be_typed(language: str) -> None:
    letters = TypedText.of("", is_address=True)
    keys = {sign for page in (letters, letters.turn()) for row in page.rows(language) for sign in row}
    assert set("abcdefghijklmnopqrstuvwxyz1234567890:/.-_@?=&%") <= keys
