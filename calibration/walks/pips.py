"""Measures the pips of the players' own dice: their radius is the one length that reading them needs.

Any dice of the kind may lie in the tray, any face up; they are thrown again between the examples. On the printed tray they
are read and measured as in a match, in any colour; elsewhere in the largest dark place.
"""

from dataclasses import replace

import numpy as np

from calibration.grade import CalibrationReport, Measure, grade_measure, mark_high
from calibration.sample import SampleVerdict, Stillness, explain_refusal, is_dark
from calibration.tray import TRAYS
from calibration.walkthrough import StepState, WalkthroughReply, WalkthroughStep
from companion.words import Text
from vision.detectors.codes import Detection
from vision.detectors.dice.definition import DieDefinition
from vision.detectors.dice.mixed_reader import KnownDie, measure_sheet_pips, read_mixed
from vision.detectors.dice.pip_reader import read_pips
from vision.detectors.dice.scale import measure_scale
from vision.detectors.dice.tray import find_tray
from vision.errors import SpotCovered
from vision.frame import Frame
from vision.quad import centre, side_px
from vision.tray_watch import FlatTray, TrayWatch

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
        self._tray = TrayWatch(tuple(TRAYS.values()))
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
        tray = self._tray.feed(frame)
        try:
            seen = (
                read_pips(frame.pixels, self.die) if tray is None else _read_on_sheet(frame, tray, self.die)
            )
        except SpotCovered as problem:
            self._still.reset()
            return self._going(problem.message)
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
        self._before = seen
        radii = _measured(frame, self.die) if tray is None else _measured_on_sheet(frame, tray, self.die)
        if radii:
            self._radii.append(float(np.median(radii)))
            self._read += [bool(die.text) for die in seen]
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


def _read_on_sheet(frame: Frame, tray: FlatTray, die: DieDefinition) -> list[Detection]:
    """Reads the dice on the printed tray as a match does, with their places in the frame. Raises `SpotCovered`."""
    seen = read_mixed(tray.of(frame.pixels), tray.sheet, [KnownDie(die.name, die)])
    return [replace(one, corners_px=tray.in_picture(one.corners_px)) for one in seen]


def _measured_on_sheet(frame: Frame, tray: FlatTray, die: DieDefinition) -> list[float]:
    return measure_sheet_pips(tray.of(frame.pixels), tray.sheet, die)


def _measured(frame: Frame, die: DieDefinition) -> list[float]:
    """Returns the radius of the pips of dice in a dark tray, in thousandths of a side, as the one value that fits them all."""
    scale = measure_scale(frame.grey, find_tray(frame.pixels), die)
    return [] if scale is None else [1000 * scale.radius_px / scale.side_px]
