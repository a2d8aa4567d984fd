"""Defines a frame: one picture of the table, as a source gives it."""

from dataclasses import dataclass
from typing import Any

import cv2
from numpy.typing import NDArray

Pixels = NDArray[Any]
"""A picture: (H, W) uint8 grey, or (H, W, 3) uint8 BGR. The type is wider because OpenCV types its results
so.
"""

Grey = NDArray[Any]
"""A grey picture: (H, W) uint8."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture, its number in its source, and when it was taken, in ms of the source's own clock.

    `stops` tells how much longer than usual it was exposed, in powers of two: -1 is half the light. `is_steady`: the
    camera itself saw that nothing moved for a while before.
    """

    pixels: Pixels
    number: int
    at_ms: int
    stops: float = 0.0
    is_steady: bool = False

    @property
    def grey(self) -> Grey:
        return to_grey(self.pixels)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.pixels.shape[1], self.pixels.shape[0]


def to_grey(pixels: Pixels) -> Grey:
    """Returns a picture in grey: (H, W) uint8. A grey picture is returned as it is."""
    if pixels.ndim == 2:
        return pixels
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
