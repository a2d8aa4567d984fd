"""Draws the calibration target for the lens, and the sheet on which dice are rolled."""

import cv2
import numpy as np

from calibration.board import BOARDS, DICTIONARY, TRAYS, BoardSize, CalibrationBoard
from calibration.printing.codes import Cells
from calibration.printing.mats.sheet import draw_marker
from calibration.printing.paper import PAPERS, UNPRINTABLE_MM, Box
from calibration.printing.pen import Document, Pen, PenStroke, new_pages
from calibration.printing.sheets import LENGTH_MM, draw_ruler
from calibration.printing.typeface import CODE, SOFT, Colour, FontFace
from calibration.printing.typesetting import PrintLanguage, TextStyle, set_text
from companion.mat import Mat
from companion.words import Text

FELT = Colour("#2c3340")
"""Colour of the tray: dark, so that light dice stand out, but not black, so that the tags' frames stand out
too."""
TARGET_TITLE = Text("Target for calibrating a camera")
TARGET_SAYS = Text(
    "ChArUco {columns} by {rows}, {family}: squares {square} mm, markers {marker} mm. Glue it flat on cardboard."
)
TRAY_TITLE = Text("Dice tray")
TRAY_SAYS = Text("Dice tray {width} by {height} mm, tags {first} to {last}. Cut along the dark edge.")


def draw_target_sheet(size: BoardSize, language: PrintLanguage) -> Document:
    """Draw the ChArUco board for a paper size, in landscape, with its sizes in print."""
    paper, board = PAPERS[size.value].turned, BOARDS[size]
    with new_pages(language.translate_line(TARGET_TITLE)) as pages:
        pen = pages.page(paper.width_mm, paper.height_mm)
        width, height = board.size_mm
        box = Box((paper.width_mm - width) / 2, (paper.height_mm - height) / 2, width, height)
        with pen.moved(box.x_mm, box.y_mm):
            draw_board(pen, board)
        says = Text(
            TARGET_SAYS.template,
            columns=board.columns,
            rows=board.rows,
            family=DICTIONARY,
            square=f"{board.square_mm:g}",
            marker=f"{board.marker_mm:g}",
        )
        _draw_foot(
            pen, Box(0, box.bottom_mm, paper.width_mm, paper.height_mm - box.bottom_mm), says, language
        )
        return pages.finished()


def draw_board(pen: Pen, board: CalibrationBoard) -> None:
    """Draw the dark squares, and a marker in the middle of each light one."""
    dark = [[(row + column) % 2 == 0 for column in range(board.columns)] for row in range(board.rows)]
    pen.squares(dark, (0, 0), board.square_mm, CODE)
    family = board.charuco().getDictionary()
    cells = family.markerSize + 2
    for number, corners in zip(board.charuco().getIds(), board.charuco().getObjPoints(), strict=True):
        picture = np.asarray(family.generateImageMarker(int(number), cells))
        left, top = (float(mm) for mm in corners[0][:2])
        pen.squares(_cells(picture), (left, top), board.marker_mm / cells, CODE)


def _cells(picture: cv2.typing.MatLike) -> Cells:
    return tuple(tuple(bool(cell < 128) for cell in row) for row in picture)


def draw_tray_sheet(size: BoardSize, language: PrintLanguage) -> Document:
    """Draw the dice tray for a paper size, in landscape, with a tag in each corner."""
    paper, mat = PAPERS[size.value].turned, TRAYS[size]
    with new_pages(language.translate_line(TRAY_TITLE)) as pages:
        pen = pages.page(paper.width_mm, paper.height_mm)
        left, top = (paper.width_mm - mat.width_mm) / 2, UNPRINTABLE_MM
        with pen.moved(left, top):
            draw_tray(pen, mat)
        numbers = [marker.id for marker in mat.markers]
        says = Text(
            TRAY_SAYS.template,
            width=mat.width_mm,
            height=mat.height_mm,
            first=min(numbers),
            last=max(numbers),
        )
        below = top + mat.height_mm
        _draw_foot(pen, Box(0, below, paper.width_mm, paper.height_mm - below), says, language)
        return pages.finished()


def draw_tray(pen: Pen, mat: Mat) -> None:
    """Draw the dark ground, a thin line around the place for dice, and the tags on white."""
    pen.box(Box(0, 0, mat.width_mm, mat.height_mm), FELT)
    for zone in mat.zones:
        box = Box(zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm)
        pen.box(box, None, PenStroke(Colour("#46505f"), 0.6), radius_mm=4)
    for marker in mat.markers:
        draw_marker(pen, marker)


def _draw_foot(pen: Pen, box: Box, says: Text, language: PrintLanguage) -> None:
    """Draw the ruler and the name of the sheet below its drawing; `box` is the free space there."""
    left = 17.0
    top = box.y_mm + max(1.5, (box.height_mm - UNPRINTABLE_MM - 7.4) / 2)
    draw_ruler(pen, (left, top), language)
    words = Box(left + LENGTH_MM + 8, top - 1, box.width_mm - 2 * left - LENGTH_MM - 8, 9)
    set_text(
        pen,
        "\n".join(language.translate_each(says)),
        words,
        TextStyle(FontFace.LABEL, 3.2, 1.6, SOFT, align=1, rise=0.5),
    )
