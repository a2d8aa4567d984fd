"""Codes on paper: QR codes and AprilTags as squares, with the light margin that they need around them."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import segno

from calibration.printing.box import Box
from calibration.printing.colour import CODE, PAPER, Colour
from calibration.printing.pen import Pen, Place

Cells = tuple[tuple[bool, ...], ...]
QUIET_MODULES = 4
"""What ISO/IEC 18004 asks for around a QR code."""
TAG_CELLS = 8
"""A tag's side in cells, its black frame included."""
TAG_MARGIN_CELLS = 1
CARD_MODULE_MM = 1.3
"""On a card, where the code shares the face with everything else: 3.1 pixels for a camera that sees 800 mm at 1080p."""
STICKER_MODULE_MM = 1.5
STICKER_TAG_MODULES_MM = (2.5, 2.0)
"""The larger where it fits."""


@lru_cache(maxsize=1024)
def qr_cells(text: str) -> Cells:
    """The dark modules of a QR code of level M: version 1 for up to 20 capitals and digits, larger for more."""
    code = segno.make(text, error="m", micro=False, boost_error=False)
    return tuple(tuple(bool(cell) for cell in row) for row in code.matrix)


@lru_cache(maxsize=1024)
def tag_cells(number: int) -> Cells:
    """The dark cells of a tag of the family AprilTag 36h11, its frame included."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    picture = np.asarray(cv2.aruco.generateImageMarker(family, number, TAG_CELLS))
    return tuple(tuple(bool(cell < 128) for cell in row) for row in picture)


@dataclass(frozen=True, slots=True)
class CodePrint:
    """A code at a size: its squares, how large one is, and how many light ones it needs around it."""

    cells: Cells
    module_mm: float
    margin_modules: int

    @property
    def side_mm(self) -> float:
        """Its dark square."""
        return len(self.cells) * self.module_mm

    @property
    def whole_mm(self) -> float:
        """With the margin around it."""
        return self.side_mm + 2 * self.margin_modules * self.module_mm

    def draw(self, pen: Pen, corner: Place, ground: Colour | None = PAPER) -> Box:
        """Draw it with its margin from a corner on; where its dark square lies. On white paper no ground is needed."""
        whole = Box(*corner, self.whole_mm, self.whole_mm)
        if ground is not None:
            pen.box(whole, ground)
        inner = whole.inset(self.margin_modules * self.module_mm)
        pen.squares(self.cells, (inner.x_mm, inner.y_mm), self.module_mm, CODE)
        return inner


def printed_qr(text: str, module_mm: float = STICKER_MODULE_MM) -> CodePrint:
    """A QR code of modules so large."""
    return CodePrint(qr_cells(text), module_mm, QUIET_MODULES)


def printed_tag(number: int, module_mm: float) -> CodePrint:
    """A tag of cells so large."""
    return CodePrint(tag_cells(number), module_mm, TAG_MARGIN_CELLS)


def tag_of_side(number: int, side_mm: float) -> CodePrint:
    """A tag whose black square is so large."""
    return printed_tag(number, side_mm / TAG_CELLS)
