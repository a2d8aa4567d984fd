"""Draws OFUSAIDO's mat: a goal with its six target areas, and the small pitch of the occasion in play."""

from calibration.printing.icons import draw_icon
from calibration.printing.mats.style import SHARED, MatStyle, around, box_of, draw_mark, draw_title, lettering
from calibration.printing.paper import Box, centred
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.typeface import GRASS, Font, FontFace, tint
from calibration.printing.typesetting import Paragraph, TextStyle, set_paragraphs
from companion.mat import Mat, Zone
from companion.rules.ofusaido.squads import DESCRIPTION
from companion.words import Wording

ROLES = frozenset({"target", "pitch"})
PITCH_LINE = PenStroke(tint(GRASS, 0.5), 0.7)
NAME = DESCRIPTION.title
PITCH_SAYS = Wording(
    "Zones of the occasion in play: the ball shows which one",
    "Zones de l’occasion en jeu : le ballon montre laquelle",
)


def draw_ground(pen: Pen, mat: Mat, look: MatStyle, _board: None) -> None:
    """Draw the background of the mat: the goal, the pitch, and the band between the two sides."""
    targets = [zone for zone in mat.zones if zone.role == "target"]
    cells = [zone for zone in mat.zones if zone.role == "pitch"]
    if targets:
        _draw_goal(pen, targets, look)
    if cells:
        _draw_pitch(pen, cells, look)
        _draw_pitch_title(pen, around(cells), look)
    _draw_band(pen, mat, look)


def _draw_goal(pen: Pen, targets: list[Zone], look: MatStyle) -> None:
    """Draw the net, the frame of the goal around it, and each area with its name."""
    goal = around(targets)
    pen.box(goal, tint(SHARED, 0.08))
    mesh = PenStroke(tint(SHARED, 0.16), 0.25)
    with pen.within(goal):
        step = 6
        for n in range(-int(goal.height_mm // step) - 1, int(goal.width_mm // step) + 1):
            x = goal.x_mm + n * step
            pen.line((x, goal.y_mm), (x + goal.height_mm, goal.bottom_mm), mesh)
            pen.line((x + goal.height_mm, goal.y_mm), (x, goal.bottom_mm), mesh)
    for zone in targets:
        box = box_of(zone)
        pen.box(box.inset(2), tint(SHARED, 0.14), PenStroke(tint(SHARED, 0.45), 0.4), radius_mm=2)
        draw_icon(
            pen,
            "target",
            centred((box.middle[0], box.middle[1] - 4), 13, 13),
            tint(SHARED, 0.42),
            stroke=1.4,
        )
        words = Box(box.x_mm + 4, box.middle[1] + 4.4, box.width_mm - 8, box.bottom_mm - box.middle[1] - 7)
        draw_title(pen, zone, look, words, largest_mm=4.6, rise=0.5)
    post = PenStroke(tint(SHARED, 0.7), 1.6)
    pen.shape(
        [
            (goal.x_mm, goal.bottom_mm),
            (goal.x_mm, goal.y_mm),
            (goal.right_mm, goal.y_mm),
            (goal.right_mm, goal.bottom_mm),
        ],
        None,
        post,
        is_closed=False,
    )


def _draw_pitch(pen: Pen, cells: list[Zone], look: MatStyle) -> None:
    """Draw half a pitch that is played upwards: row 1 at the bottom, columns left, middle and right."""
    field = around(cells)
    pen.box(field, tint(GRASS, 0.16))
    rows = sorted({zone.y_mm for zone in cells})
    for n, y in enumerate(rows):
        if n % 2:
            pen.box(Box(field.x_mm, y, field.width_mm, cells[0].height_mm), tint(GRASS, 0.22))
    middle = field.middle[0]
    pen.box(field, None, PITCH_LINE)
    # No line goes through the name of a cell.
    pen.box(Box(middle - 44, field.y_mm, 88, 30), None, PITCH_LINE)
    pen.box(Box(middle - 20, field.y_mm, 40, 14), None, PITCH_LINE)
    pen.arc((middle, field.y_mm + 20), 13, 50, 80, PITCH_LINE)
    pen.arc((middle, field.bottom_mm), 20, 180, 180, PITCH_LINE)
    _draw_cells(pen, cells, field, look)


def _draw_pitch_title(pen: Pen, field: Box, look: MatStyle) -> None:
    """Write the purpose of the pitch below it."""
    words = [
        Paragraph(words, FontFace.ASIDE if n else FontFace.TITLE, 0.72 if n else 1.0)
        for n, words in enumerate(look.language.translate_each(PITCH_SAYS))
    ]
    box = Box(field.x_mm, field.bottom_mm + 1, field.width_mm, 9.5)
    set_paragraphs(
        pen, words, box, TextStyle(FontFace.TITLE, 4.6, 2.6, lettering(GRASS), align=0.5, rise=0.5)
    )


def _draw_cells(pen: Pen, cells: list[Zone], field: Box, look: MatStyle) -> None:
    dashes = PenStroke(tint(GRASS, 0.5), 0.35, (2.2, 2.2))
    for x in sorted({zone.x_mm for zone in cells})[1:]:
        pen.line((x, field.y_mm), (x, field.bottom_mm), dashes)
    for y in sorted({zone.y_mm for zone in cells})[1:]:
        pen.line((field.x_mm, y), (field.right_mm, y), dashes)
    for zone in cells:
        if zone.x_mm <= field.x_mm:
            row = zone.name.split(".")[1]
            pen.write(row, (zone.x_mm + 3, zone.y_mm + 8.4), Font(FontFace.NUMBER, 7), tint(GRASS, 0.55))
        # Where the ball goes: a ring as large as its token.
        pen.disc(
            (zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2),
            13,
            None,
            PenStroke(tint(GRASS, 0.4), 0.4, (1.2, 1.6)),
        )
        words = Box(zone.x_mm + 2, zone.y_mm + zone.height_mm - 7.8, zone.width_mm - 4, 7.2)
        draw_title(pen, zone, look, words, largest_mm=4.2, rise=0.5)


def _draw_band(pen: Pen, mat: Mat, look: MatStyle) -> None:
    """Write the game's name between the sides, and on each half whose side it is."""
    home, away = (
        [zone for zone in mat.zones if zone.seat == seat and zone.role == "pass"] for seat in ("home", "away")
    )
    if not home or not away:
        return
    top, bottom = away[0].y_mm + away[0].height_mm, home[0].y_mm
    sides = [zone for zone in mat.zones if zone.seat is not None]
    band = Box(around(sides).x_mm, top, around(sides).width_mm, bottom - top)
    pen.line(
        (band.x_mm + 2, band.middle[1]),
        (band.right_mm - 2, band.middle[1]),
        PenStroke(tint(SHARED, 0.25), 0.4),
    )
    name = Font(FontFace.TITLE, 26)
    width = name.width_mm(NAME)
    pen.box(centred(band.middle, width + 24, 30), tint(SHARED, 0.02))
    pen.write_in_middle(NAME, band.middle, name, tint(lettering(SHARED), 0.45))
    for seat, y in (("away", top + 11), ("home", bottom - 11)):
        for x in (band.x_mm + 14, band.right_mm - 14):
            draw_mark(pen, look, seat, (x, y), 13, 0.5)
