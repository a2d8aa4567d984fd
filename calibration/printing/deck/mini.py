"""Draws the common parts of mini faces: cards without their code, for small places on screens.

+------------------------------------+
| (icon) Name                    (6) |   heading, in letters of 7 mm
|------------------------------------|
|                                    |   the content of each kind of card, in large numbers
+------------------------------------+   64 by 40 mm, which a screen shows some 20 mm wide
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from calibration.printing.box import Box, centred
from calibration.printing.colour import INK, PAPER, SOFT, Colour, legible_on, shade, tint
from calibration.printing.deck.frame import CardStyle, CardText, Heading, dark, make_title
from calibration.printing.icons import draw_icon
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.proportions import MINI_MM
from calibration.printing.sheets import CardSides
from calibration.printing.typeface import Font, FontFace
from calibration.printing.typesetting import Paragraph, TextStyle, set_paragraphs

BAND = Box(0, 0, MINI_MM[0], 11.0)
BODY = Box(2.0, 12.5, MINI_MM[0] - 4.0, MINI_MM[1] - 14.5)
LARGEST_MM, SMALLEST_MM = 5.2, 2.7
"""Font sizes of the texts on mini faces."""


def minis_of_fronts(draw: Callable[..., None]) -> Callable[[Any, CardStyle], CardSides]:
    """Makes the `GamePrint.minis` of a game whose backs have no mini face; `draw` takes a pen, `card` and `look`."""

    def minis(card: Any, look: CardStyle) -> CardSides:
        return CardSides(partial(draw, card=card, look=look))

    return minis


def draw_mini_frame(pen: Pen, heading: Heading, look: CardStyle) -> None:
    """Draws the ground and the heading of a mini face; each kind of card draws the rest."""
    pen.box(Box(0, 0, *MINI_MM), PAPER)
    pen.box(BAND, look.colour)
    ink = legible_on(look.colour)
    draw_icon(pen, heading.icon, centred((6.2, BAND.middle[1]), 7.4, 7.4), ink, stroke=2.4)
    right = BAND.right_mm - 2.0
    if heading.badge:
        middle = (right - 4.2, BAND.middle[1])
        pen.disc(middle, 4.4, PAPER)
        pen.write_in_middle(heading.badge, middle, Font(FontFace.TITLE, 7.6 if len(heading.badge) < 3 else 5))
        right -= 9.6
    title = Box(11.4, 0.7, right - 11.4, BAND.height_mm - 1.4)
    set_paragraphs(
        pen,
        make_title(heading.title, look.language),
        title,
        TextStyle(FontFace.TITLE, 8.0, 3.0, ink, rise=0.5),
    )


def draw_mini_back(pen: Pen, icon: str, colour: Colour) -> None:
    """Draws the back of a card in its owner's colour: a lattice, and a disc with the icon of the pile."""
    whole = Box(0, 0, *MINI_MM)
    pen.box(whole, colour)
    line = PenStroke(tint(colour, 0.6), 0.9)
    for n in range(-6, 11):
        x = n * 6.4
        pen.line((x, 0), (x + whole.height_mm, whole.bottom_mm), line)
        pen.line((x + whole.height_mm, 0), (x, whole.bottom_mm), line)
    pen.box(whole.inset(2.2), None, PenStroke(PAPER, 1.2), radius_mm=2.2)
    pen.disc(whole.middle, 13.5, PAPER, PenStroke(shade(colour, 0.4), 1.2))
    draw_icon(pen, icon, centred(whole.middle, 17, 17), dark(colour), stroke=2.6)


def draw_mini_texts(pen: Pen, sayings: Sequence[CardText], box: Box, look: CardStyle) -> None:
    """Draws the texts of a card, one below the other, as large as they fit."""
    paragraphs = []
    for saying in sayings:
        if saying.when is not None:
            when = look.language.translate_line(saying.when).upper()
            paragraphs.append(Paragraph(when, FontFace.TITLE, 0.8, dark(look.colour)))
        paragraphs += [
            Paragraph(said[:1].upper() + said[1:], FontFace.STRONG)
            for said in look.language.translate_each(saying.text)
        ]
    set_paragraphs(pen, paragraphs, box, TextStyle(FontFace.STRONG, LARGEST_MM, SMALLEST_MM, INK, rise=0.5))


def draw_number(
    pen: Pen, number: int | str, icon: str, box: Box, colour: Colour = INK, *, size_mm: float = 19.0
) -> None:
    """Draws a large number, and the icon that says what it counts below it."""
    said = str(number).replace("-", "\N{MINUS SIGN}")
    x = box.middle[0]
    pen.write_in_middle(said, (x, box.y_mm + size_mm * 0.42), Font(FontFace.TITLE, size_mm), colour)
    side = box.height_mm - size_mm * 0.86
    draw_icon(pen, icon, centred((x, box.bottom_mm - side / 2), side, side), SOFT, stroke=2.6)


def draw_chip(pen: Pen, words: str, box: Box, colour: Colour) -> None:
    """Draws a short word on a ground of its colour."""
    pen.box(box, colour, radius_mm=1.4)
    type_ = Font(FontFace.TITLE, box.height_mm * 0.86)
    width = type_.width_mm(words)
    if width > box.width_mm - 1.2:
        type_ = Font(FontFace.TITLE, type_.size_mm * (box.width_mm - 1.2) / width)
    pen.write_in_middle(words, box.middle, type_, legible_on(colour))


def draw_ground(pen: Pen, colour: Colour, share: float = 0.16) -> None:
    """Draws a pale ground in the card's colour below the heading."""
    pen.box(Box(0, BAND.bottom_mm, MINI_MM[0], MINI_MM[1] - BAND.height_mm), tint(colour, share))
