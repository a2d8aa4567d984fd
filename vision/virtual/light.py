"""Models the light of the room, and spoils the picture like a cheap camera: exposure, noise and JPEG.

Grey levels go with the light to the power of 1/2.2, as a camera writes them.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels, to_grey
from vision.virtual.camera import Points

GAMMA = 1 / 2.2
"""The exponent from light to grey levels, as cameras use it."""


@dataclass(frozen=True, slots=True)
class RoomLight:
    """A lamp at (x, y, height), the share of the light that comes from everywhere, and its colour as BGR
    factors.

    `glare` is how bright the lamp comes back from a sleeve, 1 being white; `lamp_mm` how wide the lamp is, which
    decides how soft shadows and how large glare spots are. `flicker` is by how much the rows of a picture become lighter and
    darker, as a share of their grey levels, because the lamp flickers twice in each period of the mains, `mains_hz`;
    `leaning` is the share of the grey levels that the shadow of somebody who leans over the table takes, now from one side,
    now from another.
    """

    at_mm: tuple[float, float, float] = (-350.0, -500.0, 1500.0)
    ambient: float = 0.45
    colour: tuple[float, float, float] = (0.93, 0.98, 1.0)
    glare: float = 0.9
    lamp_mm: float = 180.0
    flicker: float = 0.0
    mains_hz: int = 50
    leaning: float = 0.0

    def on(self, places_mm: Points, middle_mm: tuple[float, float]) -> NDArray[Any]:
        """Return the brightness of places on the table, in grey levels, relative to the middle."""
        lamp = self._strength(places_mm) / self._strength(np.array(middle_mm, dtype=np.float32))
        return (self.ambient + (1 - self.ambient) * lamp) ** GAMMA

    def _strength(self, places_mm: Points) -> NDArray[Any]:
        x, y, height = self.at_mm
        far2 = (places_mm[..., 0] - x) ** 2 + (places_mm[..., 1] - y) ** 2 + height**2
        return height / far2**1.5

    def bands(self, pixels: Pixels, at_ms: float) -> Pixels:
        """Return a picture, (H, W) or (H, W, 3) uint8, of which a rolling shutter took one row after the other, from
        `at_ms` on, while the lamp flickered.
        """
        if not self.flicker:
            return pixels
        rows_ms = at_ms * CLOCK_ASTRAY + READOUT_MS * np.linspace(0, 1, pixels.shape[0])
        times = 1 + self.flicker * np.sin(2 * np.pi * 2 * self.mains_hz * rows_ms / 1000)
        lit = pixels * times.astype(np.float32).reshape(-1, *[1] * (pixels.ndim - 1))
        return cv2.convertScaleAbs(lit)

    def with_leaning_shadow(self, pixels: Pixels, at_ms: float) -> Pixels:
        """Return a picture, (H, W) or (H, W, 3) uint8, with the soft shadow of somebody who leans over the table for two
        seconds and draws back.
        """
        turn, since_ms = divmod(at_ms, LEANS_EVERY_MS)
        reach = LEANS_FAR * np.sin(np.pi * since_ms / LEANS_MS) if since_ms < LEANS_MS else 0.0
        if not self.leaning or reach <= 0:
            return pixels
        height, width = pixels.shape[:2]
        across = np.linspace(0, 1, width if turn % 2 else height, dtype=np.float32)
        away = across if turn % 4 < 2 else across[::-1]
        left = 1 - self.leaning / (1 + np.exp((away - reach) / LEANS_SOFT))
        lit = cv2.resize(left.reshape((1, -1) if turn % 2 else (-1, 1)), (width, height))
        return cv2.multiply(pixels, lit if pixels.ndim == 2 else cv2.merge([lit] * 3), dtype=cv2.CV_8U)

    @property
    def in_shadow(self) -> float:
        """The share of the grey levels that is left where the lamp does not reach."""
        return self.ambient**GAMMA

    def shadow_of(self, places_mm: Points, lift_mm: float) -> Points:
        """Return where the shadow of places at a height falls on the table: (..., 2) mm to (..., 2) mm."""
        lamp = np.array(self.at_mm[:2])
        return lamp + (places_mm - lamp) * (self.at_mm[2] / (self.at_mm[2] - lift_mm))

    def penumbra_mm(self, lift_mm: float) -> float:
        """Return the width of a shadow's soft edge."""
        return self.lamp_mm * lift_mm / self.at_mm[2]

    def towards(self, at_mm: tuple[float, float], height_mm: float = 0.0) -> NDArray[Any]:
        """Return the unit vector from a place to the lamp: (3,) float64."""
        way = np.array(self.at_mm) - (*at_mm, height_mm)
        return way / np.linalg.norm(way)

    def glare_on(self, places_mm: Points, camera_mm: Points, tilt: tuple[float, float]) -> NDArray[Any]:
        """Return how much of the lamp a slightly tilted sleeve reflects to the camera, at each place: 0 to 1
        and above.

        The sleeve is a slightly wavy mirror: the lamp's image is bright where the surface stands midway
        between camera and lamp, and fades over the width of lamp and waves.
        """
        ground = np.concatenate([places_mm, np.zeros_like(places_mm[..., :1])], axis=-1)
        to_lamp, to_camera = np.array(self.at_mm) - ground, camera_mm - ground
        to_lamp /= np.linalg.norm(to_lamp, axis=-1, keepdims=True)
        to_camera /= np.linalg.norm(to_camera, axis=-1, keepdims=True)
        middle = to_lamp + to_camera
        slope = middle[..., :2] / middle[..., 2:3]
        off = np.hypot(slope[..., 0] - tilt[0], slope[..., 1] - tilt[1])
        width = 0.5 * self.lamp_mm / self.at_mm[2] + WAVES
        return self.glare * (np.exp(-((off / width) ** 2)) + HAZE * np.exp(-((off / (5 * width)) ** 2)))


READOUT_MS = 26.0
"""How long a webcam of 30 frames a second takes to read a picture, from its first row to its last."""
CLOCK_ASTRAY = 1.0006
"""How much faster the mains run than the camera's clock tells: bands that would stand still walk through the picture in some
seconds.
"""
LEANS_EVERY_MS, LEANS_MS = 7_000.0, 2_500.0
"""How often somebody leans over the table, and for how long."""
LEANS_FAR, LEANS_SOFT = 0.45, 0.04
"""How far into the picture such a shadow reaches, and how soft its edge is, as shares of the picture's side."""
WAVES = 0.02
"""How much a sleeve's surface tilts locally, in radians. Chosen, like `HAZE`, to resemble photographs of
sleeves.
"""
HAZE = 0.12
"""The share of the lamp that a sleeve's scratches spread widely."""


# --- sensor
# Spoils a picture like a cheap camera: exposure, noise and JPEG.

SPARE_PX = 64
"""The noise is drawn once, this much larger than a frame, and applied to each frame at another offset."""
BREATHES_EVERY_MS, BREATHES_MS = 6_000.0, 1_000.0
"""How often an automatic focus wanders off, and for how long."""
BREATHES_CLOSER = 0.002
"""By how much all seems nearer then, as a share: two px at the picture's edge."""
DEEPEST = 6.0
"""How much noise grows, at most, when the camera raises its gain in the dark."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """The faults of a camera.

    `focus_px` is the blur of a lens out of focus, as the sigma of a Gaussian; `noise` is in grey levels;
    `exposure` is 1 when correct; `jpeg` is the quality of the camera's JPEG, None for raw pictures; `breathing_px` is by how
    much more an automatic focus blurs that wanders off for a second now and then.
    """

    focus_px: float = 0.6
    noise: float = 2.0
    exposure: float = 1.0
    jpeg: int | None = 88
    is_grey: bool = False
    breathing_px: float = 0.0

    def breathed(self, pixels: Pixels, at_ms: float) -> Pixels:
        """Return a picture, (H, W) or (H, W, 3) uint8, as the camera takes it while its focus wanders off and comes back."""
        off = (
            np.sin(np.pi * (at_ms % BREATHES_EVERY_MS) / BREATHES_MS)
            if at_ms % BREATHES_EVERY_MS < BREATHES_MS
            else 0.0
        )
        if self.breathing_px * off < 0.1:
            return pixels
        height, width = pixels.shape[:2]
        closer = cv2.getRotationMatrix2D((width / 2, height / 2), 0, 1 + BREATHES_CLOSER * off)
        soft = cv2.GaussianBlur(pixels, (0, 0), self.breathing_px * off)
        return cv2.warpAffine(soft, closer, (width, height), borderMode=cv2.BORDER_REPLICATE)


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
        """Return a frame as the camera sends it: exposed, noisy, compressed. `pixels` is (H, W, 3) uint8
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
