"""Draws emblems instead of portraits: shirts and crests whose pattern follows from the card's reference.

The same card always has the same emblem; two cards rarely share one.
"""

from collections.abc import Sequence
from zlib import crc32

from calibration.printing.box import Box
from calibration.printing.colour import PAPER, Colour, legible_on, shade, tint
from calibration.printing.icons import draw_icon
from calibration.printing.pen import Pen, PenStroke, Place
from calibration.printing.typeface import Font, FontFace

SHIRT: tuple[Place, ...] = (
    (0.34, 0.06),
    (0.42, 0.13),
    (0.58, 0.13),
    (0.66, 0.06),
    (0.82, 0.12),
    (0.99, 0.36),
    (0.86, 0.47),
    (0.76, 0.37),
    (0.76, 0.95),
    (0.24, 0.95),
    (0.24, 0.37),
    (0.14, 0.47),
    (0.01, 0.36),
    (0.18, 0.12),
)
"""Outline of a shirt in a square of side 1."""
CREST: tuple[Place, ...] = (
    (0.1, 0.05),
    (0.5, 0.1),
    (0.9, 0.05),
    (0.92, 0.5),
    (0.84, 0.7),
    (0.68, 0.86),
    (0.5, 0.97),
    (0.32, 0.86),
    (0.16, 0.7),
    (0.08, 0.5),
)
"""Outline of a crest in a square of side 1."""
PATTERNS = ("plain", "stripes", "hoops", "sash", "halves", "quarters", "chevron", "cross", "rays")


def draw_shirt(pen: Pen, box: Box, ref: str, colour: Colour, initials: str) -> None:
    """Draws a player's shirt with a pattern and initials."""
    _draw(pen, box.square(), SHIRT, ref, colour)
    _badge(pen, box.square(), initials)


def draw_crest(pen: Pen, box: Box, ref: str, colour: Colour, *, initials: str = "", icon: str = "") -> None:
    """Draws a crest with a pattern, and initials or an icon on it."""
    _draw(pen, box.square(), CREST, ref, colour)
    _badge(pen, box.square(), initials, icon)


def initials_of(name: str) -> str:
    """Takes the first letters of the first two words of a name: `Gwenola Penarvor` is GP."""
    words = [word for word in name.replace("-", " ").split() if word[:1].isalpha()]
    return "".join(word[0] for word in words[:2]).upper()


def _draw(pen: Pen, square: Box, outline: Sequence[Place], ref: str, colour: Colour) -> None:
    places = [(square.x_mm + x * square.width_mm, square.y_mm + y * square.height_mm) for x, y in outline]
    number = crc32(ref.encode())
    pattern = PATTERNS[number % len(PATTERNS)]
    grounds = (colour, tint(colour, 0.55), shade(colour, 0.35))
    ground = grounds[number // 16 % len(grounds)]
    others = [
        other
        for other in (PAPER, shade(colour, 0.6), tint(colour, 0.28), shade(colour, 0.2))
        if other != ground
    ]
    other = others[number // 64 % len(others)]
    pen.shape(places, ground)
    with pen.within_shape(places):
        _pattern(pen, square, pattern, other)
    pen.shape(places, None, PenStroke(shade(colour, 0.65), square.width_mm * 0.022))


def _pattern(pen: Pen, box: Box, pattern: str, colour: Colour) -> None:
    x, y, side = box.x_mm, box.y_mm, box.width_mm
    middle = box.middle
    match pattern:
        case "stripes":
            for n in range(0, 8, 2):
                pen.box(Box(x + n * side / 7.5, y, side / 7.5, side), colour)
        case "hoops":
            for n in range(1, 8, 2):
                pen.box(Box(x, y + n * side / 8, side, side / 8), colour)
        case "sash":
            pen.line((x, y), (x + side, y + side), PenStroke(colour, side * 0.2))
        case "halves":
            pen.box(Box(middle[0], y, side / 2, side), colour)
        case "quarters":
            pen.box(Box(middle[0], y, side / 2, side / 2), colour)
            pen.box(Box(x, middle[1], side / 2, side / 2), colour)
        case "chevron":
            places = [(x, y + side * 0.25), (middle[0], y + side * 0.6), (x + side, y + side * 0.25)]
            pen.shape(places, None, PenStroke(colour, side * 0.15), is_closed=False)
        case "cross":
            pen.box(Box(middle[0] - side * 0.1, y, side * 0.2, side), colour)
            pen.box(Box(x, middle[1] - side * 0.1, side, side * 0.2), colour)
        case "rays":
            for n in range(0, 8, 2):
                edge = [(x + n * side / 8, y), (x + (n + 1) * side / 8, y)]
                pen.shape([(middle[0], y + side), *edge], colour)
        case _:
            pen.box(Box(x, y, side, side * 0.22), colour)


def _badge(pen: Pen, square: Box, initials: str, icon: str = "") -> None:
    """Draws a light disc, so that its initials or icon are legible on every pattern."""
    middle = (square.middle[0], square.y_mm + square.height_mm * 0.52)
    radius = square.width_mm * 0.2
    pen.disc(middle, radius, PAPER, PenStroke(tint(shade(PAPER, 0.9), 0.5), square.width_mm * 0.012))
    if icon:
        side = radius * 1.35
        draw_icon(pen, icon, Box(middle[0] - side / 2, middle[1] - side / 2, side, side), legible_on(PAPER))
    else:
        pen.write_in_middle(initials, middle, Font(FontFace.TITLE, radius * 1.2))
