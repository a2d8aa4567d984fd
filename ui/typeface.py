"""The typefaces of the screens: Barlow Condensed for titles and numerals, Barlow Semi Condensed for text."""

from importlib.resources import files
from pathlib import Path

from kivy.core.text import LabelBase

NUMERAL = "numeral"
TITLE = "title"
TEXT = "text"
STRONG = "strong"

_FILES = {
    NUMERAL: ("fontpkg_barlow_condensed", "BarlowCondensed-SemiBold"),
    TITLE: ("fontpkg_barlow_condensed", "BarlowCondensed-Bold"),
    TEXT: ("fontpkg_barlow_semi_condensed", "BarlowSemiCondensed-Medium"),
    STRONG: ("fontpkg_barlow_semi_condensed", "BarlowSemiCondensed-SemiBold"),
}


def face_file(name: str) -> Path:
    """Return the file of a typeface."""
    package, font = _FILES[name]
    return Path(str(files(package).joinpath("files", f"{font}.ttf")))


def register() -> None:
    """Register the typefaces with Kivy."""
    for name in _FILES:
        LabelBase.register(name, str(face_file(name)))
