"""Tells a camera the frequency of the mains, or sets an exposure in which a lamp's flicker is even.

V4L2 has a control for that: 0 is off, 1 is 50 Hz, 2 is 60 Hz. It is set by the kernel's own call, because OpenCV has no name
for it:

    struct v4l2_control { __u32 id; __s32 value; };    VIDIOC_G_CTRL reads it, VIDIOC_S_CTRL writes it
"""

import fcntl
import os
import struct
from collections.abc import Callable
from typing import Protocol

import cv2

from vision.frame import Frame

CONTROL = 0x00980918
"""V4L2_CID_POWER_LINE_FREQUENCY."""
READ, WRITE = 0xC008561B, 0xC008561C
"""VIDIOC_G_CTRL and VIDIOC_S_CTRL."""
HZ_50, HZ_60 = 1, 2
TRIED_MS = 25_000
"""How long a setting is tried: the camera follows in a second, and the end of a flicker is known 15 s later."""

BY_HAND = 1
"""V4L2_EXPOSURE_MANUAL."""
FLICKER_PERIODS = (100.0, 1000 / 12)
"""The periods of lamps on 50 and on 60 Hz, which flicker twice in a period of the mains, in V4L2's units of 100
microseconds.
"""
NEAR = 0.03
"""How near to whole periods an exposure must be, as a share of one: what is left of the flicker is as much."""
MUCH_LIGHTER, OTHER_LIGHT = 2.0, 1.35
"""How many times lighter or darker a picture may become by such an exposure, and from when on the room has another light."""
SETTLES_MS = 1_000
"""How long a camera takes to follow."""

Call = Callable[[str, int, int], int]
"""Makes one of the two calls for a device with a value, and returns the control's value; raises `OSError`."""


def call_kernel(device: str, request: int, value: int) -> int:
    """Make a call for the control of a device. Raises `OSError` where the device has no such control."""
    opened = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    try:
        answer = fcntl.ioctl(opened, request, struct.pack("=Ii", CONTROL, value))
    finally:
        os.close(opened)
    return int(struct.unpack("=Ii", answer)[1])


class PowerLine:
    """The setting of one camera that was just opened: while the lamp flickers, the other frequency is tried, and then the
    first.
    """

    def __init__(self, device: str, call: Call = call_kernel) -> None:
        self._device = device
        self._call = call
        self._left: list[int] | None = None
        """The settings not tried yet; None before the lamp was first seen to flicker."""
        self._next_ms = 0

    def did_not_help(self, at_ms: int) -> bool:
        """Tell whether all settings were tried for long enough, or there are none."""
        return self._left == [] and at_ms >= self._next_ms

    def follow(self, at_ms: int, *, flickers: bool) -> None:
        """Take whether the lamp flickers now; set the camera if there is something left to try."""
        if not flickers or at_ms < self._next_ms:
            return
        try:
            if self._left is None:
                is_at_50 = self._call(self._device, READ, 0) == HZ_50
                self._left = [HZ_60, HZ_50] if is_at_50 else [HZ_50, HZ_60]
            if self._left:
                self._call(self._device, WRITE, self._left.pop(0))
                self._next_ms = at_ms + TRIED_MS
        except OSError:
            self._left = []  # The camera has no such setting: the lamp's bands are evened out, and people are told.


class ExposureSettings(Protocol):
    """The part of `cv2.VideoCapture` that sets an exposure."""

    def get(self, what: int) -> float: ...
    def set(self, what: int, value: float) -> bool: ...


class EvenExposure:
    """Exposes each picture of one camera for whole periods of a lamp's flicker: 1/100 or 1/50 s, and if that does not help
    1/120 or 1/60 s. A camera whose exposure was set by a person is left alone, and so is one that would get much lighter or
    darker.
    """

    def __init__(self) -> None:
        self._left = list(FLICKER_PERIODS)
        self._next_ms = 0
        self._automatic: float | None = None
        """The camera's automatic mode, while the exposure is set here."""
        self._level: float | None = None
        """The mean grey level in that exposure, once it has settled."""

    def follow(self, capture: ExposureSettings, frame: Frame, *, flickers: bool) -> None:
        """Take a frame in the usual exposure and whether the lamp flickers in it."""
        if self._automatic is not None and self._has_other_light(frame):
            self.back_to_automatic(capture)  # The camera finds its exposure in the new light.
        if not flickers or frame.at_ms < self._next_ms:
            return
        self.back_to_automatic(capture)
        if self._left and self._set(capture, self._left.pop(0)):
            self._next_ms = frame.at_ms + TRIED_MS

    def back_to_automatic(self, capture: ExposureSettings) -> None:
        """Make the exposure automatic again, if it was set here."""
        if self._automatic is not None:
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, self._automatic)
            self._automatic = None

    def _set(self, capture: ExposureSettings, period: float) -> bool:
        mode, usual = capture.get(cv2.CAP_PROP_AUTO_EXPOSURE), capture.get(cv2.CAP_PROP_EXPOSURE)
        wanted = period * max(1, round(usual / period))
        if mode == BY_HAND or not 1 / MUCH_LIGHTER <= usual / wanted <= MUCH_LIGHTER:
            return False
        self._automatic, self._level = mode, None
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, BY_HAND)
        is_set = capture.set(cv2.CAP_PROP_EXPOSURE, wanted)
        if is_set and abs(capture.get(cv2.CAP_PROP_EXPOSURE) - wanted) <= NEAR * period:
            return True
        self.back_to_automatic(capture)
        return False

    def _has_other_light(self, frame: Frame) -> bool:
        level = max(1.0, float(frame.pixels[::32, ::32].mean()))
        if self._level is None:
            # The camera follows within a second.
            self._level = level if frame.at_ms >= self._next_ms - TRIED_MS + SETTLES_MS else None
            return False
        return not 1 / OTHER_LIGHT <= level / self._level <= OTHER_LIGHT
