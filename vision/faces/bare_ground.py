"""Takes the ground out of the picture of a camera that stands still, so that what is printed on it is taken for no card.

What the camera saw first is the ground; whatever differs from it since was laid there. Lines of a mat, and patterns of a cloth
as large as cards, are rectangles for whoever looks for edges alone: of the ground only an even colour is left.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels, Quad, to_grey

WORKING_PX = 960
"""The longer side of the picture in which what was laid is told from the ground."""
DIFFERS = 16.0
"""By how many grey levels, in one colour, a pixel differs that shows something else: noise and JPEG, blurred, stay under 8."""
SAME_LIGHT = 0.3
"""The share of the picture that hardly changes while the light is the same: nine cards cover two thirds of a near picture."""
LIGHT = (0.5, 2.0)
"""By how much the light may have changed."""
SMALLEST = 0.002
"""The share of the picture that a thing covers at least."""
EDGE, PLAIN = 45, 0.003
"""The step of brightness, in grey levels, that makes an edge; the share of the picture that edges of a plain ground have at
most: cloth and wood had none, mats and patterns 0.006 and more.
"""
STILL = 0.002
"""The share of the picture that may differ between two looks at the same."""
MOVED = 0.92
"""Where more of the picture differs, the camera was moved."""
BESIDE_PX, SOFT_PX = 4, 1.5
"""How much around a thing is kept, and how softly it ends, in the smaller picture: a sharp end would be an edge."""


def is_still(one: Pixels, other: Pixels) -> bool:
    """Tell whether two pictures of a camera show the same."""
    return float(_differs(_small(one)[0], _small(other)[0]).mean()) < STILL


def is_plain(pixels: Pixels, lying: Sequence[Quad]) -> bool:
    """Tell whether a ground has hardly any edges beside the cards that lie there: no lines of a mat, and no pattern."""
    small, by = _small(pixels)
    edges = cv2.Canny(cv2.GaussianBlur(to_grey(small), (0, 0), 1.0), EDGE / 2, EDGE)
    covered = np.zeros_like(edges)
    for corners in lying:
        cv2.fillConvexPoly(covered, np.round(corners * by).astype(np.int32), 255)
    covered = cv2.dilate(covered, np.ones((2 * BESIDE_PX + 1,) * 2, np.uint8))
    edges[covered > 0] = 0
    return cv2.countNonZero(edges) < PLAIN * edges.size


class BareGround:
    """The ground before a camera, as it was when nothing that was laid since lay there."""

    def __init__(self, pixels: Pixels) -> None:
        """Begin with a picture, (H, W, 3) uint8 BGR: all that is in it is ground."""
        self._small, _ = _small(pixels)
        self._colour = np.median(self._small.reshape(-1, 3), axis=0)

    def without(self, pixels: Pixels) -> Pixels | None:
        """Return a picture in which the ground is even, (H, W, 3) uint8 BGR; None if the camera was moved."""
        small, _ = _small(pixels)
        laid = _things(_differs(small, self._small))
        if float(laid.mean()) > MOVED:
            return None
        # Daylight changes: the ground is what it is now.
        self._small[laid == 0] = small[laid == 0]
        near = cv2.dilate(laid, np.ones((2 * BESIDE_PX + 1,) * 2, np.uint8)).astype(np.float32)
        kept = cv2.resize(cv2.GaussianBlur(near, (0, 0), SOFT_PX), pixels.shape[1::-1])[..., np.newaxis]
        return np.asarray(pixels * kept + self._colour * (1 - kept), np.uint8)


def _small(pixels: Pixels) -> tuple[Pixels, float]:
    by = min(1.0, WORKING_PX / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (0, 0), 1.0), by


def _differs(now: Pixels, ground: Pixels) -> NDArray[np.uint8]:
    """Return 1 where a picture shows something else than the ground, whatever the light: (H, W)."""
    here, there = now.astype(np.float32), ground.astype(np.float32)
    apart = np.abs(here - there)
    if float((apart.max(axis=2) < DIFFERS).mean()) < SAME_LIGHT:
        light = np.clip(np.median((here + 1) / (there + 1), axis=(0, 1)), *LIGHT)
        apart = np.abs(here - light * there)
    return np.asarray(apart.max(axis=2) >= DIFFERS, np.uint8)


def _things(differs: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return 1 within whatever is large enough: parts of it may look like the ground."""
    whole = cv2.morphologyEx(differs, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    whole = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    things = np.zeros_like(differs)
    for outline in outlines:
        hull = cv2.convexHull(outline)
        if cv2.contourArea(hull) >= SMALLEST * differs.size:
            cv2.fillConvexPoly(things, hull, 1)
    return things
