"""Takes examples of each face of the players' own dice: eight of each, moved and turned in between.

Several dice of one kind may lie in the tray, all with the same face up: each gives an example.
"""

from dataclasses import replace

import numpy as np

from calibration.dice import SHOTS, make_dice_report
from calibration.grade import GradeMark
from calibration.sample import SampleVerdict, Stillness, explain_refusal, is_dark
from calibration.tray import TRAYS
from calibration.walkthrough import StepState, WalkthroughReply, WalkthroughStep
from companion.words import Text
from vision.detectors.dice.definition import DieDefinition
from vision.detectors.dice.example_reader import Portrait, find_portraits
from vision.detectors.dice.examples import DieExamples
from vision.detectors.dice.mixed_reader import find_sheet_portraits
from vision.frame import Frame
from vision.tray_watch import TrayWatch

MOVED = 0.5
"""Distance in sides of a die; nearer to an earlier example the die must have been turned: a
die that nobody touched lies where it lay."""
TURNED = 9.0
"""Mean difference in grey levels, 0 to 255, from which a die counts as turned: above the noise of a camera, below the difference to another face."""


class DiceWalk:
    """Takes frames of the tray; before each face a person answers `ready`. `examples` is the result."""

    def __init__(self, die: DieDefinition) -> None:
        self._faces = list(die.values)
        self._still = Stillness()
        self._taken: list[Portrait] = []
        self._tray = TrayWatch(tuple(TRAYS.values()))
        self._is_ready = False
        self.examples = DieExamples(die)
        self.step = WalkthroughStep(
            StepState.GOING,
            self._ask(),
            0,
            SHOTS * len(self._faces),
            answers=(WalkthroughReply.READY,),
            waits=True,
        )

    def feed(self, frame: Frame) -> WalkthroughStep:
        """Takes a frame and returns the next step."""
        if self.step.is_over or not self._is_ready:
            return self.step
        seen = sorted(self._portraits(frame), key=lambda one: float(one.middle[0]))
        if not seen:
            self._still.reset()
            dark = is_dark(frame.grey)
            why = (
                Text("the camera sees no die in a dark tray")
                if not dark
                else explain_refusal(SampleVerdict.DARK)
            )
            return self._going(why)
        middles = np.stack([one.middle for one in seen])
        if not self._still.feed(range(len(seen)), middles, frame.size_px[0], frame.at_ms):
            return self._going(explain_refusal(SampleVerdict.MOVING))
        new = [one for one in seen if self._is_new(one)]
        if not new:
            return self._going(None if self._taken else explain_refusal(SampleVerdict.KNOWN))
        for one in new[: SHOTS - len(self._taken)]:
            self.examples = self.examples.with_example(self._faces[0], one.picture, one.side_mm)
            self._taken.append(one)
        return self._next_face() if len(self._taken) >= SHOTS else self._going(None)

    def answer(self, answer: WalkthroughReply) -> WalkthroughStep:
        """Takes `ready`: the die lies in the tray with the wanted face up."""
        if answer is WalkthroughReply.READY and answer in self.step.answers:
            self._is_ready = True
            return self._going(None)
        return self.step

    def _portraits(self, frame: Frame) -> list[Portrait]:
        """Returns the dice that lie alone: on the printed tray if it is in the picture, else in the largest dark place."""
        tray = self._tray.feed(frame)
        if tray is None:
            return find_portraits(frame.pixels, self.examples.die)
        return find_sheet_portraits(tray.of(frame.pixels), tray.sheet)

    def _ask(self) -> Text:
        return Text(
            "put the die into the tray with {face} up, then say that it is ready", face=self._faces[0]
        )

    def _is_new(self, one: Portrait) -> bool:
        for other in self._taken:
            is_near = np.hypot(*(one.middle - other.middle)) < MOVED * one.side_px
            if is_near and np.abs(one.picture.astype(np.int16) - other.picture).mean() < TURNED:
                return False
        return True

    def _going(self, why: Text | None) -> WalkthroughStep:
        hint = (
            Text("turn the die and move it a little, with {face} up as before", face=self._faces[0])
            if self._taken
            else Text("take your hand away from the tray")
        )
        self.step = replace(
            self.step, hint=hint, refusal=why, answers=(), waits=False, done=len(self.examples.faces)
        )
        return self.step

    def _next_face(self) -> WalkthroughStep:
        self._faces.pop(0)
        self._taken.clear()
        self._still.reset()
        self._is_ready = False
        if self._faces:
            self.step = replace(
                self.step,
                hint=self._ask(),
                refusal=None,
                answers=(WalkthroughReply.READY,),
                waits=True,
                done=len(self.examples.faces),
            )
            return self.step
        report = make_dice_report(self.examples)
        words = (
            Text("the die is known, but some of its faces look alike")
            if report.mark is GradeMark.POOR
            else Text("the die is known")
        )
        self.step = WalkthroughStep(StepState.DONE, words, self.step.wanted, self.step.wanted, report=report)
        return self.step
