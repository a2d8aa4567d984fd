"""Prints the parts of a game's box besides mat, cards and tokens: boards, sheets, markers."""

from collections.abc import Mapping
from typing import Any

from calibration.printing.games import PRINTS
from calibration.printing.language import PrintLanguage
from calibration.printing.paper import PaperSize
from calibration.printing.pen import Document, Pages
from companion.errors import CompanionError
from companion.rules.games import GAMES
from companion.words import Text

TITLE = Text("{game}: boards and sheets")


def parts(game: str, paper: PaperSize, language: PrintLanguage, setup: Mapping[str, Any]) -> Document:
    """Draws these parts for the seats and house rules of a set-up, which may be empty.

    Raises `CompanionError` for a game without such parts, and `Malformed` for an invalid set-up.

    Raises `CompanionError` for a game that has none, `Malformed` for a set-up that cannot be.
    """
    draw = PRINTS[game].draw_parts
    title = GAMES[game].description.title
    if draw is None:
        raise CompanionError(Text("{game} has no boards or sheets to be printed beside its mat", game=title))
    pages = Pages(language.translate_line(Text(TITLE.template, game=title)))
    pages.prefer_flip(on_long_edge=True)
    draw(pages, paper, language, setup)
    return pages.finished()
