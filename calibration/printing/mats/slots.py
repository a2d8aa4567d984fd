"""Draws the slots of a mat: places for cards with an icon and a name, turned to the person who sits there."""

from calibration.printing.box import Box, centred
from calibration.printing.colour import tint
from calibration.printing.icons import draw_icon
from calibration.printing.mats.style import (
    MatStyle,
    box_of,
    draw_mark,
    find_icon,
    lettering,
    make_pale,
    upright,
)
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.typeface import FontFace
from calibration.printing.typesetting import Paragraph, TextStyle, set_paragraphs
from companion.mat import Zone

CARD_MM = (63.0, 88.0)
"""Width and height of a card."""
PIECES = frozenset({"bench"})
"""Roles of zones where no cards lie."""
GAP_MM = 1.0
"""Half the distance between the outlines of two neighbouring slots."""


def draw_slot(pen: Pen, zone: Zone, look: MatStyle) -> None:
    """Draws a slot: its ground, its outline, the corners of each card, its icon and its name."""
    colour = look.colour(zone.seat)
    frame = box_of(zone).inset(GAP_MM)
    pen.box(frame, make_pale(colour), PenStroke(tint(colour, 0.6), 0.5), radius_mm=3)
    with pen.turned(zone.turn_deg, frame.middle):
        box = upright(frame, zone.turn_deg)
        cards = _cards(box) if zone.role not in PIECES else []
        for card in cards:
            _corners(pen, card, PenStroke(tint(colour, 0.5), 0.4))
        _role(pen, zone, look, cards)


def _cards(box: Box) -> list[Box]:
    """Returns the places of the cards in a slot, side by side; none if it is too small for a card."""
    count = int(box.width_mm // CARD_MM[0])
    if not count or box.height_mm < CARD_MM[1]:
        return []
    return [centred(part.middle, *CARD_MM) for part in box.columns(count)]


def _corners(pen: Pen, card: Box, line: PenStroke, length_mm: float = 6.0) -> None:
    """Draws the corners of a card's place."""
    for x, across in ((card.x_mm, 1), (card.right_mm, -1)):
        for y, down in ((card.y_mm, 1), (card.bottom_mm, -1)):
            pen.shape(
                [(x + across * length_mm, y), (x, y), (x, y + down * length_mm)], None, line, is_closed=False
            )


def _role(pen: Pen, zone: Zone, look: MatStyle, cards: list[Box]) -> None:
    colour = look.colour(zone.seat)
    box = upright(box_of(zone), zone.turn_deg).inset(5)
    middle = box.middle
    size = min(26.0, box.height_mm * 0.42)
    icon = find_icon(zone)
    if icon is not None:
        top = (middle[0], middle[1] - size * 0.28)
        draw_icon(pen, icon, centred(top, size, size), tint(colour, 0.5), stroke=1.5)
    words = Box(box.x_mm, middle[1] + size * 0.42, box.width_mm, box.bottom_mm - middle[1] - size * 0.42)
    if cards:
        words = Box(words.x_mm, words.y_mm, words.width_mm, 20)
    draw_title(pen, zone, look, words)
    draw_mark(pen, look, zone.seat, (box.x_mm + 3.5, box.y_mm + 3.5), 5, 0.75)


def draw_title(
    pen: Pen, zone: Zone, look: MatStyle, box: Box, *, largest_mm: float = 7.0, rise: float = 0.0
) -> None:
    """Writes a zone's name in the languages of the mat; the second language is smaller."""
    said = look.language.translate_each(zone.title)
    ink = lettering(look.colour(zone.seat))
    words = [
        Paragraph(words, FontFace.ASIDE if n else FontFace.TITLE, 0.72 if n else 1.0)
        for n, words in enumerate(said)
    ]
    set_paragraphs(pen, words, box, TextStyle(FontFace.TITLE, largest_mm, 2.6, ink, align=0.5, rise=rise))
