"""Handles four corners in a picture, of a code, a tag or a card: clockwise as the object is read, from its
top left.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Quad = NDArray[Any]
"""Four corners: (4, 2) float32, px."""


def quad(points: object) -> Quad:
    """Converts anything with four points to corners."""
    return np.asarray(points, dtype=np.float32).reshape(4, 2)


def square_around(middle: NDArray[Any], side: float) -> Quad:
    """Returns the corners of an upright square around a centre, (2,) px."""
    half = side / 2
    away = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    return quad(middle + away)


def centre(corners: Quad) -> NDArray[Any]:
    """Returns the centre of four corners: (2,) float32, px."""
    return corners.mean(axis=0)


def side_px(corners: Quad) -> float:
    """Returns the mean length of the four sides."""
    # For four points plain Python is ten times faster than numpy.
    one, two, three, four = corners.tolist()
    return (math.dist(one, two) + math.dist(two, three) + math.dist(three, four) + math.dist(four, one)) / 4


def scale_quad(corners: Quad, times: float) -> Quad:
    """Scales corners about their centre: (4, 2) float32."""
    middle = centre(corners)
    return np.asarray(middle + (corners - middle) * times, dtype=np.float32)


def same_place(one: Quad, other: Quad) -> bool:
    """Tells whether two readings lie on each other: their centres are nearer than half a side."""
    (x, y), (other_x, other_y) = (map(sum, zip(*each.tolist(), strict=True)) for each in (one, other))
    apart = math.hypot(x - other_x, y - other_y) / 4
    return apart < 0.5 * max(side_px(one), side_px(other))
