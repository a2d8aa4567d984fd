"""Draws a whole mat, with its slots and its markers, on one sheet or on several that are joined."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import Any

from calibration.printing.codes import TAG_CELLS, TAG_MARGIN_CELLS, make_tag_of_side
from calibration.printing.games import PRINTS
from calibration.printing.mats.style import SHARED, MatStyle, box_of, draw_slot
from calibration.printing.paper import Box, PaperSize
from calibration.printing.pen import Document, Pen, PenStroke, new_pages
from calibration.printing.sheets import HEIGHT_MM, LENGTH_MM, draw_ruler
from calibration.printing.typeface import INK, SKY, SOFT, Font, FontFace, tint
from calibration.printing.typesetting import PrintLanguage, TextStyle, set_text
from companion.mat import Marker, Mat
from companion.rules.games import GAMES
from companion.words import Text

EDGE_MM = 3.0
"""Margin that stays free of words, so that a cut a little aside takes none away."""


def draw_mat(pen: Pen, mat: Mat, language: PrintLanguage, board: Any = None) -> None:
    """Draw a mat in true size, its top left corner at the pen's origin.

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
    """Draw a tag with its white margin, its black square where the mat's data says."""
    tag = make_tag_of_side(marker.id, marker.side_mm)
    margin = TAG_MARGIN_CELLS * tag.module_mm
    tag.draw(pen, (marker.x_mm - margin, marker.y_mm - margin))


def _draw_ruler(pen: Pen, mat: Mat, language: PrintLanguage) -> None:
    """Draw the ruler where there is room beside slots and markers; upright if there is none across."""
    for turn_deg, size in ((0, (LENGTH_MM, HEIGHT_MM)), (90, (HEIGHT_MM, LENGTH_MM))):
        place = _free_place(mat, *size)
        if place is not None:
            with pen.moved(*place), pen.turned(turn_deg, (0, 0)):
                draw_ruler(pen, (0, -HEIGHT_MM) if turn_deg else (0, 0), language)
            return


def _free_place(mat: Mat, width_mm: float, height_mm: float) -> tuple[float, float] | None:
    """Find the lowest, then leftmost, place where a box of this size covers nothing; None if there is none."""
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
    """Draw what is under the slots, and return the roles of the zones that belong to it."""
    prints = PRINTS.get(mat.game)
    if prints is None or (prints.read_board is not None and board is None):
        return frozenset()
    prints.draw_ground(pen, mat, look, board)
    return prints.roles


# --- tiles
# Divides a mat over several sheets, and draws the marks by which the sheets are joined.
#
# A1 | A2 | A3      Each sheet shows a window of the mat. Neighbours overlap; the seam is in the middle of the
# ---+----+---      overlap. The sheet to the right, or below, is cut at the seam; the sheet to the left, or
# B1 | B2 | B3      above, is not cut. The cut sheet is laid on it so that the crosses on the seam meet.

SIDE_MM = 7.0
"""Margin at the sides and the top of a sheet, more than printers need."""
FOOT_MM = 16.0
"""Margin at the foot of a sheet, for the ruler, the name and the plan."""
OVERLAP_MM = 10.0
"""Overlap of two neighbouring sheets (docs/printing.md)."""
CROSS_MM = 3.0
"""Half the width of a cross."""
CROSSES_EVERY_MM = 60.0
"""Distance between two crosses on a seam."""
MAT_TITLE = Text("{game}: play mat")
CUT = Text("cut along the dashes, lay the crosses on each other, glue")


@dataclass(frozen=True, slots=True)
class Tile:
    """Describes one sheet: its row and column from 0, its window of the mat, and the seams through it, in mm."""

    row: int
    column: int
    window: Box
    seams_x_mm: tuple[float, ...]
    seams_y_mm: tuple[float, ...]

    @property
    def name(self) -> str:
        """Return the name of the sheet: `B2` is the second sheet of the second row."""
        return f"{chr(ord('A') + self.row)}{self.column + 1}"


@dataclass(frozen=True, slots=True)
class TilePlan:
    """Describes how a mat is divided over sheets of a paper size."""

    paper: PaperSize
    columns: int
    rows: int
    tiles: tuple[Tile, ...]


def plan_tiles(width_mm: float, height_mm: float, paper: PaperSize) -> TilePlan:
    """Find the division with the fewest sheets; landscape if portrait needs as many."""
    return min(
        (_divided(width_mm, height_mm, sheet) for sheet in (_across(paper), _across(paper).turned)),
        key=lambda plan: len(plan.tiles),
    )


def draw_mat_on_one_sheet(mat: Mat, language: PrintLanguage, board: Any) -> Document:
    """Draw the mat on one page of its own size, for a print shop."""
    with new_pages(_title(mat, language)) as pages:
        draw_mat(pages.page(mat.width_mm, mat.height_mm), mat, language, board)
        return pages.finished()


def draw_mat_on_tiles(mat: Mat, paper: PaperSize, language: PrintLanguage, board: Any) -> Document:
    """Draw the mat on several sheets of paper."""
    with new_pages(_title(mat, language)) as pages:
        plan = plan_tiles(mat.width_mm, mat.height_mm, paper)
        for tile in plan.tiles:
            pen = pages.page(plan.paper.width_mm, plan.paper.height_mm)
            shown = Box(SIDE_MM, SIDE_MM, tile.window.width_mm, tile.window.height_mm)
            with pen.within(shown), pen.moved(shown.x_mm - tile.window.x_mm, shown.y_mm - tile.window.y_mm):
                draw_mat(pen, mat, language, board)
            with pen.moved(shown.x_mm - tile.window.x_mm, shown.y_mm - tile.window.y_mm):
                _draw_seams(pen, tile)
            _draw_foot(pen, plan, tile, mat, language)
        return pages.finished()


def _title(mat: Mat, language: PrintLanguage) -> str:
    return language.translate_line(Text(MAT_TITLE.template, game=GAMES[mat.game].description.title))


def _across(paper: PaperSize) -> PaperSize:
    return paper if paper.width_mm > paper.height_mm else paper.turned


def _divided(width_mm: float, height_mm: float, sheet: PaperSize) -> TilePlan:
    windows_x = _windows(width_mm, sheet.width_mm - 2 * SIDE_MM)
    windows_y = _windows(height_mm, sheet.height_mm - SIDE_MM - FOOT_MM)
    seams_x, seams_y = _seams(windows_x), _seams(windows_y)
    tiles = tuple(
        Tile(
            row,
            column,
            Box(x[0], y[0], x[1] - x[0], y[1] - y[0]),
            tuple(seam for seam in seams_x if x[0] < seam < x[1]),
            tuple(seam for seam in seams_y if y[0] < seam < y[1]),
        )
        for row, y in enumerate(windows_y)
        for column, x in enumerate(windows_x)
    )
    return TilePlan(sheet, len(windows_x), len(windows_y), tiles)


def _windows(length_mm: float, most_mm: float) -> list[tuple[float, float]]:
    """Divide a length into windows of equal length that overlap: start and end in mm."""
    count = max(1, ceil((length_mm - OVERLAP_MM) / (most_mm - OVERLAP_MM)))
    window = (length_mm + (count - 1) * OVERLAP_MM) / count
    return [(n * (window - OVERLAP_MM), n * (window - OVERLAP_MM) + window) for n in range(count)]


def _seams(windows: list[tuple[float, float]]) -> list[float]:
    return [(one[1] + other[0]) / 2 for one, other in pairwise(windows)]


def _draw_seams(pen: Pen, tile: Tile) -> None:
    """Draw crosses on every seam, and dashes on the seams where this sheet is cut."""
    window = tile.window
    dashes = PenStroke(SOFT, 0.2, (2.0, 2.0))
    for x in tile.seams_x_mm:
        if x < window.middle[0]:
            pen.line((x, window.y_mm), (x, window.bottom_mm), dashes)
    for y in tile.seams_y_mm:
        if y < window.middle[1]:
            pen.line((window.x_mm, y), (window.right_mm, y), dashes)
    for x, y in find_crosses(tile):
        _cross(pen, x, y)


def find_crosses(tile: Tile) -> Iterator[tuple[float, float]]:
    """Yield the positions of a sheet's crosses on the mat: the same on both sheets of a seam."""
    window = tile.window
    for x in tile.seams_x_mm:
        yield from ((x, y) for y in _steps(window.y_mm, window.bottom_mm))
    for y in tile.seams_y_mm:
        yield from ((x, y) for x in _steps(window.x_mm, window.right_mm))


def _steps(start_mm: float, end_mm: float) -> Iterator[float]:
    """Yield positions along a seam, the same for every sheet, away from the sheet's edges."""
    n = ceil((start_mm + CROSS_MM) / CROSSES_EVERY_MM)
    while n * CROSSES_EVERY_MM <= end_mm - CROSS_MM:
        yield n * CROSSES_EVERY_MM
        n += 1


def _cross(pen: Pen, x: float, y: float) -> None:
    line = PenStroke(SOFT, 0.2)
    pen.line((x - CROSS_MM, y), (x + CROSS_MM, y), line)
    pen.line((x, y - CROSS_MM), (x, y + CROSS_MM), line)
    pen.disc((x, y), CROSS_MM / 2, None, line)


def _draw_foot(pen: Pen, plan: TilePlan, tile: Tile, mat: Mat, language: PrintLanguage) -> None:
    """Draw the ruler, the instruction, the sheet's name and its place in the plan."""
    paper = plan.paper
    top = paper.height_mm - FOOT_MM + 2.0
    draw_ruler(pen, (SIDE_MM, top), language)
    small = Box(paper.width_mm - SIDE_MM - 18, top - 0.6, 18, 18 * 0.5)
    _draw_plan(pen, plan, tile, small)
    pen.write(tile.name, (small.x_mm - 4, top + 6.8), Font(FontFace.TITLE, 9.5), INK, align=1)
    words = Box(SIDE_MM + 106, top - 0.4, small.x_mm - SIDE_MM - 106 - 20, 9)
    said = f"{_title(mat, language)}\n{language.translate_line(CUT)}"
    set_text(pen, said, words, TextStyle(FontFace.LABEL, 3.0, 1.6, SOFT, align=1, rise=0.5))


def _draw_plan(pen: Pen, plan: TilePlan, tile: Tile, box: Box) -> None:
    for row, band in enumerate(box.rows(plan.rows)):
        for column, cell in enumerate(band.columns(plan.columns)):
            is_here = (row, column) == (tile.row, tile.column)
            pen.box(
                cell.inset(0.25),
                SKY if is_here else None,
                PenStroke(SOFT if is_here else tint(SOFT, 0.7), 0.2),
            )
