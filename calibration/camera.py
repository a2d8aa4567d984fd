"""The lens from views of a board, and how true it is on views that it was not made from. Pure.

Zhang's calibration (2000), as OpenCV does it. Whatever board the points come from, flat and seen from several
directions: each view has six unknowns of its own, the lens eight or nine for all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import NotSolvable
from calibration.grade import CalibrationReport, Measure, graded, marked, marked_large
from calibration.sample import Sample
from companion.words import Text
from vision.lens import Lens

FEWEST_VIEWS = 6
FOLDS = 4
"""The views are checked in so many groups, each on the lens of the others."""
OUTLIER = 3.0
"""A view whose error is so many times the usual one was not held still, or not flat."""
THIRD_TERM = 0.97
"""k3 is kept only if views that were not used to solve become so much better: it is for very wide lenses."""
USUAL_TABLE_MM = 800
SURE = 2.5
"""Nearly all of what is normally spread lies within so many of its deviations."""
_TRIES = (cv2.CALIB_FIX_K3, 0)


@dataclass(frozen=True, slots=True)
class Solved:
    """A lens, and what is known of it. `error_px` is the root of the mean square on views that were not used."""

    lens: Lens
    error_px: float
    own_error_px: float
    """The same on the views that it was made from: always smaller, and no proof of anything."""
    focal_percent: float
    """How far the focal length may be off."""
    views: int
    dropped: int


def solve_lens(samples: Sequence[Sample], size_px: tuple[int, int]) -> Solved:
    """The lens that bends these points as they were seen. Raises `NotSolvable`."""
    if len(samples) < FEWEST_VIEWS:
        raise NotSolvable(
            Text("a lens needs {wanted} views or more, got {got}", wanted=FEWEST_VIEWS, got=len(samples))
        )
    kept = _without_outliers(list(samples), size_px)
    errors = [_checked(kept, size_px, flags) for flags in _TRIES]
    chosen = 1 if errors[1] < THIRD_TERM * errors[0] else 0
    fit = _fit(kept, size_px, _TRIES[chosen])
    return Solved(
        fit.lens,
        errors[chosen],
        fit.error_px,
        100 * SURE * fit.focal_deviation_px / fit.lens.fx_px,
        len(kept),
        len(samples) - len(kept),
    )


def lens_report(solved: Solved, coverage_share: float) -> CalibrationReport:
    """What the owner is told of a lens."""
    off_mm = SURE * solved.error_px * USUAL_TABLE_MM / solved.lens.width_px
    views, covered = solved.views, 100 * coverage_share
    return CalibrationReport(
        (
            graded(Measure.ERROR, solved.error_px, "px", marked(solved.error_px, 0.5, 1.0),
                Text("cards land within {mm} mm, on a table of 800 mm across", mm=f"{off_mm:.1f}"),
            ),
            graded(Measure.FOCAL, solved.focal_percent, "%", marked(solved.focal_percent, 0.5, 1.5),
                Text("heights and slants are known so well; the focal length is {px} px", px=round(solved.lens.fx_px)),
            ),
            graded(Measure.COVERAGE, covered, "%", marked_large(covered, 80, 60),
                Text("of the picture was looked at, in {n} views", n=views),
            ),
        )
    )  # fmt: skip


def view_errors_px(samples: Sequence[Sample], lens: Lens) -> NDArray[Any]:
    """How far each view's corners are from where a lens has them, each view placed as well as can be."""
    return np.array([_view_error_px(sample, lens) for sample in samples])


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    lens: Lens
    error_px: float
    focal_deviation_px: float
    by_view: NDArray[Any]


def _fit(samples: Sequence[Sample], size_px: tuple[int, int], flags: int) -> _Fit:
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
    return _Fit(lens, float(error), float(np.ravel(deviations)[0]), np.ravel(by_view))


def _lens(size_px: tuple[int, int], matrix: NDArray[Any], bends: NDArray[Any]) -> Lens:
    k1, k2, p1, p2, k3 = (float(term) for term in bends[:5])
    fx, fy, cx, cy = (float(matrix[place]) for place in ((0, 0), (1, 1), (0, 2), (1, 2)))
    if not 0 < min(fx, fy) < max(fx, fy) < 100 * max(size_px):
        raise ValueError("no focal length of this world")
    return Lens(*size_px, fx, fy, cx, cy, k1, k2, p1, p2, k3)


def _not_solvable() -> NotSolvable:
    return NotSolvable(
        Text("no lens follows from these views: show the board leaning in several directions, near and far")
    )


def _without_outliers(samples: list[Sample], size_px: tuple[int, int]) -> list[Sample]:
    """Those that agree with the most; never fewer than are needed."""
    by_view = _fit(samples, size_px, _TRIES[0]).by_view
    limit = OUTLIER * float(np.median(by_view))
    kept = [sample for sample, error in zip(samples, by_view, strict=True) if error <= limit]
    return kept if len(kept) >= FEWEST_VIEWS else samples


def _checked(samples: Sequence[Sample], size_px: tuple[int, int], flags: int) -> float:
    """The error on views that were not used, all of them in turn."""
    squares: list[float] = []
    for fold in range(min(FOLDS, len(samples))):
        held_out = samples[fold::FOLDS]
        used = [sample for n, sample in enumerate(samples) if n % FOLDS != fold]
        lens = _fit(used, size_px, flags).lens
        squares += [_view_error_px(sample, lens) ** 2 for sample in held_out]
    return float(np.sqrt(np.mean(squares)))


def _view_error_px(sample: Sample, lens: Lens) -> float:
    _, turn, away = cv2.solvePnP(sample.points_mm, sample.points_px, lens.matrix, lens.distortion)
    turn, away = cv2.solvePnPRefineLM(
        sample.points_mm, sample.points_px, lens.matrix, lens.distortion, turn, away
    )
    seen, _ = cv2.projectPoints(sample.points_mm, turn, away, lens.matrix, lens.distortion)
    return float(np.sqrt(((seen.reshape(-1, 2) - sample.points_px) ** 2).sum(axis=1).mean()))
