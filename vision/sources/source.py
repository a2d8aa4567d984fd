"""Defines what all sources have in common, and unpacks a picture from a camera's bytes.

Codes need only brightness, which is also cheaper: grey and YUV cameras give it directly, and a JPEG decodes
to grey in three quarters of the time of its colours.
"""

import time
from collections.abc import Callable
from typing import Protocol, runtime_checkable

import cv2
import numpy as np

from companion.words import Text, Wording
from vision.errors import NoPicture
from vision.frame import Frame, Pixels
from vision.jpeg import jpeg_size_px
from vision.pictures import decode_picture_as
from vision.tracked_objects import TrackedObject

LARGEST_PX = 40_000_000
"""The largest picture of a stream, in px; 8K has 33 million."""
Clock = Callable[[], int]
"""Returns ms that never decrease."""
Sleep = Callable[[float], None]
"""How many seconds it waits."""


class Source(Protocol):
    """Gives frames. One thread opens, reads and closes it."""

    @property
    def is_live(self) -> bool:
        """Whether its frames have the arrival times of this machine's clock; otherwise they have times of their own."""

    def open(self) -> None:
        """Opens the source. Raises `NoSuchSource`, or `SourceLost` if it is there and gives nothing."""

    def read(self) -> Frame:
        """Waits for the next frame and returns it. Raises `SourceLost` or `EndOfPictures`."""

    def close(self) -> None:
        """Closes the source; may be called at any time, and again."""

    def describe(self) -> Text:
        """Describes the source for people."""


@runtime_checkable
class ExposableSource(Protocol):
    """A source whose exposure can be changed."""

    def expose(self, stops: float) -> None:
        """Asks for frames exposed `stops` longer than usual, soon; 0 is usual. Each frame tells its own. Any
        thread may ask; a camera that cannot follow does nothing.
        """


@runtime_checkable
class PacedSource(Protocol):
    """A source that tells how fast its pictures come."""

    @property
    def period_ms(self) -> float | None:
        """How far apart they usually arrive; None as long as that is not known."""


@runtime_checkable
class ReturningSource(Protocol):
    """A source that tells when it can be opened again after a loss."""

    @property
    def is_ready(self) -> bool:
        """Whether it can be opened without waiting."""


@runtime_checkable
class ShowingSource(Protocol):
    """A source with a screen of its own, on which a person sees what was read."""

    named: "Callable[[TrackedObject], Text | Wording | str | None]"
    """Returns the name of a thing for people, or None if it is not shown."""

    def show(self, things: tuple[TrackedObject, ...], *, is_at_rest: bool) -> None:
        """Shows the things that are known after a frame was read. `is_at_rest`: nothing moves, and everything is read."""


def monotonic_ms() -> int:
    """Returns the machine's monotonic clock, in ms."""
    return time.monotonic_ns() // 1_000_000


def is_beyond_cameras(size_px: tuple[int, int]) -> bool:
    """Tells whether a picture claims more pixels than a camera sends."""
    return size_px[0] * size_px[1] > LARGEST_PX


def decode_jpeg(jpeg: bytes, *, is_grey: bool) -> Pixels | None:
    """Decodes a JPEG to (H, W) uint8 grey or (H, W, 3) uint8 BGR; None if it is damaged, cut off or too large."""
    size_px = jpeg_size_px(jpeg)
    if size_px is None or is_beyond_cameras(size_px):
        return None
    try:
        return decode_picture_as(jpeg, cv2.IMREAD_GRAYSCALE if is_grey else cv2.IMREAD_COLOR, "")
    except NoPicture:
        return None


def unpack_pixels(raw: Pixels, fourcc: str, *, is_grey: bool) -> Pixels | None:
    """Unpacks a camera's own bytes to (H, W) uint8 grey or (H, W, 3) uint8 BGR; None if they are damaged.

    `YUYV` comes as (H, W, 2), `NV12` as (3/2 H, W), `GREY` as (H, W), `MJPG` as (N,) bytes; anything else is
    BGR already.
    """
    match fourcc:
        case "MJPG":
            return decode_jpeg(raw.tobytes(), is_grey=is_grey)
        case "YUYV":
            return np.ascontiguousarray(raw[..., 0]) if is_grey else cv2.cvtColor(raw, cv2.COLOR_YUV2BGR_YUY2)
        case "NV12":
            rows = raw.shape[0] * 2 // 3
            return raw[:rows].copy() if is_grey else cv2.cvtColor(raw, cv2.COLOR_YUV2BGR_NV12)
        case "GREY":
            return raw.reshape(raw.shape[:2])
        case _:
            return cv2.cvtColor(raw, cv2.COLOR_BGR2GRAY) if is_grey else raw
