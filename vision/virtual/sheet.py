"""Draws flat things in millimetres: outlines, text, codes and tags, for mats, cards, stickers and dice.

Text is set in OpenCV's own sans serif, which has accents and needs 8-bit pictures.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey, Pixels

# --- tags
# Draws tags of the family AprilTag 36h11: a black frame of one cell around six by six.
#
# The bits are those of OpenCV's dictionary; the tests hold them to the published code words and to photographs.

CELLS = 8
"""The side of a tag in cells, with its black frame; the light margin adds one cell on each side."""


@cache
def tag_cells(number: int) -> NDArray[np.bool_]:
    """Return the dark cells of a tag: (8, 8) bool."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    return np.asarray(cv2.aruco.generateImageMarker(family, number, CELLS) < 128)


# --- sheet

Colour = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""
INK: Colour = (32, 28, 26)
PAPER: Colour = (238, 242, 243)
SHIFT = 6
"""OpenCV takes coordinates as whole numbers of 1/64 px."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A flat drawing, (H, W, 3) uint8 BGR, with its scale. Places are in mm from its top left corner."""

    pixels: Pixels
    px_per_mm: float

    @classmethod
    def blank(cls, width_mm: float, height_mm: float, px_per_mm: float, colour: Colour = PAPER) -> "Sheet":
        size = (round(height_mm * px_per_mm), round(width_mm * px_per_mm), 3)
        return cls(np.full(size, colour, np.uint8), px_per_mm)

    def fill(self, outline_mm: object, colour: Colour) -> None:
        """Fill an outline of any shape."""
        cv2.fillPoly(self.pixels, [self._places(outline_mm)], colour, cv2.LINE_AA, SHIFT)

    def line(self, points_mm: object, colour: Colour, width_mm: float, *, is_closed: bool = True) -> None:
        width = max(1, round(width_mm * self.px_per_mm))
        places = self._places(points_mm)
        cv2.polylines(self.pixels, [places], is_closed, colour, width, cv2.LINE_AA, SHIFT)

    def disc(self, middle_mm: tuple[float, float], radius_mm: float, colour: Colour) -> None:
        x, y = self._places([middle_mm])[0].tolist()
        radius = round(radius_mm * self.px_per_mm * 2**SHIFT)
        cv2.circle(self.pixels, (x, y), radius, colour, cv2.FILLED, cv2.LINE_AA, SHIFT)

    def write(self, words: str, middle_mm: tuple[float, float], capitals_mm: float, colour: Colour) -> None:
        """Write a line of text around a centre; `capitals_mm` is the height of its capitals."""
        written = _written(words, capitals_mm * self.px_per_mm)
        x = round(middle_mm[0] * self.px_per_mm - written.shape[1] / 2)
        y = round(middle_mm[1] * self.px_per_mm - written.shape[0] / 2)
        self._stamp(written, x, y, colour)

    def place(
        self, picture: Pixels, left_mm: float, top_mm: float, width_mm: float, height_mm: float
    ) -> None:
        """Put another picture in, at a size."""
        left, top, right, bottom = (
            round(mm * self.px_per_mm) for mm in (left_mm, top_mm, left_mm + width_mm, top_mm + height_mm)
        )
        shrinks = right - left < picture.shape[1]
        how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
        self.pixels[top:bottom, left:right] = cv2.resize(
            picture, (right - left, bottom - top), interpolation=how
        )

    def cells(self, is_dark: NDArray[np.bool_], left_mm: float, top_mm: float, cell_mm: float) -> None:
        """Draw dark and light squares, as in codes and tags; `is_dark` is (rows, columns) bool."""
        rows, columns = is_dark.shape
        times = int(np.ceil(cell_mm * self.px_per_mm)) * 2
        light = np.where(is_dark[..., np.newaxis], INK, PAPER).astype(np.uint8)
        large = light.repeat(times, axis=0).repeat(times, axis=1)
        self.place(large, left_mm, top_mm, columns * cell_mm, rows * cell_mm)

    def _places(self, points_mm: object) -> NDArray[np.int32]:
        places = np.asarray(points_mm, dtype=np.float64).reshape(-1, 2) * self.px_per_mm - 0.5
        return np.round(places * 2**SHIFT).astype(np.int32)

    def _stamp(self, alpha: Grey, x: int, y: int, colour: Colour) -> None:
        height, width = self.pixels.shape[:2]
        left, top = max(0, x), max(0, y)
        right, bottom = min(width, x + alpha.shape[1]), min(height, y + alpha.shape[0])
        if left >= right or top >= bottom:
            return
        part = self.pixels[top:bottom, left:right]
        cover = alpha[top - y : bottom - y, left - x : right - x, np.newaxis] / np.float32(255)
        part[:] = np.round(part * (1 - cover) + np.array(colour, np.float32) * cover).astype(np.uint8)


def box_mm(left: float, top: float, width: float, height: float) -> list[tuple[float, float]]:
    """Return the corners of an upright rectangle, clockwise from its top left."""
    return [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]


def smooth_noise(shape: tuple[int, int], cells: tuple[int, int], rng: np.random.Generator) -> NDArray[Any]:
    """Return a smooth random field of `shape`, float32 from 0 to 1, made from `cells` random values down and across."""
    coarse = rng.random((cells[0] + 1, cells[1] + 1), dtype=np.float32)
    field = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    np.clip(field, 0, 1, out=field)
    return field


@cache
def _typeface() -> cv2.FontFace:
    return cv2.FontFace("uni")


@cache
def _capitals_of_size_100() -> int:
    """Return the height of capitals set at a size of 100 px."""
    return int(_ink(_set_in_type("H", 100)).shape[0])


@cache
def _written(words: str, capitals_px: float) -> Grey:
    """Return a line of text as alpha, cropped; drawn at four times the size and scaled down."""
    size = round(4 * capitals_px * 100 / _capitals_of_size_100())
    large = _ink(_set_in_type(words, max(size, 8)))
    across, down = (max(1, round(length / 4)) for length in (large.shape[1], large.shape[0]))
    return cv2.resize(large, (across, down), interpolation=cv2.INTER_AREA)


def _set_in_type(words: str, size_px: int) -> Grey:
    page = np.zeros((size_px * 2, size_px * (len(words) + 2), 3), np.uint8)
    cv2.putText(page, words, (size_px // 2, size_px * 3 // 2), (255, 255, 255), _typeface(), size_px)
    return page[..., 0]


def _ink(page: Grey) -> Grey:
    x, y, across, down = cv2.boundingRect(page)
    return page[y : y + max(down, 1), x : x + max(across, 1)]
