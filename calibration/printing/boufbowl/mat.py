"""Draws Boufbowl's field as a mat: two endzones, each coach's half, the neutral zones, and where players come
on.
"""

from calibration.printing.box import Box
from calibration.printing.colour import SEATS, Colour, tint
from calibration.printing.mats.slots import draw_title
from calibration.printing.mats.style import MatStyle, around, box_of, lettering, upright
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.typeface import Font, FontFace
from companion.mat import Mat, Zone
from companion.rules.boufbowl.board import Board, ZoneKind
from companion.rules.boufbowl.description import DESCRIPTION

ROLES = frozenset({"field"})
NAME = DESCRIPTION.title
EARTH = Colour("#a98a63")


def draw_ground(pen: Pen, mat: Mat, look: MatStyle, board: Board) -> None:
    """Draws the field from the mat's zones and the board's data."""
    zones = {zone.name: zone for zone in mat.zones if zone.role == "field"}
    field = around(list(zones.values()))
    pen.box(field.inset(-1.5), tint(EARTH, 0.25))
    for name, zone in zones.items():
        drawn = board.zones.get(name)
        if drawn is not None and drawn.kind is ZoneKind.ENDZONE:
            _draw_endzone(pen, zone, look)
        else:
            owner = drawn.owner if drawn is not None else None
            _draw_zone(pen, zone, SEATS[owner.value] if owner is not None else EARTH)
    for seat, entries in board.entries.items():
        for name in entries:
            _draw_entry(pen, zones[name], zones[board.endzones[seat]], SEATS[seat.value])
    for x, turn in ((field.x_mm / 2 + 6, 270), (mat.width_mm - (mat.width_mm - field.right_mm) / 2 - 6, 90)):
        with pen.turned(turn, (x, field.middle[1])):
            pen.write_in_middle(
                NAME, (x, field.middle[1]), Font(FontFace.TITLE, 22), tint(lettering(EARTH), 0.5)
            )


def _draw_zone(pen: Pen, zone: Zone, colour: Colour) -> None:
    box = box_of(zone)
    pen.box(box.inset(0.8), tint(colour, 0.12), PenStroke(tint(colour, 0.5), 0.5), radius_mm=2)
    pen.write(
        zone.name, (zone.x_mm + 4, zone.y_mm + 10), Font(FontFace.NUMBER, 8.5), tint(lettering(colour), 0.6)
    )
    pen.disc(box.middle, 16, None, PenStroke(tint(colour, 0.3), 0.5, (2, 2)))


def _draw_endzone(pen: Pen, zone: Zone, look: MatStyle) -> None:
    """Stripes in the coach's colour, and whose it is along it."""
    colour = look.colour(zone.seat)
    box = box_of(zone).inset(0.8)
    pen.box(box, tint(colour, 0.16))
    stripe = PenStroke(tint(colour, 0.24), 6)
    with pen.within(box):
        for n in range(-int(box.width_mm // 17) - 1, int(box.height_mm // 17) + 2):
            y = box.y_mm + n * 17
            pen.line((box.x_mm, y + box.width_mm), (box.right_mm, y), stripe)
    pen.box(box, None, PenStroke(tint(colour, 0.65), 0.8), radius_mm=2)
    with pen.turned(zone.turn_deg, box.middle):
        seen = upright(box, zone.turn_deg)
        draw_title(
            pen,
            zone,
            look,
            Box(seen.x_mm + 8, seen.y_mm + 4, seen.width_mm - 16, 24),
            largest_mm=15,
            rise=0.5,
        )


def _draw_entry(pen: Pen, zone: Zone, endzone: Zone, colour: Colour) -> None:
    """An arrow at the edge of the field where players of a coach come on."""
    is_first = zone.y_mm <= endzone.y_mm
    x = zone.x_mm + zone.width_mm / 2
    y, down = (zone.y_mm + 3, 1) if is_first else (zone.y_mm + zone.height_mm - 3, -1)
    pen.shape(
        [(x - 9, y), (x + 9, y), (x, y + down * 11)], tint(colour, 0.4), PenStroke(tint(colour, 0.6), 0.5)
    )
