"""Spoils a picture like a cheap camera: exposure, noise and JPEG."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.frame import Pixels, to_grey
from vision.virtual.light import GAMMA

SPARE_PX = 64
"""The noise is drawn once, this much larger than a frame, and applied to each frame at another offset."""
DEEPEST = 6.0
"""How much noise grows, at most, when the camera raises its gain in the dark."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """The faults of a camera.

    `focus_px` is the blur of a lens out of focus, as the sigma of a Gaussian; `noise` is in grey levels;
    `exposure` is 1 when correct; `jpeg` is the quality of the camera's JPEG, None for raw pictures.
    """

    focus_px: float = 0.6
    noise: float = 2.0
    exposure: float = 1.0
    jpeg: int | None = 88
    is_grey: bool = False


class SensorNoise:
    """The noise of one sensor, seeded; blurred by a pixel, as colours are interpolated from a mosaic."""

    def __init__(self, sensor: Sensor, size_px: tuple[int, int], seed: int) -> None:
        self._sensor = sensor
        self._size_px = size_px
        self._rng = np.random.default_rng((seed, 1))

    @cached_property
    def _grain(self) -> tuple[Pixels, Pixels]:
        """By how much pixels are lighter, and by how much darker. Drawn for the first frame: many tables show none."""
        width, height = self._size_px
        shape = (height + SPARE_PX, width + SPARE_PX, *(() if self._sensor.is_grey else (3,)))
        # In place: in full size and colour it takes 26 MB.
        grain = self._rng.standard_normal(shape, dtype=np.float32)
        cv2.GaussianBlur(grain, (0, 0), 0.6, dst=grain)
        grain *= np.float32(self._sensor.noise / grain.std())
        return cv2.convertScaleAbs(np.maximum(grain, 0)), cv2.convertScaleAbs(np.minimum(grain, 0, out=grain))

    def spoil(
        self,
        pixels: Pixels,
        brightness: float = 1.0,
        *,
        beyond: Pixels | None = None,
        stops: float = 0.0,
    ) -> Pixels:
        """Returns a frame as the camera sends it: exposed, noisy, compressed. `pixels` is (H, W, 3) uint8
        BGR.

        `brightness` is that of the room; `beyond` is what is brighter than white; `stops` is how much longer
        than usual the frame is exposed.
        """
        sensor = self._sensor
        level = sensor.exposure * brightness * 2 ** (stops * GAMMA)
        if beyond is not None and level < 1:
            # A darker frame saturates later, so that pixels beyond white become visible.
            pixels = np.clip((pixels + beyond.astype(np.float32)) * level, 0, 255).round().astype(np.uint8)
            level = 1.0
        seen = to_grey(pixels) if sensor.is_grey else pixels
        if level != 1:
            seen = cv2.convertScaleAbs(seen, alpha=level)
        if sensor.noise:
            seen = self._grained(seen, min(DEEPEST, max(1.0, brightness**-0.5)))
        return seen if sensor.jpeg is None else _squeezed(seen, sensor.jpeg)

    def _grained(self, pixels: Pixels, times: float) -> Pixels:
        height, width = pixels.shape[:2]
        grains = self._grain
        left, top = self._rng.integers(0, SPARE_PX, 2).tolist()
        part = (slice(top, top + height), slice(left, left + width))
        lighter, darker = (_louder(grain[part], times) for grain in grains)
        return cv2.subtract(cv2.add(pixels, lighter), darker)


def _squeezed(pixels: Pixels, quality: int) -> Pixels:
    _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    seen = cv2.imdecode(data, cv2.IMREAD_UNCHANGED)
    assert seen is not None, "OpenCV reads its own JPEG"
    return seen


def _louder(grain: Pixels, times: float) -> Pixels:
    return cv2.convertScaleAbs(grain, alpha=times) if times > 1 else grain
