"""Printed pages looked at as a camera and a ruler would: rasterised, measured in millimetres, their texts read back."""

import ctypes
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
import zxingcpp
from numpy.typing import NDArray

from calibration.printing.deck.deck import DeckEntry, list_entries
from calibration.printing.mats.field_picture import read_board
from calibration.printing.paper import Box
from calibration.printing.pen import Document
from companion.rules.catalogue import read_cards
from companion.rules.games import GAMES
from companion.storage.catalogue import SHIPPED, load_catalogue
from companion.storage.shipped_data import board_of, demonstrations
from vision.detectors.codes import Detection, read_plain
from vision.detectors.tags import TagFamily, read_tags
from vision.frame import Grey

MM_PER_INCH = 25.4
POINTS_PER_MM = 72 / MM_PER_INCH
QR_ONLY = zxingcpp.BarcodeFormats((zxingcpp.BarcodeFormat.QRCode,))


@dataclass(frozen=True, slots=True, eq=False)
class Raster:
    """A page in grey, with its scale."""

    grey: Grey
    px_per_mm: float

    def part(self, box: Box) -> "Raster":
        top, bottom, left, right = (
            round(mm * self.px_per_mm) for mm in (box.y_mm, box.bottom_mm, box.x_mm, box.right_mm)
        )
        return Raster(
            np.ascontiguousarray(self.grey[max(0, top) : bottom, max(0, left) : right]), self.px_per_mm
        )

    def codes(self) -> list[Detection]:
        return read_plain(self.grey)

    def tags(self, family: TagFamily = TagFamily.APRILTAG_36H11) -> list[Detection]:
        return read_tags(self.grey, family)

    def texts_by_zxing(self) -> list[str]:
        """With zxing-cpp's own defaults, as any other program has them."""
        return [barcode.text for barcode in zxingcpp.read_barcodes(self.grey, formats=QR_ONLY)]

    def box_mm(self, code: Detection) -> Box:
        """Where the ink of a code begins and ends, in the light margin around its corners."""
        (left, top), (right, bottom) = code.corners_px.min(axis=0), code.corners_px.max(axis=0)
        margin = (right - left) / 24
        x, y = max(0, int(left - margin)), max(0, int(top - margin))
        dark = self.grey[y : int(bottom + margin) + 1, x : int(right + margin) + 1] < 128
        rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
        edges = (x + columns[0], y + rows[0], columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1)
        return Box(*(float(px) / self.px_per_mm for px in edges))


def rasters(document: Document, dpi: int, pages: "slice | None" = None) -> Iterator[Raster]:
    """The pages of a document, one after the other."""
    pdf = pypdfium2.PdfDocument(document.pdf)
    for n in range(len(pdf))[pages or slice(None)]:
        bitmap = pdf[n].render(scale=dpi / 72, grayscale=True)
        yield Raster(np.array(bitmap.to_numpy()).reshape(bitmap.height, bitmap.width), dpi / MM_PER_INCH)


@dataclass(frozen=True, slots=True)
class Letter:
    """One printed sign, and the box around its ink."""

    sign: str
    box: Box


def letters(document: Document, page: int) -> list[Letter]:
    """The signs of a page, blanks left out."""
    leaf = pypdfium2.PdfDocument(document.pdf)[page]
    height = leaf.get_height()
    text = leaf.get_textpage()
    found = []
    for n in range(text.count_chars()):
        sign = chr(pdfium.FPDFText_GetUnicode(text, n))
        left, bottom, right, top = text.get_charbox(n)
        if not sign.isspace() and right > left:
            corner = (left / POINTS_PER_MM, (height - top) / POINTS_PER_MM)
            found.append(
                Letter(sign, Box(*corner, (right - left) / POINTS_PER_MM, (top - bottom) / POINTS_PER_MM))
            )
    return found


def words(document: Document, page: int) -> str:
    """All text of a page."""
    return str(pypdfium2.PdfDocument(document.pdf)[page].get_textpage().get_text_bounded())


def title(document: Document) -> str:
    """What a window that shows the document is called."""
    return str(pypdfium2.PdfDocument(document.pdf).get_metadata_dict()["Title"])


def on_top_of_each_other(signs: list[Letter]) -> list[str]:
    """Sign whose ink covers a third of another's: two texts in one place."""
    found = []
    ordered = sorted(signs, key=lambda letter: letter.box.x_mm)
    for n, one in enumerate(ordered):
        for other in ordered[n + 1 :]:
            if other.box.x_mm > one.box.right_mm:
                break
            if _common(one.box, other.box) > min(_area(one.box), _area(other.box)) / 3:
                found.append(f"{one.sign}{other.sign} at {one.box.x_mm:.1f}, {one.box.y_mm:.1f}")
    return found


def _area(box: Box) -> float:
    return box.width_mm * box.height_mm


def _common(one: Box, other: Box) -> float:
    across = min(one.right_mm, other.right_mm) - max(one.x_mm, other.x_mm)
    down = min(one.bottom_mm, other.bottom_mm) - max(one.y_mm, other.y_mm)
    return max(0.0, across) * max(0.0, down)


def fonts(document: Document) -> Mapping[str, bool]:
    """The fonts of all pages, and whether each is embedded."""
    found = {}
    pdf = pypdfium2.PdfDocument(document.pdf)
    for page in pdf:
        for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=5):
            font = pdfium.FPDFTextObj_GetFont(item.raw)
            name = ctypes.create_string_buffer(200)
            pdfium.FPDFFont_GetBaseFontName(font, name, 200)
            found[name.value.decode()] = bool(pdfium.FPDFFont_GetIsEmbedded(font))
    return found


def pictures(document: Document) -> int:
    """How many pixel pictures are in a document."""
    pdf = pypdfium2.PdfDocument(document.pdf)
    return sum(1 for page in pdf for _ in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=5))


def ruler_mm(raster: Raster) -> float:
    """How long the ruler of a page is: the line, lying or upright, that comes nearest to a hundred millimetres."""
    dark = raster.grey < 170
    lengths = [
        (end - start) / raster.px_per_mm
        for lines in (dark, dark.T)
        for line in lines
        for start, end in _runs(line)
        if abs((end - start) / raster.px_per_mm - 100) < 5
    ]
    return min(lengths, key=lambda length: abs(length - 100), default=0.0)


def _runs(line: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]]))).tolist()
    return zip(edges[::2], edges[1::2], strict=True)


def shipped_board(game: str) -> Any:
    """The board that ships with a game."""
    return read_board(game, board_of(game, [SHIPPED]))


def shipped_deals(game: str) -> list[DeckEntry]:
    """The demonstration cards of a game, as many as its demonstration matches ask for."""
    cards, _ = read_cards(load_catalogue(game, [SHIPPED]), GAMES[game].check_card)
    return list_entries(game, cards, [setup for setup, _ in demonstrations(game).values()])
