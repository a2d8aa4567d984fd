"""Reads QR codes in a picture or a part of one, and Micro QR codes where the owner's cards carry them.

zxing-cpp reads best and fastest. A code that it cannot read as it is may be readable sharpened and doubled,
from 2.0 pixels a module on; then pyzbar is tried. Nothing is guessed: every text comes whole from one
decoder's error correction.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
import zxingcpp

from companion.observation import ReadingStatus, What
from vision.detectors.zbar import zbar
from vision.frame import Grey
from vision.quad import Quad, quad, same_place


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
        """Returns the detection in the whole picture, when it was made in a part at (x, y) enlarged `scale`
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
    """Tells whether two readings are of one thing: the same text and kind at the same place."""
    alike = one.text == other.text and one.what is other.what
    return alike and same_place(one.corners_px, other.corners_px)


def read_plain(grey: Grey) -> list[Detection]:
    """Reads the codes in a picture as it is, with zxing-cpp. `grey` is (H, W) uint8.

    Only QR codes of model 2 are asked for, as cards carry them: zxing-cpp's `QRCode` also reads Micro QR, for
    which a part of another code may pass.
    """
    return _read(grey, zxingcpp.BarcodeFormat.QRCodeModel2)


def read_quickly(grey: Grey) -> list[Detection]:
    """Reads the codes that are dark on light, and neither much too large nor inverted: 40 % less time than a plain look."""
    return _read(grey, zxingcpp.BarcodeFormat.QRCodeModel2, is_quick=True)


def read_micro(grey: Grey, is_reference: Callable[[str], bool]) -> list[Detection]:
    """Reads the Micro QR codes in a picture, and returns those whose whole text is a reference.

    Micro QR has one corner square and little error correction, so that a text alone proves nothing.
    """
    return [code for code in _read(grey, zxingcpp.BarcodeFormat.MicroQRCode) if is_reference(code.text)]


def read_sharpened(grey: Grey) -> list[Detection]:
    """Reads the codes in a small part, sharpened and doubled: for codes of 2.0 to 3.0 px a module."""
    return [code.shifted(0, 0, 2) for code in read_quickly(enlarge(sharpen(grey), 2))]


def read_second_opinion(grey: Grey) -> list[Detection]:
    """Reads the codes with zbar; returns none where zbar is not installed."""
    return [Detection(text, quad(corners)) for text, corners in zbar(grey)]


def sharpen(grey: Grey, amount: float = 2.0, sigma_px: float = 1.0) -> Grey:
    """Sharpens a picture by unsharp masking: (H, W) uint8 to the same. Sigma 1 and amount 2 read most codes
    of 2.0 to 2.5 px a module (`make bench-vision`).
    """
    soft = cv2.GaussianBlur(grey, (0, 0), sigma_px)
    return cv2.addWeighted(grey, 1 + amount, soft, -amount, 0)


def enlarge(grey: Grey, times: int) -> Grey:
    """Enlarges a picture by cubic interpolation: (H, W) uint8 to (times H, times W)."""
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
