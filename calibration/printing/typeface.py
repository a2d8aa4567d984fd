"""The typefaces of what is printed: Barlow, condensed for titles and numbers, semi-condensed for texts.

Barlow is under the SIL Open Font License and comes with packages of its own; the letters that are used are embedded.
What it has no letter for is written with a question mark, and said (`find_missing_signs`).
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import resources

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

CAPITALS = 0.7
"""The height of a capital, as a share of the size of the type; all of Barlow has the same."""
LIKE = str.maketrans({"\N{NARROW NO-BREAK SPACE}": "\N{NO-BREAK SPACE}", "→": ">", "←": "<"})
"""What is written with a neighbour's letter."""


class FontFace(Enum):
    """A cut of the typeface, by its package and file."""

    TITLE = ("fontpkg_barlow_condensed", "BarlowCondensed-Bold")
    NUMBER = ("fontpkg_barlow_condensed", "BarlowCondensed-SemiBold")
    LABEL = ("fontpkg_barlow_condensed", "BarlowCondensed-Medium")
    TEXT = ("fontpkg_barlow_semi_condensed", "BarlowSemiCondensed-Regular")
    STRONG = ("fontpkg_barlow_semi_condensed", "BarlowSemiCondensed-SemiBold")
    ASIDE = ("fontpkg_barlow_semi_condensed", "BarlowSemiCondensed-Italic")

    @property
    def font_name(self) -> str:
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Font:
    """A face at a size: the size of the type, in millimetres."""

    face: FontFace
    size_mm: float

    @classmethod
    def of_capitals(cls, face: FontFace, capitals_mm: float) -> "Font":
        """The type whose capitals are so high."""
        return cls(face, capitals_mm / CAPITALS)

    @property
    def capitals_mm(self) -> float:
        return self.size_mm * CAPITALS

    def width_mm(self, words: str) -> float:
        """How wide a line comes out."""
        return float(_font(self.face).stringWidth(replace_missing_signs(words), self.size_mm))


@cache
def _font(face: FontFace) -> TTFont:
    package, name = face.value
    with resources.as_file(resources.files(package) / "files" / f"{name}.ttf") as path:
        font = TTFont(name, str(path))
    pdfmetrics.registerFont(font)
    return font


def load_face(face: FontFace) -> str:
    """The name under which a canvas knows a face, which is loaded when it is first wanted."""
    return str(_font(face).fontName)


def find_missing_signs(words: str, face: FontFace = FontFace.TEXT) -> set[str]:
    """The characters that the typeface has no letter for."""
    letters = _font(face).face.charToGlyph
    return {sign for sign in words.translate(LIKE) if ord(sign) not in letters and sign != "\n"}


def replace_missing_signs(words: str) -> str:
    """Words as they are set: every character has a letter."""
    words = words.translate(LIKE)
    absent = find_missing_signs(words)
    return "".join("?" if sign in absent else sign for sign in words) if absent else words
