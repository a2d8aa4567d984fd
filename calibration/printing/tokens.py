"""Draws the sheets of pieces to cut out: tokens with a tag, and command cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from calibration.printing.codes import STICKER_MODULE_MM, make_qr, make_tag_of_side
from calibration.printing.icons import draw_icon
from calibration.printing.paper import CARD_MM, UNPRINTABLE_MM, Box, PaperSize, centred
from calibration.printing.pen import Document, Pen, PenStroke, new_pages
from calibration.printing.sheets import FOOT_MM, CardSides, draw_foot, make_card_grid, print_cards
from calibration.printing.typeface import INK, PAPER, SEATS, SOFT, Colour, FontFace, legible_on, shade, tint
from calibration.printing.typesetting import Paragraph, PrintLanguage, TextStyle, set_paragraphs
from companion.mat import Command, Mat, Token
from companion.rules.games import GAMES
from companion.words import Text

FRAME_MM = 1.0
"""Width of the coloured frame around a tag."""
STRIP_MM = 5.0
"""Height of the strip with the name."""
GAP_MM = 4.0
"""Distance between two tokens on a sheet."""
MARGIN_MM = 12.0
"""Distance from the tokens to the edge of the paper."""
BALL = Colour("#6b5b95")
TOKENS_TITLE = Text("{game}: tokens")
FOLD = Text("cut along the lines, fold along the dashes, glue")
CUT = Text("cut along the lines, glue on cardboard")
PIECE_SEATS = {"Y": "yellow", "R": "red"}
"""Whose a piece is, by the first letter of its name."""


@dataclass(frozen=True, slots=True)
class TokenCutout:
    """Holds what is cut out in one piece: a token, or both sides of a folded one."""

    sides: tuple[Token, ...]

    @property
    def size_mm(self) -> tuple[float, float]:
        """Return the width and the height of the piece, unfolded."""
        width, height = side_mm(self.sides[0])
        return width, height * len(self.sides)


def draw_token_sheets(mat: Mat, language: PrintLanguage, paper: PaperSize) -> Document:
    """Draw all tokens of a mat in true size."""
    title = language.translate_line(Text(TOKENS_TITLE.template, game=GAMES[mat.game].description.title))
    with new_pages(title) as pages:
        cuts = fold_tokens(mat.tokens)
        note = f"{title}\n{language.translate_line(FOLD if any(len(cut.sides) > 1 for cut in cuts) else CUT)}"
        for page in lay_out_pages(cuts, paper):
            pen = pages.page(paper.width_mm, paper.height_mm)
            for cut, x, y in page:
                with pen.moved(x, y):
                    draw_cut(pen, cut, language)
            draw_foot(pen, paper, note, language)
        return pages.finished()


def side_mm(token: Token) -> tuple[float, float]:
    """Return width and height of one side: the tag with its margin, a frame, and a strip with the name."""
    whole = make_tag_of_side(token.tag, token.side_mm).whole_mm
    return whole + 2 * FRAME_MM, whole + FRAME_MM + STRIP_MM


def fold_tokens(those: Sequence[Token]) -> list[TokenCutout]:
    """Group tokens into pieces: `red:1:standing` and `red:1:lying` are the two sides of one."""
    pieces: dict[str, list[Token]] = {}
    for token in those:
        piece, colon, _ = token.means.rpartition(":")
        pieces.setdefault(piece if colon else token.means, []).append(token)
    return [TokenCutout(tuple(sides)) for sides in pieces.values()]


def lay_out_pages(
    cuts: Sequence[TokenCutout], paper: PaperSize
) -> list[list[tuple[TokenCutout, float, float]]]:
    """Places the pieces on pages, in rows of pieces of one height: piece, x and y in mm."""
    pages: list[list[tuple[TokenCutout, float, float]]] = [[]]
    x, y, row = MARGIN_MM, MARGIN_MM, 0.0
    bottom = paper.height_mm - UNPRINTABLE_MM - FOOT_MM
    for cut in cuts:
        width, height = cut.size_mm
        if x + width > paper.width_mm - MARGIN_MM or (row and height != row):
            x, y = MARGIN_MM, y + row + GAP_MM
        if y + height > bottom:
            pages.append([])
            x, y = MARGIN_MM, MARGIN_MM
        pages[-1].append((cut, x, y))
        x, row = x + width + GAP_MM, height
    return pages


def draw_cut(pen: Pen, cut: TokenCutout, language: PrintLanguage) -> None:
    """Draw one piece; if it has two sides, head to head with the fold between them."""
    width, height = side_mm(cut.sides[0])
    if len(cut.sides) == 1:
        draw_side(pen, cut.sides[0], language)
        return
    front, back = cut.sides[:2]
    with pen.turned(180, (width / 2, height / 2)):
        draw_side(pen, back, language, is_second=True)
    with pen.moved(0, height):
        draw_side(pen, front, language)
    pen.line((-3, height), (width + 3, height), PenStroke(SOFT, 0.2, (1.0, 1.0)))


def draw_side(pen: Pen, token: Token, language: PrintLanguage, *, is_second: bool = False) -> None:
    """Draw a tag in a frame of its owner's colour, and the name below it; a piece's second side is hatched."""
    colour = _colour(token)
    width, height = side_mm(token)
    whole = Box(0, 0, width, height)
    pen.box(whole, tint(colour, 0.3) if is_second else colour)
    strip = Box(0, height - STRIP_MM, width, STRIP_MM)
    if is_second:
        _hatch(pen, strip, colour)
    tag = make_tag_of_side(token.tag, token.side_mm)
    tag.draw(pen, (FRAME_MM, FRAME_MM))
    ink = shade(colour, 0.7) if is_second else legible_on(colour)
    words = language.translate_line(token.title)
    set_paragraphs(
        pen,
        [Paragraph(words, FontFace.TITLE)],
        strip.inset(0.8, 0.4),
        TextStyle(FontFace.TITLE, 4.6, 1.4, ink, 0.5, 0.5),
    )
    pen.box(whole, None, PenStroke(shade(colour, 0.35), 0.15))


def _hatch(pen: Pen, box: Box, colour: Colour) -> None:
    line = PenStroke(tint(colour, 0.5), 0.8)
    with pen.within(box):
        for n in range(-2, int(box.width_mm // 3) + 1):
            x = box.x_mm + n * 3
            pen.line((x, box.bottom_mm), (x + box.height_mm, box.y_mm), line)


def _colour(token: Token) -> Colour:
    seat = token.means.partition(":")[0]
    if token.role == "piece":
        seat = PIECE_SEATS.get(token.means[:1], "")
    return SEATS.get(seat, BALL)


# --- command cards
# Draws command cards: a player lays one on the mat instead of touching the screen.

SLATE = Colour("#3b4654")
COMMAND_CARDS_TITLE = Text("{game}: command cards")
ICONS: Mapping[str, str] = {
    "let_pass": "swift",
    "no_support": "support",
    "stall:energies": "bolt",
    "stall:reshuffle": "stopwatch",
    "give_up": "flag",
    "accept_draw": "draw",
    "end_strategy": "stopwatch",
    "hold": "ball",
    "tackle": "fist",
    "pick_up": "ball",
    "intercept": "glove",
    "decline": "no",
    "chandelle": "up",
    "land": "down",
    "resolve": "swift",
    "end_turn": "stopwatch",
    "undo": "undo",
}


def draw_command_cards(mat: Mat, language: PrintLanguage, paper: PaperSize) -> Document:
    """Draw all command cards of a mat, one of each for every seat that has a place for them."""
    game = GAMES[mat.game].description.title
    title = language.translate_line(Text(COMMAND_CARDS_TITLE.template, game=game))
    with new_pages(title) as pages:
        copies = max(1, sum(zone.role == "command" for zone in mat.zones))
        cards = [
            CardSides(partial(draw_command, command=command, game=game, language=language))
            for command in mat.commands
            for _ in range(copies)
        ]
        print_cards(pages, cards, make_card_grid(paper), title, language)
        return pages.finished()


def draw_command(pen: Pen, command: Command, game: str, language: PrintLanguage) -> None:
    """Draw one card: the title on a dark band, the code in the middle, its meaning below."""
    width, height = CARD_MM
    pen.box(Box(0, 0, width, height), None, PenStroke(tint(SOFT, 0.4), 0.15))
    band = Box(2.5, 2.5, width - 5, 16)
    pen.box(band, SLATE, radius_mm=2.5)
    draw_icon(
        pen, ICONS.get(command.means, "speech"), centred((band.x_mm + 8.5, band.middle[1]), 11, 11), PAPER
    )
    said = language.translate_each(command.title)
    words = [
        Paragraph(words, FontFace.ASIDE if n else FontFace.TITLE, 0.62 if n else 1.0)
        for n, words in enumerate(said)
    ]
    title = Box(band.x_mm + 16.5, band.y_mm + 1, band.width_mm - 18.5, band.height_mm - 2)
    set_paragraphs(pen, words, title, TextStyle(FontFace.TITLE, 7.4, 2.6, PAPER, rise=0.5))
    code = make_qr(command.code, STICKER_MODULE_MM)
    code.draw(pen, ((width - code.whole_mm) / 2, 19.0))
    sentences = language.translate_each(command.says)
    words = [
        Paragraph(words, FontFace.ASIDE if n else FontFace.TEXT, 0.86 if n else 1.0)
        for n, words in enumerate(sentences)
    ]
    box = Box(5, 19.0 + code.whole_mm, width - 10, height - 8.0 - 19.0 - code.whole_mm)
    set_paragraphs(pen, words, box, TextStyle(FontFace.TEXT, 4.0, 2.2, INK, align=0.5, rise=0.5))
    pen.box(Box(2.5, height - 3.4, width - 5, 0.9), tint(SLATE, 0.5), radius_mm=0.45)
    set_paragraphs(
        pen,
        [Paragraph(game, FontFace.LABEL)],
        Box(5, height - 7.6, width - 10, 3.4),
        TextStyle(FontFace.LABEL, 2.6, 2, SOFT, align=0.5, rise=0.5),
    )
