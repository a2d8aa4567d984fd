"""Turns the drawings of the printed pages into pictures for screens, with PDFium."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pypdfium2
from numpy.typing import NDArray

from calibration.printing.box import Box
from calibration.printing.pen import new_pages
from calibration.printing.sheets import Drawing

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
        """Returns the height of the pictures, in the proportions of the drawings."""
        return max(1, round(self.width_px * self.height_mm / self.width_mm))


def rasterize(drawings: Sequence[Drawing], size: RasterSize) -> list[RgbaPicture]:
    """Renders drawings of one size, transparent where nothing is drawn and outside the round corners.

    Several at once take half the time of one after the other, because their letters are embedded once.
    """
    return [picture for picture, _ in rasterize_parts(drawings, size)]


def rasterize_parts(
    drawings: Sequence[Drawing], size: RasterSize
) -> list[tuple[RgbaPicture, Sequence[tuple[str, Box]]]]:
    """Renders drawings as `rasterize` does, each with the places of its parts in mm."""
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
