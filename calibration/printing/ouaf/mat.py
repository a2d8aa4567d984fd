"""Draws L'Ouaf's mat: a place for each worker around the counter where the round cards lie."""

from calibration.printing.box import Box, centred
from calibration.printing.colour import Colour, tint
from calibration.printing.icons import draw_icon
from calibration.printing.mats.style import MatStyle, around, lettering
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.typeface import Font, FontFace
from companion.mat import Mat
from companion.rules.ouaf.rules import DESCRIPTION

NAME = DESCRIPTION.title
CRUST = Colour("#b9853f")


def draw_ground(pen: Pen, mat: Mat, _look: MatStyle, _board: None) -> None:
    """Draws the counter in the middle, with a row of loaves along it, and the name of the game."""
    shared = [zone for zone in mat.zones if zone.seat is None]
    if not shared:
        return
    counter = around(shared).inset(-12, -14)
    pen.box(counter, tint(CRUST, 0.1), PenStroke(tint(CRUST, 0.4), 0.8), radius_mm=14)
    pen.box(counter.inset(3), None, PenStroke(tint(CRUST, 0.25), 0.4), radius_mm=11)
    below = [zone.y_mm for zone in mat.zones if zone.y_mm > counter.bottom_mm]
    under = Box(
        counter.x_mm,
        counter.bottom_mm,
        counter.width_mm,
        min(below, default=mat.height_mm) - counter.bottom_mm,
    )
    pen.write_in_middle(NAME, under.middle, Font(FontFace.TITLE, 26), tint(lettering(CRUST), 0.5))
    for x in (under.middle[0] - 70, under.middle[0] + 70):
        draw_icon(pen, "bread", centred((x, under.middle[1]), 24, 24), tint(CRUST, 0.42), stroke=1.3)
