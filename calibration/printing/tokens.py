"""Draws tokens: pieces with a tag, cut out, or folded where a piece has two sides."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.printing.box import Box
from calibration.printing.codes import make_tag_of_side
from calibration.printing.colour import SEATS, SOFT, Colour, legible_on, shade, tint
from calibration.printing.language import PrintLanguage
from calibration.printing.paper import UNPRINTABLE_MM, PaperSize
from calibration.printing.pen import Document, Pen, PenStroke, new_pages
from calibration.printing.sheets import FOOT_MM, draw_foot
from calibration.printing.typeface import FontFace
from calibration.printing.typesetting import Paragraph, TextStyle, set_paragraphs
from companion.mat import Mat, Token
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
TITLE = Text("{game}: tokens")
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
        """Returns the width and the height of the piece, unfolded."""
        width, height = side_mm(self.sides[0])
        return width, height * len(self.sides)


def draw_token_sheets(mat: Mat, language: PrintLanguage, paper: PaperSize) -> Document:
    """Draws all tokens of a mat in true size."""
    title = language.translate_line(Text(TITLE.template, game=GAMES[mat.game].description.title))
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
    """Returns width and height of one side: the tag with its margin, a frame, and a strip with the name."""
    whole = make_tag_of_side(token.tag, token.side_mm).whole_mm
    return whole + 2 * FRAME_MM, whole + FRAME_MM + STRIP_MM


def fold_tokens(those: Sequence[Token]) -> list[TokenCutout]:
    """Groups tokens into pieces: `red:1:standing` and `red:1:lying` are the two sides of one."""
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
    """Draws one piece; if it has two sides, head to head with the fold between them."""
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
    """Draws a tag in a frame of its owner's colour, and the name below it; a piece's second side is hatched."""
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
