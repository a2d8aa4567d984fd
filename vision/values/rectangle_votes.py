"""Finds where cards may lie in a photograph, on any ground: the edges in it vote for rectangles of a card's size.

This is a Hough transform for one shape (Ballard, 1981). The picture is turned by each angle that is tried, so that the sides
of cards stand and lie. A rectangle has as many votes as its worst side has edges below it, as a share of the side. The
ground may have strong edges of its own: a card lies on top of it, and its outline alone is whole.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey, Pixels
from vision.lens import Points

WORKING_PX_PER_MM = 0.8
"""How fine the picture is in which edges vote: a side that bends or leans by a mm or two keeps most of its votes."""
TURN_STEP_DEG = 4.0
EDGE = 12.0
"""The step of brightness, in grey levels, that counts as a whole edge."""
WIDENED_PX = (3, 5)
"""How wide an edge is taken to be, besides its own width, so that an edge exactly below a side counts most."""
STRAIGHT = 0.84
"""The share of a side that has votes: corners are round."""
AROUND_PX = 9
"""A place has the most votes in a square of so many px."""
APART = 0.8
"""How far from each other the middles of two cards lie at least, as a share of a card's width."""
CLOSE = 0.15
"""The same for places of one turn that are all tried: one may be a card, and another its frame, or a field below it."""
MOST_PLACES = 150
PLAIN_SHARE = 0.1
"""A picture is noise if less than this share of it has few edges. In a photograph of cards with busy pictures in close rows,
edges cover more than half.
"""


@dataclass(frozen=True, slots=True)
class LikelyPlace:
    """Where a card may lie: its votes from 0 to 1, and its middle, its clockwise turn and its scale in the photograph."""

    votes: float
    x_px: float
    y_px: float
    turn_deg: float
    px_per_mm: float

    def image_from_card(self) -> Points:
        """Return the (3, 3) matrix from mm on the card, from its middle, to px."""
        turn = np.radians(self.turn_deg)
        cos, sin = self.px_per_mm * np.cos(turn), self.px_per_mm * np.sin(turn)
        return np.array([(cos, -sin, self.x_px), (sin, cos, self.y_px), (0.0, 0.0, 1.0)])


def likely_places(
    pixels: Pixels,
    size_mm: tuple[float, float],
    scales: Sequence[float],
    least: float,
    *,
    may_be_close: bool = False,
) -> list[LikelyPlace]:
    """Return where cards may lie, at most `MOST_PLACES`, those with most votes first. `scales`: the px of a mm that are
    tried. `least`: the fewest votes. `may_be_close`: whether places may overlap, of which only one can be a card's.
    """
    middle = float(np.median(scales))
    by = WORKING_PX_PER_MM / middle
    small = cv2.resize(pixels, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    if min(float(np.quantile(edges, PLAIN_SHARE)) for edges in _edges(small)) >= least:
        # Every rectangle has so many votes, and none tells where a card lies.
        return []
    found = np.concatenate(
        [
            places
            for turn_deg in np.arange(-45.0, 45.0, TURN_STEP_DEG).tolist()
            for places in _voted(small, turn_deg, size_mm, [scale * by for scale in scales], least)
        ]
        or [np.zeros((0, 5))]
    )
    return [
        LikelyPlace(votes, x_px / by, y_px / by, turn_deg, px_per_mm / by)
        for votes, x_px, y_px, turn_deg, px_per_mm in _apart(
            found, size_mm[0] * WORKING_PX_PER_MM, may_be_close=may_be_close
        ).tolist()
    ]


def _voted(
    small: Pixels, turn_deg: float, size_mm: tuple[float, float], scales: Sequence[float], least: float
) -> Iterator[NDArray[np.float64]]:
    """Yield the places of cards that are turned by an angle, or by a right angle more, those of one scale together: (N, 5),
    what `LikelyPlace` says of each, in px of the small picture.
    """
    turned, back = _turned(small, turn_deg)
    across, down = _edges(turned)
    for is_lying in (False, True):
        width_mm, height_mm = size_mm[::-1] if is_lying else size_mm
        for scale in scales:
            width, height = round(width_mm * scale), round(height_mm * scale)
            if min(turned.shape[:2]) <= max(width, height):
                continue
            votes = _votes(across, down, width, height, least)
            if votes is None:
                continue
            most = cv2.dilate(votes, np.ones((AROUND_PX, AROUND_PX), np.uint8))
            some = np.flatnonzero(votes >= least)
            y, x = np.divmod(some[np.equal(votes, most).ravel()[some]], votes.shape[1])
            at = back @ (x + width // 2, y + height // 2, np.ones(len(x)))
            turn = np.full(len(x), turn_deg + 90.0 * is_lying)
            yield np.column_stack([votes[y, x], *at, turn, np.full(len(x), scale)])


def _turned(small: Pixels, turn_deg: float) -> tuple[Pixels, Points]:
    """Return a picture turned to the left, in a square that holds all of it, and the (2, 3) matrix back. What is beside it
    is even.
    """
    height, width = small.shape[:2]
    side = int(np.hypot(width, height)) + 4
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 1.0)
    matrix[:, 2] += ((side - width) / 2, (side - height) / 2)
    turned = cv2.warpAffine(small, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return turned, cv2.invertAffineTransform(matrix)


def _edges(pixels: Pixels) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return how much of an edge there is at each px, across and down, from 0 to 1."""
    across = np.zeros(pixels.shape[:2], np.float32)
    down = across.copy()
    across[:, 1:-1] = _strongest(cv2.absdiff(pixels[:, 2:], pixels[:, :-2]))
    down[1:-1] = _strongest(cv2.absdiff(pixels[2:], pixels[:-2]))
    return _widened(np.minimum(across / EDGE, 1), (1, 0)), _widened(np.minimum(down / EDGE, 1), (0, 1))


def _strongest(steps: Pixels) -> Grey:
    """Return the largest of the three channels."""
    blue, green, red = cv2.split(steps)
    return cv2.max(cv2.max(blue, green), red)


def _widened(edge: NDArray[np.float32], way: tuple[int, int]) -> NDArray[np.float32]:
    """Return the mean of edges and of the same made wider, across (1, 0) or down (0, 1)."""
    x, y = way
    wider = [cv2.dilate(edge, np.ones((1 + (by - 1) * y, 1 + (by - 1) * x))) for by in WIDENED_PX]
    return np.asarray(sum(wider, start=edge) / np.float32(1 + len(wider)))


def _votes(
    across: NDArray[np.float32], down: NDArray[np.float32], width: int, height: int, least: float
) -> NDArray[np.float32] | None:
    """Return the votes of each rectangle of a size in px, at its upper left corner; None if all have fewer than the least."""
    upright = cv2.blur(across, (1, max(1, round(STRAIGHT * height))))
    sides = np.minimum(upright[:, :-width], upright[:, width:])[height // 2 :]
    if sides.max() < least:
        return None
    flat = cv2.blur(down, (max(1, round(STRAIGHT * width)), 1))
    ends = np.minimum(flat[:-height], flat[height:])[:, width // 2 :]
    high, wide = min(len(sides), len(ends)), min(sides.shape[1], ends.shape[1])
    votes = np.minimum(sides[:high, :wide], ends[:high, :wide])
    return votes if votes.max() >= least else None


def _apart(found: NDArray[np.float64], width_px: float, *, may_be_close: bool) -> NDArray[np.float64]:
    """Return the places with most votes that are far enough from each other."""
    order = found[np.argsort(-found[:, 0], kind="stable")]
    middles, turns = order[:, 1:3], order[:, 3]
    is_free = np.ones(len(order), bool)
    kept: list[int] = []
    while len(kept) < MOST_PLACES and is_free.any():
        n = int(is_free.argmax())
        kept.append(n)
        far = np.hypot(*(middles - middles[n]).T) > (CLOSE if may_be_close else APART) * width_px
        is_free &= far | (may_be_close & (turns != turns[n]))
    return order[kept]
