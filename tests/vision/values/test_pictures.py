"""Icons and colours are found where they tell cards apart, and told by those that are known."""

import numpy as np
import pytest

from vision.values.card_print import CardArea
from vision.values.pictures import Cells, PictureReader, find_pictures

GREEN, RED, BLUE = (120, 90, 150), (130, 190, 170), (110, 140, 70)


def card(disc: tuple[int, int, int], *, icon: bool = False, seed: int = 0) -> Cells:
    """A card of 40 by 60 cells: a disc of a colour in the middle, an icon at the top right, noise everywhere."""
    cells = np.full((60, 40, 3), GREEN, np.float32)
    cells[22:38, 12:28] = disc
    if icon:
        cells[4:12, 30:38] = (20, 128, 128)
    return np.asarray(cells + np.random.default_rng(seed).normal(0, 1, cells.shape), np.float32)


def test_a_colour_is_found_by_its_name() -> None:
    square = find_pictures([(card(RED), "red"), (card(BLUE), "blue")], [])[0]
    assert square.overlap(CardArea(12, 22, 28, 38)) > 0.9


def test_a_colour_whose_name_is_known_is_read_though_none_was_shown() -> None:
    reader = PictureReader(
        [(card(RED), "red"), (card((190, 125, 190)), "yellow")], [], ("red", "yellow", "blue")
    )
    assert reader.read(card(BLUE)).value == "blue"


def test_an_icon_is_found_where_cards_with_it_differ_from_those_without() -> None:
    known = [(card(RED, icon=True), "yes"), (card(BLUE, seed=1), "no"), (card(RED, seed=2), "no")]
    known.append((card(BLUE, icon=True, seed=4), "yes"))
    reader = PictureReader(known, [CardArea(12, 22, 28, 38)], ("yes", "no"))
    assert reader.place is not None
    assert reader.place.overlap(CardArea(30, 4, 38, 12)) > 0.5
    for icon, value in ((True, "yes"), (False, "no")):
        assert reader.read(card(BLUE, icon=icon, seed=3)).value == value


def test_what_another_place_shows_by_chance_is_asked_until_a_card_tells_them_apart() -> None:
    known = [(card(BLUE, icon=True, seed=n), "yes") for n in (0, 5)]
    known += [(card(RED, seed=n), "no") for n in (1, 2)]
    red_with_icon = card(RED, icon=True, seed=3)
    assert PictureReader(known, [], ("yes", "no")).read(red_with_icon).value is None
    known.append((card(RED, icon=True, seed=4), "yes"))
    assert PictureReader(known, [], ("yes", "no")).read(red_with_icon).value == "yes"


def test_what_a_single_card_with_an_icon_shows_beside_it_is_not_taken_for_the_icon() -> None:
    known = [(card(BLUE, icon=True), "yes"), (card(RED, seed=1), "no"), (card(RED, seed=2), "no")]
    assert PictureReader(known, [CardArea(28, 2, 40, 14)], ("yes", "no")).place is None


@pytest.mark.parametrize("values", [("yes", "yes"), ("no", "no")])
def test_one_value_alone_tells_no_place(values: tuple[str, str]) -> None:
    known = [(card(RED, icon=True), values[0]), (card(BLUE, icon=True), values[1])]
    assert PictureReader(known, [], ("yes", "no")).place is None


def test_an_icon_that_was_never_shown_is_asked() -> None:
    known = [(card(RED), "a"), (card(RED, seed=1), "a"), (card(GREEN), "b")]
    assert PictureReader(known, [], ("a", "b", "c")).read(card((200, 128, 128), seed=2)).value is None


def test_a_value_that_was_seen_once_is_known_in_the_lights_of_the_others() -> None:
    known = [(card((90, 150, 150)), "a"), (card((150, 100, 110), seed=1), "b"), (card(GREEN, seed=2), "c")]
    paler = [card((93, 153, 153), seed=seed) for seed in (3, 4)]
    lights = [
        card((level + n, tint, hue + n), seed=5 + n)
        for level, tint, hue in ((150, 100, 110), GREEN)
        for n in (4, 8)
    ]
    alone = PictureReader([*known, (card((90, 150, 150), seed=20), "a")], [], ("a", "b", "c", "d"))
    assert alone.read(paler[0]).value is None
    beside = PictureReader(
        [*known, (card((90, 150, 150), seed=20), "a")], [], ("a", "b", "c", "d"), [*paler, *lights]
    )
    assert beside.read(paler[0]).value == "a"
    assert beside.read(card((140, 140, 160), seed=30)).value is None


def test_the_light_of_a_few_known_cards_does_not_contradict_an_icon_that_they_show_surely() -> None:
    def lit(icon: float, edge: float) -> Cells:
        cells = np.full((88, 63, 3), 100.0, np.float32)
        cells[10:16, 46:52] += icon
        cells[:, :6] += edge
        return cells

    known = [(lit(40, 6), "yes"), (lit(41, 6), "yes"), (lit(0, 0), "no"), (lit(0, 1), "no")]
    reader = PictureReader(known, [], ("yes", "no"))
    assert reader.read(lit(0, 6)).value == "no"
