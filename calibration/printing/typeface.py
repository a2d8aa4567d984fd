"""The typeface of all prints, Barlow, and the printed colours, including those of the seats.

Barlow is under the SIL Open Font License and comes in packages of its own; PDFs embed the letters that they
use. Characters that Barlow does not have are printed as question marks (`find_missing_signs`).
"""

import threading
from dataclasses import dataclass
from enum import Enum
from importlib import resources
from typing import NewType

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from companion.storage.shipped_data import shipped_style

# --- colour
# Defines the printed colours, including the colours of the seats, and mixes them.
#
# The first seats' colours are from the palette of Okabe and Ito (2002), which people with any common colour
# blindness tell apart. The numbers are in `companion/data/look.yaml`.

Colour = NewType("Colour", str)
"""A colour as `#rrggbb`."""

_STYLE = shipped_style()

INK = Colour(_STYLE.printed.ink)
"""Colour of texts: dark, but not a printer's richest black."""
CODE = Colour(_STYLE.printed.code)
"""Codes are pure black: one ink, so that no coloured fringe appears where inks do not meet."""
PAPER = Colour(_STYLE.printed.paper)
SOFT = Colour(_STYLE.printed.soft)
"""Colour of texts that matter less."""
FAINT = Colour(_STYLE.printed.faint)
"""Colour of lines for scissors."""
GRASS = Colour(_STYLE.printed.grass)
BERRY = Colour(_STYLE.printed.berry)

SEATS: dict[str, Colour] = {name: Colour(side.printed) for name, side in _STYLE.sides.items()}
"""Colour of each seat by its name, unless a game has its own."""
SHAPES: dict[str, str] = {name: side.shape for name, side in _STYLE.sides.items()}
"""Mark of each seat by its name, the same as on the screens."""
SKY, ORANGE = SEATS["home"], SEATS["away"]


def split_channels(colour: Colour) -> tuple[float, float, float]:
    """Split a colour into red, green and blue, 0 to 1."""
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Mix two colours; `share` is the part of the other one, 0 to 1."""
    blend = (a + (b - a) * share for a, b in zip(split_channels(one), split_channels(other), strict=True))
    return Colour("#" + "".join(f"{round(part * 255):02x}" for part in blend))


def tint(colour: Colour, share: float) -> Colour:
    """Mix a colour with white; `share` is the part of the colour, 0 to 1."""
    return mixed(PAPER, colour, share)


def shade(colour: Colour, share: float) -> Colour:
    """Mix a colour with ink; `share` is the part of the ink, 0 to 1."""
    return mixed(colour, INK, share)


def lightness(colour: Colour) -> float:
    """Compute how light a colour looks, 0 to 1 (luma of ITU-R BT.709)."""
    red, green, blue = split_channels(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def legible_on(colour: Colour) -> Colour:
    """Choose ink or paper, whichever is easier to read on a colour."""
    return INK if lightness(colour) > 0.5 else PAPER


# --- typeface

CAPITALS = 0.7
"""Height of a capital as a share of the font size, the same in all of Barlow's faces."""
ONE_DOCUMENT = threading.RLock()
"""Held while a document is drawn: a font of ReportLab works for one document at a time (its `TTFont` says so)."""
LIKE = str.maketrans({"\N{NARROW NO-BREAK SPACE}": "\N{NO-BREAK SPACE}", "→": ">", "←": "<"})
"""Characters that are printed as a similar one."""


class FontFace(Enum):
    """Identifies one style of the typeface (such as bold), by its package and its file."""

    TITLE = ("fontpkg_barlow_condensed", "BarlowCondensed-Bold")
    NUMBER = ("fontpkg_barlow_condensed", "BarlowCondensed-SemiBold")
    LABEL = ("fontpkg_barlow_condensed", "BarlowCondensed-Medium")
    TEXT = ("fontpkg_barlow_semi_condensed", "BarlowSemiCondensed-Regular")
    STRONG = ("fontpkg_barlow_semi_condensed", "BarlowSemiCondensed-SemiBold")
    ASIDE = ("fontpkg_barlow_semi_condensed", "BarlowSemiCondensed-Italic")

    @property
    def font_name(self) -> str:
        """Return the name of the face's file."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Font:
    """Describes a face at a size; `size_mm` is the font size in mm."""

    face: FontFace
    size_mm: float

    @classmethod
    def of_capitals(cls, face: FontFace, capitals_mm: float) -> "Font":
        """Make the font whose capitals are `capitals_mm` high."""
        return cls(face, capitals_mm / CAPITALS)

    @property
    def capitals_mm(self) -> float:
        """Return the height of a capital."""
        return self.size_mm * CAPITALS

    def width_mm(self, words: str) -> float:
        """Compute the width of a line of text in mm."""
        return float(_font(self.face).stringWidth(replace_missing_signs(words), self.size_mm))


_fonts: dict[FontFace, TTFont] = {}


def _font(face: FontFace) -> TTFont:
    font = _fonts.get(face)
    if font is None:
        with ONE_DOCUMENT:
            # Another thread may have loaded it meanwhile.
            font = _fonts[face] = _fonts.get(face) or _load(face)
    return font


def _load(face: FontFace) -> TTFont:
    package, name = face.value
    with resources.as_file(resources.files(package) / "files" / f"{name}.ttf") as path:
        font = TTFont(name, str(path))
    pdfmetrics.registerFont(font)
    return font


def load_face(face: FontFace) -> str:
    """Load a face at its first use, and return its name for a canvas."""
    return str(_font(face).fontName)


def find_missing_signs(words: str, face: FontFace = FontFace.TEXT) -> set[str]:
    """Find the characters that a face does not have."""
    letters = _font(face).face.charToGlyph
    return {sign for sign in words.translate(LIKE) if ord(sign) not in letters and sign != "\n"}


def replace_missing_signs(words: str) -> str:
    """Replace characters that the typeface does not have by similar ones or question marks."""
    words = words.translate(LIKE)
    absent = find_missing_signs(words)
    return "".join("?" if sign in absent else sign for sign in words) if absent else words
