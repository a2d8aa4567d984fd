"""Projects the table into the picture of a virtual camera, which somebody may hold, and which has accidents.

Millimetres are the mat's: x to the right, y down, and heights upwards from the table. The camera's own axes are x to
the right, y down and z forward. The lens is Brown's: with x = X/Z, y = Y/Z and r2 = x*x + y*y

    bent x = x (1 + k1 r2 + k2 r2^2 + k3 r2^3) + 2 p1 x y + p2 (r2 + 2 x x)
    bent y = y (1 + k1 r2 + k2 r2^2 + k3 r2^3) + p1 (r2 + 2 y y) + 2 p2 x y
    u = focal_px * bent x + middle of the picture, v likewise
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.words import Text
from vision.errors import VisionError
from vision.frame import Pixels, Region

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
        """Distort points of the plane z = 1 as the lens does: (..., 2) to (..., 2)."""
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
        """Undo the distortion of the lens: (..., 2) to (..., 2)."""
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
        """Return a camera that just sees a whole mat, tilted by `slant_deg` from straight above, on the
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
        """Return where places (x, y, height) are seen: (..., 3) mm to (..., 2) px."""
        seen = (np.asarray(places_mm, dtype=np.float64) - self.place_mm) @ self.axes.T
        bent = self.lens.distort(seen[..., :2] / seen[..., 2:3])
        return bent * self.focal_px + self.middle_px

    def rays(self, pixels: Points) -> Points:
        """Return the directions in which pixels look, in the table's axes: (..., 2) px to (..., 3), not
        normalised.
        """
        bent = (np.asarray(pixels, dtype=np.float64) - self.middle_px) / self.focal_px
        straight = self.lens.undistort(bent)
        ahead = np.concatenate([straight, np.ones_like(straight[..., :1])], axis=-1)
        return ahead @ self.axes

    def table_of(self, pixels: Points, lift_mm: float = 0.0) -> Points:
        """Return the places that pixels see on the table, or on a plane above it: (..., 2) px to (..., 2)
        mm.
        """
        rays = self.rays(pixels)
        down = (lift_mm - self.height_mm) / np.minimum(rays[..., 2:3], -1e-3)
        return self.place_mm[:2] + rays[..., :2] * down

    def grid_mm(self, region: Region, finer: int = 1, lift_mm: float = 0.0) -> NDArray[Any]:
        """Return the place of each pixel of a region, each pixel cut in `finer` by `finer`: (rows, columns,
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
        """Return the scale at a place on the table, as the mean of both directions."""
        x, y = at_mm
        here, right, below = self.picture_of(np.array([[x, y, 0.0], [x + 1, y, 0.0], [x, y + 1, 0.0]]))
        return float((np.linalg.norm(right - here) + np.linalg.norm(below - here)) / 2)

    def nudge(self, across_mm: float, down_mm: float, roll_deg: float) -> "VirtualCamera":
        """Return the camera after a bump."""
        x, y = self.at_mm
        aim_x, aim_y = self.looks_at_mm
        return replace(
            self,
            at_mm=(x + across_mm, y + down_mm),
            looks_at_mm=(aim_x + 1.4 * across_mm, aim_y + 0.8 * down_mm),
            roll_deg=self.roll_deg + roll_deg,
        )


# --- hand held
# Simulates a camera that somebody holds: it sways and trembles, and its exposure drifts.
#
# The corners of the picture move along smooth paths: all together by some pixels, and each by a little more,
# which turns, tilts and zooms the picture.

SWAY_PX, SWAY_HZ = 7.0, (0.35, 1.3)
"""How far a held camera sways, and how often a second. Estimated, like the numbers below, from a phone held
with both hands over a table.
"""
TREMOR_PX, TREMOR_HZ = 0.8, (6.0, 9.0)
CORNER_PX = 1.6
"""How far each corner strays from the others."""
DRIFT, DRIFT_HZ = 0.12, 0.4
"""How much the brightness drifts, in grey levels relative to usual, and how often a second."""
WAVES = 3
"""How many sines make one path."""
OPEN_MS = (0, 5, 10)
"""When, during one exposure, the picture is taken and added up."""


@dataclass(frozen=True, slots=True, eq=False)
class HeldCamera:
    """How unsteadily a person holds a camera. Times are ms of the virtual table's clock."""

    paths: NDArray[Any]
    """For the picture's two coordinates, the eight of its corners and the brightness, each wave's size, frequency
    in Hz and phase: (11, 2 * WAVES, 3) float64.
    """

    @classmethod
    def by(cls, seed: int) -> "HeldCamera":
        """Return the way of one person; the same seed gives the same person."""
        chance = np.random.default_rng((seed, 19))
        together = [_path(chance, SWAY_PX, TREMOR_PX) for _ in range(2)]
        corners = [_path(chance, CORNER_PX, 0.0) for _ in range(8)]
        light = _path(chance, DRIFT, 0.0)
        light[:, 1] = DRIFT_HZ * chance.uniform(0.5, 1.0, 2 * WAVES)
        return cls(np.stack([*together, *corners, light]))

    def of(self, pixels: Pixels, at_ms: float) -> Pixels:
        """Return a picture, (H, W) or (H, W, 3) uint8, as the held camera takes it."""
        height, width = pixels.shape[:2]
        seen = [
            cv2.warpPerspective(
                pixels,
                self.way(at_ms - back, (width, height)),
                (width, height),
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            for back in OPEN_MS
        ]
        return cv2.addWeighted(cv2.addWeighted(seen[0], 0.5, seen[1], 0.5, 0), 2 / 3, seen[2], 1 / 3, 0)

    def way(self, at_ms: float, size_px: tuple[int, int]) -> NDArray[Any]:
        """Return where the picture of a still camera lies in that of the held one: (3, 3) float64."""
        off = self._at(at_ms)
        across, down = size_px
        corners = np.array([(0, 0), (across, 0), (across, down), (0, down)], np.float32)
        moved = corners + off[:2] + off[2:10].reshape(4, 2)
        return cv2.getPerspectiveTransform(corners, moved.astype(np.float32))

    def brightness(self, at_ms: float) -> float:
        """Return the exposure at a time, in grey levels relative to usual."""
        return 1.0 + float(self._at(at_ms)[10])

    def _at(self, at_ms: float) -> NDArray[Any]:
        size, hz, phase = self.paths[..., 0], self.paths[..., 1], self.paths[..., 2]
        return (size * np.sin(2 * np.pi * (hz * at_ms / 1000 + phase))).sum(axis=1)


def _path(chance: np.random.Generator, sway: float, tremor: float) -> NDArray[Any]:
    """Return the waves of one path: slow ones and quick ones, (2 * WAVES, 3)."""
    sizes = np.repeat((sway, tremor), WAVES) / WAVES * chance.uniform(0.7, 1.3, 2 * WAVES)
    hz = np.concatenate([chance.uniform(*SWAY_HZ, WAVES), chance.uniform(*TREMOR_HZ, WAVES)])
    return np.stack([sizes, hz, chance.uniform(0, 1, 2 * WAVES)], axis=1)


# --- bad days
# Simulates accidents of a camera over a table: a bump, the light out, the plug pulled, a finger before the
# lens.

SHAKES_MS = 160.0
"""The time constant with which a bumped stand stops swinging. Estimated, like the period and the size below."""
SWING_MS = 95.0
"""The period of its swing."""
SWING_PX = 26.0
"""The size of its first swing."""


class BadDay(StrEnum):
    """The accidents of a virtual table, as typed."""

    BUMP = "bump"
    LIGHTS_OUT = "lights-out"
    CAMERA_GONE = "camera-gone"
    FINGER = "finger"
    HAND_HELD = "hand-held"
    BACK = "back"


class NoSuchBadDay(VisionError):
    """There is no accident of that name."""


def read_bad_day(words: str) -> BadDay:
    """Return the accident of that name. Raises `NoSuchBadDay`."""
    try:
        return BadDay(words.strip())
    except ValueError:
        known = ", ".join(BadDay)
        raise NoSuchBadDay(
            Text("no accident is called {words}; possible: {known}", words=words, known=known)
        ) from None


@dataclass(frozen=True, slots=True)
class CameraShake:
    """Simulates how the camera's stand swings in one direction after somebody has bumped into it."""

    since_ms: float
    towards_deg: float

    def of(self, pixels: Pixels, at_ms: float) -> Pixels:
        """Return a picture, (H, W, 3) uint8, as the swinging camera takes it."""
        off = self._off_px(at_ms)
        if np.abs(off).max() < 0.05:
            return pixels
        size = (pixels.shape[1], pixels.shape[0])
        during = [self._off_px(at_ms - back) for back in (0, 6, 12)]
        moved = [_moved(pixels, by, size) for by in during]
        return cv2.addWeighted(cv2.addWeighted(moved[0], 0.5, moved[1], 0.5, 0), 2 / 3, moved[2], 1 / 3, 0)

    def _off_px(self, at_ms: float) -> NDArray[Any]:
        since = max(0.0, at_ms - self.since_ms)
        off = SWING_PX * np.exp(-since / SHAKES_MS) * np.cos(2 * np.pi * since / SWING_MS)
        turn = np.radians(self.towards_deg)
        return np.array([np.cos(turn), np.sin(turn)]) * off


def cover_with_finger(pixels: Pixels) -> Pixels:
    """Return a picture, (H, W, 3) uint8, with a finger before the lens: a dark red blur, with the table in
    one corner.
    """
    seen, covered = _finger(pixels.shape[1], pixels.shape[0])
    return cv2.add(cv2.multiply(pixels, seen, scale=1 / 255), covered)


@lru_cache(maxsize=2)
def _finger(width: int, height: int) -> tuple[Pixels, Pixels]:
    """Return what a finger lets through, and what it adds: (H, W, 3) uint8 each."""
    y, x = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j].astype(np.float32)
    from_tip = np.hypot((x - 0.42) * 1.5, y - 0.62) + 0.25 * np.maximum(0, 0.62 - y) * x
    cover = 1 / (1 + np.exp((from_tip - 0.62) / 0.07))
    glow = 0.55 + 0.45 * np.clip(from_tip / 0.7, 0, 1)
    skin = (cover * glow)[..., np.newaxis] * np.array((46, 52, 112), np.float32)
    seen = np.repeat(((1 - cover) * 255)[..., np.newaxis], 3, axis=2)
    return seen.astype(np.uint8), skin.astype(np.uint8)


def _moved(pixels: Pixels, by_px: NDArray[Any], size: tuple[int, int]) -> Pixels:
    way = np.array([[1, 0, by_px[0]], [0, 1, by_px[1]]])
    return cv2.warpAffine(pixels, way, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
