"""Dice with pips: the matched filter finds the pips of top faces, and the six layouts say which belong together.

All faces share three by three places, and every face but the one shows two pips at opposite corners of them. So each
pair of pips at that distance is a face's frame; what stands on its nine places must be exactly one of the layouts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.dice.definition import DieDefinition
from vision.detectors.dice.filters import RADIUS_PX, PipResponses, lean, pip_responses
from vision.detectors.dice.scale import ClumpView, DieScale
from vision.quad import Quad, quad

PIP = 0.64
"""Correlation of a pip: those of real trays, with glints in them, have 0.73 and more, anything else 0.6 and less."""
ROUNDER = 0.08
"""By how much the round patch fits a pip of the top face better than any squashed one."""
STEPS = (0.8, 1.3)
"""Of the die's own step: a top face is nearer to the camera than others, and dice of one kind differ a little."""
OFF_PLACE = 0.3
"""Steps by which a pip may lie off its place…"""
LEVEL = 0.16
"""…and what the second diagonal may differ from the first, in length or squareness, on a die that lies flat."""
LEANS = 0.0
"""How squeezed pips are on a face that leans by 35 degrees (`filters.lean`); on the 60 dice of real trays it is
-0.034 and less…
"""
LEANS_AS_SIX = 0.012
"""…and -0.002 on sixes, whose pips run into each other."""
ON_BODY = 0.93
"""Of a top face that lies on the clump."""
BETWEEN = 0.85
"""Sides between the middles of two dice: they touch at 1.0."""
LONELY = 0.6
"""Sides around the pip of a one without another pip: those of a neighbour begin at 0.75."""
STRAY = 0.7
"""Pips' worth of dark within a face that belongs to no pip of it: pips that were not found, or run into each other."""
SURE = 0.6
"""Correlation by which the faintest pip of a face beats the best of what is none there, for full confidence."""

PLACES: NDArray[Any] = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], dtype=np.float64)
LAYOUTS = {
    frozenset({0, 8}): 2,
    frozenset({0, 4, 8}): 3,
    frozenset({0, 2, 6, 8}): 4,
    frozenset({0, 2, 4, 6, 8}): 5,
    frozenset({0, 2, 3, 5, 6, 8}): 6,
    frozenset({0, 1, 2, 6, 7, 8}): 6,
}
"""Which places are taken, when the first and the last are."""


@dataclass(frozen=True, slots=True, eq=False)
class DieFace:
    """A top face in a view: what it counts, which pips are its own, its corners, whether it lies flat."""

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
    """The pips of top faces in a view, where each is and how well it fits; lengths in the view's pixels."""

    view: ClumpView
    is_light: bool
    found: PipResponses
    places: NDArray[Any]
    fits: NDArray[Any]
    side_px: float
    step_px: float


def find_pips(view: ClumpView, die: DieDefinition, scale: DieScale) -> FoundPips:
    """The pips that lie on top faces: round ones, on the body."""
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
    """Whether a face lies flat: its pips are where they belong, and round."""
    places = pips.places[sorted(face.pips)]
    most = LEANS_AS_SIX if face.count == 6 else LEANS
    return face.is_square and lean(pips.view.grey, places, is_light=pips.is_light) < most


def best_faces(pips: FoundPips) -> list[DieFace]:
    """The faces that together explain most pips, no two in one place."""
    faces = [*_ones(pips), *_framed(pips)]
    return _chosen(faces, pips, len(pips.places))


def _chosen(faces: list[DieFace], pips: FoundPips, budget: int) -> list[DieFace]:
    """Of all sets of faces that go together, that which explains most pips; then the surest."""
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
    """Each pip that stands alone is a one, if a face around it has room on the body."""
    for n, place in enumerate(pips.places):
        away = np.linalg.norm(pips.places - place, axis=1)
        if np.count_nonzero(away < LONELY * pips.side_px) > 1:
            continue
        turn = _turn_of_body(pips.view)
        corners = _square(place, pips.side_px / 2 * np.array([np.cos(turn), np.sin(turn)]))
        if _is_on_body(pips, place):
            yield DieFace(1, frozenset({n}), corners, True, _confidence(pips, place, {n}))


def _framed(pips: FoundPips) -> Iterator[DieFace]:
    """The faces of two and more: those in the frame of two pairs that cross, and in the square frame of one pair."""
    pairs = _pairs(pips)
    for n, one in enumerate(pairs):
        frames = [_crossed(one, other) for other in pairs[n + 1 :]]
        for frame in (*frames, _squared(one)):
            face = None if frame is None else _face(pips, frame)
            if face is not None:
                yield face


@dataclass(frozen=True, slots=True, eq=False)
class _Pair:
    """Two pips that may be at opposite corners of a face: the middle, and the way from there to the second."""

    middle: NDArray[Any]
    half: NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class _Frame:
    """Nine places: the middle, and the ways to the next place in a row and in a column."""

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
        """Rows square to columns, and as far apart: a face that leans is squeezed in one direction."""
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
    """The frame of two pairs with one middle, as long as each other, that cross at 60 degrees or more."""
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
    """The square frame in which a pair are opposite corners."""
    x, y = pair.half
    row = np.array([x + y, y - x]) / 2
    return _Frame(pair.middle, row, np.array([-row[1], row[0]]), False)


def _face(pips: FoundPips, frame: _Frame) -> DieFace | None:
    """The face in a frame; None if what stands there is no layout, or no top face has room there."""
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
    # The rows of a six are nearer to each other than its columns on some dice: there only the angle tells.
    is_square = frame.is_level or count == 6
    corners = _square(frame.middle, row * side / 2)
    return DieFace(count, own, corners, is_square, _confidence(pips, frame.middle, set(own)))


def _square(middle: NDArray[Any], right: NDArray[Any]) -> Quad:
    """A square from its middle and the way from there to the middle of its right side."""
    down = np.array([-right[1], right[0]])
    return quad([middle - right - down, middle + right - down, middle + right + down, middle - right + down])


def _within(places: NDArray[Any], middle: NDArray[Any], row: NDArray[Any], reach_px: float) -> NDArray[Any]:
    """Which places lie in a square around a middle, whose rows run that way."""
    away = places - middle
    across, down = away @ row, away @ np.array([-row[1], row[0]])
    return np.maximum(np.abs(across), np.abs(down)) < reach_px


def _is_on_body(pips: FoundPips, middle: NDArray[Any]) -> bool:
    """Whether the round that fits into a top face lies on the clump, but for what the picture's edge cuts off."""
    disc = _disc(pips, middle, 0.45 * pips.side_px)
    return bool(np.count_nonzero(pips.view.body[disc]) > ON_BODY * np.count_nonzero(disc))


def _confidence(pips: FoundPips, middle: NDArray[Any], own: set[int]) -> float:
    """0 to 1: by how much the faintest pip beats the best fit of what is none within the face, and how little is left
    there that is as dark as pips and belongs to none.
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
    """The direction of the body's outline, in radians: a one says nothing about it."""
    contours, _ = cv2.findContours(view.body, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return float(np.deg2rad(cv2.minAreaRect(max(contours, key=len))[2]))
