"""Draws QR codes and AprilTags with the white margin that they need."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import segno

from calibration.printing.paper import Box
from calibration.printing.pen import Pen
from calibration.printing.typeface import CODE, PAPER, Colour
from companion.outlines import Place

Cells = tuple[tuple[bool, ...], ...]
"""The cells of a code, row by row; True is dark."""
QUIET_MODULES = 4
"""White modules around a QR code (ISO/IEC 18004)."""
TAG_CELLS = 8
"""Side of a tag in cells, its black frame included."""
TAG_MARGIN_CELLS = 1
"""White cells around a tag."""
CARD_MODULE_MM = 1.3
"""Module of the codes on our cards (docs/printing.md). A camera of 1920 px over 800 mm sees it with 3.1 px.
"""
STICKER_MODULE_MM = 1.5
"""Module of the codes on stickers (docs/printing.md)."""
STICKER_TAG_MODULES_MM = (2.5, 2.0)
"""Modules of the tags on stickers (docs/printing.md); the larger is taken where it fits."""


@lru_cache(maxsize=1024)
def make_qr_cells(text: str) -> Cells:
    """Make a QR code of level M, without its margin.

    Version 1 holds up to 20 capitals and digits; longer texts get a larger version.
    """
    code = segno.make(text, error="m", micro=False, boost_error=False)
    return tuple(tuple(bool(cell) for cell in row) for row in code.matrix)


@lru_cache(maxsize=1024)
def make_tag_cells(number: int) -> Cells:
    """Make a tag of the family AprilTag 36h11, its black frame included."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    picture = np.asarray(cv2.aruco.generateImageMarker(family, number, TAG_CELLS))
    return tuple(tuple(bool(cell < 128) for cell in row) for row in picture)


@dataclass(frozen=True, slots=True)
class CodePrint:
    """Holds a code, the size of its modules in mm, and its white margin in modules."""

    cells: Cells
    module_mm: float
    margin_modules: int

    @property
    def side_mm(self) -> float:
        """Return the side of the code without its margin."""
        return len(self.cells) * self.module_mm

    @property
    def whole_mm(self) -> float:
        """Return the side of the code with its margin."""
        return self.side_mm + 2 * self.margin_modules * self.module_mm

    def draw(self, pen: Pen, corner: Place, ground: Colour | None = PAPER, *, colour: Colour = CODE) -> Box:
        """Draw the code with its margin from a corner on, and return the box of the code alone.

        `ground` is the colour of the margin; None draws no ground, for white paper.
        """
        whole = Box(*corner, self.whole_mm, self.whole_mm)
        if ground is not None:
            pen.box(whole, ground)
        inner = whole.inset(self.margin_modules * self.module_mm)
        pen.squares(self.cells, (inner.x_mm, inner.y_mm), self.module_mm, colour)
        return inner


def make_qr(text: str, module_mm: float = STICKER_MODULE_MM) -> CodePrint:
    """Make a QR code with modules of `module_mm`."""
    return CodePrint(make_qr_cells(text), module_mm, QUIET_MODULES)


def make_tag(number: int, module_mm: float) -> CodePrint:
    """Make a tag with cells of `module_mm`."""
    return CodePrint(make_tag_cells(number), module_mm, TAG_MARGIN_CELLS)


def make_tag_of_side(number: int, side_mm: float) -> CodePrint:
    """Make a tag whose black square is `side_mm` wide."""
    return make_tag(number, side_mm / TAG_CELLS)
