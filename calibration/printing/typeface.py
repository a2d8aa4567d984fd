"""Defines the typeface of all prints: Barlow, condensed for titles and numbers, semi-condensed for texts.

Barlow is under the SIL Open Font License and comes in packages of its own; PDFs embed the letters that they
use. Characters that Barlow does not have are printed as question marks (`find_missing_signs`).
"""

import threading
from dataclasses import dataclass
from enum import Enum
from importlib import resources

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

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
        """Returns the name of the face's file."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Font:
    """Describes a face at a size; `size_mm` is the font size in mm."""

    face: FontFace
    size_mm: float

    @classmethod
    def of_capitals(cls, face: FontFace, capitals_mm: float) -> "Font":
        """Makes the font whose capitals are `capitals_mm` high."""
        return cls(face, capitals_mm / CAPITALS)

    @property
    def capitals_mm(self) -> float:
        """Returns the height of a capital."""
        return self.size_mm * CAPITALS

    def width_mm(self, words: str) -> float:
        """Computes the width of a line of text in mm."""
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
    """Loads a face at its first use, and returns its name for a canvas."""
    return str(_font(face).fontName)


def find_missing_signs(words: str, face: FontFace = FontFace.TEXT) -> set[str]:
    """Finds the characters that a face does not have."""
    letters = _font(face).face.charToGlyph
    return {sign for sign in words.translate(LIKE) if ord(sign) not in letters and sign != "\n"}


def replace_missing_signs(words: str) -> str:
    """Replaces characters that the typeface does not have by similar ones or question marks."""
    words = words.translate(LIKE)
    absent = find_missing_signs(words)
    return "".join("?" if sign in absent else sign for sign in words) if absent else words
