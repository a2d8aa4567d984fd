"""The fronts of OFUSAIDO's cards: footballers and keepers, energies, actions, coaches, stadiums; occasions beside."""

from collections.abc import Sequence

from calibration.printing.box import Box, centred
from calibration.printing.colour import BERRY, GRASS, INK, PAPER, SKY, SOFT, Colour, legible_on, shade, tint
from calibration.printing.deck.emblem import draw_crest, draw_shirt, initials_of
from calibration.printing.deck.frame import (
    SIDE,
    UPPER,
    Heading,
    Look,
    Saying,
    dark,
    draw_face,
    draw_sayings,
    draw_word,
)
from calibration.printing.deck.occasion import draw_goal, draw_occasion
from calibration.printing.icons import draw_icon
from calibration.printing.pen import Line, Pen
from calibration.printing.typeface import Face, Type
from companion.rules.effects import Effect
from companion.rules.ofusaido.cards import (
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
from companion.words import Text, word

ICONS = {Icon.CENTRE: "cross", Icon.MUR: "bricks", Icon.ENDURANCE: "stopwatch"}
ENERGY_COLOURS = {
    EnergyColour.YELLOW: Colour("#f0c419"),
    EnergyColour.BLUE: Colour("#3f7fd0"),
    EnergyColour.RED: Colour("#d5402b"),
}
TIERS = {"green": GRASS, "orange": Colour("#e08a1e"), "red": BERRY}
TYPES = {"coach": "clipboard", "assistant": "support", "medic": "medic", "referee": "whistle"}
DEFENDS = frozenset((Stat.TAK, Stat.INT))
BACKS = {
    "player": "ball",
    "goalkeeper": "glove",
    "energy": "bolt",
    "occasion": "pitch",
    "action": "ball",
    "coach": "whistle",
    "stadium": "stadium",
}
"""The sign on a card's back: players and actions lie in one draw pile, and nobody may tell them apart there."""
ART_MM = 16.0


def draw_front(pen: Pen, card: Card, look: Look) -> None:
    """The front of any card of the game."""
    match card:
        case Player():
            _draw_player(pen, card, look)
        case Goalkeeper():
            _draw_keeper(pen, card, look)
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


def _art(sayings: Sequence[Saying]) -> tuple[Box, Box]:
    """Where the art goes, and the texts below it; without texts the art has all the room."""
    height = ART_MM if sayings else UPPER.height_mm
    art = Box(UPPER.x_mm, UPPER.y_mm, UPPER.width_mm, height)
    return art, Box(UPPER.x_mm, art.bottom_mm + 1, UPPER.width_mm, UPPER.height_mm - height - 1)


def _sayings(effects: Sequence[Effect]) -> list[Saying]:
    return [Saying(effect.text) for effect in effects if effect.text.en or effect.text.fr]


def _draw_player(pen: Pen, card: Player, look: Look) -> None:
    draw_face(pen, card.ref, Heading(card.name or card.ref, "ball", str(card.level)), look)
    sayings = _sayings(card.effects)
    art, below = _art(sayings)
    pen.box(art, tint(look.colour, 0.18), radius_mm=1.5)
    shirt = _shirt_in(art)
    draw_shirt(pen, shirt, card.ref, look.colour, initials_of(card.name))
    beside = Box(shirt.right_mm + 2.5, art.y_mm + 1.2, art.right_mm - shirt.right_mm - 4, art.height_mm - 2.4)
    _draw_facts(pen, card, beside, look)
    draw_sayings(pen, sayings, below, look)
    _draw_stats(pen, card, look)


def _shirt_in(art: Box) -> Box:
    """A shirt at the left of the art, never so large that nothing fits beside it."""
    side = min(art.height_mm - 1.2, 24.0)
    return Box(art.x_mm + 2, art.middle[1] - side / 2, side, side)


def _draw_facts(pen: Pen, card: Player, box: Box, look: Look) -> None:
    """Posts, what a player can do, nationality, and body: in two rows, or one below the other where it is narrow."""
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
    for place, (icon, number) in zip(places, numbers, strict=False):
        _draw_number(pen, icon, number, place)


def _draw_chips(pen: Pen, box: Box, words: Sequence[str], icons: Sequence[str], look: Look) -> None:
    """Posts in dark chips, then the signs of what a player can do, as large as they go side by side."""
    height = min(box.height_mm, 7.0)
    whole = sum(Type(Face.TITLE, height * 0.72).width_mm(chip) + 4.2 for chip in words) + len(icons) * (
        height + 1.2
    )
    height *= min(1.0, box.width_mm / max(whole, 1.0))
    type_ = Type(Face.TITLE, height * 0.72)
    x, y = box.x_mm, box.middle[1] - height / 2
    for chip_word in words:
        chip = Box(x, y, type_.width_mm(chip_word) + height * 0.42, height)
        pen.box(chip, dark(look.colour), radius_mm=1.2)
        pen.write_in_middle(chip_word, chip.middle, type_, PAPER)
        x = chip.right_mm + height * 0.17
    for icon in icons:
        chip = Box(x, y, height, height)
        pen.box(chip, PAPER, Line(dark(look.colour), 0.35), radius_mm=1.2)
        draw_icon(pen, icon, chip.inset(height * 0.16), dark(look.colour), stroke=2.4)
        x = chip.right_mm + height * 0.17


def _draw_nation(pen: Pen, nationality: str, box: Box, look: Look) -> None:
    type_ = Type(Face.NUMBER, 4.8)
    pen.write(nationality, (box.x_mm, box.middle[1] + type_.capitals_mm / 2), type_, dark(look.colour))


def _draw_number(pen: Pen, icon: str, number: int, box: Box) -> None:
    """A sign and its number."""
    type_ = Type(Face.TITLE, 5.2)
    x, y = box.x_mm, box.middle[1]
    draw_icon(pen, icon, Box(x, y - 2.2, 4.4, 4.4), SOFT, stroke=2.4)
    pen.write(str(number), (x + 5.6, y + type_.capitals_mm / 2), type_, INK)


def _draw_stats(pen: Pen, card: Player, look: Look) -> None:
    """The six abilities, the best one filled with the colour."""
    numbers = {stat: int(getattr(card.stats, stat.value)) for stat in Stat}
    best = max(numbers.values())
    for row, (stat, number) in zip(SIDE.rows(len(Stat), 0.8), numbers.items(), strict=True):
        is_best = number == best
        ground = look.colour if is_best else tint(SOFT, 0.1) if stat in DEFENDS else tint(look.colour, 0.16)
        pen.box(row, ground, radius_mm=1.2)
        ink = legible_on(ground)
        pen.write(stat.value, (row.x_mm + 1.8, row.middle[1] + 1.4), Type(Face.LABEL, 4.0), ink)
        pen.write(str(number), (row.right_mm - 1.8, row.middle[1] + 2.0), Type(Face.TITLE, 5.8), ink, align=1)


def _draw_keeper(pen: Pen, card: Goalkeeper, look: Look) -> None:
    draw_face(pen, card.ref, Heading(card.name or card.ref, "glove", str(card.level)), look)
    sayings = _sayings(card.effects)
    art, below = _art(sayings)
    pen.box(art, tint(look.colour, 0.18), radius_mm=1.5)
    shirt = _shirt_in(art)
    draw_shirt(pen, shirt, card.ref, shade(look.colour, 0.25), initials_of(card.name))
    beside = Box(shirt.right_mm + 2.5, art.y_mm, art.right_mm - shirt.right_mm - 4, art.height_mm)
    goal = centred(beside.middle, min(beside.width_mm, 34), min(beside.height_mm - 2.4, 18))
    draw_goal(pen, goal, {target: f"{number:+d}" for target, number in card.targets.items() if number}, SOFT)
    draw_sayings(pen, sayings, below, look)
    _draw_save(pen, card, look)


def _draw_save(pen: Pen, card: Goalkeeper, look: Look) -> None:
    top = Box(SIDE.x_mm, SIDE.y_mm, SIDE.width_mm, 24)
    pen.box(top, look.colour, radius_mm=2)
    pen.write_in_middle(str(card.save), top.middle, Type(Face.TITLE, 20), legible_on(look.colour))
    below = Box(SIDE.x_mm, top.bottom_mm + 1, SIDE.width_mm, SIDE.height_mm - 25)
    draw_word(pen, Text("save"), Box(below.x_mm, below.y_mm, below.width_mm, 6.5), look)
    facts = Box(below.x_mm, below.y_mm + 7, below.width_mm, below.height_mm - 7)
    pen.write_in_middle(card.nationality, (facts.middle[0], facts.middle[1]), Type(Face.NUMBER, 5), SOFT)


def _draw_energy(pen: Pen, card: Energy, look: Look) -> None:
    title = card.name if card.name.en or card.name.fr else Text("Energy")
    colour = ENERGY_COLOURS[card.colour]
    draw_face(pen, card.ref, Heading(title, "bolt"), look)
    pen.box(UPPER, tint(colour, 0.22), radius_mm=2)
    left, middle, right = UPPER.columns(3)
    for box, number, icon, named in (
        (left, card.attack, "shot", Text("attack")),
        (right, card.defence, "shield", Text("defence")),
    ):
        pen.write_in_middle(
            f"{number}".replace("-", "\N{MINUS SIGN}"),
            (box.middle[0], box.y_mm + 11.5),
            Type(Face.TITLE, 21),
            INK,
        )
        draw_icon(pen, icon, centred((box.middle[0], box.bottom_mm - 9.4), 5.4, 5.4), SOFT)
        draw_word(
            pen,
            named,
            Box(box.x_mm, box.bottom_mm - 6.6, box.width_mm, 6),
            Look(look.tongue, SOFT),
            largest_mm=3.2,
        )
    pen.disc(middle.middle, 8.6, colour, Line(shade(colour, 0.4), 0.8))
    if card.whistle:
        draw_icon(pen, "whistle", centred(middle.middle, 11, 11), legible_on(colour))
    _draw_energy_side(pen, card, colour, look)


def _draw_energy_side(pen: Pen, card: Energy, colour: Colour, look: Look) -> None:
    """The colour by its name, for those who do not see it; a whistle where there is one."""
    band = Box(SIDE.x_mm, SIDE.y_mm, SIDE.width_mm, 12)
    pen.box(band, colour, radius_mm=2)
    named = Look(look.tongue, colour)
    draw_word(pen, word(card.colour.value), band.inset(1), named, largest_mm=5, is_on=True)
    if card.whistle:
        box = Box(SIDE.x_mm, SIDE.y_mm + 15, SIDE.width_mm, 14)
        draw_icon(pen, "whistle", box, INK)
        draw_word(pen, Text("whistle"), Box(box.x_mm, box.bottom_mm, box.width_mm, 7), Look(look.tongue, INK))


def _draw_action(pen: Pen, card: Action, look: Look) -> None:
    colour = TIERS[card.tier]
    icon = TYPES.get(card.type or "", "clipboard")
    mine = Look(look.tongue, colour)
    draw_face(pen, card.ref, Heading(card.name, icon), mine)
    draw_sayings(pen, [Saying(effect.text) for effect in card.effects], UPPER, mine)
    band = Box(SIDE.x_mm, SIDE.y_mm, SIDE.width_mm, 10)
    pen.box(band, colour, radius_mm=2)
    draw_word(pen, word(card.tier), band.inset(1), mine, largest_mm=4.6, is_on=True)
    owners = Box(SIDE.x_mm, SIDE.y_mm + 12, SIDE.width_mm, 18)
    draw_crest(pen, owners, card.ref, look.colour, icon=icon)
    if card.base:
        draw_icon(pen, "star", Box(SIDE.x_mm, SIDE.bottom_mm - 7, SIDE.width_mm, 5), tint(colour, 0.7))


def _draw_coach(pen: Pen, card: Coach, look: Look) -> None:
    draw_face(pen, card.ref, Heading(card.name or card.ref, "whistle"), look)
    sayings = [
        Saying(effect.text, when=when)
        for effect, when in (
            (card.permanent, Text("all match long")),
            (card.unique, Text("once in the match")),
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
    pen.write_in_middle(card.nationality, (SIDE.middle[0], SIDE.y_mm + 33), Type(Face.NUMBER, 5), SOFT)


def _draw_stadium(pen: Pen, card: Stadium, look: Look) -> None:
    mine = Look(look.tongue, GRASS)
    draw_face(pen, card.ref, Heading(card.name, "stadium"), mine)
    art = Box(UPPER.x_mm, UPPER.y_mm, UPPER.width_mm, 12)
    pen.box(art, tint(SKY, 0.3), radius_mm=1.5)
    with pen.within(art, 1.5):
        _draw_stands(pen, art)
    below = Box(UPPER.x_mm, art.bottom_mm + 1, UPPER.width_mm, UPPER.height_mm - 13)
    draw_sayings(pen, _sayings(card.effects), below, mine)
    draw_crest(pen, Box(SIDE.x_mm, SIDE.y_mm, SIDE.width_mm, 20), card.ref, GRASS, icon="stadium")
    if card.market is not None:
        box = Box(SIDE.x_mm, SIDE.y_mm + 22, SIDE.width_mm, 7)
        pen.write_in_middle(str(card.market), (box.middle[0], box.middle[1]), Type(Face.TITLE, 8), INK)
        draw_word(
            pen, Text("points a team"), Box(box.x_mm, box.bottom_mm, box.width_mm, 8), mine, largest_mm=3.2
        )


def _draw_stands(pen: Pen, box: Box) -> None:
    """A ground from the side: stands, flags, and the pitch before them."""
    middle, ground = box.middle[0], box.bottom_mm
    for n, share in enumerate((1.0, 0.78, 0.56)):
        half, top = box.width_mm * 0.42 * share, ground - 2.5 - 2.4 * (n + 1)
        places = [
            (middle - half, ground),
            (middle - half * 0.9, top),
            (middle + half * 0.9, top),
            (middle + half, ground),
        ]
        pen.shape(places, tint(SOFT, 0.35 + 0.18 * n), Line(PAPER, 0.3))
    for n in range(-2, 3):
        x = middle + n * 9
        pen.line((x, ground - 8), (x, ground - 11.2), Line(SOFT, 0.3))
        pen.shape([(x, ground - 11.2), (x + 2.6, ground - 10.4), (x, ground - 9.6)], BERRY)
    pen.box(Box(box.x_mm, ground - 2.6, box.width_mm, 2.6), GRASS)
