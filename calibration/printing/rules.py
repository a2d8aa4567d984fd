"""Draws the rules of a game in the players' words: a card for each chapter, and sheets to lay beside the table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from calibration.printing.paper import CARD_MM, Box, PaperSize
from calibration.printing.pen import Document, Pages, Pen, PenStroke, new_pages
from calibration.printing.sheets import CardSides, draw_foot, make_card_grid, print_cards
from calibration.printing.typeface import INK, PAPER, SOFT, Colour, Font, FontFace, tint
from calibration.printing.typesetting import (
    LEADING,
    NBSP,
    Paragraph,
    PrintLanguage,
    TextStyle,
    break_lines,
    fitting_size_mm,
    set_paragraphs,
)
from companion.rules.readings import RuleChapter, RuleSentence, RulesInWords, cited
from companion.showing.citations import tell_citation, tell_sentence
from companion.words import Text, Wording, translate

SLATE = Colour("#3b4654")
TITLE = Text("{game}: the rules")
READINGS = Text("how unclear rules are judged")
BAND_MM = 10.0
BULLET = f"•{NBSP}"
"""Stands before each sentence of a card."""
MARGIN_MM, GUTTER_MM, HEAD_MM, SHEET_FOOT_MM = 12.0, 7.0, 24.0, 20.0
TITLE_MM, WORDS_MM = 3.6, 2.75
"""Font sizes on a sheet."""
BETWEEN_MM = 1.3
"""Free height between two paragraphs of a sheet."""


_BAND = Box(2.5, 2.5, CARD_MM[0] - 5, BAND_MM)
_TITLE_BOX = Box(_BAND.x_mm + 3, _BAND.y_mm + 1, _BAND.width_mm - 6, _BAND.height_mm - 2)
_TEXT_BOX = Box(4, _BAND.bottom_mm + 2.4, CARD_MM[0] - 8, CARD_MM[1] - 7.6 - (_BAND.bottom_mm + 2.4))
_CARD_TITLE = TextStyle(FontFace.TITLE, 5.4, 2.6, PAPER, rise=0.5)
_CARD_TEXT = TextStyle(FontFace.TEXT, 3.2, 1.9, INK)


def rule_cards(words: RulesInWords, game: str, language: PrintLanguage, paper: PaperSize) -> Document:
    """Draw a card for each chapter, nine on A4; in both languages, French in front and English on the back. `game` is
    the title on the box. All cards have one size of type, so that none looks less important than another.
    """
    title = language.translate_line(Text(TITLE.template, game=game))
    with new_pages(title) as pages:
        front, *back = language.languages
        printed = [(chapter, one) for chapter in words.chapters for one in language.languages]
        titles = _at_one_size([(_title(*side), _TITLE_BOX) for side in printed], _CARD_TITLE)
        texts = _at_one_size([(_text(*side), _TEXT_BOX) for side in printed], _CARD_TEXT)
        draw = partial(_draw_card, game=game, titles=titles, texts=texts)
        cards = [
            CardSides(
                partial(draw, chapter=chapter, language=front),
                partial(draw, chapter=chapter, language=back[0]) if back else None,
            )
            for chapter in words.chapters
        ]
        print_cards(pages, cards, make_card_grid(paper), title, language)
        return pages.finished()


def _at_one_size(texts: Sequence[tuple[list[Paragraph], Box]], style: TextStyle) -> TextStyle:
    """Return a style with the largest size at which each of these texts fits into its box."""
    return replace(style, largest_mm=min(fitting_size_mm(text, box, style) for text, box in texts))


def _title(chapter: RuleChapter, language: str) -> list[Paragraph]:
    return [Paragraph(_said(chapter.title, language), FontFace.TITLE)]


def _text(chapter: RuleChapter, language: str) -> list[Paragraph]:
    """Return the sentences of a card, each with its section: readings are looked up on the sheets."""
    return [
        Paragraph(BULLET + _sentence(replace(sentence, reading=None), language), FontFace.TEXT)
        for sentence in chapter.sentences
    ]


def _draw_card(
    pen: Pen, *, chapter: RuleChapter, language: str, game: str, titles: TextStyle, texts: TextStyle
) -> None:
    """Draw the title on a dark band, and the sentences below it."""
    width, height = CARD_MM
    pen.box(Box(0, 0, width, height), None, PenStroke(tint(SOFT, 0.4), 0.15))
    pen.box(_BAND, SLATE, radius_mm=2.0)
    set_paragraphs(pen, _title(chapter, language), _TITLE_BOX, titles)
    set_paragraphs(pen, _text(chapter, language), _TEXT_BOX, texts)
    foot = Box(4, height - 6.2, width - 8, 3.4)
    set_paragraphs(
        pen,
        [Paragraph(game, FontFace.LABEL)],
        foot,
        TextStyle(FontFace.LABEL, 2.4, 1.8, SOFT, align=0.5, rise=0.5),
    )


@dataclass(frozen=True, slots=True)
class _SheetLine:
    """One line of a column: its words and their font; `space_mm` is free above it."""

    words: str
    font: Font
    colour: Colour
    space_mm: float

    @property
    def height_mm(self) -> float:
        return self.space_mm + self.font.size_mm * LEADING


def rule_sheet(words: RulesInWords, game: str, language: PrintLanguage, paper: PaperSize) -> Document:
    """Draw all chapters and then the readings in two columns, on as many sheets as they need; one language after the
    other. `game` is the title on the box.
    """
    with new_pages(language.translate_line(Text(TITLE.template, game=game))) as pages:
        width = (paper.width_mm - 2 * MARGIN_MM - GUTTER_MM) / 2
        for one in language.languages:
            columns = _columns(_blocks(words, one, width), paper.height_mm - HEAD_MM - SHEET_FOOT_MM)
            for n in range(0, len(columns), 2):
                _draw_sheet(
                    pages, columns[n : n + 2], paper, Text(TITLE.template, game=game), one, n // 2 + 1
                )
        return pages.finished()


def _draw_sheet(
    pages: Pages,
    columns: Sequence[Sequence[_SheetLine]],
    paper: PaperSize,
    title: Text,
    language: str,
    number: int,
) -> None:
    pen = pages.page(paper.width_mm, paper.height_mm)
    tongue = PrintLanguage(language)
    words = tongue.translate_line(title)
    set_paragraphs(
        pen,
        [Paragraph(words, FontFace.TITLE)],
        Box(MARGIN_MM, 10.0, paper.width_mm - 2 * MARGIN_MM, 9.0),
        TextStyle(FontFace.TITLE, 7.0, 4.0, SLATE, rise=0.5),
    )
    width = (paper.width_mm - 2 * MARGIN_MM - GUTTER_MM) / 2
    for n, lines in enumerate(columns):
        y = HEAD_MM
        for k, line in enumerate(lines):
            y += line.height_mm - (line.space_mm if k == 0 else 0)
            pen.write(line.words, (MARGIN_MM + n * (width + GUTTER_MM), y), line.font, line.colour)
    draw_foot(pen, paper, f"{words} · {number}", tongue)


def _blocks(words: RulesInWords, language: str, width_mm: float) -> list[list[_SheetLine]]:
    """Return lines that stay together: a title with its first paragraph, and each further paragraph."""
    blocks = []
    for chapter in words.chapters:
        head = _lines(_said(chapter.title, language), _TITLE, width_mm, 3.4)
        for n, sentence in enumerate(chapter.sentences):
            lines = _lines(_sentence(sentence, language), _WORDS, width_mm, BETWEEN_MM)
            blocks.append(lines if n else [*head, *lines])
    head = _lines(_said(READINGS, language), _TITLE, width_mm, 3.4)
    for n, reading in enumerate(words.readings):
        cite = Text("{cite}", cite=tell_citation(cited(reading.section, reading.id)))
        lines = [
            *_lines(_said(reading.question, language), _QUESTION, width_mm, BETWEEN_MM),
            *_lines(_said(reading.reading, language), _WORDS, width_mm, 0.2),
            *_lines(_said(cite, language), _SMALL, width_mm, 0.1),
        ]
        blocks.append(lines if n else [*head, *lines])
    return blocks


def _columns(blocks: Sequence[Sequence[_SheetLine]], height_mm: float) -> list[list[_SheetLine]]:
    """Return columns of this height; no paragraph is cut, and no title stands alone at the foot."""
    columns: list[list[_SheetLine]] = [[]]
    used = 0.0
    for block in blocks:
        needed = sum(line.height_mm for line in block)
        if columns[-1] and used + needed > height_mm:
            columns.append([])
            used = 0.0
        columns[-1].extend(block)
        used += needed
    return columns


_Look = tuple[FontFace, float, Colour]
_TITLE: _Look = (FontFace.TITLE, TITLE_MM, SLATE)
_WORDS: _Look = (FontFace.TEXT, WORDS_MM, INK)
_QUESTION: _Look = (FontFace.LABEL, WORDS_MM, INK)
_SMALL: _Look = (FontFace.ASIDE, WORDS_MM * 0.85, SOFT)


def _lines(words: str, look: _Look, width_mm: float, space_mm: float) -> list[_SheetLine]:
    face, size, colour = look
    font = Font(face, size)
    return [
        _SheetLine(line, font, colour, 0.0 if n else space_mm)
        for n, line in enumerate(break_lines(words, font, width_mm))
    ]


def _said(words: Text | Wording, language: str) -> str:
    text = PrintLanguage(language).translate_line(words)
    return text[:1].upper() + text[1:]


def _sentence(sentence: RuleSentence, language: str) -> str:
    """Return a sentence with its section; the section's words stay on one line."""
    said = PrintLanguage(language).translate_line(
        tell_sentence(sentence.says, sentence.section, sentence.reading)
    )
    section = f"({translate(tell_citation(sentence.section), language)}"
    return said.replace(section, section.replace(" ", NBSP)) if len(section) < len("(p. 1234") else said
