"""Learns the players' own dice: examples of each face, the radius of their pips, and faces that look too much alike."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from calibration.board import TRAYS, SampleVerdict, Stillness, explain_refusal, is_dark
from calibration.grade import (
    CalibrationReport,
    GradedMeasure,
    GradeMark,
    Measure,
    grade_measure,
    mark_high,
    mark_low,
)
from calibration.walkthrough import READ_THROWS, StepState, WalkthroughReply, WalkthroughStep
from companion.words import Text
from vision.detectors.codes import Detection
from vision.detectors.dice.definition import DieDefinition
from vision.detectors.dice.example_reader import MARGIN, Portrait, find_portraits
from vision.detectors.dice.examples import DieExamples
from vision.detectors.dice.mixed_reader import KnownDie, find_sheet_portraits, measure_sheet_pips, read_mixed
from vision.detectors.dice.pips import read_pips
from vision.detectors.dice.scale import measure_scale
from vision.detectors.dice.tray import find_tray
from vision.errors import SpotCovered
from vision.frame import Frame, centre, side_px
from vision.tray_watch import FlatTray, TrayWatch

SHOTS = 8
"""Examples that are taken of each face. With eight, 92 to 96 % of the throws of a drawn d12 are read from one
picture; docs/truth.md measures twelve."""


@dataclass(frozen=True, slots=True)
class FaceConfusion:
    """Says which share (0 to 1) of a face's examples could not be told from another face."""

    face: str
    other: str
    share: float


def find_confusions(examples: DieExamples) -> tuple[FaceConfusion, ...]:
    """List the faces that are taken for others, the worst first.

    Each example is read with all other examples, as a throw would be.
    """
    doubts: dict[tuple[str, str], int] = {}
    for face, other in _doubtful(examples):
        doubts[face, other] = doubts.get((face, other), 0) + 1
    found = [
        FaceConfusion(face, other, count / examples.faces.count(face))
        for (face, other), count in doubts.items()
    ]
    return tuple(sorted(found, key=lambda pair: (-pair.share, pair.face, pair.other)))


def _doubtful(examples: DieExamples) -> Iterator[tuple[str, str]]:
    for n, (face, picture) in enumerate(zip(examples.faces, examples.pictures, strict=True)):
        kept = [m for m in range(len(examples.faces)) if m != n]
        rest = replace(
            examples, faces=tuple(examples.faces[m] for m in kept), pictures=examples.pictures[kept]
        )
        seen = rest.likeness(picture)
        if seen.face != face:
            yield face, seen.face
        elif seen.margin < MARGIN:
            yield face, _second(rest, face, picture)


def _second(examples: DieExamples, face: str, picture: np.ndarray) -> str:
    """Find the face that a picture looks most like besides its own."""
    others = [n for n, known in enumerate(examples.faces) if known != face]
    rest = replace(
        examples, faces=tuple(examples.faces[n] for n in others), pictures=examples.pictures[others]
    )
    return rest.likeness(picture).face


def make_dice_report(examples: DieExamples) -> CalibrationReport:
    """Grade the examples of a die for the report."""
    pairs = find_confusions(examples)
    doubtful = sum(pair.share * examples.faces.count(pair.face) for pair in pairs)
    share = 100 * doubtful / max(1, len(examples.faces))
    return CalibrationReport((_likeness(pairs, share), _shots(examples)))


def _likeness(pairs: tuple[FaceConfusion, ...], share: float) -> GradedMeasure:
    mark = mark_low(share, 5, 15)
    if not pairs:
        says = Text("all faces can be told apart")
    else:
        worst = pairs[0]
        says = Text(
            "{face} and {other} look alike: mark one of them with a dot of paint, or light the tray more evenly and enrol them again; the program asks when it is not sure, it never guesses",
            face=worst.face, other=worst.other,
        )  # fmt: skip
    return grade_measure(Measure.LIKENESS, share, "%", mark, says)


def _shots(examples: DieExamples) -> GradedMeasure:
    fewest = min(examples.faces.count(face) for face in examples.die.values)
    mark = GradeMark.GOOD if fewest >= SHOTS else GradeMark.FAIR
    return grade_measure(
        Measure.EXAMPLES, fewest, "", mark, Text("the number of examples of the face that has the fewest")
    )


# --- dice
# Takes examples of each face of the players' own dice: eight of each, moved and turned in between.
#
# Several dice of one kind may lie in the tray, all with the same face up: each gives an example.

MOVED = 0.5
"""Distance in sides of a die; nearer to an earlier example the die must have been turned: a
die that nobody touched lies where it lay."""
TURNED = 9.0
"""Mean difference in grey levels, 0 to 255, from which a die counts as turned: above the noise of a camera, below the
difference to another face.
"""


class DiceWalkthrough:
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
        """Take a frame and return the next step."""
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
        """Take `ready`: the die lies in the tray with the wanted face up."""
        if answer is WalkthroughReply.READY and answer in self.step.answers:
            self._is_ready = True
            return self._going(None)
        return self.step

    def _portraits(self, frame: Frame) -> list[Portrait]:
        """Return the dice that lie alone: on the printed tray if it is in the picture, else in the largest dark place."""
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


# --- pips
# Measures the pips of the players' own dice: their radius is the one length that reading them needs.
#
# Any dice of the kind may lie in the tray, any face up; they are thrown again between the examples. On the printed
# tray they are read and measured as in a match, in any colour; elsewhere in the largest dark place.

THROWS = 5
"""Throws that are measured."""
THROWN = 0.5
"""Distance in sides of a die; if all dice lie nearer to where they lay, they were not thrown again.
A thrown die hardly comes to rest where it lay."""
LEAST_RADIUS, MOST_RADIUS = 30, 200
"""Radii that a definition of dice may have, in thousandths of a side."""


class PipsWalkthrough:
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
            READ_THROWS,
        )

    def feed(self, frame: Frame) -> WalkthroughStep:
        """Take a frame and return the next step."""
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
        return max(moved) >= THROWN

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
    """Read the dice on the printed tray as a match does, with their places in the frame. Raises `SpotCovered`."""
    seen = read_mixed(tray.of(frame.pixels), tray.sheet, [KnownDie(die.name, die)])
    return [replace(one, corners_px=tray.in_picture(one.corners_px)) for one in seen]


def _measured_on_sheet(frame: Frame, tray: FlatTray, die: DieDefinition) -> list[float]:
    return measure_sheet_pips(tray.of(frame.pixels), tray.sheet, die)


def _measured(frame: Frame, die: DieDefinition) -> list[float]:
    """Return the radius of the pips of dice in a dark tray, in thousandths of a side, as the one value that fits them all."""
    scale = measure_scale(frame.grey, find_tray(frame.pixels), die)
    return [] if scale is None else [1000 * scale.radius_px / scale.side_px]
