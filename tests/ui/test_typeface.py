"""Every character that a screen writes is in each of its typefaces: what is missing is drawn as an empty box."""

import ast
from collections.abc import Iterator
from pathlib import Path

from reportlab.pdfbase.ttfonts import TTFontFile

from companion.words import translations
from tests.quick import first_quick
from ui.typeface import NUMERAL, STRONG, TEXT, TITLE, face_file

UI = Path(__file__).parents[2] / "ui"
SIGNS_FROM = 0x80
"""Figures and letters without accents are in every typeface."""


def said() -> Iterator[str]:
    """Every sentence in both languages."""
    for words, french in translations("fr")._catalog.items():  # type: ignore[attr-defined]
        if words:
            yield words if isinstance(words, str) else words[0]
            yield french


def written() -> Iterator[str]:
    """Every text that stands in a layout or in the screens' code, but for what explains the code."""
    for layout in UI.rglob("*.kv"):
        yield from (
            line for line in layout.read_text("utf-8").splitlines() if not line.strip().startswith("#")
        )
    for module in UI.rglob("*.py"):
        tree = ast.parse(module.read_text("utf-8"))
        explained = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explained:
                yield node.value


@first_quick("face", [NUMERAL, STRONG, TEXT, TITLE])
def test_every_character_of_the_screens_is_in_the_typeface(face: str) -> None:
    known = TTFontFile(str(face_file(face))).charToGlyph
    missing = {
        sign: words
        for words in (*said(), *written())
        for sign in words
        if ord(sign) >= SIGNS_FROM and ord(sign) not in known
    }
    assert not missing
