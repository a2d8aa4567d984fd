"""A rectangle of pixels."""

from dataclasses import dataclass

import numpy as np

from vision.frame import Frame, Grey
from vision.quad import Quad


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a picture in pixels, right and bottom not included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area_px(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)

    def of(self, grey: Grey) -> Grey:
        """These pixels of a picture, not copied."""
        return grey[self.top : self.bottom, self.left : self.right]

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
        """The smallest region that holds both."""
        return Region(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def within(self, frame: Frame) -> "Region":
        """What of it lies in a picture."""
        width, height = frame.size_px
        right, bottom = min(width, self.right), min(height, self.bottom)
        return Region(min(max(0, self.left), right), min(max(0, self.top), bottom), right, bottom)

    def widened(self, margin_px: int, grey: Grey) -> "Region":
        """With a margin around it, as far as the picture goes."""
        height, width = grey.shape[:2]
        return Region(
            max(0, self.left - margin_px),
            max(0, self.top - margin_px),
            min(width, self.right + margin_px),
            min(height, self.bottom + margin_px),
        )


def bounds(corners_px: Quad) -> Region:
    """The region that corners enclose, from the picture's edge on."""
    left, top = np.maximum(corners_px.min(axis=0), 0).astype(int).tolist()
    right, bottom = corners_px.max(axis=0).astype(int).tolist()
    return Region(left, top, right + 1, bottom + 1)
