"""Finds how a text of a given size is laid out in its box, with typographic signs instead of typed ones.

A text has two sizes, that of its role and the next smaller one of the scale. Widths grow with the size, so that each word is
measured once, at one size.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

# --- signs
# Replaces typed characters by typographic ones, on all screens and in both languages: the apostrophe, the minus sign,
# and the dash between two numbers.

_TYPED = re.compile(r"(?<=\w)'")
"""Behind a letter or a figure: `l'arbitre`, `the players' screen`. A quotation mark that opens stands before one."""
_BETWEEN = re.compile(r"(?<=\d) [-\u2013] (?=\d)")
"""The dash of a score: `2 - 1`, typed or printed."""
_MINUS = re.compile(r"(?:(?<=\S) |(?<![^\s(/]))-(?=\d)")
"""Before a number, and not inside a reference or a date."""


def as_printed(words: str) -> str:
    """Return the same words with the typographic apostrophe, dashes and minus signs; no line is broken before these."""
    if "'" in words:
        words = _TYPED.sub("\u2019", words)
    if "-" not in words and "\u2013" not in words:
        return words
    return _MINUS.sub(_minus, _BETWEEN.sub("\u00a0\u2013\u00a0", words))


def _minus(found: re.Match[str]) -> str:
    return "\u00a0\u2212" if found.group().startswith(" ") else "\u2212"


# --- text fit

MARGIN = 0.97
"""Hinting makes small letters a little wider than large ones made smaller."""
LAST_LINE = 0.92
"""What letters with accents and tails really take of the font's size: the last line needs no room for more."""
CUT = "…"

Measure = Callable[[str], float]
"""The width of a piece of text at a font size of one pixel."""


@dataclass(frozen=True, slots=True)
class TextBox:
    """The box of a text: its room in pixels, and its form.

    `wraps`: it is prose, which takes several lines before it becomes smaller. `most_lines` 0: as many as fit.
    """

    width_px: float
    height_px: float
    line_height: float = 1.0
    most_lines: int = 0
    wraps: bool = False


@dataclass(frozen=True, slots=True)
class Letters:
    """How letters of one typeface are measured; `em_height` is the height of a line at a font size of one pixel."""

    measure: Measure
    em_height: float


@dataclass(frozen=True, slots=True)
class Fit:
    """Says how a text fits into a box. `step` is 1 if the text needs its smaller size; `height_px` is the height
    that the text needs.
    """

    step: int
    height_px: float


def fit(text: str, box: TextBox, sizes_px: tuple[float, float], letters: Letters) -> Fit:
    """Return which of its two sizes a text needs, before the other texts of its group are asked."""
    size_px, smaller_px = sizes_px
    asked = text.count("\n") + 1
    lines = _line_count(text, box.width_px, size_px, letters.measure)
    lines_smaller = _line_count(text, box.width_px, smaller_px, letters.measure)
    is_kept = lines is not None and (lines == asked or (box.wraps and _may_take(box, lines)))
    step = 0 if is_kept else 1
    height_px = (
        _height(lines or asked, size_px, box, letters)
        if is_kept
        else _height(lines_smaller or asked, smaller_px, box, letters)
    )
    if is_kept and height_px > box.height_px:
        step = 1
    return Fit(step, height_px)


def fits(text: str, box: TextBox, size_px: float, letters: Letters) -> bool:
    """Tell whether a text of this size has room, on as many lines as it may take."""
    lines = _line_count(text, box.width_px, size_px, letters.measure)
    if lines is None or not _may_take(box, lines):
        return False
    return _height(lines, size_px, box, letters) <= box.height_px


def cut(text: str, box: TextBox, size_px: float, letters: Letters) -> str:
    """Return as much of the beginning of a text as has room, with an ellipsis; at least the ellipsis."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if fits(text[:middle].rstrip() + CUT, box, size_px, letters):
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + CUT


def _may_take(box: TextBox, lines: int) -> bool:
    return not box.most_lines or lines <= box.most_lines


def _height(lines: int, size_px: float, box: TextBox, letters: Letters) -> float:
    line_px = letters.em_height * box.line_height * size_px
    return (lines - 1) * line_px + min(line_px, LAST_LINE * size_px)


def _line_count(text: str, width_px: float, size_px: float, measure: Measure) -> int | None:
    """Return how many lines a text takes; None: one of its words is wider than the box."""
    width = width_px * MARGIN / size_px
    space = measure(" ")
    count = 0
    for line in text.split("\n"):
        count += 1
        used = 0.0
        for word in line.split(" "):
            length = measure(word)
            if length > width:
                return None
            if used and used + space + length > width:
                count += 1
                used = length
            else:
                used += (space if used else 0.0) + length
    return count
