"""Draws L'Ouaf's cards as mini faces: a work card's value, and both sides of a round card."""

from functools import partial

from calibration.printing.box import Box, centred
from calibration.printing.colour import INK, PAPER, SEATS, SOFT, legible_on, shade, tint
from calibration.printing.deck.frame import CardStyle, CardText, dark, draw_word
from calibration.printing.deck.mini import draw_mini_back, draw_mini_texts
from calibration.printing.icons import draw_icon
from calibration.printing.ouaf.deck import FROWN, SMILE, round_colour
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.proportions import MINI_MM
from calibration.printing.sheets import CardSides
from calibration.printing.typeface import Font, FontFace
from companion.rules.ouaf.cards import RoundCard, WorkCard
from companion.rules.ouaf.words import half_words, name_of
from companion.words import Text

WHOLE = Box(2.0, 2.0, MINI_MM[0] - 4.0, MINI_MM[1] - 4.0)
FEWEST_ROWS = 4
"""Rows of an order's table at least, so that a short one is not larger than the others."""


def minis(card: WorkCard | RoundCard, look: CardStyle) -> CardSides:
    """Makes the mini faces of a card: of a round card its order and its evaluation, of a work card its back too."""
    match card:
        case RoundCard():
            mine = look.with_colour(round_colour(card))
            return CardSides(
                partial(_draw_order, card=card, look=mine), partial(_draw_evaluation, card=card, look=mine)
            )
        case WorkCard():
            mine = look.with_colour(SEATS[card.seat.value])
            return CardSides(
                partial(_draw_work, card=card, look=mine),
                partial(draw_mini_back, icon="bread", colour=mine.colour),
            )


def _draw_work(pen: Pen, card: WorkCard, look: CardStyle) -> None:
    """Draws the value on the baker's colour, whose name stands below."""
    pen.box(Box(0, 0, *MINI_MM), look.colour)
    ink = legible_on(look.colour)
    loaf = centred((18, 17), 26, 26)
    draw_icon(pen, "bread", loaf, shade(look.colour, 0.25), stroke=1.4)
    pen.write_in_middle(str(card.value), (MINI_MM[0] / 2 + 8, 17), Font(FontFace.TITLE, 34), ink)
    band = Box(0, MINI_MM[1] - 8.5, MINI_MM[0], 8.5)
    pen.box(band, tint(look.colour, 0.25))
    draw_word(pen, name_of(card.seat), band.inset(2, 0.6), look, largest_mm=6.0)


def _draw_order(pen: Pen, card: RoundCard, look: CardStyle) -> None:
    """Draws all that is ordered: the average, and the total for each number of bakers."""
    pen.box(Box(0, 0, *MINI_MM), tint(look.colour, 0.16))
    disc = (14.5, 14.4)
    pen.disc(disc, 11.6, PAPER, PenStroke(look.colour, 1.2))
    pen.write_in_middle(str(card.order.average), disc, Font(FontFace.TITLE, 20), dark(look.colour))
    draw_word(pen, Text("average"), Box(1, 26.6, 27, 6.6), look, largest_mm=5.6)
    pen.write_in_middle(card.ref, (14.5, 36.0), Font(FontFace.NUMBER, 4.4), SOFT)
    totals = sorted((card.order.totals or {}).items())
    table = Box(30, 2, MINI_MM[0] - 32, MINI_MM[1] - 4)
    for row, (seats, total) in zip(table.rows(max(FEWEST_ROWS, len(totals)), 1.0), totals, strict=False):
        pen.box(row, PAPER, radius_mm=1.2)
        for n in range(int(seats)):
            pen.disc((row.x_mm + 2.4 + n * 2.7, row.middle[1]), 1.05, tint(look.colour, 0.85))
        size = row.height_mm * 0.95
        place = (row.right_mm - 1.8, row.middle[1] + size * 0.35)
        pen.write(str(total), place, Font(FontFace.TITLE, size), INK, align=1)


def _draw_evaluation(pen: Pen, card: RoundCard, look: CardStyle) -> None:
    """Draws what success does above what failure does."""
    pen.box(Box(0, 0, *MINI_MM), tint(look.colour, 0.5))
    halves = ((card.success, "smile", SMILE), (card.failure, "frown", FROWN))
    for box, (half, icon, colour) in zip(WHOLE.rows(2, 1.4), halves, strict=True):
        pen.box(box, tint(colour, 0.2), radius_mm=1.8)
        side = 12.0
        sign = centred((box.x_mm + 1.4 + side / 2, box.middle[1]), side, side)
        draw_icon(pen, icon, sign, dark(colour), stroke=2.6)
        words = Box(
            sign.right_mm + 1.6, box.y_mm + 0.6, box.right_mm - sign.right_mm - 2.6, box.height_mm - 1.2
        )
        draw_mini_texts(pen, [CardText(half_words(half))], words, look.with_colour(colour))
