"""Draws the field of a match's board for the screens."""

from collections.abc import Sequence
from pathlib import Path

from calibration.printing.box import Box
from calibration.printing.mats.boards import read_board
from calibration.printing.mats.field_picture import draw_field_picture
from companion.backend.interface import (
    FieldOrder,
)
from companion.backend.screen_pictures import DrawnPicture
from companion.errors import CompanionError
from companion.rules.engine import Json
from companion.storage.setups import board_of


def draw_field(field: FieldOrder, setup: Json, folders: Sequence[Path]) -> DrawnPicture | None:
    """Return the field with the board of the set-up; without one, with the game's usual board."""
    try:
        data = setup.get("board")
        board = read_board(field.game, data if isinstance(data, dict) else board_of(field.game, folders))
    except CompanionError:
        return None
    cells = {cell.name: Box(cell.x_mm, cell.y_mm, cell.width_mm, cell.height_mm) for cell in field.cells}
    try:
        picture = draw_field_picture(field.game, board, cells, field.theme, field.width_px)
    except KeyError:
        # The cells are those of another board.
        return None
    if picture is None:
        return None
    return DrawnPicture(picture.tobytes(), picture.shape[1], picture.shape[0])
