"""What a camera can read from where it hangs: how many pixels a millimetre has, how soft its picture is, and so the
smallest sticker and the smallest print that it reads.

The softness is measured on the mat's own markers: across a printed edge a perfect lens jumps from white to black, a
real one takes some pixels; the Gaussian that smears a jump so is told by its deviation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.grade import GradedMeasure, GradeMark, Measure, grade_measure, mark_low
from companion.mat import Mat
from companion.words import Text
from vision.detectors.codes import Code
from vision.frame import Grey
from vision.table_map import TableMap

PX_A_MODULE = 2.25
"""99 of 100 codes are read from so many pixels a module on (docs/truth.md), with the usual softness…"""
SHARP_PX = 0.9
"""…which is up to this; a softer picture needs more pixels…"""
MORE_A_PX = 1.9
"""…by so many for each pixel of softness: 4 px a module at 1.8 px, where 9 of 10 are read."""
QR_MODULES = 29
"""A sticker's width in modules: 21 of the smallest QR code, and its quiet zone on both sides."""
STICKERS_MM = (44, 58)
"""Stickers as they are printed: with modules of 1.5 mm, and the largest that a card has room for, of 2 mm."""
CAPITALS_PX = 12.0
"""Print is read from capitals of so many pixels on."""
SMALL_PRINT_MM, LARGE_PRINT_MM = 2.0, 3.0
"""References on cards are printed about so tall."""
EDGE_STEPS = 24
EDGE_REACH_PX = 8.0
FINE = 8
"""Steps to a pixel across an edge."""
LEAST_STEP = 30
"""Grey levels between ink and paper: with less, hardly anything is seen of an edge."""
PIXEL_PX = 0.29
"""The deviation of a pixel itself, which is a small square: it is no fault of the lens."""


@dataclass(frozen=True, slots=True)
class Legibility:
    """Pixels a millimetre where the mat is furthest away, and how soft the picture is, in pixels."""

    px_per_mm: float
    blur_px: float | None

    @property
    def sticker_mm(self) -> int:
        """The smallest QR sticker that is read anywhere on the mat, quiet zone included."""
        soft = 0.0 if self.blur_px is None else max(0.0, self.blur_px - SHARP_PX)
        module_mm = (PX_A_MODULE + MORE_A_PX * soft) / self.px_per_mm
        return max(1, round(QR_MODULES * module_mm))

    @property
    def capitals_mm(self) -> float:
        """The smallest capitals that are read, in steps of a tenth."""
        return float(np.ceil(10 * CAPITALS_PX / self.px_per_mm) / 10)

    def sentence(self) -> Text:
        """What that means at the table."""
        if self.capitals_mm <= SMALL_PRINT_MM:
            return Text(
                "at this height your camera reads QR stickers of {mm} mm and more, and printed references",
                mm=self.sticker_mm,
            )
        if self.capitals_mm <= LARGE_PRINT_MM:
            return Text(
                "at this height your camera reads QR stickers of {mm} mm and more, and printed references whose"
                " capitals are {capitals} mm and more: show smaller ones at the reading spot",
                mm=self.sticker_mm, capitals=self.capitals_mm,
            )  # fmt: skip
        return Text(
            "at this height your camera reads QR stickers of {mm} mm and more, and no printed references: use the"
            " reading spot",
            mm=self.sticker_mm,
        )

    def grade(self) -> tuple[GradedMeasure, ...]:
        """Both measurements, with what follows."""
        sticker = self.sticker_mm
        lines = [
            grade_measure(Measure.STICKER, sticker, "mm", mark_low(sticker, *STICKERS_MM), self.sentence())
        ]
        if self.blur_px is not None:
            mark = mark_low(self.blur_px, 1.0, 1.6)
            says = (
                Text("the picture is sharp")
                if mark is GradeMark.GOOD
                else Text("the picture is soft: wipe the lens, turn its focus ring, or turn autofocus off")
            )
            lines.append(grade_measure(Measure.SOFTNESS, self.blur_px, "px", mark, says))
        return tuple(lines)


def legibility_of(grey: Grey, mat: Mat, table: TableMap, tags: Sequence[Code]) -> Legibility:
    """What a picture of the mat allows to read."""
    return Legibility(smallest_px_per_mm(mat, table), blur_px(grey, tags))


def smallest_px_per_mm(mat: Mat, table: TableMap) -> float:
    """Pixels to a millimetre where there are fewest of them on the mat."""
    places = np.array([(x * mat.width_mm, y * mat.height_mm) for x in (0, 0.5, 1) for y in (0, 0.5, 1)])
    return table.px_per_mm(places)


def blur_px(grey: Grey, tags: Sequence[Code]) -> float | None:
    """How soft the picture is, as the deviation of a Gaussian, measured on the outer edges of tags; None without."""
    soft = [one for tag in tags for one in _edges_px(grey, tag)]
    return float(np.median(soft)) if soft else None


def _edges_px(grey: Grey, tag: Code) -> list[float]:
    corners = np.asarray(tag.corners_px, dtype=np.float64)
    found = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        way = end - start
        length = float(np.hypot(*way))
        if length < 4 * EDGE_REACH_PX:
            continue
        out = np.array([way[1], -way[0]]) / length
        found.append(_edge_px(grey, start, way, out))
    return [one for one in found if one is not None]


def _edge_px(grey: Grey, start: NDArray[Any], way: NDArray[Any], out: NDArray[Any]) -> float | None:
    """The softness of one edge: black within, white without."""
    along = np.linspace(0.15, 0.85, EDGE_STEPS)[:, np.newaxis, np.newaxis]
    # A black cell lies within, a white one without: further than that the print begins again.
    reach = min(EDGE_REACH_PX, float(np.hypot(*way)) / 8 - 0.5)
    across = np.arange(-reach, reach + 1e-6, 1 / FINE)[np.newaxis, :, np.newaxis]
    places = (start + way * along + out * across).astype(np.float32)
    columns, rows = places[..., 0].copy(), places[..., 1].copy()
    profile = cv2.remap(grey, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mean = profile.astype(np.float64).mean(axis=0)
    step = float(mean.max() - mean.min())
    if step < LEAST_STEP:
        return None
    # The steepest place of a jump that a Gaussian smeared: the paper around a marker is too narrow to see all of it.
    steepest = FINE * float(np.max(cv2.blur(np.diff(mean)[np.newaxis], (3, 1))))
    variance = (step / (np.sqrt(2 * np.pi) * max(steepest, 1e-6))) ** 2
    # Taken between pixels in a straight line: that smears by a sixth of a square pixel more.
    return float(np.sqrt(max(0.0, variance - PIXEL_PX**2 - 1 / 6)))
