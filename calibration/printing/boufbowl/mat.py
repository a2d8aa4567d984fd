"""Draws Boufbowl's field as a mat, and the markers of its box."""

from collections.abc import Mapping
from functools import partial

from calibration.printing.codes import make_tag_of_side
from calibration.printing.deck.frame import CardStyle, draw_word
from calibration.printing.game_print import PartsRequest
from calibration.printing.icons import draw_icon
from calibration.printing.mats.field_style import ON_PAPER, FieldStyle
from calibration.printing.mats.style import MatStyle, around, box_of, draw_title, lettering, upright
from calibration.printing.paper import Box, centred, enclose
from calibration.printing.pen import Pages, Pen, PenStroke
from calibration.printing.sheets import CardSides, Drawing, SheetGrid, print_cards
from calibration.printing.typeface import PAPER, SEATS, Colour, Font, FontFace, legible_on, shade, tint
from calibration.printing.typesetting import PrintLanguage
from companion.mat import Mat, Zone
from companion.outlines import Place
from companion.rules.boufbowl.board import Board, Seat
from companion.rules.boufbowl.board import Zone as BoardZone
from companion.rules.boufbowl.rules import DESCRIPTION
from companion.words import Text

ROLES = frozenset({"field"})
NAME = DESCRIPTION.title
WAY_MM = 4.0
"""Length of the arrow of a way that needs no majority."""
EARTH = Colour("#a98a63")


def draw_ground(pen: Pen, mat: Mat, look: MatStyle, board: Board) -> None:
    """Draw the field from the mat's zones and the board's data."""
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
    """Draw zones, hatched endzones, free ways, entries and benches of these cells, without any text."""
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
    """Return the colour of a zone: its owner's, an endzone's coach's, or that of the earth."""
    for seat, endzone in board.endzones.items():
        if name == endzone:
            return SEATS[seat.value]
    owner = board.zones[name].owner if name in board.zones else None
    return SEATS[owner.value] if owner is not None else EARTH


def _draw_bench(pen: Pen, box: Box, colour: Colour, style: FieldStyle) -> None:
    """Draw where players wait who are off the field."""
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
    """Draw small arrows to the zones that each coach's players may enter without the majority (p. 7)."""
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
    """Return the direction of another zone, one step across or down."""
    across, down = to.middle[0] - middle[0], to.middle[1] - middle[1]
    if to.y_mm <= middle[1] <= to.bottom_mm or abs(across) > abs(down):
        return (1 if across > 0 else -1), 0
    return 0, (1 if down > 0 else -1)


def _draw_endzone(pen: Pen, whole: Box, colour: Colour, style: FieldStyle) -> None:
    """Draw stripes in the coach's colour."""
    box = whole.inset(0.8)
    pen.box(box, style.tint(colour, 0.16))
    stripe = PenStroke(style.tint(colour, 0.24), 6)
    with pen.within(box):
        for n in range(-int(box.width_mm // 17) - 1, int(box.height_mm // 17) + 2):
            y = box.y_mm + n * 17
            pen.line((box.x_mm, y + box.width_mm), (box.right_mm, y), stripe)
    pen.box(box, None, PenStroke(style.tint(colour, 0.65), 0.8), radius_mm=2)


def _name_endzone(pen: Pen, zone: Zone, look: MatStyle) -> None:
    """Write the coach's name along an endzone."""
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
    """Draw an arrow at the edge of the field where a coach's players come on."""
    is_first = box.y_mm <= endzone.y_mm
    x = box.middle[0]
    y, down = (box.y_mm + 3, 1) if is_first else (box.bottom_mm - 3, -1)
    arrow = [(x - 9, y), (x + 9, y), (x, y + down * 11)]
    pen.shape(arrow, style.tint(colour, 0.4), PenStroke(style.tint(colour, 0.6), 0.5))


# --- parts
# Draws the markers of Boufbowl's box: stunned and K.O. back to back, fervour, and a ball on the ground and in the air.

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


def draw_parts(pages: Pages, order: PartsRequest) -> None:
    """Draw all markers, which are the same for every set-up."""
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
    """Draw a round marker with its word."""
    box = Box(0, 0, MARKER_MM, MARKER_MM)
    radius = min(box.width_mm, box.height_mm) / 2 - 0.8
    pen.disc(box.middle, radius, colour, PenStroke(shade(colour, 0.4), 0.4))
    pen.disc(box.middle, radius - 1.4, None, PenStroke(tint(colour, 0.5), 0.4))
    word = Box(box.x_mm + 3, box.y_mm + 8, box.width_mm - 6, box.height_mm - 16)
    draw_word(pen, text, word, CardStyle(language, colour), is_on=True)


def _draw_ball(pen: Pen, *, text: Text, colour: Colour, language: PrintLanguage) -> None:
    """Draw a face of the ball: its tag, and where the ball is when this face is up."""
    box = Box(0, 0, BALL_MM, BALL_MM)
    pen.box(box.inset(0.4), tint(colour, 0.35), PenStroke(shade(colour, 0.3), 0.4), radius_mm=3)
    tag = make_tag_of_side(BALL_TAG, BALL_TAG_MM)
    corner = (box.middle[0] - tag.whole_mm / 2, box.y_mm + 1.6)
    pen.box(Box(*corner, tag.whole_mm, tag.whole_mm), PAPER)
    tag.draw(pen, corner)
    word = Box(box.x_mm + 1.5, box.bottom_mm - 6.6, box.width_mm - 3, 5.8)
    draw_word(pen, text, word, CardStyle(language, legible_on(tint(colour, 0.35))), largest_mm=3.2)
