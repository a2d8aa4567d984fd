"""Runs a web server in a thread, on a port of its own, until it is stopped; also answers those who speak plain HTTP."""

import asyncio
import logging
import ssl
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import h11
import uvicorn
from starlette.requests import ClientDisconnect, cookie_parser
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.network.addresses import ServerPlace
from companion.network.caller_places import CallerDoor, CallerPlaces, door_at, room_for_callers
from companion.network.certificates import Certificate
from companion.threads import Stumble, TendedThread
from companion.words import LANGUAGES, Text, translate

# --- plain callers
# Answers browsers that speak HTTP to a port for HTTPS with a sentence that says what to type; TLS alone would only
# close the connection.

SAYS = Text("this address begins with https: type https:// before it, and not http://")
_HTTP = "HTTP_REQUEST"
"""How OpenSSL calls a greeting that is a request in plain HTTP."""


def _answer() -> bytes:
    words = "\n".join(translate(SAYS, language) for language in LANGUAGES).encode()
    head = (
        "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n"
        f"Content-Length: {len(words)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + words


class _Greeted(ssl.SSLObject):
    """One connection. What stands in `outgoing` is sent as it is."""

    outgoing: ssl.MemoryBIO
    _is_plain = False

    def do_handshake(self) -> None:
        if not self._is_plain:
            try:
                super().do_handshake()
            except ssl.SSLError as problem:
                if problem.reason != _HTTP:
                    raise
                self._is_plain = True
                self.outgoing.write(_answer())
            else:
                return
        # Nothing more is said; the caller hangs up, or is hung up when the handshake is late.
        raise ssl.SSLWantReadError


class _DoorContext(ssl.SSLContext):
    sslobject_class = _Greeted

    def wrap_bio(self, incoming: ssl.MemoryBIO, outgoing: ssl.MemoryBIO, *more: Any, **named: Any) -> Any:
        made = super().wrap_bio(incoming, outgoing, *more, **named)
        made.outgoing = outgoing  # type: ignore[attr-defined]
        return made


def door_context(certificate: Certificate) -> ssl.SSLContext:
    """Return the TLS of a server with this certificate. Raises `OSError` if its files cannot be read."""
    context = _DoorContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.certificate, certificate.key)
    return context


# --- page server

HANDSHAKE_S, GOODBYE_S = 5.0, 2.0
"""How long the handshake of TLS may take, and its end; each is a few short messages."""
REQUEST_S = 15.0
"""How long a request may take to arrive, head and body, and how long a new connection may ask for nothing."""
KEPT_OPEN_S = 20
"""How long a connection stays open for another request."""
MOST_HEADERS = 16_384
STOPS_S = 3.0


def _is_trouble(record: logging.LogRecord) -> bool:
    """Tell whether a log record reports an error of ours: no nonsense of a caller, which is a warning, no caller who goes
    before all is said, and no browser that still listens when the server ends.
    """
    kind = record.exc_info[0] if record.exc_info else None
    is_ended = kind is not None and issubclass(kind, (asyncio.CancelledError, ClientDisconnect))
    is_error = record.levelno >= logging.ERROR
    return is_error and not is_ended and "graceful shutdown" not in record.getMessage()


logging.getLogger("uvicorn.error").addFilter(_is_trouble)


class _Caller(H11Protocol):
    """A connection, which is cut off when the request that is due on it does not arrive in time."""

    places: ClassVar[CallerPlaces]
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        self._expect()
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._expect_nothing()
            self._note(is_answered=True)

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that are no request. A request that they interrupt is ended, because its caller will not wait for it."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def on_response_complete(self) -> None:
        self._note(is_answered=False)
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        super().connection_lost(exc)

    def _expect(self) -> None:
        if self._late is None:
            # Not closed: that waits for an answer of who may give none.
            self._late = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _note(self, *, is_answered: bool) -> None:
        if self.client is not None:
            self.places.note(self.client, is_answered=is_answered)

    def _expect_nothing(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class _Loop(asyncio.SelectorEventLoop):
    """The server's loop, which does not wait long for TLS; the library of the server has no setting for that."""

    async def create_server(self, *args: Any, **named: Any) -> asyncio.Server:
        if named.get("ssl") is not None:
            named |= {"ssl_handshake_timeout": HANDSHAKE_S, "ssl_shutdown_timeout": GOODBYE_S}
        return await super().create_server(*args, **named)


@dataclass(frozen=True, slots=True)
class ServedSite:
    """A web application (ASGI): its thread's name, a description for people, and its most open connections, of all addresses
    and of one.

    `is_known` tells whether the cookies of a request are those of somebody who is signed in; None: nobody signs in here.
    """

    name: str
    what: Text
    site: Any
    most_callers: int
    most_each: int
    is_known: Callable[[Mapping[str, str]], bool] | None = None


class PageServer:
    """A server of a site."""

    def __init__(self, served: ServedSite, place: ServerPlace, tell: Callable[[Stumble], None]) -> None:
        """Take the port and read the certificate; `tell` is called when the server stumbles. Raises `OSError`."""
        self._places = CallerPlaces(room_for_callers(served.most_callers), served.most_each)
        self._served = served
        self._socket = _door(place, self._places)
        self._config = uvicorn.Config(
            served.site if served.is_known is None else self._noted,
            ssl_certfile=None if place.certificate is None else place.certificate.certificate,
            ssl_keyfile=None if place.certificate is None else place.certificate.key,
            http=type("_Caller", (_Caller,), {"places": self._places}), ws="none", lifespan="off", interface="asgi3",
            log_config=None, access_log=False, server_header=False, proxy_headers=False,
            timeout_keep_alive=KEPT_OPEN_S,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=MOST_HEADERS,
        )  # fmt: skip
        self._config.load()
        if place.certificate is not None:
            self._config.ssl = door_context(place.certificate)
        self._stopping = threading.Event()
        self._server = uvicorn.Server(self._config)
        self._thread = TendedThread(served.name, served.what, self._run, tell, self._stopping)

    @property
    def port(self) -> int:
        port: int = self._socket.getsockname()[1]
        return port

    @property
    def most_callers(self) -> int:
        """How many connections find a place; fewer than were wanted where the system does not allow so many open files."""
        return self._places.most

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the server; requests that are being answered have one second."""
        self._stopping.set()
        self._server.should_exit = True
        self._thread.join(STOPS_S)
        self._socket.close()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=_Loop) as runner:
            runner.run(self._server.serve(sockets=[self._socket]))

    async def _noted(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer, and note the addresses of those who are signed in."""
        address, is_known = scope["client"][0], self._served.is_known
        if is_known is not None and not self._places.knows(address):
            told = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
            if told and is_known(cookie_parser(told.decode("latin-1"))):
                self._places.know(address)
        await self._served.site(scope, receive, send)


def _door(place: ServerPlace, places: CallerPlaces) -> CallerDoor:
    """Return the server's door; on another port if the wanted one is taken and need not be. Raises `OSError`."""
    try:
        return door_at(place.host, place.port, places)
    except OSError:
        if place.is_fixed or place.port == 0:
            raise
        return door_at(place.host, 0, places)
