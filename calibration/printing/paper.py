"""Defines paper sizes, card sizes, and `Box`, the rectangle in mm in which something is drawn."""

from collections.abc import Iterable
from dataclasses import dataclass

# --- proportions
# Says how large cards are, for those who only lay them out.

CARD_MM = (63.0, 88.0)
"""Width and height of our cards (docs/printing.md)."""
MINI_MM = (64.0, 40.0)
"""Width and height of a mini face."""


# --- box
# Defines rectangles on paper, in mm: where something is drawn, and how a place is divided.


@dataclass(frozen=True, slots=True)
class Box:
    """Describes an upright rectangle by its top left corner and its size, in mm."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    @property
    def right_mm(self) -> float:
        return self.x_mm + self.width_mm

    @property
    def bottom_mm(self) -> float:
        return self.y_mm + self.height_mm

    @property
    def middle(self) -> tuple[float, float]:
        """Return the centre of the box."""
        return self.x_mm + self.width_mm / 2, self.y_mm + self.height_mm / 2

    def inset(self, across_mm: float, down_mm: float | None = None) -> "Box":
        """Return the box without a margin on all sides; a negative margin enlarges it."""
        down = across_mm if down_mm is None else down_mm
        return Box(
            self.x_mm + across_mm, self.y_mm + down, self.width_mm - 2 * across_mm, self.height_mm - 2 * down
        )

    def moved(self, across_mm: float, down_mm: float) -> "Box":
        """Return the box moved to the right and down."""
        return Box(self.x_mm + across_mm, self.y_mm + down_mm, self.width_mm, self.height_mm)

    def rows(self, count: int, gap_mm: float = 0.0) -> "list[Box]":
        """Divide the box into rows of equal height, from top to bottom."""
        height = (self.height_mm - gap_mm * (count - 1)) / count
        return [
            Box(self.x_mm, self.y_mm + n * (height + gap_mm), self.width_mm, height) for n in range(count)
        ]

    def columns(self, count: int, gap_mm: float = 0.0) -> "list[Box]":
        """Divide the box into columns of equal width, from left to right."""
        width = (self.width_mm - gap_mm * (count - 1)) / count
        return [Box(self.x_mm + n * (width + gap_mm), self.y_mm, width, self.height_mm) for n in range(count)]

    def square(self) -> "Box":
        """Return the largest square with the same centre."""
        side = min(self.width_mm, self.height_mm)
        return centred(self.middle, side, side)

    def meets(self, other: "Box") -> bool:
        """Say whether two boxes overlap; edges that only touch do not count."""
        return (
            self.x_mm < other.right_mm
            and other.x_mm < self.right_mm
            and self.y_mm < other.bottom_mm
            and other.y_mm < self.bottom_mm
        )

    def holds(self, other: "Box", slack_mm: float = 0.0) -> bool:
        """Say whether another box lies inside this one, with a tolerance of `slack_mm`."""
        return (
            other.x_mm >= self.x_mm - slack_mm
            and other.y_mm >= self.y_mm - slack_mm
            and other.right_mm <= self.right_mm + slack_mm
            and other.bottom_mm <= self.bottom_mm + slack_mm
        )


def centred(middle: tuple[float, float], width_mm: float, height_mm: float) -> Box:
    """Return the box of a size around a centre."""
    return Box(middle[0] - width_mm / 2, middle[1] - height_mm / 2, width_mm, height_mm)


def enclose(boxes: Iterable[Box]) -> Box:
    """Return the smallest box that holds some boxes, of which there must be one at least."""
    some = list(boxes)
    left, top = min(box.x_mm for box in some), min(box.y_mm for box in some)
    right, bottom = max(box.right_mm for box in some), max(box.bottom_mm for box in some)
    return Box(left, top, right - left, bottom - top)


# --- paper

UNPRINTABLE_MM = 5.0
"""Margin in mm that most printers leave white at every edge; nothing that matters is drawn there."""


@dataclass(frozen=True, slots=True)
class PaperSize:
    """Describes a sheet of paper by its name and its size in mm."""

    name: str
    width_mm: float
    height_mm: float

    @property
    def turned(self) -> "PaperSize":
        """Return the sheet turned by 90 degrees."""
        return PaperSize(self.name, self.height_mm, self.width_mm)


A4 = PaperSize("A4", 210.0, 297.0)
"""ISO 216, upright."""
A3 = PaperSize("A3", 297.0, 420.0)
"""ISO 216, upright."""
PAPERS = {"a4": A4, "a3": A3}
