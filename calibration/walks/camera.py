"""Guides a person who shows the board to the camera until the lens can be computed.

The board must be seen in the middle, at every edge, leaning to each side, and once from near. The views may
come in any order; the hint names the first one that is missing. Leaning views determine the focal length,
views at the edges the distortion.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from calibration.board import BOARDS, BoardSize, CalibrationBoard
from calibration.camera import FEWEST_VIEWS, LensSolution, make_lens_report, solve_lens
from calibration.coverage import Coverage, Ninth
from calibration.errors import NoLensSolution
from calibration.grade import GradeMark
from calibration.sample import BoardPose, Sample, Sampler, SampleVerdict, explain_refusal
from calibration.walkthrough import StepState, WalkthroughReply, WalkthroughStep
from companion.words import N_, Text
from vision.frame import Frame

LEANS = 0.22
"""Lean from which a view counts as leaning, as a part of a unit vector: 13 degrees. A
board that leans less hardly tells focal length and distance apart."""
EDGE_X, EDGE_Y = 0.15, 0.2
"""Distance from the picture's edge, as a share of width and height, within which corners of the board must
lie to count as at the edge: a lens bends most there, and corners in the middle say little about it."""
EDGE_CORNERS = 3
"""Corners that must lie there."""
NEAR = 0.33
"""Share of the picture that the corners of a near board cover: a third, which a person can still hold whole before the camera."""
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
class Aim:
    """Describes a view that is wanted."""

    place: Ninth
    leaning: BoardEdge | None = None
    is_near: bool = False

    def hint(self) -> Text:
        """Says how to hold the board for this view."""
        where = Text(self.place.value)
        if self.is_near:
            return Text("hold the target so near that it nearly fills the picture")
        if self.leaning is None:
            return Text("hold the target {where} of the picture, facing the camera", where=where)
        return Text(
            "hold the target {where} of the picture, {edge}", where=where, edge=Text(self.leaning.value)
        )

    def is_met_by(self, sample: Sample, pose: BoardPose) -> bool:
        """Says whether a view is the wanted one."""
        leans = self.leaning is None or _leans(pose, self.leaning)
        return leans and (_is_near(sample) if self.is_near else _is_at(sample, self.place))


AIMS = (
    Aim(Ninth.MIDDLE),
    *(Aim(Ninth.MIDDLE, edge) for edge in BoardEdge),
    Aim(Ninth.TOP_LEFT, BoardEdge.LEFT),
    Aim(Ninth.TOP_RIGHT, BoardEdge.TOP),
    Aim(Ninth.BOTTOM_RIGHT, BoardEdge.RIGHT),
    Aim(Ninth.BOTTOM_LEFT, BoardEdge.BOTTOM),
    Aim(Ninth.TOP, BoardEdge.BOTTOM),
    Aim(Ninth.RIGHT, BoardEdge.LEFT),
    Aim(Ninth.BOTTOM, BoardEdge.TOP),
    Aim(Ninth.LEFT, BoardEdge.RIGHT),
    Aim(Ninth.MIDDLE, is_near=True),
)


class CameraWalk:
    """Takes frames until the lens is computed; `solved` is the result."""

    def __init__(self, board: CalibrationBoard | None = None) -> None:
        self._sampler = Sampler(board or BOARDS[BoardSize.A4])
        self._open = list(AIMS)
        self._size_px: tuple[int, int] | None = None
        self.solved: LensSolution | None = None
        self.step = WalkthroughStep(StepState.GOING, AIMS[0].hint(), 0, len(AIMS), coverage=Coverage())

    def feed(self, frame: Frame) -> WalkthroughStep:
        """Takes a frame and returns the next step."""
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
        """Takes `ready`: ends the walkthrough, although views are missing."""
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


def _is_at(sample: Sample, place: Ninth) -> bool:
    """Says whether the board reaches a part of the picture; its centre must lie in the middle part."""
    x, y = (sample.points_px / sample.size_px).T
    if place is Ninth.MIDDLE:
        middle_x, middle_y = (x.min() + x.max()) / 2, (y.min() + y.max()) / 2
        return bool(abs(middle_x - 0.5) < 1 / 6 and abs(middle_y - 0.5) < 1 / 6)
    row, column = divmod(list(Ninth).index(place), 3)
    across = (x < EDGE_X, (x > 1 / 3) & (x < 2 / 3), x > 1 - EDGE_X)[column]
    down = (y < EDGE_Y, (y > 1 / 3) & (y < 2 / 3), y > 1 - EDGE_Y)[row]
    return int((across & down).sum()) >= EDGE_CORNERS


def _is_near(sample: Sample) -> bool:
    across, down = (sample.points_px.max(axis=0) - sample.points_px.min(axis=0)) / sample.size_px
    return bool(across * down >= NEAR)


def _by(size_px: tuple[int, int]) -> str:
    return f"{size_px[0]} x {size_px[1]}"
