"""Controls a camera's exposure: usually it is automatic; for some frames it is a fraction of the automatic value.

V4L2 has a mode (1 is manual, the others are automatic) and a time in units of 100 microseconds. A camera
takes some frames to follow; those are dropped. A camera that does not follow is not asked again.
"""

from typing import Any, Protocol

import cv2

BY_HAND = 1
"""V4L2_EXPOSURE_MANUAL."""
SETTLES_FRAMES = 3
"""How many frames are dropped after a change, because they may be exposed the old way or between. Chosen for
common webcams.
"""
LIKE = 0.2
"""How near to the wanted time a camera must come, as a share of it: cameras have steps of their own."""


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's own name
    def read(self) -> tuple[bool, Any]: ...
    def get(self, what: int) -> float: ...
    def set(self, what: int, value: float) -> bool: ...
    def release(self) -> None: ...


class Exposure:
    """Controls the exposure of a camera that was just opened."""

    def __init__(self) -> None:
        self.stops = 0.0
        """How much longer than usual the frames are exposed now, in stops."""
        self._usual: float | None = None
        self._mode = 0.0
        self._settles = 0
        self._obeys = True

    def follow(self, capture: Capture, wanted_stops: float) -> None:
        """Sets the wanted exposure if it is a new one and the camera accepts settings."""
        if wanted_stops == self.stops or not self._obeys:
            return
        if wanted_stops == 0:
            self.back_to_usual(capture)
        elif self._set(capture, wanted_stops):
            self.stops, self._settles = wanted_stops, SETTLES_FRAMES
        else:
            self._obeys = False
            self.back_to_usual(capture)

    def is_settling(self) -> bool:
        """Return whether the frame just read must be dropped."""
        is_settling = self._settles > 0
        self._settles -= is_settling
        return is_settling

    def back_to_usual(self, capture: Capture) -> None:
        """Makes the exposure automatic again."""
        if self._usual is not None:
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, self._mode)
            self._usual, self._settles = None, SETTLES_FRAMES
        self.stops = 0.0

    def _set(self, capture: Capture, stops: float) -> bool:
        if self._usual is None:
            self._mode = capture.get(cv2.CAP_PROP_AUTO_EXPOSURE)
            if self._mode == BY_HAND:
                return False  # A manual exposure was set by a person and is kept.
            self._usual = capture.get(cv2.CAP_PROP_EXPOSURE)
        wanted = self._usual * 2**stops
        if wanted <= 0 or not capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, BY_HAND):
            return False
        is_set = capture.set(cv2.CAP_PROP_EXPOSURE, wanted)
        return is_set and abs(capture.get(cv2.CAP_PROP_EXPOSURE) - wanted) <= max(1.0, LIKE * wanted)
