"""Tells a camera of this machine the frequency of the mains, by which it chooses exposures in which a lamp's flicker is even.

V4L2 has a control for that: 0 is off, 1 is 50 Hz, 2 is 60 Hz. It is set by the kernel's own call, because OpenCV has no name for it:

    struct v4l2_control { __u32 id; __s32 value; };    VIDIOC_G_CTRL reads it, VIDIOC_S_CTRL writes it
"""

import fcntl
import os
import struct
from collections.abc import Callable

CONTROL = 0x00980918
"""V4L2_CID_POWER_LINE_FREQUENCY."""
READ, WRITE = 0xC008561B, 0xC008561C
"""VIDIOC_G_CTRL and VIDIOC_S_CTRL."""
HZ_50, HZ_60 = 1, 2
TRIED_MS = 25_000
"""How long a setting is tried: the camera follows in a second, and the end of a flicker is known 15 s later."""

Call = Callable[[str, int, int], int]
"""Makes one of the two calls for a device with a value, and returns the control's value; raises `OSError`."""


def call_kernel(device: str, request: int, value: int) -> int:
    """Makes a call for the control of a device. Raises `OSError` where the device has no such control."""
    opened = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    try:
        answer = fcntl.ioctl(opened, request, struct.pack("=Ii", CONTROL, value))
    finally:
        os.close(opened)
    return int(struct.unpack("=Ii", answer)[1])


class PowerLine:
    """The setting of one camera that was just opened: while the lamp flickers, the other frequency is tried, and then the first."""

    def __init__(self, device: str, call: Call = call_kernel) -> None:
        self._device = device
        self._call = call
        self._left: list[int] | None = None
        """The settings not tried yet; None before the lamp was first seen to flicker."""
        self._next_ms = 0

    def follow(self, at_ms: int, *, flickers: bool) -> None:
        """Takes whether the lamp flickers now; sets the camera if there is something left to try."""
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
