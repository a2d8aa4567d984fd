"""Reads a stream of JPEGs over HTTP (`multipart/x-mixed-replace`), as phones and network cameras send it.

    --frame CR LF
    Content-Type: image/jpeg CR LF
    Content-Length: 48213 CR LF        (not all servers say it)
    CR LF
    ... 48213 bytes ...

OpenCV's reader keeps frames back, so this one reads the socket itself: it takes everything that has arrived
and decodes only the newest picture, so that slow processing never delays the next one. A frame's time is when
its first bytes arrived.
"""

import base64
import http.client
import io
import select
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import SplitResult, quote, unquote, urlsplit

from companion.system_errors import system_says
from companion.words import Text
from vision.errors import NoSuchSource, SourceLost
from vision.frame import Frame
from vision.jpeg import jpeg_size_px
from vision.sources.freshness import Freshness
from vision.sources.source import LARGEST_PX, Clock, decode_jpeg, is_beyond_cameras, monotonic_ms

START, END = b"\xff\xd8\xff", b"\xff\xd9"
START_OF_SCAN = 0xDA
LARGEST_BYTES = 32_000_000
"""The largest JPEG of a stream; data without an end by then is dropped."""
CHUNK = 262_144
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
        self._wanted: int | None = None
        self._began_ms = 0

    def feed(self, data: bytes, at_ms: int) -> list[JpegPart]:
        """Takes bytes; returns the pictures that they complete."""
        self._bytes += data
        found = []
        while (part := self._next(at_ms)) is not None:
            found.append(part)
        if len(self._bytes) > LARGEST_BYTES:
            self._bytes.clear()
            self._wanted = None
        return found

    def _next(self, at_ms: int) -> JpegPart | None:
        if self._wanted is None:
            if not self._skip_headers():
                return None
            self._began_ms = at_ms
        if self._wanted:
            return self._take(self._wanted) if len(self._bytes) >= self._wanted else None
        end = _end_of(self._bytes)
        return None if end < 0 else self._take(end + len(END))

    def _skip_headers(self) -> bool:
        """Skips to the first byte of a picture; returns whether it has come."""
        start = self._bytes.find(START)
        if start < 0:
            del self._bytes[:-LONGEST_HEADERS]
            return False
        self._wanted = _told_length(bytes(self._bytes[:start]))
        del self._bytes[:start]
        return True

    def _take(self, length: int) -> JpegPart:
        jpeg = bytes(self._bytes[:length])
        del self._bytes[:length]
        self._wanted = None
        return JpegPart(jpeg, self._began_ms)


class MjpegSource:
    """A camera's stream at an HTTP address."""

    is_live = True

    def __init__(
        self,
        url: str,
        *,
        is_grey: bool = True,
        open_timeout_ms: int = 4000,
        read_timeout_ms: int = 1500,
        clock: Clock = monotonic_ms,
    ) -> None:
        self._url = url
        self._is_grey = is_grey
        self._open_timeout_ms = open_timeout_ms
        self._read_timeout_ms = read_timeout_ms
        self._clock = clock
        self._connection: http.client.HTTPConnection | None = None
        self._response: http.client.HTTPResponse | None = None
        self._socket: socket.socket | None = None
        self._parts = JpegCutter()
        self._freshness = Freshness()
        self._number = 0
        self._deadline_ms = 0
        """The time until which the current wait may last."""
        self._has_sent = False
        """Whether any bytes have arrived since the current wait for a picture began."""

    def open(self) -> None:
        self.close()
        address = urlsplit(self._url)
        connection = _connection(address, self._open_timeout_ms / 1000)
        self._deadline_ms = self._clock() + self._open_timeout_ms
        self._connection = connection
        try:
            connection.connect()
            self._socket = connection.sock
            connection.response_class = cast("Any", self._response_of)
            connection.request("GET", _path(address), headers=_credentials(address))
            response = connection.getresponse()
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.close()
            raise SourceLost(
                Text(
                    "nothing answers at {url}: {problem}; is the camera's app running, and is the camera on this network?",
                    url=_shown(address),
                    problem=_said(error),
                )
            ) from error
        if response.status != http.HTTPStatus.OK:
            self.close()
            raise NoSuchSource(
                Text(
                    "{url} answers {status} {reason}; look up the stream's own path in the camera's app",
                    url=_shown(address),
                    status=response.status,
                    reason=response.reason,
                )
            )
        self._response = response
        self._parts, self._freshness = JpegCutter(), Freshness()

    def _response_of(self, connected: socket.socket, **how: Any) -> http.client.HTTPResponse:
        """Makes a response that must arrive before the deadline, however slowly its bytes come."""
        return http.client.HTTPResponse(cast("socket.socket", _Dripping(connected, self._left_s)), **how)

    def _left_s(self) -> float:
        return (self._deadline_ms - self._clock()) / 1000

    def read(self) -> Frame:
        self._deadline_ms = self._clock() + self._read_timeout_ms
        self._has_sent = False
        while self._clock() < self._deadline_ms:
            newest = self._newest_fresh()
            pixels = None if newest is None else decode_jpeg(newest.jpeg, is_grey=self._is_grey)
            if newest is not None and pixels is not None:
                self._number += 1
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
        raise self._out_of_time()

    def _out_of_time(self) -> SourceLost:
        """Returns the error of a wait that found no picture: a silent camera and one that sends something else differ."""
        if self._has_sent:
            text = Text("{url} has sent no picture for {ms} ms", url=self._name, ms=self._read_timeout_ms)
        else:
            text = Text("{url} has sent nothing for {ms} ms", url=self._name, ms=self._read_timeout_ms)
        return SourceLost(text)

    def close(self) -> None:
        for open_thing in (self._response, self._connection, self._socket):
            if open_thing is not None:
                open_thing.close()
        self._response = self._connection = self._socket = None

    def describe(self) -> Text:
        return Text("stream {url}", url=self._name)

    @property
    def _name(self) -> str:
        return _shown(urlsplit(self._url))

    def _newest_fresh(self) -> "JpegPart | None":
        """Waits for bytes, takes all that have come, and returns the last whole picture that is fresh."""
        newest = None
        while True:
            data = self._received()
            now_ms = self._clock()
            for part in self._parts.feed(data, now_ms):
                newest = part if self._freshness.is_fresh(now_ms) else None
            if not self._more_waits() or self._clock() >= self._deadline_ms:
                return newest

    def _received(self) -> bytes:
        if self._response is None:
            raise SourceLost(Text("{url} is not open", url=self._name))
        try:
            data = self._response.read1(CHUNK)
        except TimeoutError as error:
            raise self._out_of_time() from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise SourceLost(
                Text("the stream {url} was interrupted: {problem}", url=self._name, problem=_said(error))
            ) from error
        if not data:
            raise SourceLost(Text("{url} has closed the connection", url=self._name))
        self._has_sent = True
        return data

    def _more_waits(self) -> bool:
        if self._socket is None or self._socket.fileno() < 0:
            return False
        return bool(select.select([self._socket], [], [], 0)[0])


class _Dripping(io.RawIOBase):
    """Reads the bytes of a socket until a deadline."""

    def __init__(self, connected: socket.socket, left_s: Callable[[], float]) -> None:
        super().__init__()
        self._socket = connected
        # The connection drops its socket after the request; this reference keeps it open.
        self._raw = connected.makefile("rb", buffering=0)
        self._left_s = left_s

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left_s = self._left_s()
        if left_s <= 0:
            raise TimeoutError
        self._socket.settimeout(left_s)
        return self._raw.readinto(buffer) or 0

    def close(self) -> None:
        self._raw.close()
        super().close()


def _end_of(jpeg: bytearray) -> int:
    """Returns where the end mark of a JPEG without a length stands; -1 if it has not come.

    Segments are stepped over, for one of them may hold a small picture with an end mark of its own; in the pixels
    that follow the last, 0xFF is never followed by 0xD9.
    """
    at = 2
    while at + 4 <= len(jpeg) and jpeg[at] == 0xFF:
        if jpeg[at + 1] == START_OF_SCAN:
            return jpeg.find(END, at)
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return -1


def _told_length(headers: bytes) -> int:
    """Returns the length in a part's headers; 0 if there is none."""
    for line in headers.lower().splitlines():
        name, _, value = line.partition(b":")
        if name.strip() == b"content-length" and value.strip().isdigit():
            return min(int(value), LARGEST_BYTES)
    return 0


def _said(error: Exception) -> Text:
    if isinstance(error, http.client.HTTPException) and not isinstance(error, OSError):
        return Text("the server there sends no stream of pictures")
    return system_says(error)


def _connection(address: SplitResult, timeout_s: float) -> http.client.HTTPConnection:
    host = address.hostname or ""
    if address.scheme == "https":
        # Cameras at home sign their own certificates, so there is no authority to check them with.
        unchecked = ssl._create_unverified_context()  # noqa: S323, SLF001
        return http.client.HTTPSConnection(host, address.port, timeout=timeout_s, context=unchecked)
    return http.client.HTTPConnection(host, address.port, timeout=timeout_s)


def _path(address: SplitResult) -> str:
    typed = (address.path or "/") + (f"?{address.query}" if address.query else "")
    return quote(typed, safe="%/?:@!$&'()*+,;=~[]|")


def _credentials(address: SplitResult) -> dict[str, str]:
    if address.username is None:
        return {}
    pair = f"{unquote(address.username)}:{unquote(address.password or '')}"
    return {"Authorization": "Basic " + base64.b64encode(pair.encode()).decode("ascii")}


def _shown(address: SplitResult) -> str:
    """Returns the address without its password."""
    host = address.netloc.rpartition("@")[2]
    return f"{address.scheme}://{host}{_path(address)}"
