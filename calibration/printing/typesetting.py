"""Sets texts into boxes, in French, English or both: breaks lines, shrinks the text until it fits, and never draws over an
edge.

A text that does not fit at its smallest size is cut with an ellipsis and added to `Pen.shortened`, so that
the person who prints is told.
"""

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from unicodedata import decomposition

from calibration.printing.paper import Box
from calibration.printing.pen import Pen
from calibration.printing.typeface import INK, Colour, Font, FontFace
from companion.words import Text, Wording, translate

# --- language
# Translates printed texts into French, English, or both, and sets French typography right.

NBSP = "\N{NO-BREAK SPACE}"
BEFORE_SIGNS = re.compile(r" (?=[:;!?»%])|(?<=«) ")
"""Spaces that French typography makes no-break: before : ; ! ? » % and after «."""
STRAIGHT = re.compile(r"(?<=\w)'(?=\w)")
"""A typed apostrophe, which is printed curved."""


class PrintLanguage(StrEnum):
    """Names the language of a print; `both` is French first, then English."""

    FR = "fr"
    EN = "en"
    BOTH = "both"

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the codes of the languages that are printed, in the order in which they are printed."""
        return ("fr", "en") if self is PrintLanguage.BOTH else (self.value,)

    def translate_each(self, text: Text | Wording) -> tuple[str, ...]:
        """Translate a text into each language of the print; equal texts are kept once."""
        words = (_as_printed(translate(text, language)) for language in self.languages)
        return tuple(dict.fromkeys(filter(None, words)))

    def translate_line(self, text: Text | Wording) -> str:
        """Translate a text into each language, on one line."""
        return " / ".join(self.translate_each(text))


def _as_printed(words: str) -> str:
    return BEFORE_SIGNS.sub(NBSP, STRAIGHT.sub("’", words))


# --- typesetting

LEADING = 1.16
"""Distance between two baselines, as a share of the font size."""
ASCENT = 0.76
"""Height of the highest ink above the baseline, as a share of the font size."""
ACCENTED = 0.95
"""The same for accented capitals."""
DESCENT = 0.22
"""Depth of the lowest ink below the baseline, as a share of the font size."""
STEP = 0.96
"""Factor between one size that is tried and the next smaller one."""
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class TextStyle:
    """Says how a text is set: its face, its largest and smallest font size, and its place in the box.

    `align` is 0 for left, 0.5 for centred, 1 for right; `rise` the same for top, middle and bottom.
    """

    face: FontFace
    largest_mm: float
    smallest_mm: float
    colour: Colour = INK
    align: float = 0.0
    rise: float = 0.0
    most_lines: int = 99


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Describes a paragraph with a face of its own; `size` is its size as a share of the text's size."""

    words: str
    face: FontFace
    size: float = 1.0
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class _SetLine:
    words: str
    type: Font
    colour: Colour | None


def set_text(pen: Pen, words: str, box: Box, style: TextStyle) -> None:
    """Set one paragraph into a box."""
    set_paragraphs(pen, [Paragraph(words, style.face)], box, style)


def set_paragraphs(pen: Pen, paragraphs: Sequence[Paragraph], box: Box, style: TextStyle) -> None:
    """Set paragraphs one below the other into a box, as large as they fit, each in its own face."""
    wanted = [paragraph for paragraph in paragraphs if paragraph.words.strip()]
    if not wanted:
        return
    lines = _break_paragraphs(wanted, fitting_size_mm(wanted, box, style), box.width_mm)
    if not _fits(lines, box, style):
        pen.shortened.append(" ".join(paragraph.words for paragraph in wanted))
        lines = _cut(lines, box, style)
    _draw(pen, lines, box, style)


def fitting_size_mm(paragraphs: Sequence[Paragraph], box: Box, style: TextStyle) -> float:
    """Return the largest font size of a style at which paragraphs fit into a box; its smallest if none does."""
    size = style.largest_mm
    while size > style.smallest_mm and not _fits(
        _break_paragraphs(paragraphs, size, box.width_mm), box, style
    ):
        size = max(style.smallest_mm, size * STEP)
    return size


def _break_paragraphs(paragraphs: Sequence[Paragraph], size_mm: float, width_mm: float) -> list[_SetLine]:
    lines: list[_SetLine] = []
    for paragraph in paragraphs:
        type_ = Font(paragraph.face, size_mm * paragraph.size)
        lines += [
            _SetLine(words, type_, paragraph.colour)
            for part in paragraph.words.split("\n")
            for words in break_lines(part, type_, width_mm)
        ]
    return lines


def break_lines(words: str, type_: Font, width_mm: float) -> list[str]:
    """Break a paragraph at spaces into lines that fit `width_mm`; a word that is too wide gets its own line."""
    lines: list[str] = []
    line = ""
    # str.split() without an argument would also split at no-break spaces.
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if line and type_.width_mm(longer) > width_mm:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


def measure_height_mm(lines: Sequence[_SetLine]) -> float:
    """Compute the height of some lines in mm, from the first line's highest ink to the last line's lowest."""
    if not lines:
        return 0.0
    return _height_mm(lines, _ascent(lines[0].words))


def _height_mm(lines: Sequence[_SetLine], ascent: float) -> float:
    between = sum(line.type.size_mm * LEADING for line in lines[1:])
    return lines[0].type.size_mm * ascent + between + lines[-1].type.size_mm * DESCENT


def _ascent(words: str) -> float:
    return ACCENTED if any(sign.isupper() and decomposition(sign) for sign in words) else ASCENT


def _fits(lines: Sequence[_SetLine], box: Box, style: TextStyle) -> bool:
    return (
        len(lines) <= style.most_lines
        and measure_height_mm(lines) <= box.height_mm + 1e-6
        and all(line.type.width_mm(line.words) <= box.width_mm + 1e-6 for line in lines)
    )


def _cut(lines: Sequence[_SetLine], box: Box, style: TextStyle) -> list[_SetLine]:
    kept = list(lines[: style.most_lines])
    while len(kept) > 1 and measure_height_mm(kept) > box.height_mm:
        kept.pop()
    is_whole = len(kept) == len(lines)
    kept = [_shortened(line, box.width_mm, is_whole=True) for line in kept]
    if not is_whole:
        kept[-1] = _shortened(kept[-1], box.width_mm, is_whole=False)
    return kept


def _shortened(line: _SetLine, width_mm: float, *, is_whole: bool) -> _SetLine:
    words, tail = line.words.rstrip(ELLIPSIS), "" if is_whole else ELLIPSIS
    if line.type.width_mm(words + tail) > width_mm:
        # A name may have thousands of letters.
        tail = ELLIPSIS
        lengths = range(1, len(words))
        words = words[: bisect(lengths, width_mm, key=lambda n: line.type.width_mm(words[:n] + tail))]
    return replace(line, words=words + tail)


def _draw(pen: Pen, lines: Sequence[_SetLine], box: Box, style: TextStyle) -> None:
    # The capitals decide the position, so that an accent moves the line only if the box is too small.
    y = box.y_mm + style.rise * (box.height_mm - _height_mm(lines, ASCENT)) + lines[0].type.size_mm * ASCENT
    y = max(y, box.y_mm + lines[0].type.size_mm * _ascent(lines[0].words))
    x = box.x_mm + style.align * box.width_mm
    for n, line in enumerate(lines):
        if n:
            y += line.type.size_mm * LEADING
        pen.write(line.words, (x, y), line.type, line.colour or style.colour, align=style.align)
