"""A camera over the table: a pinhole with a pose, a focal length and a lens that bends.

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
"""Floats of shape (..., 2) or (..., 3)."""

STRAIGHTENING_STEPS = 12
"""Fixed points of the lens: the error shrinks tenfold a step for the lenses that people put over tables."""
GRID_PX = 8
"""Where a picture's pixels lie on the table is computed for one in so many and taken evenly between: a lens bends by
less than a hundredth of a pixel over that."""
FOCAL_WIDTHS = 0.8
"""The focal length of a common webcam, in widths of its picture: 64 degrees across."""
FITS_WITHIN = 0.015
"""The margin around a mat that just fits, as a part of the picture."""


@dataclass(frozen=True, slots=True)
class VirtualLens:
    """How a lens bends: radial (k) and tangential (p) terms. The default is a webcam's slight barrel."""

    k1: float = -0.06
    k2: float = 0.012
    k3: float = 0.0
    p1: float = 0.0005
    p2: float = -0.0003

    def bent(self, points: Points) -> Points:
        """Where straight points of the plane z = 1 come to lie."""
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

    def straightened(self, points: Points) -> Points:
        """The straight points that come to lie here."""
        straight = points
        for _ in range(STRAIGHTENING_STEPS):
            straight = straight + points - self.bent(straight)
        return straight


@dataclass(frozen=True)
class VirtualCamera:
    """Where a camera is, where it looks, and how it draws. `roll_deg` turns it about its own axis, clockwise."""

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
        """A camera that just sees a whole mat; `slant_deg` from straight above, from the first seat's side."""
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
        """The camera's x, y and z in the table's axes, one a row."""
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
        """The camera's own place: x, y and height."""
        return np.array([*self.at_mm, self.height_mm])

    @cached_property
    def middle_px(self) -> Points:
        return np.array([(self.width_px - 1) / 2, (self.height_px - 1) / 2])

    @property
    def whole(self) -> Region:
        """All of the picture."""
        return Region(0, 0, self.width_px, self.height_px)

    def picture_of(self, places_mm: Points) -> Points:
        """Where places (x, y, height) come to lie in the picture, in pixels."""
        seen = (np.asarray(places_mm, dtype=np.float64) - self.place_mm) @ self.axes.T
        bent = self.lens.bent(seen[..., :2] / seen[..., 2:3])
        return bent * self.focal_px + self.middle_px

    def rays(self, pixels: Points) -> Points:
        """The directions that pixels look in, in the table's axes; not of length 1."""
        bent = (np.asarray(pixels, dtype=np.float64) - self.middle_px) / self.focal_px
        straight = self.lens.straightened(bent)
        ahead = np.concatenate([straight, np.ones_like(straight[..., :1])], axis=-1)
        return ahead @ self.axes

    def table_of(self, pixels: Points, lift_mm: float = 0.0) -> Points:
        """The places (x, y) that pixels see, on the table or on a plane above it."""
        rays = self.rays(pixels)
        down = (lift_mm - self.height_mm) / np.minimum(rays[..., 2:3], -1e-3)
        return self.place_mm[:2] + rays[..., :2] * down

    def grid_mm(self, region: Region, finer: int = 1, lift_mm: float = 0.0) -> NDArray[Any]:
        """Where each pixel of a part of the picture, cut in `finer` by `finer`, lies: float32 (rows, columns, 2)."""
        half = (GRID_PX - 1) / 2
        columns = np.arange(region.left - GRID_PX, region.right + 2 * GRID_PX, GRID_PX) + half
        rows = np.arange(region.top - GRID_PX, region.bottom + 2 * GRID_PX, GRID_PX) + half
        coarse = self.table_of(np.stack(np.meshgrid(columns, rows), axis=-1), lift_mm).astype(np.float32)
        times = GRID_PX * finer
        fine = cv2.resize(coarse, None, fx=times, fy=times, interpolation=cv2.INTER_LINEAR)
        across, down = (region.right - region.left) * finer, (region.bottom - region.top) * finer
        return fine[times : times + down, times : times + across]

    def px_per_mm(self, at_mm: tuple[float, float]) -> float:
        """How large a millimetre on the table comes out at a place, as the mean of both ways."""
        x, y = at_mm
        here, right, below = self.picture_of(np.array([[x, y, 0.0], [x + 1, y, 0.0], [x, y + 1, 0.0]]))
        return float((np.linalg.norm(right - here) + np.linalg.norm(below - here)) / 2)

    def nudged(self, across_mm: float, down_mm: float, roll_deg: float) -> "VirtualCamera":
        """The camera after somebody ran into its stand."""
        x, y = self.at_mm
        aim_x, aim_y = self.looks_at_mm
        return replace(
            self,
            at_mm=(x + across_mm, y + down_mm),
            looks_at_mm=(aim_x + 1.4 * across_mm, aim_y + 0.8 * down_mm),
            roll_deg=self.roll_deg + roll_deg,
        )
