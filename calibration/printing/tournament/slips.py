"""Draws result slips: who sits at a table, boxes for the numbers, lines for signatures, and a code."""

from collections.abc import Sequence

from calibration.printing.box import Box
from calibration.printing.codes import make_qr
from calibration.printing.colour import INK, SOFT
from calibration.printing.language import PrintLanguage
from calibration.printing.paper import UNPRINTABLE_MM, PaperSize
from calibration.printing.pen import Document, Pen, PenStroke, new_pages
from calibration.printing.sheets import FOOT_MM, MARK_GAP_MM, SheetGrid, draw_cut_marks, draw_foot
from calibration.printing.typeface import FontFace
from calibration.printing.typesetting import TextStyle, set_text
from companion.hall.tournament.sheets import ResultSlip
from companion.words import Text

ROW_MM = 11.0
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
    """Draws the slips one below the other, with cut marks between them; all are as high as the highest."""
    with new_pages(language.translate_line(TITLE)) as pages:
        height = HEAD_MM + FOOT_OF_SLIP_MM + ROW_MM * max((len(slip.players) for slip in slips), default=2)
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
        _draw_player(pen, slip, Box(box.x_mm, box.y_mm + HEAD_MM - 3.0 + n * ROW_MM, box.width_mm, ROW_MM),
                     (language.translate_line(seat), player))  # fmt: skip


def _columns(slip: ResultSlip, box: Box) -> list[float]:
    """Computes where the boxes for the numbers begin, from the left."""
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
        pen, seat, Box(row.x_mm, row.y_mm, 22.0, ROW_MM), TextStyle(FontFace.LABEL, 3.6, 2.0, SOFT, rise=0.5)
    )
    name = Box(row.x_mm + 24.0, row.y_mm, columns[0] - row.x_mm - 28.0, ROW_MM)
    set_text(pen, player, name, TextStyle(FontFace.STRONG, 5.0, 2.4, rise=0.5, most_lines=2))
    for left in columns:
        pen.box(Box(left, row.y_mm + 0.8, BOX_MM, ROW_MM - 1.6), None, LINE)
    bottom = row.y_mm + ROW_MM - 2.0
    right = row.x_mm + row.width_mm
    pen.line((right - SIGNATURE_MM, bottom), (right, bottom), PenStroke(SOFT, 0.2))
