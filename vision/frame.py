"""A frame, which is one picture of the table, and places in it: four corners, and upright rectangles of pixels."""

import math
from dataclasses import dataclass, replace
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
    camera itself saw that nothing moved for a while before. `row_gains` are the factors, (H,) float32, that take the bands
    of a flickering lamp out; only what is compared with other frames is evened, because that costs 2 ms for a whole frame.
    """

    pixels: Pixels
    number: int
    at_ms: int
    stops: float = 0.0
    is_steady: bool = False
    row_gains: NDArray[Any] | None = None

    @cached_property
    def grey(self) -> Grey:
        return to_grey(self.pixels)

    @cached_property
    def small(self) -> Grey:
        """Every fourth pixel of every fourth row in grey and without bands, which is enough to see where something changes.
        As long as nothing does, the other rows of a picture in colour need not be made grey.
        """
        small = _every_pixel(to_grey(self.pixels[::STRIDE]), STRIDE)
        return small if self.row_gains is None else _evened(small, self.row_gains[::STRIDE])

    def evened(self) -> "Frame":
        """Return the frame with all its pixels without bands."""
        if self.row_gains is None:
            return self
        return replace(self, pixels=_evened(self.pixels, self.row_gains), row_gains=None)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.pixels.shape[1], self.pixels.shape[0]


def to_grey(pixels: Pixels) -> Grey:
    """Return a picture in grey: (H, W) uint8. A grey picture is returned as it is."""
    if pixels.ndim == 2:
        return pixels
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)


def to_colour(pixels: Pixels) -> Pixels:
    """Return a picture as (H, W, 3) uint8 BGR. A picture in colour is returned as it is."""
    return cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR) if pixels.ndim == 2 else pixels


def _evened(pixels: Pixels, row_gains: NDArray[Any]) -> Pixels:
    """Return a picture whose rows are brighter by these factors."""
    across = pixels.shape[1] * (1 if pixels.ndim == 2 else pixels.shape[2])
    gains = cv2.resize(row_gains[:, np.newaxis], (across, len(row_gains)), interpolation=cv2.INTER_NEAREST)
    return cv2.multiply(pixels, gains.reshape(pixels.shape), dtype=cv2.CV_8U)


def thinned(grey: Grey, stride: int) -> Grey:
    """Return every `stride`-th pixel of every `stride`-th row: (H, W) uint8 to one of about (H / stride, W / stride)."""
    return _every_pixel(grey[::stride], stride)


def _every_pixel(grey: Grey, stride: int) -> Grey:
    """Return every `stride`-th pixel of each row."""
    whole = {4: "<u4", 8: "<u8"}.get(stride)
    if whole is not None and grey.shape[1] % stride == 0 and grey.strides[1] == 1:
        # Reads so many pixels as one number and keeps its lowest byte, the first pixel: twice as fast.
        return grey.view(whole).astype(np.uint8)
    return np.ascontiguousarray(grey[:, ::stride])


# --- quad
# Handles four corners in a picture, of a code, a tag or a card: clockwise as the object is read, from its
# top left.

Quad = NDArray[Any]
"""Four corners: (4, 2) float32, px."""


def quad(points: object) -> Quad:
    """Convert anything with four points to corners."""
    return np.asarray(points, dtype=np.float32).reshape(4, 2)


def square_around(middle: NDArray[Any], side: float) -> Quad:
    """Return the corners of an upright square around a centre, (2,) px."""
    half = side / 2
    away = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    return quad(middle + away)


def centre(corners: Quad) -> NDArray[Any]:
    """Return the centre of four corners: (2,) float32, px."""
    # The same as the mean, in a third of its time.
    return np.add.reduce(corners, axis=0) / 4


def side_px(corners: Quad) -> float:
    """Return the mean length of the four sides."""
    # For four points plain Python is ten times faster than numpy.
    one, two, three, four = corners.tolist()
    return (math.dist(one, two) + math.dist(two, three) + math.dist(three, four) + math.dist(four, one)) / 4


def scale_quad(corners: Quad, times: float) -> Quad:
    """Scale corners about their centre: (4, 2) float32."""
    middle = centre(corners)
    return np.asarray(middle + (corners - middle) * times, dtype=np.float32)


def same_place(one: Quad, other: Quad) -> bool:
    """Tell whether two readings lie on each other: their centres are nearer than half a side."""
    (x, y), (other_x, other_y) = (map(sum, zip(*each.tolist(), strict=True)) for each in (one, other))
    apart = math.hypot(x - other_x, y - other_y) / 4
    return apart < 0.5 * max(side_px(one), side_px(other))


# --- region
# Handles upright rectangles of pixels.

SMALLEST_PX = 32
"""A part smaller than this in the picture, or hardly in it, holds nothing readable."""


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle in a picture, in px; right and bottom are exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area_px(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def of(self, grey: Grey) -> Grey:
        """Return these pixels of a picture, as a view."""
        return grey[self.top : self.bottom, self.left : self.right]

    def in_picture(self, corners: Quad) -> Quad:
        """Return where corners of this part of a picture are in the whole: (4, 2) px."""
        return quad(corners + np.array([self.left, self.top]))

    def is_in(self, frame: Frame) -> bool:
        """Tell whether a frame shows enough of the region to read anything there."""
        inside = self.within(frame)
        return min(inside.right - inside.left, inside.bottom - inside.top) >= SMALLEST_PX

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x < self.right and self.top <= y < self.bottom

    def overlaps(self, other: "Region") -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def joined(self, other: "Region") -> "Region":
        """Return the smallest region that holds both."""
        return Region(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def within(self, frame: Frame) -> "Region":
        """Return the part of the region that lies in a frame."""
        width, height = frame.size_px
        right, bottom = min(width, self.right), min(height, self.bottom)
        return Region(min(max(0, self.left), right), min(max(0, self.top), bottom), right, bottom)

    def cut(self, other: "Region") -> "Region":
        """Return what both have in common; they must overlap."""
        return Region(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def grown(self, times: float) -> "Region":
        """Scale the region about its centre; it may exceed the picture at the right and below, not
        elsewhere.
        """
        x, y = self.middle
        across, down = times * (self.right - self.left) / 2, times * (self.bottom - self.top) / 2
        return Region(max(0, int(x - across)), max(0, int(y - down)), int(x + across) + 1, int(y + down) + 1)

    def widened(self, margin_px: int, grey: Grey) -> "Region":
        """Add a margin, as far as the picture goes."""
        height, width = grey.shape[:2]
        return Region(
            max(0, self.left - margin_px),
            max(0, self.top - margin_px),
            min(width, self.right + margin_px),
            min(height, self.bottom + margin_px),
        )


def bounds(corners_px: Quad) -> Region:
    """Return the smallest region around corners, cut at the picture's left and upper edge."""
    # For four points plain Python is ten times faster than numpy.
    across, down = zip(*corners_px.tolist(), strict=True)
    return Region(int(max(min(across), 0)), int(max(min(down), 0)), int(max(across)) + 1, int(max(down)) + 1)
