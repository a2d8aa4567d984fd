"""Reads QR codes in a picture or a part of one, and finds those that cannot be read by their corner squares.

zxing-cpp reads best and fastest. A code that it cannot read as it is may be readable sharpened and doubled,
from 2.0 pixels a module on; then pyzbar is tried. Nothing is guessed: every text comes whole from one
decoder's error correction.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Any, Protocol

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from companion.observation import ReadingStatus, What
from vision.frame import Grey, Quad, Region, bounds, quad, same_place, scale_quad

# --- zbar
# Reads QR codes with zbar, through pyzbar, as a second opinion. Without the system's libzbar it reads
# nothing.


def zbar(grey: Grey) -> list[tuple[str, NDArray[np.float32]]]:
    """Return the texts and corners, (4, 2) float32 px, of the QR codes that zbar reads in (H, W) uint8 grey."""
    decode = _decoder()
    if decode is None or min(grey.shape) < 2:
        return []
    found = []
    for symbol in decode(np.ascontiguousarray(grey)):
        corners = np.array([(point.x, point.y) for point in symbol.polygon], dtype=np.float32)
        try:
            text = symbol.data.decode()
        except UnicodeDecodeError:
            continue  # The charset is unknown, and choosing one would be a guess.
        if text and corners.shape == (4, 2):
            found.append((text, corners))
    return found


@cache
def _decoder() -> Callable[[Any], Any] | None:
    try:
        # Imported late: without the system's libzbar the import itself fails.
        from pyzbar import pyzbar  # noqa: PLC0415
    except (ImportError, OSError):
        return None
    symbols = [pyzbar.ZBarSymbol.QRCODE]
    return lambda grey: pyzbar.decode(grey, symbols=symbols)


# --- codes


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """A code, tag, printed reference or die found in a picture: its text, its corners in px, its confidence
    from 0 to 1.

    The text is empty where a die or a reference was found but not read; a reference that is in no catalogue
    has its text.
    """

    text: str
    corners_px: Quad
    what: What = What.QR
    confidence: float = 1.0
    reading: ReadingStatus = ReadingStatus.READ
    candidates: tuple[str, ...] = ()
    """What an ambiguous reference may be, the likeliest first."""

    def shifted(self, x: float, y: float, scale: float = 1.0) -> "Detection":
        """Return the detection in the whole picture, when it was made in a part at (x, y) enlarged `scale`
        times.
        """
        return replace(self, corners_px=quad(self.corners_px / scale + (x, y)))


class PlacedText(Protocol):
    """A text that was read at a place: of a detection, or of the object it is printed on."""

    @property
    def what(self) -> What: ...
    @property
    def text(self) -> str: ...
    @property
    def corners_px(self) -> Quad: ...


def is_same(one: PlacedText, other: PlacedText) -> bool:
    """Tell whether two readings are of one thing: the same text and kind at the same place."""
    alike = one.text == other.text and one.what is other.what
    return alike and same_place(one.corners_px, other.corners_px)


def read_plain(grey: Grey) -> list[Detection]:
    """Read the codes in a picture as it is, with zxing-cpp. `grey` is (H, W) uint8.

    Only QR codes of model 2 are asked for, as cards carry them: zxing-cpp's `QRCode` also reads Micro QR, for
    which a part of another code may pass.
    """
    return _read(grey, zxingcpp.BarcodeFormat.QRCodeModel2)


def read_quickly(grey: Grey) -> list[Detection]:
    """Read the codes that are dark on light, and neither much too large nor inverted: 40 % less time than a plain look."""
    return _read(grey, zxingcpp.BarcodeFormat.QRCodeModel2, is_quick=True)


def read_micro(grey: Grey, is_reference: Callable[[str], bool]) -> list[Detection]:
    """Read the Micro QR codes in a picture, and return those whose whole text is a reference.

    Micro QR has one corner square and little error correction, so that a text alone proves nothing.
    """
    return [code for code in _read(grey, zxingcpp.BarcodeFormat.MicroQRCode) if is_reference(code.text)]


def read_sharpened(grey: Grey) -> list[Detection]:
    """Read the codes in a small part, sharpened and doubled: for codes of 2.0 to 3.0 px a module."""
    return [code.shifted(0, 0, 2) for code in read_quickly(enlarge(sharpen(grey), 2))]


def read_second_opinion(grey: Grey) -> list[Detection]:
    """Read the codes with zbar; return none where zbar is not installed."""
    return [Detection(text, quad(corners)) for text, corners in zbar(grey)]


def sharpen(grey: Grey, amount: float = 2.0, sigma_px: float = 1.0) -> Grey:
    """Sharpen a picture by unsharp masking: (H, W) uint8 to the same. Sigma 1 and amount 2 read most codes
    of 2.0 to 2.5 px a module (`make bench-vision`).
    """
    soft = cv2.GaussianBlur(grey, (0, 0), sigma_px)
    return cv2.addWeighted(grey, 1 + amount, soft, -amount, 0)


def enlarge(grey: Grey, times: int) -> Grey:
    """Enlarge a picture by cubic interpolation: (H, W) uint8 to (times H, times W)."""
    return cv2.resize(grey, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)


def _read(grey: Grey, kind: "zxingcpp.BarcodeFormat", *, is_quick: bool = False) -> list[Detection]:
    # Made at each call: the library complains at the program's end about objects that a module keeps.
    formats = zxingcpp.BarcodeFormats((kind,))
    found = zxingcpp.read_barcodes(
        grey,
        formats=formats,
        text_mode=zxingcpp.TextMode.Plain,
        try_invert=not is_quick,
        try_downscale=not is_quick,
    )
    return [Detection(barcode.text, _corners(barcode.position)) for barcode in found if barcode.text]


def _corners(position: "zxingcpp.Position") -> Quad:
    places = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    return np.array([(place.x, place.y) for place in places], dtype=np.float32)


# --- corner squares
# Finds codes by their corner squares, whether they can be read or not.
#
# A corner square is ink around paper around ink, all three square and about one middle. One of them is enough: of a
# code that is half covered, or has glare on it, one or two are left.

SMALLEST_PX, LARGEST_PX = 8.0, 130.0
"""The sides that a corner square may have in a picture: a third of a card's code."""
LEAST_CONTRAST = 40
"""Grey levels between ink and paper of a code, however blurred. The cloth of a bare mat has about 20."""
RING, HEART = (0.28, 0.58), (0.35, 0.65)
"""How much of the ink's area the paper in it covers, and of the paper's area the ink in that. Drawn ones have 0.35 to 0.45
and 0.40 to 0.51; tags that look alike 0.64 and more, and 0.33 and less.
"""
SQUARE, FULL = 0.7, 0.82
"""How short the shorter side may be, and how much of its rectangle a square fills: drawn ones 0.84 and more, a circle
0.79.
"""
OFF = 0.12
"""How far the middles may lie apart, as a share of the side."""
TOGETHER = 5.0
"""Squares of one code lie at most so many sides apart; those of two cards, one half over the other, may lie nearer."""
ALIKE = 0.6
"""How small the smaller of two squares of one code may be."""
EDGE = 1.15
"""A code that was read covers so many times its size: its corners are off by a module."""
FINER = 2
"""The part is sharpened and enlarged so many times: of 36 drawn squares of codes that were too blurred to be read it then
finds 33, and 1 without; of those at 2 px a module 36, and none without.
"""
WINDOW = 61
"""Ink is darker than the mean of so many pixels around, of the enlarged part."""

EVEN, ABOUT_PX = 10, (9, 9)
"""By how many grey levels px differ at most that are even, and about which width there is no other difference."""

Outline = NDArray[Any]


@dataclass(frozen=True, slots=True)
class CornerSquare:
    """A corner square: its middle and its side in px."""

    x: float
    y: float
    side_px: float

    def is_of_one_code_with(self, other: "CornerSquare") -> bool:
        """Tell whether two squares may belong to one code."""
        smaller, larger = sorted((self.side_px, other.side_px))
        return smaller >= ALIKE * larger and self._away_px(other) <= TOGETHER * smaller

    def is_same(self, other: "CornerSquare") -> bool:
        """Tell whether two findings are of one square."""
        return self._away_px(other) < 0.5 * self.side_px

    def is_in(self, corners_px: Quad) -> bool:
        """Tell whether its middle lies within these corners."""
        return cv2.pointPolygonTest(corners_px.astype(np.float32), (self.x, self.y), measureDist=False) >= 0

    def _away_px(self, other: "CornerSquare") -> float:
        return float(np.hypot(self.x - other.x, self.y - other.y))


def locate_codes(grey: Grey, parts: Iterable[Region], besides: Sequence[Quad] = ()) -> list[Detection]:
    """Return the codes whose corner squares are seen in parts of a picture, (H, W) uint8 grey, as unreadable. Glare may cut
    a code into several parts.

    `besides`: corners of codes that were read; their squares are left out.
    """
    known = [scale_quad(corners_px, EDGE) for corners_px in besides]
    groups: list[list[CornerSquare]] = []
    for square in _squares_in(grey, parts):
        if any(map(square.is_in, known)):
            continue
        near = [group for group in groups if any(map(square.is_of_one_code_with, group))]
        groups = [group for group in groups if group not in near]
        groups.append([square, *chain.from_iterable(near)])
    codes = [Detection("", _outline(group), reading=ReadingStatus.UNREADABLE) for group in groups]
    return [code for code in codes if _has_contrast(grey, code)]


def _squares_in(grey: Grey, parts: Iterable[Region]) -> list[CornerSquare]:
    """Return the corner squares in parts of a picture that may overlap, each once."""
    found: list[CornerSquare] = []
    for part in parts:
        for square in find_corner_squares(part.of(grey)):
            placed = replace(square, x=square.x + part.left, y=square.y + part.top)
            if not any(map(placed.is_same, found)):
                found.append(placed)
    return found


def _outline(group: Sequence[CornerSquare]) -> Quad:
    """Return the corners of the upright rectangle around some squares."""
    left, top = (min(middles) for middles in zip(*((one.x, one.y) for one in group), strict=True))
    right, bottom = (max(middles) for middles in zip(*((one.x, one.y) for one in group), strict=True))
    half = max(one.side_px for one in group) / 2
    return quad(
        np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    )


def _has_contrast(grey: Grey, code: Detection) -> bool:
    part = bounds(code.corners_px).of(grey)
    ink, paper = np.percentile(part, (5, 95)) if part.size else (0, 0)
    return bool(paper - ink >= LEAST_CONTRAST)


def find_corner_squares(grey: Grey) -> list[CornerSquare]:
    """Return the corner squares in a part of a picture, (H, W) uint8 grey."""
    # The same as to sharpen the enlarged part, in less time.
    soft = enlarge(cv2.GaussianBlur(grey, (0, 0), 3 / FINER), FINER)
    fine = cv2.addWeighted(enlarge(grey, FINER), 4, soft, -3, 0)
    _, by_level = cv2.threshold(fine, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    by_place = cv2.adaptiveThreshold(fine, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, WINDOW, 4)
    # What is even has only noise about its own mean: thousands of outlines, which take most of the time.
    cv2.copyTo(by_level, _even_parts(grey), by_place)
    found: list[CornerSquare] = []
    for sheet in (by_level, by_place):
        for square in _squares_on(sheet):
            if not any(square.is_same(other) for other in found):
                found.append(square)
    return found


def _even_parts(grey: Grey) -> Grey:
    """Return 255 where neighbouring px hardly differ, else 0, as large as the enlarged part."""
    differ = cv2.morphologyEx(cv2.blur(grey, (3, 3)), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    _, even = cv2.threshold(cv2.dilate(differ, np.ones(ABOUT_PX, np.uint8)), EVEN, 255, cv2.THRESH_BINARY_INV)
    return cv2.resize(even, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_NEAREST)


def _squares_on(sheet: Grey) -> Iterator[CornerSquare]:
    """Yield the corner squares of a picture in black and white."""
    outlines, family = cv2.findContours(sheet, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return
    hearts, outers = family[0][:, 2], family[0][:, 3]
    # A heart holds nothing; what has no heart is looked up at the last outline, and left out.
    is_ring = (outers >= 0) & (hearts >= 0) & (hearts[hearts] < 0)
    for ring in np.flatnonzero(is_ring).tolist():
        square = _square(outlines[outers[ring]], outlines[ring], outlines[hearts[ring]])
        if square is not None:
            yield square


def _square(outer: Outline, ring: Outline, heart: Outline) -> CornerSquare | None:
    """Return the corner square that three outlines make, one within the other; None if they make none."""
    areas = [cv2.contourArea(outline) for outline in (outer, ring, heart)]
    if not (FINER * SMALLEST_PX) ** 2 <= areas[0] <= (FINER * LARGEST_PX) ** 2 or not all(areas):
        return None
    if not (RING[0] < areas[1] / areas[0] < RING[1] and HEART[0] < areas[2] / areas[1] < HEART[1]):
        return None
    (x, y), sides, _ = cv2.minAreaRect(outer)
    (heart_x, heart_y), heart_sides, _ = cv2.minAreaRect(heart)
    side_px = sum(sides) / 2
    is_centred = max(abs(x - heart_x), abs(y - heart_y)) < OFF * side_px
    ring_sides = cv2.minAreaRect(ring)[1]
    is_heart_square = min(heart_sides) > SQUARE * max(heart_sides)
    if not (
        is_centred and is_heart_square and _is_square(sides, areas[0]) and _is_square(ring_sides, areas[1])
    ):
        return None
    return CornerSquare(x / FINER, y / FINER, side_px / FINER)


def _is_square(sides: Sequence[float], area: float) -> bool:
    return min(sides) > SQUARE * max(sides) and area > FULL * sides[0] * sides[1]
