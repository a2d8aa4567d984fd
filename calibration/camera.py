"""Computes a lens from views of a board, and measures its error on other views. Pure.

Method: Z. Zhang, "A flexible new technique for camera calibration" (IEEE Transactions on Pattern Analysis and
Machine Intelligence 22, 2000), as OpenCV implements it. The points may come from any flat board that is seen
from several directions. Each view has six unknowns of its own; all views share the eight or nine unknowns of
the lens.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import NoLensSolution
from calibration.grade import CalibrationReport, Measure, grade_measure, mark_high, mark_low
from calibration.sample import Sample
from companion.words import Text
from vision.lens import Lens

FEWEST_VIEWS = 6
"""Views that a lens needs. Zhang's method needs 3; twice as many leave some for the check."""
FOLDS = 4
"""Groups of views for the cross-validation: each group is measured with the lens of the other groups."""
OUTLIER = 3.0
"""A view is dropped when its error is more than this many times the median error: a view is as good as the others up to there."""
THIRD_TERM = 0.97
"""The third radial term k3 is kept only if it lowers the cross-validated error below this share of the error
without it. Only very wide lenses need k3; a smaller gain may be chance."""
USUAL_TABLE_MM = 800
"""Table width for which the report tells the error in mm: the mats are 800 mm wide (docs/printing.md)."""
SURE = 2.5
"""Standard deviations that the report tells as a bound: 98.8 % of a normal distribution lies within 2.5."""
_TRIES = (cv2.CALIB_FIX_K3, 0)
"""OpenCV's flags, without and with the third radial term."""


@dataclass(frozen=True, slots=True)
class LensSolution:
    """Holds a lens and how precise it is."""

    lens: Lens
    error_px: float
    """Cross-validated error in px: the root mean square over views that were not used for the lens."""
    focal_percent: float
    """Uncertainty of the focal length, in percent (2.5 standard deviations)."""
    views: int
    """Number of views that were used."""
    dropped: int
    """Number of views that were dropped as outliers."""


def solve_lens(samples: Sequence[Sample], size_px: tuple[int, int]) -> LensSolution:
    """Computes the lens from views of a board in pictures of `size_px` (width, height).

    Raises `NoLensSolution` when there are too few views, or when the views are too much alike.
    """
    if len(samples) < FEWEST_VIEWS:
        raise NoLensSolution(
            Text(
                "to calibrate a lens, {wanted} views are needed at least; here: {got}",
                wanted=FEWEST_VIEWS,
                got=len(samples),
            )
        )
    kept = _without_outliers(list(samples), size_px)
    errors = [_cross_validate(kept, size_px, flags) for flags in _TRIES]
    chosen = 1 if errors[1] < THIRD_TERM * errors[0] else 0
    fit = _fit(kept, size_px, _TRIES[chosen])
    return LensSolution(
        fit.lens,
        errors[chosen],
        100 * SURE * fit.focal_deviation_px / fit.lens.fx_px,
        len(kept),
        len(samples) - len(kept),
    )


def make_lens_report(solved: LensSolution, coverage_share: float) -> CalibrationReport:
    """Grades a lens for the report; `coverage_share` is the part of the picture that was covered, 0 to 1."""
    off_mm = SURE * solved.error_px * USUAL_TABLE_MM / solved.lens.width_px
    views, covered = solved.views, 100 * coverage_share
    return CalibrationReport(
        (
            grade_measure(Measure.ERROR, solved.error_px, "px", mark_low(solved.error_px, 0.5, 1.0),
                Text("the place of a card may be {mm} mm off, on a table 800 mm wide", mm=f"{off_mm:.1f}"),
            ),
            grade_measure(Measure.FOCAL, solved.focal_percent, "%", mark_low(solved.focal_percent, 0.5, 1.5),
                Text("the focal length is {px} px; heights and slants computed from it are as "
                     "uncertain as this number", px=round(solved.lens.fx_px)),
            ),
            grade_measure(Measure.COVERAGE, covered, "%", mark_high(covered, 80, 60),
                Text("the target was seen in this part of the picture, in {n} views", n=views),
            ),
        )
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class _LensFit:
    lens: Lens
    focal_deviation_px: float
    by_view: NDArray[Any]


def _fit(samples: Sequence[Sample], size_px: tuple[int, int], flags: int) -> _LensFit:
    objects = [sample.points_mm.astype(np.float32) for sample in samples]
    pictures = [sample.points_px.astype(np.float32) for sample in samples]
    try:
        error, matrix, bends, _, _, deviations, _, by_view = cv2.calibrateCameraExtended(
            objects, pictures, size_px, np.eye(3), np.zeros(5), flags=flags
        )
        lens = _lens(size_px, matrix, np.ravel(bends))
    except (cv2.error, ValueError) as problem:
        raise _not_solvable() from problem
    if not np.isfinite([error, lens.fx_px, lens.fy_px]).all():
        raise _not_solvable()
    return _LensFit(lens, float(np.ravel(deviations)[0]), np.ravel(by_view))


def _lens(size_px: tuple[int, int], matrix: NDArray[Any], bends: NDArray[Any]) -> Lens:
    k1, k2, p1, p2, k3 = (float(term) for term in bends[:5])
    fx, fy, cx, cy = (float(matrix[place]) for place in ((0, 0), (1, 1), (0, 2), (1, 2)))
    if not 0 < min(fx, fy) < max(fx, fy) < 100 * max(size_px):
        raise ValueError("no focal length of this world")
    return Lens(*size_px, fx, fy, cx, cy, k1, k2, p1, p2, k3)


def _not_solvable() -> NoLensSolution:
    return NoLensSolution(
        Text(
            "the lens cannot be computed from these views: tilt the target in several directions, near and far"
        )
    )


def _without_outliers(samples: list[Sample], size_px: tuple[int, int]) -> list[Sample]:
    """Drops the views whose error is far above the median, unless too few views would be left."""
    by_view = _fit(samples, size_px, _TRIES[0]).by_view
    limit = OUTLIER * float(np.median(by_view))
    kept = [sample for sample, error in zip(samples, by_view, strict=True) if error <= limit]
    return kept if len(kept) >= FEWEST_VIEWS else samples


def _cross_validate(samples: Sequence[Sample], size_px: tuple[int, int], flags: int) -> float:
    """Return the error in px on views that were not used to fit the lens; each group of views is left out once."""
    squares: list[float] = []
    for fold in range(min(FOLDS, len(samples))):
        held_out = samples[fold::FOLDS]
        used = [sample for n, sample in enumerate(samples) if n % FOLDS != fold]
        lens = _fit(used, size_px, flags).lens
        squares += [view_error_px(sample, lens) ** 2 for sample in held_out]
    return float(np.sqrt(np.mean(squares)))


def view_error_px(sample: Sample, lens: Lens) -> float:
    """Measures the error of a view under a lens, in the best pose of the board: the root mean square, in px."""
    _, turn, away = cv2.solvePnP(sample.points_mm, sample.points_px, lens.matrix, lens.distortion)
    turn, away = cv2.solvePnPRefineLM(
        sample.points_mm, sample.points_px, lens.matrix, lens.distortion, turn, away
    )
    seen, _ = cv2.projectPoints(sample.points_mm, turn, away, lens.matrix, lens.distortion)
    return float(np.sqrt(((seen.reshape(-1, 2) - sample.points_px) ** 2).sum(axis=1).mean()))
