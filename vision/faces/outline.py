"""Fits a rectangle of a card's size to the edges in a picture, to within a fraction of a pixel.

The place is known to a few millimetres. Across each side, brightness is sampled along some twenty lines; where it steps at the
same distance on most of them, there is an edge. Of all small turns and shifts the one is taken at which the four edges are
strongest together, and as far from each other as the card is large, or its sleeve.
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
CARD_GROWS = np.arange(-3, 4)
SLEEVE_GROWS = np.arange(4, 19)
"""By how many steps what is seen may be larger than the card: a print's tolerance, and a sleeve of up to 4.5 mm."""
SLEEVE_IS_CLEARER = 1.6
"""How much clearer the edges of a sleeve must be than those of the card in it to be taken for the only ones."""
STRONGEST = 100.0
"""Grey levels; a stronger step is no surer sign of an edge. A step four times as strong counts twice."""
FROM_PLACE = 0.3
"""How much clearer edges must be that lie a mm farther from where they are expected, or are turned a degree more."""
FAINT = 5.0**0.5
"""The root of the grey levels below which a step is noise."""
SEEN, SEEN_WELL = 0.6, 0.8
"""The share of the lines across each side on which the edge must be seen; and on three sides of a card, if that of the fourth
lies on a card beside it and cannot be seen.
"""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a card lies on a plane: the middle, the clockwise turn and the size, in mm."""

    x_mm: float
    y_mm: float
    turn_deg: float
    size_mm: tuple[float, float]

    def corners_mm(self) -> Points:
        """Returns the corners, clockwise from the top left."""
        half = np.array(self.size_mm) / 2
        return self.on_plane(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half)

    def on_plane(self, own_mm: Points) -> Points:
        """Returns where points of the card, in mm from its middle, lie on the plane."""
        turn = np.radians(self.turn_deg)
        cos, sin = np.cos(turn), np.sin(turn)
        return own_mm @ np.array([(cos, sin), (-sin, cos)]) + (self.x_mm, self.y_mm)

    def moved(self, own_mm: tuple[float, float], turn_deg: float) -> "Pose":
        """Returns the pose after a shift along the card's own sides, and a turn about its middle."""
        x, y = self.on_plane(np.array([own_mm]))[0].tolist()
        return Pose(x, y, self.turn_deg + turn_deg, self.size_mm)


@dataclass(frozen=True, slots=True)
class Outline:
    """A fitted rectangle: where the card lies, the share of each side that is seen as an edge, and how clear the faintest is."""

    pose: Pose
    seen: tuple[float, ...]
    clear: float

    @property
    def is_whole(self) -> bool:
        return min(self.seen) >= SEEN

    @property
    def has_three_sides(self) -> bool:
        return sorted(self.seen)[1] >= SEEN_WELL


def fit_outline(pixels: Pixels, image_from_plane: NDArray[Any], pose: Pose) -> Outline:
    """Fits a card's edges near a pose. `image_from_plane` is a (3, 3) homography from mm to px."""
    steps = _steps(pixels, image_from_plane, pose)
    turned = steps.ravel()[_turned(pose.size_mm)]
    strength = turned.mean(axis=2)
    across, down = _opposite(strength[:, 3], strength[:, 1]), _opposite(strength[:, 0], strength[:, 2])
    turn = int((across.clear + down.clear - np.abs(TURNS_DEG) * FROM_PLACE).argmax())
    places = (down.first[turn], across.second[turn], down.second[turn], across.first[turn])
    seen = [float(np.mean(turned[turn, side, :, place] >= FAINT)) for side, place in enumerate(places)]
    shift_mm = (float(across.shift_mm[turn]), float(down.shift_mm[turn]))
    clear = min(float(strength[turn, side, place]) for side, place in enumerate(places))
    return Outline(pose.moved(shift_mm, float(TURNS_DEG[turn])), tuple(seen), clear)


def _steps(pixels: Pixels, image_from_plane: NDArray[Any], pose: Pose) -> NDArray[np.float32]:
    """Returns the root of how much the brightness steps across each side: (4, `SAMPLES`, offsets), the sides from the top clockwise, the
    offsets from left to right and downwards.
    """
    own = _sample_places(pose.size_mm)
    places = pose.on_plane(own.reshape(-1, 2)).reshape(1, -1, 2)
    seen = cv2.perspectiveTransform(places, image_from_plane)[0].astype(np.float32)
    left, top = np.maximum(np.floor(seen.min(axis=0)) - 1, 0).astype(int)
    right, bottom = np.maximum(np.ceil(seen.max(axis=0)) + 2, 1).astype(int)
    part = cv2.GaussianBlur(pixels[top:bottom, left:right], (3, 3), 0)
    seen = (seen - (left, top)).astype(np.float32).reshape(4 * SAMPLES, -1, 2)
    lines = cv2.remap(part, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lines = lines.reshape(4 * SAMPLES, seen.shape[1], -1).astype(np.float32)
    steps = np.abs(lines[:, 2:] - lines[:, :-2]).max(axis=2)
    return np.sqrt(np.minimum(steps, STRONGEST)).reshape(4, SAMPLES, -1)


@cache
def _sample_places(size_mm: tuple[float, float]) -> Points:
    """Returns the points that are looked at, in mm from the middle of a card: (4, `SAMPLES`, offsets, 2)."""
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
def _turned(size_mm: tuple[float, float]) -> NDArray[np.int32]:
    """Returns where the steps are found if the card is turned a little more: each line is moved by how far its side moves there.
    (turns, 4, `SAMPLES`, offsets), numbers into the steps.
    """
    along = np.linspace(CORNER - 0.5, 0.5 - CORNER, SAMPLES)
    rise = np.tan(np.radians(TURNS_DEG))[:, np.newaxis, np.newaxis] / STEP_MM
    ways = np.array([size_mm[0], -size_mm[1], size_mm[0], -size_mm[1]])[:, np.newaxis]
    moves = np.rint(rise * ways * along).astype(np.int32)
    places = np.clip(np.arange(OFFSETS) + moves[..., np.newaxis], 0, OFFSETS - 1)
    lines = np.arange(4 * SAMPLES).reshape(4, SAMPLES, 1) * OFFSETS
    return (places + lines).astype(np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class _Opposite:
    """Two opposite edges, for each turn: how clear they are together, at which offsets, and how far their middle is shifted."""

    clear: NDArray[Any]
    first: NDArray[Any]
    second: NDArray[Any]
    shift_mm: NDArray[Any]


def _opposite(first: NDArray[Any], second: NDArray[Any]) -> _Opposite:
    """Finds two opposite edges, (turns, offsets) each, that are as far from each other as a card's, or its sleeve's."""
    card, sleeve = (_clearest(first, second, grown) for grown in (CARD_GROWS, SLEEVE_GROWS))
    is_sleeve = sleeve[0] > SLEEVE_IS_CLEARER * card[0]
    clear, place, grown = (np.where(is_sleeve, one, other) for one, other in zip(sleeve, card, strict=True))
    shift_mm = (place + grown / 2 - (OFFSETS - 1) / 2) * STEP_MM
    return _Opposite(clear, place, place + grown, shift_mm)


def _clearest(
    first: NDArray[Any], second: NDArray[Any], grows: NDArray[np.intp]
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Returns how clear two edges are at best, the offset of the first, and how many steps more the second's is."""
    most = int(np.abs(grows).max())
    beyond = np.pad(second, ((0, 0), (most, most)), constant_values=-STRONGEST)
    other = beyond[:, np.arange(OFFSETS) + grows[:, np.newaxis] + most]
    # One strong edge proves nothing: print has them too.
    together = 1.9 * np.minimum(first[:, np.newaxis], other) + 0.1 * np.maximum(first[:, np.newaxis], other)
    shifts_mm = (np.arange(OFFSETS) + grows[:, np.newaxis] / 2 - (OFFSETS - 1) / 2) * STEP_MM
    together = together - np.abs(shifts_mm) * FROM_PLACE
    flat = together.reshape(len(first), -1)
    best = flat.argmax(axis=1)
    grown, place = np.divmod(best, OFFSETS)
    return flat[np.arange(len(first)), best], place, grows[grown]


def clearest_first(outlines: Sequence[Outline]) -> list[Outline]:
    """Returns outlines, that with the clearest faintest side first."""
    return sorted(outlines, key=lambda one: -one.clear)
