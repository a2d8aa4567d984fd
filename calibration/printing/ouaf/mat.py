"""Draws L'Ouaf's mat, and the other things of its box: reputation board, boss cards, bakers and their sheets."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from calibration.printing.deck.frame import CardStyle, dark, draw_back, draw_word
from calibration.printing.game_print import PartsRequest
from calibration.printing.icons import draw_icon
from calibration.printing.mats.style import MatStyle, around, lettering
from calibration.printing.ouaf.deck import CRUST, FROWN, SMILE
from calibration.printing.paper import CARD_MM, Box, PaperSize, centred
from calibration.printing.pen import Pages, Pen, PenStroke
from calibration.printing.sheets import (
    CUT_MARK,
    CardSides,
    SheetGrid,
    draw_cut_marks,
    draw_foot,
    print_cards,
)
from calibration.printing.typeface import (
    FAINT,
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
from calibration.printing.typesetting import Paragraph, PrintLanguage, TextStyle, set_paragraphs, set_text
from companion.codec import read
from companion.mat import Mat
from companion.rules.ouaf.cards import HIGHEST_WORK, Boss, Effect, Seat
from companion.rules.ouaf.rules import DESCRIPTION
from companion.rules.ouaf.state import HIGHEST, LOWEST, House, points_by_space
from companion.rules.ouaf.words import effect_words, name_of
from companion.words import Text, Wording

NAME = DESCRIPTION.title
MAT_CRUST = Colour("#b9853f")


def draw_ground(pen: Pen, mat: Mat, _look: MatStyle, _board: None) -> None:
    """Draw the counter in the middle, with a row of loaves along it, and the name of the game."""
    shared = [zone for zone in mat.zones if zone.seat is None]
    if not shared:
        return
    counter = around(shared).inset(-12, -14)
    pen.box(counter, tint(MAT_CRUST, 0.1), PenStroke(tint(MAT_CRUST, 0.4), 0.8), radius_mm=14)
    pen.box(counter.inset(3), None, PenStroke(tint(MAT_CRUST, 0.25), 0.4), radius_mm=11)
    below = [zone.y_mm for zone in mat.zones if zone.y_mm > counter.bottom_mm]
    under = Box(
        counter.x_mm,
        counter.bottom_mm,
        counter.width_mm,
        min(below, default=mat.height_mm) - counter.bottom_mm,
    )
    pen.write_in_middle(NAME, under.middle, Font(FontFace.TITLE, 26), tint(lettering(MAT_CRUST), 0.5))
    for x in (under.middle[0] - 70, under.middle[0] + 70):
        draw_icon(pen, "bread", centred((x, under.middle[1]), 24, 24), tint(MAT_CRUST, 0.42), stroke=1.3)


# --- parts
# Draws the other things of L'Ouaf's box: the reputation board, the boss cards, the bakers, and a sheet for each baker.

TITLE = Text("{game}: boards and sheets")
MARGIN_MM = 10.0
SPACE_GAP_MM = 1.5
FOLD = PenStroke(SOFT, 0.25, (1.5, 1.2))
SHEET_MM = (198.0, 135.0)
"""Width and height of a baker's sheet: two on A4."""
FIGURE_MM = (24.0, 80.0)
"""Width and height of a baker to be folded: two faces of 32 mm, and a foot of 8 mm at each end."""
FOOT_MM = 8.0
RING_MM = 8.5
"""Radius of the place where a baker stands."""

BOSSES: Mapping[Boss, tuple[Text, str, Colour, Text]] = {
    Boss.HAPPY: (
        Text("Happy boss"),
        "smile",
        SMILE,
        Text("fulfilled orders are put here; when the fifth card comes, the match ends, and nobody is fired"),
    ),
    Boss.ANGRY: (
        Text("Angry boss"),
        "frown",
        FROWN,
        Text(
            "failed orders are put here; when the fifth card comes, the match ends, and everybody with a reputation below 0 is fired"
        ),
    ),
}
A_ROUND, THE_END = ("round", "work"), ("over",)
"""Chapters of the summary that stand on a baker's sheet."""


def draw_parts(pages: Pages, order: PartsRequest) -> None:
    """Draw the parts of an order. A set-up that names no seats stands for all seats, and one without reputation points for
    the usual ones.

    Raises `Malformed` for invalid seats or house rules.
    """
    paper, language = order.paper, order.language
    seats = read(tuple[Seat, ...], order.setup.get("seats", [seat.value for seat in Seat]), "seats")
    pays = points_by_space(read(House, order.setup.get("house", {}), "house"))
    note = language.translate_line(Text(TITLE.template, game=DESCRIPTION.title))
    _draw_board(pages.page(paper.turned.width_mm, paper.turned.height_mm), paper.turned, language, pays, note)
    bosses = [_boss(boss, language) for boss in Boss]
    print_cards(pages, bosses, SheetGrid(paper, *CARD_MM, 2, 1), note, language)
    _draw_figures(pages.page(paper.width_mm, paper.height_mm), paper, language, seats, note)
    sheets = [CardSides(partial(_draw_sheet, seat=seat, order=order)) for seat in seats]
    print_cards(pages, sheets, SheetGrid.filling(paper, *SHEET_MM), note, language)


# --- the reputation board


def _draw_board(
    pen: Pen, paper: PaperSize, language: PrintLanguage, pays: Mapping[int, int], note: str
) -> None:
    """Draw the track: 0 on the left, good reputation above, bad reputation below."""
    look = CardStyle(language, CRUST)
    whole = Box(MARGIN_MM, MARGIN_MM, paper.width_mm - 2 * MARGIN_MM, paper.height_mm - 2 * MARGIN_MM - 12)
    pen.box(whole, tint(CRUST, 0.1), PenStroke(tint(CRUST, 0.6), 0.8), radius_mm=5)
    field = whole.inset(5)
    title = Box(field.x_mm, field.y_mm, field.width_mm, 14)
    draw_word(pen, Text("Reputation"), title, look, largest_mm=11)
    spaces = Box(field.x_mm, title.bottom_mm + 3, field.width_mm, field.height_mm - 14 - 3 - 13)
    zero_mm = spaces.width_mm * 0.14
    _draw_space(pen, Box(spaces.x_mm, spaces.y_mm, zero_mm, spaces.height_mm), 0, pays[0])
    track = Box(
        spaces.x_mm + zero_mm + SPACE_GAP_MM,
        spaces.y_mm,
        spaces.width_mm - zero_mm - SPACE_GAP_MM,
        spaces.height_mm,
    )
    for row, sign in zip(track.rows(2, SPACE_GAP_MM), (1, -1), strict=True):
        for n, box in enumerate(row.columns(HIGHEST, SPACE_GAP_MM), 1):
            _draw_space(pen, box, sign * n, pays[sign * n])
    legend = Box(field.x_mm, field.bottom_mm - 10, field.width_mm, 10)
    says = (
        Text("star: this card gives points at the end of the match"),
        Text("the track ends at {low} and {high}: points beyond the end are lost", low=LOWEST, high=HIGHEST),
    )
    lines = [Paragraph(language.translate_line(words), FontFace.TEXT) for words in says]
    set_paragraphs(pen, lines, legend, TextStyle(FontFace.TEXT, 3.8, 2.2, SOFT, align=0.5, rise=0.5))
    draw_foot(pen, paper, note, language)


def _draw_space(pen: Pen, box: Box, space: int, pays: int) -> None:
    """Draw a space: its number, where bakers stand, and what it pays."""
    colour = SMILE if space > 0 else FROWN if space < 0 else CRUST
    pen.box(box, tint(colour, 0.15 + 0.025 * abs(space)), PenStroke(tint(colour, 0.7), 0.5), radius_mm=2.5)
    x, _ = box.middle
    pen.write_in_middle(
        f"{space:+d}".replace("-", "−") if space else "0",
        (x, box.y_mm + 9),
        Font(FontFace.TITLE, 11),
        dark(colour),
    )
    count = len(Seat) if space == 0 else 1
    room = Box(box.x_mm, box.y_mm + 16, box.width_mm, box.height_mm - 16 - 15)
    for place in room.rows(count):
        radius = min(RING_MM, place.height_mm / 2 - 0.5, place.width_mm / 2 - 1.5)
        pen.disc(place.middle, radius, None, PenStroke(tint(colour, 0.6), 0.5, (1.6, 1.4)))
    if pays:
        draw_icon(pen, "star", centred((x - 4.2, box.bottom_mm - 7.5), 6.5, 6.5), shade(colour, 0.2))
        pen.write(str(pays), (x + 0.2, box.bottom_mm - 5.2), Font(FontFace.NUMBER, 7.5), dark(colour))


# --- boss cards


def _boss(boss: Boss, language: PrintLanguage) -> CardSides:
    return CardSides(
        partial(_draw_boss, boss=boss, language=language),
        partial(draw_back, name=DESCRIPTION.title, icon=BOSSES[boss][1], colour=BOSSES[boss][2]),
    )


def _draw_boss(pen: Pen, boss: Boss, language: PrintLanguage) -> None:
    title, icon, colour, says = BOSSES[boss]
    look = CardStyle(language, colour)
    card = Box(0, 0, *CARD_MM)
    pen.box(card, None, PenStroke(FAINT, 0.1))
    inner = card.inset(2.5)
    pen.box(inner, tint(colour, 0.18), PenStroke(colour, 0.8), radius_mm=3)
    draw_word(pen, title, Box(inner.x_mm + 2, inner.y_mm + 2, inner.width_mm - 4, 11), look, largest_mm=7.5)
    pen.disc((inner.middle[0], inner.y_mm + 36), 20, PAPER, PenStroke(tint(colour, 0.6), 0.5))
    draw_icon(pen, icon, centred((inner.middle[0], inner.y_mm + 36), 31, 31), shade(colour, 0.15), stroke=1.5)
    words = [Paragraph(said[:1].upper() + said[1:], FontFace.TEXT) for said in language.translate_each(says)]
    below = Box(inner.x_mm + 3, inner.y_mm + 59, inner.width_mm - 6, inner.height_mm - 61)
    set_paragraphs(pen, words, below, TextStyle(FontFace.TEXT, 3.9, 1.8, INK, align=0.5, rise=0.5))


# --- bakers


def _draw_figures(
    pen: Pen, paper: PaperSize, language: PrintLanguage, seats: Sequence[Seat], note: str
) -> None:
    """Draw a baker of each colour: cut out, folded at the dashes, and glued."""
    says = Text(
        "cut along the lines, fold along the dashes, glue the two faces together, and the feet on card"
    )
    grid = SheetGrid(paper, FIGURE_MM[0], FIGURE_MM[1], len(seats), 1)
    draw_cut_marks(pen, grid)
    for seat, box in zip(seats, grid.places(), strict=True):
        with pen.moved(box.x_mm, box.y_mm):
            _draw_figure(pen, seat, language)
    top = grid.box.y_mm - 16
    set_text(
        pen,
        language.translate_line(says),
        Box(MARGIN_MM, top, paper.width_mm - 2 * MARGIN_MM, 8),
        TextStyle(FontFace.LABEL, 4, 2.5, SOFT, align=0.5, rise=0.5),
    )
    draw_foot(pen, paper, note, language)


def _draw_figure(pen: Pen, seat: Seat, language: PrintLanguage) -> None:
    width, height = FIGURE_MM
    colour = SEATS[seat.value]
    pen.box(Box(0, 0, width, height), tint(colour, 0.25), CUT_MARK)
    _draw_face(pen, seat, language)
    with pen.turned(180, (width / 2, height / 2)):
        _draw_face(pen, seat, language)
    for y in (FOOT_MM, height / 2, height - FOOT_MM):
        pen.line((0, y), (width, y), FOLD)


def _draw_face(pen: Pen, seat: Seat, language: PrintLanguage) -> None:
    """Draw the lower face, which stands upright, and its foot."""
    width, height = FIGURE_MM
    colour = SEATS[seat.value]
    x, bottom = width / 2, height - FOOT_MM
    apron = [(x - 9, bottom), (x - 6.5, bottom - 13), (x + 6.5, bottom - 13), (x + 9, bottom)]
    pen.shape(apron, colour, PenStroke(shade(colour, 0.35), 0.3))
    pen.disc((x, bottom - 17), 5, tint(CRUST, 0.35), PenStroke(shade(CRUST, 0.35), 0.3))
    for across in (-1.7, 1.7):
        pen.disc((x + across, bottom - 17.8), 0.55, INK)
    pen.arc((x, bottom - 16.8), 2.6, 30, 120, PenStroke(INK, 0.35))
    for across in (-4, 0, 4):
        pen.disc((x + across, bottom - 25.4), 3.6, PAPER, PenStroke(SOFT, 0.3))
    pen.box(Box(x - 4.6, bottom - 24.8, 9.2, 4.6), PAPER, PenStroke(SOFT, 0.3))
    draw_icon(pen, "bread", centred((x, bottom - 6), 8, 8), legible_on(colour))
    foot = Box(0.5, bottom, width - 1, FOOT_MM)
    draw_word(pen, name_of(seat), foot, CardStyle(language, colour), largest_mm=4.2)


# --- a baker's sheet


def _draw_sheet(pen: Pen, seat: Seat, order: PartsRequest) -> None:
    """Draw what lies before a baker: his discard, his twelve cards to tick off, a round, the end, and the effects."""
    colour = SEATS[seat.value]
    look = CardStyle(order.language, colour)
    whole = Box(0, 0, *SHEET_MM).inset(1.5)
    pen.box(whole, None, PenStroke(tint(colour, 0.7), 0.5), radius_mm=3)
    head = Box(whole.x_mm, whole.y_mm, whole.width_mm, 13)
    pen.box(head, colour, radius_mm=3)
    draw_icon(pen, "bread", centred((head.x_mm + 9, head.middle[1]), 9, 9), legible_on(colour))
    draw_word(pen, name_of(seat), Box(head.x_mm + 16, head.y_mm, 80, 13), look, largest_mm=8, is_on=True)
    pen.write(
        DESCRIPTION.title,
        (head.right_mm - 5, head.middle[1] + 2.4),
        Font(FontFace.TITLE, 7),
        legible_on(colour),
        align=1,
    )
    discard = Box(whole.x_mm + 3, head.bottom_mm + 4, *CARD_MM)
    pen.box(discard, tint(colour, 0.1), PenStroke(tint(colour, 0.7), 0.5, (2, 1.5)), radius_mm=3)
    draw_word(pen, Text("your discard, face down"), discard.inset(5, 30), look, largest_mm=5)
    _draw_ticks(pen, Box(discard.x_mm, discard.bottom_mm + 2, discard.width_mm, 24), look)
    told = Box(
        discard.right_mm + 4,
        discard.y_mm,
        whole.right_mm - discard.right_mm - 7,
        whole.bottom_mm - discard.y_mm - 3,
    )
    round_box = Box(told.x_mm, told.y_mm, told.width_mm * 0.57, told.height_mm * 0.66)
    end_box = Box(
        told.x_mm, round_box.bottom_mm + 2, round_box.width_mm, told.bottom_mm - round_box.bottom_mm - 2
    )
    effects_box = Box(
        round_box.right_mm + 4, told.y_mm, told.right_mm - round_box.right_mm - 4, told.height_mm
    )
    _draw_told(pen, Text("A round"), _sentences(order, A_ROUND), round_box, look)
    _draw_told(pen, Text("At the end"), _sentences(order, THE_END), end_box, look)
    _draw_told(pen, Text("Evaluations"), [effect_words(effect) for effect in Effect], effects_box, look)


def _sentences(order: PartsRequest, chapters: Collection[str]) -> list[Wording]:
    """List the sentences of some chapters of the summary."""
    return [
        sentence.says for chapter in order.summary if chapter.id in chapters for sentence in chapter.sentences
    ]


def _draw_ticks(pen: Pen, box: Box, look: CardStyle) -> None:
    """Draw the twelve values of the cards, to be ticked off as they are played."""
    cells = [cell for row in box.rows(2, 1.5) for cell in row.columns((HIGHEST_WORK + 1) // 2, 1.5)]
    for value, cell in enumerate(cells):
        pen.box(cell, PAPER, PenStroke(tint(look.colour, 0.7), 0.4), radius_mm=1.5)
        pen.write_in_middle(str(value), cell.middle, Font(FontFace.NUMBER, 7), dark(look.colour))


def _draw_told(pen: Pen, title: Text, says: Sequence[Text | Wording], box: Box, look: CardStyle) -> None:
    """Write sentences under a title, the second language after the first."""
    draw_word(pen, title, Box(box.x_mm, box.y_mm, box.width_mm, 7), look, largest_mm=5)
    words = [
        Paragraph(
            f"• {said[:1].upper()}{said[1:]}", FontFace.ASIDE if n else FontFace.TEXT, 1.0, SOFT if n else INK
        )
        for text in says
        for n, said in enumerate(look.language.translate_each(text))
    ]
    room = Box(box.x_mm, box.y_mm + 8, box.width_mm, box.height_mm - 8)
    set_paragraphs(pen, words, room, TextStyle(FontFace.TEXT, 3.7, 1.5))
