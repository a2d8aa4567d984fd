"""Defines a frame: one picture of the table, as a source gives it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

STRIDE = 4
"""Of so many pixels of a row, and of so many rows, the small picture has one; cards that move change more than that."""

Pixels = NDArray[Any]
"""A picture: (H, W) uint8 grey, or (H, W, 3) uint8 BGR. The type is wider because OpenCV types its results
so.
"""

Grey = NDArray[Any]
"""A grey picture: (H, W) uint8."""


@dataclass(frozen=True, eq=False)
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

    @cached_property
    def grey(self) -> Grey:
        return to_grey(self.pixels)

    @cached_property
    def small(self) -> Grey:
        """Every fourth pixel of every fourth row in grey, which is enough to see where something changes. As long as nothing
        does, the other rows of a picture in colour need not be made grey.
        """
        return _every_pixel(to_grey(self.pixels[::STRIDE]), STRIDE)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.pixels.shape[1], self.pixels.shape[0]


def to_grey(pixels: Pixels) -> Grey:
    """Returns a picture in grey: (H, W) uint8. A grey picture is returned as it is."""
    if pixels.ndim == 2:
        return pixels
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)


def thinned(grey: Grey, stride: int) -> Grey:
    """Returns every `stride`-th pixel of every `stride`-th row: (H, W) uint8 to one of about (H / stride, W / stride)."""
    return _every_pixel(grey[::stride], stride)


def _every_pixel(grey: Grey, stride: int) -> Grey:
    """Returns every `stride`-th pixel of each row."""
    whole = {4: "<u4", 8: "<u8"}.get(stride)
    if whole is not None and grey.shape[1] % stride == 0 and grey.strides[1] == 1:
        # Reads so many pixels as one number and keeps its lowest byte, the first pixel: twice as fast.
        return grey.view(whole).astype(np.uint8)
    return np.ascontiguousarray(grey[:, ::stride])
