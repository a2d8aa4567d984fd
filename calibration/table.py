"""Finds the mat under the camera from a few still frames, and how far off a place on it may be.

The bound comes from a simulation: the map is computed again and again from markers that are moved at random
by as much as they are really off; the furthest that a place of the mat moves counts. Without a calibrated
lens the focal length and k1 are guessed from the markers, and every lens that fits nearly as well as the best
one counts as possible.

The constants were tuned on 400 maps of 200 virtual camera positions, until no map was further off than its
bound (tests/calibration/test_table.py, docs/calibration.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import SampleVerdict, Stillness, explain_refusal, is_dark
from calibration.grade import CalibrationReport, GradedMeasure, GradeMark, Measure, grade_measure, mark_low
from calibration.legibility import measure_legibility
from calibration.walkthrough import GridCell, StepState, WalkthroughReply, WalkthroughStep, find_cell
from companion.mat import Marker, Mat
from companion.observation import What
from companion.words import Text
from vision.detectors.codes import Detection
from vision.detectors.tags import read_tags
from vision.frame import Frame, Grey
from vision.lens import Lens, Points
from vision.table_map import FEWEST_MARKERS, TableMap, map_from_markers

LEAST_NOISE_PX = 0.12
"""Least error of a marker's corner in px, however well the markers fit."""
TRIES = 60
"""Number of simulated maps."""
SURE_PERCENT = 95
"""Percentile of the simulated errors that is taken."""
TWO_MARKERS = 2.0
"""Factor on the bound with two markers only: an error that both share does not show in how well they fit."""
CARELESS = 1.3
"""Factor on every bound, because print stretches and mats are not flat."""
BENDS = tuple(np.linspace(-0.35, 0.12, 48).tolist())
"""The values of k1 that are tried without a calibrated lens: those of usual lenses over tables."""
FOCAL_WIDTHS = (0.65, 0.8, 1.1)
"""Focal lengths that are tried without a calibrated lens, in picture widths."""
AS_GOOD_PX = 0.2
"""A guessed lens counts as possible if its error is at most this much above the best one, in px."""

GUESSED_MM = 0.6
"""Least bound in mm without a calibrated lens: its centre and its other terms of distortion are not guessed.
"""

Corners = NDArray[Any]
"""`(4, 2) float64, px`: the corners of a marker in the picture, averaged over some frames."""


@dataclass(frozen=True, slots=True)
class TableFit:
    """Holds the map of the mat and how precise it is."""

    table: TableMap
    within_mm: float
    """Bound in mm: nearly every place is closer than this to where the map says."""
    markers: tuple[int, ...]
    """Numbers of the markers that were used."""
    is_lens_known: bool
    """Whether the lens was calibrated, not guessed."""


def locate(
    mat: Mat, corners: Mapping[int, Corners], lens: Lens | None, size_px: tuple[int, int]
) -> TableFit | None:
    """Compute where the mat lies from its markers' corners; None if no map fits them.

    `corners` maps a marker's number to its `(4, 2) float64, px` corners; at least two markers are needed.
    `lens` is the calibrated lens, None if there is none.
    """
    seen = {number: corners[number] for number in sorted(corners) if number in _printed(mat)}
    if len(seen) < FEWEST_MARKERS:
        return None
    if lens is not None:
        table = _fit(mat, lens, seen)
        return None if table is None else _make_fit(mat, table, seen, 0.0, is_lens_known=True)
    tables = _guesses(mat, seen, size_px)
    if not tables:
        return None
    table, *others = tables
    places = _grid(mat)
    pixels = table.image_from_table(places)
    # A guessed lens may give no position (nan) far outside the markers.
    apart = [
        np.nan_to_num(np.linalg.norm(one.table_from_image(pixels) - places, axis=1), nan=1e3).max()
        for one in others
    ]
    return _make_fit(mat, table, seen, max([GUESSED_MM, *apart]), is_lens_known=False)


def _make_fit(
    mat: Mat, table: TableMap, seen: Mapping[int, Corners], more_mm: float, *, is_lens_known: bool
) -> TableFit:
    times = TWO_MARKERS if len(seen) == FEWEST_MARKERS else 1.0
    within_mm = CARELESS * (times * _uncertainty_mm(mat, table, seen) + float(more_mm))
    return TableFit(table, within_mm, tuple(seen), is_lens_known)


def _fit(mat: Mat, lens: Lens, seen: Mapping[int, Corners]) -> TableMap | None:
    """Compute the map through a known lens.

    Four markers give a free plane (a homography); with two or three the plane must be one that this lens can
    see.
    """
    if len(seen) >= 4:
        return map_from_markers(
            mat, lens, [Detection(str(n), places, What.TAG) for n, places in seen.items()]
        )
    table_mm, straight = _pairs(mat, lens, seen)
    flat = np.hstack([table_mm, np.zeros((len(table_mm), 1))])
    found, turn, away = cv2.solvePnP(flat, straight, lens.matrix, None, flags=cv2.SOLVEPNP_IPPE)
    if not found:
        return None
    turn, away = cv2.solvePnPRefineLM(flat, straight, lens.matrix, np.zeros(0), turn, away)
    axes, _ = cv2.Rodrigues(turn)
    image_from_table = lens.matrix @ np.column_stack([axes[:, 0], axes[:, 1], np.ravel(away)])
    if abs(np.linalg.det(image_from_table)) < 1e-9:
        return None
    matrix = np.linalg.inv(image_from_table)
    matrix /= matrix[2, 2]
    table = TableMap(lens, tuple(matrix.ravel().tolist()), 0.0)
    apart = np.linalg.norm(table.table_from_image(np.concatenate(list(seen.values()))) - table_mm, axis=1)
    return TableMap(lens, table.table_from_straight, float(np.sqrt((apart**2).mean())))


def _guesses(mat: Mat, seen: Mapping[int, Corners], size_px: tuple[int, int]) -> list[TableMap]:
    """Compute the maps of all possible lenses, the best first."""
    width, height = size_px
    tried = []
    for part in FOCAL_WIDTHS if len(seen) < 4 else (0.8,):
        for bend in BENDS:
            lens = Lens(width, height, part * width, part * width, (width - 1) / 2, (height - 1) / 2, k1=bend)
            table = _fit(mat, lens, seen)
            if table is not None:
                tried.append((_residual_px(mat, table, seen), table))
    if not tried:
        return []
    tried.sort(key=lambda pair: pair[0])
    return [table for error, table in tried if error <= tried[0][0] + AS_GOOD_PX]


def _uncertainty_mm(mat: Mat, table: TableMap, seen: Mapping[int, Corners]) -> float:
    """Simulate how far places of the mat move when its markers move by as much as they are off, in mm."""
    # Each marker gives eight numbers; a homography has eight unknowns, a pose six.
    used = 8 if len(seen) >= 4 else 6
    spare = max(1, 8 * len(seen) - used)
    # With two or three markers the map depends on their size too, so the blur's pull inwards counts.
    off_px = _noise_px(mat, table, seen) if len(seen) >= 4 else _residual_px(mat, table, seen)
    noise_px = max(LEAST_NOISE_PX, off_px * float(np.sqrt(8 * len(seen) / spare)))
    chance = np.random.default_rng(7)
    places = _grid(mat)
    pixels = table.image_from_table(places)
    furthest = []
    for _ in range(TRIES):
        # Half of the error moves a marker as a whole, as print and light do; half moves each corner by itself.
        moved = {
            number: corners + chance.normal(0, noise_px / 2, (1, 2)) + chance.normal(0, noise_px / 2, (4, 2))
            for number, corners in seen.items()
        }
        again = _fit(mat, table.lens, moved)
        if again is not None:
            furthest.append(np.linalg.norm(again.table_from_image(pixels) - places, axis=1).max())
    return float(np.percentile(furthest, SURE_PERCENT)) if furthest else float("inf")


def _noise_px(mat: Mat, table: TableMap, seen: Mapping[int, Corners]) -> float:
    """Estimate the random error of the corners in px.

    Blur moves all corners of all markers inwards by the same amount; that moves no marker, so it is left out.
    """
    printed, squares, inwards = _printed(mat), [], []
    for number, corners in seen.items():
        expected = table.image_from_table(printed[number])
        way = expected - expected.mean(axis=0)
        inwards.append((corners - expected, way / np.linalg.norm(way, axis=1, keepdims=True)))
    alike = float(np.mean([(off * way).sum(axis=1).mean() for off, way in inwards]))
    for off, way in inwards:
        squares += ((off - alike * way) ** 2).sum(axis=1).tolist()
    return float(np.sqrt(np.mean(squares)))


def _residual_px(mat: Mat, table: TableMap, seen: Mapping[int, Corners]) -> float:
    printed = _printed(mat)
    expected = table.image_from_table(np.concatenate([printed[number] for number in seen]))
    apart = np.linalg.norm(expected - np.concatenate(list(seen.values())), axis=1)
    return float(np.sqrt((apart**2).mean()))


def _pairs(mat: Mat, lens: Lens, seen: Mapping[int, Corners]) -> tuple[Points, Points]:
    printed = _printed(mat)
    table_mm = np.concatenate([printed[number] for number in seen])
    return table_mm, lens.straight_from_image(np.concatenate(list(seen.values())))


def _printed(mat: Mat) -> dict[int, Points]:
    return {marker.id: np.array(marker.corners_mm, dtype=np.float64) for marker in mat.markers}


def _grid(mat: Mat) -> Points:
    """Return 35 places all over the mat: `(35, 2) float64, mm`."""
    return np.array(
        [(x * mat.width_mm, y * mat.height_mm) for x in np.linspace(0, 1, 7) for y in np.linspace(0, 1, 5)]
    )


# --- report


def make_table_report(mat: Mat, located: TableFit, more: Sequence[GradedMeasure] = ()) -> CalibrationReport:
    """Grade the map of the table for the report; `more` follows it."""
    mark = mark_low(located.within_mm, 1.0, 3.0)
    return CalibrationReport(
        (
            grade_measure(Measure.WITHIN, located.within_mm, "mm", mark, _consequence(located, mark)),
            _markers(mat, located),
            *more,
        )
    )


def _consequence(located: TableFit, mark: GradeMark) -> Text:
    if mark is GradeMark.GOOD:
        return Text("a card may be off by this much")
    if not located.is_lens_known:
        return Text("a card may be off by this much; calibrate the lens for more exact positions")
    return Text("a card may be off by this much; uncover all markers and calibrate again")


def _markers(mat: Mat, located: TableFit) -> GradedMeasure:
    count, all_of_them = len(located.markers), len(mat.markers)
    mark = GradeMark.GOOD if count == all_of_them else GradeMark.FAIR if count >= 3 else GradeMark.POOR
    hidden = [marker for marker in mat.markers if marker.id not in located.markers]
    says = (
        Text("all markers of the mat are seen")
        if not hidden
        else Text(
            "the mat has {all} markers; the camera does not see the one {where}",
            all=all_of_them,
            where=Text(name_marker_place(mat, hidden[0]).value),
        )
    )
    return grade_measure(Measure.MARKERS, count, "", mark, says)


def keep_mat_tags(tags: Sequence[Detection], mat: Mat) -> list[Detection]:
    """Keep the mat's own markers.

    A number that is seen twice is dropped, because one of the two is not the mat's.
    """
    printed = {str(marker.id) for marker in mat.markers}
    texts = [tag.text for tag in tags]
    return [tag for tag in tags if tag.text in printed and texts.count(tag.text) == 1]


def name_marker_place(mat: Mat, marker: Marker) -> GridCell:
    """Name the part of the mat where a marker is."""
    return find_cell(
        (marker.x_mm + marker.side_mm / 2) / mat.width_mm, (marker.y_mm + marker.side_mm / 2) / mat.height_mm
    )


# --- table
# Finds the mat under the camera from a few still frames in which its markers are seen.
#
# Cards may lie on the mat. If a marker stays hidden, the walkthrough waits a moment, then goes on without it,
# and the report says what that costs.

FRAMES = 8
"""Frames that are averaged: their noise is a third (1/√8) of one frame's."""
PATIENCE_FRAMES = 24
"""Still frames for which a hidden marker is waited for: three to five seconds."""


class TableWalkthrough:
    """Takes frames until the mat's place is known; `located` is the result."""

    def __init__(self, mat: Mat, lens: Lens | None) -> None:
        self._mat = mat
        self._lens = lens
        self._still = Stillness(still_ms=0)
        self._seen: list[dict[int, Corners]] = []
        self._still_frames = 0
        self._tags: list[Detection] = []
        self.located: TableFit | None = None
        self.step = WalkthroughStep(
            StepState.GOING, Text("let the camera see the whole mat; cards may lie on it"), 0, FRAMES
        )

    def feed(self, frame: Frame) -> WalkthroughStep:
        """Take a frame and return the next step."""
        if self.step.is_over:
            return self.step
        grey = frame.grey
        self._tags = keep_mat_tags(read_tags(grey), self._mat)
        corners = {int(tag.text): np.asarray(tag.corners_px, dtype=np.float64) for tag in self._tags}
        if len(corners) < FEWEST_MARKERS:
            return self._unseen(grey, set(corners))
        ids = [4 * number + n for number in corners for n in range(4)]
        if not self._still.feed(ids, np.concatenate(list(corners.values())), frame.size_px[0], frame.at_ms):
            self._begin_anew()
            return self._going(
                Text("leave mat and camera alone for a moment"), explain_refusal(SampleVerdict.MOVING)
            )
        self._still_frames += 1
        self._seen.append(corners)
        missing = [marker for marker in self._mat.markers if marker.id not in self._steady()]
        if len(self._seen) < FRAMES or (missing and self._still_frames < PATIENCE_FRAMES):
            return self._going(self._hint(set(self._steady())), None)
        return self._finish(grey, frame.size_px)

    def answer(self, answer: WalkthroughReply) -> WalkthroughStep:  # noqa: ARG002 - nothing is asked here
        return self.step

    def _unseen(self, grey: Grey, seen: set[int]) -> WalkthroughStep:
        self._begin_anew()
        if not seen:
            why = explain_refusal(SampleVerdict.DARK) if is_dark(grey) else None
            return self._going(
                Text("the camera sees none of the mat's markers: let it see the whole mat"), why
            )
        return self._going(self._hint(seen), Text("one marker is not enough to find the mat"))

    def _hint(self, seen: set[int]) -> Text:
        """Ask for the first marker that is hidden, if one is."""
        for marker in self._mat.markers:
            if marker.id not in seen:
                where = Text(name_marker_place(self._mat, marker).value)
                return Text(
                    "uncover the marker {where} of the mat, or turn the camera so that it is seen",
                    where=where,
                )
        return Text("leave mat and camera alone for a moment")

    def _steady(self) -> dict[int, Corners]:
        """Average the markers that were seen in most frames: `(4, 2) float64, px` each."""
        numbers = {number for corners in self._seen for number in corners}
        places = {n: [corners[n] for corners in self._seen if n in corners] for n in numbers}
        return {n: np.mean(seen, axis=0) for n, seen in places.items() if 2 * len(seen) > len(self._seen)}

    def _begin_anew(self) -> None:
        self._seen.clear()
        self._still_frames = 0

    def _going(self, hint: Text, why: Text | None) -> WalkthroughStep:
        self.step = replace(self.step, hint=hint, refusal=why, done=min(len(self._seen), FRAMES))
        return self.step

    def _finish(self, grey: Grey, size_px: tuple[int, int]) -> WalkthroughStep:
        located = locate(self._mat, self._steady(), self._lens, size_px)
        if located is None:
            self._begin_anew()
            return self._going(self._hint(set()), Text("these markers are not enough to find the mat"))
        self.located = located
        more = measure_legibility(grey, self._mat, located.table, self._tags).grade()
        report = make_table_report(self._mat, located, more)
        words = (
            Text("the mat is found, but not precisely enough to tell its zones apart")
            if report.lines[0].mark is GradeMark.POOR
            else Text("the mat is found")
        )
        self.step = WalkthroughStep(StepState.DONE, words, FRAMES, FRAMES, report=report)
        return self.step
