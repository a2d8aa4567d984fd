"""How mats look: pale grounds, the colours and marks of the seats, and slots with icon and name.

Only the markers are both fine and dark, because cameras look for such print on cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from calibration.printing.icons import draw_icon
from calibration.printing.paper import CARD_MM, Box, centred, enclose
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.typeface import SEATS, SHAPES, SOFT, Colour, FontFace, mixed, shade, tint
from calibration.printing.typesetting import Paragraph, PrintLanguage, TextStyle, set_paragraphs
from companion.mat import Mat, Zone
from companion.outlines import Place

SHARED = Colour("#7d8896")
"""Colour of what belongs to all seats."""
TWO_SEATS = 2
"""Two seats are told apart by their marks too, without colours. Where there are more seats, their places tell them apart."""

ROLES: Mapping[str, str] = {
    "pass": "pass",
    "dribble": "dribble",
    "cross": "cross",
    "shot": "shot",
    "oppose": "shield",
    "keeper": "glove",
    "support": "support",
    "visible": "pitch",
    "occasion": "pitch",
    "action": "clipboard",
    "energies": "bolt",
    "discard": "discard",
    "command": "speech",
    "reading_spot": "eye",
    "target": "target",
    "work": "bread",
    "evaluation": "clipboard",
    "order": "bread",
    "happy": "smile",
    "angry": "frown",
    "bonus": "bonus",
    "card": "card",
    "power": "power",
    "bench": "bench",
}
"""Icon of each role of a zone."""
ORDERS: Mapping[str, str] = {"pass": "pass", "tackle": "fist", "sprint": "run"}
"""The signs of orders, by the end of their slot's name."""


@dataclass(frozen=True, slots=True)
class MatStyle:
    """Holds the languages of a mat and its seats."""

    language: PrintLanguage
    seats: tuple[str, ...]

    @classmethod
    def of(cls, mat: Mat, language: PrintLanguage) -> "MatStyle":
        """Make the style of a mat."""
        return cls(language, tuple(dict.fromkeys(zone.seat for zone in mat.zones if zone.seat is not None)))

    def colour(self, seat: str | None) -> Colour:
        """Return the colour of a seat; grey for zones that all seats share."""
        return SHARED if seat is None else SEATS.get(seat, SHARED)

    def mark(self, seat: str | None) -> str | None:
        """Return the mark of a seat; None unless there are exactly two seats."""
        if seat is None or len(self.seats) != TWO_SEATS:
            return None
        return SHAPES.get(seat)


def find_icon(zone: Zone) -> str | None:
    """Find the icon of a zone's role; None for the cells of a field."""
    if zone.role == "order" and zone.seat is not None:
        return ORDERS.get(zone.name.rpartition(".")[2], "speech")
    return ROLES.get(zone.role)


def lettering(colour: Colour) -> Colour:
    """Make the colour of a mat's texts: as dark as a camera allows that looks for print."""
    return tint(shade(mixed(colour, SOFT, 0.45), 0.45), 0.74)


def box_of(zone: Zone) -> Box:
    """Return the box of a zone."""
    return Box(zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm)


def around(zones: list[Zone]) -> Box:
    """Return the smallest box that holds some zones."""
    return enclose(box_of(zone) for zone in zones)


def upright(box: Box, turn_deg: int) -> Box:
    """Return a box as the person at its side sees it: turned about its centre, it covers the same place."""
    return box if turn_deg in (0, 180) else centred(box.middle, box.height_mm, box.width_mm)


def draw_mark(
    pen: Pen, look: MatStyle, seat: str | None, middle: Place, size_mm: float, share: float
) -> None:
    """Draw the mark of a seat in a pale tint."""
    mark = look.mark(seat)
    if mark is not None:
        draw_icon(pen, mark, centred(middle, size_mm, size_mm), tint(look.colour(seat), share))


# --- slots
# Draws the slots of a mat: places for cards with an icon and a name, turned to the person who sits there.

PIECES = frozenset({"bench"})
"""Roles of zones where no cards lie."""
GAP_MM = 1.0
"""Half the distance between the outlines of two neighbouring slots."""


def draw_slot(pen: Pen, zone: Zone, look: MatStyle) -> None:
    """Draw a slot: its ground, its outline, the corners of each card, its icon and its name."""
    colour = look.colour(zone.seat)
    frame = box_of(zone).inset(GAP_MM)
    pen.box(frame, tint(colour, 0.13), PenStroke(tint(colour, 0.6), 0.5), radius_mm=3)
    with pen.turned(zone.turn_deg, frame.middle):
        box = upright(frame, zone.turn_deg)
        cards = _cards(box) if zone.role not in PIECES else []
        for card in cards:
            _corners(pen, card, PenStroke(tint(colour, 0.5), 0.4))
        _role(pen, zone, look, cards)


def _cards(box: Box) -> list[Box]:
    """Return the places of the cards in a slot, side by side; none if it is too small for a card."""
    count = int(box.width_mm // CARD_MM[0])
    if not count or box.height_mm < CARD_MM[1]:
        return []
    return [centred(part.middle, *CARD_MM) for part in box.columns(count)]


def _corners(pen: Pen, card: Box, line: PenStroke, length_mm: float = 6.0) -> None:
    """Draw the corners of a card's place."""
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
        draw_icon(pen, icon, centred(top, size, size), tint(colour, 0.7), stroke=1.5)
    words = Box(box.x_mm, middle[1] + size * 0.42, box.width_mm, box.bottom_mm - middle[1] - size * 0.42)
    if cards:
        words = Box(words.x_mm, words.y_mm, words.width_mm, 26)
    draw_title(pen, zone, look, words)
    draw_mark(pen, look, zone.seat, (box.x_mm + 3.5, box.y_mm + 3.5), 5, 0.75)


def draw_title(
    pen: Pen, zone: Zone, look: MatStyle, box: Box, *, largest_mm: float = 10.0, rise: float = 0.0
) -> None:
    """Write a zone's name in the languages of the mat; the second language is smaller."""
    said = look.language.translate_each(zone.title)
    ink = lettering(look.colour(zone.seat))
    words = [
        Paragraph(words, FontFace.ASIDE if n else FontFace.TITLE, 0.72 if n else 1.0)
        for n, words in enumerate(said)
    ]
    set_paragraphs(pen, words, box, TextStyle(FontFace.TITLE, largest_mm, 2.6, ink, align=0.5, rise=rise))
