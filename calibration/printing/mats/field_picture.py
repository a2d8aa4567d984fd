"""Reads the board that a game's mat is drawn from, and draws its field as a picture for screens."""

from collections.abc import Mapping
from typing import Any

from calibration.printing.games import PRINTS
from calibration.printing.mats.field_style import ON_SCREENS
from calibration.printing.paper import Box, enclose
from calibration.printing.pen import Pen
from calibration.printing.raster import RasterSize, RgbaPicture, rasterize

# --- boards
# Reads the board that a game's mat is drawn from.


def read_board(game: str, data: Any) -> Any:
    """Read the board of a game from its JSON; None for a game without a board. Raises `Malformed`."""
    read = PRINTS[game].read_board
    return None if read is None else read(data)


# --- field picture


def draw_field_picture(
    game: str, board: Any, cells: Mapping[str, Box], theme: str, width_px: int
) -> RgbaPicture | None:
    """Draw the field within its outermost cells; None for a game without a field.

    `board` is what `GamePrint.read_board` returned, `cells` are its cells and benches in mm.
    """
    draw = PRINTS[game].draw_field
    if draw is None or not cells:
        return None
    whole = enclose(cells.values())

    def drawing(pen: Pen) -> None:
        with pen.moved(-whole.x_mm, -whole.y_mm):
            draw(pen, cells, board, ON_SCREENS[theme])

    return rasterize([drawing], RasterSize(whole.width_mm, whole.height_mm, width_px))[0]
