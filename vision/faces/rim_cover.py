"""Tells which small parts of a card something hides that reaches over its rim: the next card, a finger, a token.

Such a part is wholly of another colour, from the card's very edge on. A digit that differs lies inside the frame, which then
looks as it should.
"""

from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.light_fit import ranked
from vision.frame import Grey, Pixels

BOX_PX, OTHER_COLOUR, NOISES = 5, 24.0, 4.0
"""Colours are compared in squares of so many px (2.5 px are a mm). A cover differs by so many grey levels, and by so many times
what most of the card differs.
"""
GAP_PX, THIN_PX = 5, 7
"""Gaps so wide in a cover look by chance like the card beneath; what is thinner than a cover is a worn edge."""
EDGE_PX, LEAST_PX = 3, 6
"""How near to the edge of the card a cover reaches, and along how many px of it."""
SMALL = 0.15
"""The share of a card that such covers hide at most, with what is around them."""
AROUND_PX = 7
"""What is so near to a cover may be its shadow."""


def hidden_from_rim(shown: NDArray[np.float32], reference: Pixels, seen: NDArray[np.bool_]) -> Grey:
    """Return where covers hide a picture that lies over a reference, in its light: (H, W), 1 there; all 0 if they would hide
    too much. `seen`: (H, W), where the picture is of the card and says something.
    """
    none: Grey = np.zeros(seen.shape, np.uint8)
    apart = cv2.absdiff(_soft(np.clip(shown, 0, 255)), _soft(reference.astype(np.float32)))
    far = np.maximum.reduce(cv2.split(apart))
    differs = far > max(OTHER_COLOUR, NOISES * ranked(far[seen], 0.5))
    joined = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_CLOSE, _disc(GAP_PX))
    joined = cv2.morphologyEx(_with_cut_off(joined), cv2.MORPH_OPEN, _disc(THIN_PX))
    outer, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hidden = none.copy()
    for contour in outer:
        if _length_on_edge(contour, joined.shape) >= LEAST_PX:
            cv2.fillConvexPoly(hidden, cv2.convexHull(contour), (1,))
    hidden = cv2.dilate(hidden, _disc(2 * AROUND_PX + 1))
    return hidden if cv2.countNonZero(hidden) <= SMALL * hidden.size else none


def _with_cut_off(differs: Grey) -> Grey:
    """Return what differs, together with small parts that it encloses. Of a white card that lies on a white one, only the edge
    differs: what that edge encloses is hidden too.
    """
    _, parts, stats, _ = cv2.connectedComponentsWithStats(1 - differs, connectivity=4)
    is_small = stats[:, cv2.CC_STAT_AREA] <= SMALL * differs.size
    return (is_small[parts] | (differs > 0)).astype(np.uint8)


def _length_on_edge(contour: NDArray[Any], shape: tuple[int, ...]) -> int:
    """Return how many px of a contour lie along the edge of a picture."""
    x, y = contour.reshape(-1, 2).T
    height, width = shape
    away = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
    return int(np.count_nonzero(away < EDGE_PX))


def _soft(picture: NDArray[Any]) -> NDArray[Any]:
    return cv2.blur(picture, (BOX_PX, BOX_PX))


@cache
def _disc(width_px: int) -> Grey:
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width_px, width_px))
