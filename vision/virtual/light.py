"""Models the light of the room: a lamp, light from all sides, shadows, and glare on card sleeves.

Grey levels go with the light to the power of 1/2.2, as a camera writes them.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.virtual.camera import Points

GAMMA = 1 / 2.2
"""The exponent from light to grey levels, as cameras use it."""


@dataclass(frozen=True, slots=True)
class RoomLight:
    """A lamp at (x, y, height), the share of the light that comes from everywhere, and its colour as BGR
    factors.

    `glare` is how bright the lamp comes back from a sleeve, 1 being white; `lamp_mm` how wide the lamp is, which
    decides how soft shadows and how large glare spots are.
    """

    at_mm: tuple[float, float, float] = (-350.0, -500.0, 1500.0)
    ambient: float = 0.45
    colour: tuple[float, float, float] = (0.93, 0.98, 1.0)
    glare: float = 0.9
    lamp_mm: float = 180.0

    def on(self, places_mm: Points, middle_mm: tuple[float, float]) -> NDArray[Any]:
        """Returns the brightness of places on the table, in grey levels, relative to the middle."""
        lamp = self._strength(places_mm) / self._strength(np.array(middle_mm, dtype=np.float32))
        return (self.ambient + (1 - self.ambient) * lamp) ** GAMMA

    def _strength(self, places_mm: Points) -> NDArray[Any]:
        x, y, height = self.at_mm
        far2 = (places_mm[..., 0] - x) ** 2 + (places_mm[..., 1] - y) ** 2 + height**2
        return height / far2**1.5

    @property
    def in_shadow(self) -> float:
        """The share of the grey levels that is left where the lamp does not reach."""
        return self.ambient**GAMMA

    def shadow_of(self, places_mm: Points, lift_mm: float) -> Points:
        """Returns where the shadow of places at a height falls on the table: (..., 2) mm to (..., 2) mm."""
        lamp = np.array(self.at_mm[:2])
        return lamp + (places_mm - lamp) * (self.at_mm[2] / (self.at_mm[2] - lift_mm))

    def penumbra_mm(self, lift_mm: float) -> float:
        """Returns the width of a shadow's soft edge."""
        return self.lamp_mm * lift_mm / self.at_mm[2]

    def towards(self, at_mm: tuple[float, float], height_mm: float = 0.0) -> NDArray[Any]:
        """Returns the unit vector from a place to the lamp: (3,) float64."""
        way = np.array(self.at_mm) - (*at_mm, height_mm)
        return way / np.linalg.norm(way)

    def glare_on(self, places_mm: Points, camera_mm: Points, tilt: tuple[float, float]) -> NDArray[Any]:
        """Returns how much of the lamp a slightly tilted sleeve reflects to the camera, at each place: 0 to 1
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


WAVES = 0.02
"""How much a sleeve's surface tilts locally, in radians. Chosen, like `HAZE`, to resemble photographs of
sleeves.
"""
HAZE = 0.12
"""The share of the lamp that a sleeve's scratches spread widely."""
