"""Icons and colours are found where they tell cards apart, and told by those that are known."""

import numpy as np
import pytest

from vision.values.card_print import CardArea
from vision.values.pictures import Cells, decide_picture, find_picture

GREEN, RED, BLUE = (120, 90, 150), (130, 190, 170), (110, 140, 70)


def card(disc: tuple[int, int, int], *, icon: bool = False, seed: int = 0) -> Cells:
    """A card of 40 by 60 cells: a disc of a colour in the middle, an icon at the top right, noise everywhere."""
    cells = np.full((60, 40, 3), GREEN, np.float32)
    cells[22:38, 12:28] = disc
    if icon:
        cells[4:12, 30:38] = (20, 128, 128)
    return np.asarray(cells + np.random.default_rng(seed).normal(0, 1, cells.shape), np.float32)


def test_a_colour_is_found_by_its_name() -> None:
    square = find_picture([(card(RED), "red"), (card(BLUE), "blue")], [])
    assert square is not None
    assert square.overlap(CardArea(12, 22, 28, 38)) > 0.9


def test_a_colour_whose_name_is_known_is_read_though_none_was_shown() -> None:
    known = [(card(RED), "red")]
    assert decide_picture(card(BLUE), CardArea(12, 22, 28, 38), known, ("red", "blue")).value == "blue"


def test_an_icon_is_found_where_cards_with_it_differ_from_those_without() -> None:
    known = [(card(RED, icon=True), "yes"), (card(BLUE, seed=1), "no"), (card(RED, seed=2), "no")]
    square = find_picture(known, [CardArea(12, 22, 28, 38)])
    assert square is not None
    assert square.overlap(CardArea(30, 4, 38, 12)) > 0.5
    for icon, value in ((True, "yes"), (False, "no")):
        assert decide_picture(card(BLUE, icon=icon, seed=3), square, known, ("yes", "no")).value == value


@pytest.mark.parametrize("values", [("yes", "yes"), ("no", "no")])
def test_one_value_alone_tells_no_place(values: tuple[str, str]) -> None:
    assert find_picture([(card(RED, icon=True), values[0]), (card(BLUE, icon=True), values[1])], []) is None


def test_an_icon_that_was_never_shown_is_asked() -> None:
    known = [(card(RED), "a"), (card(RED, seed=1), "a"), (card(GREEN), "b")]
    strange = card((200, 128, 128), seed=2)
    assert decide_picture(strange, CardArea(12, 22, 28, 38), known, ("a", "b", "c")).value is None
