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

from vision.frame import Pixels
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


@dataclass(frozen=True, slots=True)
class LikelyPlace:
    """Where a card may lie: its votes from 0 to 1, and its middle, its clockwise turn and its scale in the photograph."""

    votes: float
    x_px: float
    y_px: float
    turn_deg: float
    px_per_mm: float

    def image_from_card(self) -> Points:
        """Returns the (3, 3) matrix from mm on the card, from its middle, to px."""
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
    """Returns where cards may lie, those with most votes first. `scales`: the px of a mm that are tried. `least`: the fewest
    votes.
    `may_be_close`: whether places may overlap, of which only one can be a card's.
    """
    middle = float(np.median(scales))
    by = WORKING_PX_PER_MM / middle
    small = cv2.resize(pixels, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    found = [
        place
        for turn_deg in np.arange(-45.0, 45.0, TURN_STEP_DEG).tolist()
        for place in _voted(small, turn_deg, size_mm, [scale * by for scale in scales], least)
    ]
    return [
        LikelyPlace(one.votes, one.x_px / by, one.y_px / by, one.turn_deg, one.px_per_mm / by)
        for one in _apart(found, size_mm[0] * WORKING_PX_PER_MM, may_be_close=may_be_close)
    ]


def _voted(
    small: Pixels, turn_deg: float, size_mm: tuple[float, float], scales: Sequence[float], least: float
) -> Iterator[LikelyPlace]:
    """Yields the places of cards that are turned by an angle, or by a right angle more."""
    turned, back = _turned(small, turn_deg)
    across, down = _edges(turned)
    for is_lying in (False, True):
        width_mm, height_mm = size_mm[::-1] if is_lying else size_mm
        for scale in scales:
            width, height = round(width_mm * scale), round(height_mm * scale)
            if min(turned.shape[:2]) <= max(width, height):
                continue
            votes = _votes(across, down, width, height)
            most = cv2.dilate(votes, np.ones((AROUND_PX, AROUND_PX), np.uint8))
            for y, x in np.argwhere((votes == most) & (votes >= least)):
                at_x, at_y = (back @ (x + width // 2, y + height // 2, 1.0)).tolist()
                yield LikelyPlace(float(votes[y, x]), at_x, at_y, turn_deg + 90.0 * is_lying, scale)


def _turned(small: Pixels, turn_deg: float) -> tuple[Pixels, Points]:
    """Returns a picture turned to the left, in a square that holds all of it, and the (2, 3) matrix back. What is beside it
    is even.
    """
    height, width = small.shape[:2]
    side = int(np.hypot(width, height)) + 4
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 1.0)
    matrix[:, 2] += ((side - width) / 2, (side - height) / 2)
    turned = cv2.warpAffine(small, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return turned, cv2.invertAffineTransform(matrix)


def _edges(pixels: Pixels) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Returns how much of an edge there is at each px, across and down, from 0 to 1."""
    across = np.zeros(pixels.shape[:2], np.float32)
    down = across.copy()
    across[:, 1:-1] = np.maximum.reduce(cv2.split(cv2.absdiff(pixels[:, 2:], pixels[:, :-2])))
    down[1:-1] = np.maximum.reduce(cv2.split(cv2.absdiff(pixels[2:], pixels[:-2])))
    wide = [(np.minimum(across / EDGE, 1), (1, 0)), (np.minimum(down / EDGE, 1), (0, 1))]
    one, other = (
        np.mean(
            [edge, *(cv2.dilate(edge, np.ones((1 + (by - 1) * y, 1 + (by - 1) * x))) for by in WIDENED_PX)],
            axis=0,
        )
        for edge, (x, y) in wide
    )
    return one, other


def _votes(
    across: NDArray[np.float32], down: NDArray[np.float32], width: int, height: int
) -> NDArray[np.float32]:
    """Returns the votes of each rectangle of a size in px, at its upper left corner."""
    upright = cv2.blur(across, (1, max(1, round(STRAIGHT * height))))
    flat = cv2.blur(down, (max(1, round(STRAIGHT * width)), 1))
    sides = np.minimum(upright[:, :-width], upright[:, width:])[height // 2 :]
    ends = np.minimum(flat[:-height], flat[height:])[:, width // 2 :]
    high, wide = min(len(sides), len(ends)), min(sides.shape[1], ends.shape[1])
    return np.minimum(sides[:high, :wide], ends[:high, :wide])


def _apart(found: Sequence[LikelyPlace], width_px: float, *, may_be_close: bool) -> list[LikelyPlace]:
    """Returns the places with most votes that are far enough from each other."""
    order = sorted(found, key=lambda one: one.votes, reverse=True)
    middles = np.array([(one.x_px, one.y_px) for one in order]).reshape(-1, 2)
    turns = np.array([one.turn_deg for one in order])
    is_free = np.ones(len(order), bool)
    kept = []
    for n, one in enumerate(order):
        if is_free[n]:
            kept.append(one)
            far = np.hypot(*(middles - middles[n]).T) > (CLOSE if may_be_close else APART) * width_px
            is_free &= far | (may_be_close & (turns != turns[n]))
    return kept
