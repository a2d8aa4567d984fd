"""Draws the fronts of OFUSAIDO's cards: footballers, energies, actions, coaches and stadiums.

Occasions have a module of their own.
"""

from collections.abc import Sequence

from calibration.printing.deck.frame import (
    SIDE,
    UPPER,
    CardStyle,
    CardText,
    Heading,
    dark,
    draw_crest,
    draw_face,
    draw_sayings,
    draw_shirt,
    draw_word,
    initials_of,
    sides_by_kind,
)
from calibration.printing.icons import draw_icon
from calibration.printing.ofusaido.occasion import draw_goal, draw_occasion
from calibration.printing.paper import Box, centred
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.typeface import (
    BERRY,
    GRASS,
    INK,
    PAPER,
    SKY,
    SOFT,
    Colour,
    Font,
    FontFace,
    legible_on,
    shade,
    tint,
)
from companion.rules.effects import Effect
from companion.rules.ofusaido.cards import (
    IN_HAND,
    ON_TABLE,
    Action,
    Card,
    Coach,
    Energy,
    Goalkeeper,
    Icon,
    Occasion,
    Player,
    Stadium,
    Stat,
)
from companion.rules.ofusaido.cards import Colour as EnergyColour
from companion.rules.ofusaido.squads import DESCRIPTION
from companion.words import Text, word

# --- footballers
# Draws the fronts of OFUSAIDO's footballers: a shirt, posts, skills, and six abilities or a keeper's saves.

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
    """Draw the front of a player's card."""
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
    """Return the place of the shirt at the left of the art, small enough to leave room beside it."""
    side = min(art.height_mm - 1.2, 24.0)
    return Box(art.x_mm + 2, art.middle[1] - side / 2, side, side)


def _draw_facts(pen: Pen, card: Player, box: Box, look: CardStyle) -> None:
    """Draw posts, skills, nationality and body: in two rows, or one below the other in a narrow box."""
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
    """Draw posts in dark chips, then the icons of the skills, as large as they fit side by side."""
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
    """Draw an icon and its number."""
    type_ = Font(FontFace.TITLE, 5.2)
    x, y = box.x_mm, box.middle[1]
    draw_icon(pen, icon, Box(x, y - 2.2, 4.4, 4.4), SOFT, stroke=2.4)
    pen.write(str(number), (x + 5.6, y + type_.capitals_mm / 2), type_, INK)


def _draw_stats(pen: Pen, card: Player, look: CardStyle) -> None:
    """Draw the six abilities; the best one is filled with the colour."""
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
    """Draw the front of a goalkeeper's card."""
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
    """Return the boxes of the art and of the texts below it; without texts the art gets all the room."""
    height = ART_MM if sayings else UPPER.height_mm
    if any(saying.when is not None for saying in sayings):
        height = NARROW_ART_MM
    art = Box(UPPER.x_mm, UPPER.y_mm, UPPER.width_mm, height)
    return art, Box(UPPER.x_mm, art.bottom_mm + 1, UPPER.width_mm, UPPER.height_mm - height - 1)


def sayings_of(effects: Sequence[Effect]) -> list[CardText]:
    """Return the texts that a card prints for its effects; an announced one has a mark, and says where its card is then."""
    return [
        CardText(effect.text, field=f"effects.{n}")
        if effect.announced is None
        else CardText(effect.text, "speech", ANNOUNCED[effect.announced], f"effects.{n}")
        for n, effect in enumerate(effects, 1)
        if effect.text.en or effect.text.fr
    ]


# --- deck

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
    """Draw the front of any card of the game."""
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
    """Write the colour by its name, for people who do not see it, and a whistle where the card has one."""
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
    """Draw a stadium from the side: stands, flags, and the pitch in front of them."""
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
