"""Simulates a camera that somebody holds: it sways and trembles, and its exposure drifts.

The corners of the picture move along smooth paths: all together by some pixels, and each by a little more,
which turns, tilts and zooms the picture.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels

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
    """The way in which one person holds a camera. Times are ms of the table."""

    paths: NDArray[Any]
    """For the picture's two coordinates, the eight of its corners and the brightness, each wave's size, frequency
    in Hz and phase: (11, 2 * WAVES, 3) float64.
    """

    @classmethod
    def by(cls, seed: int) -> "HeldCamera":
        """Returns the way of one person; the same seed gives the same person."""
        chance = np.random.default_rng((seed, 19))
        together = [_path(chance, SWAY_PX, TREMOR_PX) for _ in range(2)]
        corners = [_path(chance, CORNER_PX, 0.0) for _ in range(8)]
        light = _path(chance, DRIFT, 0.0)
        light[:, 1] = DRIFT_HZ * chance.uniform(0.5, 1.0, 2 * WAVES)
        return cls(np.stack([*together, *corners, light]))

    def of(self, pixels: Pixels, at_ms: float) -> Pixels:
        """Returns a picture, (H, W) or (H, W, 3) uint8, as the held camera takes it."""
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
        """Returns where the picture of a still camera lies in that of the held one: (3, 3) float64."""
        off = self._at(at_ms)
        across, down = size_px
        corners = np.array([(0, 0), (across, 0), (across, down), (0, down)], np.float32)
        moved = corners + off[:2] + off[2:10].reshape(4, 2)
        return cv2.getPerspectiveTransform(corners, moved.astype(np.float32))

    def brightness(self, at_ms: float) -> float:
        """Returns the exposure at a time, in grey levels relative to usual."""
        return 1.0 + float(self._at(at_ms)[10])

    def _at(self, at_ms: float) -> NDArray[Any]:
        size, hz, phase = self.paths[..., 0], self.paths[..., 1], self.paths[..., 2]
        return (size * np.sin(2 * np.pi * (hz * at_ms / 1000 + phase))).sum(axis=1)


def _path(chance: np.random.Generator, sway: float, tremor: float) -> NDArray[Any]:
    """Returns the waves of one path: slow ones and quick ones, (2 * WAVES, 3)."""
    sizes = np.repeat((sway, tremor), WAVES) / WAVES * chance.uniform(0.7, 1.3, 2 * WAVES)
    hz = np.concatenate([chance.uniform(*SWAY_HZ, WAVES), chance.uniform(*TREMOR_HZ, WAVES)])
    return np.stack([sizes, hz, chance.uniform(0, 1, 2 * WAVES)], axis=1)
