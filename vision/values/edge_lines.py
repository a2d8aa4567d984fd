"""Fits a line to each side of a card, where the step in brightness is strongest."""

import math
from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels, Quad, quad
from vision.lens import Points

SAMPLES = 48
CORNER = 0.08
"""The share of a side at each end that is not looked at: corners are round."""
SHARES = np.linspace(CORNER, 1 - CORNER, SAMPLES)
STRONGEST = 60.0
"""Grey levels; a stronger step is no surer sign of an edge. A step four times as strong counts twice."""
OFF_PLACE = 0.05
"""How much stronger steps must be along a line whose ends lie a mm farther from their places."""
LEAST_BLUR_PX = 0.8
INSIDE_MM, BESIDE_MM = (3.0, 4.0, 5.0), (1.5, 2.25, 3.0)
"""Where a card is compared with the ground beside it, from each side: inside of a sleeve's rim, and beside a drawn line."""
PARTS = 8
"""How many parts of a side are compared; in each of them noise is evened out."""
UNLIKE, UNLIKE_SIDES = 4.0, 3
"""By how many grey levels a card differs from the ground along a side, and along how many of its sides: of 700 cards all
differed by 8 and more along three, fields with thin lines by 2 and less.
"""


class SoftPicture:
    """A picture, and what it is like through softer lenses: worked out once, for all places in it."""

    def __init__(self, pixels: Pixels) -> None:
        self.pixels = pixels
        self._softened: dict[int, Pixels] = {}

    @cached_property
    def for_outlines(self) -> Pixels:
        """The picture as outlines are fitted to it."""
        return cv2.GaussianBlur(self.pixels, (3, 3), 0)

    def softened(self, by_px: float) -> tuple[Pixels, int]:
        """Return the picture as it is softened by about so many px, at least by `LEAST_BLUR_PX`, and how many times smaller it
        is: what is soft needs fewer px.
        """
        step = round(2 * math.log2(max(by_px / LEAST_BLUR_PX, 1.0)))
        smaller = 1 << step // 2
        if step not in self._softened:
            small = cv2.resize(
                self.pixels, None, fx=1 / smaller, fy=1 / smaller, interpolation=cv2.INTER_AREA
            )
            self._softened[step] = cv2.GaussianBlur(small, (0, 0), LEAST_BLUR_PX * 2 ** (step % 2 / 2))
        return self._softened[step], smaller


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """The lines along the sides of a card: where they cross, in px, and by how much brightness steps more along the faintest
    of them than along most lines beside it, as the root of grey levels.
    """

    corners_px: Quad
    stands_out: float


def fit_sides(
    picture: SoftPicture, image_from_card: Points, corners_mm: Points, reach_mm: float, step_mm: float
) -> Sides:
    """Fit a line to each side of a card. `image_from_card`: (3, 3), from mm to px. `corners_mm`: where the lines are
    expected to cross, (4, 2). `reach_mm`: how far from there they are looked for, in steps.
    """
    found = [
        _line(picture, image_from_card, corners_mm[n], corners_mm[(n + 1) % 4], reach_mm, step_mm)
        for n in range(4)
    ]
    meets = np.array([np.cross(found[n - 1][0], found[n][0]) for n in range(4)])
    crossings = cv2.perspectiveTransform((meets[:, :2] / meets[:, 2:])[np.newaxis], image_from_card)
    return Sides(quad(crossings[0]), min(stands_out for _, stands_out in found))


def differs_from_ground(picture: SoftPicture, corners_px: Quad, size_mm: tuple[float, float]) -> bool:
    """Say whether what lies between four corners differs from what is beside it: a field drawn on a mat does not."""
    width, height = size_mm
    corners = quad([(0, 0), (width, 0), (width, height), (0, height)])
    image_from_card = cv2.getPerspectiveTransform(corners, corners_px)
    differ = 0
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = end - start
        across = np.array((along[1], -along[0])) / np.linalg.norm(along)
        offsets = np.array((*(-inside for inside in INSIDE_MM), *BESIDE_MM))
        places = start + SHARES[:, None, None] * along + offsets[None, :, None] * across
        seen = cv2.perspectiveTransform(places.reshape(1, -1, 2), image_from_card)[0].reshape(places.shape)
        shown = _shown(picture.for_outlines, seen).astype(np.float64)
        apart = shown[:, : len(INSIDE_MM)].mean(axis=1) - shown[:, len(INSIDE_MM) :].mean(axis=1)
        parts = np.abs(apart.reshape(PARTS, -1, 3).mean(axis=1))
        differ += bool(np.median(parts.max(axis=-1)) >= UNLIKE)
    return differ >= UNLIKE_SIDES


def _line(
    picture: SoftPicture, image_from_card: Points, start: Points, end: Points, reach_mm: float, step_mm: float
) -> tuple[Points, float]:
    """Return the line near a side along which brightness steps most, (a, b, c) of ax + by + c = 0, in mm on the card; and
    by how much it stands out.
    """
    along = end - start
    across = np.array((along[1], -along[0])) / np.linalg.norm(along)
    offsets = np.arange(-reach_mm - step_mm, reach_mm + 1.5 * step_mm, step_mm)
    places = start + SHARES[:, None, None] * along + offsets[None, :, None] * across
    seen = cv2.perspectiveTransform(places.reshape(1, -1, 2), image_from_card)[0].reshape(places.shape)
    steps = _steps(picture, seen)
    between, first, last = _between(steps.shape[1])
    mean = np.take(steps, between, mode="clip").mean(axis=2)
    off_mm = (np.abs(offsets[first + 1]) + np.abs(offsets[last + 1])) / 2
    one, other = np.unravel_index(int((mean - OFF_PLACE * off_mm).argmax()), mean.shape)
    here, there = start + offsets[one + 1] * across, end + offsets[other + 1] * across
    (x, y), (to_x, to_y) = here.tolist(), there.tolist()
    line = np.array((y - to_y, to_x - x, x * to_y - y * to_x))
    return line, float(mean[one, other] - np.median(mean))


@cache
def _between(count: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return the places along all lines from one offset at the start of a side to one at its end, (count, count, `SAMPLES`),
    numbers into the steps, and both offsets.
    """
    first, last = np.meshgrid(np.arange(count), np.arange(count), indexing="ij")
    rows = np.rint(first[..., None] + SHARES * (last - first)[..., None]).astype(np.intp)
    return np.arange(SAMPLES) * count + rows, first, last


def _steps(picture: SoftPicture, places_px: Points) -> Points:
    """Return the square root of the change of brightness across each place, from its neighbour before to the one behind.

    `places_px`: (lines, places, 2). The result is (lines, places - 2), as the first and the last place have one neighbour.
    """
    apart_px = float(np.linalg.norm(places_px[0, 1] - places_px[0, 0]))
    softened, smaller = picture.softened(apart_px / 2)
    shown = _shown(softened, (places_px + 0.5) / smaller - 0.5)
    blue, green, red = cv2.split(cv2.absdiff(shown[:, 2:], shown[:, :-2]))
    strongest = cv2.max(cv2.max(blue, green), red)
    return np.asarray(np.sqrt(np.minimum(strongest, np.float32(STRONGEST))))


def _shown(pixels: Pixels, places_px: Points) -> Pixels:
    """Return what a picture shows at some places, (lines, places, 2): (lines, places, 3)."""
    height, width = pixels.shape[:2]
    left, top = np.clip(np.floor(places_px.min(axis=(0, 1))) - 4, 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.maximum(np.ceil(places_px.max(axis=(0, 1))) + 5, (left + 1, top + 1)).astype(int)
    seen = (places_px - (left, top)).astype(np.float32)
    part = pixels[top:bottom, left:right]
    return cv2.remap(part, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
