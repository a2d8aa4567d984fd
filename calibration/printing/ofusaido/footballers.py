"""Draws the fronts of OFUSAIDO's footballers: a shirt, posts, skills, and six abilities or a keeper's saves."""

from collections.abc import Sequence

from calibration.printing.box import Box, centred
from calibration.printing.colour import INK, PAPER, SOFT, legible_on, shade, tint
from calibration.printing.deck.emblem import draw_shirt, initials_of
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
)
from calibration.printing.icons import draw_icon
from calibration.printing.ofusaido.occasion import draw_goal
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.typeface import Font, FontFace
from companion.rules.effects import Effect
from companion.rules.ofusaido.cards import IN_HAND, ON_TABLE, Goalkeeper, Icon, Player, Stat
from companion.words import Text

ICONS = {Icon.CENTRE: "cross", Icon.MUR: "bricks", Icon.ENDURANCE: "stopwatch"}
ANNOUNCED = {
    ON_TABLE: Text("announced, from the table"),
    IN_HAND: Text("announced, from the hand"),
}
"""Says of an ability that is an action where its card is when it is announced (§04)."""
DEFENDS = frozenset((Stat.TAK, Stat.INT))
ART_MM, NARROW_ART_MM = 16.0, 13.0
"""Height of the art above texts, and above one that also says where it is announced."""


def draw_player(pen: Pen, card: Player, look: CardStyle) -> None:
    """Draws the front of a player's card."""
    draw_face(
        pen, card.ref, Heading(card.name or card.ref, "ball", str(card.level), badge_field="level"), look
    )
    sayings = sayings_of(card.effects)
    art, below = _art(sayings)
    pen.box(art, tint(look.colour, 0.18), radius_mm=1.5)
    shirt = _shirt_in(art)
    draw_shirt(pen, shirt, card.ref, look.colour, initials_of(card.name))
    beside = Box(shirt.right_mm + 2.5, art.y_mm + 1.2, art.right_mm - shirt.right_mm - 4, art.height_mm - 2.4)
    _draw_facts(pen, card, beside, look)
    draw_sayings(pen, sayings, below, look)
    _draw_stats(pen, card, look)


def _shirt_in(art: Box) -> Box:
    """Returns the place of the shirt at the left of the art, small enough to leave room beside it."""
    side = min(art.height_mm - 1.2, 24.0)
    return Box(art.x_mm + 2, art.middle[1] - side / 2, side, side)


def _draw_facts(pen: Pen, card: Player, box: Box, look: CardStyle) -> None:
    """Draws posts, skills, nationality and body: in two rows, or one below the other in a narrow box."""
    icons = [ICONS[icon] for icon in card.icons]
    body = card.physique
    numbers = (
        [] if body is None else [("swift", body.speed), ("weight", body.strength), ("heart", body.health)]
    )
    if box.width_mm >= 34:
        top, below = box.rows(2, 1.0)
        _draw_chips(pen, top, card.posts, icons, look)
        first, *places = below.columns(4) if numbers else [below]
        _draw_nation(pen, card.nationality, first, look)
    else:
        top, first, *places = box.rows(5, 0.6)
        _draw_chips(pen, top, card.posts, icons, look)
        _draw_nation(pen, card.nationality, first, look)
    for place, (icon, number), field in zip(places, numbers, ("speed", "strength", "health"), strict=False):
        pen.part(f"physique.{field}", place)
        _draw_number(pen, icon, number, place)


def _draw_chips(pen: Pen, box: Box, words: Sequence[str], icons: Sequence[str], look: CardStyle) -> None:
    """Draws posts in dark chips, then the icons of the skills, as large as they fit side by side."""
    height = min(box.height_mm, 7.0)
    whole = sum(Font(FontFace.TITLE, height * 0.72).width_mm(chip) + 4.2 for chip in words) + len(icons) * (
        height + 1.2
    )
    height *= min(1.0, box.width_mm / max(whole, 1.0))
    type_ = Font(FontFace.TITLE, height * 0.72)
    pen.part("posts", box)
    x, y = box.x_mm, box.middle[1] - height / 2
    for chip_word in words:
        chip = Box(x, y, type_.width_mm(chip_word) + height * 0.42, height)
        pen.box(chip, dark(look.colour), radius_mm=1.2)
        pen.write_in_middle(chip_word, chip.middle, type_, PAPER)
        x = chip.right_mm + height * 0.17
    for icon in icons:
        chip = Box(x, y, height, height)
        pen.part("icons", chip)
        pen.box(chip, PAPER, PenStroke(dark(look.colour), 0.35), radius_mm=1.2)
        draw_icon(pen, icon, chip.inset(height * 0.16), dark(look.colour), stroke=2.4)
        x = chip.right_mm + height * 0.17


def _draw_nation(pen: Pen, nationality: str, box: Box, look: CardStyle) -> None:
    type_ = Font(FontFace.NUMBER, 4.8)
    pen.part("nationality", box)
    pen.write(nationality, (box.x_mm, box.middle[1] + type_.capitals_mm / 2), type_, dark(look.colour))


def _draw_number(pen: Pen, icon: str, number: int, box: Box) -> None:
    """Draws an icon and its number."""
    type_ = Font(FontFace.TITLE, 5.2)
    x, y = box.x_mm, box.middle[1]
    draw_icon(pen, icon, Box(x, y - 2.2, 4.4, 4.4), SOFT, stroke=2.4)
    pen.write(str(number), (x + 5.6, y + type_.capitals_mm / 2), type_, INK)


def _draw_stats(pen: Pen, card: Player, look: CardStyle) -> None:
    """Draws the six abilities; the best one is filled with the colour."""
    numbers = {stat: int(getattr(card.stats, stat.value)) for stat in Stat}
    best = max(numbers.values())
    for row, (stat, number) in zip(SIDE.rows(len(Stat), 0.8), numbers.items(), strict=True):
        is_best = number == best
        ground = look.colour if is_best else tint(SOFT, 0.1) if stat in DEFENDS else tint(look.colour, 0.16)
        pen.box(row, ground, radius_mm=1.2)
        pen.part(f"stats.{stat.value}", row)
        ink = legible_on(ground)
        pen.write(stat.value, (row.x_mm + 1.8, row.middle[1] + 1.4), Font(FontFace.LABEL, 4.0), ink)
        pen.write(
            str(number), (row.right_mm - 1.8, row.middle[1] + 2.0), Font(FontFace.TITLE, 5.8), ink, align=1
        )


def draw_keeper(pen: Pen, card: Goalkeeper, look: CardStyle) -> None:
    """Draws the front of a goalkeeper's card."""
    draw_face(
        pen, card.ref, Heading(card.name or card.ref, "glove", str(card.level), badge_field="level"), look
    )
    sayings = sayings_of(card.effects)
    art, below = _art(sayings)
    pen.box(art, tint(look.colour, 0.18), radius_mm=1.5)
    shirt = _shirt_in(art)
    draw_shirt(pen, shirt, card.ref, shade(look.colour, 0.25), initials_of(card.name))
    beside = Box(shirt.right_mm + 2.5, art.y_mm, art.right_mm - shirt.right_mm - 4, art.height_mm)
    goal = centred(beside.middle, min(beside.width_mm, 34), min(beside.height_mm - 2.4, 18))
    pen.part("targets", goal)
    draw_goal(pen, goal, {target: f"{number:+d}" for target, number in card.targets.items() if number}, SOFT)
    draw_sayings(pen, sayings, below, look)
    _draw_save(pen, card, look)


def _draw_save(pen: Pen, card: Goalkeeper, look: CardStyle) -> None:
    top = Box(SIDE.x_mm, SIDE.y_mm, SIDE.width_mm, 24)
    pen.box(top, look.colour, radius_mm=2)
    pen.part("save", top)
    pen.write_in_middle(str(card.save), top.middle, Font(FontFace.TITLE, 20), legible_on(look.colour))
    below = Box(SIDE.x_mm, top.bottom_mm + 1, SIDE.width_mm, SIDE.height_mm - 25)
    draw_word(pen, Text("save"), Box(below.x_mm, below.y_mm, below.width_mm, 6.5), look)
    facts = Box(below.x_mm, below.y_mm + 7, below.width_mm, below.height_mm - 7)
    pen.write_in_middle(card.nationality, (facts.middle[0], facts.middle[1]), Font(FontFace.NUMBER, 5), SOFT)


def _art(sayings: Sequence[CardText]) -> tuple[Box, Box]:
    """Returns the boxes of the art and of the texts below it; without texts the art gets all the room."""
    height = ART_MM if sayings else UPPER.height_mm
    if any(saying.when is not None for saying in sayings):
        height = NARROW_ART_MM
    art = Box(UPPER.x_mm, UPPER.y_mm, UPPER.width_mm, height)
    return art, Box(UPPER.x_mm, art.bottom_mm + 1, UPPER.width_mm, UPPER.height_mm - height - 1)


def sayings_of(effects: Sequence[Effect]) -> list[CardText]:
    """Returns the texts that a card prints for its effects; an announced one has a mark, and says where its card is then."""
    return [
        CardText(effect.text, field=f"effects.{n}")
        if effect.announced is None
        else CardText(effect.text, "speech", ANNOUNCED[effect.announced], f"effects.{n}")
        for n, effect in enumerate(effects, 1)
        if effect.text.en or effect.text.fr
    ]
