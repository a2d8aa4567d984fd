"""Tells two faces apart that differ in little, such as a thin digit, by its shape.

A thin stroke is nearly all edge, and print may lie half a pixel beside its place, so that single pixels of it tell hardly
anything. So the places in which the two differ whatever is moved are compared as a whole: each with both faces, moved by
less than a pixel to where it fits best, in its own contrast.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.light_fit import GREY
from vision.frame import Pixels

STEPS_PX = (-0.75, -0.375, 0.0, 0.375, 0.75)
SHIFTS_PX = [(x, y) for x in STEPS_PX for y in STEPS_PX]
FARTHEST_PX = [(x, y) for x in STEPS_PX[::2] for y in STEPS_PX[::2]]
"""How far print is moved, to the right and down: where it fits best, and to find where two faces differ."""
SOFTER_PX = 0.9
"""How much softer the picture may be than the faces."""
PLACE_PX, ROOM_PX, REACH_PX = 7, 2, 7
"""The squares in which two faces are compared, what is beside them for moving print, and how far around its middle a place is
compared.
"""
MOST_PLACES, LESSER = 4, 0.3
"""In how many places two faces are compared at most, and by how much less than in the first they may differ there."""
CONTRAST = (0.5, 1.5)
"""By how much print may be weaker or stronger than on a face."""
TOLD = 2.0
"""By how many times more the two faces must differ than the picture from the nearer one: with less, the margin was of the wrong
sign for cards that differ in nothing but their references; with more, for none of 1,000 pairs.
"""
CLEARLY = 0.6
"""From this margin on, the two faces are not made softer and compared again."""


def shape_margin(seen: NDArray[np.float32], mine: Pixels, other: Pixels, usable: NDArray[np.bool_]) -> float:
    """Return by which margin a picture is of a face and not of another, by the shape of what differs: 1 for the face, -1 for
    the other, 0 if it tells nothing. `seen`: the picture over the face and in its light; `usable`: (H, W), what of it is in
    sight.
    """
    now, was, its = (cv2.transform(one.astype(np.float32), GREY) for one in (seen, mine, other))
    places = list(_places(was, its, usable))
    sharp = _Fit.of(now, was, its, places)
    if abs(sharp.margin) >= CLEARLY:
        return sharp.margin
    was, its = (cv2.GaussianBlur(one, (0, 0), SOFTER_PX) for one in (was, its))
    soft = _Fit.of(now, was, its, places)
    return min(sharp, soft, key=lambda one: min(one.off_mine, one.off_other)).margin


@dataclass(frozen=True, slots=True)
class _Fit:
    """The squares by which a picture differs from a face in some places, from another face, and these from each other."""

    off_mine: float
    off_other: float
    apart: float

    @classmethod
    def of(
        cls, now: NDArray[Any], was: NDArray[Any], its: NDArray[Any], places: Sequence[tuple[int, int]]
    ) -> "_Fit":
        found = np.zeros(3)
        for x, y in places:
            part = slice(y - REACH_PX, y + REACH_PX + 1), slice(x - REACH_PX, x + REACH_PX + 1)
            mine, other = _moved_parts(was, x, y), _moved_parts(its, x, y)
            found += (_off(now[part], mine), _off(now[part], other), _off(was[part], other))
        return cls(*found.tolist())

    @property
    def margin(self) -> float:
        """1 for the face, -1 for the other, 0 where the two do not differ enough."""
        if self.apart == 0 or self.apart < TOLD * min(self.off_mine, self.off_other):
            return 0.0
        return float(np.clip((self.off_other - self.off_mine) / self.apart, -1, 1))


def _places(was: NDArray[Any], its: NDArray[Any], usable: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Yield the middles of the places in which two faces differ most, wherever print of the one is moved."""
    square = (PLACE_PX, PLACE_PX)
    differs = np.minimum.reduce(
        [cv2.blur(np.square(was - _moved(its, shift)), square) for shift in FARTHEST_PX]
    )
    wide = 2 * REACH_PX + 1
    differs *= cv2.erode(usable.astype(np.uint8), np.ones((wide, wide), np.uint8))
    edge = REACH_PX + ROOM_PX
    differs[:edge] = differs[-edge:] = 0
    differs[:, :edge] = differs[:, -edge:] = 0
    least = LESSER * float(differs.max())
    for _ in range(MOST_PLACES):
        y, x = divmod(int(differs.argmax()), differs.shape[1])
        if differs[y, x] <= least:
            return
        yield x, y
        differs[y - REACH_PX : y + REACH_PX + 1, x - REACH_PX : x + REACH_PX + 1] = 0


def _moved_parts(face: NDArray[Any], x: int, y: int) -> NDArray[Any]:
    """Return what a face shows at one place, once for each shift of `SHIFTS_PX`, less its mean brightness: (shifts, px)."""
    wide = REACH_PX + ROOM_PX
    around = face[y - wide : y + wide + 1, x - wide : x + wide + 1]
    inner = slice(ROOM_PX, -ROOM_PX)
    parts = np.stack([_moved(around, shift)[inner, inner].ravel() for shift in SHIFTS_PX])
    return np.asarray(parts - parts.mean(axis=1, keepdims=True))


def _off(here: NDArray[Any], moved: NDArray[Any]) -> float:
    """Return the squares by which a place differs from that of a face where it fits best, in its own contrast."""
    own = (here - here.mean()).ravel()
    products, squares = np.einsum("sp,p->s", moved, own), np.einsum("sp,sp->s", moved, moved)
    contrast = np.clip(products / np.maximum(squares, 1e-6), *CONTRAST)
    return float((own @ own - 2 * contrast * products + contrast**2 * squares).min())


def _moved(picture: NDArray[Any], shift: tuple[float, float]) -> NDArray[Any]:
    height, width = picture.shape[:2]
    way = np.array([(1, 0, shift[0]), (0, 1, shift[1])])
    return cv2.warpAffine(
        picture, way, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
