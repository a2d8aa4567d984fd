"""Computes a lens from views of a board, measures its error on other views, and guides the person who shows the board.

Method: Z. Zhang, "A flexible new technique for camera calibration" (IEEE Transactions on Pattern Analysis and
Machine Intelligence 22, 2000), as OpenCV implements it. The points may come from any flat board that is seen
from several directions. Each view has six unknowns of its own; all views share the eight or nine unknowns of
the lens.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import (
    BOARDS,
    BoardPose,
    BoardSize,
    Sample,
    Sampler,
    SampleVerdict,
    explain_refusal,
)
from calibration.errors import NoLensSolution
from calibration.grade import CalibrationReport, GradeMark, Measure, grade_measure, mark_high, mark_low
from calibration.walkthrough import Coverage, GridCell, StepState, WalkthroughReply, WalkthroughStep
from companion.words import N_, Text
from vision.frame import Frame
from vision.lens import Lens

FEWEST_VIEWS = 6
"""Views that a lens needs. Zhang's method needs 3; twice as many leave some for the check."""
FOLDS = 4
"""Groups of views for the cross-validation: each group is measured with the lens of the other groups."""
OUTLIER = 3.0
"""A view is dropped when its error is more than this many times the median error: a view is as good as the others up to
there.
"""
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
    """Compute the lens from views of a board in pictures of `size_px` (width, height).

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
    """Grade a lens for the report; `coverage_share` is the part of the picture that was covered, 0 to 1."""
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
            "the lens cannot be calibrated from these views: tilt the target in several "
            "directions, near and far"
        )
    )


def _without_outliers(samples: list[Sample], size_px: tuple[int, int]) -> list[Sample]:
    """Drop the views whose error is far above the median, unless too few views would be left."""
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
    """Measure the error of a view under a lens, in the best pose of the board: the root mean square, in px."""
    _, turn, away = cv2.solvePnP(sample.points_mm, sample.points_px, lens.matrix, lens.distortion)
    turn, away = cv2.solvePnPRefineLM(
        sample.points_mm, sample.points_px, lens.matrix, lens.distortion, turn, away
    )
    seen, _ = cv2.projectPoints(sample.points_mm, turn, away, lens.matrix, lens.distortion)
    return float(np.sqrt(((seen.reshape(-1, 2) - sample.points_px) ** 2).sum(axis=1).mean()))


# --- camera
# Guides a person who shows the board to the camera until the lens can be computed.
#
# The board must be seen in the middle, at every edge, leaning to each side, and once from near. The views may
# come in any order; the hint names the first one that is missing. Leaning views determine the focal length,
# views at the edges the distortion.

LEANS = 0.22
"""Lean from which a view counts as leaning, as a part of a unit vector: 13 degrees. A
board that leans less hardly tells focal length and distance apart."""
EDGE_X, EDGE_Y = 0.15, 0.2
"""Distance from the picture's edge, as a share of width and height, within which corners of the board must
lie to count as at the edge: a lens bends most there, and corners in the middle say little about it."""
EDGE_CORNERS = 3
"""Corners that must lie there."""
NEAR = 0.33
"""Share of the picture that the corners of a near board cover: a third, which a person can still hold whole before the
camera.
"""
ENOUGH_VIEWS = 10
"""Views from which a person may end the walkthrough early."""


class BoardEdge(StrEnum):
    """Names the edge of the board, as the picture shows it, that is nearer to the camera."""

    LEFT = "its left edge nearer to the camera"
    RIGHT = "its right edge nearer to the camera"
    TOP = "its top edge nearer to the camera"
    BOTTOM = "its bottom edge nearer to the camera"


EDGE_WORDS = (
    N_("its left edge nearer to the camera"),
    N_("its right edge nearer to the camera"),
    N_("its top edge nearer to the camera"),
    N_("its bottom edge nearer to the camera"),
)


@dataclass(frozen=True, slots=True)
class WantedView:
    """Describes a view that is wanted."""

    place: GridCell
    leaning: BoardEdge | None = None
    is_near: bool = False

    def hint(self) -> Text:
        """Say how to hold the board for this view."""
        where = Text(self.place.value)
        if self.is_near:
            return Text("hold the target so near that it nearly fills the picture")
        if self.leaning is None:
            return Text("hold the target {where} of the picture, facing the camera", where=where)
        return Text(
            "hold the target {where} of the picture, {edge}", where=where, edge=Text(self.leaning.value)
        )

    def is_met_by(self, sample: Sample, pose: BoardPose) -> bool:
        """Say whether a view is the wanted one."""
        leans = self.leaning is None or _leans(pose, self.leaning)
        return leans and (_is_near(sample) if self.is_near else _is_at(sample, self.place))


AIMS = (
    WantedView(GridCell.MIDDLE),
    *(WantedView(GridCell.MIDDLE, edge) for edge in BoardEdge),
    WantedView(GridCell.TOP_LEFT, BoardEdge.LEFT),
    WantedView(GridCell.TOP_RIGHT, BoardEdge.TOP),
    WantedView(GridCell.BOTTOM_RIGHT, BoardEdge.RIGHT),
    WantedView(GridCell.BOTTOM_LEFT, BoardEdge.BOTTOM),
    WantedView(GridCell.TOP, BoardEdge.BOTTOM),
    WantedView(GridCell.RIGHT, BoardEdge.LEFT),
    WantedView(GridCell.BOTTOM, BoardEdge.TOP),
    WantedView(GridCell.LEFT, BoardEdge.RIGHT),
    WantedView(GridCell.MIDDLE, is_near=True),
)


class CameraWalkthrough:
    """Takes frames until the lens is computed; `solved` is the result."""

    def __init__(self) -> None:
        self._sampler = Sampler(BOARDS[BoardSize.A4])
        self._open = list(AIMS)
        self._size_px: tuple[int, int] | None = None
        self.solved: LensSolution | None = None
        self.step = WalkthroughStep(StepState.GOING, AIMS[0].hint(), 0, len(AIMS), coverage=Coverage())

    def feed(self, frame: Frame) -> WalkthroughStep:
        """Take a frame and return the next step."""
        if self.step.is_over:
            return self.step
        if self._size_px is not None and frame.size_px != self._size_px:
            return self._failed(
                Text("the size of the pictures changed from {before} to {now}: start again, and do not change the size during the calibration",
                     before=_by(self._size_px), now=_by(frame.size_px))
            )  # fmt: skip
        self._size_px = frame.size_px
        verdict = self._sampler.feed(frame.grey, frame.at_ms)
        if verdict is SampleVerdict.TAKEN:
            self._take()
        if not self._open:
            return self._solve()
        self.step = replace(
            self.step, hint=self._open[0].hint(), done=len(AIMS) - len(self._open),
            refusal=explain_refusal(verdict), coverage=self._coverage(), answers=self._answers(),
        )  # fmt: skip
        return self.step

    def answer(self, answer: WalkthroughReply) -> WalkthroughStep:
        """Take `ready`: end the walkthrough, although views are missing."""
        if answer is WalkthroughReply.READY and answer in self.step.answers:
            return self._solve()
        return self.step

    def _take(self) -> None:
        sample, pose = self._sampler.taken[-1], self._sampler.poses[-1]
        met = next((aim for aim in self._open if aim.is_met_by(sample, pose)), None)
        if met is not None:
            self._open.remove(met)

    def _answers(self) -> tuple[WalkthroughReply, ...]:
        return (
            (WalkthroughReply.READY,) if len(self._sampler.taken) >= max(ENOUGH_VIEWS, FEWEST_VIEWS) else ()
        )

    def _coverage(self) -> Coverage:
        size = self._size_px or (1, 1)
        coverage = Coverage()
        for sample in self._sampler.taken:
            coverage = coverage.added(sample.points_px, size)
        seen = self._sampler.seen
        return coverage if seen is None else coverage.at(seen.points_px, size)

    def _solve(self) -> WalkthroughStep:
        assert self._size_px is not None, "no frame was fed"
        try:
            solved = self.solved = solve_lens(self._sampler.taken, self._size_px)
        except NoLensSolution as problem:
            return self._failed(problem.message)
        coverage = replace(self._coverage(), here=frozenset())
        report = make_lens_report(solved, coverage.share)
        words = (
            Text(
                "the lens is known, but not precisely: is the target flat, and was it held still? Do it again"
            )
            if report.mark is GradeMark.POOR
            else Text("the lens is known")
        )
        self.step = WalkthroughStep(
            StepState.DONE, words, len(AIMS), len(AIMS), coverage=coverage, report=report
        )
        return self.step

    def _failed(self, why: Text) -> WalkthroughStep:
        self.step = replace(self.step, state=StepState.FAILED, hint=why, refusal=None, answers=())
        return self.step


def _leans(pose: BoardPose, edge: BoardEdge) -> bool:
    match edge:
        case BoardEdge.LEFT:
            return pose.right_away >= LEANS
        case BoardEdge.RIGHT:
            return pose.right_away <= -LEANS
        case BoardEdge.TOP:
            return pose.down_away >= LEANS
        case BoardEdge.BOTTOM:
            return pose.down_away <= -LEANS


def _is_at(sample: Sample, place: GridCell) -> bool:
    """Say whether the board reaches a part of the picture; its centre must lie in the middle part."""
    x, y = (sample.points_px / sample.size_px).T
    if place is GridCell.MIDDLE:
        middle_x, middle_y = (x.min() + x.max()) / 2, (y.min() + y.max()) / 2
        return bool(abs(middle_x - 0.5) < 1 / 6 and abs(middle_y - 0.5) < 1 / 6)
    row, column = divmod(list(GridCell).index(place), 3)
    across = (x < EDGE_X, (x > 1 / 3) & (x < 2 / 3), x > 1 - EDGE_X)[column]
    down = (y < EDGE_Y, (y > 1 / 3) & (y < 2 / 3), y > 1 - EDGE_Y)[row]
    return int((across & down).sum()) >= EDGE_CORNERS


def _is_near(sample: Sample) -> bool:
    across, down = (sample.points_px.max(axis=0) - sample.points_px.min(axis=0)) / sample.size_px
    return bool(across * down >= NEAR)


def _by(size_px: tuple[int, int]) -> str:
    return f"{size_px[0]} x {size_px[1]}"
