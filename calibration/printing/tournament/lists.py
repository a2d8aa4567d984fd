"""Draws the lists of a tournament, pairings and standings, to be read from two metres away."""

from collections.abc import Sequence
from itertools import pairwise

from calibration.printing.box import Box
from calibration.printing.colour import FAINT, INK, SOFT, tint
from calibration.printing.language import PrintLanguage
from calibration.printing.paper import PaperSize
from calibration.printing.pen import Document, Pen, PenStroke, new_pages
from calibration.printing.sheets import FOOT_MM, draw_foot
from calibration.printing.typeface import FontFace
from calibration.printing.typesetting import TextStyle, set_text
from companion.hall.tournament.sheets import ListSheet
from companion.words import Text, Wording

MARGIN_MM = 12.0
TITLE_MM = 20.0
"""The height that a page's title and the line below it take together."""
HEADING_MM = 9.0
ROW_MM = 8.2
"""Height of a row; its letters are 4.6 mm high, which is read from two metres away."""
INNER_MM = 1.2
SHADE = tint(SOFT, 0.1)
"""Ground of every other row."""
MOST_UPRIGHT = 6
"""A list of more columns is printed on the sheet turned."""


def draw_list(sheet: ListSheet, paper: PaperSize, language: PrintLanguage) -> Document:
    """Draws a list on as many sheets as it needs; each has the title and the headings."""
    paper = paper.turned if len(sheet.columns) > MOST_UPRIGHT else paper
    with new_pages(f"{sheet.title} · {language.translate_line(sheet.says)}") as pages:
        room = paper.height_mm - MARGIN_MM - TITLE_MM - HEADING_MM - FOOT_MM - MARGIN_MM / 2
        fitting = max(1, int(room // ROW_MM))
        starts = range(0, max(1, len(sheet.rows)), fitting)
        for number, start in enumerate(starts, start=1):
            pen = pages.page(paper.width_mm, paper.height_mm)
            _draw_page(pen, sheet, start, sheet.rows[start : start + fitting], (paper, language))
            draw_foot(pen, paper, f"{sheet.title} · {number}/{len(starts)}", language)
        return pages.finished()


def _draw_page(
    pen: Pen,
    sheet: ListSheet,
    start: int,
    rows: Sequence[Sequence[Text | str]],
    on: tuple[PaperSize, PrintLanguage],
) -> None:
    paper, language = on
    whole = Box(MARGIN_MM, MARGIN_MM, paper.width_mm - 2 * MARGIN_MM, paper.height_mm - 2 * MARGIN_MM)
    title = Box(whole.x_mm, whole.y_mm, whole.width_mm, 10.0)
    set_text(pen, sheet.title, title, TextStyle(FontFace.TITLE, 9.0, 4.0, most_lines=1))
    says = Box(whole.x_mm, whole.y_mm + 10.5, whole.width_mm, 7.0)
    set_text(
        pen,
        language.translate_line(sheet.says),
        says,
        TextStyle(FontFace.LABEL, 5.5, 3.0, SOFT, most_lines=1),
    )
    edges = _edges(sheet, whole)
    top = whole.y_mm + TITLE_MM
    for column, (left, right) in zip(sheet.columns, pairwise(edges), strict=True):
        box = Box(left + INNER_MM, top, right - left - 2 * INNER_MM, HEADING_MM - 1.0)
        style = TextStyle(FontFace.LABEL, 3.6, 1.8, SOFT, align=float(column.is_number), rise=1.0)
        set_text(pen, language.translate_line(column.heading), box, style)
    top += HEADING_MM
    pen.line((whole.x_mm, top), (edges[-1], top), PenStroke(INK, 0.4))
    for n, row in enumerate(rows):
        y = top + n * ROW_MM
        if (start + n) % 2:
            pen.box(Box(whole.x_mm, y, whole.width_mm, ROW_MM), SHADE)
        for cell, column, (left, right) in zip(row, sheet.columns, pairwise(edges), strict=True):
            box = Box(left + INNER_MM, y + 0.6, right - left - 2 * INNER_MM, ROW_MM - 1.2)
            face = FontFace.NUMBER if column.is_number else FontFace.TEXT
            set_text(
                pen,
                _said(cell, language),
                box,
                TextStyle(face, 4.6, 2.2, align=float(column.is_number), rise=0.5),
            )
    bottom = top + len(rows) * ROW_MM
    pen.line((whole.x_mm, bottom), (edges[-1], bottom), PenStroke(FAINT, 0.3))


def _edges(sheet: ListSheet, whole: Box) -> list[float]:
    """Computes the left edge of each column in mm, and the right edge of the last."""
    unit = whole.width_mm / sum(column.share for column in sheet.columns)
    edges = [whole.x_mm]
    for column in sheet.columns:
        edges.append(edges[-1] + column.share * unit)
    return edges


def _said(cell: Text | Wording | str, language: PrintLanguage) -> str:
    return cell if isinstance(cell, str) else language.translate_line(cell)
