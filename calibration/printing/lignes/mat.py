"""Draws the board of Lignes d'Attaque as a mat: cells, areas, goals, spots, corners and starting cells."""

from collections.abc import Collection, Iterable, Mapping

from calibration.printing.mats.field_style import ON_PAPER, FieldStyle
from calibration.printing.mats.style import MatStyle, around, box_of, lettering, upright
from calibration.printing.paper import Box, enclose
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.typeface import GRASS, SEATS, Colour, Font, FontFace, mixed, tint
from calibration.printing.typesetting import PrintLanguage
from companion.mat import Mat, Token
from companion.rules.lignes.board import MARKS, NUMBER_OF, SEAT_OF, Board, Defence
from companion.rules.lignes.rules import DESCRIPTION

ROLES = frozenset({"cell"})
NAME = DESCRIPTION.title
CHALK_MM = 1.1


def draw_ground(pen: Pen, mat: Mat, look: MatStyle, board: Board) -> None:
    """Draw the whole pitch from the mat's cells and the board's data."""
    zones = {zone.name: zone for zone in mat.zones if zone.role == "cell"}
    cells = {name: box_of(zone) for name, zone in zones.items()}
    field = around(list(zones.values()))
    draw_field(pen, cells, board, ON_PAPER)
    for name, cell in cells.items():
        # Beside the corner: the lines of the cell stay whole.
        pen.write(
            name,
            (cell.x_mm + 1.8, cell.y_mm + 4.6),
            Font(FontFace.LABEL, 4.4),
            tint(lettering(GRASS), 0.55),
        )
    _draw_starts(pen, cells, board, mat.tokens, look.language)
    pen.write_in_middle(
        NAME, (mat.width_mm / 2, field.y_mm / 2), Font(FontFace.TITLE, 9), tint(lettering(GRASS), 0.6)
    )
    _draw_origin(pen, mat, field, board, look.language)


def draw_field(pen: Pen, cells: Mapping[str, Box], board: Board, style: FieldStyle) -> None:
    """Draw turf, areas, goals, spots, circle and lines on these cells. The only text is the goals' numbers, on paper: on a
    screen they would lie on their side and be cut at the edge, and the board writes them upright beside the goals.
    """
    field = enclose(cells.values())
    _draw_turf(pen, cells.values(), field, style)
    for seat, defence in board.defences.items():
        _draw_defence(pen, cells, defence, SEATS[seat.value], field, style)
    _draw_middle(pen, cells, board, field, style)
    pen.box(field, None, PenStroke(style.chalk, CHALK_MM))


def _draw_origin(pen: Pen, mat: Mat, field: Box, board: Board, language: PrintLanguage) -> None:
    """Write below the pitch what the board is called and where it comes from, as its data says."""
    told = [language.translate_line(words) for words in (board.title, board.says) if words is not None]
    middle = (mat.width_mm / 2, (field.bottom_mm + mat.height_mm) / 2)
    pen.write_in_middle(" – ".join(told), middle, Font(FontFace.LABEL, 5), tint(lettering(GRASS), 0.75))


def _draw_turf(pen: Pen, cells: Collection[Box], field: Box, style: FieldStyle) -> None:
    """Draw mown stripes and the lines of the cells."""
    pen.box(field, style.tint(GRASS, 0.11))
    xs, ys = sorted({cell.x_mm for cell in cells}), sorted({cell.y_mm for cell in cells})
    for x, right in zip(xs[1::2], [*xs[2::2], int(field.right_mm)], strict=False):
        pen.box(Box(x, field.y_mm, right - x, field.height_mm), style.tint(GRASS, 0.17))
    line = PenStroke(style.tint(GRASS, style.cell_share), 0.3)
    for x in xs[1:]:
        pen.line((x, field.y_mm), (x, field.bottom_mm), line)
    for y in ys[1:]:
        pen.line((field.x_mm, y), (field.right_mm, y), line)


def _draw_defence(
    pen: Pen, cells: Mapping[str, Box], defence: Defence, colour: Colour, field: Box, style: FieldStyle
) -> None:
    """Draw a side's area, goal with its numbers, penalty spot and corners."""
    area = enclose([cells[cell] for cell in defence.area])
    pen.box(area, None, PenStroke(mixed(style.chalk, colour, 0.35), CHALK_MM))
    for cell, side in defence.goal.items():
        box = cells[cell]
        pen.box(box.inset(0.6), style.tint(colour, 0.3), PenStroke(style.tint(colour, 0.75), 0.8))
        towards = 90 if box.x_mm <= field.x_mm else 270
        if style is not ON_PAPER:
            continue
        marks = "/".join(str(mark) for mark in MARKS[side])
        with pen.turned(towards, box.middle):
            seen = upright(box, towards)
            pen.write(
                marks,
                (seen.middle[0], seen.bottom_mm - 1.5),
                Font(FontFace.TITLE, 6.2),
                lettering(colour),
                align=0.5,
            )
    pen.disc(cells[defence.penalty_spot].middle, 1.6, style.chalk)
    for cell in defence.corners:
        _draw_corner(pen, cells[cell], field, style)


def _draw_corner(pen: Pen, box: Box, field: Box, style: FieldStyle) -> None:
    x = box.x_mm if box.x_mm <= field.x_mm else box.right_mm
    y = box.y_mm if box.y_mm <= field.y_mm else box.bottom_mm
    start = {(True, True): 0, (False, True): 90, (False, False): 180, (True, False): 270}[
        x == box.x_mm, y == box.y_mm
    ]
    pen.arc((x, y), 16, start, 90, PenStroke(style.chalk, CHALK_MM))


def _draw_starts(
    pen: Pen, cells: Mapping[str, Box], board: Board, tokens: Iterable[Token], language: PrintLanguage
) -> None:
    """Draw a ring and a number where each piece starts."""
    titles = {token.means: token.title for token in tokens}
    for piece, cell in board.start.items():
        colour = SEATS[SEAT_OF[piece].value]
        middle = cells[cell].middle
        pen.disc(middle, 9.5, None, PenStroke(tint(colour, 0.75), 0.7, (1.6, 1.4)))
        title = titles.get(piece.value)
        words = language.translate_each(title)[0] if title is not None else str(NUMBER_OF[piece])
        pen.write_in_middle(words, middle, Font(FontFace.NUMBER, 7), tint(lettering(colour), 0.75))


def _draw_middle(pen: Pen, cells: Mapping[str, Box], board: Board, field: Box, style: FieldStyle) -> None:
    """Draw the centre spot, its circle and the halfway line."""
    box = cells[board.centre]
    chalk = PenStroke(style.chalk, CHALK_MM)
    with pen.within(field):
        pen.disc(box.middle, 2.2 * box.width_mm, None, chalk)
    is_across = field.width_mm > field.height_mm
    ends = (
        ((box.middle[0], field.y_mm), (box.middle[0], field.bottom_mm))
        if is_across
        else ((field.x_mm, box.middle[1]), (field.right_mm, box.middle[1]))
    )
    pen.line(*ends, chalk)
    pen.disc(box.middle, 2.2, style.chalk)
