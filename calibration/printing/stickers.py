"""Draws stickers for cards, a code and the printed reference, on sheets of labels or to be cut."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from calibration.printing.codes import (
    STICKER_MODULE_MM,
    STICKER_TAG_MODULES_MM,
    CodePrint,
    make_qr,
    make_tag,
)
from calibration.printing.paper import A4, Box
from calibration.printing.pen import Document, Pages, Pen, PenStroke, new_pages
from calibration.printing.sheets import SheetGrid, draw_cut_marks, draw_foot
from calibration.printing.typeface import FAINT, SOFT, Font, FontFace
from calibration.printing.typesetting import PrintLanguage, TextStyle, set_text
from companion.errors import CompanionError
from companion.words import Text

# --- labels
# Lists sheets of labels by the name on their box, and makes sheets of any label size that are cut by hand.
#
# The named sheets are Avery's for A4, with their published sizes. The labels stand in the middle of the paper;
# columns have a gap, rows have none.

GAP_MM = 2.54
"""Gap between the columns of Avery's sheets: a tenth of an inch."""
SMALLEST_MM, LARGEST_MM = 10.0, 190.0
"""Sizes in mm that labels of a free size may have."""
_SIZE = re.compile(r"(\d{1,3}(?:[.,]\d{1,2})?)\s*[x×]\s*(\d{1,3}(?:[.,]\d{1,2})?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """Describes a sheet of labels: the size of one in mm, its columns and rows, and whether they are cut
    already.
    """

    name: str
    width_mm: float
    height_mm: float
    columns: int
    rows: int
    is_cut: bool = True

    @property
    def count(self) -> int:
        """Count the labels of a sheet."""
        return self.columns * self.rows

    def places(self) -> list[Box]:
        """Return the boxes of the labels of a sheet, row by row."""
        gap = GAP_MM if self.is_cut else 0.0
        width = self.columns * self.width_mm + (self.columns - 1) * gap
        left, top = (
            (A4.width_mm - width) / 2,
            (A4.height_mm - self.rows * self.height_mm) / 2,
        )
        return [
            Box(
                left + column * (self.width_mm + gap),
                top + row * self.height_mm,
                self.width_mm,
                self.height_mm,
            )
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    @property
    def grid(self) -> SheetGrid:
        """Return the labels as a grid to be cut."""
        return SheetGrid(A4, self.width_mm, self.height_mm, self.columns, self.rows)


SHEETS: Mapping[str, LabelSheet] = {
    labels.name: labels
    for labels in (
        LabelSheet("avery-l4732", 35.6, 16.9, 5, 16),
        LabelSheet("avery-l7651", 38.1, 21.2, 5, 13),
        LabelSheet("avery-l7654", 45.7, 25.4, 4, 10),
        LabelSheet("avery-l7159", 63.5, 33.9, 3, 8),
        LabelSheet("avery-l7160", 63.5, 38.1, 3, 7),
        LabelSheet("avery-l7161", 63.5, 46.6, 3, 6),
        LabelSheet("avery-l7162", 99.1, 33.9, 2, 8),
        LabelSheet("avery-l7163", 99.1, 38.1, 2, 7),
        LabelSheet("avery-l7164", 63.5, 72.0, 3, 4),
        LabelSheet("avery-l7173", 99.1, 57.0, 2, 5),
        LabelSheet("avery-l7165", 99.1, 67.7, 2, 4),
    )
}
"""Avery's sheets by name, the smallest labels first (docs/printing.md)."""


def find_labels(words: str) -> LabelSheet:
    """Find the sheet of a name, or make one of a free size such as `45x45` (mm). Raises `CompanionError`."""
    name = words.strip().lower()
    if name in SHEETS:
        return SHEETS[name]
    size = _SIZE.fullmatch(name)
    if size is None:
        raise CompanionError(
            Text(
                "there are no labels {name}; possible: {known}; or a size in millimetres such as 45x45",
                name=words[:40],
                known=", ".join(SHEETS),
            )
        )
    width, height = (float(part.replace(",", ".")) for part in size.groups())
    if not all(SMALLEST_MM <= side <= LARGEST_MM for side in (width, height)):
        raise CompanionError(
            Text(
                "labels are {smallest} to {largest} mm wide and high; you chose {name}",
                smallest=f"{SMALLEST_MM:g}",
                largest=f"{LARGEST_MM:g}",
                name=words[:40],
            )
        )
    grid = SheetGrid.filling(A4, width, height)
    return LabelSheet(f"{width:g}x{height:g}", width, height, grid.columns, grid.rows, is_cut=False)


# --- tag numbers
# Gives tag numbers to cards: from 200 on, in the order of the catalogue.
#
# Smaller numbers belong to mats, tokens and trays (docs/printing.md). A catalogue never gives a number to a
# second card.

FIRST, LAST = 200, 586
"""First and last tag number for cards; the family AprilTag 36h11 ends with 586."""


def allocate_tags(refs: Iterable[str], known: Mapping[int, str]) -> dict[str, int]:
    """Give a tag to each card: the one that it has already, or the lowest free number from 200 on.

    Raises `CompanionError` when there are more cards than numbers.
    """
    given = {ref: number for number, ref in known.items()}
    free = (number for number in range(FIRST, LAST + 1) if number not in known)
    for ref in refs:
        if ref not in given:
            number = next(free, None)
            if number is None:
                raise CompanionError(
                    Text(
                        "there are {count} tags for cards, {first} to {last}, and no more; print the others as QR codes",
                        count=LAST - FIRST + 1,
                        first=FIRST,
                        last=LAST,
                    )
                )
            given[ref] = number
    return given


# --- stickers

CAPITALS_MM = 2.5
"""Heights of the reference's capitals: the least, and the most. `calibration/legibility.py` says what cameras
read."""
LARGEST_CAPITALS_MM = 4.0
"""Capitals of a reference: larger ones would take room from the code."""
LINE = 1.36
"""Height of a line of print, with its space, as a share of its capitals."""
BESIDE_MM = 1.0
"""Distance between the code and the reference."""
WIDEST_MM = 46.0
"""Largest width of the printed text, so that it stays beside its code on wide labels."""
TITLE = Text("Stickers")
CUT_SAYS = Text("cut along the marks")


class StickerKind(StrEnum):
    """Says what is printed: a QR code that holds the reference, or a small tag that only has a number."""

    QR = "qr"
    TAG = "tag"


@dataclass(frozen=True, slots=True)
class Sticker:
    """Describes a card that gets a sticker: its reference, its name, and its tag where tags are printed."""

    ref: str
    name: str = ""
    tag: int | None = None


@dataclass(frozen=True, slots=True)
class StickerLayout:
    """Says where code and reference stand on a label, and whether the reference is turned."""

    code: Box
    words: Box
    turn_deg: int = 0


def draw_stickers(
    those: Sequence[Sticker], labels: LabelSheet, kind: StickerKind, language: PrintLanguage, *, skip: int = 0
) -> Document:
    """Draw all stickers; the first `skip` labels of the first sheet stay empty.

    Raises `CompanionError` when the labels are too small, or `skip` is larger than a sheet.
    """
    if not 0 <= skip < labels.count:
        raise CompanionError(
            Text(
                "a sheet of {labels} has {count} labels; you can skip 0 to {most} of them, not {got}",
                labels=labels.name,
                count=labels.count,
                most=labels.count - 1,
                got=skip,
            )
        )
    drawings = [(sticker, *_on_label(sticker, labels, kind)) for sticker in those]
    with new_pages(language.translate_line(TITLE)) as pages:
        places = labels.places()
        pen: Pen | None = None
        for n, (sticker, code, layout) in enumerate(drawings, start=skip):
            if pen is None or n % labels.count == 0:
                pen = _new_page(pages, labels, language)
            place = places[n % labels.count]
            with pen.moved(place.x_mm, place.y_mm):
                draw_sticker(pen, sticker, code, layout)
        return pages.finished()


def _new_page(pages: Pages, labels: LabelSheet, language: PrintLanguage) -> Pen:
    pen = pages.page(A4.width_mm, A4.height_mm)
    if not labels.is_cut:
        grid = labels.grid
        for place in labels.places():
            pen.box(place, None, PenStroke(FAINT, 0.1))
        draw_cut_marks(pen, grid)
        draw_foot(pen, A4, language.translate_line(CUT_SAYS), language)
    return pen


def draw_sticker(pen: Pen, sticker: Sticker, code: CodePrint, layout: StickerLayout) -> None:
    """Draw one label, its top left corner at the pen's origin."""
    code.draw(pen, (layout.code.x_mm, layout.code.y_mm), ground=None)
    words = layout.words
    if layout.turn_deg:
        with pen.turned(layout.turn_deg, words.middle):
            x, y = words.middle
            _draw_words(
                pen,
                sticker,
                Box(x - words.height_mm / 2, y - words.width_mm / 2, words.height_mm, words.width_mm),
            )
    else:
        _draw_words(pen, sticker, words)


def _draw_words(pen: Pen, sticker: Sticker, box: Box) -> None:
    """Write the reference as large as it fits, and the name below it if there is room."""
    face = (
        FontFace.STRONG
        if _width(sticker.ref, CAPITALS_MM, FontFace.STRONG) <= box.width_mm
        else FontFace.NUMBER
    )
    capitals = max(
        CAPITALS_MM,
        min(
            LARGEST_CAPITALS_MM,
            box.height_mm / LINE,
            CAPITALS_MM * box.width_mm / _width(sticker.ref, CAPITALS_MM, face),
        ),
    )
    line = capitals * LINE
    has_name = bool(sticker.name) and box.height_mm >= line + 3.2
    height = line + (min(9.0, box.height_mm - line) if has_name else 0.0)
    top = box.y_mm + (box.height_mm - height) / 2
    pen.write(
        sticker.ref,
        (box.middle[0], top + line / 2 + capitals / 2),
        Font.of_capitals(face, capitals),
        align=0.5,
    )
    if has_name:
        name = Box(box.x_mm, top + line + 0.4, box.width_mm, height - line - 0.4)
        set_text(pen, sticker.name, name, TextStyle(FontFace.LABEL, 3.0, 2.0, SOFT, align=0.5))


def _on_label(sticker: Sticker, labels: LabelSheet, kind: StickerKind) -> tuple[CodePrint, StickerLayout]:
    """Choose the size of the code and its place on the label. Raises `CompanionError`."""
    for code in _sizes(sticker, kind):
        layout = lay_out(code, sticker.ref, labels.width_mm, labels.height_mm)
        if layout is not None:
            return code, layout
    raise _too_small(sticker, labels, kind)


def _sizes(sticker: Sticker, kind: StickerKind) -> list[CodePrint]:
    if kind is StickerKind.QR:
        return [make_qr(sticker.ref, STICKER_MODULE_MM)]
    if sticker.tag is None:
        raise ValueError(sticker)
    return [make_tag(sticker.tag, module_mm) for module_mm in STICKER_TAG_MODULES_MM]


def lay_out(code: CodePrint, ref: str, width_mm: float, height_mm: float) -> StickerLayout | None:
    """Find how code and reference fit on a label of this size in mm; None if they do not."""
    side, line, words = code.whole_mm, CAPITALS_MM * LINE, _width(ref, CAPITALS_MM) + 2 * BESIDE_MM
    ways: list[tuple[bool, Callable[[], StickerLayout]]] = [
        (
            side + words <= width_mm and side <= height_mm,
            lambda: StickerLayout(
                Box(0, (height_mm - side) / 2, side, side),
                Box(side, 0, min(width_mm - side, WIDEST_MM), height_mm).inset(BESIDE_MM, 0.5),
            ),
        ),
        (
            side + line <= height_mm and max(side, words) <= width_mm,
            lambda: StickerLayout(
                Box((width_mm - side) / 2, 0, side, side),
                Box(BESIDE_MM, side, width_mm - 2 * BESIDE_MM, min(height_mm - side, 12.0)),
            ),
        ),
        (
            side + line <= width_mm and max(side, words) <= height_mm,
            lambda: StickerLayout(
                Box(0, (height_mm - side) / 2, side, side),
                Box(side, BESIDE_MM, min(width_mm - side, 12.0), height_mm - 2 * BESIDE_MM),
                90,
            ),
        ),
    ]
    return next((layout() for fits, layout in ways if fits), None)


def _width(ref: str, capitals_mm: float, face: FontFace = FontFace.NUMBER) -> float:
    """Compute the width of a reference in mm, by default in the narrower face."""
    return Font.of_capitals(face, capitals_mm).width_mm(ref)


def _too_small(sticker: Sticker, labels: LabelSheet, kind: StickerKind) -> CompanionError:
    """Make the error that says what size is needed and which sheets have it."""
    code = _sizes(sticker, kind)[-1]
    fitting = [
        name
        for name, sheet in SHEETS.items()
        if lay_out(code, sticker.ref, sheet.width_mm, sheet.height_mm) is not None
    ]
    least = code.whole_mm + CAPITALS_MM * LINE
    needed = Text(
        "a code of {ref} with its reference needs {side} by {least} mm, its light margin included; {labels} is {width} by {height} mm",
        ref=sticker.ref,
        side=f"{code.whole_mm:g}",
        least=f"{least:.1f}",
        labels=labels.name,
        width=f"{labels.width_mm:g}",
        height=f"{labels.height_mm:g}",
    )
    if kind is StickerKind.QR:
        return CompanionError(
            Text(
                "{needed}; these fit: {fitting}; on smaller labels print tags (--kind tag)",
                needed=needed,
                fitting=", ".join(fitting),
            )
        )
    return CompanionError(Text("{needed}; these fit: {fitting}", needed=needed, fitting=", ".join(fitting)))
