"""Icons and colours are found where they tell cards apart, and told by those that are known."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from vision.frame import Pixels
from vision.values.card_print import CardArea
from vision.values.compared_cards import ComparedCards
from vision.values.pictures import PictureReader, find_pictures

GREEN, RED, BLUE = (120, 90, 150), (130, 190, 170), (110, 140, 70)
ICON_AT, DISC_AT = CardArea(46, 8, 56, 18), CardArea(20, 32, 44, 58)


def card(disc: tuple[int, int, int], *, icon: bool = False, seed: int = 0) -> Pixels:
    """A card, a px a mm: a white edge, a disc of a colour in the middle, an icon at the top right, noise everywhere. Colours
    are those of Lab.
    """
    cells = np.full((88, 63, 3), GREEN, np.float32)
    cells[:, :4] = cells[:, -4:] = cells[:4] = cells[-4:] = (250, 128, 128)
    cells[32:58, 20:44] = disc
    if icon:
        cells[8:18, 46:56] = (20, 128, 128)
    cells += np.random.default_rng(seed).normal(0, 1, cells.shape)
    return cv2.cvtColor(np.clip(cells, 0, 255).astype(np.uint8), cv2.COLOR_LAB2BGR)


def compared(pictures: Sequence[Pixels]) -> ComparedCards:
    """Cards with the numbers 0, 1, …"""
    cards = ComparedCards()
    for number, picture in enumerate(pictures):
        cards.add(number, picture)
    return cards


def read(
    picture: Pixels,
    known: Sequence[tuple[Pixels, str]],
    options: Sequence[str],
    taken: Sequence[CardArea] = (),
    others: Sequence[Pixels] = (),
) -> str | None:
    """What a card shows, given the values of others."""
    cards = compared([*(one for one, _ in known), *others, picture])
    values = {number: value for number, (_, value) in enumerate(known)}
    last = len(known) + len(others)
    return PictureReader(cards, values, taken, options, range(len(known), last)).read(last).value


def place(
    known: Sequence[tuple[Pixels, str]], options: Sequence[str], taken: Sequence[CardArea]
) -> CardArea | None:
    values = {number: value for number, (_, value) in enumerate(known)}
    return PictureReader(compared([one for one, _ in known]), values, taken, options).place


def test_a_colour_is_found_by_its_name() -> None:
    square = find_pictures(compared([card(RED), card(BLUE)]), {0: "red", 1: "blue"}, [])[0]
    assert square.overlap(DISC_AT) > 0.9


def test_a_colour_whose_name_is_known_is_read_though_none_was_shown() -> None:
    known = [(card(RED), "red"), (card((190, 125, 190)), "yellow")]
    assert read(card(BLUE), known, ("red", "yellow", "blue")) == "blue"


def test_an_icon_is_found_where_cards_with_it_differ_from_those_without() -> None:
    known = [(card(RED, icon=True), "yes"), (card(BLUE, seed=1), "no"), (card(RED, seed=2), "no")]
    known.append((card(BLUE, icon=True, seed=4), "yes"))
    found = place(known, ("yes", "no"), [DISC_AT])
    assert found is not None
    assert found.overlap(ICON_AT) > 0.5
    for icon, value in ((True, "yes"), (False, "no")):
        assert read(card(BLUE, icon=icon, seed=3), known, ("yes", "no"), [DISC_AT]) == value


def test_what_another_place_shows_by_chance_is_asked_until_a_card_tells_them_apart() -> None:
    known = [(card(BLUE, icon=True, seed=n), "yes") for n in (0, 5)]
    known += [(card(RED, seed=n), "no") for n in (1, 2)]
    red_with_icon = card(RED, icon=True, seed=3)
    assert read(red_with_icon, known, ("yes", "no")) is None
    known.append((card(RED, icon=True, seed=4), "yes"))
    assert read(red_with_icon, known, ("yes", "no")) == "yes"


def test_what_a_single_card_with_an_icon_shows_beside_it_is_not_taken_for_the_icon() -> None:
    known = [(card(BLUE, icon=True), "yes"), (card(RED, seed=1), "no"), (card(RED, seed=2), "no")]
    assert place(known, ("yes", "no"), [ICON_AT.grown(2)]) is None


@pytest.mark.parametrize("values", [("yes", "yes"), ("no", "no")])
def test_one_value_alone_tells_no_place(values: tuple[str, str]) -> None:
    known = [(card(RED, icon=True), values[0]), (card(BLUE, icon=True), values[1])]
    assert place(known, ("yes", "no"), []) is None


def test_an_icon_that_was_never_shown_is_asked() -> None:
    known = [(card(RED), "a"), (card(RED, seed=1), "a"), (card(GREEN), "b")]
    assert read(card((200, 128, 128), seed=2), known, ("a", "b", "c")) is None


def test_a_value_that_was_seen_once_is_known_in_the_lights_of_the_others() -> None:
    brown = (90, 150, 150)
    known = [(card(brown), "a"), (card((150, 100, 110), seed=1), "b"), (card(GREEN, seed=2), "c")]
    known.append((card(brown, seed=20), "a"))
    paler = [card((97, 155, 153), seed=seed) for seed in (3, 4)]
    lights = [
        card((level + n, tint, hue + n), seed=5 + n)
        for level, tint, hue in ((150, 100, 110), GREEN)
        for n in (6, 12)
    ]
    assert read(paler[0], known, ("a", "b", "c", "d")) is None
    assert read(paler[0], known, ("a", "b", "c", "d"), others=[paler[1], *lights]) == "a"
    assert read(card((140, 140, 160), seed=30), known, ("a", "b", "c", "d"), others=[*paler, *lights]) is None


def test_a_reflection_on_the_icon_of_one_known_card_does_not_keep_the_others_from_being_read() -> None:
    hidden = card(RED, seed=6)
    hidden[4:22, 40:60] = 255
    known = [(hidden, "no"), (card(RED, seed=1), "no"), (card(BLUE, seed=2), "no")]
    known += [(card(disc, icon=True, seed=seed), "yes") for seed, disc in ((3, RED), (4, BLUE))]
    for icon, value in ((True, "yes"), (False, "no")):
        assert read(card(BLUE, icon=icon, seed=5), known, ("yes", "no")) == value


def test_the_light_of_a_few_known_cards_does_not_contradict_an_icon_that_they_show_surely() -> None:
    def lit(icon: int, edge: int) -> Pixels:
        picture = np.full((88, 63, 3), 100, np.uint8)
        picture[10:16, 46:52] += icon
        picture[:, :6] += edge
        return picture

    known = [(lit(40, 6), "yes"), (lit(41, 6), "yes"), (lit(0, 0), "no"), (lit(0, 1), "no")]
    assert read(lit(0, 6), known, ("yes", "no")) == "no"


def test_cards_of_one_colour_in_two_lights_are_more_alike_than_cards_of_two_colours_in_one() -> None:
    """A frame that is half of the card: one light for all cards would show the blue frame as the red one."""

    def framed(
        frame: tuple[int, int, int], picture: tuple[int, int, int], light: tuple[float, float, float]
    ) -> Pixels:
        pixels = np.full((88, 63, 3), frame, np.float32)
        pixels[12:-12, 10:-10] = picture
        pixels[30:40, 20:40] = (200, 210, 205)
        return np.asarray(np.clip(pixels * light, 0, 255), np.uint8)

    day, lamp = (1.0, 1.0, 1.0), (0.6, 0.9, 1.2)
    red, blue = ((40, 50, 180), (90, 140, 60)), ((150, 90, 40), (60, 70, 120))
    cards = compared([framed(*red, day), framed(*red, lamp), framed(*blue, day)])
    assert cards.apart(0, 1).mean() < 8
    assert cards.apart(0, 2).mean() > 40
