"""What all sources have in common: pictures unpacked, turned back where mirrored, and known to be fresh.

Codes need only brightness, which is also cheaper: grey and YUV cameras give it directly, and a JPEG decodes
to grey in three quarters of the time of its colours.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

import cv2
import numpy as np

from companion.words import Text, Wording
from vision.errors import NoPicture, SourceLost
from vision.frame import Frame, Pixels
from vision.pictures import decode_picture_as, has_lost_rows, jpeg_size_px
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
        """Open the source. Raises `NoSuchSource`, or `SourceLost` if it is there and gives nothing."""

    def read(self) -> Frame:
        """Wait for the next frame and return it. Raises `SourceLost` or `EndOfPictures`."""

    def close(self) -> None:
        """Close the source; may be called at any time, and again."""

    def describe(self) -> Text:
        """Describe the source for people."""


@runtime_checkable
class ExposableSource(Protocol):
    """A source whose exposure can be changed."""

    def expose(self, stops: float) -> None:
        """Ask for frames exposed `stops` longer than usual, soon; 0 is usual. Each frame tells its own. Any
        thread may ask; a camera that cannot follow does nothing.
        """


@runtime_checkable
class MainsSource(Protocol):
    """A source that can be set to the frequency of the mains, so that a lamp's flicker leaves no bands."""

    def note_flicker(self, *, flickers: bool) -> None:
        """Take whether the lamp flickers in its pictures. Any thread may tell."""


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
        """Show the things that are known after a frame was read. `is_at_rest`: nothing moves, and everything is read."""


def monotonic_ms() -> int:
    """Return the machine's monotonic clock, in ms."""
    return time.monotonic_ns() // 1_000_000


def is_beyond_cameras(size_px: tuple[int, int]) -> bool:
    """Tell whether a picture claims more pixels than a camera sends."""
    return size_px[0] * size_px[1] > LARGEST_PX


def decode_jpeg(jpeg: bytes, *, is_grey: bool) -> Pixels | None:
    """Decode a JPEG to (H, W) uint8 grey or (H, W, 3) uint8 BGR; None if it is damaged, cut off or too large."""
    size_px = jpeg_size_px(jpeg)
    if size_px is None or is_beyond_cameras(size_px):
        return None
    try:
        pixels = decode_picture_as(jpeg, cv2.IMREAD_GRAYSCALE if is_grey else cv2.IMREAD_COLOR, "")
    except NoPicture:
        return None
    return None if has_lost_rows(pixels) else pixels


def unpack_pixels(raw: Pixels, fourcc: str, *, is_grey: bool) -> Pixels | None:
    """Unpack a camera's own bytes to (H, W) uint8 grey or (H, W, 3) uint8 BGR; None if they are damaged.

    `YUYV` comes as (H, W, 2), `NV12` and `YU12` as (3/2 H, W), `GREY` as (H, W), `MJPG` as (N,) bytes; anything else is
    BGR already. `YU12` has all values from 0 to 255, as in a JPEG.
    """
    match fourcc:
        case "MJPG":
            return decode_jpeg(raw.tobytes(), is_grey=is_grey)
        case "YUYV":
            return cv2.cvtColor(raw, cv2.COLOR_YUV2GRAY_YUY2 if is_grey else cv2.COLOR_YUV2BGR_YUY2)
        case "NV12":
            rows = raw.shape[0] * 2 // 3
            return raw[:rows].copy() if is_grey else cv2.cvtColor(raw, cv2.COLOR_YUV2BGR_NV12)
        case "YU12":
            rows = raw.shape[0] * 2 // 3
            return raw[:rows] if is_grey else _from_full_range(raw, rows)
        case "GREY":
            return raw.reshape(raw.shape[:2])
        case _:
            return cv2.cvtColor(raw, cv2.COLOR_BGR2GRAY) if is_grey else raw


def _from_full_range(raw: Pixels, rows: int) -> Pixels:
    """Return `YU12` as BGR: OpenCV knows only the range of television, so its values are brought into that first."""
    narrowed = np.empty_like(raw)
    cv2.LUT(raw[:rows], _NARROW_LUMA, narrowed[:rows])
    cv2.LUT(raw[rows:], _NARROW_CHROMA, narrowed[rows:])
    return cv2.cvtColor(narrowed, cv2.COLOR_YUV2BGR_I420)


_NARROW_LUMA = np.rint(16 + np.arange(256) * 219 / 255).astype(np.uint8)
_NARROW_CHROMA = np.rint(128 + (np.arange(256) - 128) * 224 / 255).astype(np.uint8)
"""ITU-R BT.601: brightness from 16 to 235, colour from 16 to 240."""


# --- mirrored
# Turns the pictures of a mirrored source back: some apps and cameras show a table as a mirror does, in which no tag can
# be read.

MIRRORED = "mirrored:"
"""What stands before the name of such a source: `mirrored:0`."""
LEFT_TO_RIGHT = 1


class MirroredSource:
    """Gives the frames of another source, left and right exchanged."""

    def __init__(self, source: Source) -> None:
        self._source = source

    @property
    def is_live(self) -> bool:
        return self._source.is_live

    @property
    def period_ms(self) -> float | None:
        return self._source.period_ms if isinstance(self._source, PacedSource) else None

    def open(self) -> None:
        self._source.open()

    def read(self) -> Frame:
        seen = self._source.read()
        return replace(seen, pixels=cv2.flip(seen.pixels, LEFT_TO_RIGHT))

    def expose(self, stops: float) -> None:
        if isinstance(self._source, ExposableSource):
            self._source.expose(stops)

    def note_flicker(self, *, flickers: bool) -> None:
        if isinstance(self._source, MainsSource):
            self._source.note_flicker(flickers=flickers)

    def close(self) -> None:
        self._source.close()

    def describe(self) -> Text:
        return Text("{source}, turned back from a mirror", source=self._source.describe())


# --- freshness
# Tells whether a picture that has just arrived was also just taken.
#
# A stream that has stalled first sends the pictures it held back: they arrive now and are seconds old. They come
# faster than the camera takes pictures. So after a gap no picture is believed until one arrives at the camera's usual
# distance from the one before. A stream that was already sent when it was opened, as over TCP, begins with old
# pictures too: they come faster than they were taken, as the stream's own times tell.

GAP_MS = 250
GAP_PERIODS = 3
"""A gap is longer than `GAP_MS` and than so many periods; a camera of four pictures a second has none.
Chosen, and checked on simulated stalls.
"""
IN_STEP = 0.6
"""The share of the usual period below which a picture is one that was held back."""
FOLLOWS = 0.1
"""How much each interval changes the usual period."""
SOME = 3
"""So many intervals tell a camera's pace; one of them may be a stall."""
LONGEST_DOUBT_MS = 5_000
"""After so long a stream is believed: its pictures come faster than before, or faster than it tells."""
CATCHES_UP_MS = 300
"""So much of a stream, by its own times, is looked at to see whether it catches up."""
TIMES_IN_TIME = 2
"""So often in a row it must be in time: once, this machine may only have stopped for a moment."""
LONGEST_BACKLOG_MS = 15_000
"""After so long the stream is taken for one that comes faster than its own times tell."""
IN_TIME = 0.8
"""The share of its own time that a stream takes at least when it has caught up. One of 30 pictures a second without times
is taken for one of 25; a slow machine decodes old pictures in three quarters of their time.
"""


@dataclass(slots=True)
class Freshness:
    """Judges the pictures of one stream as they arrive. Times are ms."""

    last_ms: float | None = None
    period_ms: float | None = None
    is_doubtful: bool = False
    doubted_ms: float | None = None
    """Since when it is in doubt."""
    intervals: int = 0

    @property
    def usual_ms(self) -> float | None:
        """How far apart pictures usually arrive; None before some have come."""
        return self.period_ms if self.intervals >= SOME else None

    def is_fresh(self, at_ms: float) -> bool:
        """Tell whether the picture that arrives now was taken now."""
        last_ms, self.last_ms = self.last_ms, at_ms
        if last_ms is None:
            return self._is_believed(at_ms)
        since_ms = at_ms - last_ms
        self.intervals += 1
        period_ms = self.period_ms
        if period_ms is None:
            self.period_ms = since_ms
            return True
        if since_ms > max(GAP_MS, GAP_PERIODS * period_ms):
            self.is_doubtful = True
        elif since_ms >= IN_STEP * period_ms:
            self.is_doubtful = False
            self.period_ms = period_ms + FOLLOWS * (since_ms - period_ms)
        elif not self.is_doubtful:
            # Networks may deliver pictures in pairs, and a camera may become faster: both change the period.
            self.period_ms = period_ms + FOLLOWS * (since_ms - period_ms)
        return self._is_believed(at_ms)

    def _is_believed(self, at_ms: float) -> bool:
        """End a doubt that lasts too long."""
        if not self.is_doubtful:
            self.doubted_ms = None
        elif self.doubted_ms is None:
            self.doubted_ms = at_ms
        elif at_ms - self.doubted_ms >= LONGEST_DOUBT_MS:
            self.is_doubtful, self.doubted_ms, self.period_ms = False, None, None
        return not self.is_doubtful


@dataclass(slots=True)
class Backlog:
    """Tells when a stream has caught up that was sent before it was opened. Times are ms."""

    is_past: bool = False
    began_ms: float | None = None
    own_ms: float = 0.0
    at_ms: float = 0.0
    in_time: int = 0

    def take(self, own_ms: float, at_ms: float) -> bool:
        """Take the times of a picture: its own, as the stream tells it, and that of its arrival. Return True if the
        picture is new, and False if it waited in the stream. A picture of a stream that tells no times counts as new.
        """
        if self.is_past:
            return True
        if self.began_ms is None:
            self.began_ms, self.own_ms, self.at_ms = at_ms, own_ms, at_ms
            return False
        own_since_ms, since_ms = own_ms - self.own_ms, at_ms - self.at_ms
        if own_since_ms <= 0 or at_ms - self.began_ms >= LONGEST_BACKLOG_MS:
            self.is_past = True
        elif own_since_ms >= CATCHES_UP_MS:
            self.in_time = self.in_time + 1 if since_ms >= IN_TIME * own_since_ms else 0
            self.is_past = self.in_time >= TIMES_IN_TIME
            self.own_ms, self.at_ms = own_ms, at_ms
        return self.is_past


# --- repeated picture
# Tells a camera that hangs and sends its last picture again and again. The pictures of a sensor differ by its noise, even where
# nothing moves. Streams of H.264 are not judged so: they send nothing of what hardly changes.

REPEATS_MS = 10_000
"""How long a camera may repeat one picture: network cameras renew a kept picture within some seconds. Chosen."""
FLAT = 16
"""How far apart grey levels must be in a picture that is judged: a dark one, as with a cap on the lens, may have no noise."""


@dataclass(slots=True)
class RepeatedPicture:
    """The last picture of a camera that differed from the one before, and since when it is sent. It is kept while the camera is
    opened again: one that still hangs then is lost at its first picture.
    """

    pixels: Pixels | None = None
    since_ms: int = 0

    def expect_new(self, pixels: Pixels, at_ms: int) -> None:
        """Take a picture. Raises `SourceLost` if the camera has sent nothing else for too long."""
        if self.pixels is None or not _is_same(pixels, self.pixels):
            self.pixels, self.since_ms = pixels, at_ms
        elif at_ms - self.since_ms >= REPEATS_MS and np.ptp(pixels) > FLAT:
            raise SourceLost(
                Text(
                    "the camera has sent the same picture for {s} s, so it hangs; the program keeps opening it again: unplug it and"
                    " plug it in again, or open its app or page again",
                    s=REPEATS_MS // 1000,
                )
            )


def _is_same(one: Pixels, other: Pixels) -> bool:
    """Compare some rows first, because pictures of a camera that works differ there."""
    return np.array_equal(one[::64], other[::64]) and np.array_equal(one, other)
