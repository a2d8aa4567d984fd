"""Reads dice with pips in a picture of a tray: each with its face, or with the reason why it has none.

All faces share a grid of three by three places, and every face but the one has pips at two opposite corners
of it. So each pair of pips at that distance may frame a face; the pips on its nine places must form exactly
one of the layouts.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.observation import ReadingStatus, What
from vision.detectors.codes import Detection
from vision.detectors.dice.definition import DieDefinition
from vision.detectors.dice.scale import (
    RADIUS_PX,
    ClumpView,
    DieScale,
    PipResponses,
    clump_view,
    is_thick_enough,
    lean,
    measure_scale,
    pip_responses,
)
from vision.detectors.dice.tray import Mask, TrayView, find_tray
from vision.frame import Grey, Pixels, Quad, quad, same_place, square_around, to_grey

PIP = 0.64
"""The correlation of a pip: 0.73 and more on photographs of real trays, even with glints; 0.6 and less
elsewhere.
"""
ROUNDER = 0.08
"""How much better than a squashed spot the round one must fit a pip of the top face. Like the constants below
without another source, chosen, and checked on six d6 in a tray, ten photographs (docs/truth.md).
"""
STEPS = (0.8, 1.3)
"""Limits of the pip distance, relative to the die's own: top faces are nearer to the camera, and dice of one
kind differ a little.
"""
OFF_PLACE = 0.3
"""How far a pip may lie from its place, in steps of the grid."""
LEVEL = 0.16
"""How much rows and columns may differ in length and from a right angle on a die that lies flat."""
LEANS = 0.0
"""How squashed pips are on a face that leans by 35 degrees (`filters.lean`); -0.034 and less on 60 real dice."""
LEANS_AS_SIX = 0.012
"""The same for sixes, whose pips touch each other; -0.002 and less on real dice."""
ON_BODY = 0.93
"""The share of a top face that must lie on its clump."""
BETWEEN = 0.85
"""The least distance of two dice, in sides; dice that touch have 1.0."""
LONELY = 0.6
"""A one has no other pip within this distance, in sides; the pips of a neighbour begin at 0.75."""
STRAY = 0.7
"""How much dark within a face may belong to none of its pips, in pip areas; more means pips that were missed
or merged.
"""
SURE = 0.6
"""By how much correlation the faintest pip must beat everything else in its face, for full confidence."""

PLACES: NDArray[Any] = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], dtype=np.float64)
LAYOUTS = {
    frozenset({0, 8}): 2,
    frozenset({0, 4, 8}): 3,
    frozenset({0, 2, 6, 8}): 4,
    frozenset({0, 2, 4, 6, 8}): 5,
    frozenset({0, 2, 3, 5, 6, 8}): 6,
    frozenset({0, 1, 2, 6, 7, 8}): 6,
}
"""The count of a face, by the set of places with pips; the first and the last place always have one."""


@dataclass(frozen=True, slots=True, eq=False)
class DieFace:
    """A top face in a view: its count, its pips, its corners (4, 2) px, whether it lies flat, its confidence
    from 0 to 1.
    """

    count: int
    pips: frozenset[int]
    corners: Quad
    is_square: bool
    confidence: float

    @property
    def middle(self) -> NDArray[Any]:
        return self.corners.mean(axis=0)


@dataclass(frozen=True, slots=True, eq=False)
class FoundPips:
    """The pips of top faces in a view: `places` (N, 2) float64 and `fits` (N,), lengths in px of the view."""

    view: ClumpView
    is_light: bool
    found: PipResponses
    places: NDArray[Any]
    fits: NDArray[Any]
    side_px: float
    step_px: float


def find_pips(view: ClumpView, die: DieDefinition, scale: DieScale) -> FoundPips:
    """Find the pips on top faces: round ones, on the clump."""
    found = pip_responses(view.grey, is_light=die.pips_are_light)
    size = RADIUS_PX | 1
    is_peak = found.round == cv2.dilate(found.round, np.ones((size, size), np.uint8))
    is_pip = is_peak & (found.round > PIP) & (found.round > found.squashed + ROUNDER) & (view.body > 0)
    rows, columns = np.nonzero(is_pip)
    places = np.stack([columns, rows], axis=1).astype(np.float64)
    side = scale.side_px * scale.zoom
    return FoundPips(
        view, die.pips_are_light, found, places, found.round[rows, columns], side, side * die.pip_step / 1000
    )


def is_level(pips: FoundPips, face: DieFace) -> bool:
    """Tell whether a face lies flat: its pips are in their places, and round."""
    places = pips.places[sorted(face.pips)]
    most = LEANS_AS_SIX if face.count == 6 else LEANS
    return face.is_square and lean(pips.view.grey, places, is_light=pips.is_light) < most


def best_faces(pips: FoundPips) -> list[DieFace]:
    """Return the faces that together explain the most pips, no two in one place."""
    faces = [*_ones(pips), *_framed(pips)]
    return _chosen(faces, pips, len(pips.places))


def _chosen(faces: list[DieFace], pips: FoundPips, budget: int) -> list[DieFace]:
    """Choose faces that can lie side by side: most pips first, then the surest."""
    best: list[DieFace] = []
    ordered = sorted(faces, key=lambda face: (-len(face.pips), -face.confidence))
    for face in ordered[: budget * 2]:
        if all(_go_together(face, other, pips.side_px) for other in best):
            best.append(face)
    return best


def _go_together(one: DieFace, other: DieFace, side_px: float) -> bool:
    apart = float(np.linalg.norm(one.middle - other.middle))
    return not one.pips & other.pips and apart > BETWEEN * side_px


def _ones(pips: FoundPips) -> Iterator[DieFace]:
    """Yield a one for each lonely pip, if the clump has room for a face around it."""
    for n, place in enumerate(pips.places):
        away = np.linalg.norm(pips.places - place, axis=1)
        if np.count_nonzero(away < LONELY * pips.side_px) > 1:
            continue
        turn = _turn_of_body(pips.view)
        corners = _square(place, pips.side_px / 2 * np.array([np.cos(turn), np.sin(turn)]))
        if _is_on_body(pips, place):
            yield DieFace(1, frozenset({n}), corners, True, _confidence(pips, place, {n}))


def _framed(pips: FoundPips) -> Iterator[DieFace]:
    """Yield the faces from two to six: in frames of two crossing pairs, and in the square frame of one pair."""
    pairs = _pairs(pips)
    for n, one in enumerate(pairs):
        frames = [_crossed(one, other) for other in pairs[n + 1 :]]
        for frame in (*frames, _squared(one)):
            face = None if frame is None else _face(pips, frame)
            if face is not None:
                yield face


@dataclass(frozen=True, slots=True, eq=False)
class _Pair:
    """Two pips that may be opposite corners of a face: their centre, and the vector from there to the second."""

    middle: NDArray[Any]
    half: NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class _Frame:
    """The nine places of a face: its centre, and the vectors to the next place in a row and in a column."""

    middle: NDArray[Any]
    row: NDArray[Any]
    column: NDArray[Any]
    is_crossed: bool

    @property
    def places(self) -> NDArray[Any]:
        return self.middle + PLACES @ np.array([self.row, self.column])

    @property
    def step_px(self) -> float:
        return float(np.linalg.norm(self.row) + np.linalg.norm(self.column)) / 2

    @property
    def is_level(self) -> bool:
        """Whether rows and columns are perpendicular and equally long; a face that leans is squashed in one
        direction.
        """
        row, column = float(np.linalg.norm(self.row)), float(np.linalg.norm(self.column))
        skew = abs(float(self.row @ self.column)) / (row * column)
        return skew < LEVEL and max(row, column) < (1 + LEVEL) * min(row, column)


def _pairs(pips: FoundPips) -> list[_Pair]:
    diagonal = pips.step_px * 2 * np.sqrt(2)
    found = []
    for one in range(len(pips.places)):
        for other in range(one + 1, len(pips.places)):
            along = pips.places[other] - pips.places[one]
            if STEPS[0] * diagonal < np.linalg.norm(along) < STEPS[1] * diagonal:
                found.append(_Pair((pips.places[other] + pips.places[one]) / 2, along / 2))
    return found


def _crossed(one: _Pair, other: _Pair) -> _Frame | None:
    """Return the frame of two pairs with one centre and one length that cross at 60 degrees or more; else
    None.
    """
    length, width = float(np.linalg.norm(one.half)), float(np.linalg.norm(other.half))
    if np.linalg.norm(one.middle - other.middle) > 0.15 * length or abs(width - length) > 0.25 * length:
        return None
    if abs(float(one.half @ other.half)) > 0.5 * length * width:
        return None
    turned = one.half[0] * other.half[1] - one.half[1] * other.half[0]
    second = other.half if turned > 0 else -other.half
    # From the last place (row + column) it is a quarter turn to the third to last (column - row).
    return _Frame((one.middle + other.middle) / 2, (one.half - second) / 2, (one.half + second) / 2, True)


def _squared(pair: _Pair) -> _Frame:
    """Return the square frame that has a pair as opposite corners."""
    x, y = pair.half
    row = np.array([x + y, y - x]) / 2
    return _Frame(pair.middle, row, np.array([-row[1], row[0]]), False)


def _face(pips: FoundPips, frame: _Frame) -> DieFace | None:
    """Return the face in a frame; None if its pips form no layout, or the clump has no room for it."""
    away = np.linalg.norm(pips.places[:, None] - frame.places[None], axis=2)
    near = away.min(axis=0) < OFF_PLACE * frame.step_px
    taken = {place: int(np.argmin(away[:, place])) for place in range(9) if near[place]}
    count = LAYOUTS.get(frozenset(taken))
    own = frozenset(taken.values())
    if count is None or len(own) < len(taken) or frame.is_crossed != (count >= 4):
        return None
    row = frame.row / np.linalg.norm(frame.row)
    side = frame.step_px * pips.side_px / pips.step_px
    within = _within(pips.places, frame.middle, row, 0.46 * side)
    if not set(np.nonzero(within)[0].tolist()) <= own or not _is_on_body(pips, frame.middle):
        return None
    # On some dice the rows of a six are closer than its columns, so only the angle is checked.
    is_square = frame.is_level or count == 6
    corners = _square(frame.middle, row * side / 2)
    return DieFace(count, own, corners, is_square, _confidence(pips, frame.middle, set(own)))


def _square(middle: NDArray[Any], right: NDArray[Any]) -> Quad:
    """Return a square from its centre and the vector to the centre of its right side."""
    down = np.array([-right[1], right[0]])
    return quad([middle - right - down, middle + right - down, middle + right + down, middle - right + down])


def _within(places: NDArray[Any], middle: NDArray[Any], row: NDArray[Any], reach_px: float) -> NDArray[Any]:
    """Tell which places lie in a square around a centre, with rows in a direction."""
    away = places - middle
    across, down = away @ row, away @ np.array([-row[1], row[0]])
    return np.maximum(np.abs(across), np.abs(down)) < reach_px


def _is_on_body(pips: FoundPips, middle: NDArray[Any]) -> bool:
    """Tell whether a top face lies on its clump; beyond the picture's edge nothing counts."""
    disc = _disc(pips, middle, 0.45 * pips.side_px)
    return bool(np.count_nonzero(pips.view.body[disc]) > ON_BODY * np.count_nonzero(disc))


def _confidence(pips: FoundPips, middle: NDArray[Any], own: set[int]) -> float:
    """Return a confidence from 0 to 1: how clearly the faintest pip beats everything else in the face, and
    how little dark belongs to no pip.
    """
    rest = _disc(pips, middle, 0.42 * pips.side_px)
    cores = np.zeros_like(rest)
    for n in own:
        cores |= _disc(pips, pips.places[n], 0.6 * RADIUS_PX)
        rest &= ~_disc(pips, pips.places[n], 1.3 * RADIUS_PX)
    if not rest.any() or not cores.any():
        return 0.0
    other = float(pips.found.round[rest].max(initial=0.0))
    faintest = float(min(pips.fits[n] for n in own))
    pip, body = float(np.median(pips.view.grey[cores])), float(np.median(pips.view.grey[rest]))
    beyond = (pips.view.grey[rest] < (pip + body) / 2) == (pip < body)
    stray = np.count_nonzero(beyond) / (np.pi * RADIUS_PX**2)
    return float(np.clip((faintest - other) / SURE, 0, 1) * np.clip(1 - stray / STRAY, 0, 1))


def _disc(pips: FoundPips, middle: NDArray[Any], radius_px: float) -> NDArray[np.bool_]:
    disc = np.zeros(pips.view.body.shape, np.uint8)
    cv2.circle(disc, (round(middle[0]), round(middle[1])), round(radius_px), 1, -1)
    return disc.astype(bool)


def _turn_of_body(view: ClumpView) -> float:
    """Return the direction of the clump's outline, in radians; a one has no direction of its own."""
    contours, _ = cv2.findContours(view.body, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return float(np.deg2rad(cv2.minAreaRect(max(contours, key=len))[2]))


# --- pip reader
# Reads dice with pips in a picture of a tray: each with its face, or with the reason why it has none.
#
# A face is told only of a die that lies flat and alone. If a clump is larger than the faces found on it, it
# holds another die that was not read, or one die lies on another.

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
"""How much larger a die is taken to be at last: where its sides are hardly lighter than the floor, its outline is too small.
"""
SIDES_SEEN = 1.25
"""The size of a clump of one die, in squares of its side, where no die lies alone to be measured."""


@dataclass(frozen=True, slots=True, eq=False)
class _Clump:
    """A clump and the faces found on it; its size is in squares of a die's side."""

    pips: FoundPips
    faces: list[DieFace]
    size: float


def read_pips(pixels: Pixels, die: DieDefinition) -> list[Detection]:
    """Read the dice with pips in a picture of a tray, (H, W, 3) uint8 BGR or (H, W) grey.

    The scale is measured on the dice. A die without a face is looked for again with other
    thresholds.
    """
    return read_pips_seen(to_grey(pixels), lambda threshold: find_tray(pixels, threshold), die)


def read_pips_seen(grey: Grey, view: Callable[[float], TrayView], die: DieDefinition) -> list[Detection]:
    """Do the same with the clumps that `view` finds at a threshold, relative to the usual one."""
    tray = view(1.0)
    scale = measure_scale(grey, tray, die)
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
    """Return a die as another look read it, if the first look did not."""
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
    """Return the dice of a clump."""
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
    """Tell whether no pip beside a face is left over, once the clump's faces have theirs."""
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
    """Return a die without a face: cocked if it shows pips, else unsure."""
    pips = clump.pips
    best = np.where(pips.view.body > 0, pips.found.squashed, -1).max()
    reading = ReadingStatus.COCKED if best > PIP or len(pips.places) else ReadingStatus.UNSURE
    return Detection("", pips.view.corners_in_picture(pips.view.box()), What.DIE, 0.0, reading)


def _rest(clump: _Clump) -> NDArray[Any]:
    """Return the thickest place of a clump outside the faces found on it: (2,) float64, px."""
    free: Mask = clump.pips.view.body.copy()
    for face in clump.faces:
        cv2.fillConvexPoly(free, np.round(face.corners).astype(np.int32), (0,))
    depth = cv2.distanceTransform(np.pad(free, 1), cv2.DIST_L2, 3)[1:-1, 1:-1]
    row, column = np.unravel_index(int(np.argmax(depth)), depth.shape)
    return np.array([column, row], dtype=np.float64)


def _at(pips: FoundPips, middle: NDArray[Any], reading: ReadingStatus) -> Detection:
    corners = square_around(middle, pips.side_px)
    return Detection("", pips.view.corners_in_picture(corners), What.DIE, 0.0, reading)
