"""Lists sheets of labels by the name on their box, and makes sheets of any label size that are cut by hand.

The named sheets are Avery's for A4, with their published sizes. The labels stand in the middle of the paper;
columns have a gap, rows have none.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from calibration.printing.box import Box
from calibration.printing.paper import A4, PaperSize
from calibration.printing.sheets import SheetGrid
from companion.errors import CompanionError
from companion.words import Text

GAP_MM = 2.54
"""Gap between the columns of Avery's sheets: a tenth of an inch."""
SMALLEST_MM, LARGEST_MM = 10.0, 190.0
"""Sizes in mm that labels of a free size may have."""
_SIZE = re.compile(r"(\d{1,3}(?:[.,]\d{1,2})?)\s*[x×]\s*(\d{1,3}(?:[.,]\d{1,2})?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """Describes a sheet of labels: the size of one in mm, its columns and rows, and whether they are cut
    already.
    """

    name: str
    width_mm: float
    height_mm: float
    columns: int
    rows: int
    is_cut: bool = True
    paper: PaperSize = A4

    @property
    def count(self) -> int:
        """Counts the labels of a sheet."""
        return self.columns * self.rows

    def places(self) -> list[Box]:
        """Returns the boxes of the labels of a sheet, row by row."""
        gap = GAP_MM if self.is_cut else 0.0
        width = self.columns * self.width_mm + (self.columns - 1) * gap
        left, top = (
            (self.paper.width_mm - width) / 2,
            (self.paper.height_mm - self.rows * self.height_mm) / 2,
        )
        return [
            Box(
                left + column * (self.width_mm + gap),
                top + row * self.height_mm,
                self.width_mm,
                self.height_mm,
            )
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    @property
    def grid(self) -> SheetGrid:
        """Returns the labels as a grid to be cut."""
        return SheetGrid(self.paper, self.width_mm, self.height_mm, self.columns, self.rows)


SHEETS: Mapping[str, LabelSheet] = {
    labels.name: labels
    for labels in (
        LabelSheet("avery-l4732", 35.6, 16.9, 5, 16),
        LabelSheet("avery-l7651", 38.1, 21.2, 5, 13),
        LabelSheet("avery-l7654", 45.7, 25.4, 4, 10),
        LabelSheet("avery-l7159", 63.5, 33.9, 3, 8),
        LabelSheet("avery-l7160", 63.5, 38.1, 3, 7),
        LabelSheet("avery-l7161", 63.5, 46.6, 3, 6),
        LabelSheet("avery-l7162", 99.1, 33.9, 2, 8),
        LabelSheet("avery-l7163", 99.1, 38.1, 2, 7),
        LabelSheet("avery-l7164", 63.5, 72.0, 3, 4),
        LabelSheet("avery-l7173", 99.1, 57.0, 2, 5),
        LabelSheet("avery-l7165", 99.1, 67.7, 2, 4),
    )
}
"""Avery's sheets by name, the smallest labels first (docs/printing.md)."""


def find_labels(words: str) -> LabelSheet:
    """Finds the sheet of a name, or makes one of a free size such as `45x45` (mm). Raises `CompanionError`."""
    name = words.strip().lower()
    if name in SHEETS:
        return SHEETS[name]
    size = _SIZE.fullmatch(name)
    if size is None:
        raise CompanionError(
            Text(
                "there are no labels {name}; possible: {known}; or a size in millimetres such as 45x45",
                name=words[:40],
                known=", ".join(SHEETS),
            )
        )
    width, height = (float(part.replace(",", ".")) for part in size.groups())
    if not all(SMALLEST_MM <= side <= LARGEST_MM for side in (width, height)):
        raise CompanionError(
            Text(
                "labels are {smallest} to {largest} mm wide and high; you chose {name}",
                smallest=f"{SMALLEST_MM:g}",
                largest=f"{LARGEST_MM:g}",
                name=words[:40],
            )
        )
    grid = SheetGrid.filling(A4, width, height)
    return LabelSheet(f"{width:g}x{height:g}", width, height, grid.columns, grid.rows, is_cut=False)
