"""Samples of a board: found in a picture, and taken only if they are still and unlike those before.

What is refused is said why, so that whoever holds the board knows what to do otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import CalibrationBoard
from companion.words import N_, Text
from vision.frame import Grey
from vision.lens import Points, pinhole

FEWEST_CORNERS = 12
"""A pose has six unknowns; with a dozen corners a wrong one stands out."""
STILL_MS = 300
STILL_WIDTHS = 0.0012
"""Of the picture's width, 2.3 px of 1920: what a hand that holds still trembles, in so much time."""
DARK = 35
"""Grey levels: a picture whose bright parts are darker shows nothing."""
NEW_PLACE, NEW_SIZE, NEW_LEAN = 0.12, 0.25, 0.17
"""A view is new when it differs by so much: of the picture's width, of its own size (a quarter), and of a direction
(ten degrees), or by a mixture of these."""


class SampleVerdict(StrEnum):
    """Whether a view was taken, or why not."""

    TAKEN = "taken"
    NO_BOARD = "no board is to be seen"
    DARK = "the picture is too dark: turn on a light, or take the cap off the lens"
    PART = "too little of the board is to be seen: show more of it"
    MOVING = "it moves: hold it still for a moment"
    KNOWN = "this view is like one that was taken already"


VERDICT_WORDS = (
    N_("no board is to be seen"),
    N_("the picture is too dark: turn on a light, or take the cap off the lens"),
    N_("too little of the board is to be seen: show more of it"),
    N_("it moves: hold it still for a moment"),
    N_("this view is like one that was taken already"),
)


def refusal(verdict: SampleVerdict) -> Text | None:
    """Why a view was not taken; None where it was."""
    return None if verdict is SampleVerdict.TAKEN else Text(verdict.value)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """The corners of a board in one picture: (n, 2) pixels and (n, 3) millimetres, and their numbers."""

    ids: NDArray[Any]
    points_px: Points
    points_mm: Points
    size_px: tuple[int, int]


@dataclass(frozen=True, slots=True)
class BoardPose:
    """Where a board is and how it stands: its middle in parts of the picture, how large it looks (a log of pixels a
    millimetre), and how far its right and lower edges lean away, as parts of a direction.
    """

    x: float
    y: float
    size: float
    right_away: float
    down_away: float

    def differs_from(self, other: "BoardPose") -> bool:
        """Whether it shows a lens something that the other did not."""
        apart = (
            (self.x - other.x) / NEW_PLACE,
            (self.y - other.y) / NEW_PLACE,
            (self.size - other.size) / NEW_SIZE,
            (self.right_away - other.right_away) / NEW_LEAN,
            (self.down_away - other.down_away) / NEW_LEAN,
        )
        return sum(part * part for part in apart) >= 1


def find_board(grey: Grey, board: CalibrationBoard) -> Sample | None:
    """The board in a picture; None where not even its corners' numbers can be read."""
    found: Any = _finder(board).detectBoard(np.ascontiguousarray(grey))
    corners, ids, *_ = found
    if ids is None or not len(ids):
        return None
    numbers = np.ravel(ids)
    places = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
    return Sample(numbers, places, board.corners_mm()[numbers], (grey.shape[1], grey.shape[0]))


def estimate_pose(sample: Sample) -> BoardPose:
    """How a board stands, by a guess at the lens: good enough to tell views apart and to say which edge is nearer."""
    width, height = sample.size_px
    lens = pinhole(width, height)
    _, turn, _ = cv2.solvePnP(sample.points_mm, sample.points_px, lens.matrix, None, flags=cv2.SOLVEPNP_IPPE)
    axes, _ = cv2.Rodrigues(turn)
    # The paper's own normal towards the camera: what it points to is nearer.
    normal = axes[:, 2] if axes[2, 2] < 0 else -axes[:, 2]
    middle = (sample.points_px.max(axis=0) + sample.points_px.min(axis=0)) / 2 / (width, height)
    spread = cv2.minAreaRect(sample.points_px.astype(np.float32))[1]
    real = cv2.minAreaRect(sample.points_mm[:, :2].astype(np.float32))[1]
    size = float(np.log((max(spread) + 1) / (max(real) + 1) / width))
    return BoardPose(float(middle[0]), float(middle[1]), size, float(normal[0]), float(normal[1]))


class Stillness:
    """Whether points have kept their places for a while. Points are known by their numbers."""

    def __init__(self, still_ms: int = STILL_MS) -> None:
        self._still_ms = still_ms
        self._since_ms = 0
        self._places: dict[int, Any] = {}

    def feed(self, ids: Sequence[int], points_px: Points, width_px: int, at_ms: int) -> bool:
        """Whether they have been still for long enough now."""
        now = dict(zip(ids, points_px, strict=True))
        shared = [n for n in now if n in self._places]
        moved = [float(np.hypot(*(now[n] - self._places[n]))) for n in shared]
        if len(shared) < max(1, len(now) // 2) or np.median(moved) > STILL_WIDTHS * width_px:
            self._since_ms, self._places = at_ms, now
            return False
        return at_ms - self._since_ms >= self._still_ms

    def reset(self) -> None:
        """Nothing is seen any more."""
        self._places = {}


class Sampler:
    """Takes the views of a board that are worth taking."""

    def __init__(self, board: CalibrationBoard) -> None:
        self._board = board
        self._still = Stillness()
        self.taken: list[Sample] = []
        self.poses: list[BoardPose] = []
        self.seen: Sample | None = None
        """What the last picture showed."""

    def feed(self, grey: Grey, at_ms: int) -> SampleVerdict:
        """Look at a picture, and take it if it is worth it."""
        sample = self.seen = find_board(grey, self._board)
        if sample is None:
            self._still.reset()
            return SampleVerdict.DARK if is_dark(grey) else SampleVerdict.NO_BOARD
        if len(sample.ids) < FEWEST_CORNERS or _is_a_line(sample):
            return SampleVerdict.PART
        is_still = self._still.feed(sample.ids.tolist(), sample.points_px, sample.size_px[0], at_ms)
        if not is_still:
            return SampleVerdict.MOVING
        pose = estimate_pose(sample)
        if not all(pose.differs_from(earlier) for earlier in self.poses):
            return SampleVerdict.KNOWN
        self.taken.append(sample)
        self.poses.append(pose)
        return SampleVerdict.TAKEN


def is_dark(grey: Grey) -> bool:
    """Whether a picture is too dark to show anything."""
    return float(np.percentile(grey[::8, ::8], 95)) < DARK


def _is_a_line(sample: Sample) -> bool:
    """Corners in one row say nothing of how a board leans."""
    flat = sample.points_mm[:, :2] - sample.points_mm[:, :2].mean(axis=0)
    return bool(np.linalg.svd(flat, compute_uv=False)[-1] < 1.0)


@cache
def _finder(board: CalibrationBoard) -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(board.charuco())
