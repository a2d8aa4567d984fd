"""Draws OFUSAIDO's cards as mini faces: who it is, and the numbers of a duel, in large print."""

from functools import partial

from calibration.printing.deck.frame import (
    BODY,
    CardStyle,
    CardText,
    Heading,
    dark,
    draw_chip,
    draw_ground,
    draw_mini_back,
    draw_mini_frame,
    draw_mini_texts,
    draw_number,
    draw_word,
)
from calibration.printing.icons import draw_icon
from calibration.printing.ofusaido.deck import BACKS, DEFENDS, ENERGY_COLOURS, ICONS, TIERS, TYPES, sayings_of
from calibration.printing.ofusaido.occasion import LONG, NEAR, draw_goal, places_of
from calibration.printing.paper import MINI_MM, Box, centred
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.sheets import CardSides
from calibration.printing.typeface import GRASS, INK, PAPER, SOFT, Font, FontFace, legible_on, shade, tint
from companion.rules.ofusaido.cards import (
    Action,
    Card,
    Coach,
    Energy,
    Goalkeeper,
    Occasion,
    Player,
    Shot,
    Stadium,
    Stat,
)
from companion.words import Text, word


def draw_mini(pen: Pen, card: Card, look: CardStyle) -> None:
    """Draw the mini face of any card of the game."""
    match card:
        case Player():
            _draw_player(pen, card, look)
        case Goalkeeper():
            _draw_keeper(pen, card, look)
        case Energy():
            _draw_energy(pen, card, look)
        case Occasion():
            _draw_occasion(pen, card, look.with_colour(GRASS))
        case Action():
            _draw_action(pen, card, look)
        case Coach():
            _draw_coach(pen, card, look)
        case Stadium():
            _draw_stadium(pen, card, look.with_colour(GRASS))


def minis(card: Card, look: CardStyle) -> CardSides:
    """Make the mini faces of a card: of an energy, which lies face down in a duel, its back too."""
    back = (
        partial(draw_mini_back, icon=BACKS[card.kind], colour=look.colour) if card.kind == "energy" else None
    )
    return CardSides(partial(draw_mini, card=card, look=look), back)


def _draw_player(pen: Pen, card: Player, look: CardStyle) -> None:
    """Draw posts and skills on the left, the six abilities on the right; what counts now is filled."""
    draw_mini_frame(pen, Heading(card.name or card.ref, "ball", str(card.level)), look)
    left = Box(BODY.x_mm, BODY.y_mm, 15.0, BODY.height_mm)
    chips = left.rows(3, 1.2)
    for post, chip in zip(card.posts, chips, strict=False):
        draw_chip(pen, post, chip, dark(look.colour))
    for icon, box in zip(card.icons, chips[-1].columns(2), strict=False):
        if len(card.posts) < len(chips):
            draw_icon(pen, ICONS[icon], box.inset(0.6), dark(look.colour), stroke=2.6)
    numbers = {stat: int(getattr(card.stats, stat.value)) for stat in Stat}
    best = [stat for stat, number in numbers.items() if number == max(numbers.values())]
    filled = best if look.counts is None else [stat for stat in Stat if stat.value == look.counts]
    right = Box(left.right_mm + 1.6, BODY.y_mm, BODY.right_mm - left.right_mm - 1.6, BODY.height_mm)
    cells = [cell for row in right.rows(2, 1.2) for cell in row.columns(3, 1.2)]
    for cell, (stat, number) in zip(cells, numbers.items(), strict=True):
        pale = tint(SOFT, 0.1) if stat in DEFENDS else tint(look.colour, 0.16)
        ground = look.colour if stat in filled else pale
        pen.box(cell, ground, radius_mm=1.4)
        ink = legible_on(ground)
        pen.write(stat.value, (cell.x_mm + 0.9, cell.y_mm + 3.6), Font(FontFace.LABEL, 3.9), ink)
        place = (cell.right_mm - 1.1, cell.bottom_mm - 1.4)
        pen.write(str(number), place, Font(FontFace.TITLE, 10.4), ink, align=1)


def _draw_keeper(pen: Pen, card: Goalkeeper, look: CardStyle) -> None:
    draw_mini_frame(pen, Heading(card.name or card.ref, "glove", str(card.level)), look)
    left = Box(BODY.x_mm, BODY.y_mm, 20.0, BODY.height_mm)
    pen.box(left, look.colour, radius_mm=1.8)
    pen.write_in_middle(str(card.save), left.middle, Font(FontFace.TITLE, 24), legible_on(look.colour))
    right = Box(left.right_mm + 2, BODY.y_mm + 1, BODY.right_mm - left.right_mm - 3, BODY.height_mm - 2)
    told = {target: f"{number:+d}" for target, number in card.targets.items() if number}
    draw_goal(pen, right, told, SOFT)


def _draw_energy(pen: Pen, card: Energy, look: CardStyle) -> None:
    """Draw the whole face in the energy's colour, with its two numbers, its name and its whistle."""
    colour = ENERGY_COLOURS[card.colour]
    pen.box(Box(0, 0, *MINI_MM), tint(colour, 0.35))
    band = Box(0, MINI_MM[1] - 9.5, MINI_MM[0], 9.5)
    pen.box(band, colour)
    named = look.with_colour(colour)
    name = Box(band.x_mm + 2, band.y_mm + 1, 30, band.height_mm - 2)
    draw_word(pen, word(card.colour.value), name, named, largest_mm=6.4, is_on=True)
    place = (band.right_mm - 2.4, band.middle[1] + 1.6)
    pen.write(card.ref, place, Font(FontFace.NUMBER, 4.6), legible_on(colour), align=1)
    upper = Box(2, 2, MINI_MM[0] - 4, band.y_mm - 4)
    left, middle, right = upper.columns(3)
    for box, number, icon in ((left, card.attack, "shot"), (right, card.defence, "shield")):
        draw_number(pen, number, icon, box, size_mm=23.0 if number >= 0 else 19.0)
    pen.disc(middle.middle, 9.0, colour, PenStroke(shade(colour, 0.45), 0.9))
    if card.whistle:
        draw_icon(pen, "whistle", centred(middle.middle, 12.5, 12.5), legible_on(colour), stroke=2.4)


def _draw_occasion(pen: Pen, card: Occasion, look: CardStyle) -> None:
    """Draw the zones with their letters only; starts have a thick rim, zones that shoot the shot's colour."""
    draw_mini_frame(pen, Heading(card.name, "pitch"), look)
    draw_ground(pen, GRASS, 0.3)
    places = places_of(card, BODY)
    for zone in card.zones:
        for other in zone.next:
            pen.line(places[zone.id].middle, places[other].middle, PenStroke(PAPER, 1.6))
    for zone in card.zones:
        colour = {Shot.NEAR: NEAR, Shot.LONG: LONG}[zone.shot] if zone.shot else shade(GRASS, 0.4)
        middle = places[zone.id].middle
        box = centred(middle, 13.0, min(places[zone.id].height_mm, 7.2))
        pen.box(box, colour, PenStroke(PAPER, 0.9 if zone.id in card.starts else 0.3), radius_mm=1.6)
        said = f"{zone.id.upper()} ×{zone.times}" if zone.times > 1 else zone.id.upper()
        pen.write_in_middle(said, middle, Font(FontFace.TITLE, box.height_mm * 0.86), PAPER)


def _draw_action(pen: Pen, card: Action, look: CardStyle) -> None:
    mine = look.with_colour(TIERS[card.tier])
    draw_mini_frame(pen, Heading(card.name, TYPES.get(card.type or "", "clipboard")), mine)
    draw_mini_texts(pen, [CardText(effect.text) for effect in card.effects], BODY, mine)


def _draw_coach(pen: Pen, card: Coach, look: CardStyle) -> None:
    draw_mini_frame(pen, Heading(card.name or card.ref, "whistle"), look)
    sayings = [
        CardText(effect.text, when=when)
        for effect, when in (
            (card.permanent, Text("all match long")),
            (card.unique, Text("once in the match")),
        )
        if effect is not None
    ]
    draw_mini_texts(pen, sayings, BODY, look)


def _draw_stadium(pen: Pen, card: Stadium, look: CardStyle) -> None:
    draw_mini_frame(pen, Heading(card.name, "stadium", "" if card.market is None else str(card.market)), look)
    sayings = sayings_of(card.effects)
    if sayings:
        draw_mini_texts(pen, sayings, BODY, look)
    else:
        draw_icon(pen, "stadium", BODY, tint(INK, 0.5))
