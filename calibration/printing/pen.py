"""Draws on the pages of a PDF.

Positions are in mm from the top left corner of the page, or from where the pen was moved to. Everything is
vector, and the PDF asks printers not to scale it (`/PrintScaling /None`).
"""

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from reportlab.lib.colors import Color
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from calibration.printing.paper import Box
from calibration.printing.typeface import (
    CAPITALS,
    INK,
    ONE_DOCUMENT,
    Colour,
    Font,
    find_missing_signs,
    load_face,
    replace_missing_signs,
    split_channels,
)
from companion.outlines import Place

POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class PenStroke:
    """Describes a line: its colour, its width in mm, and its dashes in mm."""

    colour: Colour = INK
    width_mm: float = 0.25
    dashes_mm: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """Holds a finished PDF."""

    pdf: bytes
    pages: int
    """Number of pages."""
    shortened: tuple[str, ...] = ()
    """Texts that did not fit and were cut."""
    missing: str = ""
    """Characters that the typeface does not have."""


@contextmanager
def new_pages(title: str) -> Iterator["Pages"]:
    """Begin a document, to be finished inside a `with` block; meanwhile documents of other threads wait.

    Two threads that draw at once get each other's letters (see `ONE_DOCUMENT`).
    """
    with ONE_DOCUMENT:
        yield Pages(title)


class Pages:
    """Collects the pages of a document. `new_pages` makes one."""

    def __init__(self, title: str) -> None:
        self._shortened: list[str] = []
        self._missing: set[str] = set()
        self._count = 0
        self._file = io.BytesIO()
        self._canvas = Canvas(self._file, invariant=1, pageCompression=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("companion")
        self._canvas.setViewerPreference("PrintScaling", "None")

    def page(self, width_mm: float, height_mm: float) -> "Pen":
        """Start a new page of this size in mm, and return a pen at its top left corner."""
        if self._count:
            self._canvas.showPage()
        self._count += 1
        self._canvas.setPageSize((width_mm * POINTS_PER_MM, height_mm * POINTS_PER_MM))
        self._canvas.translate(0, height_mm * POINTS_PER_MM)
        self._canvas.scale(POINTS_PER_MM, -POINTS_PER_MM)
        return Pen(self._canvas, self._shortened, self._missing)

    def flip_on_long_edge(self) -> None:
        """Tell a duplex printer to turn the sheets over their long edge."""
        self._canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")

    def finished(self) -> Document:
        """End the document and return it."""
        self._canvas.save()
        shortened = tuple(dict.fromkeys(self._shortened))
        return Document(self._file.getvalue(), self._count, shortened, "".join(sorted(self._missing)))


class Pen:
    """Draws on one page."""

    def __init__(self, canvas: Canvas, shortened: list[str], missing: set[str]) -> None:
        self._canvas = canvas
        self._missing = missing
        self.shortened = shortened
        self.parts: list[tuple[str, Box]] = []
        """The places of the fields of a card that was drawn, by the paths of its form."""

    def part(self, field: str, box: Box) -> None:
        """Note where a field of a card is drawn; smaller parts may lie in larger ones."""
        if field:
            self.parts.append((field, box))

    # --- position

    @contextmanager
    def moved(self, x_mm: float, y_mm: float) -> Iterator[None]:
        """Move the origin, inside a `with` block."""
        self._canvas.saveState()
        self._canvas.translate(x_mm, y_mm)
        yield
        self._canvas.restoreState()

    @contextmanager
    def turned(self, degrees: float, about: Place) -> Iterator[None]:
        """Turn the drawing clockwise about a point, inside a `with` block."""
        self._canvas.saveState()
        self._canvas.translate(*about)
        self._canvas.rotate(degrees)
        self._canvas.translate(-about[0], -about[1])
        yield
        self._canvas.restoreState()

    @contextmanager
    def scaled(self, times: float) -> Iterator[None]:
        """Enlarge the drawing, inside a `with` block."""
        self._canvas.saveState()
        self._canvas.scale(times, times)
        yield
        self._canvas.restoreState()

    @contextmanager
    def within(self, box: Box, radius_mm: float = 0.0) -> Iterator[None]:
        """Clip the drawing to a box, inside a `with` block."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        if radius_mm:
            path.roundRect(box.x_mm, box.y_mm, box.width_mm, box.height_mm, radius_mm)
        else:
            path.rect(box.x_mm, box.y_mm, box.width_mm, box.height_mm)
        self._canvas.clipPath(path, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    @contextmanager
    def within_shape(self, places: Sequence[Place]) -> Iterator[None]:
        """Clip the drawing to an outline, inside a `with` block."""
        self._canvas.saveState()
        self._canvas.clipPath(self._outline(places, is_closed=True), stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    # --- drawing

    def box(
        self, box: Box, fill: Colour | None = None, line: PenStroke | None = None, *, radius_mm: float = 0.0
    ) -> None:
        """Draw a rectangle, with rounded corners if `radius_mm` is given. Half of its line lies outside."""
        inked = self._inked(fill, line)
        if radius_mm:
            self._canvas.roundRect(
                box.x_mm, box.y_mm, box.width_mm, box.height_mm, min(radius_mm, box.height_mm / 2), **inked
            )
        else:
            self._canvas.rect(box.x_mm, box.y_mm, box.width_mm, box.height_mm, **inked)

    def disc(
        self, middle: Place, radius_mm: float, fill: Colour | None = None, line: PenStroke | None = None
    ) -> None:
        """Draw a circle, filled or not."""
        self._canvas.circle(*middle, radius_mm, **self._inked(fill, line))

    def shape(
        self,
        places: Sequence[Place],
        fill: Colour | None = None,
        line: PenStroke | None = None,
        *,
        is_closed: bool = True,
    ) -> None:
        """Draw an outline of straight lines, filled or not."""
        path = self._outline(places, is_closed=is_closed)
        self._canvas.drawPath(path, **self._inked(fill, line))

    def arc(self, middle: Place, radius_mm: float, start_deg: int, sweep_deg: int, line: PenStroke) -> None:
        """Draw a part of a circle, clockwise from an angle; 0 points to the right."""
        self._inked(None, line)
        x, y = middle
        path = self._canvas.beginPath()
        path.arc(x - radius_mm, y - radius_mm, x + radius_mm, y + radius_mm, start_deg, sweep_deg)
        self._canvas.drawPath(path, fill=0, stroke=1)

    def line(self, start: Place, end: Place, line: PenStroke) -> None:
        """Draw a straight line."""
        self._inked(None, line)
        self._canvas.line(*start, *end)

    def squares(self, rows: Sequence[Sequence[bool]], corner: Place, side_mm: float, colour: Colour) -> None:
        """Draw the dark cells of a code as one shape, so that no thin white line shows between them."""
        path = self._canvas.beginPath()
        for down, row in enumerate(rows):
            for start, end in _runs(row):
                path.rect(
                    corner[0] + start * side_mm, corner[1] + down * side_mm, (end - start) * side_mm, side_mm
                )
        self._inked(colour, None)
        self._canvas.drawPath(path, fill=1, stroke=0)

    def photograph(self, jpeg: bytes, box: Box) -> None:
        """Draw a photograph, whole, in the middle of a box."""
        self._canvas.saveState()
        self._canvas.translate(box.x_mm, box.bottom_mm)
        self._canvas.scale(1, -1)
        picture = ImageReader(io.BytesIO(jpeg))
        self._canvas.drawImage(
            picture, 0, 0, box.width_mm, box.height_mm, preserveAspectRatio=True, anchor="c"
        )
        self._canvas.restoreState()

    def write(
        self, words: str, place: Place, type_: Font, colour: Colour = INK, *, align: float = 0.0
    ) -> None:
        """Write a line of text on its baseline; `align` puts the left (0), middle (0.5) or right (1) at the
        place.
        """
        self._missing |= find_missing_signs(words)
        self._canvas.saveState()
        self._canvas.setFillColor(Color(*split_channels(colour)))
        self._canvas.setFont(load_face(type_.face), type_.size_mm)
        self._canvas.translate(place[0] - align * type_.width_mm(words), place[1])
        self._canvas.scale(1, -1)
        self._canvas.drawString(0, 0, replace_missing_signs(words))
        self._canvas.restoreState()

    def write_in_middle(self, words: str, middle: Place, type_: Font, colour: Colour = INK) -> None:
        """Write a line of capitals or digits centred on a point."""
        self.write(words, (middle[0], middle[1] + type_.size_mm * CAPITALS / 2), type_, colour, align=0.5)

    def _outline(self, places: Sequence[Place], *, is_closed: bool) -> PDFPathObject:
        path = self._canvas.beginPath()
        path.moveTo(*places[0])
        for place in places[1:]:
            path.lineTo(*place)
        if is_closed:
            path.close()
        return path

    def _inked(self, fill: Colour | None, line: PenStroke | None) -> dict[str, int]:
        if fill is not None:
            self._canvas.setFillColor(Color(*split_channels(fill)))
        if line is not None:
            self._canvas.setStrokeColor(Color(*split_channels(line.colour)))
            self._canvas.setLineWidth(line.width_mm)
            self._canvas.setDash(list(line.dashes_mm))
            self._canvas.setLineJoin(1)
            self._canvas.setLineCap(1 if not line.dashes_mm else 0)
        return {"fill": int(fill is not None), "stroke": int(line is not None)}


def _runs(row: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the runs of dark cells in a row: first, end."""
    start: int | None = None
    for n, is_dark in enumerate([*row, False]):
        if is_dark and start is None:
            start = n
        elif not is_dark and start is not None:
            yield start, n
            start = None
