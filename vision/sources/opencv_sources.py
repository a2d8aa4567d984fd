"""Reads what OpenCV can capture: cameras of this machine with their exposure, RTSP streams and video files.

A broken capture returns False for ever without an error, and still says that it is open; a silent stream
blocks for half a minute unless it was opened with timeouts. Here both become `SourceLost`.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from companion.words import Text
from vision.errors import EndOfPictures, NoSuchSource, SourceLost
from vision.frame import Frame, Pixels, to_grey
from vision.sources.camera_password import without_password
from vision.sources.power_line import BY_HAND, EvenExposure, PowerLine
from vision.sources.source import (
    Backlog,
    Clock,
    Freshness,
    RepeatedPicture,
    Sleep,
    monotonic_ms,
    unpack_pixels,
)
from vision.sources.video_nodes import PI, NodeKind, find_cameras, look_at, path_of

# --- exposure
# Controls a camera's exposure: usually it is automatic; for some frames it is a fraction of the automatic value.
#
# V4L2 has a mode (1 is manual, the others are automatic) and a time in units of 100 microseconds. A camera
# takes some frames to follow; those are dropped. A camera that does not follow is not asked again.

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
        """Set the wanted exposure if it is a new one and the camera accepts settings."""
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
        """Return whether the frame just read must be dropped, because its exposure is not yet the wanted one."""
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
        """Make the exposure automatic again."""
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


# --- opencv sources

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
"""What OpenCV would say on standard error, our own errors say in a person's words."""
OPEN_TIMEOUT_MS, READ_TIMEOUT_MS = 4000, 5000
"""How long opening a stream, and waiting for a picture of it, may take; some cameras send one in two seconds."""
DAMAGED_FRAMES = 30
"""After so many unreadable pictures in a row, a second of them, the camera counts as lost."""
CHEAPEST_FIRST = ("GREY", "NV12", "YUYV", "MJPG")
"""Pixel formats, by the cost of making them grey; the first with the wanted size and rate is used."""
ENOUGH_RATE = 15
"""Frames a second that a match needs (docs/truth.md); more cost power, and light."""
ENOUGH = 0.8
"""The share of the wanted frame rate that is enough: a camera may say 25 for 30."""
USUAL_RATE, FASTEST_RATE = 25, 240
"""The frame rate of a video that gives no believable rate, and the highest that is believed."""
Opener = Callable[[], Capture]


class CameraSource:
    """A camera of this machine, by number or by path: `0`, `/dev/video2`."""

    is_live = True

    def __init__(
        self,
        name: int | str,
        *,
        size_px: tuple[int, int] = (1920, 1080),
        frames_per_second: int = ENOUGH_RATE,
        is_grey: bool = True,
        clock: Clock = monotonic_ms,
        opener: Opener | None = None,
    ) -> None:
        self._name = name
        self._size_px = size_px
        self._rate = frames_per_second
        self._is_grey = is_grey
        self._clock = clock
        self._opener = opener or (lambda: cv2.VideoCapture(name, cv2.CAP_V4L2))
        self._capture: Capture | None = None
        self._format = ""
        self._number = 0
        self._repeated = RepeatedPicture()
        self._wanted_stops = 0.0
        self._exposure = Exposure()
        self._flickers = False
        self._power_line = PowerLine(self._device)
        self._even_exposure = EvenExposure()

    @property
    def _device(self) -> str:
        return str(path_of(self._name))

    def open(self) -> None:
        self.close()
        self._expect_camera()
        capture = self._opener()
        if not capture.isOpened():
            capture.release()
            raise NoSuchSource(_no_camera(self._name, find_cameras()))
        self._capture, self._exposure = capture, Exposure()
        self._power_line, self._even_exposure = PowerLine(self._device), EvenExposure()
        self._format = self._agreed(capture)

    def read(self) -> Frame:
        if self._capture is None:
            raise SourceLost(Text("camera {name} is not open", name=self._name))
        self._exposure.follow(self._capture, self._wanted_stops)
        damaged = 0
        while damaged < DAMAGED_FRAMES:
            is_there, raw = self._capture.read()
            arrived_ms = self._clock()
            if not is_there or raw is None:
                raise SourceLost(
                    Text("camera {name} gives no more pictures; is it still plugged in?", name=self._name)
                )
            pixels = unpack_pixels(np.asarray(raw), self._format, is_grey=self._is_grey)
            if pixels is None:
                damaged += 1
            elif not self._exposure.is_settling(pixels):
                self._repeated.expect_new(pixels, arrived_ms)
                frame = Frame(pixels, self._number, arrived_ms, self._exposure.stops)
                self._even_out(self._capture, frame)
                self._number += 1
                return frame
        raise SourceLost(Text("camera {name} sends only damaged pictures", name=self._name))

    def _even_out(self, capture: Capture, frame: Frame) -> None:
        """Have the camera follow the mains; if that does not help, expose for whole periods of the flicker."""
        self._power_line.follow(frame.at_ms, flickers=self._flickers)
        if not frame.stops:
            is_left_to_exposure = self._flickers and self._power_line.did_not_help(frame.at_ms)
            self._even_exposure.follow(capture, frame, flickers=is_left_to_exposure)

    def expose(self, stops: float) -> None:
        self._wanted_stops = stops

    def note_flicker(self, *, flickers: bool) -> None:
        self._flickers = flickers

    def close(self) -> None:
        if self._capture is not None:
            self._exposure.back_to_usual(self._capture)
            self._even_exposure.back_to_automatic(self._capture)
            self._capture.release()
            self._capture = None

    def describe(self) -> Text:
        if self._capture is None:
            return Text("camera {name}", name=self._name)
        width, height = _size_of(self._capture)
        return Text(
            "camera {name}, {width} by {height}, {format}",
            name=self._name, width=width, height=height, format=self._format or "BGR",
        )  # fmt: skip

    def _expect_camera(self) -> None:
        """Raise `NoSuchSource` if the device is there and no camera: it would open, and give nothing."""
        node = look_at(self._name)
        if node is None or node.kind is NodeKind.CAMERA:
            return
        if node.kind is NodeKind.PI_CAMERA:
            raise NoSuchSource(
                Text(
                    "{name} is a part of the camera on the Pi's ribbon cable and gives no pictures by itself: type `--camera {pi}`",
                    name=self._name, pi=PI,
                )
            )  # fmt: skip
        raise NoSuchSource(
            Text(
                "{name} is not a camera, but a device of {driver}; cameras of this machine: {known}",
                name=self._name, driver=node.driver, known=_listed(find_cameras()),
            )
        )  # fmt: skip

    def _agreed(self, capture: Capture) -> str:
        """Agree on the cheapest format with the wanted size and rate; else takes the camera's own, converted
        by OpenCV.
        """
        for fourcc in CHEAPEST_FIRST:
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*fourcc))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size_px[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size_px[1])
            capture.set(cv2.CAP_PROP_FPS, self._rate)
            is_fast = capture.get(cv2.CAP_PROP_FPS) >= ENOUGH * self._rate
            if _format_of(capture) == fourcc and _size_of(capture) == self._size_px and is_fast:
                return fourcc if capture.set(cv2.CAP_PROP_CONVERT_RGB, 0) else ""
        return ""


class RtspSource:
    """A stream that FFmpeg can read: RTSP, TCP, and other addresses."""

    is_live = True

    def __init__(
        self, url: str, *, is_grey: bool = True, clock: Clock = monotonic_ms, opener: Opener | None = None
    ) -> None:
        self._url = url
        self._is_grey = is_grey
        self._clock = clock
        self._opener = opener or (lambda: cv2.VideoCapture(url, cv2.CAP_FFMPEG, _TIMEOUTS))
        self._capture: Capture | None = None
        self._freshness, self._backlog = Freshness(), Backlog()
        self._number = self._taken = 0
        """How many pictures were given, and how many were taken from the stream since it was opened."""

    def open(self) -> None:
        self.close()
        capture = self._opener()
        if not capture.isOpened():
            capture.release()
            raise SourceLost(
                Text(
                    "no picture comes from {url}; is the camera switched on, and on this network?",
                    url=without_password(self._url, ""),
                )
            )
        self._capture, self._freshness, self._backlog = capture, Freshness(), Backlog()
        self._taken = 0

    @property
    def period_ms(self) -> float | None:
        return self._freshness.usual_ms

    def read(self) -> Frame:
        while True:
            is_there, pixels = self._capture.read() if self._capture is not None else (False, None)
            arrived_ms = self._clock()
            if self._capture is None or not is_there or pixels is None:
                raise SourceLost(Text("{url} gives no more pictures", url=without_password(self._url, "")))
            # A bare stream of H.264 has no times; its pictures are then counted.
            own_ms = self._capture.get(cv2.CAP_PROP_POS_MSEC) or self._taken * _period_ms(self._capture)
            self._taken += 1
            if self._freshness.is_fresh(arrived_ms) and self._backlog.take(own_ms, arrived_ms):
                self._number += 1
                return Frame(to_grey(pixels) if self._is_grey else pixels, self._number - 1, arrived_ms)

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def describe(self) -> Text:
        return Text("stream {url}", url=without_password(self._url, ""))


class VideoFileSource:
    """A recorded video, at its own pace or as fast as it is read. Frames have the video's own times; without
    times, as in a bare stream, they are spaced by its frame rate.
    """

    is_live = False

    def __init__(
        self,
        path: Path,
        *,
        is_paced: bool = True,
        is_grey: bool = True,
        clock: Clock = monotonic_ms,
        sleep: Sleep,
    ) -> None:
        self._path = path
        self._is_paced = is_paced
        self._is_grey = is_grey
        self._clock = clock
        self._sleep = sleep
        self._capture: cv2.VideoCapture | None = None
        self._began_ms = 0
        self._number = 0
        self._at_ms = 0

    def open(self) -> None:
        self.close()
        if not self._path.is_file():
            raise NoSuchSource(Text("there is no file {path}", path=str(self._path)))
        capture = cv2.VideoCapture(str(self._path))
        if not capture.isOpened():
            raise NoSuchSource(Text("{path} cannot be read as a video", path=str(self._path)))
        self._capture, self._number, self._at_ms, self._began_ms = capture, 0, 0, self._clock()

    def read(self) -> Frame:
        if self._capture is None:
            raise SourceLost(Text("{path} is not open", path=str(self._path)))
        is_there, pixels = self._capture.read()
        if not is_there or pixels is None:
            raise EndOfPictures(Text("the video {path} has ended", path=str(self._path)))
        at_ms = self._at_ms = self._time_ms(self._capture)
        if self._is_paced:
            self._sleep(max(0.0, (self._began_ms + at_ms - self._clock()) / 1000))
        self._number += 1
        return Frame(to_grey(pixels) if self._is_grey else pixels, self._number - 1, at_ms)

    def _time_ms(self, capture: Capture) -> int:
        """Return the time of the frame just read, always later than that of the one before."""
        told_ms = round(capture.get(cv2.CAP_PROP_POS_MSEC))
        if self._number and told_ms <= self._at_ms:
            return self._at_ms + round(_period_ms(capture))
        return told_ms

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def describe(self) -> Text:
        return Text("video {path}", path=str(self._path))


def _no_camera(name: int | str, found: Iterable[str]) -> Text:
    known = ", ".join(found)
    if not known:
        return Text(
            "there is no camera {name}, and no other camera on this machine: plug one in, or take a phone with"
            " `--camera phone`",
            name=name,
        )
    return Text(
        "camera {name} cannot be opened; found: {known}; another program may be using it, or choose one of these with"
        " `--camera`",
        name=name,
        known=known,
    )


def _listed(found: Iterable[str]) -> str | Text:
    return ", ".join(found) or Text("none")


def _period_ms(capture: Capture) -> float:
    """Return how far apart the pictures of a video without times are, by its frame rate."""
    rate = capture.get(cv2.CAP_PROP_FPS)
    return 1000 / (rate if 0 < rate <= FASTEST_RATE else USUAL_RATE)


def _format_of(capture: Capture) -> str:
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    return "".join(chr((code >> shift) & 0xFF) for shift in (0, 8, 16, 24))


def _size_of(capture: Capture) -> tuple[int, int]:
    return int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))


_TIMEOUTS = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_TIMEOUT_MS]
