"""Reads QR codes with zbar, through pyzbar, as a second opinion. Without the system's libzbar it reads
nothing.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey


def zbar(grey: Grey) -> list[tuple[str, NDArray[np.float32]]]:
    """Returns the texts and corners, (4, 2) float32 px, of the QR codes that zbar reads in (H, W) uint8 grey."""
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
