"""Lists what is printed for each game, by the game's id: mats, cards, and the other parts of its box."""

from collections.abc import Mapping
from functools import partial

from calibration.printing.boufbowl import deck as boufbowl_deck
from calibration.printing.boufbowl import mat as boufbowl
from calibration.printing.game_print import GamePrint, PartsRequest
from calibration.printing.lignes import mat as lignes
from calibration.printing.ofusaido import deck as ofusaido_deck
from calibration.printing.ofusaido import mat as ofusaido
from calibration.printing.ofusaido import minis as ofusaido_minis
from calibration.printing.ouaf import deck as ouaf_deck
from calibration.printing.ouaf import mat as ouaf
from calibration.printing.pen import Document, new_pages
from companion.errors import CompanionError
from companion.rules.boufbowl.board import read_board as read_stadium
from companion.rules.games import GAMES
from companion.rules.lignes.board import read_board as read_pitch
from companion.words import Text

PRINTS: Mapping[str, GamePrint] = {
    "ofusaido": GamePrint(
        ofusaido.draw_ground, ofusaido.ROLES, sides=ofusaido_deck.sides, minis=ofusaido_minis.minis
    ),
    "lignes": GamePrint(
        lignes.draw_ground, lignes.ROLES, read_board=read_pitch, draw_field=lignes.draw_field
    ),
    "ouaf": GamePrint(
        ouaf.draw_ground, sides=ouaf_deck.sides, minis=ouaf_deck.minis, draw_parts=ouaf.draw_parts
    ),
    "boufbowl": GamePrint(
        boufbowl.draw_ground,
        boufbowl.ROLES,
        read_board=partial(read_stadium, where="board"),
        draw_field=boufbowl.draw_field,
        sides=boufbowl_deck.sides,
        minis=boufbowl_deck.minis,
        draw_parts=boufbowl.draw_parts,
        colour=boufbowl_deck.EARTH,
        sorted_by_letter=boufbowl_deck.SORTED_BY_LETTER,
    ),
}


# --- parts
# Prints the parts of a game's box besides mat, cards and tokens: boards, sheets, markers.

TITLE = Text("{game}: boards and sheets")


def parts(game: str, order: PartsRequest) -> Document:
    """Draw the parts of a game as they are ordered.

    Raises `CompanionError` for a game without such parts, and `Malformed` for an invalid set-up.
    """
    draw = PRINTS[game].draw_parts
    title = GAMES[game].description.title
    if draw is None:
        raise CompanionError(Text("{game} has no boards or sheets to be printed beside its mat", game=title))
    with new_pages(order.language.translate_line(Text(TITLE.template, game=title))) as pages:
        pages.flip_on_long_edge()
        draw(pages, order)
        return pages.finished()
