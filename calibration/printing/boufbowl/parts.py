"""Draws the markers of Boufbowl's box: stunned and K.O. back to back, fervour, and a ball on the ground and in the air."""

from functools import partial

from calibration.printing.boufbowl.mat import EARTH
from calibration.printing.box import Box
from calibration.printing.codes import make_tag_of_side
from calibration.printing.colour import PAPER, Colour, legible_on, shade, tint
from calibration.printing.deck.frame import CardStyle, draw_word
from calibration.printing.game_print import PartsOrder
from calibration.printing.language import PrintLanguage
from calibration.printing.pen import Pages, Pen, PenStroke
from calibration.printing.sheets import CardSides, Drawing, SheetGrid, print_cards
from companion.rules.boufbowl.rules import DESCRIPTION
from companion.words import Text

TITLE = Text("{game}: markers")
MARKERS = 10
FERVOUR = 30
"""How many lie in the box (p. 3)."""
MARKER_MM = 26.0
"""Side of the square that a marker is cut out of."""
BALL_MM = 30.0
BALL_TAG, BALL_TAG_MM = 20, 15.0
"""The ball's tag on the mat, and its side: both faces of the ball bear it, so that either is read."""
STUNNED = Colour("#d9a441")
KO = Colour("#b5483a")
FIRE = Colour("#d8682b")
SKY = Colour("#6fa3c8")


def draw_parts(pages: Pages, order: PartsOrder) -> None:
    """Draws all markers, which are the same for every set-up."""
    paper, language = order.paper, order.language
    note = language.translate_line(Text(TITLE.template, game=DESCRIPTION.title))
    markers = [
        CardSides(_disc(Text("Stunned"), STUNNED, language), _disc(Text("K.O."), KO, language))
    ] * MARKERS
    fervour = [
        CardSides(_disc(Text("Fervour"), FIRE, language), _disc(Text("Fervour"), FIRE, language))
    ] * FERVOUR
    print_cards(pages, [*markers, *fervour], SheetGrid.filling(paper, MARKER_MM, MARKER_MM), note, language)
    ball = CardSides(
        partial(_draw_ball, text=Text("On the ground"), colour=EARTH, language=language),
        partial(_draw_ball, text=Text("In the air"), colour=SKY, language=language),
    )
    print_cards(pages, [ball], SheetGrid(paper, BALL_MM, BALL_MM, 1, 1), note, language)


def _disc(text: Text, colour: Colour, language: PrintLanguage) -> Drawing:
    return partial(_draw_disc, text=text, colour=colour, language=language)


def _draw_disc(pen: Pen, *, text: Text, colour: Colour, language: PrintLanguage) -> None:
    """Draws a round marker with its word."""
    box = Box(0, 0, MARKER_MM, MARKER_MM)
    radius = min(box.width_mm, box.height_mm) / 2 - 0.8
    pen.disc(box.middle, radius, colour, PenStroke(shade(colour, 0.4), 0.4))
    pen.disc(box.middle, radius - 1.4, None, PenStroke(tint(colour, 0.5), 0.4))
    word = Box(box.x_mm + 3, box.y_mm + 8, box.width_mm - 6, box.height_mm - 16)
    draw_word(pen, text, word, CardStyle(language, colour), is_on=True)


def _draw_ball(pen: Pen, *, text: Text, colour: Colour, language: PrintLanguage) -> None:
    """Draws a face of the ball: its tag, and where the ball is when this face is up."""
    box = Box(0, 0, BALL_MM, BALL_MM)
    pen.box(box.inset(0.4), tint(colour, 0.35), PenStroke(shade(colour, 0.3), 0.4), radius_mm=3)
    tag = make_tag_of_side(BALL_TAG, BALL_TAG_MM)
    corner = (box.middle[0] - tag.whole_mm / 2, box.y_mm + 1.6)
    pen.box(Box(*corner, tag.whole_mm, tag.whole_mm), PAPER)
    tag.draw(pen, corner)
    word = Box(box.x_mm + 1.5, box.bottom_mm - 6.6, box.width_mm - 3, 5.8)
    draw_word(pen, text, word, CardStyle(language, legible_on(tint(colour, 0.35))), largest_mm=3.2)
