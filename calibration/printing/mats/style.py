"""Defines how mats look: pale grounds, the colours and marks of the seats, an icon for each role.

Only the markers are both fine and dark, because cameras look for such print on cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from calibration.printing.box import Box, centred, enclose
from calibration.printing.colour import SEATS, SHAPES, SOFT, Colour, mixed, shade, tint
from calibration.printing.icons import draw_icon
from calibration.printing.language import PrintLanguage
from calibration.printing.pen import Pen, Place
from companion.mat import Mat, Zone

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
        """Makes the style of a mat."""
        return cls(language, tuple(dict.fromkeys(zone.seat for zone in mat.zones if zone.seat is not None)))

    def colour(self, seat: str | None) -> Colour:
        """Returns the colour of a seat; grey for zones that all seats share."""
        return SHARED if seat is None else SEATS.get(seat, SHARED)

    def mark(self, seat: str | None) -> str | None:
        """Returns the mark of a seat; None unless there are exactly two seats."""
        if seat is None or len(self.seats) != TWO_SEATS:
            return None
        return SHAPES.get(seat)


def find_icon(zone: Zone) -> str | None:
    """Finds the icon of a zone's role; None for the cells of a field."""
    if zone.role == "order" and zone.seat is not None:
        return ORDERS.get(zone.name.rpartition(".")[2], "speech")
    return ROLES.get(zone.role)


def make_pale(colour: Colour, share: float = 0.13) -> Colour:
    """Makes the ground colour of a slot."""
    return tint(colour, share)


def lettering(colour: Colour) -> Colour:
    """Makes the colour of a mat's texts: legible for people, but too pale for a camera that looks for print."""
    return tint(shade(mixed(colour, SOFT, 0.45), 0.25), 0.72)


def box_of(zone: Zone) -> Box:
    """Returns the box of a zone."""
    return Box(zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm)


def around(zones: list[Zone]) -> Box:
    """Returns the smallest box that holds some zones."""
    return enclose(box_of(zone) for zone in zones)


def upright(box: Box, turn_deg: int) -> Box:
    """Returns a box as the person at its side sees it: turned about its centre, it covers the same place."""
    return box if turn_deg in (0, 180) else centred(box.middle, box.height_mm, box.width_mm)


def draw_mark(
    pen: Pen, look: MatStyle, seat: str | None, middle: Place, size_mm: float, share: float
) -> None:
    """Draws the mark of a seat in a pale tint."""
    mark = look.mark(seat)
    if mark is not None:
        draw_icon(pen, mark, centred(middle, size_mm, size_mm), tint(look.colour(seat), share))
