"""Reads dice with numerals or symbols by comparing them with examples, and adds new examples."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.observation import ReadingStatus, What
from companion.words import Text
from vision.detectors.codes import Detection
from vision.detectors.dice.definition import DieDefinition
from vision.detectors.dice.examples import REACH_PX, SIDE_PX, DieExamples, examples_to_bytes, load_examples
from vision.detectors.dice.scale import is_thick_enough, side_by_outlines_px
from vision.detectors.dice.tray import Clump, Mask, TrayView, find_tray
from vision.errors import VisionError
from vision.frame import Grey, Pixels, square_around, to_grey

MARGIN = 0.5
"""How clearly the best face must win on rings: of 400 drawn d12, the two that rings misread had margins of
0.30 and 0.31.
"""
LAID_MARGIN, LAID_FIT = 0.4, 0.9
"""The margin that alignment needs, and the correlation below which no face fits. Chosen, like the constants
below, and checked on drawn dice (docs/truth.md).
"""
LAID_ALONE = 0.8
"""The margin from which alignment is believed even if rings prefer another face."""
SMALLEST_FACE_PX = 20
"""The least width of the circle in a face; below, a numeral is ten pixels or fewer."""
CUBE, ROUND = 1.0, 0.5
"""Thresholds for `find_tray`: of a cube hardly more than its lit top is seen; a rounder die also shows the
camera what lies in its own shadow.
"""
A_PART = 1.4
"""A clump of one die that is so much larger than the others has another die beneath it, or leans."""
PARTED = 0.75
"""Dice that touch are separated where the clump is thinner than this share of its largest depth."""


@dataclass(frozen=True, slots=True, eq=False)
class _Lying:
    """A die in the picture: its centre (2,) px, and the size of its clump in squares of its side."""

    middle: NDArray[Any]
    size: float


def check_enough(examples: DieExamples) -> None:
    """Check that every face has enough examples. Raises `VisionError`."""
    if examples.missing:
        raise VisionError(
            Text(
                "there are too few examples of {faces} on the {die}: enrol each face several times",
                faces=", ".join(examples.missing),
                die=examples.die.name,
            )
        )


def read_enrolled(pixels: Pixels, examples: DieExamples) -> list[Detection]:
    """Read the dice in a picture of a tray by examples. `pixels` is (H, W, 3) uint8 BGR or (H, W) grey.
    Raises `VisionError` if a face has too few examples.
    """
    check_enough(examples)
    tray, grey = _tray_of(pixels, examples.die), to_grey(pixels)
    side = side_by_outlines_px(tray)
    if side is None:
        return []
    lying = [
        die
        for clump in tray.clumps
        if is_thick_enough(clump, tray, side)
        for die in _parted(clump, tray, side)
    ]
    usual = float(np.median([die.size for die in lying])) if lying else 0.0
    return [_told(grey, die, usual, side, examples) for die in lying]


def _tray_of(pixels: Pixels, die: DieDefinition) -> TrayView:
    return find_tray(pixels, CUBE if die.sides <= 6 else ROUND)


def _told(grey: Grey, die: _Lying, usual: float, side_px: float, examples: DieExamples) -> Detection:
    picture = die_picture(grey, die.middle, side_px)
    likeness = examples.likeness(picture)
    reading = ReadingStatus.READ
    if die.size > A_PART * usual:
        reading = ReadingStatus.STACKED
    elif likeness.distance > examples.furthest or 2 * examples.die.face_radius * side_px < SMALLEST_FACE_PX:
        reading = ReadingStatus.UNSURE
    elif likeness.margin < MARGIN:
        laid = examples.aligned_likeness(picture)
        wanted = LAID_MARGIN if laid.face == likeness.face else LAID_ALONE
        likeness = laid
        if laid.margin < wanted or laid.distance > 1 - LAID_FIT:
            reading = ReadingStatus.UNSURE
    text = likeness.face if reading is ReadingStatus.READ else ""
    corners = square_around(die.middle, side_px)
    return Detection(text, corners, What.DIE, round(max(0.0, likeness.margin), 3), reading)


def die_picture(grey: Grey, middle: NDArray[Any], side_px: float) -> Grey:
    """Cut a die out at the size and position of examples: (2 REACH_PX, 2 REACH_PX) uint8."""
    times = side_px / SIDE_PX
    if times > 1.5:
        # Without a blur, sampling a large picture would alias.
        grey = cv2.GaussianBlur(grey, (0, 0), times / 3)
    start = middle - (REACH_PX - 0.5) * times
    matrix: NDArray[Any] = np.array([[times, 0, start[0]], [0, times, start[1]]], dtype=np.float64)
    size = (2 * REACH_PX, 2 * REACH_PX)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(grey, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def _parted(clump: Clump, tray: TrayView, side_px: float) -> list[_Lying]:
    """Separate the dice of a clump."""
    middles = find_middles(clump, tray)
    size = clump.area_px * (tray.scale / side_px) ** 2 / len(middles)
    return [_Lying(middle, size) for middle in middles]


def find_middles(clump: Clump, tray: TrayView) -> list[NDArray[Any]]:
    """Return the centres of the dice of a clump, (2,) px each: dice that touch are thick in the middle and thinner
    between.
    """
    depth = cv2.distanceTransform(np.pad(clump.mask, 1), cv2.DIST_L2, 5)[1:-1, 1:-1]
    cores: Mask = (depth > PARTED * depth.max()).astype(np.uint8)
    count, labels = cv2.connectedComponents(cores)
    middles = []
    for label in range(1, count):
        rows, columns = np.nonzero(labels == label)
        at = np.array([columns.mean() + clump.place.left, rows.mean() + clump.place.top])
        middles.append((at + 0.5) * tray.scale - 0.5)
    return middles


@dataclass(frozen=True, slots=True, eq=False)
class Portrait:
    """A die that lies alone: its centre (2,) px, its side, and its picture in the form of examples; `side_mm` is known on a
    printed tray.
    """

    middle: NDArray[Any]
    side_px: float
    picture: Grey
    side_mm: float | None = None


def find_portraits(pixels: Pixels, die: DieDefinition) -> list[Portrait]:
    """Return the dice that lie alone in a picture of a tray."""
    tray, grey = _tray_of(pixels, die), to_grey(pixels)
    side = side_by_outlines_px(tray)
    if side is None:
        return []
    found = []
    for clump in tray.clumps:
        if is_thick_enough(clump, tray, side) and clump.is_one_die:
            (lying,) = _parted(clump, tray, side)[:1]
            found.append(Portrait(lying.middle, side, die_picture(grey, lying.middle, side)))
    return found


class FaceEnrolment:
    """Adds dice to the examples of a file, and writes it with `keep`. All pictures must show the same face."""

    def __init__(self, die: DieDefinition, face: str, path: Path, keep: Callable[[bytes], object]) -> None:
        self._face = face
        self._keep = keep
        self._examples = load_examples(path, die) if path.exists() else DieExamples(die)

    def see(self, pixels: Pixels) -> list[Detection]:
        """Take a picture of dice in a dark tray, and save them as examples. Raises `VisionError`."""
        return self.take(find_portraits(pixels, self._examples.die))

    def take(self, found: Sequence[Portrait]) -> list[Detection]:
        """Save dice that were found in a picture as examples; return where they lie. Raises `VisionError`."""
        self._examples, seen = add_examples(self._examples, self._face, found)
        if seen:
            self._keep(examples_to_bytes(self._examples))
        return seen


def add_examples(
    examples: DieExamples, face: str, found: Sequence[Portrait]
) -> tuple[DieExamples, list[Detection]]:
    """Return the examples together with dice that all show `face`, and where these lie. Raises `VisionError` for a
    face that the die does not have.
    """
    for one in found:
        examples = examples.with_example(face, one.picture, one.side_mm)
    return examples, [Detection(face, square_around(one.middle, one.side_px), What.DIE) for one in found]
