"""Checks the calibration as it is now: the map against the mat, drift, blur, light, and what can be read."""

from dataclasses import replace

import numpy as np

from calibration.board import SampleVerdict, explain_refusal, is_dark
from calibration.grade import CalibrationReport, GradedMeasure, GradeMark, Measure, grade_measure, mark_low
from calibration.legibility import measure_legibility
from calibration.light import make_light_report, measure_light
from calibration.table import keep_mat_tags, locate, name_marker_place
from calibration.walkthrough import GridCell, StepState, WalkthroughReply, WalkthroughStep
from companion.mat import Mat
from companion.words import Text
from vision.detectors.codes import Detection
from vision.detectors.tags import read_tags
from vision.frame import Frame, centre
from vision.lens import Lens
from vision.mat_watch import DRIFT_PX
from vision.table_map import FEWEST_MARKERS, TableMap


class CheckWalkthrough:
    """Takes frames until one shows the mat; `known` is the map in force."""

    def __init__(self, mat: Mat, lens: Lens | None, known: TableMap | None) -> None:
        self._mat = mat
        self._lens = lens
        self._known = known
        self.step = WalkthroughStep(
            StepState.GOING, Text("let the camera see the whole mat; cards may lie on it")
        )

    def feed(self, frame: Frame) -> WalkthroughStep:
        """Take a frame and return the next step."""
        if self.step.is_over:
            return self.step
        tags = keep_mat_tags(read_tags(frame.grey), self._mat)
        corners = {int(tag.text): np.asarray(tag.corners_px, dtype=np.float64) for tag in tags}
        if len(tags) < FEWEST_MARKERS:
            return self._unseen(frame, set(corners))
        lens = self._lens or (self._known.lens if self._known else None)
        located = locate(self._mat, corners, lens, frame.size_px)
        if located is None:
            return self._unseen(frame, set(corners))
        table = self._known or located.table
        lines = [
            *self._against_the_mat(table, tags),
            *measure_legibility(frame.grey, self._mat, located.table, tags).grade(),
        ]
        lit = measure_light(frame.pixels, self._mat, located.table)
        if lit is not None:
            lines += make_light_report(lit).lines
        self.step = WalkthroughStep(
            StepState.DONE,
            Text("this is the state of the calibration"),
            1,
            1,
            report=CalibrationReport(tuple(lines)),
        )
        return self.step

    def answer(self, answer: WalkthroughReply) -> WalkthroughStep:  # noqa: ARG002 - nothing is asked here
        return self.step

    def _unseen(self, frame: Frame, seen: set[int]) -> WalkthroughStep:
        missing = next(marker for marker in self._mat.markers if marker.id not in seen)
        hint = (
            Text("uncover the marker {where} of the mat, or turn the camera so that it is seen",
                 where=Text(name_marker_place(self._mat, missing).value))
            if seen
            else Text("the camera sees none of the mat's markers: let it see the whole mat")
        )  # fmt: skip
        why = explain_refusal(SampleVerdict.DARK) if is_dark(frame.grey) else None
        self.step = replace(self.step, hint=hint, refusal=why)
        return self.step

    def _against_the_mat(self, table: TableMap, tags: list[Detection]) -> list[GradedMeasure]:
        """Grade how far the markers are from their places on the map."""
        off_mm, off_px, where = _off(self._mat, table, tags)
        if self._known is None:
            says = Text("there is no map of the table yet: calibrate the table first")
            return [grade_measure(Measure.WITHIN, off_mm, "mm", GradeMark.POOR, says)]
        mark = mark_low(off_mm, 1.0, 3.0)
        says = (
            Text("the map fits the mat")
            if mark is GradeMark.GOOD
            else Text(
                "the map is least precise {where} of the mat: `companion calibrate table` makes a new one",
                where=Text(where.value),
            )
        )
        has_moved = off_px > DRIFT_PX
        moved = (
            Text("the camera or the mat has moved; the map follows, and play goes on")
            if has_moved
            else Text("nothing has moved")
        )
        return [
            grade_measure(Measure.WITHIN, off_mm, "mm", mark, says),
            grade_measure(
                Measure.DRIFT, off_px, "px", GradeMark.FAIR if has_moved else GradeMark.GOOD, moved
            ),
        ]


def _off(mat: Mat, table: TableMap, tags: list[Detection]) -> tuple[float, float, GridCell]:
    """Measure how far markers are from where the map expects them.

    Returns the root mean square in mm, the median in px, and the part of the mat that is furthest off.
    """
    printed = {str(marker.id): marker for marker in mat.markers}
    apart_mm, apart_px = {}, []
    for tag in tags:
        marker = printed[tag.text]
        corners = np.array(marker.corners_mm, dtype=np.float64)
        apart_mm[tag.text] = float(
            np.linalg.norm(table.table_from_image(tag.corners_px) - corners, axis=1).mean()
        )
        apart_px.append(
            float(np.linalg.norm(centre(tag.corners_px) - centre(table.image_from_table(corners))))
        )
    furthest = max(apart_mm, key=lambda text: apart_mm[text])
    off_mm = float(np.sqrt(np.mean(np.square(list(apart_mm.values())))))
    return off_mm, float(np.median(apart_px)), name_marker_place(mat, printed[furthest])
