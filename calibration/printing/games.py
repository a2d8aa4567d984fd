"""Lists what is printed for each game, by the game's id."""

from collections.abc import Mapping
from functools import partial

from calibration.printing.boufbowl import deck as boufbowl_deck
from calibration.printing.boufbowl import mat as boufbowl
from calibration.printing.boufbowl import minis as boufbowl_minis
from calibration.printing.boufbowl import parts as boufbowl_parts
from calibration.printing.game_print import GamePrint
from calibration.printing.lignes import mat as lignes
from calibration.printing.ofusaido import deck as ofusaido_deck
from calibration.printing.ofusaido import mat as ofusaido
from calibration.printing.ofusaido import minis as ofusaido_minis
from calibration.printing.ouaf import deck as ouaf_deck
from calibration.printing.ouaf import mat as ouaf
from calibration.printing.ouaf import minis as ouaf_minis
from calibration.printing.ouaf import parts as ouaf_parts
from companion.rules.boufbowl.board import read_board as read_stadium
from companion.rules.lignes.board import read_board as read_pitch

PRINTS: Mapping[str, GamePrint] = {
    "ofusaido": GamePrint(
        ofusaido.draw_ground, ofusaido.ROLES, sides=ofusaido_deck.sides, minis=ofusaido_minis.minis
    ),
    "lignes": GamePrint(
        lignes.draw_ground, lignes.ROLES, read_board=read_pitch, draw_field=lignes.draw_field
    ),
    "ouaf": GamePrint(
        ouaf.draw_ground, sides=ouaf_deck.sides, minis=ouaf_minis.minis, draw_parts=ouaf_parts.draw_parts
    ),
    "boufbowl": GamePrint(
        boufbowl.draw_ground,
        boufbowl.ROLES,
        read_board=partial(read_stadium, where="board"),
        draw_field=boufbowl.draw_field,
        sides=boufbowl_deck.sides,
        minis=boufbowl_minis.minis,
        draw_parts=boufbowl_parts.draw_parts,
        colour=boufbowl_deck.EARTH,
        sorted_by_letter=boufbowl_deck.SORTED_BY_LETTER,
    ),
}
