"""Draws the fronts of OFUSAIDO's energies, actions, coaches and stadiums.

Footballers and occasions have modules of their own.
"""

from calibration.printing.box import Box, centred
from calibration.printing.colour import BERRY, GRASS, INK, PAPER, SKY, SOFT, Colour, legible_on, shade, tint
from calibration.printing.deck.emblem import draw_crest, initials_of
from calibration.printing.deck.frame import (
    SIDE,
    UPPER,
    CardStyle,
    CardText,
    Heading,
    draw_face,
    draw_sayings,
    draw_word,
    sides_by_kind,
)
from calibration.printing.icons import draw_icon
from calibration.printing.ofusaido.footballers import draw_keeper, draw_player, sayings_of
from calibration.printing.ofusaido.occasion import draw_occasion
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.typeface import Font, FontFace
from companion.rules.ofusaido.cards import (
    Action,
    Card,
    Coach,
    Energy,
    Goalkeeper,
    Occasion,
    Player,
    Stadium,
)
from companion.rules.ofusaido.cards import Colour as EnergyColour
from companion.rules.ofusaido.description import DESCRIPTION
from companion.words import Text, word

ENERGY_COLOURS = {
    EnergyColour.YELLOW: Colour("#f0c419"),
    EnergyColour.BLUE: Colour("#3f7fd0"),
    EnergyColour.RED: Colour("#d5402b"),
}
TIERS = {"green": GRASS, "orange": Colour("#e08a1e"), "red": BERRY}
TYPES = {"coach": "clipboard", "assistant": "support", "medic": "medic", "referee": "whistle"}
BACKS = {
    "player": "ball",
    "goalkeeper": "glove",
    "energy": "bolt",
    "occasion": "pitch",
    "action": "ball",
    "coach": "whistle",
    "stadium": "stadium",
}
"""Icon on the back of each kind of card. Players and actions have the same one, because they share a draw
pile."""


def draw_front(pen: Pen, card: Card, look: CardStyle) -> None:
    """Draws the front of any card of the game."""
    match card:
        case Player():
            draw_player(pen, card, look)
        case Goalkeeper():
            draw_keeper(pen, card, look)
        case Energy():
            _draw_energy(pen, card, look)
        case Occasion():
            draw_occasion(pen, card, look)
        case Action():
            _draw_action(pen, card, look)
        case Coach():
            _draw_coach(pen, card, look)
        case Stadium():
            _draw_stadium(pen, card, look)


sides = sides_by_kind(draw_front, DESCRIPTION.title, BACKS, GRASS)


def _draw_energy(pen: Pen, card: Energy, look: CardStyle) -> None:
    title = card.name if card.name.en or card.name.fr else Text("Energy")
    colour = ENERGY_COLOURS[card.colour]
    draw_face(pen, card.ref, Heading(title, "bolt"), look)
    pen.box(UPPER, tint(colour, 0.22), radius_mm=2)
    left, middle, right = UPPER.columns(3)
    for box, number, icon, named, field in (
        (left, card.attack, "shot", Text("attack"), "attack"),
        (right, card.defence, "shield", Text("defence"), "defence"),
    ):
        pen.part(field, box)
        pen.write_in_middle(
            f"{number}".replace("-", "\N{MINUS SIGN}"),
            (box.middle[0], box.y_mm + 11.5),
            Font(FontFace.TITLE, 21),
            INK,
        )
        draw_icon(pen, icon, centred((box.middle[0], box.bottom_mm - 9.4), 5.4, 5.4), SOFT)
        draw_word(
            pen,
            named,
            Box(box.x_mm, box.bottom_mm - 6.6, box.width_mm, 6),
            look.with_colour(SOFT),
            largest_mm=3.2,
        )
    pen.part("colour", middle)
    pen.disc(middle.middle, 8.6, colour, PenStroke(shade(colour, 0.4), 0.8))
    if card.whistle:
        draw_icon(pen, "whistle", centred(middle.middle, 11, 11), legible_on(colour))
    _draw_energy_side(pen, card, colour, look)


def _draw_energy_side(pen: Pen, card: Energy, colour: Colour, look: CardStyle) -> None:
    """Writes the colour by its name, for people who do not see it, and a whistle where the card has one."""
    band = Box(SIDE.x_mm, SIDE.y_mm, SIDE.width_mm, 12)
    pen.box(band, colour, radius_mm=2)
    pen.part("colour", band)
    pen.part("whistle", Box(SIDE.x_mm, SIDE.y_mm + 13, SIDE.width_mm, SIDE.height_mm - 13))
    named = look.with_colour(colour)
    draw_word(pen, word(card.colour.value), band.inset(1), named, largest_mm=5, is_on=True)
    if card.whistle:
        box = Box(SIDE.x_mm, SIDE.y_mm + 15, SIDE.width_mm, 14)
        draw_icon(pen, "whistle", box, INK)
        draw_word(pen, Text("whistle"), Box(box.x_mm, box.bottom_mm, box.width_mm, 7), look.with_colour(INK))


def _draw_action(pen: Pen, card: Action, look: CardStyle) -> None:
    colour = TIERS[card.tier]
    icon = TYPES.get(card.type or "", "clipboard")
    mine = look.with_colour(colour)
    draw_face(pen, card.ref, Heading(card.name, icon), mine)
    sayings = [CardText(effect.text, field=f"effects.{n}") for n, effect in enumerate(card.effects, 1)]
    draw_sayings(pen, sayings, UPPER, mine)
    band = Box(SIDE.x_mm, SIDE.y_mm, SIDE.width_mm, 10)
    pen.box(band, colour, radius_mm=2)
    draw_word(pen, word(card.tier), band.inset(1), mine, largest_mm=4.6, is_on=True)
    pen.part("tier", band)
    owners = Box(SIDE.x_mm, SIDE.y_mm + 12, SIDE.width_mm, 18)
    pen.part("type", owners)
    pen.part("base", Box(SIDE.x_mm, owners.bottom_mm, SIDE.width_mm, SIDE.bottom_mm - owners.bottom_mm))
    draw_crest(pen, owners, card.ref, look.colour, icon=icon)
    if card.base:
        draw_icon(pen, "star", Box(SIDE.x_mm, SIDE.bottom_mm - 7, SIDE.width_mm, 5), tint(colour, 0.7))


def _draw_coach(pen: Pen, card: Coach, look: CardStyle) -> None:
    draw_face(pen, card.ref, Heading(card.name or card.ref, "whistle"), look)
    sayings = [
        CardText(effect.text, when=when, field=field)
        for effect, when, field in (
            (card.permanent, Text("all match long"), "permanent"),
            (card.unique, Text("once in the match"), "unique"),
        )
        if effect is not None
    ]
    draw_sayings(pen, sayings, UPPER, look)
    draw_crest(
        pen,
        Box(SIDE.x_mm, SIDE.y_mm, SIDE.width_mm, 20),
        card.ref,
        look.colour,
        initials=initials_of(card.name),
    )
    draw_word(pen, Text("coach"), Box(SIDE.x_mm, SIDE.y_mm + 21, SIDE.width_mm, 8), look)
    pen.part("nationality", Box(SIDE.x_mm, SIDE.y_mm + 29, SIDE.width_mm, SIDE.height_mm - 29))
    pen.write_in_middle(card.nationality, (SIDE.middle[0], SIDE.y_mm + 33), Font(FontFace.NUMBER, 5), SOFT)


def _draw_stadium(pen: Pen, card: Stadium, look: CardStyle) -> None:
    mine = look.with_colour(GRASS)
    draw_face(pen, card.ref, Heading(card.name, "stadium"), mine)
    art = Box(UPPER.x_mm, UPPER.y_mm, UPPER.width_mm, 12)
    pen.box(art, tint(SKY, 0.3), radius_mm=1.5)
    with pen.within(art, 1.5):
        _draw_stands(pen, art)
    below = Box(UPPER.x_mm, art.bottom_mm + 1, UPPER.width_mm, UPPER.height_mm - 13)
    draw_sayings(pen, sayings_of(card.effects), below, mine)
    draw_crest(pen, Box(SIDE.x_mm, SIDE.y_mm, SIDE.width_mm, 20), card.ref, GRASS, icon="stadium")
    pen.part("market", Box(SIDE.x_mm, SIDE.y_mm + 20, SIDE.width_mm, SIDE.height_mm - 20))
    if card.market is not None:
        box = Box(SIDE.x_mm, SIDE.y_mm + 22, SIDE.width_mm, 7)
        pen.write_in_middle(str(card.market), (box.middle[0], box.middle[1]), Font(FontFace.TITLE, 8), INK)
        draw_word(
            pen, Text("points a team"), Box(box.x_mm, box.bottom_mm, box.width_mm, 8), mine, largest_mm=3.2
        )


def _draw_stands(pen: Pen, box: Box) -> None:
    """Draws a stadium from the side: stands, flags, and the pitch in front of them."""
    middle, ground = box.middle[0], box.bottom_mm
    for n, share in enumerate((1.0, 0.78, 0.56)):
        half, top = box.width_mm * 0.42 * share, ground - 2.5 - 2.4 * (n + 1)
        places = [
            (middle - half, ground),
            (middle - half * 0.9, top),
            (middle + half * 0.9, top),
            (middle + half, ground),
        ]
        pen.shape(places, tint(SOFT, 0.35 + 0.18 * n), PenStroke(PAPER, 0.3))
    for n in range(-2, 3):
        x = middle + n * 9
        pen.line((x, ground - 8), (x, ground - 11.2), PenStroke(SOFT, 0.3))
        pen.shape([(x, ground - 11.2), (x + 2.6, ground - 10.4), (x, ground - 9.6)], BERRY)
    pen.box(Box(box.x_mm, ground - 2.6, box.width_mm, 2.6), GRASS)
