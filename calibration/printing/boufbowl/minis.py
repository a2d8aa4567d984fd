"""Draws Boufbowl's cards as mini faces: who it is, what the card adds, and when."""

from calibration.printing.boufbowl.deck import FERVOUR, GAINS, MOMENTS, POST_NAMES, POSTS, SIDES
from calibration.printing.box import Box, centred
from calibration.printing.colour import INK, PAPER, Colour, legible_on, shade, tint
from calibration.printing.deck.emblem import draw_crest, initials_of
from calibration.printing.deck.frame import CardStyle, CardText, Heading, dark, draw_word
from calibration.printing.deck.mini import BODY, draw_mini_frame, draw_mini_texts, minis_of_fronts
from calibration.printing.icons import draw_icon
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.typeface import Font, FontFace
from companion.rules.boufbowl.cards import Action, Card, CardBonus, Player, Post, Power, TeamTraining
from companion.words import Text


def draw_mini(pen: Pen, card: Card, look: CardStyle) -> None:
    """Draws the mini face of any card of the game."""
    match card:
        case Player():
            _draw_player(pen, card, look)
        case Action():
            _draw_action(pen, card, look)
        case Power():
            mine = look.with_colour(FERVOUR)
            draw_mini_frame(pen, Heading(card.name, "power", str(card.intensity)), mine)
            _draw_post(pen, card.post, mine)
            draw_mini_texts(pen, [CardText(card.effect.text)], _beside(), mine)
        case TeamTraining():
            mine = look.with_colour(SIDES[card.side])
            draw_mini_frame(pen, Heading(card.name, "weight"), mine)
            draw_mini_texts(pen, [CardText(card.effect.text)], BODY, mine)


minis = minis_of_fronts(draw_mini)


def _beside() -> Box:
    """Returns the box of the texts beside a post."""
    return Box(BODY.x_mm + 19.0, BODY.y_mm, BODY.width_mm - 19.0, BODY.height_mm)


def _draw_post(pen: Pen, post: Post, look: CardStyle) -> None:
    band = Box(BODY.x_mm, BODY.y_mm, 17.0, BODY.height_mm - 7.4)
    pen.box(band, look.colour, radius_mm=1.8)
    draw_icon(pen, POSTS[post], band.inset(2), legible_on(look.colour), stroke=2.4)
    draw_word(
        pen, POST_NAMES[post], Box(band.x_mm - 1, band.bottom_mm + 0.6, 19.0, 6.8), look, largest_mm=5.2
    )


def _draw_player(pen: Pen, card: Player, look: CardStyle) -> None:
    draw_mini_frame(pen, Heading(card.name or card.ref, POSTS[card.post]), look)
    _draw_post(pen, card.post, look)
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


def _draw_action(pen: Pen, card: Action, look: CardStyle) -> None:
    """Draws what the card adds on the left, when it may be played below it, and its effect on the right."""
    draw_mini_frame(pen, Heading(card.name, "card"), look)
    has_text = card.effect is not None and bool(card.effect.text.en or card.effect.text.fr)
    gains = Box(BODY.x_mm, BODY.y_mm, 24.0 if has_text else BODY.width_mm, BODY.height_mm - 8.6)
    _draw_bonus(pen, card.bonus, gains, look)
    places = Box(BODY.x_mm, BODY.bottom_mm - 7.6, gains.width_mm, 7.6).columns(
        max(3, len(card.bonus.on)), 0.8
    )
    for place, moment in zip(places, card.bonus.on, strict=False):
        pen.box(place, tint(look.colour, 0.3), radius_mm=1.2)
        draw_icon(pen, MOMENTS[moment], place.inset(0.8), dark(look.colour), stroke=2.6)
    if has_text and card.effect is not None:
        beside = Box(gains.right_mm + 2, BODY.y_mm, BODY.right_mm - gains.right_mm - 2, BODY.height_mm)
        draw_mini_texts(pen, [CardText(card.effect.text)], beside, look)


def _draw_bonus(pen: Pen, bonus: CardBonus, box: Box, look: CardStyle) -> None:
    """Draws stars, dice and damage dice that the card adds."""
    gains = [(getattr(bonus, name), icon) for name, icon in GAINS if getattr(bonus, name)]
    for column, (number, icon) in zip(box.columns(max(1, len(gains))), gains, strict=False):
        size = min(column.height_mm, column.width_mm / 2.1)
        x, y = column.middle
        type_ = Font(FontFace.TITLE, size)
        pen.write(f"+{number}", (x, y + type_.capitals_mm / 2), type_, INK, align=1)
        side = size * 0.8
        draw_icon(pen, icon, Box(x + 0.8, y - side / 2, side, side), shade(look.colour, 0.35))
