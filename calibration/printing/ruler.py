"""Draws a ruler of 100 mm on every sheet, so that people can check the printed size with a real ruler."""

from calibration.printing.box import Box
from calibration.printing.colour import SOFT, Colour
from calibration.printing.language import PrintLanguage
from calibration.printing.pen import Pen, PenStroke, Place
from calibration.printing.typeface import Font, FontFace
from companion.words import Text

LENGTH_MM = 100
HEIGHT_MM = 8.0
CHECK = Text("100 mm: measure it; print at 100 %, true size")


def draw_ruler(pen: Pen, corner: Place, language: PrintLanguage, colour: Colour = SOFT) -> Box:
    """Draws the ruler from its left end on, its purpose below it, and returns its box."""
    x, y = corner
    line = PenStroke(colour, 0.15)
    pen.line((x, y + 3.2), (x + LENGTH_MM, y + 3.2), line)
    for mm in range(0, LENGTH_MM + 1, 5):
        tall = 3.2 if mm % 50 == 0 else 2.2 if mm % 10 == 0 else 1.2
        pen.line((x + mm, y + 3.2 - tall), (x + mm, y + 3.2), line)
    words = language.translate_line(CHECK)
    type_ = Font(FontFace.LABEL, min(2.8, 2.8 * LENGTH_MM / Font(FontFace.LABEL, 2.8).width_mm(words)))
    pen.write(words, (x, y + 6.6), type_, colour)
    return Box(x, y, LENGTH_MM, HEIGHT_MM)
