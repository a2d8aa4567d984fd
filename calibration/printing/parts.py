"""Prints the parts of a game's box besides mat, cards and tokens: boards, sheets, markers."""

from calibration.printing.game_print import PartsOrder
from calibration.printing.games import PRINTS
from calibration.printing.pen import Document, new_pages
from companion.errors import CompanionError
from companion.rules.games import GAMES
from companion.words import Text

TITLE = Text("{game}: boards and sheets")


def parts(game: str, order: PartsOrder) -> Document:
    """Draws the parts of a game as they are ordered.

    Raises `CompanionError` for a game without such parts, and `Malformed` for an invalid set-up.
    """
    draw = PRINTS[game].draw_parts
    title = GAMES[game].description.title
    if draw is None:
        raise CompanionError(Text("{game} has no boards or sheets to be printed beside its mat", game=title))
    with new_pages(order.language.translate_line(Text(TITLE.template, game=title))) as pages:
        pages.prefer_flip(on_long_edge=True)
        draw(pages, order)
        return pages.finished()
