"""Draws the code that a phone scans to open its page, for a screen and for a terminal."""

import io
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.words import Text
from vision.frame import Grey
from vision.preview import HEIGHT_PX, PreviewPicture

if TYPE_CHECKING:
    import segno

QUIET = 4
"""The white margin around a code, in modules (ISO/IEC 18004)."""


def scan_this(url: str) -> Text:
    """Return the sentence that stands beside a phone's code."""
    return Text(
        "scan this code with the phone, or open {url} on it; its browser warns once, because this machine signs for"
        " itself: choose “advanced”, then go on",
        url=url,
    )


def code_picture(url: str) -> PreviewPicture:
    """Return a square preview that the code of an address fills, with its white margin."""
    modules = _modules(url)
    scale = -(-HEIGHT_PX // modules.shape[0])
    code = modules.repeat(scale, axis=0).repeat(scale, axis=1)
    height_px, width_px = code.shape
    return PreviewPicture(cv2.cvtColor(code, cv2.COLOR_GRAY2BGR).tobytes(), width_px, height_px, 1.0)


def code_lines(url: str) -> str:
    """Return the code as lines for a terminal, two modules a character, black on white in every terminal."""
    drawn = io.StringIO()
    _code(url).terminal(drawn, border=QUIET, compact=True)
    return drawn.getvalue()


def _modules(url: str) -> Grey:
    """Return one pixel a module: 0 for black, 255 for white, with the quiet zone."""
    code = _code(url)
    rows = [[0 if module else 255 for module in row] for row in code.matrix_iter(border=QUIET)]
    return np.array(rows, np.uint8)


def _code(url: str) -> "segno.QRCode":
    import segno  # noqa: PLC0415 - only who plays with a phone waits for it

    return segno.make(url, error="m", micro=False)
