"""The papers that printers hold."""

from dataclasses import dataclass

UNPRINTABLE_MM = 5.0
"""What most printers leave white along every edge; nothing that matters is drawn there."""


@dataclass(frozen=True, slots=True)
class PaperSize:
    """A sheet by its name and its size."""

    name: str
    width_mm: float
    height_mm: float

    @property
    def turned(self) -> "PaperSize":
        """The same sheet lying the other way."""
        return PaperSize(self.name, self.height_mm, self.width_mm)


A4 = PaperSize("A4", 210.0, 297.0)
A3 = PaperSize("A3", 297.0, 420.0)
PAPERS = {"a4": A4, "a3": A3}
