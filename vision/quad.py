"""Four corners in a picture: of a code, a tag, a card. Clockwise as the thing itself is read, its top left first."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Quad = NDArray[Any]
"""float32 of shape (4, 2): x and y in pixels."""


def quad(points: object) -> Quad:
    """Corners from anything that holds four points."""
    return np.asarray(points, dtype=np.float32).reshape(4, 2)


def square_around(middle: NDArray[Any], side: float) -> Quad:
    """The corners of an upright square."""
    half = side / 2
    away = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    return quad(middle + away)


def centre(corners: Quad) -> NDArray[Any]:
    """The middle of four corners."""
    return corners.mean(axis=0)


def side_px(corners: Quad) -> float:
    """The mean length of the four sides."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def scale_quad(corners: Quad, times: float) -> Quad:
    """The same shape around the same middle, larger or smaller."""
    middle = centre(corners)
    return np.asarray(middle + (corners - middle) * times, dtype=np.float32)


def same_place(one: Quad, other: Quad) -> bool:
    """Whether two readings lie on each other: their middles are nearer than half a side."""
    apart = float(np.linalg.norm(centre(one) - centre(other)))
    return apart < 0.5 * max(side_px(one), side_px(other))
