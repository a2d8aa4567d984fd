"""The drawn mat: the sides have the colours there that they have on screens."""

import colorsys

from companion.storage.shipped_data import shipped_style
from vision.virtual.flat_drawings import SEAT_SHADES

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
