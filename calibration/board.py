"""The printed boards: the ChArUco board of a lens and the dice tray, and the views of a board that are still and new.

A ChArUco board is a chessboard with a small marker in every light square. The markers number the corners, so
a part of the board is enough. Mats and tokens use another marker family.

    origin at the top left, x to the right, y down, in millimetres; corner 0 is the innermost top left one, and
    (columns - 1) by (rows - 1) corners are counted row by row
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import Malformed
from companion.mat import Marker, Mat, Zone
from companion.words import N_, Text, Wording
from vision.frame import Grey
from vision.lens import Points, pinhole

DICTIONARY = "5x5_100"
"""The ArUco family of the board's markers: 100 markers of 5 by 5 bits. OpenCV calls it `DICT_5X5_100`."""


@dataclass(frozen=True, slots=True)
class CalibrationBoard:
    """Describes a ChArUco board by its number of squares, dark and light together, and its sizes in mm.

    The number of rows must be odd: OpenCV 4.6 changed the pattern of boards with an even number of rows.
    Raises `Malformed` for a board that cannot be printed.
    """

    columns: int
    rows: int
    square_mm: float
    marker_mm: float

    def __post_init__(self) -> None:
        if self.columns < 3 or self.rows < 3 or self.rows % 2 == 0:
            raise Malformed(
                "rows", Text("a target has at least 3 columns, and an odd number of rows, at least 3")
            )
        if not 0 < self.marker_mm < self.square_mm:
            raise Malformed("marker_mm", Text("a marker is smaller than its square"))
        if self.columns * self.rows // 2 > 100:
            raise Malformed("columns", Text("a target has at most 100 markers"))

    @property
    def size_mm(self) -> tuple[float, float]:
        """Return the width and the height of all squares together, in mm."""
        return self.columns * self.square_mm, self.rows * self.square_mm

    def corners_mm(self) -> NDArray[np.float32]:
        """Return the inner corners by their number: `(N, 3) float32, mm`, with z = 0.

        These are the object points of a calibration; `corners_mm()[ids]` are the corners that one picture
        shows.
        """
        across, down = np.meshgrid(np.arange(1, self.columns), np.arange(1, self.rows))
        places = np.stack([across, down, np.zeros_like(across)], axis=-1).reshape(-1, 3)
        return (places * self.square_mm).astype(np.float32)

    def charuco(self) -> cv2.aruco.CharucoBoard:
        """Return the board as OpenCV's detector takes it, in mm."""
        return _charuco(self)


class BoardSize(StrEnum):
    """Names the paper that a board is printed on, in landscape."""

    A4 = "a4"
    A3 = "a3"


BOARDS = {
    BoardSize.A4: CalibrationBoard(columns=11, rows=7, square_mm=24.0, marker_mm=18.0),
    BoardSize.A3: CalibrationBoard(columns=11, rows=7, square_mm=34.0, marker_mm=25.5),
}
"""The boards that `companion print target` prints: 264 by 168 mm on A4, 374 by 238 mm on A3."""


@cache
def _charuco(board: CalibrationBoard) -> cv2.aruco.CharucoBoard:
    markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    return cv2.aruco.CharucoBoard((board.columns, board.rows), board.square_mm, board.marker_mm, markers)


# --- tray
# Describes the printed dice tray as a mat: its four tags, and the rectangle where dice are read.

FIRST_TAG = 110
"""Number of the first tag; docs/printing.md lists which numbers belong to what."""
TAG_MM = 20
"""Side of a tag's black square."""
EDGE_MM = 4
"""Distance from the edge of the sheet to a tag's black square: more than its white margin of 2.5 mm."""
BESIDE_MM = 4
"""Distance from a tag's white margin to the dice."""


def make_tray(width_mm: int, height_mm: int) -> Mat:
    """Make a tray of any size: tags 110 to 113 in its corners, clockwise from the top left."""
    right, bottom = width_mm - EDGE_MM - TAG_MM, height_mm - EDGE_MM - TAG_MM
    corners = ((EDGE_MM, EDGE_MM), (right, EDGE_MM), (right, bottom), (EDGE_MM, bottom))
    aside = EDGE_MM + TAG_MM + TAG_MM // 8 + 1 + BESIDE_MM
    return Mat(
        "tray",
        width_mm,
        height_mm,
        tuple(Marker(FIRST_TAG + n, x, y, TAG_MM) for n, (x, y) in enumerate(corners)),
        (
            Zone(
                "dice",
                None,
                "dice",
                aside,
                EDGE_MM,
                width_mm - 2 * aside,
                height_mm - 2 * EDGE_MM,
                Wording("Dice", "Dés"),
            ),
        ),
    )


TRAYS = {BoardSize.A4: make_tray(280, 184), BoardSize.A3: make_tray(400, 270)}
"""The trays that `companion print tray` prints."""


# --- sample
# Finds a board in pictures and takes those views that are still and new; says why it refuses the others.

FEWEST_CORNERS = 12
"""Corners that a view must show. A pose has six unknowns; twelve corners (24 numbers) leave enough to notice
an error."""
STILL_MS = 300
"""Time in ms for which a board must be still before a view is taken: a few frames of a slow camera, and short enough for an
arm that is held out.
"""
STILL_WIDTHS = 0.0012
"""Movement that counts as still, as a share of the picture's width (2.3 px of 1920): a steady hand trembles
so much. A view that moves more is blurred."""
DARK = 35
"""Grey level of a picture's bright parts (95th percentile) below which the picture is too dark: white
paper this dark leaves too little between ink and paper."""
NEW_PLACE, NEW_SIZE, NEW_LEAN = 0.12, 0.25, 0.17
"""A view is new when the board's pose differs by this much, or by a mixture: place as a share of the picture,
size as a logarithm (0.25: about a quarter), lean as a part of a unit vector (0.17: ten degrees). Nearer
views say almost the same about the lens."""


class SampleVerdict(StrEnum):
    """Says whether a view was taken, or why not."""

    TAKEN = "taken"
    NO_BOARD = "the camera does not see the target"
    DARK = "the picture is too dark: turn on a light, or take the cap off the lens"
    PART = "the camera sees too little of the target: show more of it"
    MOVING = "something moves: hold still for a moment"
    KNOWN = "this picture of the target is too similar to an earlier one"


VERDICT_WORDS = (
    N_("the camera does not see the target"),
    N_("the picture is too dark: turn on a light, or take the cap off the lens"),
    N_("the camera sees too little of the target: show more of it"),
    N_("something moves: hold still for a moment"),
    N_("this picture of the target is too similar to an earlier one"),
)


def explain_refusal(verdict: SampleVerdict) -> Text | None:
    """Return the reason why a view was not taken; None if it was taken."""
    return None if verdict is SampleVerdict.TAKEN else Text(verdict.value)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Holds the corners of the calibration target in one picture."""

    ids: NDArray[Any]
    """`(N,) int`: the numbers of the corners."""
    points_px: Points
    """`(N, 2) float64, px`: the corners in the picture."""
    points_mm: Points
    """`(N, 3) float32, mm`: the same corners on the board, z = 0."""
    size_px: tuple[int, int]
    """Width and height of the picture."""


@dataclass(frozen=True, slots=True)
class BoardPose:
    """Describes roughly where a board is in the picture and how it leans, to compare views."""

    x: float
    """Middle of the board, as a share of the picture's width; `y` as a share of its height."""
    y: float
    size: float
    """Natural logarithm of the board's scale: picture widths per mm."""
    right_away: float
    """How far the right edge leans away from the camera, as a part of a unit vector; `down_away` for the
    lower edge."""
    down_away: float

    def differs_from(self, other: "BoardPose") -> bool:
        """Say whether this view is new beside another one."""
        apart = (
            (self.x - other.x) / NEW_PLACE,
            (self.y - other.y) / NEW_PLACE,
            (self.size - other.size) / NEW_SIZE,
            (self.right_away - other.right_away) / NEW_LEAN,
            (self.down_away - other.down_away) / NEW_LEAN,
        )
        return sum(part * part for part in apart) >= 1


def find_board(grey: Grey, board: CalibrationBoard) -> Sample | None:
    """Find the board in a grey picture, `(H, W) uint8`; None if no corner can be numbered."""
    found: Any = _finder(board).detectBoard(np.ascontiguousarray(grey))
    corners, ids, *_ = found
    if ids is None or not len(ids):
        return None
    numbers = np.ravel(ids)
    places = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
    return Sample(numbers, places, board.corners_mm()[numbers], (grey.shape[1], grey.shape[0]))


def estimate_pose(sample: Sample) -> BoardPose:
    """Estimate the pose of a board with a guessed lens.

    That is precise enough to compare views and to tell which edge is nearer.
    """
    width, height = sample.size_px
    lens = pinhole(width, height)
    _, turn, _ = cv2.solvePnP(sample.points_mm, sample.points_px, lens.matrix, None, flags=cv2.SOLVEPNP_IPPE)
    axes, _ = cv2.Rodrigues(turn)
    # The board's normal, towards the camera: it leans to the side that is further away.
    normal = axes[:, 2] if axes[2, 2] < 0 else -axes[:, 2]
    middle = (sample.points_px.max(axis=0) + sample.points_px.min(axis=0)) / 2 / (width, height)
    spread = cv2.minAreaRect(sample.points_px.astype(np.float32))[1]
    real = cv2.minAreaRect(sample.points_mm[:, :2].astype(np.float32))[1]
    size = float(np.log((max(spread) + 1) / (max(real) + 1) / width))
    return BoardPose(float(middle[0]), float(middle[1]), size, float(normal[0]), float(normal[1]))


class Stillness:
    """Checks whether numbered points have kept their places for some time."""

    def __init__(self, still_ms: int = STILL_MS) -> None:
        self._still_ms = still_ms
        self._since_ms = 0
        self._places: dict[int, Any] = {}

    def feed(self, ids: Sequence[int], points_px: Points, width_px: int, at_ms: int) -> bool:
        """Take the points of one picture and say whether they have been still for long enough.

        `ids` number the points, `points_px` is `(len(ids), 2) float64, px`.
        """
        now = dict(zip(ids, points_px, strict=True))
        shared = [n for n in now if n in self._places]
        moved = [float(np.hypot(*(now[n] - self._places[n]))) for n in shared]
        if len(shared) < max(1, len(now) // 2) or np.median(moved) > STILL_WIDTHS * width_px:
            self._since_ms, self._places = at_ms, now
            return False
        return at_ms - self._since_ms >= self._still_ms

    def reset(self) -> None:
        """Forget the points, because nothing is seen any more."""
        self._places = {}


class Sampler:
    """Takes the views of a board that are still and new."""

    def __init__(self, board: CalibrationBoard) -> None:
        self._board = board
        self._still = Stillness()
        self.taken: list[Sample] = []
        self.poses: list[BoardPose] = []
        self.seen: Sample | None = None
        """The board in the last picture."""

    def feed(self, grey: Grey, at_ms: int) -> SampleVerdict:
        """Look at a grey picture, take the view if it is still and new, and return the verdict."""
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
    """Say whether a grey picture is too dark to show anything."""
    return float(np.percentile(grey[::8, ::8], 95)) < DARK


def _is_a_line(sample: Sample) -> bool:
    """Say whether all corners lie in one row, which tells nothing about how a board leans."""
    flat = sample.points_mm[:, :2] - sample.points_mm[:, :2].mean(axis=0)
    return bool(np.linalg.svd(flat, compute_uv=False)[-1] < 1.0)


@cache
def _finder(board: CalibrationBoard) -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(board.charuco())
