"""Asks the web server of a network camera for its pictures: follows redirects, and gives the password it asks for."""

import http.client
import io
import select
import socket
import ssl
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NoReturn, cast
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit

from companion.system_errors import system_says
from companion.words import Text
from vision.errors import NoSuchSource, SourceLost, VisionError
from vision.pictures import START_MARK
from vision.sources.camera_password import CameraLogin, without_password

MOST_REQUESTS = 6
"""A camera redirects once or twice, and asks for the password once at each place."""
WEB = ("http", "https")
FIRST_BYTES, BLANK = 512, b"\xef\xbb\xbf \t\r\n"
"""What is looked at to tell a web page, and what may stand before it."""
CHUNK_ENDS = (1, 2)
"""How many bytes may wait that only end a chunk."""
OTHER_MARKS = (b"\x89PNG", b"GIF8", b"RIFF")
"""How pictures of other kinds begin: PNG, GIF and WebP."""
Fault = (OSError, http.client.HTTPException, ValueError)
"""What a connection raises."""


class CameraAnswer:
    """The bytes that a camera answers with."""

    def __init__(self, url: str, left_s: Callable[[], float], timeout_s: float) -> None:
        """Ask at the address. `left_s` tells how many seconds are left, whenever bytes are waited for; connecting takes
        `timeout_s` at most.

        Raises `SourceLost` or `NoSuchSource`.
        """
        self._address = urlsplit(url)
        self._left_s = left_s
        self._timeout_s = timeout_s
        self._socket: socket.socket | None = None
        self._open: list[http.client.HTTPConnection | http.client.HTTPResponse] = []
        try:
            self._response = self._asked_on()
        except Fault as error:
            self.close()
            raise self._unanswered(error) from error
        if self._response.status != HTTPStatus.OK:
            self._refused()
        kind = self._response.headers.get("Content-Type", "").strip().lower()
        is_stream = kind.startswith(("multipart/", "video/"))
        is_one = not is_stream and self._response.length is not None and self._begins_with(START_MARK)
        self.is_other = any(map(self._begins_with, OTHER_MARKS))
        """Whether a picture of another kind is sent, in which the mark of a JPEG may stand by chance."""
        self.is_picture = is_one or self.is_other or kind.startswith("image/")
        if not (is_stream or self.is_picture) and self._begins_with(b"<"):
            self._give_up(
                Text(
                    "{url} is a web page, not a stream of pictures: look up the address of the video there in a browser, or in"
                    " the camera's app",
                    url=shown(self._address),
                )
            )
        if not self.is_picture and not self._response.chunked:
            # Some cameras tell the length of the first picture for that of the whole stream.
            self._response.length = None

    def read(self, most_bytes: int) -> bytes:
        """Return the bytes that have come, after waiting for some; none at the end. Raises `Fault`."""
        return self._response.read1(most_bytes)

    @property
    def has_more(self) -> bool:
        """Whether more bytes have come. Where an answer is sent in chunks, the end of one is not more: after it, a read would
        wait for the next picture.
        """
        if self._socket is None or self._socket.fileno() < 0:
            return False
        if not select.select([self._socket], [], [], 0)[0]:
            return False
        if not self._response.chunked:
            return True
        # What is encrypted cannot be looked at before it is read.
        is_open = not isinstance(self._socket, ssl.SSLSocket)
        return is_open and len(self._socket.recv(max(CHUNK_ENDS) + 1, socket.MSG_PEEK)) not in CHUNK_ENDS

    def close(self) -> None:
        for open_thing in (*self._open, self._socket):
            if open_thing is not None:
                open_thing.close()
        self._open = []

    def _asked_on(self) -> http.client.HTTPResponse:
        """Return the answer at the end of all redirects, with the password if it is asked for. Raises `Fault`."""
        address, password = self._address, ""
        response = self._ask(address, password)
        for _ in range(MOST_REQUESTS - 1):
            target = urlsplit(urljoin(address.geturl(), response.headers.get("Location", "")))
            if response.status == HTTPStatus.UNAUTHORIZED and not password:
                user = _user(self._address if _is_as_safe(address, self._address) else address)
                challenges = response.headers.get_all("WWW-Authenticate", [])
                password = "" if user is None else user.answer(challenges, typed_path(address)) or ""
                if not password:
                    break
            elif 300 <= response.status < 400 and "Location" in response.headers and target.scheme in WEB:
                address, password = target, ""
            else:
                break
            self.close()
            response = self._ask(address, password)
        return response

    def _ask(self, address: SplitResult, password: str) -> http.client.HTTPResponse:
        connection = _connection(address, self._timeout_s)
        self._open.append(connection)
        connection.connect()
        self._socket = connection.sock
        connection.response_class = cast("Any", self._response_of)
        headers = {"Authorization": password} if password else {}
        connection.request("GET", typed_path(address), headers=headers)
        response = connection.getresponse()
        self._open.append(response)
        return response

    def _response_of(self, connected: socket.socket, **how: Any) -> http.client.HTTPResponse:
        """Make a response that must arrive before the deadline, however slowly its bytes come."""
        return http.client.HTTPResponse(cast("socket.socket", _Dripping(connected, self._left_s)), **how)

    def _unanswered(self, error: Exception) -> VisionError:
        """Return the error of an address where no web server answered."""
        url = shown(self._address)
        if isinstance(error, http.client.BadStatusLine) and not isinstance(error, OSError):
            return NoSuchSource(
                Text(
                    "what answers at {url} is not a web server: look the address up in the camera's app; it may begin with rtsp://",
                    url=url,
                )
            )
        return SourceLost(
            Text(
                "nothing answers at {url}: {problem}; is the camera's app running, and is the camera on this network?",
                url=url, problem=said(error),
            )
        )  # fmt: skip

    def _begins_with(self, mark: bytes) -> bool:
        """Tell whether an answer begins with a mark, such as that of a page or a picture: some cameras state a wrong type,
        or none.
        """
        try:
            return self._response.peek(FIRST_BYTES).lstrip(BLANK).startswith(mark)
        except Fault:
            return False

    def _refused(self) -> NoReturn:
        """Say why there are no pictures. Raises `NoSuchSource`, or `SourceLost` where asking again helps."""
        url, elsewhere = shown(self._address), self._response.headers.get("Location", "")
        match self._response.status:
            case HTTPStatus.SERVICE_UNAVAILABLE:
                self.close()
                raise SourceLost(
                    Text(
                        "the camera at {url} is busy (503): close what else looks through it, such as a browser or an app",
                        url=url,
                    )
                )
            case HTTPStatus.UNAUTHORIZED:
                self._give_up(self._password_wanted(url))
            case status if (
                status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.TOO_MANY_REQUESTS
            ):
                self.close()
                raise SourceLost(
                    Text(
                        "the camera at {url} has trouble of its own (it answers {status} {reason}): wait a moment, or switch it"
                        " off and on",
                        url=url, status=status, reason=self._response.reason,
                    )
                )  # fmt: skip
            case status if 300 <= status < 400 and urlsplit(elsewhere).scheme not in ("", *WEB):
                self._give_up(
                    Text(
                        "the pictures of {url} are at {elsewhere}: type that address instead",
                        url=url, elsewhere=without_password(elsewhere, "")[:200],
                    )
                )  # fmt: skip
            case HTTPStatus.FORBIDDEN:
                self._give_up(
                    Text(
                        "{url} does not let this computer in (403): allow it in the camera's app, or type a user and a password in the"
                        " address",
                        url=url,
                    )
                )
            case status:
                self._give_up(
                    Text(
                        "{url} answers {status} {reason}; look up the stream's own path in the camera's app",
                        url=url, status=status, reason=self._response.reason,
                    )
                )  # fmt: skip

    def _password_wanted(self, url: str) -> Text:
        """Say that the address needs a user and a password, or that the camera does not accept those it has."""
        if self._address.username is not None:
            return Text(
                "{url} does not accept this user and password; signs such as @ and / are typed in them as docs/phone.md says",
                url=url,
            )
        scheme, _, place = url.partition("://")
        return Text(
            "{url} asks for a user and a password: type them in the address, as in {example}",
            url=url, example=f"{scheme}://USER:PASSWORD@{place}",
        )  # fmt: skip

    def _give_up(self, words: Text) -> NoReturn:
        self.close()
        raise NoSuchSource(words)


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


def said(error: Exception) -> Text:
    """Return an error of the network for people."""
    if isinstance(error, http.client.HTTPException) and not isinstance(error, OSError):
        return Text("the server there sends no stream of pictures")
    return system_says(error)


def shown(address: SplitResult) -> str:
    """Return an address for people, without its password."""
    return f"{address.scheme}://{address.netloc.rpartition('@')[2]}{typed_path(address)}"


def typed_path(address: SplitResult) -> str:
    """Return the path of an address and what follows it, as a server is asked for it."""
    typed = (address.path or "/") + (f"?{address.query}" if address.query else "")
    return quote(typed, safe="%/?:@!$&'()*+,;=~[]|")


def _connection(address: SplitResult, timeout_s: float) -> http.client.HTTPConnection:
    host = address.hostname or ""
    if address.scheme == "https":
        # Cameras at home sign their own certificates, so there is no authority to check them with.
        unchecked = ssl._create_unverified_context()  # noqa: S323, SLF001
        return http.client.HTTPSConnection(host, address.port, timeout=timeout_s, context=unchecked)
    return http.client.HTTPConnection(host, address.port, timeout=timeout_s)


def _user(address: SplitResult) -> CameraLogin | None:
    if address.username is None:
        return None
    return CameraLogin(unquote(address.username), unquote(address.password or ""))


def _is_as_safe(target: SplitResult, typed: SplitResult) -> bool:
    """Tell whether the password that was typed for one address may be given at another: on the same machine, and encrypted
    if it was to be.
    """
    is_same_machine = (target.hostname, target.port) == (typed.hostname, typed.port)
    return is_same_machine and (target.scheme == "https" or typed.scheme == "http")
