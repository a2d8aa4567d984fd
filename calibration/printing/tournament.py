"""The prints of a tournament: lists to be read from two metres away, and result slips for the tables."""

from collections.abc import Sequence
from itertools import pairwise

from calibration.printing.codes import make_qr
from calibration.printing.paper import A4, UNPRINTABLE_MM, Box, PaperSize
from calibration.printing.pen import Document, Pen, PenStroke, new_pages
from calibration.printing.sheets import FOOT_MM, MARK_GAP_MM, SheetGrid, draw_cut_marks, draw_foot
from calibration.printing.typeface import FAINT, INK, SOFT, FontFace, tint
from calibration.printing.typesetting import PrintLanguage, TextStyle, set_text
from companion.hall.tournament.export import ListSheet, ResultSlip
from companion.words import Text, Wording

# --- lists
# Draws the lists of a tournament, pairings and standings, to be read from two metres away.

MARGIN_MM = 12.0
TITLE_MM = 20.0
"""The height that a page's title and the line below it take together."""
HEADING_MM = 9.0
LIST_ROW_MM = 8.2
"""Height of a row; its letters are 4.6 mm high, which is read from two metres away."""
INNER_MM = 1.2
SHADE = tint(SOFT, 0.1)
"""Ground of every other row."""
MOST_UPRIGHT = 6
"""A list of more columns is printed on the sheet turned."""


def draw_list(sheet: ListSheet, paper: PaperSize, language: PrintLanguage) -> Document:
    """Draw a list on as many sheets as it needs; each has the title and the headings."""
    paper = paper.turned if len(sheet.columns) > MOST_UPRIGHT else paper
    with new_pages(f"{sheet.title} · {language.translate_line(sheet.says)}") as pages:
        room = paper.height_mm - MARGIN_MM - TITLE_MM - HEADING_MM - FOOT_MM - MARGIN_MM / 2
        fitting = max(1, int(room // LIST_ROW_MM))
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
        y = top + n * LIST_ROW_MM
        if (start + n) % 2:
            pen.box(Box(whole.x_mm, y, whole.width_mm, LIST_ROW_MM), SHADE)
        for cell, column, (left, right) in zip(row, sheet.columns, pairwise(edges), strict=True):
            box = Box(left + INNER_MM, y + 0.6, right - left - 2 * INNER_MM, LIST_ROW_MM - 1.2)
            face = FontFace.NUMBER if column.is_number else FontFace.TEXT
            set_text(
                pen,
                _said(cell, language),
                box,
                TextStyle(face, 4.6, 2.2, align=float(column.is_number), rise=0.5),
            )
    bottom = top + len(rows) * LIST_ROW_MM
    pen.line((whole.x_mm, bottom), (edges[-1], bottom), PenStroke(FAINT, 0.3))


def _edges(sheet: ListSheet, whole: Box) -> list[float]:
    """Compute the left edge of each column in mm, and the right edge of the last."""
    unit = whole.width_mm / sum(column.share for column in sheet.columns)
    edges = [whole.x_mm]
    for column in sheet.columns:
        edges.append(edges[-1] + column.share * unit)
    return edges


def _said(cell: Text | Wording | str, language: PrintLanguage) -> str:
    return cell if isinstance(cell, str) else language.translate_line(cell)


# --- slips
# Draws result slips: who sits at a table, boxes for the numbers, lines for signatures, and a code.

SLIP_ROW_MM = 11.0
"""Height of a player's line: a box that a pen writes a number in."""
HEAD_MM = 28.0
FOOT_OF_SLIP_MM = 5.0
CODE_MODULE_MM = 0.7
"""A phone held over the slip reads it; the code is 20 mm wide with its margin."""
BOX_MM = 13.0
SIGNATURE_MM = 46.0
TITLE = Text("result slips")
LINE = PenStroke(INK, 0.3)


def draw_slips(slips: Sequence[ResultSlip], paper: PaperSize, language: PrintLanguage) -> Document:
    """Draw the slips one below the other, with cut marks between them; all are as high as the highest."""
    with new_pages(language.translate_line(TITLE)) as pages:
        height = (
            HEAD_MM + FOOT_OF_SLIP_MM + SLIP_ROW_MM * max((len(slip.players) for slip in slips), default=2)
        )
        width = paper.width_mm - 2 * (UNPRINTABLE_MM + MARK_GAP_MM + 3.0)
        rows = int((paper.height_mm - 2 * (UNPRINTABLE_MM + MARK_GAP_MM) - 2 * FOOT_MM) // height)
        grid = SheetGrid(paper, width, height, 1, max(1, rows))
        for start in range(0, len(slips), grid.count):
            pen = pages.page(paper.width_mm, paper.height_mm)
            draw_cut_marks(pen, grid)
            for slip, place in zip(slips[start : start + grid.count], grid.places(), strict=False):
                with pen.moved(place.x_mm, place.y_mm):
                    _draw_slip(pen, slip, Box(0, 0, width, height).inset(4.0, 3.0), language)
            draw_foot(pen, paper, f"{language.translate_line(TITLE)} · {start // grid.count + 1}", language)
        return pages.finished()


def _draw_slip(pen: Pen, slip: ResultSlip, box: Box, language: PrintLanguage) -> None:
    code = make_qr(slip.code, CODE_MODULE_MM)
    corner = (box.x_mm + box.width_mm - code.whole_mm, box.y_mm - 2.0)
    code.draw(pen, corner, ground=None)
    words = Box(corner[0] - 4.0, corner[1] + code.whole_mm - 1.0, code.whole_mm + 4.0, 2.6)
    set_text(pen, slip.code, words, TextStyle(FontFace.NUMBER, 2.2, 1.6, SOFT, align=1.0))
    left = box.width_mm - code.whole_mm - 8.0
    set_text(
        pen, slip.title, Box(box.x_mm, box.y_mm, left, 7.0), TextStyle(FontFace.TITLE, 6.0, 3.0, most_lines=1)
    )
    where = Text("round {round}, table {table}", round=slip.round, table=slip.table)
    said = language.translate_line(where)
    set_text(pen, said, Box(box.x_mm, box.y_mm + 7.5, left, 6.0), TextStyle(FontFace.STRONG, 5.0, 3.0))
    _draw_headings(pen, slip, box, language)
    for n, (seat, player) in enumerate(zip(slip.seats, slip.players, strict=True)):
        _draw_player(pen, slip, Box(box.x_mm, box.y_mm + HEAD_MM - 3.0 + n * SLIP_ROW_MM, box.width_mm, SLIP_ROW_MM),
                     (language.translate_line(seat), player))  # fmt: skip


def _columns(slip: ResultSlip, box: Box) -> list[float]:
    """Compute where the boxes for the numbers begin, from the left."""
    right = box.x_mm + box.width_mm - SIGNATURE_MM
    step = BOX_MM + 5.0
    return [right - step * (len(slip.numbers) - n) for n in range(len(slip.numbers))]


def _draw_headings(pen: Pen, slip: ResultSlip, box: Box, language: PrintLanguage) -> None:
    style = TextStyle(FontFace.LABEL, 3.2, 1.8, SOFT, align=0.5, rise=1.0)
    top = box.y_mm + HEAD_MM - 11.0
    for left, number in zip(_columns(slip, box), slip.numbers, strict=True):
        set_text(pen, language.translate_line(number), Box(left - 2.2, top, BOX_MM + 4.4, 7.0), style)
    signed = Box(box.x_mm + box.width_mm - SIGNATURE_MM, top, SIGNATURE_MM - 22.0, 7.0)
    set_text(
        pen,
        language.translate_line(Text("signature")),
        signed,
        TextStyle(FontFace.LABEL, 3.2, 1.8, SOFT, rise=1.0),
    )


def _draw_player(pen: Pen, slip: ResultSlip, row: Box, said: tuple[str, str]) -> None:
    seat, player = said
    columns = _columns(slip, row)
    set_text(
        pen,
        seat,
        Box(row.x_mm, row.y_mm, 22.0, SLIP_ROW_MM),
        TextStyle(FontFace.LABEL, 3.6, 2.0, SOFT, rise=0.5),
    )
    name = Box(row.x_mm + 24.0, row.y_mm, columns[0] - row.x_mm - 28.0, SLIP_ROW_MM)
    set_text(pen, player, name, TextStyle(FontFace.STRONG, 5.0, 2.4, rise=0.5, most_lines=2))
    for left in columns:
        pen.box(Box(left, row.y_mm + 0.8, BOX_MM, SLIP_ROW_MM - 1.6), None, LINE)
    bottom = row.y_mm + SLIP_ROW_MM - 2.0
    right = row.x_mm + row.width_mm
    pen.line((right - SIGNATURE_MM, bottom), (right, bottom), PenStroke(SOFT, 0.2))


# --- pdf
# Draws a list or slips of a tournament as a PDF file, on A4, for who asks for the file alone.


def tournament_pdf(what: ListSheet | tuple[ResultSlip, ...], language: str) -> bytes:
    """Return the PDF of a list, or of slips, in a language."""
    spoken = PrintLanguage(language)
    drawn = draw_slips(what, A4, spoken) if isinstance(what, tuple) else draw_list(what, A4, spoken)
    return drawn.pdf
