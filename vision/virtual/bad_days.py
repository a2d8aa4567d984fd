"""Simulates accidents of a camera over a table: a bump, the light out, the plug pulled, a finger before the
lens.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.words import Text
from vision.errors import VisionError
from vision.frame import Pixels

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
    """Returns the accident of that name. Raises `NoSuchBadDay`."""
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
        """Returns a picture, (H, W, 3) uint8, as the swinging camera takes it."""
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
    """Returns a picture, (H, W, 3) uint8, with a finger before the lens: a dark red blur, with the table in
    one corner.
    """
    seen, covered = _finger(pixels.shape[1], pixels.shape[0])
    return cv2.add(cv2.multiply(pixels, seen, scale=1 / 255), covered)


@lru_cache(maxsize=2)
def _finger(width: int, height: int) -> tuple[Pixels, Pixels]:
    """Returns what a finger lets through, and what it adds: (H, W, 3) uint8 each."""
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
