"""Finds the mat under the camera from a few still frames in which its markers are seen.

Cards may lie on the mat. If a marker stays hidden, the walkthrough waits a moment, then goes on without it,
and the report says what that costs.
"""

from dataclasses import replace

import numpy as np

from calibration.grade import GradeMark
from calibration.legibility import measure_legibility
from calibration.sample import SampleVerdict, Stillness, explain_refusal, is_dark
from calibration.table import Corners, TableFit, keep_mat_tags, locate, make_table_report, name_marker_place
from calibration.walkthrough import StepState, WalkthroughReply, WalkthroughStep
from companion.mat import Mat
from companion.words import Text
from vision.detectors.codes import Detection
from vision.detectors.tags import read_tags
from vision.frame import Frame, Grey
from vision.lens import Lens
from vision.table_map import FEWEST_MARKERS

FRAMES = 8
"""Frames that are averaged: their noise is a third (1/√8) of one frame's."""
PATIENCE_FRAMES = 24
"""Still frames for which a hidden marker is waited for: three to five seconds."""


class TableWalk:
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
        """Takes a frame and returns the next step."""
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
        """Asks for the first marker that is hidden, if one is."""
        for marker in self._mat.markers:
            if marker.id not in seen:
                where = Text(name_marker_place(self._mat, marker).value)
                return Text(
                    "uncover the marker {where} of the mat, or turn the camera so that it is seen",
                    where=where,
                )
        return Text("leave mat and camera alone for a moment")

    def _steady(self) -> dict[int, Corners]:
        """Averages the markers that were seen in most frames: `(4, 2) float64, px` each."""
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
