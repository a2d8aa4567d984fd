"""One picture of the table, as a source gives it."""

from dataclasses import dataclass
from typing import Any

import cv2
from numpy.typing import NDArray

Pixels = NDArray[Any]
"""Bytes: grey (rows, columns), or blue, green, red (rows, columns, 3), as OpenCV has them. OpenCV types its results
more widely than they are, so that the bytes are said here and not in the type.
"""

Grey = NDArray[Any]
"""Bytes of one channel, rows by columns."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture, its number in its source, and when it was taken, in milliseconds of the source's own clock. `stops` is
    by how much longer than usual it was exposed, in powers of two: -1 is half the light.
    """

    pixels: Pixels
    number: int
    at_ms: int
    stops: float = 0.0

    @property
    def grey(self) -> Grey:
        return to_grey(self.pixels)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.pixels.shape[1], self.pixels.shape[0]


def to_grey(pixels: Pixels) -> Grey:
    """One channel of a picture; of a grey one, itself."""
    if pixels.ndim == 2:
        return pixels
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
