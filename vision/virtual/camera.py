"""Projects the table into the picture of a virtual camera: a pinhole with a pose, a focal length and a
distorting lens.

Millimetres are the mat's: x to the right, y down, and heights upwards from the table. The camera's own axes are x to
the right, y down and z forward. The lens is Brown's: with x = X/Z, y = Y/Z and r2 = x*x + y*y

    bent x = x (1 + k1 r2 + k2 r2^2 + k3 r2^3) + 2 p1 x y + p2 (r2 + 2 x x)
    bent y = y (1 + k1 r2 + k2 r2^2 + k3 r2^3) + p1 (r2 + 2 y y) + 2 p2 x y
    u = focal_px * bent x + middle of the picture, v likewise
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.region import Region

Points = NDArray[Any]
"""Points: (..., 2) or (..., 3) float64."""

STRAIGHTENING_STEPS = 12
"""Iterations to undo the distortion; the error shrinks tenfold in each, for usual lenses."""
GRID_PX = 8
"""Places on the table are computed for one pixel in so many and interpolated; a lens bends by less than 0.01
px over that.
"""
FOCAL_WIDTHS = 0.8
"""The focal length of a common webcam, in widths of its picture: 64 degrees across."""
FITS_WITHIN = 0.015
"""The margin around a mat that just fits, as a share of the picture."""


@dataclass(frozen=True, slots=True)
class VirtualLens:
    """The distortion of a lens: radial (k) and tangential (p). The default is a webcam's slight barrel."""

    k1: float = -0.06
    k2: float = 0.012
    k3: float = 0.0
    p1: float = 0.0005
    p2: float = -0.0003

    def distort(self, points: Points) -> Points:
        """Distorts points of the plane z = 1 as the lens does: (..., 2) to (..., 2)."""
        x, y = points[..., 0], points[..., 1]
        r2 = x * x + y * y
        radial = 1 + r2 * (self.k1 + r2 * (self.k2 + r2 * self.k3))
        return np.stack(
            [
                x * radial + 2 * self.p1 * x * y + self.p2 * (r2 + 2 * x * x),
                y * radial + self.p1 * (r2 + 2 * y * y) + 2 * self.p2 * x * y,
            ],
            axis=-1,
        )

    def undistort(self, points: Points) -> Points:
        """Undoes the distortion of the lens: (..., 2) to (..., 2)."""
        straight = points
        for _ in range(STRAIGHTENING_STEPS):
            straight = straight + points - self.distort(straight)
        return straight


@dataclass(frozen=True)
class VirtualCamera:
    """Where a camera is, where it looks, and how it projects. `roll_deg` rotates it about its own axis,
    clockwise.
    """

    at_mm: tuple[float, float]
    height_mm: float
    looks_at_mm: tuple[float, float]
    roll_deg: float = 0.0
    width_px: int = 1920
    height_px: int = 1080
    focal_px: float = 1500.0
    lens: VirtualLens = VirtualLens()

    @classmethod
    def above(
        cls,
        width_mm: float,
        height_mm: float,
        *,
        slant_deg: float = 0.0,
        size_px: tuple[int, int] = (1920, 1080),
    ) -> "VirtualCamera":
        """Returns a camera that just sees a whole mat, tilted by `slant_deg` from straight above, on the
        first seat's side.
        """
        slant = np.radians(slant_deg)
        corners = np.array([[0, 0, 0], [width_mm, 0, 0], [width_mm, height_mm, 0], [0, height_mm, 0]])
        near_mm, far_mm = 0.3 * max(width_mm, height_mm), 10 * max(width_mm, height_mm)

        def away_by(away_mm: float) -> "VirtualCamera":
            return cls(
                (width_mm / 2, height_mm * 0.48 + float(away_mm * np.sin(slant))),
                float(away_mm * np.cos(slant)),
                (width_mm / 2, height_mm * (0.5 + 0.1 * float(np.sin(slant)))),
                width_px=size_px[0],
                height_px=size_px[1],
                focal_px=FOCAL_WIDTHS * size_px[0],
            )

        while far_mm - near_mm > 1:
            away_mm = (near_mm + far_mm) / 2
            camera = away_by(away_mm)
            seen = camera.picture_of(corners) / (size_px[0] - 1, size_px[1] - 1)
            fits = bool((seen > FITS_WITHIN).all() and (seen < 1 - FITS_WITHIN).all())
            near_mm, far_mm = (near_mm, away_mm) if fits else (away_mm, far_mm)
        return away_by(far_mm)

    @cached_property
    def axes(self) -> Points:
        """The camera's x, y and z axes in the table's axes: (3, 3) float64, one a row."""
        forward = np.array(
            [self.looks_at_mm[0] - self.at_mm[0], self.looks_at_mm[1] - self.at_mm[1], -self.height_mm],
            dtype=np.float64,
        )
        forward /= np.linalg.norm(forward)
        # The players of the first seat see the mat upright: the picture's down is their side, +y.
        right = np.array([1.0, 0.0, 0.0]) - forward * forward[0]
        right /= np.linalg.norm(right)
        down = np.array([0.0, 1.0, 0.0])
        down = down - forward * (down @ forward) - right * (down @ right)
        down /= np.linalg.norm(down)
        turn = np.radians(self.roll_deg)
        cos, sin = np.cos(turn), np.sin(turn)
        return np.stack([right * cos + down * sin, down * cos - right * sin, forward])

    @cached_property
    def place_mm(self) -> Points:
        """The camera's position (x, y, height): (3,) float64."""
        return np.array([*self.at_mm, self.height_mm])

    @cached_property
    def middle_px(self) -> Points:
        return np.array([(self.width_px - 1) / 2, (self.height_px - 1) / 2])

    @property
    def whole(self) -> Region:
        """The whole picture."""
        return Region(0, 0, self.width_px, self.height_px)

    def picture_of(self, places_mm: Points) -> Points:
        """Returns where places (x, y, height) are seen: (..., 3) mm to (..., 2) px."""
        seen = (np.asarray(places_mm, dtype=np.float64) - self.place_mm) @ self.axes.T
        bent = self.lens.distort(seen[..., :2] / seen[..., 2:3])
        return bent * self.focal_px + self.middle_px

    def rays(self, pixels: Points) -> Points:
        """Returns the directions in which pixels look, in the table's axes: (..., 2) px to (..., 3), not
        normalised.
        """
        bent = (np.asarray(pixels, dtype=np.float64) - self.middle_px) / self.focal_px
        straight = self.lens.undistort(bent)
        ahead = np.concatenate([straight, np.ones_like(straight[..., :1])], axis=-1)
        return ahead @ self.axes

    def table_of(self, pixels: Points, lift_mm: float = 0.0) -> Points:
        """Returns the places that pixels see on the table, or on a plane above it: (..., 2) px to (..., 2)
        mm.
        """
        rays = self.rays(pixels)
        down = (lift_mm - self.height_mm) / np.minimum(rays[..., 2:3], -1e-3)
        return self.place_mm[:2] + rays[..., :2] * down

    def grid_mm(self, region: Region, finer: int = 1, lift_mm: float = 0.0) -> NDArray[Any]:
        """Returns the place of each pixel of a region, each pixel cut in `finer` by `finer`: (rows, columns,
        2) float32, mm.
        """
        half = (GRID_PX - 1) / 2
        columns = np.arange(region.left - GRID_PX, region.right + 2 * GRID_PX, GRID_PX) + half
        rows = np.arange(region.top - GRID_PX, region.bottom + 2 * GRID_PX, GRID_PX) + half
        coarse = self.table_of(np.stack(np.meshgrid(columns, rows), axis=-1), lift_mm).astype(np.float32)
        times = GRID_PX * finer
        fine = cv2.resize(coarse, None, fx=times, fy=times, interpolation=cv2.INTER_LINEAR)
        across, down = (region.right - region.left) * finer, (region.bottom - region.top) * finer
        return fine[times : times + down, times : times + across]

    def px_per_mm(self, at_mm: tuple[float, float]) -> float:
        """Returns the scale at a place on the table, as the mean of both directions."""
        x, y = at_mm
        here, right, below = self.picture_of(np.array([[x, y, 0.0], [x + 1, y, 0.0], [x, y + 1, 0.0]]))
        return float((np.linalg.norm(right - here) + np.linalg.norm(below - here)) / 2)

    def nudge(self, across_mm: float, down_mm: float, roll_deg: float) -> "VirtualCamera":
        """Returns the camera after a bump."""
        x, y = self.at_mm
        aim_x, aim_y = self.looks_at_mm
        return replace(
            self,
            at_mm=(x + across_mm, y + down_mm),
            looks_at_mm=(aim_x + 1.4 * across_mm, aim_y + 0.8 * down_mm),
            roll_deg=self.roll_deg + roll_deg,
        )
