"""Reads what OpenCV can capture: cameras of this machine, RTSP streams and video files.

A broken capture returns False for ever without an error, and still says that it is open; a silent stream
blocks for half a minute unless it was opened with timeouts. Here both become `SourceLost`.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

import cv2
import numpy as np

from companion.words import Text
from vision.errors import EndOfPictures, NoSuchSource, SourceLost
from vision.frame import Frame, to_grey
from vision.sources.camera_password import without_password
from vision.sources.exposure import Capture, Exposure
from vision.sources.freshness import Backlog, Freshness
from vision.sources.source import Clock, Sleep, monotonic_ms, unpack_pixels

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
"""What OpenCV would say on standard error, our own errors say in a person's words."""
OPEN_TIMEOUT_MS, READ_TIMEOUT_MS = 4000, 5000
"""How long opening a stream, and waiting for a picture of it, may take; some cameras send one in two seconds."""
DAMAGED_FRAMES = 30
"""After so many unreadable pictures in a row, a second of them, the camera counts as lost."""
CHEAPEST_FIRST = ("GREY", "NV12", "YUYV", "MJPG")
"""Pixel formats, by the cost of making them grey; the first with the wanted size and rate is used."""
ENOUGH = 0.8
"""The share of the wanted frame rate that is enough: a camera may say 25 for 30."""
USUAL_RATE, FASTEST_RATE = 25, 240
"""The frame rate of a video that gives no believable rate, and the highest that is believed."""
DEVICES = Path("/dev")


Opener = Callable[[], Capture]


class CameraSource:
    """A camera of this machine, by number or by path: `0`, `/dev/video2`."""

    is_live = True

    def __init__(
        self,
        name: int | str,
        *,
        size_px: tuple[int, int] = (1920, 1080),
        frames_per_second: int = 30,
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
        self._wanted_stops = 0.0
        self._exposure = Exposure()

    def open(self) -> None:
        self.close()
        capture = self._opener()
        if not capture.isOpened():
            capture.release()
            raise NoSuchSource(_no_camera(self._name, find_cameras()))
        self._capture, self._exposure = capture, Exposure()
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
                self._number += 1
                return Frame(pixels, self._number - 1, arrived_ms, self._exposure.stops)
        raise SourceLost(Text("camera {name} sends only damaged pictures", name=self._name))

    def expose(self, stops: float) -> None:
        self._wanted_stops = stops

    def close(self) -> None:
        if self._capture is not None:
            self._exposure.back_to_usual(self._capture)
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

    def _agreed(self, capture: Capture) -> str:
        """Agrees on the cheapest format with the wanted size and rate; else takes the camera's own, converted
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
        self._number = 0

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

    @property
    def period_ms(self) -> float | None:
        return self._freshness.usual_ms

    def read(self) -> Frame:
        while True:
            is_there, pixels = self._capture.read() if self._capture is not None else (False, None)
            arrived_ms = self._clock()
            if not is_there or pixels is None:
                raise SourceLost(Text("{url} gives no more pictures", url=without_password(self._url, "")))
            own_ms = 0.0 if self._capture is None else self._capture.get(cv2.CAP_PROP_POS_MSEC)
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

    def _time_ms(self, capture: cv2.VideoCapture) -> int:
        """Returns the time of the frame just read, always later than that of the one before."""
        told_ms = round(capture.get(cv2.CAP_PROP_POS_MSEC))
        if self._number and told_ms <= self._at_ms:
            rate = capture.get(cv2.CAP_PROP_FPS)
            return self._at_ms + round(1000 / (rate if 0 < rate <= FASTEST_RATE else USUAL_RATE))
        return told_ms

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def describe(self) -> Text:
        return Text("video {path}", path=str(self._path))


def find_cameras(devices: Path = DEVICES) -> tuple[str, ...]:
    """Returns the paths of the cameras that the system knows."""
    return tuple(
        sorted((str(path) for path in devices.glob("video[0-9]*")), key=lambda path: (len(path), path))
    )


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


def _format_of(capture: Capture) -> str:
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    return "".join(chr((code >> shift) & 0xFF) for shift in (0, 8, 16, 24))


def _size_of(capture: Capture) -> tuple[int, int]:
    return int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))


_TIMEOUTS = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_TIMEOUT_MS]
