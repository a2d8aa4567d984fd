"""Draws the fronts of Boufbowl's cards: players, actions, powers and trainings."""

from calibration.printing.box import Box, centred
from calibration.printing.colour import INK, Colour, legible_on, shade, tint
from calibration.printing.deck.emblem import draw_crest, initials_of
from calibration.printing.deck.frame import (
    SIDE,
    UPPER,
    CardStyle,
    CardText,
    Heading,
    dark,
    draw_face,
    draw_sayings,
    draw_word,
    sides_by_kind,
)
from calibration.printing.icons import draw_icon
from calibration.printing.pen import Pen
from calibration.printing.typeface import Font, FontFace
from companion.rules.boufbowl.cards import (
    Action,
    Card,
    CardBonus,
    Moment,
    Player,
    Post,
    Power,
    Slot,
    TeamTraining,
)
from companion.rules.boufbowl.rules import DESCRIPTION
from companion.words import Text, word

POSTS = {Post.BRUISER: "fist", Post.RUNNER: "run", Post.PASSER: "pass"}
POST_NAMES = {Post.BRUISER: Text("bruiser"), Post.RUNNER: Text("runner"), Post.PASSER: Text("passer")}
MOMENTS = {
    Moment.PICK_UP: "ball",
    Moment.TRY: "flag",
    Moment.PASS: "pass",
    Moment.CHANDELLE: "up",
    Moment.TACKLE: "fist",
}
SLOTS = {Slot.PASS: "pass", Slot.TACKLE: "fist", Slot.SPRINT: "run"}
FERVOUR = Colour("#8a5bb5")
SIDES = {"bonta": Colour("#6fa8dc"), "brakmar": Colour("#a83a3a")}
EARTH = Colour("#a98a63")
SORTED_BY_LETTER = (Action, Player)
BACKS = {"player": "ball", "action": "card", "power": "power", "training": "weight"}
GAINS = (("star", "star"), ("die", "die"), ("damage", "skull"))


def draw_front(pen: Pen, card: Card, look: CardStyle) -> None:
    """Draws the front of any card of the game."""
    match card:
        case Player():
            _draw_player(pen, card, look)
        case Action():
            _draw_action(pen, card, look)
        case Power():
            _draw_power(pen, card, look)
        case TeamTraining():
            _draw_training(pen, card, look)


sides = sides_by_kind(draw_front, DESCRIPTION.title, BACKS, EARTH)


def _draw_player(pen: Pen, card: Player, look: CardStyle) -> None:
    draw_face(pen, card.ref, Heading(card.name or card.ref, POSTS[card.post]), look)
    sayings = [CardText(card.power.text, "star", field="power")] if card.power is not None else []
    if card.injured_power is not None:
        sayings.append(CardText(card.injured_power.text, "skull", Text("injured"), "injured_power"))
    art = Box(UPPER.x_mm, UPPER.y_mm, 22, UPPER.height_mm)
    pen.box(art, tint(look.colour, 0.18), radius_mm=1.5)
    draw_crest(pen, centred(art.middle, 20.5, 20.5), card.ref, look.colour, initials=initials_of(card.name))
    draw_sayings(
        pen,
        sayings,
        Box(art.right_mm + 1, UPPER.y_mm, UPPER.width_mm - art.width_mm - 1, UPPER.height_mm),
        look,
    )
    _draw_post(pen, card.post, look)
    pen.part("captain", Box(SIDE.x_mm, SIDE.y_mm + 25, SIDE.width_mm, SIDE.height_mm - 25))
    if card.captain:
        crown = Box(SIDE.x_mm, SIDE.y_mm + 25, SIDE.width_mm, 8)
        draw_icon(pen, "crown", crown, Colour("#c9971c"))
        draw_word(pen, Text("captain"), Box(SIDE.x_mm, crown.bottom_mm, SIDE.width_mm, 6.5), look)


def _draw_post(pen: Pen, post: Post, look: CardStyle) -> None:
    """Draws a player's post: its icon on the colour, its name below."""
    band = Box(SIDE.x_mm, SIDE.y_mm, SIDE.width_mm, 16)
    pen.box(band, look.colour, radius_mm=2)
    pen.part("post", Box(SIDE.x_mm, SIDE.y_mm, SIDE.width_mm, 24))
    draw_icon(pen, POSTS[post], band.inset(2), legible_on(look.colour))
    draw_word(pen, POST_NAMES[post], Box(SIDE.x_mm, band.bottom_mm + 0.5, SIDE.width_mm, 7.5), look)


def _draw_action(pen: Pen, card: Action, look: CardStyle) -> None:
    draw_face(pen, card.ref, Heading(card.name, "card"), look)
    effect = card.effect
    art = Box(UPPER.x_mm, UPPER.y_mm, UPPER.width_mm, 13 if effect is not None else UPPER.height_mm)
    _draw_bonus(pen, card.bonus, art, look)
    if effect is not None:
        below = Box(UPPER.x_mm, art.bottom_mm + 1, UPPER.width_mm, UPPER.height_mm - art.height_mm - 1)
        draw_sayings(
            pen, [CardText(effect.text, "bolt" if effect.instant else "", field="effect")], below, look
        )
    _draw_moments(pen, card.bonus, look)


def _draw_bonus(pen: Pen, bonus: CardBonus, box: Box, look: CardStyle) -> None:
    """Draws what the card adds: stars, dice, damage dice."""
    pen.box(box, tint(look.colour, 0.18), radius_mm=1.5)
    pen.part("bonus.star", box)
    gains = [(getattr(bonus, name), icon, name) for name, icon in GAINS if getattr(bonus, name)]
    size = min(10.0, box.height_mm - 3)
    for column, (number, icon, name) in zip(box.columns(max(1, len(gains))), gains, strict=False):
        pen.part(f"bonus.{name}", column)
        x, y = column.middle
        plus = Font(FontFace.TITLE, size * 1.05)
        pen.write(f"+{number}", (x - 1, y + plus.capitals_mm / 2), plus, INK, align=1)
        draw_icon(pen, icon, Box(x + 0.6, y - size / 2, size, size), dark(look.colour))


def _draw_moments(pen: Pen, bonus: CardBonus, look: CardStyle) -> None:
    """Draws when the card may be used."""
    pen.part("bonus.on", SIDE)
    for row, moment in zip(SIDE.rows(max(4, len(bonus.on)), 0.8), bonus.on, strict=False):
        pen.box(row, tint(look.colour, 0.2), radius_mm=1.4)
        icon = Box(row.x_mm + 1.2, row.y_mm + 1.4, row.height_mm - 2.8, row.height_mm - 2.8)
        draw_icon(pen, MOMENTS[moment], icon, dark(look.colour), stroke=2.4)
        words = Box(
            icon.right_mm + 0.6, row.y_mm + 0.4, row.right_mm - icon.right_mm - 1.2, row.height_mm - 0.8
        )
        draw_word(pen, word(moment.value), words, look.with_colour(INK), largest_mm=3.4)


def _draw_power(pen: Pen, card: Power, look: CardStyle) -> None:
    mine = look.with_colour(FERVOUR)
    draw_face(pen, card.ref, Heading(card.name, "power", str(card.intensity), badge_field="intensity"), mine)
    art = Box(UPPER.x_mm, UPPER.y_mm, 20, UPPER.height_mm)
    pen.box(art, tint(FERVOUR, 0.16), radius_mm=1.5)
    draw_crest(pen, Box(art.x_mm + 1, art.y_mm + 1, 18, 18), card.ref, FERVOUR, icon="power")
    for n in range(card.intensity):
        middle = (art.middle[0] + (n - (card.intensity - 1) / 2) * 5.6, art.bottom_mm - 5.2)
        draw_icon(pen, "bolt", centred(middle, 5.6, 5.6), shade(FERVOUR, 0.2))
    beside = Box(art.right_mm + 1, UPPER.y_mm, UPPER.width_mm - art.width_mm - 1, UPPER.height_mm)
    icon = SLOTS[card.extra_action] if card.extra_action is not None else ""
    draw_sayings(pen, [CardText(card.effect.text, icon, field="effect")], beside, mine)
    _draw_post(pen, card.post, mine)


def _draw_training(pen: Pen, card: TeamTraining, look: CardStyle) -> None:
    mine = look.with_colour(SIDES[card.side])
    draw_face(pen, card.ref, Heading(card.name, "weight"), mine)
    draw_sayings(pen, [CardText(card.effect.text, "weight", field="effect")], UPPER, mine)
    draw_crest(pen, Box(SIDE.x_mm, SIDE.y_mm, SIDE.width_mm, 20), card.ref, mine.colour, icon="weight")
    pen.box(Box(SIDE.x_mm, SIDE.y_mm + 22, SIDE.width_mm, 8), mine.colour, radius_mm=1.6)
    pen.part("side", SIDE)
    pen.write_in_middle(
        card.side.capitalize(),
        (SIDE.middle[0], SIDE.y_mm + 26),
        Font(FontFace.TITLE, 4.6),
        legible_on(mine.colour),
    )
    draw_word(pen, Text("training"), Box(SIDE.x_mm, SIDE.y_mm + 31, SIDE.width_mm, 7), mine)
