"""Models a lens: where it puts a straight line of the world in the picture, and back.

A pinhole with the usual distortion (Brown 1966, in OpenCV's notation): k1, k2, k3 radial, p1, p2 tangential.
A lens is valid for one camera at one size of picture.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.codec import read, write
from companion.errors import Malformed
from companion.words import Text

Points = NDArray[Any]
"""Points: (N, 2) float64."""


@dataclass(frozen=True, slots=True)
class Lens:
    """Focal lengths and centre in px of a picture of this size, and the distortion. Raises `Malformed`."""

    width_px: int
    height_px: int
    fx_px: float
    fy_px: float
    cx_px: float
    cy_px: float
    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0
    k3: float = 0.0

    def __post_init__(self) -> None:
        if min(self.width_px, self.height_px) < 1 or min(self.fx_px, self.fy_px) <= 0:
            raise Malformed("", Text("the picture size and the focal lengths of a lens must be above 0"))

    @property
    def matrix(self) -> NDArray[Any]:
        """The camera matrix: (3, 3) float64."""
        return np.array(
            [[self.fx_px, 0, self.cx_px], [0, self.fy_px, self.cy_px], [0, 0, 1]], dtype=np.float64
        )

    @property
    def distortion(self) -> NDArray[Any]:
        """The distortion k1, k2, p1, p2, k3, in OpenCV's order: (5,) float64."""
        return np.array([self.k1, self.k2, self.p1, self.p2, self.k3], dtype=np.float64)

    @property
    def is_straight(self) -> bool:
        """Whether the lens does not distort."""
        return not (self.k1 or self.k2 or self.p1 or self.p2 or self.k3)

    def straight_from_image(self, points_px: Points) -> Points:
        """Return where points of the picture would be without distortion: (N, 2) px to (N, 2) px."""
        points = np.asarray(points_px, dtype=np.float64).reshape(-1, 1, 2)
        if self.is_straight:
            return points.reshape(-1, 2)
        # Iterates to a thousandth of a pixel; OpenCV's usual five iterations are not enough near the corners.
        until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-6)
        straight = cv2.undistortPoints(
            points, self.matrix, self.distortion, R=np.eye(3), P=self.matrix, criteria=until
        )
        return straight.reshape(-1, 2)

    def image_from_straight(self, points_px: Points) -> Points:
        """Return where the lens puts undistorted points: (N, 2) px to (N, 2) px."""
        points = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
        if self.is_straight:
            return points
        x = (points[:, 0] - self.cx_px) / self.fx_px
        y = (points[:, 1] - self.cy_px) / self.fy_px
        far = x * x + y * y
        radial = 1 + far * (self.k1 + far * (self.k2 + far * self.k3))
        bent_x = x * radial + 2 * self.p1 * x * y + self.p2 * (far + 2 * x * x)
        bent_y = y * radial + self.p1 * (far + 2 * y * y) + 2 * self.p2 * x * y
        return np.stack([bent_x * self.fx_px + self.cx_px, bent_y * self.fy_px + self.cy_px], axis=1)


def pinhole(width_px: int, height_px: int) -> Lens:
    """Return a lens without distortion, for cameras that are not calibrated."""
    return Lens(width_px, height_px, float(width_px), float(width_px), width_px / 2, height_px / 2)


def lens_to_json(lens: Lens) -> dict[str, Any]:
    """Return a lens in the form in which it is saved."""
    data: dict[str, Any] = write(lens)
    return data


def lens_from_json(data: Any) -> Lens:
    """Read a saved lens. Raises `Malformed`."""
    return read(Lens, data)
