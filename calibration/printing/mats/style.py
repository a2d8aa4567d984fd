"""How a mat looks: pale paper, so that codes and cards stand out; colours and marks of its seats; a sign for each role.

Nothing on a mat is both fine and dark but its markers: print of that kind is what a camera looks for on cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from calibration.printing.box import Box, centred
from calibration.printing.colour import SEATS, SOFT, Colour, mixed, shade, tint
from calibration.printing.icons import draw_icon
from calibration.printing.language import PrintLanguage
from calibration.printing.pen import Pen, Place
from companion.mat import Mat, Zone

SHARED = Colour("#7d8896")
"""What belongs to everybody."""
MARKS = ("triangle", "disc")
"""The marks of two seats: told apart without any colour. More seats than two have their name and place."""

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
ORDERS: Mapping[str, str] = {"pass": "pass", "tackle": "fist", "sprint": "run"}
"""Boufbowl's three orders, by the end of their slot's name."""


@dataclass(frozen=True, slots=True)
class MatStyle:
    """What the drawing of one mat needs to know beside its data."""

    language: PrintLanguage
    seats: tuple[str, ...]

    @classmethod
    def of(cls, mat: Mat, language: PrintLanguage) -> "MatStyle":
        return cls(language, tuple(dict.fromkeys(zone.seat for zone in mat.zones if zone.seat is not None)))

    def colour(self, seat: str | None) -> Colour:
        return SHARED if seat is None else SEATS.get(seat, SHARED)

    def mark(self, seat: str | None) -> str | None:
        """The sign of a seat, where there are two."""
        if seat is None or len(self.seats) != len(MARKS):
            return None
        return MARKS[self.seats.index(seat)]


def icon_of(zone: Zone) -> str | None:
    """The sign of a zone's role; none for the cells of a field."""
    if zone.role == "order" and zone.seat is not None:
        return ORDERS.get(zone.name.rpartition(".")[2], "speech")
    return ROLES.get(zone.role)


def pale(colour: Colour, share: float = 0.13) -> Colour:
    """The ground of a slot."""
    return tint(colour, share)


def lettering(colour: Colour) -> Colour:
    """What is written on a mat: read by who sits before it, and too soft for who looks for print."""
    return tint(shade(mixed(colour, SOFT, 0.45), 0.25), 0.72)


def box_of(zone: Zone) -> Box:
    return Box(zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm)


def around(zones: list[Zone]) -> Box:
    """The box that holds several zones."""
    left, top = min(zone.x_mm for zone in zones), min(zone.y_mm for zone in zones)
    right = max(zone.x_mm + zone.width_mm for zone in zones)
    return Box(left, top, right - left, max(zone.y_mm + zone.height_mm for zone in zones) - top)


def upright(box: Box, turn_deg: int) -> Box:
    """A box as who sits on its side sees it: turned about its middle, it covers the same place."""
    return box if turn_deg in (0, 180) else centred(box.middle, box.height_mm, box.width_mm)


def draw_mark(
    pen: Pen, look: MatStyle, seat: str | None, middle: Place, size_mm: float, share: float
) -> None:
    """The mark of a seat, pale."""
    mark = look.mark(seat)
    if mark is not None:
        draw_icon(pen, mark, centred(middle, size_mm, size_mm), tint(look.colour(seat), share))
