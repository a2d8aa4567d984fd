"""Draws the keepsake of a finished match (PDF and picture): result, ranking, chances of winning, turning points."""

import math
from collections.abc import Sequence

from calibration.printing.paper import A4, Box
from calibration.printing.pen import Document, Pen, PenStroke, new_pages
from calibration.printing.raster import RasterSize, RgbaPicture, rasterize
from calibration.printing.typeface import (
    FAINT,
    INK,
    PAPER,
    SEATS,
    SHAPES,
    SOFT,
    FontFace,
    legible_on,
    tint,
)
from calibration.printing.typesetting import PrintLanguage, TextStyle, set_text
from companion.outlines import Place
from companion.session.match_report import FinalPlace, MatchReport, TurningPoint, account_says
from companion.storage.shipped_data import shipped_style
from companion.words import Text, Wording, in_a_row

EDGE_MM = 14.0
BAND_MM, SIDE_MM, SIDE_SMALL_MM, ROW_MM, GAP_MM = 42.0, 46.0, 30.0, 15.0, 4.0
FOOT_MM = 8.0
WIDTH_PX = 1240
"""As wide as A4 at 150 dots an inch, and as the largest telephone shows without enlarging."""
MARK_MM = 10.0
"""The marks beside the score."""
"""The height of two lines about where the chances of a side came from."""
LEAST_CURVE_MM, MOST_CURVE_MM = 28.0, 62.0
PAIR = 2
TURNS = {
    "triangle": (3, 0.0),
    "square": (4, 45.0),
    "diamond": (4, 0.0),
    "pentagon": (5, 0.0),
    "cross": (8, 22.5),
}
"""The corners of a mark, and by how many degrees it is turned; any other is a disc."""
LETTERS = shipped_style().sides


def draw_keepsake(report: MatchReport, day: Text, language: PrintLanguage) -> Document:
    """Draw the page; `day` says when the match was played."""
    with new_pages(_title(report, language)) as pages:
        _draw(pages.page(A4.width_mm, A4.height_mm), report, day, language)
        return pages.finished()


def picture_keepsake(report: MatchReport, day: Text, language: PrintLanguage) -> RgbaPicture:
    """Draw the same page as a picture."""

    def drawing(pen: Pen) -> None:
        pen.box(Box(0, 0, A4.width_mm, A4.height_mm), PAPER)
        _draw(pen, report, day, language)

    return rasterize([drawing], RasterSize(A4.width_mm, A4.height_mm, WIDTH_PX))[0]


def _title(report: MatchReport, language: PrintLanguage) -> str:
    return f"{report.title} · {language.translate_line(_words(report.result))}"


def _words(words: Text | Wording) -> Text:
    return Text("{words}", words=words)


def _draw(pen: Pen, report: MatchReport, day: Text, language: PrintLanguage) -> None:
    _draw_band(pen, report, day, language)
    top = BAND_MM + GAP_MM
    across = A4.width_mm - 2 * EDGE_MM
    height = SIDE_MM if len(report.sides) == PAIR else SIDE_SMALL_MM
    rows = -(-len(report.sides) // PAIR)
    whole = Box(EDGE_MM, top, across, rows * height + (rows - 1) * GAP_MM)
    boxes = [box for row in whole.rows(rows, GAP_MM) for box in row.columns(PAIR, GAP_MM)]
    for ranked, box in zip(report.sides, boxes, strict=False):
        _draw_side(pen, ranked, box, language)
    top = whole.bottom_mm + GAP_MM
    turning = (report.turning_plays, report.turning_rolls)
    lists_mm = sum(8.0 + ROW_MM * len(points) for points in turning if points)
    if report.curves:
        free = A4.height_mm - EDGE_MM - lists_mm - top - 8.0 - GAP_MM
        curve = Box(EDGE_MM, top + 8.0, across, min(MOST_CURVE_MM, max(LEAST_CURVE_MM, free)))
        _heading(pen, Text("chances of winning, play by play"), top, language)
        _draw_curves(pen, report, curve, language)
        top = curve.bottom_mm + GAP_MM
    headings = (
        Text("the plays that moved them most"),
        Text("the rolls and turned cards that moved them most"),
    )
    for heading, points in zip(headings, turning, strict=True):
        if points:
            _heading(pen, heading, top, language)
            top = _draw_turning(pen, points, top + 8.0, language)


def _draw_band(pen: Pen, report: MatchReport, day: Text, language: PrintLanguage) -> None:
    winner = report.winner
    fill = SEATS[winner.side.role] if winner is not None else INK
    ink = legible_on(fill)
    pen.box(Box(0, 0, A4.width_mm, BAND_MM), fill)
    left = EDGE_MM
    if winner is not None:
        _draw_mark(pen, winner.side.role, Box(left, 10, 22, 22), language)
        left += 28
    score_mm = 52.0 if report.score else 0.0
    room = A4.width_mm - EDGE_MM - left - score_mm
    result = language.translate_line(_words(report.result))
    set_text(
        pen,
        result[:1].upper() + result[1:],
        Box(left, 8, room, 16),
        TextStyle(FontFace.TITLE, 14.0, 6.0, ink, rise=1.0),
    )
    about = language.translate_line(in_a_row([_words(Wording.plain(report.title)), day, *_length(report)]))
    set_text(pen, about, Box(left, 26, room, 9), TextStyle(FontFace.LABEL, 5.4, 3.0, ink))
    score = Box(A4.width_mm - EDGE_MM - score_mm, 6, score_mm, 30)
    if report.seated:
        first, second = (side.role for side in report.seated)
        _draw_mark(pen, first, Box(score.x_mm, 16, MARK_MM, MARK_MM), language)
        _draw_mark(pen, second, Box(score.x_mm + score_mm - MARK_MM, 16, MARK_MM, MARK_MM), language)
        score = Box(score.x_mm + MARK_MM, 6, score_mm - 2 * MARK_MM, 30)
    set_text(
        pen,
        report.score,
        score,
        TextStyle(
            FontFace.NUMBER, 22.0, 8.0, ink, align=0.5 if report.seated else 1.0, rise=0.5, most_lines=1
        ),
    )


def _length(report: MatchReport) -> Sequence[Text]:
    minutes = [Text("{n} min", n=report.minutes)] if report.minutes else []
    return [Text("{n} plays", n=report.plays), *minutes]


def _heading(pen: Pen, words: Text, top: float, language: PrintLanguage) -> None:
    said = language.translate_line(words)
    box = Box(EDGE_MM, top, A4.width_mm - 2 * EDGE_MM, 6.5)
    set_text(pen, said[:1].upper() + said[1:], box, TextStyle(FontFace.TITLE, 5.6, 3.0, rise=1.0))


def _draw_mark(pen: Pen, role: str, box: Box, language: PrintLanguage) -> None:
    """Draw the mark of a side, its shape and letter, with a rim."""
    fill = SEATS[role]
    square = box.square()
    middle, radius = square.middle, square.width_mm / 2
    corners, turned = TURNS.get(SHAPES[role], (0, 0.0))
    rim = PenStroke(INK, 0.6)
    if corners:
        angles = [math.radians(turned) + math.tau * n / corners for n in range(corners)]
        pen.shape(
            [(middle[0] + radius * math.sin(a), middle[1] - radius * math.cos(a)) for a in angles], fill, rim
        )
    else:
        pen.disc(middle, radius * 0.9, fill, rim)
    letter = LETTERS[role].letter
    said = letter.fr if language is PrintLanguage.FR else letter.en
    low = radius * 0.12 if corners == 3 else 0.0
    place = Box(middle[0] - radius, middle[1] - radius + low, 2 * radius, 2 * radius)
    style = TextStyle(FontFace.TITLE, radius * 1.05, 1.0, legible_on(fill), align=0.5, rise=0.5)
    set_text(pen, said, place, style)


def _draw_side(pen: Pen, ranked: FinalPlace, box: Box, language: PrintLanguage) -> None:
    side = ranked.side
    pen.box(box, tint(SEATS[side.role], 0.14), PenStroke(SEATS[side.role], 0.5), radius_mm=2.5)
    inner, is_high = box.inset(4.0, 3.0), box.height_mm > SIDE_SMALL_MM
    _draw_mark(pen, side.role, Box(inner.x_mm, inner.y_mm, 9, 9), language)
    score = "" if side.score is None else str(side.score)
    name = Text("{place}. {name}", place=ranked.place, name=side.who)
    head = Box(inner.x_mm + 12, inner.y_mm, inner.width_mm - 34, 9)
    set_text(
        pen, language.translate_line(name), head, TextStyle(FontFace.TITLE, 7.0, 3.0, rise=0.5, most_lines=1)
    )
    numbers = Box(inner.right_mm - 22, inner.y_mm, 22, 9)
    set_text(pen, score, numbers, TextStyle(FontFace.NUMBER, 10.0, 5.0, align=1.0, rise=0.5))
    lines = [Text("{what} {value}", what=line.says, value=line.amount) for line in ranked.lines]
    lines += [_words(mark) for mark in side.marks]
    # Goals stand below each other; what many sides have is short.
    says = (
        "\n".join(map(language.translate_line, lines))
        if is_high
        else language.translate_line(in_a_row(lines))
    )
    middle = Box(inner.x_mm, inner.y_mm + 11, inner.width_mm, inner.height_mm - 11 - FOOT_MM)
    set_text(pen, says, middle, TextStyle(FontFace.TEXT, 4.0, 2.0))
    if ranked.account is not None:
        foot = Box(inner.x_mm, inner.bottom_mm - FOOT_MM, inner.width_mm, FOOT_MM)
        account = language.translate_line(account_says(ranked.account))
        set_text(pen, account, foot, TextStyle(FontFace.LABEL, 3.2, 2.0, SOFT, rise=1.0, most_lines=2))


def _draw_curves(pen: Pen, report: MatchReport, box: Box, language: PrintLanguage) -> None:
    pen.box(box, tint(INK, 0.03), radius_mm=2.5)
    inner = box.inset(4.0, 4.0)
    if report.pair:
        inner = Box(inner.x_mm + 8.0, inner.y_mm, inner.width_mm - 8.0, inner.height_mm)
    for share in (0.0, 0.5, 1.0):
        y = inner.y_mm + inner.height_mm * share
        pen.line((inner.x_mm, y), (inner.right_mm, y), PenStroke(FAINT, 0.2, (1.0, 1.0)))

    def place(curve: Sequence[float], n: int) -> Place:
        across = inner.width_mm * n / max(1, len(curve) - 1)
        return inner.x_mm + across, inner.y_mm + inner.height_mm * (1 - curve[n])

    for side, y in zip(report.pair, (inner.y_mm - 1.5, inner.bottom_mm - 5.5), strict=False):
        _draw_mark(pen, side.role, Box(box.x_mm + 2.0, y, 7, 7), language)
    for role, curve in report.drawn_curves:
        points = [place(curve, n) for n in range(len(curve))]
        for colour, width in ((INK, 1.3), (SEATS[role], 0.9)):
            pen.shape(points, None, PenStroke(colour, width), is_closed=False)
    roles = dict(report.drawn_curves)
    for point in (*report.turning_plays, *report.turning_rolls):
        curve = roles.get(point.side.role) or report.drawn_curves[0][1]
        pen.disc(place(curve, point.at), 1.5, SEATS[point.side.role], PenStroke(INK, 0.3))


def _draw_turning(pen: Pen, points: Sequence[TurningPoint], top: float, language: PrintLanguage) -> float:
    """Draw rows of turning points; return where they end."""
    for n, point in enumerate(points):
        row = Box(EDGE_MM, top + n * ROW_MM, A4.width_mm - 2 * EDGE_MM, ROW_MM - 1.5)
        pen.box(row, tint(INK, 0.05), radius_mm=1.5)
        _draw_mark(pen, point.side.role, Box(row.x_mm + 3, row.y_mm + 2.75, 8, 8), language)
        chances = language.translate_line(
            Text("{before} › {after}%", before=point.before_percent, after=point.after_percent)
        )
        numbers = Box(row.x_mm + 13, row.y_mm, 28, row.height_mm)
        set_text(
            pen, chances, numbers, TextStyle(FontFace.NUMBER, 5.4, 3.0, rise=0.5, align=0.5, most_lines=1)
        )
        jpeg = None if point.source is None else point.source.jpeg
        says = Box(row.x_mm + 44, row.y_mm + 1.0, row.width_mm - (66 if jpeg else 47), row.height_mm - 2.0)
        what = Text("{what}", what=point.says)
        upper, lower = says.rows(2)
        style = TextStyle(FontFace.STRONG, 4.2, 2.2, rise=0.5)
        set_text(pen, language.translate_line(what), upper, style)
        set_text(
            pen,
            language.translate_line(point.about),
            lower,
            TextStyle(FontFace.TEXT, 3.6, 2.0, SOFT, rise=0.5),
        )
        if jpeg is not None:
            pen.photograph(jpeg, Box(row.right_mm - 20, row.y_mm + 0.75, 19, row.height_mm - 1.5))
    return top + len(points) * ROW_MM + 1.0
