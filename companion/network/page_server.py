"""Runs a web server in a thread, on a port of its own, until it is stopped."""

import asyncio
import logging
import resource
import socket
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.network.plain_callers import door_context
from companion.network.server_place import ServerPlace
from companion.threads import Stumble, TendedThread
from companion.words import Text

KEPT_OPEN_S = 20
"""How long a connection without a request stays open."""
MOST_HEADERS = 16_384
STOPS_S = 3.0
OWN_FILES = 512
"""Files that the rest of the program has open, at most."""


def _is_trouble(record: logging.LogRecord) -> bool:
    """Tell whether a log record reports a real error. A browser that still listens when the server ends is none."""
    kind = record.exc_info[0] if record.exc_info else None
    is_ended = kind is not None and issubclass(kind, asyncio.CancelledError)
    return not is_ended and "graceful shutdown" not in record.getMessage()


logging.getLogger("uvicorn.error").addFilter(_is_trouble)


class _Caller(H11Protocol):
    """A connection, which is closed if no request comes: who only holds it takes the place of others."""

    most_each: ClassVar[int | None]
    held: ClassVar[Counter[str]]
    """The open connections of each address."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.held[self._address] += 1
        if self.most_each is not None and self.held[self._address] > self.most_each:
            # Not closed: that waits for an answer of who may give none.
            transport.abort()
            return
        self.loop.call_later(KEPT_OPEN_S, self._hang_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self.held[self._address] -= 1
        if not self.held[self._address]:
            del self.held[self._address]
        super().connection_lost(exc)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _hang_up(self) -> None:
        asked: object = self.cycle
        if asked is None and not self.transport.is_closing():
            self.transport.close()


@dataclass(frozen=True, slots=True)
class ServedSite:
    """A web application (ASGI): its thread's name, a description for people, and its most open connections.

    `most_each`: the most connections of one address, so that one machine cannot take the places of all others; None: any.
    """

    name: str
    what: Text
    site: Any
    most_callers: int
    most_each: int | None = None


class PageServer:
    """A server of a site."""

    def __init__(self, served: ServedSite, place: ServerPlace, tell: Callable[[Stumble], None]) -> None:
        """Take the port and read the certificate; `tell` is called when the server stumbles. Raises `OSError`."""
        room_for_callers(served.most_callers)
        self._socket = _bound(place, served.most_callers)
        self._config = uvicorn.Config(
            served.site,
            ssl_certfile=None if place.certificate is None else place.certificate.certificate,
            ssl_keyfile=None if place.certificate is None else place.certificate.key,
            http=_callers(served.most_each), ws="none", loop="asyncio", lifespan="off",
            log_config=None, access_log=False, server_header=False, proxy_headers=False,
            limit_concurrency=served.most_callers,
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

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the server; requests that are being answered have one second."""
        self._stopping.set()
        self._server.should_exit = True
        self._thread.join(STOPS_S)
        self._socket.close()

    def _run(self) -> None:
        self._server.run(sockets=[self._socket])


def _callers(most_each: int | None) -> type[_Caller]:
    """Return the connections of one server, which are counted apart from those of others."""
    return type("_Caller", (_Caller,), {"most_each": most_each, "held": Counter()})


def room_for_callers(most_callers: int) -> None:
    """Raise the number of files that this process may have open, so that it can serve so many callers, as far as the system
    allows.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most_callers + OWN_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _bound(place: ServerPlace, most_callers: int) -> socket.socket:
    """Return a socket that callers wait at already; on another port if the wanted one is taken and need not be."""
    for wanted in (place.port, 0):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((place.host, wanted))
            listener.listen(most_callers)
        except OSError:
            listener.close()
            if wanted == 0 or place.is_fixed:
                raise
        else:
            return listener
    raise AssertionError("a free port is always found, or the system says why not")
