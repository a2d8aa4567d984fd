"""Measures the pips of the players' own dice: their radius is the one length that reading them needs.

Any dice of the kind may lie in the tray, any face up; they are thrown again between the examples.
"""

from dataclasses import replace

import numpy as np

from calibration.grade import CalibrationReport, Measure, grade_measure, mark_high
from calibration.sample import SampleVerdict, Stillness, explain_refusal, is_dark
from calibration.walkthrough import StepState, WalkthroughReply, WalkthroughStep
from companion.words import Text
from vision.detectors.codes import Detection
from vision.detectors.dice.definition import DieDefinition
from vision.detectors.dice.pip_reader import read_pips
from vision.detectors.dice.scale import measure_scale
from vision.detectors.dice.tray import find_tray
from vision.frame import Frame
from vision.quad import centre, side_px

THROWS = 5
"""Throws that are measured."""
MOVED = 0.5
"""Distance in sides of a die; if all dice lie nearer to where they lay, they were not thrown again.
A thrown die hardly comes to rest where it lay."""
LEAST_RADIUS, MOST_RADIUS = 30, 200
"""Radii that a definition of dice may have, in thousandths of a side."""


class PipsWalk:
    """Takes frames of the tray; `die` is the definition with the measured radius."""

    def __init__(self, die: DieDefinition) -> None:
        self.die = die
        self._still = Stillness()
        self._radii: list[float] = []
        self._read: list[bool] = []
        self._before: list[Detection] = []
        self.step = WalkthroughStep(
            StepState.GOING,
            Text("roll the dice in the tray, all together if you have several"),
            0,
            THROWS,
        )

    def feed(self, frame: Frame) -> WalkthroughStep:
        """Takes a frame and returns the next step."""
        if self.step.is_over:
            return self.step
        seen = read_pips(frame.pixels, self.die)
        if not seen:
            self._still.reset()
            dark = is_dark(frame.grey)
            return self._going(
                explain_refusal(SampleVerdict.DARK) if dark else Text("the camera sees no die in a dark tray")
            )
        seen.sort(key=lambda die: float(centre(die.corners_px)[0]))
        middles = np.stack([centre(die.corners_px) for die in seen])
        if not self._still.feed(range(len(seen)), middles, frame.size_px[0], frame.at_ms):
            return self._going(explain_refusal(SampleVerdict.MOVING))
        if not self._is_new(seen):
            return self._going(None)
        self._take(frame, seen)
        return self._finish() if len(self._radii) >= THROWS else self._going(None)

    def answer(self, answer: WalkthroughReply) -> WalkthroughStep:  # noqa: ARG002 - nothing is asked here
        return self.step

    def _is_new(self, seen: list[Detection]) -> bool:
        if len(seen) != len(self._before):
            return True
        pairs = zip(seen, self._before, strict=True)
        moved = [
            float(np.hypot(*(centre(a.corners_px) - centre(b.corners_px)))) / side_px(a.corners_px)
            for a, b in pairs
        ]
        return max(moved) >= MOVED

    def _take(self, frame: Frame, seen: list[Detection]) -> None:
        scale = measure_scale(frame.grey, find_tray(frame.pixels), self.die)
        self._before = seen
        if scale is not None:
            self._radii.append(1000 * scale.radius_px / scale.side_px)
            self._read += [bool(die.text) for die in seen]

    def _going(self, why: Text | None) -> WalkthroughStep:
        hint = Text("roll the dice again") if self._radii else self.step.hint
        self.step = replace(self.step, hint=hint, refusal=why, done=len(self._radii))
        return self.step

    def _finish(self) -> WalkthroughStep:
        radius = min(MOST_RADIUS, max(LEAST_RADIUS, round(float(np.median(self._radii)))))
        self.die = replace(self.die, pip_radius=radius)
        share = 100 * sum(self._read) / len(self._read)
        says = Text(
            "this share of the dice was read; the pips' radius is {n} thousandths of a side", n=radius
        )
        report = CalibrationReport(
            (grade_measure(Measure.EXAMPLES, share, "%", mark_high(share, 95, 80), says),)
        )
        self.step = WalkthroughStep(StepState.DONE, Text("the die is known"), THROWS, THROWS, report=report)
        return self.step
