"""Draws the fronts of L'Ouaf's work and round cards, and their mini faces."""

from functools import partial

from calibration.printing.deck.frame import (
    SIDE,
    UPPER,
    CardStyle,
    CardText,
    Heading,
    dark,
    draw_back,
    draw_face,
    draw_mini_back,
    draw_sayings,
    draw_word,
)
from calibration.printing.icons import draw_icon
from calibration.printing.paper import MINI_MM, Box, centred
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.sheets import CardSides
from calibration.printing.typeface import (
    BERRY,
    GRASS,
    INK,
    PAPER,
    SEATS,
    SOFT,
    Colour,
    Font,
    FontFace,
    legible_on,
    shade,
    tint,
)
from companion.rules.ouaf.cards import Effect, Half, RoundCard, Target, WorkCard
from companion.rules.ouaf.rules import DESCRIPTION
from companion.rules.ouaf.words import half_words, name_of
from companion.words import Text

CRUST = Colour("#b9853f")
NIGHT = Colour("#6d5a8c")
"""Colour of advanced round cards."""
SMILE, FROWN = GRASS, BERRY


def sides(card: WorkCard | RoundCard, look: CardStyle) -> CardSides:
    """Make the drawings of a card's front and back."""
    front = partial(draw_front, card=card, look=look)
    match card:
        case RoundCard():
            return CardSides(front, partial(draw_evaluation, card=card, look=look))
        case WorkCard():
            colour = SEATS[card.seat.value]
            return CardSides(front, partial(draw_back, name=DESCRIPTION.title, icon="bread", colour=colour))


def draw_front(pen: Pen, card: WorkCard | RoundCard, look: CardStyle) -> None:
    """Draw the front of a work card, or the order side of a round card."""
    match card:
        case WorkCard():
            _draw_work(pen, card, look)
        case RoundCard():
            _draw_order(pen, card, look)


def round_colour(card: RoundCard) -> Colour:
    """Return the colour of a round card, basic or advanced."""
    return NIGHT if card.advanced else CRUST


def _draw_work(pen: Pen, card: WorkCard, look: CardStyle) -> None:
    colour = SEATS[card.seat.value]
    mine = look.with_colour(colour)
    draw_face(pen, card.ref, Heading(name_of(card.seat), "bread", str(card.value), "seat", "value"), mine)
    pen.box(UPPER, tint(colour, 0.25), radius_mm=2)
    pen.part("value", UPPER)
    draw_icon(pen, "bread", centred(UPPER.middle, 29, 29), tint(colour, 0.6), stroke=1.2)
    pen.write_in_middle(
        str(card.value),
        (UPPER.middle[0], UPPER.middle[1] + 2.4),
        Font(FontFace.TITLE, 24),
        shade(colour, 0.55),
    )
    _draw_loaves(pen, card.value, colour)


def _draw_loaves(pen: Pen, count: int, colour: Colour) -> None:
    """Draw as many loaves as the card is worth, to be counted from afar."""
    columns = 3
    size = min(SIDE.width_mm / columns, 5.6)
    for n in range(count):
        x = SIDE.x_mm + (n % columns + 0.5) * SIDE.width_mm / columns
        y = SIDE.y_mm + (n // columns + 0.5) * (size + 2.4)
        draw_icon(pen, "bread", centred((x, y), size, size), shade(colour, 0.25), stroke=2.2)


def _draw_order(pen: Pen, card: RoundCard, look: CardStyle) -> None:
    """Draw the order: its average in large print, and its total for each number of seats."""
    colour = round_colour(card)
    mine = look.with_colour(colour)
    draw_face(pen, card.ref, Heading(Text("Order"), "bread", title_field="order"), mine)
    totals = card.order.totals or {}
    pen.box(UPPER, tint(colour, 0.16), radius_mm=2)
    disc = (UPPER.x_mm + 14.5, UPPER.middle[1] - 2)
    pen.part("order.average", Box(disc[0] - 12.5, disc[1] - 12, 25, 28.6))
    pen.part("order.totals", Box(UPPER.x_mm + 28, UPPER.y_mm, UPPER.width_mm - 28, UPPER.height_mm))
    pen.disc(disc, 10.5, PAPER, PenStroke(colour, 0.9))
    pen.write_in_middle(str(card.order.average), disc, Font(FontFace.TITLE, 17), dark(colour))
    draw_word(pen, Text("average"), Box(UPPER.x_mm + 2, disc[1] + 10.8, 25, 5.6), mine, largest_mm=3.4)
    table = Box(UPPER.x_mm + 30, UPPER.y_mm + 1.5, UPPER.width_mm - 32, UPPER.height_mm - 3)
    for row, (seats, total) in zip(
        table.rows(max(4, len(totals)), 0.6), sorted(totals.items()), strict=False
    ):
        pen.box(row, PAPER, radius_mm=1.2)
        pen.part(f"order.totals.{seats}", row)
        for n in range(int(seats)):
            pen.disc((row.x_mm + 2.2 + n * 2.3, row.middle[1]), 0.85, tint(colour, 0.8))
        pen.write(str(total), (row.right_mm - 2, row.middle[1] + 2), Font(FontFace.TITLE, 5.8), INK, align=1)
    _draw_kind(pen, card, mine)


def draw_evaluation(pen: Pen, card: RoundCard, look: CardStyle) -> None:
    """Draw the other side of a round card: what success does, and what failure does."""
    colour = round_colour(card)
    mine = look.with_colour(colour)
    draw_face(pen, card.ref, Heading(Text("Evaluation"), "clipboard", title_field="success"), mine)
    for field, box, half, icon, ink, when in zip(
        ("success", "failure"),
        UPPER.rows(2, 1.0),
        (card.success, card.failure),
        ("smile", "frown"),
        (SMILE, FROWN),
        (Text("Success"), Text("Failure")),
        strict=True,
    ):
        pen.part(field, box)
        draw_sayings(pen, [_saying(half, icon, when)], box, look.with_colour(ink))
    _draw_kind(pen, card, mine)


def _saying(half: Half, icon: str, when: Text) -> CardText:
    return CardText(half_words(half), icon, when)


def _draw_kind(pen: Pen, card: RoundCard, look: CardStyle) -> None:
    """Draw whether the card is basic or advanced, as a word and as a number of loaves."""
    band = Box(SIDE.x_mm, SIDE.y_mm, SIDE.width_mm, 11)
    pen.box(band, look.colour, radius_mm=2)
    pen.part("advanced", SIDE)
    said = Text("advanced") if card.advanced else Text("basic")
    draw_word(pen, said, band.inset(1), look, largest_mm=4.6, is_on=True)
    for n in range(2 if card.advanced else 1):
        box = centred((SIDE.middle[0], SIDE.y_mm + 20 + n * 10), 9, 9)
        draw_icon(pen, "bread", box, tint(SOFT, 0.6))


# --- minis
# Draws L'Ouaf's cards as mini faces: a work card's value, and both sides of a round card.

WHOLE = Box(2.0, 2.0, MINI_MM[0] - 4.0, MINI_MM[1] - 4.0)
FEWEST_ROWS = 4
"""Rows of an order's table at least, so that a short one is not larger than the others."""


def minis(card: WorkCard | RoundCard, look: CardStyle) -> CardSides:
    """Make the mini faces of a card: of a round card its order and its evaluation, of a work card its back too."""
    match card:
        case RoundCard():
            mine = look.with_colour(round_colour(card))
            return CardSides(
                partial(_draw_mini_order, card=card, look=mine),
                partial(_draw_evaluation, card=card, look=mine),
            )
        case WorkCard():
            mine = look.with_colour(SEATS[card.seat.value])
            return CardSides(
                partial(_draw_mini_work, card=card, look=mine),
                partial(draw_mini_back, icon="bread", colour=mine.colour),
            )


def _draw_mini_work(pen: Pen, card: WorkCard, look: CardStyle) -> None:
    """Draw the value on the baker's colour, whose name stands below."""
    pen.box(Box(0, 0, *MINI_MM), look.colour)
    ink = legible_on(look.colour)
    loaf = centred((18, 17), 26, 26)
    draw_icon(pen, "bread", loaf, shade(look.colour, 0.25), stroke=1.4)
    pen.write_in_middle(str(card.value), (MINI_MM[0] / 2 + 8, 17), Font(FontFace.TITLE, 34), ink)
    band = Box(0, MINI_MM[1] - 8.5, MINI_MM[0], 8.5)
    pen.box(band, tint(look.colour, 0.25))
    draw_word(pen, name_of(card.seat), band.inset(2, 0.6), look, largest_mm=6.0)


def _draw_mini_order(pen: Pen, card: RoundCard, look: CardStyle) -> None:
    """Draw all that is ordered: the average, and the total for each number of bakers."""
    pen.box(Box(0, 0, *MINI_MM), tint(look.colour, 0.16))
    disc = (14.5, 14.4)
    pen.disc(disc, 11.6, PAPER, PenStroke(look.colour, 1.2))
    pen.write_in_middle(str(card.order.average), disc, Font(FontFace.TITLE, 20), dark(look.colour))
    draw_word(pen, Text("average"), Box(1, 26.6, 27, 6.6), look, largest_mm=5.6)
    pen.write_in_middle(card.ref, (14.5, 36.0), Font(FontFace.NUMBER, 4.4), SOFT)
    totals = sorted((card.order.totals or {}).items())
    table = Box(30, 2, MINI_MM[0] - 32, MINI_MM[1] - 4)
    for row, (seats, total) in zip(table.rows(max(FEWEST_ROWS, len(totals)), 1.0), totals, strict=False):
        pen.box(row, PAPER, radius_mm=1.2)
        for n in range(int(seats)):
            pen.disc((row.x_mm + 2.4 + n * 2.7, row.middle[1]), 1.05, tint(look.colour, 0.85))
        size = row.height_mm * 0.95
        place = (row.right_mm - 1.8, row.middle[1] + size * 0.35)
        pen.write(str(total), place, Font(FontFace.TITLE, size), INK, align=1)


def _draw_evaluation(pen: Pen, card: RoundCard, look: CardStyle) -> None:
    """Draw what success does above what failure does."""
    pen.box(Box(0, 0, *MINI_MM), tint(look.colour, 0.5))
    halves = ((card.success, "smile", SMILE), (card.failure, "frown", FROWN))
    for box, (half, icon, colour) in zip(WHOLE.rows(2, 1.4), halves, strict=True):
        pen.box(box, tint(colour, 0.2), radius_mm=1.8)
        side = 12.0
        sign = centred((box.x_mm + 1.4 + side / 2, box.middle[1]), side, side)
        draw_icon(pen, icon, sign, dark(colour), stroke=2.6)
        words = Box(
            sign.right_mm + 1.6, box.y_mm + 0.6, box.right_mm - sign.right_mm - 2.6, box.height_mm - 1.2
        )
        _draw_half(pen, half, words, dark(colour))


_TARGET_SIGNS = {
    Target.HIGHEST: ("crown", ""),
    Target.LOWEST: ("down", ""),
    Target.GOOD: ("", "≥ 0"),
    Target.BAD: ("", "< 0"),
    Target.ZERO: ("", "= 0"),
    Target.ALL: ("support", ""),
}
"""Whom half an evaluation touches, as an icon or in signs."""
_EFFECT_SIGNS = {
    Effect.GAIN_REPUTATION: ("star", "+{value}"),
    Effect.LOSE_REPUTATION: ("star", "−{value}"),
    Effect.DISCARD_CHOICE: ("discard", ""),
    Effect.SWAP_DOWN: ("swap", "−{value}"),
    Effect.SWAP_UP: ("swap", "+{value}"),
    Effect.RECOVER_LOWEST: ("undo", ""),
    Effect.END_BONUS: ("flag", "+{value}"),
    Effect.END_MALUS: ("flag", "−{value}"),
    Effect.DOUBLE_BONUS: ("smile", "×2"),
    Effect.DOUBLE_MALUS: ("frown", "×2"),
    Effect.COUNT_DOUBLE: ("clipboard", "×2"),
    Effect.NONE: ("no", ""),
}
"""What it does, as an icon and a number: a sentence would have letters on a screen that nobody can read."""
_WITHOUT_TARGET = frozenset((Effect.DOUBLE_BONUS, Effect.DOUBLE_MALUS, Effect.COUNT_DOUBLE, Effect.NONE))


def _draw_half(pen: Pen, half: Half, box: Box, ink: Colour) -> None:
    """Draw what half an evaluation does: whom it touches, and what becomes of him."""
    left, right = Box(box.x_mm, box.y_mm, box.width_mm * 0.4, box.height_mm), box
    if half.effect not in _WITHOUT_TARGET:
        _draw_sign(pen, _TARGET_SIGNS[half.target], left, ink)
        right = Box(left.right_mm, box.y_mm, box.width_mm * 0.6, box.height_mm)
    icon, says = _EFFECT_SIGNS[half.effect]
    _draw_sign(pen, (icon, says.format(value=half.value)), right, ink)


def _draw_sign(pen: Pen, sign: tuple[str, str], box: Box, ink: Colour) -> None:
    """Draw an icon, and a number behind it, in the middle of a box."""
    icon, says = sign
    side = box.height_mm * 0.62
    parts = [width for width, is_there in ((side, icon), (side * 0.55 * len(says), says)) if is_there]
    x = box.middle[0] - sum(parts) / 2
    if icon:
        draw_icon(pen, icon, centred((x + side / 2, box.middle[1]), side, side), ink, stroke=2.6)
        x += side
    if says:
        pen.write(says, (x + side * 0.12, box.middle[1] + side * 0.36), Font(FontFace.TITLE, side), ink)
