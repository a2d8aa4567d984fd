"""Draws the front of an occasion card: its zones on a small pitch, the starting zone, and the targets of its shots."""

from collections.abc import Mapping, Sequence

from calibration.printing.deck.frame import SIDE, UPPER, CardStyle, Heading, dark, draw_face, draw_word
from calibration.printing.icons import draw_icon
from calibration.printing.paper import Box, centred
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.typeface import (
    GRASS,
    INK,
    PAPER,
    SOFT,
    Colour,
    Font,
    FontFace,
    legible_on,
    shade,
    tint,
)
from calibration.printing.typesetting import NBSP, TextStyle, set_text
from companion.rules.ofusaido.cards import Ideal, Occasion, Shot, Target, Zone, columns_of
from companion.words import Text

NEAR, LONG = Colour("#3f7fd0"), Colour("#2f9e6b")
"""Colours of shots: blue from inside the box, green from afar (rulebook §08)."""
SHOTS = {Shot.NEAR: Text("shot in the box"), Shot.LONG: Text("long shot")}
WAYS_MM = 3.6
SIGN_MM = 2.9
LARGEST_MM, SMALLEST_MM = 2.9, 1.8
WIDEST_MM = 27.0
"""Largest width of a zone's box, so that two fit side by side on a pitch."""
SCHOOL_MM = 7.0
"""Height of the mark that says whether the football school plays an occasion."""


def draw_occasion(pen: Pen, card: Occasion, look: CardStyle) -> None:
    """Draw the whole front."""
    pitch = look.with_colour(GRASS)
    draw_face(pen, card.ref, Heading(card.name, "pitch"), pitch)
    _draw_pitch(pen, UPPER)
    places = places_of(card, UPPER.inset(1.0))
    for zone in card.zones:
        for other in zone.next:
            _draw_way(pen, places[zone.id], places[other])
    for zone in card.zones:
        _draw_zone(pen, zone, places[zone.id], is_start=zone.id in card.starts)
    for n, zone in enumerate(card.zones, 1):
        pen.part(f"zones.{n}", places[zone.id])
    side = SIDE
    if card.ecole is not None:
        side = Box(SIDE.x_mm, SIDE.y_mm, SIDE.width_mm, SIDE.height_mm - SCHOOL_MM - 1)
        _draw_school(
            pen, Box(SIDE.x_mm, side.bottom_mm + 1, SIDE.width_mm, SCHOOL_MM), pitch, is_for=card.ecole
        )
    _draw_shots(pen, [zone for zone in card.zones if zone.shot], side, pitch)


def places_of(card: Occasion, box: Box) -> dict[str, Box]:
    """Return the box of each zone: rows from the bottom up, columns as the card says or in order."""
    rows = sorted({zone.row for zone in card.zones}, reverse=True)
    bands = dict(zip(rows, box.rows(len(rows), 0.9), strict=True))
    places = {}
    for row, band in bands.items():
        zones = [zone for zone in card.zones if zone.row == row]
        width = min(WIDEST_MM, (band.width_mm - 0.8 * (len(zones) - 1)) / len(zones))
        for zone, column in zip(zones, columns_of(zones), strict=True):
            x = band.x_mm + column / 2 * (band.width_mm - width)
            places[zone.id] = Box(
                x, band.middle[1] - min(band.height_mm, 9.4) / 2, width, min(band.height_mm, 9.4)
            )
    return places


def _draw_pitch(pen: Pen, box: Box) -> None:
    line = PenStroke(tint(GRASS, 0.45), 0.4)
    pen.box(box, tint(GRASS, 0.28), radius_mm=1.5)
    with pen.within(box, 1.5):
        for n in range(0, 6, 2):
            pen.box(
                Box(box.x_mm + n * box.width_mm / 6, box.y_mm, box.width_mm / 6, box.height_mm),
                tint(GRASS, 0.22),
            )
        middle = box.middle[0]
        pen.box(Box(middle - 17, box.y_mm - 1, 34, 11), None, line)
        pen.box(Box(middle - 8, box.y_mm - 1, 16, 5), None, line)
        pen.disc((middle, box.bottom_mm), 8, None, line)


def _draw_way(pen: Pen, start: Box, end: Box) -> None:
    pen.line(start.middle, end.middle, PenStroke(PAPER, 1.5))
    pen.line(start.middle, end.middle, PenStroke(shade(GRASS, 0.35), 0.6))


def _draw_zone(pen: Pen, zone: Zone, box: Box, *, is_start: bool) -> None:
    """Draw a zone: its letter, its ideal posts and lines, a shot or a multiplier.

    The attack's posts stand above the defence's.
    """
    colour = (
        {Shot.NEAR: NEAR, Shot.LONG: LONG}.get(zone.shot, shade(GRASS, 0.4))
        if zone.shot
        else shade(GRASS, 0.4)
    )
    pen.box(box, PAPER, PenStroke(colour, 0.6 if is_start else 0.35), radius_mm=1.2)
    letter = Box(box.x_mm, box.y_mm, 4.2, box.height_mm)
    pen.box(letter, colour, radius_mm=1.2)
    pen.write_in_middle(
        zone.id.upper(),
        (letter.middle[0], letter.middle[1] - (1.0 if zone.times > 1 else 0)),
        Font(FontFace.TITLE, 4.4),
        PAPER,
    )
    if zone.times > 1:
        pen.write_in_middle(
            f"×{zone.times}", (letter.middle[0], letter.bottom_mm - 1.7), Font(FontFace.TITLE, 2.6), PAPER
        )
    room = Box(
        letter.right_mm + 0.5, box.y_mm + 0.3, box.width_mm - letter.width_mm - 0.8, box.height_mm - 0.6
    )
    if zone.next:
        ways = Box(room.right_mm - WAYS_MM, room.y_mm, WAYS_MM, room.height_mm)
        room = Box(room.x_mm, room.y_mm, room.width_mm - WAYS_MM - 0.3, room.height_mm)
        _draw_ways(pen, zone.next, ways, colour)
    _draw_ideals(pen, zone, room)


def _draw_ideals(pen: Pen, zone: Zone, box: Box) -> None:
    """Write both sides' ideal posts and lines in one size, each on one line unless that is too small."""
    ideals = [ideal_words(zone.attack), ideal_words(zone.defence)]
    rows = box.rows(2)
    width = box.width_mm - SIGN_MM
    widest = max(Font(FontFace.STRONG, 1.0).width_mm(words) for words in ideals)
    size = max(SMALLEST_MM, min(LARGEST_MM, width / widest))
    for row, icon, words in zip(rows, ("shot", "shield"), ideals, strict=True):
        draw_icon(pen, icon, centred((row.x_mm + 1.2, row.middle[1]), 2.3, 2.3), SOFT, stroke=2.6)
        place = Box(row.x_mm + SIGN_MM, row.y_mm, width, row.height_mm)
        set_text(pen, words, place, TextStyle(FontFace.STRONG, size, 1.4, INK, rise=0.5, most_lines=2))


def _draw_ways(pen: Pen, zones: Sequence[str], box: Box, colour: Colour) -> None:
    """Draw an arrow, and the zones where the ball may go from here."""
    up, below = box.rows(2)
    draw_icon(pen, "up", centred(up.middle, 2.6, 2.6), colour, stroke=3)
    set_text(pen, " ".join(zones), below, TextStyle(FontFace.TITLE, 3.0, 1.5, colour, align=0.5, rise=0.5))


def ideal_words(ideal: Ideal) -> str:
    """Write the ideal posts and lines with their bonus: `MO/MC +2 MIL +1`."""
    parts = [
        f"{'/'.join(names)}{NBSP}+{bonus}" for names, bonus in ((ideal.posts, 2), (ideal.lines, 1)) if names
    ]
    return " ".join(parts) or "–"


def _draw_school(pen: Pen, box: Box, look: CardStyle, *, is_for: bool) -> None:
    """Mark an occasion that only the football school plays, or that it never plays (§08)."""
    ground = GRASS if is_for else tint(SOFT, 0.16)
    pen.box(box, ground, radius_mm=1.2)
    pen.part("ecole", box)
    sign = Box(box.x_mm + 0.8, box.y_mm, 4.2, box.height_mm)
    draw_icon(pen, "star" if is_for else "no", centred(sign.middle, 3.6, 3.6), legible_on(ground), stroke=2.6)
    words = Box(sign.right_mm + 0.5, box.y_mm + 0.4, box.right_mm - sign.right_mm - 1.2, box.height_mm - 0.8)
    says = Text("football school only") if is_for else Text("not in the football school")
    draw_word(pen, says, words, CardStyle(look.language, ground), largest_mm=3.2, is_on=True)


def _draw_shots(pen: Pen, zones: list[Zone], box: Box, look: CardStyle) -> None:
    """Draw a goal beside each shooting zone, with the areas where the ball may go."""
    rows = box.rows(max(2, len(zones)), 1.2)
    for zone, row in zip(zones, rows, strict=False):
        colour = NEAR if zone.shot is Shot.NEAR else LONG
        goal = Box(row.x_mm + 4.6, row.y_mm + 0.8, row.width_mm - 4.6, min(9.5, row.height_mm - 5.5))
        draw_goal(pen, goal, dict.fromkeys(zone.targets, ""), colour)
        pen.write_in_middle(
            zone.id.upper(), (row.x_mm + 2, goal.middle[1]), Font(FontFace.TITLE, 5), dark(colour)
        )
        said = Box(row.x_mm, goal.bottom_mm + 0.6, row.width_mm, row.bottom_mm - goal.bottom_mm - 0.6)
        said = Box(said.x_mm, said.y_mm, said.width_mm, min(said.height_mm, 7))
        if zone.shot is not None:
            draw_word(pen, SHOTS[zone.shot], said, look.with_colour(colour), largest_mm=3.2)


def draw_goal(pen: Pen, box: Box, marked: Mapping[Target, str], colour: Colour) -> None:
    """Draw a goal of six areas; the marked areas are filled and show their text."""
    rows = [band.columns(3) for band in box.rows(2)]
    for target in Target:
        down, across = target.value.split("_")
        cell = rows[down == "bottom"][("left", "centre", "right").index(across)].inset(0.25)
        is_marked = target in marked
        pen.box(cell, colour if is_marked else tint(SOFT, 0.1), PenStroke(tint(SOFT, 0.4), 0.15))
        if marked.get(target):
            pen.write_in_middle(
                marked[target].replace("-", "\N{MINUS SIGN}"),
                cell.middle,
                Font(FontFace.TITLE, cell.height_mm * 0.8),
                PAPER,
            )
    post = PenStroke(INK, 0.6)
    pen.shape(
        [
            (box.x_mm, box.bottom_mm),
            (box.x_mm, box.y_mm),
            (box.right_mm, box.y_mm),
            (box.right_mm, box.bottom_mm),
        ],
        None,
        post,
        is_closed=False,
    )
