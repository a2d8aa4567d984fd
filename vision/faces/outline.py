"""Fits a rectangle of a card's size to the edges in a picture, to within a fraction of a pixel.

The place is known to a few millimetres. Across each side, brightness is sampled along some twenty lines; where it steps at
the same distance on most of them, there is an edge. Of all small turns and shifts the one is taken at which the four edges
are strongest together, and as far from each other as the card is large, or its sleeve.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.lens import Points

STEP_MM = 0.25
"""The distance of neighbouring samples across a side."""
REACH_MM = 4.5
"""How far from where a side is expected it is looked for."""
SAMPLES = 24
"""The number of lines across each side."""
TURNS_DEG = np.arange(-2.5, 2.51, 0.25)
CORNER = 0.08
"""The share of a side, at each end, that is not looked at: corners are round."""
OFFSETS = 2 * round(REACH_MM / STEP_MM) + 1
GROWS = np.arange(-3, 19)
CARD, SLEEVE = slice(0, 7), slice(7, 22)
"""By how many steps what is seen may be larger than the card, and which of them are a print's tolerance, and which a sleeve.
"""
OPPOSITES = ([3, 0], [1, 2])
"""Left and top, and what lies opposite; the sides are numbered from the top clockwise."""
SLEEVE_IS_CLEARER = 1.6
"""How much clearer the edges of a sleeve must be than those of the card in it to be taken for the only ones."""
STRONGEST = 100.0
"""Grey levels; a stronger step is no surer sign of an edge. A step four times as strong counts twice."""
_ROOTS = np.sqrt(np.minimum(np.arange(256), STRONGEST)).astype(np.float32)
FROM_PLACE = 0.3
"""How much clearer edges must be that lie a mm farther from where they are expected, or are turned a degree more."""
_OTHERS = np.arange(OFFSETS) + GROWS[:, np.newaxis]
"""For each growth and offset of an edge, the offset of the opposite one: (growths, offsets)."""
_FAR = (np.abs(_OTHERS - GROWS[:, np.newaxis] / 2 - (OFFSETS - 1) / 2) * STEP_MM * FROM_PLACE).astype(
    np.float32
)
"""How much clearer they must be, because their middle lies so far from its place."""
FAINT = 5.0**0.5
"""The root of the grey levels below which a step is noise."""
SEEN, SEEN_WELL = 0.6, 0.8
"""The share of the lines across each side on which the edge must be seen; and on three sides of a card, if that of the
fourth lies on a card beside it and cannot be seen.
"""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a card lies on a plane: the middle, the clockwise turn and the size, in mm."""

    x_mm: float
    y_mm: float
    turn_deg: float
    size_mm: tuple[float, float]

    def corners_mm(self) -> Points:
        """Return the corners, clockwise from the top left."""
        half = np.array(self.size_mm) / 2
        return self.on_plane(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half)

    def on_plane(self, own_mm: Points) -> Points:
        """Return where points of the card, in mm from its middle, lie on the plane."""
        turn = np.radians(self.turn_deg)
        cos, sin = np.cos(turn), np.sin(turn)
        return own_mm @ np.array([(cos, sin), (-sin, cos)]) + (self.x_mm, self.y_mm)

    def moved(self, own_mm: tuple[float, float], turn_deg: float) -> "Pose":
        """Return the pose after a shift along the card's own sides, and a turn about its middle."""
        x, y = self.on_plane(np.array([own_mm]))[0].tolist()
        return Pose(x, y, self.turn_deg + turn_deg, self.size_mm)


@dataclass(frozen=True, slots=True)
class Outline:
    """A fitted rectangle: where the card lies, the share of each side that is seen as an edge, and how clear the faintest
    is.
    """

    pose: Pose
    seen: tuple[float, ...]
    clear: float

    @property
    def is_whole(self) -> bool:
        return min(self.seen) >= SEEN

    @property
    def has_three_sides(self) -> bool:
        return sorted(self.seen)[1] >= SEEN_WELL


def fit_outline(
    pixels: Pixels,
    image_from_plane: NDArray[Any],
    pose: Pose,
    *,
    may_be_sleeved: bool = True,
    is_soft: bool = False,
) -> Outline:
    """Fit a card's edges, or those of its sleeve, near a pose. `image_from_plane` is a (3, 3) homography from mm to px.
    `is_soft`: whether the picture was softened already.
    """
    steps = _steps(pixels, image_from_plane, pose, is_soft=is_soft)
    # Every number is valid; NumPy is twice as fast if it need not look first.
    turned = np.take(steps, _turned(pose.size_mm), mode="clip")
    strength = np.einsum("tslo->tso", turned) / np.float32(SAMPLES)
    found = _opposite(
        strength[:, OPPOSITES[0]].swapaxes(0, 1),
        strength[:, OPPOSITES[1]].swapaxes(0, 1),
        may_be_sleeved=may_be_sleeved,
    )
    turn = int((found.clear.sum(axis=0) - np.abs(TURNS_DEG) * FROM_PLACE).argmax())
    (left, top), (right, bottom) = found.first[:, turn].tolist(), found.second[:, turn].tolist()
    places = (top, right, bottom, left)
    seen = [float(np.mean(turned[turn, side, :, place] >= FAINT)) for side, place in enumerate(places)]
    shift_mm = (float(found.shift_mm[0, turn]), float(found.shift_mm[1, turn]))
    clear = min(float(strength[turn, side, place]) for side, place in enumerate(places))
    return Outline(pose.moved(shift_mm, float(TURNS_DEG[turn])), tuple(seen), clear)


def _steps(
    pixels: Pixels, image_from_plane: NDArray[Any], pose: Pose, *, is_soft: bool
) -> NDArray[np.float32]:
    """Return the root of how much the brightness steps across each side: (4, `SAMPLES`, offsets), the sides from the top
    clockwise, the offsets from left to right and downwards.
    """
    own = _sample_places(pose.size_mm)
    places = pose.on_plane(own.reshape(-1, 2)).reshape(1, -1, 2)
    seen = cv2.perspectiveTransform(places, image_from_plane)[0].astype(np.float32)
    x, y, across, down = cv2.boundingRect(seen)
    left, top = max(0, x - 1), max(0, y - 1)
    part = pixels[top : max(1, y + down + 2), left : max(1, x + across + 2)]
    if not is_soft:
        part = cv2.GaussianBlur(part, (3, 3), 0)
    seen = (seen - (left, top)).astype(np.float32).reshape(4 * SAMPLES, -1, 2)
    lines = cv2.remap(part, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    steps = np.maximum.reduce(cv2.split(cv2.absdiff(lines[:, 2:], lines[:, :-2])))
    return _ROOTS[steps].reshape(4, SAMPLES, -1)


@cache
def _sample_places(size_mm: tuple[float, float]) -> Points:
    """Return the points that are looked at, in mm from the middle of a card: (4, `SAMPLES`, offsets, 2)."""
    width, height = size_mm
    along = np.linspace(CORNER - 0.5, 0.5 - CORNER, SAMPLES)
    off = (np.arange(OFFSETS + 2) - (OFFSETS + 1) / 2) * STEP_MM
    flat, across = np.meshgrid(along, off, indexing="ij")
    return np.stack(
        [
            np.stack([flat * width, across - height / 2], axis=-1),
            np.stack([across + width / 2, flat * height], axis=-1),
            np.stack([flat * width, across + height / 2], axis=-1),
            np.stack([across - width / 2, flat * height], axis=-1),
        ]
    )


@cache
def _turned(size_mm: tuple[float, float]) -> NDArray[np.intp]:
    """Return where the steps are found if the card is turned a little more: each line is moved by how far its side moves
    there. (turns, 4, `SAMPLES`, offsets), numbers into the steps.
    """
    along = np.linspace(CORNER - 0.5, 0.5 - CORNER, SAMPLES)
    rise = np.tan(np.radians(TURNS_DEG))[:, np.newaxis, np.newaxis] / STEP_MM
    ways = np.array([size_mm[0], -size_mm[1], size_mm[0], -size_mm[1]])[:, np.newaxis]
    moves = np.rint(rise * ways * along).astype(np.int32)
    places = np.clip(np.arange(OFFSETS) + moves[..., np.newaxis], 0, OFFSETS - 1)
    lines = np.arange(4 * SAMPLES).reshape(4, SAMPLES, 1) * OFFSETS
    return np.asarray(places + lines, np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class _Opposite:
    """Pairs of opposite edges, across and down, (2, turns) each: how clear two are together, at which offsets, and how far
    their middle is shifted.
    """

    clear: NDArray[Any]
    first: NDArray[Any]
    second: NDArray[Any]
    shift_mm: NDArray[Any]


def _opposite(first: NDArray[np.float32], second: NDArray[np.float32], *, may_be_sleeved: bool) -> _Opposite:
    """Find opposite edges, (2, turns, offsets) each, that are as far from each other as a card's, or its sleeve's."""
    most = int(GROWS[-1])
    beyond = np.full((*second.shape[:2], OFFSETS + 2 * most), -STRONGEST, np.float32)
    beyond[..., most : most + OFFSETS] = second
    other = np.take(beyond, _OTHERS + most, axis=2)
    here = first[:, :, np.newaxis]
    # One strong edge proves nothing: print has them too.
    together = np.minimum(here, other) * np.float32(1.8)
    together += np.float32(0.1) * (here + other)
    together -= _FAR
    card, sleeve = (_clearest(together[:, :, part], first=part.start) for part in (CARD, SLEEVE))
    is_sleeve = may_be_sleeved & (sleeve[0] > SLEEVE_IS_CLEARER * card[0])
    clear, place, row = (np.where(is_sleeve, one, other) for one, other in zip(sleeve, card, strict=True))
    grown = GROWS[row]
    return _Opposite(clear, place, place + grown, (place + grown / 2 - (OFFSETS - 1) / 2) * STEP_MM)


def _clearest(together: NDArray[Any], first: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return how clear two edges are at best, the offset of the first, and the row of `GROWS`. `together` is (2, turns,
    rows, offsets), its first row that of number `first`.
    """
    flat = together.reshape(*together.shape[:2], -1)
    best = flat.argmax(axis=2)
    row, place = np.divmod(best, OFFSETS)
    return np.take_along_axis(flat, best[..., np.newaxis], axis=2)[..., 0], place, row + first


def clearest_first(outlines: Sequence[Outline]) -> list[Outline]:
    """Return outlines, that with the clearest faintest side first."""
    return sorted(outlines, key=lambda one: -one.clear)
