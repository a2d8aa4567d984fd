"""Draws the fronts of Boufbowl's cards, and their mini faces."""

from calibration.printing.deck.frame import (
    BODY,
    SIDE,
    UPPER,
    CardStyle,
    CardText,
    Heading,
    dark,
    draw_crest,
    draw_face,
    draw_mini_frame,
    draw_mini_texts,
    draw_sayings,
    draw_word,
    initials_of,
    minis_of_fronts,
    sides_by_kind,
)
from calibration.printing.icons import draw_icon
from calibration.printing.paper import Box, centred
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.typeface import INK, PAPER, Colour, Font, FontFace, legible_on, shade, tint
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
    """Draw the front of any card of the game."""
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
    """Draw a player's post: its icon on the colour, its name below."""
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
    """Draw what the card adds: stars, dice, damage dice."""
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
    """Draw when the card may be used."""
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


# --- minis
# Draws Boufbowl's cards as mini faces: who it is, what the card adds, and when.


def draw_mini(pen: Pen, card: Card, look: CardStyle) -> None:
    """Draw the mini face of any card of the game."""
    match card:
        case Player():
            _draw_mini_player(pen, card, look)
        case Action():
            _draw_mini_action(pen, card, look)
        case Power():
            mine = look.with_colour(FERVOUR)
            draw_mini_frame(pen, Heading(card.name, "power", str(card.intensity)), mine)
            _draw_mini_post(pen, card.post, mine)
            draw_mini_texts(pen, [CardText(card.effect.text)], _beside(), mine)
        case TeamTraining():
            mine = look.with_colour(SIDES[card.side])
            draw_mini_frame(pen, Heading(card.name, "weight"), mine)
            draw_mini_texts(pen, [CardText(card.effect.text)], BODY, mine)


minis = minis_of_fronts(draw_mini)


def _beside() -> Box:
    """Return the box of the texts beside a post."""
    return Box(BODY.x_mm + 19.0, BODY.y_mm, BODY.width_mm - 19.0, BODY.height_mm)


def _draw_mini_post(pen: Pen, post: Post, look: CardStyle) -> None:
    band = Box(BODY.x_mm, BODY.y_mm, 17.0, BODY.height_mm - 7.4)
    pen.box(band, look.colour, radius_mm=1.8)
    draw_icon(pen, POSTS[post], band.inset(2), legible_on(look.colour), stroke=2.4)
    draw_word(
        pen, POST_NAMES[post], Box(band.x_mm - 1, band.bottom_mm + 0.6, 19.0, 6.8), look, largest_mm=5.2
    )


def _draw_mini_player(pen: Pen, card: Player, look: CardStyle) -> None:
    draw_mini_frame(pen, Heading(card.name or card.ref, POSTS[card.post]), look)
    _draw_mini_post(pen, card.post, look)
    if card.captain:
        corner = (BODY.x_mm + 13.6, BODY.y_mm + 3.4)
        pen.disc(corner, 4.2, PAPER, PenStroke(look.colour, 0.5))
        draw_icon(pen, "crown", centred(corner, 5, 5), Colour("#a87a10"))
    sayings = [CardText(card.power.text)] if card.power is not None else []
    if card.injured_power is not None:
        sayings.append(CardText(card.injured_power.text, when=Text("injured")))
    if sayings:
        draw_mini_texts(pen, sayings, _beside(), look)
    else:
        draw_crest(pen, _beside(), card.ref, look.colour, initials=initials_of(card.name))


def _draw_mini_action(pen: Pen, card: Action, look: CardStyle) -> None:
    """Draw what the card adds on the left, when it may be played below it, and its effect on the right."""
    draw_mini_frame(pen, Heading(card.name, "card"), look)
    has_text = card.effect is not None and bool(card.effect.text.en or card.effect.text.fr)
    gains = Box(BODY.x_mm, BODY.y_mm, 24.0 if has_text else BODY.width_mm, BODY.height_mm - 8.6)
    _draw_mini_bonus(pen, card.bonus, gains, look)
    places = Box(BODY.x_mm, BODY.bottom_mm - 7.6, gains.width_mm, 7.6).columns(
        max(3, len(card.bonus.on)), 0.8
    )
    for place, moment in zip(places, card.bonus.on, strict=False):
        pen.box(place, tint(look.colour, 0.3), radius_mm=1.2)
        draw_icon(pen, MOMENTS[moment], place.inset(0.8), dark(look.colour), stroke=2.6)
    if has_text and card.effect is not None:
        beside = Box(gains.right_mm + 2, BODY.y_mm, BODY.right_mm - gains.right_mm - 2, BODY.height_mm)
        draw_mini_texts(pen, [CardText(card.effect.text)], beside, look)


def _draw_mini_bonus(pen: Pen, bonus: CardBonus, box: Box, look: CardStyle) -> None:
    """Draw stars, dice and damage dice that the card adds."""
    gains = [(getattr(bonus, name), icon) for name, icon in GAINS if getattr(bonus, name)]
    for column, (number, icon) in zip(box.columns(max(1, len(gains))), gains, strict=False):
        size = min(column.height_mm, column.width_mm / 2.1)
        x, y = column.middle
        type_ = Font(FontFace.TITLE, size)
        pen.write(f"+{number}", (x, y + type_.capitals_mm / 2), type_, INK, align=1)
        side = size * 0.8
        draw_icon(pen, icon, Box(x + 0.8, y - side / 2, side, side), shade(look.colour, 0.35))
