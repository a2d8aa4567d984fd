"""Reads dice with pips in a picture of a tray: each with its face, or with the reason why it has none.

A face is told only of a die that lies flat and alone. If a clump is larger than the faces found on it, it
holds another die that was not read, or one die lies on another.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.observation import ReadingStatus, What
from vision.detectors.codes import Detection
from vision.detectors.dice.definition import DieDefinition
from vision.detectors.dice.pips import BETWEEN, PIP, DieFace, FoundPips, best_faces, find_pips, is_level
from vision.detectors.dice.scale import DieScale, clump_view, is_thick_enough, measure_scale
from vision.detectors.dice.tray import Mask, TrayView, find_tray
from vision.frame import Grey, Pixels, to_grey
from vision.quad import same_place, square_around

SAID = 0.5
"""The confidence below which a face is not told. Like the constants below without another source, chosen, and checked on
ten photographs of six d6 in a tray and on drawn dice (docs/truth.md).
"""
SMALLEST_SIDE_PX = 22
"""Smaller dice have pips of less than three pixels."""
ANOTHER = 0.7
"""The share of a die's size that must be left over, when all found faces are accounted for, to mean another
die.
"""
A_PART = 0.4
"""The share that means a part of a die, beneath another. Dice in a corner of the picture show their sides and
are a fifth larger.
"""
AGAIN = (0.7, 1.3)
"""Other thresholds for `find_tray`, tried where the usual one showed no face."""
OWN = 0.8
"""A pip of no face that lies nearer to a face's middle, in sides, is the face's own: two or three of the pips of a four or
a six look like a smaller die's face.
"""
LARGER = 1.12
"""How much larger a die is taken to be at last: where its sides are hardly lighter than the floor, its outline is too small."""
SIDES_SEEN = 1.25
"""The size of a clump of one die, in squares of its side, where no die lies alone to be measured."""


@dataclass(frozen=True, slots=True, eq=False)
class _Clump:
    """A clump and the faces found on it; its size is in squares of a die's side."""

    pips: FoundPips
    faces: list[DieFace]
    size: float


def read_pips(pixels: Pixels, die: DieDefinition, scale: DieScale | None = None) -> list[Detection]:
    """Reads the dice with pips in a picture of a tray, (H, W, 3) uint8 BGR or (H, W) grey.

    If the scale is not known it is measured on the dice. A die without a face is looked for again with other
    thresholds.
    """
    return read_pips_seen(to_grey(pixels), lambda threshold: find_tray(pixels, threshold), die, scale)


def read_pips_seen(
    grey: Grey, view: Callable[[float], TrayView], die: DieDefinition, scale: DieScale | None = None
) -> list[Detection]:
    """Does the same with the clumps that `view` finds at a threshold, relative to the usual one."""
    tray = view(1.0)
    scale = scale or measure_scale(grey, tray, die)
    if scale is None:
        return []
    dice = _read(grey, tray, die, scale)
    for threshold in AGAIN:
        if all(seen.text for seen in dice):
            break
        again = _read(grey, view(threshold), die, scale)
        dice = [_better(seen, again) for seen in dice]
    if not all(seen.text for seen in dice):
        again = _read(grey, tray, die, replace(scale, side_px=scale.side_px * LARGER))
        dice = [_better(seen, again) for seen in dice]
    return dice


def _better(seen: Detection, again: list[Detection]) -> Detection:
    """Returns a die as another look read it, if the first look did not."""
    if seen.text or seen.reading is ReadingStatus.STACKED:
        return seen
    return next(
        (other for other in again if other.text and same_place(other.corners_px, seen.corners_px)), seen
    )


def _read(grey: Grey, tray: TrayView, die: DieDefinition, scale: DieScale) -> list[Detection]:
    clumps = []
    for clump in tray.clumps:
        if is_thick_enough(clump, tray, scale.side_px):
            pips = find_pips(clump_view(grey, tray, clump, scale.side_px, scale.zoom), die, scale)
            size = clump.area_px * (tray.scale / scale.side_px) ** 2
            clumps.append(_Clump(pips, best_faces(pips), size))
    alone = [clump.size for clump in clumps if len(clump.faces) == 1 and clump.size < 2 * SIDES_SEEN]
    usual = float(np.median(alone)) if alone else SIDES_SEEN
    return [seen for clump in clumps for seen in _told(clump, usual)]


def _told(clump: _Clump, usual: float) -> list[Detection]:
    """Returns the dice of a clump."""
    if not clump.faces:
        is_die = len(clump.pips.places) > 0 or abs(clump.size - usual) < ANOTHER * usual
        return [_unread(clump)] if is_die else []
    dice = [
        _die(clump.pips, face) if _has_all_pips(clump, face) else _unread_at(clump.pips, face)
        for face in clump.faces
    ]
    left_over = clump.size / usual - len(dice)
    if left_over > A_PART:
        rest = _rest(clump)
        away = [float(np.linalg.norm(face.middle - rest)) for face in clump.faces]
        nearest = int(np.argmin(away))
        is_beside = away[nearest] > BETWEEN * clump.pips.side_px
        if left_over > ANOTHER:
            dice.append(_at(clump.pips, rest, ReadingStatus.UNSURE if is_beside else ReadingStatus.STACKED))
        if left_over <= ANOTHER or not is_beside:
            dice[nearest] = _die(clump.pips, clump.faces[nearest], ReadingStatus.STACKED)
    return dice


def _has_all_pips(clump: _Clump, face: DieFace) -> bool:
    """Tells whether no pip beside a face is left over, once the clump's faces have theirs."""
    pips = clump.pips
    spare = sorted(set(range(len(pips.places))).difference(*(one.pips for one in clump.faces)))
    away = np.linalg.norm(pips.places[spare] - face.middle, axis=1)
    return not np.any(away < OWN * pips.side_px)


def _unread_at(pips: FoundPips, face: DieFace) -> Detection:
    corners = pips.view.corners_in_picture(face.corners)
    return Detection("", corners, What.DIE, 0.0, ReadingStatus.UNSURE)


def _die(pips: FoundPips, face: DieFace, reading: ReadingStatus | None = None) -> Detection:
    if reading is None:
        reading = ReadingStatus.READ if is_level(pips, face) else ReadingStatus.COCKED
        if face.confidence < SAID or pips.side_px / pips.view.zoom < SMALLEST_SIDE_PX:
            reading = ReadingStatus.UNSURE
    text = str(face.count) if reading is ReadingStatus.READ else ""
    likely = (str(face.count),) if reading is ReadingStatus.UNSURE else ()
    corners = pips.view.corners_in_picture(face.corners)
    return Detection(text, corners, What.DIE, round(face.confidence, 3), reading, likely)


def _unread(clump: _Clump) -> Detection:
    """Returns a die without a face: cocked if it shows pips, else unsure."""
    pips = clump.pips
    best = np.where(pips.view.body > 0, pips.found.squashed, -1).max()
    reading = ReadingStatus.COCKED if best > PIP or len(pips.places) else ReadingStatus.UNSURE
    return Detection("", pips.view.corners_in_picture(pips.view.box()), What.DIE, 0.0, reading)


def _rest(clump: _Clump) -> NDArray[Any]:
    """Returns the thickest place of a clump outside the faces found on it: (2,) float64, px."""
    free: Mask = clump.pips.view.body.copy()
    for face in clump.faces:
        cv2.fillConvexPoly(free, np.round(face.corners).astype(np.int32), (0,))
    depth = cv2.distanceTransform(np.pad(free, 1), cv2.DIST_L2, 3)[1:-1, 1:-1]
    row, column = np.unravel_index(int(np.argmax(depth)), depth.shape)
    return np.array([column, row], dtype=np.float64)


def _at(pips: FoundPips, middle: NDArray[Any], reading: ReadingStatus) -> Detection:
    corners = square_around(middle, pips.side_px)
    return Detection("", pips.view.corners_in_picture(corners), What.DIE, 0.0, reading)
