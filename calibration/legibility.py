"""Computes the smallest sticker and the smallest print that a camera reads from its place over the mat.

Two numbers decide: pixels per millimetre, and blur. The blur is measured on the outer edges of the mat's
markers: it is the standard deviation, in px, of the Gaussian that would smear a sharp edge as much.
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
from vision.detectors.codes import Detection
from vision.frame import Grey
from vision.table_map import TableMap

PX_A_MODULE = 2.25
"""Pixels per module from which 99 % of codes are read (docs/truth.md, "distance: 2.25 px a module"), with
usual blur."""
SHARP_PX = 0.9
"""Blur in px up to which `PX_A_MODULE` holds: the usual blur of docs/truth.md is 0.8 px."""
MORE_A_PX = 1.9
"""More pixels per module for each px of blur above `SHARP_PX`, tuned on the virtual table: at 1.8 px of blur,
4 px a module, where 90 % are read."""
QR_MODULES = 29
"""Width of a sticker in modules: 21 of QR version 1, and a quiet zone of 4 on each side (ISO/IEC 18004)."""
STICKERS_MM = (44, 58)
"""Sticker sizes in mm up to which the camera is good, and passable: 29 modules of 1.5 mm, as they are printed
(docs/printing.md), and of 2 mm, the largest that a card has room for."""
CAPITALS_PX = 6.0
"""Height of capitals in px from which references are read where cards lie whose faces were shown: 96 % at one look
(docs/truth.md, "in place")."""
EDGE_STEPS = 24
"""Places along a marker's edge where the blur is measured."""
EDGE_REACH_PX = 8.0
"""Distance on either side of an edge that is looked at."""
FINE = 8
"""Sampling steps per pixel across an edge."""
LEAST_STEP = 30
"""Least difference in grey levels between ink and paper for a measurement of blur: with less the noise of the camera moves
the edge too much.
"""
PIXEL_PX = 0.29
"""Standard deviation of a square pixel, 1/√12: it is part of every edge, and no fault of the lens."""


@dataclass(frozen=True, slots=True)
class Legibility:
    """Holds the scale of a picture and its blur."""

    px_per_mm: float
    """Pixels per mm where the mat is furthest from the camera."""
    blur_px: float | None
    """Standard deviation of the blur in px; None if no edge could be measured."""

    @property
    def sticker_mm(self) -> int:
        """Compute the smallest QR sticker that is read everywhere on the mat, quiet zone included, in mm."""
        soft = 0.0 if self.blur_px is None else max(0.0, self.blur_px - SHARP_PX)
        module_mm = (PX_A_MODULE + MORE_A_PX * soft) / self.px_per_mm
        return max(1, round(QR_MODULES * module_mm))

    @property
    def capitals_mm(self) -> float:
        """Compute the smallest capitals that are read, in mm, rounded up to a tenth; a soft picture needs as much larger
        ones as its blur is above `SHARP_PX`.
        """
        softer = 1.0 if self.blur_px is None else max(1.0, self.blur_px / SHARP_PX)
        return float(np.ceil(10 * CAPITALS_PX * softer / self.px_per_mm) / 10)

    def sentence(self) -> Text:
        """Say what the camera reads at this height."""
        return Text(
            "smaller QR stickers are not read at this height; where cards lie whose faces you have shown, references printed in"
            " capitals of {capitals} mm and more are read too",
            capitals=f"{self.capitals_mm:.1f}",
        )  # fmt: skip

    def grade(self) -> tuple[GradedMeasure, ...]:
        """Grade the smallest sticker, and the blur where it was measured."""
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


def measure_legibility(grey: Grey, mat: Mat, table: TableMap, tags: Sequence[Detection]) -> Legibility:
    """Measure what a picture of the mat allows to read; `tags` are the mat's markers in the picture."""
    return Legibility(compute_smallest_px_per_mm(mat, table), blur_px(grey, tags))


def compute_smallest_px_per_mm(mat: Mat, table: TableMap) -> float:
    """Compute the pixels per mm at the place of the mat that has fewest."""
    places = np.array([(x * mat.width_mm, y * mat.height_mm) for x in (0, 0.5, 1) for y in (0, 0.5, 1)])
    return table.px_per_mm(places)


def blur_px(grey: Grey, tags: Sequence[Detection]) -> float | None:
    """Measure the blur of a picture on the outer edges of tags: a standard deviation in px.

    Returns None if no edge can be measured.
    """
    soft = [one for tag in tags for one in _edges_px(grey, tag)]
    return float(np.median(soft)) if soft else None


def _edges_px(grey: Grey, tag: Detection) -> list[float]:
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
    """Measure the blur of one edge, black inside and white outside; None if the edge is too faint."""
    along = np.linspace(0.15, 0.85, EDGE_STEPS)[:, np.newaxis, np.newaxis]
    # One black cell lies inside the edge and one white cell outside; beyond these other print begins.
    reach = min(EDGE_REACH_PX, float(np.hypot(*way)) / 8 - 0.5)
    across = np.arange(-reach, reach + 1e-6, 1 / FINE)[np.newaxis, :, np.newaxis]
    places = (start + way * along + out * across).astype(np.float32)
    columns, rows = places[..., 0].copy(), places[..., 1].copy()
    profile = cv2.remap(grey, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mean = profile.astype(np.float64).mean(axis=0)
    step = float(mean.max() - mean.min())
    if step < LEAST_STEP:
        return None
    # The slope at the steepest place gives the Gaussian; the white margin is too narrow to show the whole edge.
    steepest = FINE * float(np.max(cv2.blur(np.diff(mean)[np.newaxis], (3, 1))))
    variance = (step / (np.sqrt(2 * np.pi) * max(steepest, 1e-6))) ** 2
    # Linear interpolation between pixels adds a variance of 1/6 px².
    return float(np.sqrt(max(0.0, variance - PIXEL_PX**2 - 1 / 6)))
