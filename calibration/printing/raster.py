"""Turns the drawings of the printed pages into pictures for screens, with PDFium: faces of cards among them."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import pypdfium2
from numpy.typing import NDArray

from calibration.printing.deck.deck import DeckEntry
from calibration.printing.deck.frame import PALE_CODE, CardStyle
from calibration.printing.games import PRINTS
from calibration.printing.paper import CARD_MM, MINI_MM, Box
from calibration.printing.pen import Pen, new_pages
from calibration.printing.sheets import CardSides, Drawing
from calibration.printing.typeface import PAPER, SEATS
from calibration.printing.typesetting import PrintLanguage

RgbaPicture = NDArray[np.uint8]
"""A picture of shape (height, width, 4): red, green, blue and opacity, rows from the top."""
SEE_THROUGH = (255, 255, 255, 0)
"""White, so that edges get no dark rim where a screen enlarges the picture."""
_ONE_AT_A_TIME = threading.Lock()
"""PDFium works for one thread only."""


@dataclass(frozen=True, slots=True)
class RasterSize:
    """Says how large drawings are in mm, how wide their pictures are in pixels, and how round their corners are."""

    width_mm: float
    height_mm: float
    width_px: int
    radius_mm: float = 0.0

    @property
    def height_px(self) -> int:
        """Return the height of the pictures, in the proportions of the drawings."""
        return max(1, round(self.width_px * self.height_mm / self.width_mm))


def rasterize(drawings: Sequence[Drawing], size: RasterSize) -> list[RgbaPicture]:
    """Render drawings of one size, transparent where nothing is drawn and outside the round corners.

    Several at once take half the time of one after the other, because their letters are embedded once.
    """
    return [picture for picture, _ in rasterize_parts(drawings, size)]


def rasterize_parts(
    drawings: Sequence[Drawing], size: RasterSize
) -> list[tuple[RgbaPicture, Sequence[tuple[str, Box]]]]:
    """Render drawings as `rasterize` does, each with the places of its parts in mm."""
    if not drawings:
        return []
    whole = Box(0, 0, size.width_mm, size.height_mm)
    with new_pages("") as pages:
        parts: list[Sequence[tuple[str, Box]]] = []
        for drawing in drawings:
            pen = pages.page(size.width_mm, size.height_mm)
            parts.append(pen.parts)
            with pen.within(whole, size.radius_mm):
                drawing(pen)
        pdf = pages.finished().pdf
    with _ONE_AT_A_TIME:
        document = pypdfium2.PdfDocument(pdf)
        try:
            return [(_render(document[n], size), parts[n]) for n in range(len(drawings))]
        finally:
            document.close()


def _render(page: pypdfium2.PdfPage, size: RasterSize) -> RgbaPicture:
    bitmap = page.render(
        scale=size.width_px / page.get_width(),
        fill_color=SEE_THROUGH,
        rev_byteorder=True,
        force_bitmap_format=pypdfium2.raw.FPDFBitmap_BGRA,
    )
    # A page of 100.2 pixels becomes 101 wide: the last column and row hold nothing.
    picture = np.array(bitmap.to_numpy()[: size.height_px, : size.width_px])
    bitmap.close()
    page.close()
    if picture.shape[:2] == (size.height_px, size.width_px):
        return picture
    down, across = size.height_px - picture.shape[0], size.width_px - picture.shape[1]
    return np.pad(picture, ((0, down), (0, across), (0, 0)), mode="edge")


# --- faces
# Draws the faces of cards as pictures for screens: whole fronts with a pale code, and mini faces without any.

CARD_RADIUS_MM, MINI_RADIUS_MM = 3.4, 3.0
"""Radius of the round corners that faces have on screens."""


class FaceForm(StrEnum):
    """Names a kind of face: the whole card, or a small picture of what matters on it."""

    WHOLE = "whole"
    MINI = "mini"


class FaceSide(StrEnum):
    """Names a side of a card."""

    FRONT = "front"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """Says how faces are drawn: their game, their kind, their language, their width in pixels, and the value of each that
    stands out: of that name, none (empty), or the best one (None).
    """

    game: str
    kind: FaceForm
    language: PrintLanguage
    width_px: int
    counts: str | None = None

    @property
    def size(self) -> RasterSize:
        """Return the size of these faces."""
        mm, radius = (MINI_MM, MINI_RADIUS_MM) if self.kind is FaceForm.MINI else (CARD_MM, CARD_RADIUS_MM)
        return RasterSize(*mm, self.width_px, radius)


def draw_faces(style: FaceStyle, cards: Sequence[tuple[DeckEntry, FaceSide]]) -> list[RgbaPicture]:
    """Draw the faces of cards in their order; a card without a mini back shows its front instead."""
    return rasterize([_drawing(style, entry, side) for entry, side in cards], style.size)


def draw_face_parts(
    style: FaceStyle, entry: DeckEntry, side: FaceSide
) -> tuple[RgbaPicture, Sequence[tuple[str, Box]]]:
    """Draw one face, and return with it where the fields of its card are drawn, in mm."""
    return rasterize_parts([_drawing(style, entry, side)], style.size)[0]


def _drawing(style: FaceStyle, entry: DeckEntry, side: FaceSide) -> Drawing:
    sides = sides_for(style, entry)
    drawing = sides.back if side is FaceSide.BACK and sides.back is not None else sides.front

    def on_paper(pen: Pen) -> None:
        pen.box(Box(0, 0, style.size.width_mm, style.size.height_mm), PAPER)
        drawing(pen)

    return on_paper


def sides_for(style: FaceStyle, entry: DeckEntry) -> CardSides:
    """Return the drawings of a card's faces."""
    prints = PRINTS[style.game]
    make = prints.minis if style.kind is FaceForm.MINI else prints.sides
    assert make is not None, style.game
    colour = SEATS.get(entry.seat or "", prints.colour)
    return make(entry.card, CardStyle(style.language, colour, PALE_CODE, style.counts))
