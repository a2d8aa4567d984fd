"""What all sources have in common, and how a picture comes out of the bytes that a camera gives.

Only brightness is needed to read codes, and it is cheaper to have: a grey or YUV camera gives it as it is, and a
JPEG decodes to grey in three quarters of the time that its colours take.
"""

import time
from collections.abc import Callable
from typing import Protocol, runtime_checkable

import cv2
import numpy as np

from companion.words import Text
from vision.frame import Frame, Pixels
from vision.jpeg import jpeg_size_px

LARGEST_PX = 40_000_000
"""Of one picture of a stream: 8K has 33 million."""
Clock = Callable[[], int]
"""Milliseconds that only ever grow."""
Sleep = Callable[[float], None]
"""Waits so many seconds."""


class Source(Protocol):
    """Something that gives frames. One thread uses it: opens, reads, closes."""

    @property
    def is_live(self) -> bool:
        """Whether its frames tell when they came, by the machine's own clock; the others tell a time of their own."""

    def open(self) -> None:
        """Raises `NoSuchSource`, or `SourceLost` when it is there and gives nothing."""

    def read(self) -> Frame:
        """The next frame, when there is one. Raises `SourceLost` or `EndOfPictures`."""

    def close(self) -> None:
        """May be called at any time, and again."""

    def describe(self) -> Text:
        """What it is, for people."""


@runtime_checkable
class ExposableSource(Protocol):
    """A source whose exposure can be asked for."""

    def expose(self, stops: float) -> None:
        """Frames that are so much lighter than usual, from soon on, each saying so; 0 is as usual. Any thread may ask.
        What cannot be done is left undone.
        """


def monotonic_ms() -> int:
    """The machine's own clock."""
    return time.monotonic_ns() // 1_000_000


def is_beyond_cameras(size_px: tuple[int, int]) -> bool:
    """Whether a picture claims more than a camera sends."""
    return size_px[0] * size_px[1] > LARGEST_PX


def decode_jpeg(jpeg: bytes, *, is_grey: bool) -> Pixels | None:
    """The pixels of a JPEG; None when it is damaged, or larger than any camera's."""
    size_px = jpeg_size_px(jpeg)
    if size_px is None or is_beyond_cameras(size_px):
        return None
    data = np.frombuffer(jpeg, np.uint8)
    if not data.size:
        return None
    return cv2.imdecode(data, cv2.IMREAD_GRAYSCALE if is_grey else cv2.IMREAD_COLOR)


def unpack_pixels(raw: Pixels, fourcc: str, *, is_grey: bool) -> Pixels | None:
    """The pixels in a camera's own bytes; None when they are damaged.

    `YUYV` comes as (rows, columns, 2), `NV12` as (rows and half as many again, columns), `GREY` as (rows, columns),
    `MJPG` as a line of bytes; anything else is blue, green, red already.
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
