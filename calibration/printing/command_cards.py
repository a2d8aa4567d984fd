"""Draws command cards: a player lays one on the mat instead of touching the screen."""

from collections.abc import Mapping
from functools import partial

from calibration.printing.box import Box, centred
from calibration.printing.codes import STICKER_MODULE_MM, make_qr
from calibration.printing.colour import INK, PAPER, SOFT, Colour, tint
from calibration.printing.icons import draw_icon
from calibration.printing.language import PrintLanguage
from calibration.printing.paper import PaperSize
from calibration.printing.pen import Document, Pen, PenStroke, new_pages
from calibration.printing.proportions import CARD_MM
from calibration.printing.sheets import CardSides, make_card_grid, print_cards
from calibration.printing.typeface import FontFace
from calibration.printing.typesetting import Paragraph, TextStyle, set_paragraphs
from companion.mat import Command, Mat
from companion.rules.games import GAMES
from companion.words import Text

SLATE = Colour("#3b4654")
TITLE = Text("{game}: command cards")
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
    """Draws all command cards of a mat, one of each for every seat that has a place for them."""
    game = GAMES[mat.game].description.title
    title = language.translate_line(Text(TITLE.template, game=game))
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
    """Draws one card: the title on a dark band, the code in the middle, its meaning below."""
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
