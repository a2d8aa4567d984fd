"""Controls a camera's exposure: usually it is automatic; for some frames it is a fraction of the automatic value.

V4L2 has a mode (1 is manual, the others are automatic) and a time in units of 100 microseconds. A camera
takes some frames to follow; those are dropped. A camera that does not follow is not asked again.
"""

from typing import Any, Protocol

import cv2

from vision.frame import Pixels

BY_HAND = 1
"""V4L2_EXPOSURE_MANUAL."""
SETTLES_FRAMES = 3
"""How many frames are dropped at least after a change, because they may be exposed the old way or between. Chosen for
common webcams.
"""
MOST_SETTLES_FRAMES = 20
"""How many are dropped at most: an automatic exposure can take half a second to come back."""
STEADY_FRAMES = 3
"""As many frames in a row must be as light as the one before, unless the light of before is back."""
STEADY_LEVELS = 1.0
"""Means of two frames of a resting picture differ by less, in grey levels of 255."""
LIKE_BEFORE = 0.04
"""How near to the light before the darker frames the picture is when the automatic exposure has come back."""
DARKER = 0.93
"""A picture with a quarter of the light, or less, has a lower mean than this share of the usual one."""
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
        self._obeys = True
        self._dropped: int | None = None
        """How many frames were dropped since the change; None when the exposure has settled."""
        self._steady_for = 0
        self._level = self._usual_level = self._level_before = 0.0
        """Mean grey levels of the last frame, of the last one in the usual exposure, and of the last before the change."""

    def follow(self, capture: Capture, wanted_stops: float) -> None:
        """Sets the wanted exposure if it is a new one and the camera accepts settings."""
        if not self._obeys:
            wanted_stops = 0.0
        if wanted_stops == self.stops:
            return
        if wanted_stops == 0:
            self.back_to_usual(capture)
        elif self._set(capture, wanted_stops):
            self.stops = wanted_stops
            self._begin_to_settle()
        else:
            self._obeys = False
            self.back_to_usual(capture)

    def is_settling(self, pixels: Pixels) -> bool:
        """Returns whether the frame just read must be dropped, because its exposure is not yet the wanted one."""
        before, self._level = self._level, float(pixels[::32, ::32].mean())
        if self._dropped is None:
            if not self.stops:
                self._usual_level = self._level
            return False
        self._steady_for = self._steady_for + 1 if abs(self._level - before) < STEADY_LEVELS else 0
        may_settle = self._dropped >= SETTLES_FRAMES
        if self._dropped < MOST_SETTLES_FRAMES and not (may_settle and self._has_settled()):
            self._dropped += 1
            return True
        if self._dropped == MOST_SETTLES_FRAMES and self.stops and not self._is_darker():
            self._obeys = False  # It said that it had another exposure; its pictures say that it has not.
        self._dropped = None
        return False

    def _begin_to_settle(self) -> None:
        self._dropped, self._steady_for, self._level_before = 0, 0, self._level

    def _has_settled(self) -> bool:
        if self.stops:
            return self._steady_for > 0 and self._is_darker()
        is_back = abs(self._level - self._usual_level) <= LIKE_BEFORE * self._usual_level
        is_on_its_way = abs(self._level - self._level_before) > LIKE_BEFORE * self._level_before
        return is_back or (is_on_its_way and self._steady_for >= STEADY_FRAMES)

    def _is_darker(self) -> bool:
        return self._level < DARKER * self._usual_level

    def back_to_usual(self, capture: Capture) -> None:
        """Makes the exposure automatic again."""
        if self._usual is not None:
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, self._mode)
            self._usual = None
            self._begin_to_settle()
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
