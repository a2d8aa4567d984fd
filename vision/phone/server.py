"""Runs the web server of the phone's page in a thread, on a port of its own, until it is stopped."""

import logging
import socket
import threading
from collections.abc import Callable

import uvicorn

from companion.system_errors import system_says
from companion.threads import Stumble, TendedThread
from companion.words import Text
from vision.errors import NoSuchSource
from vision.phone.link import PhoneLink, ServerPlace
from vision.phone.web import phone_site

MOST_CALLERS = 24
"""The most open connections: a browser opens up to six."""
KEPT_OPEN_S = 20
"""How long a connection without a request stays open."""
MOST_HEADERS = 16_384
STOPS_S = 3.0
# A phone that keeps its connection open when the match ends is no error.
logging.getLogger("uvicorn.error").addFilter(lambda record: "graceful shutdown" not in record.getMessage())


class PageServer:
    """A server that was started for a link."""

    def __init__(self, link: PhoneLink, place: ServerPlace, tell: Callable[[Stumble], None]) -> None:
        """Takes the port and reads the certificate. Raises `NoSuchSource` if either fails."""
        try:
            self._socket = _bound(place.host, place.port)
            self._config = uvicorn.Config(
                phone_site(link),
                ssl_certfile=place.certificate.certificate,
                ssl_keyfile=place.certificate.key,
                http="h11", ws="none", loop="asyncio", lifespan="off",
                log_config=None, access_log=False, server_header=False, proxy_headers=False,
                limit_concurrency=MOST_CALLERS,
                timeout_keep_alive=KEPT_OPEN_S,
                timeout_graceful_shutdown=1,
                h11_max_incomplete_event_size=MOST_HEADERS,
            )  # fmt: skip
            self._config.load()
        except OSError as problem:
            raise NoSuchSource(
                Text("the phone's page cannot be served here: {problem}", problem=system_says(problem))
            ) from problem
        self._stopping = threading.Event()
        self._server = uvicorn.Server(self._config)
        self._thread = TendedThread("phone", Text("the page for the phone"), self._run, tell, self._stopping)

    @property
    def port(self) -> int:
        port: int = self._socket.getsockname()[1]
        return port

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Ends the server; requests that are being answered have one second."""
        self._stopping.set()
        self._server.should_exit = True
        self._thread.join(STOPS_S)
        self._socket.close()

    def _run(self) -> None:
        self._server.run(sockets=[self._socket])


def serve_page(link: PhoneLink, place: ServerPlace, tell: Callable[[Stumble], None]) -> PageServer:
    """Begins to serve the phone's page. Raises `NoSuchSource`."""
    server = PageServer(link, place, tell)
    server.start()
    return server


def _bound(host: str, port: int) -> socket.socket:
    """Returns a socket that callers wait at already; on another port if the wanted one is taken."""
    for wanted in (port, 0):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, wanted))
            listener.listen(MOST_CALLERS)
        except OSError:
            listener.close()
            if wanted == 0:
                raise
        else:
            return listener
    raise AssertionError("a free port is always found, or the system says why not")
