"""Prints things of one size side by side on sheets of paper, with cut marks, fronts and backs, and a ruler of 100 mm."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from calibration.printing.paper import A4, CARD_MM, UNPRINTABLE_MM, Box, PaperSize
from calibration.printing.pen import Pages, Pen, PenStroke
from calibration.printing.typeface import SOFT, Font, FontFace
from calibration.printing.typesetting import PrintLanguage, TextStyle, set_text
from companion.outlines import Place
from companion.words import Text

# --- ruler
# Draws a ruler of 100 mm on every sheet, so that people can check the printed size with a real ruler.

LENGTH_MM = 100
HEIGHT_MM = 8.0
"""Height of the ruler with its text."""
CHECK = Text("100 mm: measure it; print at 100%, true size")


def draw_ruler(pen: Pen, corner: Place, language: PrintLanguage) -> Box:
    """Draw the ruler from its left end on, its purpose below it, and return its box."""
    x, y = corner
    line = PenStroke(SOFT, 0.15)
    pen.line((x, y + 3.2), (x + LENGTH_MM, y + 3.2), line)
    for mm in range(0, LENGTH_MM + 1, 5):
        tall = 3.2 if mm % 50 == 0 else 2.2 if mm % 10 == 0 else 1.2
        pen.line((x + mm, y + 3.2 - tall), (x + mm, y + 3.2), line)
    words = language.translate_line(CHECK)
    type_ = Font(FontFace.LABEL, min(2.8, 2.8 * LENGTH_MM / Font(FontFace.LABEL, 2.8).width_mm(words)))
    pen.write(words, (x, y + 6.6), type_, SOFT)
    return Box(x, y, LENGTH_MM, HEIGHT_MM)


# --- sheets

MARK_MM = 3.0
"""Length of a cut mark."""
MARK_GAP_MM = 1.0
"""Distance from a cut mark to the cards."""
FOOT_MM = 12.0
"""Height that is left free at the foot of a sheet, for the ruler."""
BACKS = Text("backs")
CUT_MARK = PenStroke(SOFT, 0.2)
Drawing = Callable[[Pen], None]
"""A function that draws one thing, its top left corner at the pen's origin."""


@dataclass(frozen=True, slots=True)
class CardSides:
    """Holds the drawings of a card's front and back; None for a card without a back."""

    front: Drawing
    back: Drawing | None = None


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """Describes a grid of places of one size, centred on a sheet; sizes in mm."""

    paper: PaperSize
    width_mm: float
    height_mm: float
    columns: int
    rows: int

    @classmethod
    def filling(cls, paper: PaperSize, width_mm: float, height_mm: float) -> "SheetGrid":
        """Make the largest grid that fits on a sheet, with the foot left free."""
        room = 2 * (UNPRINTABLE_MM + MARK_GAP_MM)
        return cls(
            paper,
            width_mm,
            height_mm,
            int((paper.width_mm - room) // width_mm),
            int((paper.height_mm - room - FOOT_MM) // height_mm),
        )

    @property
    def count(self) -> int:
        """Count the places of a sheet."""
        return self.columns * self.rows

    @property
    def box(self) -> Box:
        """Return the box of the whole grid: centred, so that backs lie behind their fronts."""
        width, height = self.columns * self.width_mm, self.rows * self.height_mm
        return Box((self.paper.width_mm - width) / 2, (self.paper.height_mm - height) / 2, width, height)

    def places(self, *, is_mirrored: bool = False) -> list[Box]:
        """Return the places row by row; mirrored for the backs."""
        cells = [cell for row in self.box.rows(self.rows) for cell in row.columns(self.columns)]
        if not is_mirrored:
            return cells
        rows = [cells[n : n + self.columns] for n in range(0, len(cells), self.columns)]
        return [cell for row in rows for cell in reversed(row)]


def print_cards(
    pages: Pages, things: Sequence[CardSides], grid: SheetGrid, note: str, language: PrintLanguage
) -> None:
    """Draw the fronts of a sheet, then the backs mirrored on the next page, for printing on both sides.

    The printer must turn sheets over on the long edge.
    """
    for start in range(0, len(things), grid.count):
        some = things[start : start + grid.count]
        number = f"{start // grid.count + 1}"
        _print_side(
            pages, [thing.front for thing in some], grid.places(), grid, (f"{note} · {number}", language)
        )
        backs = [thing.back for thing in some]
        if any(back is not None for back in backs):
            places = grid.places(is_mirrored=True)
            _print_side(
                pages,
                backs,
                places,
                grid,
                (f"{note} · {number} · {language.translate_line(BACKS)}", language),
            )


def _print_side(
    pages: Pages,
    drawings: Sequence[Drawing | None],
    places: Sequence[Box],
    grid: SheetGrid,
    foot: tuple[str, PrintLanguage],
) -> None:
    pen = pages.page(grid.paper.width_mm, grid.paper.height_mm)
    draw_cut_marks(pen, grid)
    for drawing, place in zip(drawings, places, strict=False):
        if drawing is not None:
            with pen.moved(place.x_mm, place.y_mm):
                drawing(pen)
    draw_foot(pen, grid.paper, *foot)


def draw_cut_marks(pen: Pen, grid: SheetGrid) -> None:
    """Draw short lines outside the grid, where each cut begins and ends."""
    box = grid.box
    for n in range(grid.columns + 1):
        x = box.x_mm + n * grid.width_mm
        for y, up in ((box.y_mm - MARK_GAP_MM, -1), (box.bottom_mm + MARK_GAP_MM, 1)):
            pen.line((x, y), (x, y + up * MARK_MM), CUT_MARK)
    for n in range(grid.rows + 1):
        y = box.y_mm + n * grid.height_mm
        for x, left in ((box.x_mm - MARK_GAP_MM, -1), (box.right_mm + MARK_GAP_MM, 1)):
            pen.line((x, y), (x + left * MARK_MM, y), CUT_MARK)


def draw_foot(pen: Pen, paper: PaperSize, note: str, language: PrintLanguage) -> None:
    """Draw the ruler and the name of the sheet at its foot."""
    left, top = 10.0, paper.height_mm - UNPRINTABLE_MM - 7.4
    draw_ruler(pen, (left, top), language)
    box = Box(left + LENGTH_MM + 6, top, paper.width_mm - 2 * left - LENGTH_MM - 6, 7.4)
    set_text(pen, note, box, TextStyle(FontFace.LABEL, 2.8, 1.6, SOFT, align=1, rise=0.5))


def make_card_grid(paper: PaperSize = A4) -> SheetGrid:
    """Make the grid of playing cards: nine on A4."""
    return SheetGrid.filling(paper, *CARD_MM)
