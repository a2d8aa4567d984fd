"""Draws Boufbowl's field as a mat: endzones, halves, neutral zones, and the places where players come on."""

from collections.abc import Mapping

from calibration.printing.box import Box, centred, enclose
from calibration.printing.colour import SEATS, Colour, tint
from calibration.printing.icons import draw_icon
from calibration.printing.mats.field_style import ON_PAPER, FieldStyle
from calibration.printing.mats.slots import draw_title
from calibration.printing.mats.style import MatStyle, around, box_of, lettering, upright
from calibration.printing.pen import Pen, PenStroke, Place
from calibration.printing.typeface import Font, FontFace
from companion.mat import Mat, Zone
from companion.rules.boufbowl.board import Board, Seat
from companion.rules.boufbowl.board import Zone as BoardZone
from companion.rules.boufbowl.rules import DESCRIPTION

ROLES = frozenset({"field"})
NAME = DESCRIPTION.title
WAY_MM = 4.0
"""Length of the arrow of a way that needs no majority."""
EARTH = Colour("#a98a63")


def draw_ground(pen: Pen, mat: Mat, look: MatStyle, board: Board) -> None:
    """Draws the field from the mat's zones and the board's data."""
    zones = {zone.name: zone for zone in mat.zones if zone.role == "field"}
    field = around(list(zones.values()))
    draw_field(pen, {name: box_of(zone) for name, zone in zones.items()}, board, ON_PAPER)
    for name, zone in zones.items():
        if _is_endzone(board, name):
            _name_endzone(pen, zone, look)
        else:
            place, colour = (zone.x_mm + 4, zone.y_mm + 10), _colour_of(board, name)
            pen.write(name, place, Font(FontFace.NUMBER, 8.5), tint(lettering(colour), 0.6))
    for x, turn in ((field.x_mm / 2 + 6, 270), (mat.width_mm - (mat.width_mm - field.right_mm) / 2 - 6, 90)):
        with pen.turned(turn, (x, field.middle[1])):
            pen.write_in_middle(
                NAME, (x, field.middle[1]), Font(FontFace.TITLE, 22), tint(lettering(EARTH), 0.5)
            )


def draw_field(pen: Pen, cells: Mapping[str, Box], board: Board, style: FieldStyle) -> None:
    """Draws zones, hatched endzones, free ways, entries and benches of these cells, without any text."""
    zones = {name: box for name, box in cells.items() if name in board.zones}
    pen.box(enclose(zones.values()).inset(-1.5), style.tint(EARTH, 0.25))
    for name, box in zones.items():
        colour = _colour_of(board, name)
        if _is_endzone(board, name):
            _draw_endzone(pen, box, colour, style)
        else:
            _draw_zone(pen, box, colour, style)
    for name, box in zones.items():
        if not _is_endzone(board, name):
            _draw_free_ways(pen, zones, box, board.zones[name], style)
    for seat, entries in board.entries.items():
        for name in entries:
            _draw_entry(pen, zones[name], zones[board.endzones[seat]], SEATS[seat.value], style)
    for seat in Seat:
        bench = cells.get(f"{seat.value}.bench")
        if bench is not None:
            _draw_bench(pen, bench, SEATS[seat.value], style)


def _is_endzone(board: Board, name: str) -> bool:
    return name in board.zones and board.is_endzone(name)


def _colour_of(board: Board, name: str) -> Colour:
    """Returns the colour of a zone: its owner's, an endzone's coach's, or that of the earth."""
    for seat, endzone in board.endzones.items():
        if name == endzone:
            return SEATS[seat.value]
    owner = board.zones[name].owner if name in board.zones else None
    return SEATS[owner.value] if owner is not None else EARTH


def _draw_bench(pen: Pen, box: Box, colour: Colour, style: FieldStyle) -> None:
    """Draws where players wait who are off the field."""
    pen.box(
        box.inset(0.8), style.tint(colour, 0.08), PenStroke(style.tint(colour, 0.4), 0.5, (3, 2)), radius_mm=3
    )
    side = min(box.height_mm * 0.5, 26.0)
    draw_icon(pen, "bench", centred(box.middle, side, side), style.tint(colour, 0.22), stroke=1.5)


def _draw_zone(pen: Pen, box: Box, colour: Colour, style: FieldStyle) -> None:
    pen.box(box.inset(0.8), style.tint(colour, 0.12), PenStroke(style.tint(colour, 0.5), 0.5), radius_mm=2)
    pen.disc(box.middle, 16, None, PenStroke(style.tint(colour, 0.3), 0.5, (2, 2)))


def _draw_free_ways(
    pen: Pen, zones: Mapping[str, Box], box: Box, drawn: BoardZone, style: FieldStyle
) -> None:
    """Draws small arrows to the zones that each coach's players may enter without the majority (p. 7)."""
    x, y = box.middle
    for seat, aside in ((Seat.RED, -1), (Seat.BLUE, 1)):
        for name in drawn.next:
            if name not in zones or name in drawn.forward.get(seat, ()):
                continue
            to = zones[name]
            across, down = _way((x, y), to)
            away = (box.width_mm if across else box.height_mm) / 2 - WAY_MM - 2.5
            tip_x, tip_y = x + across * (away + WAY_MM), y + down * (away + WAY_MM)
            side_x, side_y = aside * 6 * abs(down), aside * 6 * abs(across)
            base_x, base_y = tip_x - across * WAY_MM + side_x, tip_y - down * WAY_MM + side_y
            half = WAY_MM / 2
            corners = [
                (tip_x + side_x, tip_y + side_y),
                (base_x + half * down, base_y + half * across),
                (base_x - half * down, base_y - half * across),
            ]
            pen.shape(corners, style.tint(SEATS[seat.value], 0.6))


def _way(middle: Place, to: Box) -> tuple[int, int]:
    """Returns the direction of another zone, one step across or down."""
    across, down = to.middle[0] - middle[0], to.middle[1] - middle[1]
    if to.y_mm <= middle[1] <= to.bottom_mm or abs(across) > abs(down):
        return (1 if across > 0 else -1), 0
    return 0, (1 if down > 0 else -1)


def _draw_endzone(pen: Pen, whole: Box, colour: Colour, style: FieldStyle) -> None:
    """Draws stripes in the coach's colour."""
    box = whole.inset(0.8)
    pen.box(box, style.tint(colour, 0.16))
    stripe = PenStroke(style.tint(colour, 0.24), 6)
    with pen.within(box):
        for n in range(-int(box.width_mm // 17) - 1, int(box.height_mm // 17) + 2):
            y = box.y_mm + n * 17
            pen.line((box.x_mm, y + box.width_mm), (box.right_mm, y), stripe)
    pen.box(box, None, PenStroke(style.tint(colour, 0.65), 0.8), radius_mm=2)


def _name_endzone(pen: Pen, zone: Zone, look: MatStyle) -> None:
    """Writes the coach's name along an endzone."""
    box = box_of(zone).inset(0.8)
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


def _draw_entry(pen: Pen, box: Box, endzone: Box, colour: Colour, style: FieldStyle) -> None:
    """Draws an arrow at the edge of the field where a coach's players come on."""
    is_first = box.y_mm <= endzone.y_mm
    x = box.middle[0]
    y, down = (box.y_mm + 3, 1) if is_first else (box.bottom_mm - 3, -1)
    arrow = [(x - 9, y), (x + 9, y), (x, y + down * 11)]
    pen.shape(arrow, style.tint(colour, 0.4), PenStroke(style.tint(colour, 0.6), 0.5))
