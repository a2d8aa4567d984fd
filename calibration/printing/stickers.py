"""Draws stickers for cards, a code and the printed reference, on sheets of labels or to be cut."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from calibration.printing.box import Box
from calibration.printing.codes import (
    STICKER_MODULE_MM,
    STICKER_TAG_MODULES_MM,
    CodePrint,
    make_qr,
    make_tag,
)
from calibration.printing.colour import FAINT, SOFT
from calibration.printing.labels import SHEETS, LabelSheet
from calibration.printing.language import PrintLanguage
from calibration.printing.pen import Document, Pages, Pen, PenStroke, new_pages
from calibration.printing.sheets import draw_cut_marks, draw_foot
from calibration.printing.typeface import Font, FontFace
from calibration.printing.typesetting import TextStyle, set_text
from companion.errors import CompanionError
from companion.words import Text

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
    """Draws all stickers; the first `skip` labels of the first sheet stay empty.

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
    pen = pages.page(labels.paper.width_mm, labels.paper.height_mm)
    if not labels.is_cut:
        grid = labels.grid
        for place in labels.places():
            pen.box(place, None, PenStroke(FAINT, 0.1))
        draw_cut_marks(pen, grid)
        draw_foot(pen, labels.paper, language.translate_line(CUT_SAYS), language)
    return pen


def draw_sticker(pen: Pen, sticker: Sticker, code: CodePrint, layout: StickerLayout) -> None:
    """Draws one label, its top left corner at the pen's origin."""
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
    """Writes the reference as large as it fits, and the name below it if there is room."""
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
    """Chooses the size of the code and its place on the label. Raises `CompanionError`."""
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
    """Finds how code and reference fit on a label of this size in mm; None if they do not."""
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
    """Computes the width of a reference in mm, by default in the narrower face."""
    return Font.of_capitals(face, capitals_mm).width_mm(ref)


def _too_small(sticker: Sticker, labels: LabelSheet, kind: StickerKind) -> CompanionError:
    """Makes the error that says what size is needed and which sheets have it."""
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
