"""Finds the faces of a die that look too much alike, from the examples of that very die. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from calibration.grade import CalibrationReport, GradedMeasure, GradeMark, Measure, grade_measure, mark_low
from companion.words import Text
from vision.detectors.dice.example_reader import MARGIN
from vision.detectors.dice.examples import DieExamples

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
    """Lists the faces that are taken for others, the worst first.

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
    """Finds the face that a picture looks most like besides its own."""
    others = [n for n, known in enumerate(examples.faces) if known != face]
    rest = replace(
        examples, faces=tuple(examples.faces[n] for n in others), pictures=examples.pictures[others]
    )
    return rest.likeness(picture).face


def make_dice_report(examples: DieExamples) -> CalibrationReport:
    """Grades the examples of a die for the report."""
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
