"""Draws a whole mat: its ground, its slots, and its markers on white."""

from typing import Any

from calibration.printing.box import Box
from calibration.printing.codes import TAG_CELLS, TAG_MARGIN_CELLS, make_tag_of_side
from calibration.printing.colour import tint
from calibration.printing.games import PRINTS
from calibration.printing.language import PrintLanguage
from calibration.printing.mats.slots import draw_slot
from calibration.printing.mats.style import SHARED, MatStyle, box_of
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.ruler import HEIGHT_MM, LENGTH_MM, draw_ruler
from companion.mat import Marker, Mat

EDGE_MM = 3.0
"""Margin that stays free of words, so that a cut a little aside takes none away."""


def draw_mat(pen: Pen, mat: Mat, language: PrintLanguage, board: Any = None) -> None:
    """Draws a mat in true size, its top left corner at the pen's origin.

    `board` describes the cells of a board game; None for other games.
    """
    look = MatStyle.of(mat, language)
    pen.box(Box(0, 0, mat.width_mm, mat.height_mm), tint(SHARED, 0.02))
    drawn = _draw_ground(pen, mat, look, board)
    for zone in mat.zones:
        if zone.role not in drawn:
            draw_slot(pen, zone, look)
    for marker in mat.markers:
        draw_marker(pen, marker)
    _draw_ruler(pen, mat, language)
    pen.box(Box(0, 0, mat.width_mm, mat.height_mm).inset(0.15), None, PenStroke(tint(SHARED, 0.5), 0.3))


def draw_marker(pen: Pen, marker: Marker) -> None:
    """Draws a tag with its white margin, its black square where the mat's data says."""
    tag = make_tag_of_side(marker.id, marker.side_mm)
    margin = TAG_MARGIN_CELLS * tag.module_mm
    tag.draw(pen, (marker.x_mm - margin, marker.y_mm - margin))


def _draw_ruler(pen: Pen, mat: Mat, language: PrintLanguage) -> None:
    """Draws the ruler where there is room beside slots and markers; upright if there is none across."""
    for turn_deg, size in ((0, (LENGTH_MM, HEIGHT_MM)), (90, (HEIGHT_MM, LENGTH_MM))):
        place = _free_place(mat, *size)
        if place is not None:
            with pen.moved(*place), pen.turned(turn_deg, (0, 0)):
                draw_ruler(pen, (0, -HEIGHT_MM) if turn_deg else (0, 0), language)
            return


def _free_place(mat: Mat, width_mm: float, height_mm: float) -> tuple[float, float] | None:
    """Finds the lowest, then leftmost, place where a box of this size covers nothing; None if there is none."""
    taken = [box_of(zone).inset(-1) for zone in mat.zones]
    for marker in mat.markers:
        side = marker.side_mm * (1 + 2 / TAG_CELLS)
        taken.append(
            Box(marker.x_mm, marker.y_mm, marker.side_mm, marker.side_mm).inset((marker.side_mm - side) / 2)
        )
    # The lowest free place touches a box or the edge below it, and the leftmost of these one to its left.
    below = [mat.height_mm - EDGE_MM, *(box.y_mm for box in taken)]
    beside = [EDGE_MM, *(box.right_mm for box in taken)]
    page = Box(0, 0, mat.width_mm, mat.height_mm).inset(EDGE_MM)
    for y in sorted(below, reverse=True):
        for x in sorted(beside):
            box = Box(x, y - height_mm, width_mm, height_mm)
            if page.holds(box) and not any(box.meets(other) for other in taken):
                return box.x_mm, box.y_mm
    return None


def _draw_ground(pen: Pen, mat: Mat, look: MatStyle, board: Any) -> frozenset[str]:
    """Draws what is under the slots, and returns the roles of the zones that belong to it."""
    prints = PRINTS.get(mat.game)
    if prints is None or (prints.read_board is not None and board is None):
        return frozenset()
    prints.draw_ground(pen, mat, look, board)
    return prints.roles
