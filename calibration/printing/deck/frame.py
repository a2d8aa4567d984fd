"""Draws the common parts of all cards and of their mini faces: heading, code, reference, and back.

+--------------------------+
| (icon) Name          (6) |   heading
|                          |
|          upper           |   the content of each kind of card: art, numbers, texts
|                          |
| +------------+           |
| |  QR code   |   side    |
| +------------+           |
|   AC001-241              |   capitals of 3.1 mm
+--------------------------+   63 by 88 mm; 2.5 mm along the edge stay white, for the scissors
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from zlib import crc32

from calibration.printing.codes import CARD_MODULE_MM, make_qr
from calibration.printing.icons import draw_icon
from calibration.printing.paper import CARD_MM, MINI_MM, Box, centred
from calibration.printing.pen import Pen, PenStroke
from calibration.printing.sheets import CardSides
from calibration.printing.typeface import (
    CODE,
    FAINT,
    INK,
    PAPER,
    SOFT,
    Colour,
    Font,
    FontFace,
    legible_on,
    mixed,
    shade,
    tint,
)
from calibration.printing.typesetting import Paragraph, PrintLanguage, TextStyle, set_paragraphs
from companion.outlines import Place
from companion.words import Text, Wording

# --- emblem
# Draws emblems instead of portraits: shirts and crests whose pattern follows from the card's reference.
#
# The same card always has the same emblem; two cards rarely share one.

SHIRT: tuple[Place, ...] = (
    (0.34, 0.06),
    (0.42, 0.13),
    (0.58, 0.13),
    (0.66, 0.06),
    (0.82, 0.12),
    (0.99, 0.36),
    (0.86, 0.47),
    (0.76, 0.37),
    (0.76, 0.95),
    (0.24, 0.95),
    (0.24, 0.37),
    (0.14, 0.47),
    (0.01, 0.36),
    (0.18, 0.12),
)
"""Outline of a shirt in a square of side 1."""
CREST: tuple[Place, ...] = (
    (0.1, 0.05),
    (0.5, 0.1),
    (0.9, 0.05),
    (0.92, 0.5),
    (0.84, 0.7),
    (0.68, 0.86),
    (0.5, 0.97),
    (0.32, 0.86),
    (0.16, 0.7),
    (0.08, 0.5),
)
"""Outline of a crest in a square of side 1."""
PATTERNS = ("plain", "stripes", "hoops", "sash", "halves", "quarters", "chevron", "cross", "rays")


def draw_shirt(pen: Pen, box: Box, ref: str, colour: Colour, initials: str) -> None:
    """Draw a player's shirt with a pattern and initials."""
    _draw(pen, box.square(), SHIRT, ref, colour)
    _badge(pen, box.square(), initials)


def draw_crest(pen: Pen, box: Box, ref: str, colour: Colour, *, initials: str = "", icon: str = "") -> None:
    """Draw a crest with a pattern, and initials or an icon on it."""
    _draw(pen, box.square(), CREST, ref, colour)
    _badge(pen, box.square(), initials, icon)


def initials_of(name: str) -> str:
    """Take the first letters of the first two words of a name: `Gwenola Penarvor` is GP."""
    words = [word for word in name.replace("-", " ").split() if word[:1].isalpha()]
    return "".join(word[0] for word in words[:2]).upper()


def _draw(pen: Pen, square: Box, outline: Sequence[Place], ref: str, colour: Colour) -> None:
    places = [(square.x_mm + x * square.width_mm, square.y_mm + y * square.height_mm) for x, y in outline]
    number = crc32(ref.encode())
    pattern = PATTERNS[number % len(PATTERNS)]
    grounds = (colour, tint(colour, 0.55), shade(colour, 0.35))
    ground = grounds[number // 16 % len(grounds)]
    others = [
        other
        for other in (PAPER, shade(colour, 0.6), tint(colour, 0.28), shade(colour, 0.2))
        if other != ground
    ]
    other = others[number // 64 % len(others)]
    pen.shape(places, ground)
    with pen.within_shape(places):
        _pattern(pen, square, pattern, other)
    pen.shape(places, None, PenStroke(shade(colour, 0.65), square.width_mm * 0.022))


def _pattern(pen: Pen, box: Box, pattern: str, colour: Colour) -> None:
    x, y, side = box.x_mm, box.y_mm, box.width_mm
    middle = box.middle
    match pattern:
        case "stripes":
            for n in range(0, 8, 2):
                pen.box(Box(x + n * side / 7.5, y, side / 7.5, side), colour)
        case "hoops":
            for n in range(1, 8, 2):
                pen.box(Box(x, y + n * side / 8, side, side / 8), colour)
        case "sash":
            pen.line((x, y), (x + side, y + side), PenStroke(colour, side * 0.2))
        case "halves":
            pen.box(Box(middle[0], y, side / 2, side), colour)
        case "quarters":
            pen.box(Box(middle[0], y, side / 2, side / 2), colour)
            pen.box(Box(x, middle[1], side / 2, side / 2), colour)
        case "chevron":
            places = [(x, y + side * 0.25), (middle[0], y + side * 0.6), (x + side, y + side * 0.25)]
            pen.shape(places, None, PenStroke(colour, side * 0.15), is_closed=False)
        case "cross":
            pen.box(Box(middle[0] - side * 0.1, y, side * 0.2, side), colour)
            pen.box(Box(x, middle[1] - side * 0.1, side, side * 0.2), colour)
        case "rays":
            for n in range(0, 8, 2):
                edge = [(x + n * side / 8, y), (x + (n + 1) * side / 8, y)]
                pen.shape([(middle[0], y + side), *edge], colour)
        case _:
            pen.box(Box(x, y, side, side * 0.22), colour)


def _badge(pen: Pen, square: Box, initials: str, icon: str = "") -> None:
    """Draw a light disc, so that its initials or icon are legible on every pattern."""
    middle = (square.middle[0], square.y_mm + square.height_mm * 0.52)
    radius = square.width_mm * 0.2
    pen.disc(middle, radius, PAPER, PenStroke(tint(shade(PAPER, 0.9), 0.5), square.width_mm * 0.012))
    if icon:
        side = radius * 1.35
        draw_icon(pen, icon, Box(middle[0] - side / 2, middle[1] - side / 2, side, side), legible_on(PAPER))
    else:
        pen.write_in_middle(initials, middle, Font(FontFace.TITLE, radius * 1.2))


# --- frame

WIDTH_MM, HEIGHT_MM = CARD_MM
EDGE_MM = 2.5
"""White edge of a card: a cut that is half a millimetre off does not show (docs/printing.md)."""
HEADING = Box(EDGE_MM, EDGE_MM, WIDTH_MM - 2 * EDGE_MM, 9.0)
CODE_MM = 29 * CARD_MODULE_MM
"""Side of a code with its margin: 29 modules."""
REFERENCE_MM = 3.1
"""Height of the reference's capitals (docs/printing.md); cameras read 12 px and more (docs/mats.md)."""
BASELINE_MM = HEIGHT_MM - 3.3
CODE_TOP_MM = BASELINE_MM - REFERENCE_MM - 0.3 - CODE_MM
EMBLEM = Box(EDGE_MM, CODE_TOP_MM, CODE_MM, CODE_MM).inset(2)
SMALL_REFERENCE_MM = 1.5
"""Height of the capitals of the reference on cards without a code; no camera over a table reads them."""
UPPER = Box(EDGE_MM, 12.3, WIDTH_MM - 2 * EDGE_MM, CODE_TOP_MM + 1.2 - 12.3)
SIDE = Box(41.6, CODE_TOP_MM + 2.4, WIDTH_MM - EDGE_MM - 41.6, HEIGHT_MM - EDGE_MM - CODE_TOP_MM - 2.4)
LARGEST_MM = 3.9
"""Font sizes of the texts on cards."""
SMALLEST_MM = 1.55
"""The smallest font size: 4.4 points, only for the longest texts in two languages."""


PALE_CODE = mixed(PAPER, CODE, 0.07)
"""Colour of the codes on screens: people see where the code is, but a camera that sees the screen reads no card."""


@dataclass(frozen=True, slots=True)
class CardStyle:
    """Holds the languages of a card, its owner's colour, the colour of its code (None: the card has no code), and its value
    that stands out (None: the best one).
    """

    language: PrintLanguage
    colour: Colour
    code: Colour | None = CODE
    counts: str | None = None

    def with_colour(self, colour: Colour) -> "CardStyle":
        """Return the same style in another colour."""
        return replace(self, colour=colour)


@dataclass(frozen=True, slots=True)
class Heading:
    """Describes the top of a card: its name, the icon of its kind, and a number such as a level.

    `title_field` and `badge_field` are the fields of the card's form that both are.
    """

    title: Text | Wording | str
    icon: str
    badge: str = ""
    title_field: str = "name"
    badge_field: str = ""


def draw_face(pen: Pen, ref: str, heading: Heading, look: CardStyle) -> None:
    """Draw the heading, the code and the reference; each kind of card draws the rest. Without a code a card has an emblem
    of its own in its place, and its reference in small letters, as in a box.
    """
    pen.box(Box(0, 0, WIDTH_MM, HEIGHT_MM), None, PenStroke(FAINT, 0.1))
    ink = legible_on(look.colour)
    pen.box(HEADING, look.colour, radius_mm=2)
    pen.part(heading.title_field, HEADING)
    draw_icon(pen, heading.icon, centred((HEADING.x_mm + 5.6, HEADING.middle[1]), 6.6, 6.6), ink)
    right = HEADING.right_mm - 1.5
    if heading.badge:
        pen.disc((right - 3, HEADING.middle[1]), 3.6, PAPER)
        pen.part(heading.badge_field, centred((right - 3, HEADING.middle[1]), 9, 9))
        pen.write_in_middle(
            heading.badge,
            (right - 3, HEADING.middle[1]),
            Font(FontFace.TITLE, 6 if len(heading.badge) < 3 else 4),
        )
        right -= 7.4
    title = Box(HEADING.x_mm + 10.4, HEADING.y_mm + 0.5, right - HEADING.x_mm - 10.8, HEADING.height_mm - 1)
    set_paragraphs(
        pen,
        make_title(heading.title, look.language),
        title,
        TextStyle(FontFace.TITLE, 6.2, 1.8, ink, rise=0.5),
    )
    if look.code is None:
        draw_crest(pen, EMBLEM, ref, look.colour, icon=heading.icon)
        pen.write(
            ref,
            (EMBLEM.middle[0], BASELINE_MM),
            Font.of_capitals(FontFace.TEXT, SMALL_REFERENCE_MM),
            SOFT,
            align=0.5,
        )
    else:
        draw_code(pen, ref, look.code)


def draw_code(pen: Pen, ref: str, colour: Colour = CODE) -> None:
    """Draw the code at the lower left, and the printed reference below it."""
    make_qr(ref, CARD_MODULE_MM).draw(pen, (EDGE_MM, CODE_TOP_MM), colour=colour)
    type_ = Font.of_capitals(FontFace.STRONG, REFERENCE_MM)
    width = type_.width_mm(ref)
    if width > CODE_MM:
        type_ = Font(FontFace.STRONG, type_.size_mm * CODE_MM / width)
    pen.write(ref, (EDGE_MM + CODE_MM / 2, BASELINE_MM), type_, INK, align=0.5)


def make_title(title: Text | Wording | str, language: PrintLanguage) -> list[Paragraph]:
    """Make the paragraphs of a title in the languages of the deck, the second one small."""
    said = (title,) if isinstance(title, str) else language.translate_each(title)
    return [
        Paragraph(words, FontFace.ASIDE if n else FontFace.TITLE, 0.56 if n else 1.0)
        for n, words in enumerate(said)
    ]


@dataclass(frozen=True, slots=True)
class CardText:
    """Describes a text on a card, with an icon, and a word that says when it applies; `field` is that of the card's form."""

    text: Wording | Text
    icon: str = ""
    when: Text | None = None
    field: str = ""


def draw_sayings(pen: Pen, sayings: Sequence[CardText], box: Box, look: CardStyle) -> None:
    """Draw the texts of a card, each on a pale ground; longer texts get more of the box."""
    told = [saying for saying in sayings if look.language.translate_each(saying.text)]
    if not told:
        return
    gap = 1.0
    room = box.height_mm - gap * (len(told) - 1)
    lengths = [25 + _length(saying, look) for saying in told]
    y = box.y_mm
    for saying, length in zip(told, lengths, strict=True):
        height = room * length / sum(lengths)
        _draw_saying(pen, saying, Box(box.x_mm, y, box.width_mm, height), look)
        y += height + gap


def _length(saying: CardText, look: CardStyle) -> int:
    when = () if saying.when is None else (look.language.translate_line(saying.when),)
    return sum(map(len, (*when, *look.language.translate_each(saying.text))))


def _draw_saying(pen: Pen, saying: CardText, box: Box, look: CardStyle) -> None:
    pen.box(box, tint(look.colour, 0.12), radius_mm=1.2)
    pen.part(saying.field, box)
    pen.box(Box(box.x_mm, box.y_mm, 1.0, box.height_mm), tint(look.colour, 0.8))
    words = Box(box.x_mm + 2.4, box.y_mm + 0.7, box.width_mm - 3.8, box.height_mm - 1.4)
    if saying.icon:
        side = min(7.0, words.height_mm, words.width_mm / 5)
        draw_icon(
            pen, saying.icon, centred((words.x_mm + side / 2, words.middle[1]), side, side), dark(look.colour)
        )
        words = Box(words.x_mm + side + 1.2, words.y_mm, words.width_mm - side - 1.2, words.height_mm)
    paragraphs = []
    if saying.when is not None:
        paragraphs.append(
            Paragraph(
                look.language.translate_line(saying.when).upper(), FontFace.TITLE, 0.82, dark(look.colour)
            )
        )
    for n, said in enumerate(look.language.translate_each(saying.text)):
        sentence = said[:1].upper() + said[1:]
        paragraphs.append(
            Paragraph(sentence, FontFace.ASIDE if n else FontFace.TEXT, 0.9 if n else 1.0, SOFT if n else INK)
        )
    set_paragraphs(pen, paragraphs, words, TextStyle(FontFace.TEXT, LARGEST_MM, SMALLEST_MM, rise=0.5))


def dark(colour: Colour) -> Colour:
    """Make a colour dark enough to be legible on white."""
    return shade(colour, 0.5)


def draw_word(
    pen: Pen,
    text: Text | Wording | str,
    box: Box,
    look: CardStyle,
    *,
    largest_mm: float = 4.2,
    is_on: bool = False,
) -> None:
    """Write a few words in the middle of a box, the second language below.

    `is_on` writes in a colour that is legible on the card's colour, otherwise in that colour itself.
    """
    words = make_title(text, look.language)
    set_paragraphs(
        pen,
        [Paragraph(part.words, part.face, 0.75 if n else 1.0) for n, part in enumerate(words)],
        box,
        TextStyle(
            FontFace.TITLE,
            largest_mm,
            SMALLEST_MM,
            legible_on(look.colour) if is_on else dark(look.colour),
            align=0.5,
            rise=0.5,
        ),
    )


def sides_by_kind(
    front: Callable[..., None], name: str, icons: Mapping[str, str], colour: Colour
) -> Callable[[Any, CardStyle], CardSides]:
    """Make the `GamePrint.sides` of a game whose cards have a `kind`; `icons` are those of the backs, by kind."""

    def sides(card: Any, look: CardStyle) -> CardSides:
        back = partial(draw_back, name=name, icon=icons[card.kind], colour=colour)
        return CardSides(partial(front, card=card, look=look), back)

    return sides


def draw_back(pen: Pen, name: str, icon: str, colour: Colour, word: str = "") -> None:
    """Draw a card's back: a lattice, a disc with the icon of the pile, and the game's name at both ends."""
    frame = Box(0, 0, WIDTH_MM, HEIGHT_MM).inset(EDGE_MM)
    ground = mixed(tint(colour, 0.3), PAPER, 0.2)
    pen.box(Box(0, 0, WIDTH_MM, HEIGHT_MM), None, PenStroke(FAINT, 0.1))
    pen.box(frame, ground, radius_mm=3)
    line = PenStroke(tint(colour, 0.46), 0.45)
    with pen.within(frame, 3):
        for n in range(-14, 12):
            x = frame.x_mm + n * 6.4
            pen.line((x, frame.y_mm), (x + frame.height_mm, frame.bottom_mm), line)
            pen.line((x + frame.height_mm, frame.y_mm), (x, frame.bottom_mm), line)
    pen.box(frame.inset(1.2), None, PenStroke(tint(colour, 0.8), 0.6), radius_mm=2.2)
    middle = frame.middle
    pen.disc(middle, 16.5, PAPER, PenStroke(colour, 1.2))
    pen.disc(middle, 14.3, None, PenStroke(tint(colour, 0.5), 0.4))
    draw_icon(pen, icon, centred(middle, 17, 17), dark(colour))
    for turn in (0, 180):
        with pen.turned(turn, middle):
            band = centred((middle[0], frame.y_mm + 11.5), 48, 9.5)
            pen.box(band, PAPER, PenStroke(tint(colour, 0.8), 0.5), radius_mm=2)
            words = [Paragraph(name, FontFace.TITLE)]
            if word:
                words.append(Paragraph(word, FontFace.LABEL, 0.6, SOFT))
            set_paragraphs(
                pen,
                words,
                band.inset(1.5, 0.6),
                TextStyle(FontFace.TITLE, 6.2, 1.8, dark(colour), align=0.5, rise=0.5),
            )


# --- mini
# Draws the common parts of mini faces: cards without their code, for small places on screens.
#
# +------------------------------------+
# | (icon) Name                    (6) |   heading, in letters of 7 mm
# |------------------------------------|
# |                                    |   the content of each kind of card, in large numbers
# +------------------------------------+   64 by 40 mm, which a screen shows some 20 mm wide

BAND = Box(0, 0, MINI_MM[0], 11.0)
BODY = Box(2.0, 12.5, MINI_MM[0] - 4.0, MINI_MM[1] - 14.5)
MINI_LARGEST_MM, MINI_SMALLEST_MM = 5.2, 2.7
"""Font sizes of the texts on mini faces."""


def minis_of_fronts(draw: Callable[..., None]) -> Callable[[Any, CardStyle], CardSides]:
    """Make the `GamePrint.minis` of a game whose backs have no mini face; `draw` takes a pen, `card` and `look`."""

    def minis(card: Any, look: CardStyle) -> CardSides:
        return CardSides(partial(draw, card=card, look=look))

    return minis


def draw_mini_frame(pen: Pen, heading: Heading, look: CardStyle) -> None:
    """Draw the ground and the heading of a mini face; each kind of card draws the rest."""
    pen.box(Box(0, 0, *MINI_MM), PAPER)
    pen.box(BAND, look.colour)
    ink = legible_on(look.colour)
    draw_icon(pen, heading.icon, centred((6.2, BAND.middle[1]), 7.4, 7.4), ink, stroke=2.4)
    right = BAND.right_mm - 2.0
    if heading.badge:
        middle = (right - 4.2, BAND.middle[1])
        pen.disc(middle, 4.4, PAPER)
        pen.write_in_middle(heading.badge, middle, Font(FontFace.TITLE, 7.6 if len(heading.badge) < 3 else 5))
        right -= 9.6
    title = Box(11.4, 0.7, right - 11.4, BAND.height_mm - 1.4)
    set_paragraphs(
        pen,
        make_title(heading.title, look.language),
        title,
        TextStyle(FontFace.TITLE, 8.0, 3.0, ink, rise=0.5),
    )


def draw_mini_back(pen: Pen, icon: str, colour: Colour) -> None:
    """Draw the back of a card in its owner's colour: a lattice, and a disc with the icon of the pile."""
    whole = Box(0, 0, *MINI_MM)
    pen.box(whole, colour)
    line = PenStroke(tint(colour, 0.6), 0.9)
    for n in range(-6, 11):
        x = n * 6.4
        pen.line((x, 0), (x + whole.height_mm, whole.bottom_mm), line)
        pen.line((x + whole.height_mm, 0), (x, whole.bottom_mm), line)
    pen.box(whole.inset(2.2), None, PenStroke(PAPER, 1.2), radius_mm=2.2)
    pen.disc(whole.middle, 13.5, PAPER, PenStroke(shade(colour, 0.4), 1.2))
    draw_icon(pen, icon, centred(whole.middle, 17, 17), dark(colour), stroke=2.6)


def draw_mini_texts(pen: Pen, sayings: Sequence[CardText], box: Box, look: CardStyle) -> None:
    """Draw the texts of a card, one below the other, as large as they fit."""
    paragraphs = []
    for saying in sayings:
        if saying.when is not None:
            when = look.language.translate_line(saying.when).upper()
            paragraphs.append(Paragraph(when, FontFace.TITLE, 0.8, dark(look.colour)))
        paragraphs += [
            Paragraph(said[:1].upper() + said[1:], FontFace.STRONG)
            for said in look.language.translate_each(saying.text)
        ]
    set_paragraphs(
        pen, paragraphs, box, TextStyle(FontFace.STRONG, MINI_LARGEST_MM, MINI_SMALLEST_MM, INK, rise=0.5)
    )


def draw_number(pen: Pen, number: int | str, icon: str, box: Box, *, size_mm: float = 19.0) -> None:
    """Draw a large number, and the icon that says what it counts below it."""
    said = str(number).replace("-", "\N{MINUS SIGN}")
    x = box.middle[0]
    pen.write_in_middle(said, (x, box.y_mm + size_mm * 0.42), Font(FontFace.TITLE, size_mm), INK)
    side = box.height_mm - size_mm * 0.86
    draw_icon(pen, icon, centred((x, box.bottom_mm - side / 2), side, side), SOFT, stroke=2.6)


def draw_chip(pen: Pen, words: str, box: Box, colour: Colour) -> None:
    """Draw a short word on a ground of its colour."""
    pen.box(box, colour, radius_mm=1.4)
    type_ = Font(FontFace.TITLE, box.height_mm * 0.86)
    width = type_.width_mm(words)
    if width > box.width_mm - 1.2:
        type_ = Font(FontFace.TITLE, type_.size_mm * (box.width_mm - 1.2) / width)
    pen.write_in_middle(words, box.middle, type_, legible_on(colour))


def draw_ground(pen: Pen, colour: Colour, share: float = 0.16) -> None:
    """Draw a pale ground in the card's colour below the heading."""
    pen.box(Box(0, BAND.bottom_mm, MINI_MM[0], MINI_MM[1] - BAND.height_mm), tint(colour, share))
