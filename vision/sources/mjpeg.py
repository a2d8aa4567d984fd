"""Reads the pictures of a network camera at an HTTP address: a stream of JPEGs, or one that is asked for again and again.

OpenCV's reader keeps frames back, so this one reads the socket itself: it takes everything that has arrived
and decodes only the newest picture, so that slow processing never delays the next one. A frame's time is when
its first bytes arrived.
"""

import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from companion.words import Text
from vision.errors import SourceLost
from vision.frame import Frame
from vision.pictures import END_MARK, START_MARK, jpeg_end, jpeg_size_px
from vision.sources.camera_request import CameraAnswer, Fault, said, shown
from vision.sources.source import (
    LARGEST_PX,
    Clock,
    Freshness,
    RepeatedPicture,
    Sleep,
    decode_jpeg,
    is_beyond_cameras,
    monotonic_ms,
)

# --- jpeg cutter
# Cuts a stream of bytes into JPEGs, as phones and network cameras send them.
#
#     --frame CR LF
#     Content-Type: image/jpeg CR LF
#     Content-Length: 48213 CR LF        (not all servers say it, and some say less or more)
#     CR LF
#     ... 48213 bytes ...
#
# Parts with something else may stand between them, and what a camera says of a picture's length is only believed where
# the picture has no end mark.

LARGEST_BYTES = 32_000_000
"""The largest JPEG of a stream; data without an end by then is dropped."""
LONGEST_HEADERS = 65_536
"""The most bytes kept while looking for the start of a picture."""


@dataclass(frozen=True, slots=True)
class JpegPart:
    """A JPEG, and when its first bytes arrived; a stream that stalls may send the last ones much later."""

    jpeg: bytes
    began_ms: int


class JpegCutter:
    """Cuts a stream of bytes into JPEGs."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._told: int | None = None
        """The length of the picture whose bytes come, as the camera told it, or 0; None between two pictures."""
        self._began_ms = 0
        self.has_dropped = False
        """Whether more came between two pictures than headers: something else is sent."""

    def feed(self, data: bytes, at_ms: int) -> list[JpegPart]:
        """Take bytes; return the pictures that they complete."""
        self._bytes += data
        found = []
        while (part := self._next(at_ms)) is not None:
            found.append(part)
        if len(self._bytes) > LARGEST_BYTES:
            self._bytes.clear()
            self._told = None
        return found

    @property
    def has_begun(self) -> bool:
        """Whether the first bytes of a picture have come, and not its last."""
        return self._told is not None

    def end(self) -> JpegPart | None:
        """End the stream; return the picture that had begun, which may lack its end."""
        begun, self._told = self.has_begun, None
        jpeg = bytes(self._bytes)
        self._bytes.clear()
        return JpegPart(jpeg, self._began_ms) if begun else None

    def _next(self, at_ms: int) -> JpegPart | None:
        if self._told is None:
            if not self._skip_headers():
                return None
            self._began_ms = at_ms
        end = self._end(self._told or 0)
        if end < 0:
            return None
        jpeg = bytes(self._bytes[:end])
        del self._bytes[:end]
        self._told = None
        return JpegPart(jpeg, self._began_ms)

    def _end(self, told: int) -> int:
        """Return where the picture ends; -1 if its last bytes have not come."""
        if len(self._bytes) < told:
            return -1
        if self._bytes.endswith(END_MARK, 0, told):
            return told
        end = jpeg_end(self._bytes)
        is_sure = end >= 0 and (end < told or self._bytes.endswith(END_MARK, 0, end))
        return end if is_sure or not told else told

    def _skip_headers(self) -> bool:
        """Skip to the first byte of a picture; return whether it has come."""
        start = self._bytes.find(START_MARK)
        if start < 0:
            self.has_dropped |= len(self._bytes) > LONGEST_HEADERS
            del self._bytes[:-LONGEST_HEADERS]
            return False
        self._told = _told_length(bytes(self._bytes[:start]))
        del self._bytes[:start]
        return True


def _told_length(before: bytes) -> int:
    """Return the length in the headers just before a picture, not in those of other parts; 0 if there is none."""
    *_, headers = before.replace(b"\r\n", b"\n").strip(b"\n").split(b"\n\n")
    for line in headers.lower().splitlines():
        name, _, value = line.partition(b":")
        if name.strip() == b"content-length" and value.strip().isdigit():
            return min(int(value), LARGEST_BYTES)
    return 0


# --- mjpeg

CHUNK = 262_144
OPEN_TIMEOUT_MS = 4000
FIRST_TIMEOUT_MS, SHORTEST_TIMEOUT_MS = 5000, 1500
"""How long a picture is waited for: at first, as its pace is not known, and at least."""
PERIODS = 3
"""How many of a camera's usual periods a picture is waited for."""
SNAPSHOT_EVERY_MS = 200
"""How often an address that gives one picture is asked for the next."""


class MjpegSource:
    """A camera's pictures at an HTTP address."""

    is_live = True

    def __init__(
        self,
        url: str,
        *,
        is_grey: bool = True,
        open_timeout_ms: int = OPEN_TIMEOUT_MS,
        read_timeout_ms: int | None = None,
        clock: Clock = monotonic_ms,
        sleep: Sleep = time.sleep,
    ) -> None:
        """`read_timeout_ms`: how long a picture is waited for; None: by the camera's own pace."""
        self._url = url
        self._is_grey = is_grey
        self._open_timeout_ms = open_timeout_ms
        self._fixed_timeout_ms = read_timeout_ms
        self._clock = clock
        self._sleep = sleep
        self._answer: CameraAnswer | None = None
        self._asked_ms = 0
        self._is_given = False
        """Whether the picture of an address that gives one was given; then it is asked for the next."""
        self._given = 0
        """How many pictures were given since it was asked."""
        self._parts = JpegCutter()
        self._freshness = Freshness()
        self._repeated = RepeatedPicture()
        self._number = 0
        self._deadline_ms = 0
        """The time until which the current wait may last."""
        self._has_sent = False
        """Whether any bytes have arrived since the current wait for a picture began."""
        self._fault: Text | None = None
        """Why the latest answer of the current wait is no picture."""

    @property
    def period_ms(self) -> float | None:
        return self._freshness.usual_ms

    def open(self) -> None:
        self.close()
        self._parts, self._freshness = JpegCutter(), Freshness()
        self._ask()

    def _ask(self) -> None:
        self._asked_ms, self._is_given, self._given = self._clock(), False, 0
        self._deadline_ms = self._asked_ms + self._open_timeout_ms
        self._answer = CameraAnswer(self._url, self._left_s, self._open_timeout_ms / 1000)

    def _ask_again(self) -> None:
        self.close()
        self._sleep(max(0, self._asked_ms + SNAPSHOT_EVERY_MS - self._clock()) / 1000)
        self._ask()

    def _left_s(self) -> float:
        return (self._deadline_ms - self._clock()) / 1000

    @property
    def _timeout_ms(self) -> int:
        if self._fixed_timeout_ms is not None:
            return self._fixed_timeout_ms
        period_ms = self._freshness.period_ms
        return FIRST_TIMEOUT_MS if period_ms is None else max(SHORTEST_TIMEOUT_MS, round(PERIODS * period_ms))

    def read(self) -> Frame:
        timeout_ms = self._timeout_ms
        ends_ms = self._deadline_ms = self._clock() + timeout_ms
        self._has_sent, self._fault = False, None
        # To ask for the next picture moves the deadline, so that pictures without use would be asked for without end.
        while self._clock() < ends_ms:
            newest = self._newest_fresh(timeout_ms)
            pixels = None if newest is None else decode_jpeg(newest.jpeg, is_grey=self._is_grey)
            if newest is not None and pixels is not None:
                self._repeated.expect_new(pixels, newest.began_ms)
                self._number, self._given = self._number + 1, self._given + 1
                return Frame(pixels, self._number - 1, newest.began_ms)
            size_px = None if newest is None else jpeg_size_px(newest.jpeg)
            if size_px is not None and is_beyond_cameras(size_px):
                raise SourceLost(
                    Text(
                        "{url} sends pictures of {width} by {height} pixels, but at most {most} megapixels can be read: "
                        "choose a smaller size in the camera's app",
                        url=self._name, width=size_px[0], height=size_px[1], most=LARGEST_PX // 1_000_000,
                    )
                )  # fmt: skip
            self._fault = self._fault_of(newest) or self._fault
        raise self._out_of_time(timeout_ms)

    def _fault_of(self, unread: JpegPart | None) -> Text | None:
        """Return why what came is no picture; None as long as one may still come."""
        if unread is not None:
            return Text(
                "{url} answers, but its pictures cannot be read: they are damaged, or only a part of each arrives",
                url=self._name,
            )
        if self._answer is None or not self._answer.is_picture:
            return None
        return self._no_picture()

    def _no_picture(self) -> Text:
        """Return that something else is sent, or nothing."""
        if self._has_sent:
            return Text(
                "{url} answers, but what it sends cannot be read as a picture: choose JPEG in the camera's app",
                url=self._name,
            )
        return Text(
            "{url} answers, but its answer is empty: look up the address of its pictures in the camera's app",
            url=self._name,
        )

    def _out_of_time(self, timeout_ms: int) -> SourceLost:
        """Return the error of a wait that found no picture: a silent camera and one that sends something else differ."""
        if self._fault is not None:
            return SourceLost(self._fault)
        if self._number == 0 and self._has_sent and self._parts.has_dropped:
            return SourceLost(self._no_picture())
        waited_s = f"{timeout_ms / 1000:g}"
        if self._has_sent:
            return SourceLost(Text("{url} has sent no picture for {s} s", url=self._name, s=waited_s))
        return SourceLost(
            Text(
                "{url} has sent nothing for {s} s, and the program asks again: is the camera switched on, and near enough to the"
                " router?",
                url=self._name, s=waited_s,
            )
        )  # fmt: skip

    def _closed(self) -> SourceLost:
        """Return the error of a connection that has ended: after pictures, or without any."""
        if self._number or self._parts.has_begun:
            return SourceLost(
                Text("{url} has closed the connection; the program connects again", url=self._name)
            )
        return SourceLost(self._no_picture())

    def close(self) -> None:
        if self._answer is not None:
            self._answer.close()
        self._answer = None

    def describe(self) -> Text:
        return Text("stream {url}", url=self._name)

    @property
    def _name(self) -> str:
        return shown(urlsplit(self._url))

    def _newest_fresh(self, timeout_ms: int) -> JpegPart | None:
        """Wait for bytes, take all that have come, and return the last whole picture that is fresh."""
        if self._answer is None:
            raise SourceLost(Text("{url} is not open", url=self._name))
        if self._answer.is_picture:
            return self._snapshot(timeout_ms)
        newest = None
        while True:
            data = self._received(self._answer, timeout_ms)
            if not data and newest is None:
                if self._given != 1:
                    raise self._closed()
                # Some cameras close after each picture.
                self._parts.end()
                self._ask_again()
                return None
            now_ms = self._clock()
            for part in self._parts.feed(data, now_ms):
                newest = part if self._freshness.is_fresh(now_ms) else None
            if not data or not self._answer.has_more or self._clock() >= self._deadline_ms:
                return newest

    def _snapshot(self, timeout_ms: int) -> JpegPart | None:
        """Return the one picture of an answer; ask for the next one if it was given before. It was not kept back."""
        if self._is_given:
            self._ask_again()
        assert self._answer is not None, "it was just asked"
        if self._answer.is_other:
            self._has_sent = True
            raise SourceLost(self._no_picture())
        found: list[JpegPart] = []
        while not found and (data := self._received(self._answer, timeout_ms)):
            found = self._parts.feed(data, self._clock())
        rest = self._parts.end()
        self._is_given = True
        self._freshness.is_fresh(self._clock())
        return found[-1] if found else rest

    def _received(self, answer: CameraAnswer, timeout_ms: int) -> bytes:
        try:
            data = answer.read(CHUNK)
        except TimeoutError as error:
            raise self._out_of_time(timeout_ms) from error
        except ConnectionResetError:
            data = b""  # Some cameras reset a connection where others close it.
        except Fault as error:
            raise SourceLost(
                Text("the stream {url} was interrupted: {problem}", url=self._name, problem=said(error))
            ) from error
        self._has_sent |= bool(data)
        return data
