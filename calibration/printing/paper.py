"""Defines the paper sizes that printers take."""

from dataclasses import dataclass

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
        """Returns the sheet turned by 90 degrees."""
        return PaperSize(self.name, self.height_mm, self.width_mm)


A4 = PaperSize("A4", 210.0, 297.0)
A3 = PaperSize("A3", 297.0, 420.0)
PAPERS = {"a4": A4, "a3": A3}
