"""QR codes in a picture or a part of one.

zxing-cpp reads best and cheapest; what it cannot read as it is, it may read sharpened and doubled, from 2.0 pixels a
module on; pyzbar is the second opinion. Nothing is guessed: a text comes from one decoder's error correction, whole.
"""

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
    """A code, tag, printed reference or die that was seen: its text, and its corners in the picture.

    The text is empty where a die or a reference was seen and nothing can be said; what is unknown has its text.
    """

    text: str
    corners_px: Quad
    what: What = What.QR
    confidence: float = 1.0
    reading: ReadingStatus = ReadingStatus.READ
    candidates: tuple[str, ...] = ()
    """What an ambiguous reference may be, the likeliest first."""

    def shifted(self, x: float, y: float, scale: float = 1.0) -> "Detection":
        """The same code in the picture that a part, enlarged `scale` times, was cut from at (x, y)."""
        return replace(self, corners_px=quad(self.corners_px / scale + (x, y)))


class PlacedText(Protocol):
    """Something that was read at a place: a code, or the thing that it is printed on."""

    @property
    def what(self) -> What: ...
    @property
    def text(self) -> str: ...
    @property
    def corners_px(self) -> Quad: ...


def is_same(one: PlacedText, other: PlacedText) -> bool:
    """Whether two readings are of one thing: the same text, printed in the same way, at the same place."""
    alike = one.text == other.text and one.what is other.what
    return alike and same_place(one.corners_px, other.corners_px)


def read_plain(grey: Grey) -> list[Detection]:
    """The codes that zxing-cpp reads in a picture as it is."""
    # What this module kept of the library's own would be complained of, in its words, when the program ends.
    formats = zxingcpp.BarcodeFormats((zxingcpp.BarcodeFormat.QRCode,))
    found = zxingcpp.read_barcodes(grey, formats=formats, text_mode=zxingcpp.TextMode.Plain)
    return [Detection(barcode.text, _corners(barcode.position)) for barcode in found if barcode.text]


def read_sharpened(grey: Grey) -> list[Detection]:
    """The codes in a small part of a picture, sharpened at its own size and then doubled: 2.0 to 3.0 px a module."""
    return [code.shifted(0, 0, 2) for code in read_plain(enlarge(sharpen(grey), 2))]


def read_second_opinion(grey: Grey) -> list[Detection]:
    """The codes that zbar reads; none where zbar is not installed."""
    return [Detection(text, quad(corners)) for text, corners in zbar(grey)]


def sharpen(grey: Grey, amount: float = 2.0, sigma_px: float = 1.0) -> Grey:
    """Unsharp masking. Sigma 1 and amount 2 read most codes at 2.0 to 2.5 px a module."""
    soft = cv2.GaussianBlur(grey, (0, 0), sigma_px)
    return cv2.addWeighted(grey, 1 + amount, soft, -amount, 0)


def enlarge(grey: Grey, times: int) -> Grey:
    """So many times as wide and high, between pixels as a cubic has it."""
    return cv2.resize(grey, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)


def _corners(position: "zxingcpp.Position") -> Quad:
    places = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    return np.array([(place.x, place.y) for place in places], dtype=np.float32)
