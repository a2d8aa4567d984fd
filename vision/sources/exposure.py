"""A camera's exposure: its own choice as a rule, and for some frames a part of it.

V4L2 has a mode, by hand (1) or one of several in which the camera chooses, and the time in units of 100 microseconds. A
camera takes some frames to follow; those are given to nobody. One that does not do as it is told is not asked again.
"""

from typing import Any, Protocol

import cv2

BY_HAND = 1
SETTLES_FRAMES = 3
"""Frames that are under way, or exposed half and half, when the exposure is changed."""
LIKE = 0.2
"""A camera that comes so near to the time that was asked for has followed: it counts in steps of its own."""


class Capture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's own name
    def read(self) -> tuple[bool, Any]: ...
    def get(self, what: int) -> float: ...
    def set(self, what: int, value: float) -> bool: ...
    def release(self) -> None: ...


class Exposure:
    """How a camera that was just opened is exposed."""

    def __init__(self) -> None:
        self.stops = 0.0
        """By how much longer than usual the frames are exposed now."""
        self._usual: float | None = None
        self._mode = 0.0
        self._settles = 0
        self._obeys = True

    def follow(self, capture: Capture, wanted_stops: float) -> None:
        """Sets the exposure that is wanted, if it is another, and if the camera lets itself be told."""
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
        """Whether the frame that was just read is of neither exposure."""
        is_settling = self._settles > 0
        self._settles -= is_settling
        return is_settling

    def back_to_usual(self, capture: Capture) -> None:
        """The camera chooses again."""
        if self._usual is not None:
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, self._mode)
            self._usual, self._settles = None, SETTLES_FRAMES
        self.stops = 0.0

    def _set(self, capture: Capture, stops: float) -> bool:
        if self._usual is None:
            self._mode = capture.get(cv2.CAP_PROP_AUTO_EXPOSURE)
            if self._mode == BY_HAND:
                return False  # What somebody has set by hand is left alone.
            self._usual = capture.get(cv2.CAP_PROP_EXPOSURE)
        wanted = self._usual * 2**stops
        if wanted <= 0 or not capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, BY_HAND):
            return False
        is_set = capture.set(cv2.CAP_PROP_EXPOSURE, wanted)
        return is_set and abs(capture.get(cv2.CAP_PROP_EXPOSURE) - wanted) <= max(1.0, LIKE * wanted)
