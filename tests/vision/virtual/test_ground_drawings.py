"""The drawn mat: the sides have the colours there that they have on screens, and its words are in the language of who looks."""

import colorsys

import numpy as np

from companion.rules.games import GAMES
from companion.storage.shipped_data import mat_of, shipped_style
from vision.virtual.flat_drawings import SEAT_SHADES, draw_mat

NEAR = 0.06
"""How far two hues may be from each other, of a whole circle: darker colours are rounded."""


def hue(red: float, green: float, blue: float) -> float:
    return colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)[0]


def test_each_side_has_the_hue_on_the_drawn_table_that_screens_give_it() -> None:
    sides = shipped_style().sides
    assert SEAT_SHADES.keys() == sides.keys()
    for name, side in sides.items():
        shown = hue(*(int(side.fill[n : n + 2], 16) for n in (1, 3, 5)))
        blue, green, red = SEAT_SHADES[name]
        apart = abs(hue(red, green, blue) - shown)
        assert min(apart, 1 - apart) < NEAR, name


def test_the_words_of_a_mat_are_in_the_language_that_is_asked_for() -> None:
    for game in GAMES:
        french, english, again = (
            draw_mat(mat_of(game), 2.0, language).pixels for language in ("fr", "en", "fr")
        )
        has_words = any(zone.title.en != zone.title.fr for zone in mat_of(game).zones)
        assert np.array_equal(french, again)
        assert np.array_equal(french, english) is not has_words, game
