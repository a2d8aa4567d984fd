"""Handles upright rectangles of pixels."""

from dataclasses import dataclass

import numpy as np

from vision.frame import Frame, Grey
from vision.quad import Quad, quad

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
        """Returns these pixels of a picture, as a view."""
        return grey[self.top : self.bottom, self.left : self.right]

    def in_picture(self, corners: Quad) -> Quad:
        """Returns where corners of this part of a picture are in the whole: (4, 2) px."""
        return quad(corners + np.array([self.left, self.top]))

    def is_in(self, frame: Frame) -> bool:
        """Tells whether a frame shows enough of the region to read anything there."""
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
        """Returns the smallest region that holds both."""
        return Region(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def within(self, frame: Frame) -> "Region":
        """Returns the part of the region that lies in a frame."""
        width, height = frame.size_px
        right, bottom = min(width, self.right), min(height, self.bottom)
        return Region(min(max(0, self.left), right), min(max(0, self.top), bottom), right, bottom)

    def grown(self, times: float) -> "Region":
        """Scales the region about its centre; it may exceed the picture at the right and below, not
        elsewhere.
        """
        x, y = self.middle
        across, down = times * (self.right - self.left) / 2, times * (self.bottom - self.top) / 2
        return Region(max(0, int(x - across)), max(0, int(y - down)), int(x + across) + 1, int(y + down) + 1)

    def widened(self, margin_px: int, grey: Grey) -> "Region":
        """Adds a margin, as far as the picture goes."""
        height, width = grey.shape[:2]
        return Region(
            max(0, self.left - margin_px),
            max(0, self.top - margin_px),
            min(width, self.right + margin_px),
            min(height, self.bottom + margin_px),
        )


def bounds(corners_px: Quad) -> Region:
    """Returns the smallest region around corners, cut at the picture's left and upper edge."""
    # For four points plain Python is ten times faster than numpy.
    across, down = zip(*corners_px.tolist(), strict=True)
    return Region(int(max(min(across), 0)), int(max(min(down), 0)), int(max(across)) + 1, int(max(down)) + 1)
