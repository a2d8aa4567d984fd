"""Measures the light as it will be in play: with sleeved cards on the mat, and without hands over it."""

from dataclasses import replace

import numpy as np

from calibration.light import LightMeasurement, average_frames, make_light_report, measure_light
from calibration.sample import SampleVerdict, Stillness, explain_refusal, is_dark
from calibration.table import keep_mat_tags
from calibration.walkthrough import StepState, WalkthroughReply, WalkthroughStep
from companion.mat import Mat
from companion.words import Text
from vision.detectors.codes import Detection
from vision.detectors.tags import read_tags
from vision.frame import Frame, Pixels
from vision.lens import Lens, pinhole
from vision.table_map import TableMap, map_from_markers

FRAMES = 5
"""Frames that are averaged."""
_HANDS_OFF = Text("take your hands out of the picture for a moment")


class LightWalk:
    """Takes frames after the answer `ready`; `lit` is the result. Grey cameras give no colour cast."""

    def __init__(self, mat: Mat, lens: Lens | None) -> None:
        self._mat = mat
        self._lens = lens
        self._still = Stillness()
        self._frames: list[Pixels] = []
        self._is_ready = False
        self.lit: LightMeasurement | None = None
        hint = Text(
            "light the table as in play, lay cards in their sleeves where you will play, then say that it is ready"
        )
        self.step = WalkthroughStep(
            StepState.GOING, hint, 0, FRAMES, answers=(WalkthroughReply.READY,), waits=True
        )

    def feed(self, frame: Frame) -> WalkthroughStep:
        """Takes a frame and returns the next step."""
        if self.step.is_over or not self._is_ready:
            return self.step
        grey = frame.grey
        tags = keep_mat_tags(read_tags(grey), self._mat)
        table = self._map(tags, frame.size_px)
        if table is None:
            self._frames.clear()
            why = explain_refusal(SampleVerdict.DARK) if is_dark(grey) else None
            self.step = replace(
                self.step,
                hint=Text("let the camera see the mat: two of its markers at least"),
                refusal=why,
                done=0,
            )
            return self.step
        ids = [4 * int(tag.text) + n for tag in tags for n in range(4)]
        places = np.concatenate([tag.corners_px for tag in tags])
        if not self._still.feed(ids, places, frame.size_px[0], frame.at_ms):
            self._frames.clear()
            self.step = replace(
                self.step, hint=_HANDS_OFF, refusal=explain_refusal(SampleVerdict.MOVING), done=0
            )
            return self.step
        self._frames.append(frame.pixels)
        self.step = replace(self.step, hint=_HANDS_OFF, refusal=None, done=len(self._frames))
        return self.step if len(self._frames) < FRAMES else self._finish(table)

    def answer(self, answer: WalkthroughReply) -> WalkthroughStep:
        """Takes `ready`: the table is as it will be in play."""
        if answer is WalkthroughReply.READY and not self._is_ready:
            self._is_ready = True
            self.step = replace(self.step, hint=_HANDS_OFF, answers=(), waits=False)
        return self.step

    def _map(self, tags: list[Detection], size_px: tuple[int, int]) -> TableMap | None:
        return map_from_markers(self._mat, self._lens or pinhole(*size_px), tags)

    def _finish(self, table: TableMap) -> WalkthroughStep:
        self.lit = measure_light(average_frames(self._frames), self._mat, table)
        if self.lit is None:
            hint = Text(
                "the white paper around the markers is not in the picture: let the camera see the whole mat"
            )
            self.step = replace(self.step, state=StepState.FAILED, hint=hint)
            return self.step
        report = make_light_report(self.lit)
        self.step = WalkthroughStep(
            StepState.DONE, Text("the light was measured"), FRAMES, FRAMES, report=report
        )
        return self.step
