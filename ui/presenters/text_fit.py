"""Finds the largest size at which a text fits its box: words are wrapped, and never broken or cut off.

Widths grow with the size, so that each word is measured once, at one size.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

MARGIN = 0.97
"""Hinting makes small letters a little wider than large ones made smaller."""
STEPS = 12
"""Halvings between the smallest size and the largest: to a thousandth of it."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The height of the font in pixels, and whether the text fits at this size."""

    size_px: float
    fits: bool


@dataclass(frozen=True, slots=True)
class TextBox:
    """The box of a text: its room and the allowed sizes, all in pixels; `most_lines` 0: as many as fit."""

    width_px: float
    height_px: float
    least_px: float
    most_px: float
    line_height: float = 1.0
    most_lines: int = 0


Measure = Callable[[str], float]
"""The width of a piece of text at a font size of one pixel."""


def fitted(text: str, box: TextBox, measure: Measure, em_height: float) -> Fit:
    """Return the largest size at which the text fits. `em_height` is the height of a line at a font size of one pixel."""
    lines = [[measure(word) for word in line.split(" ")] for line in text.split("\n")]
    space = measure(" ")

    def fits(size_px: float) -> bool:
        return _fits(lines, space, box, size_px, em_height)

    low, high = box.least_px, max(box.least_px, box.most_px)
    if fits(high):
        return Fit(high, fits=True)
    if not fits(low):
        return Fit(low, fits=False)
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return Fit(low, fits=True)


def _fits(lines: list[list[float]], space: float, box: TextBox, size_px: float, em_height: float) -> bool:
    width = box.width_px * MARGIN / size_px
    count = 0
    for words in lines:
        count += 1
        used = 0.0
        for word in words:
            if word > width:
                return False
            if used and used + space + word > width:
                count += 1
                used = word
            else:
                used += (space if used else 0.0) + word
    if box.most_lines and count > box.most_lines:
        return False
    return count * em_height * box.line_height * size_px <= box.height_px


def lines_in(text: str, width_px: float, size_px: float, sign: float) -> int:
    """Estimate the number of lines of a text at a size; `sign` is the width of a usual character, in em.

    For layouts that are made before the text is fitted, such as two texts that must stand close together.
    """
    if not text or width_px <= 1:
        return 0 if not text else 1
    return max(1, math.ceil(len(text) * size_px * sign / width_px))
