"""A site served on this machine, and a browser that has no screen."""

import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.network.addresses import ServerPlace
from companion.network.page_server import PageServer, ServedSite
from companion.words import Text


@contextmanager
def served(site: Any, port: int = 0) -> Iterator[int]:
    """Serve a site over HTTP while the block runs; gives its port."""
    stumbles: list[object] = []
    server = PageServer(
        ServedSite("pages", Text("the pages"), site, 64, 64),
        ServerPlace("127.0.0.1", port, None, is_fixed=True),
        stumbles.append,
    )
    server.start()
    try:
        yield server.port
    finally:
        server.stop()
    assert not stumbles


class Visitor:
    """Asks a server for pages."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.headers: http.client.HTTPMessage | None = None

    def get(self, path: str, method: str = "GET", **headers: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request(
                method, path, headers={name.replace("_", "-"): value for name, value in headers.items()}
            )
            answer = connection.getresponse()
            self.headers = answer.headers
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    @contextmanager
    def listen(self, path: str) -> Iterator["Stream"]:
        """Open a stream."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path)
            # A stream has no length: its answer keeps the socket open after its connection is closed.
            with connection.getresponse() as answer:
                yield Stream(answer)
        finally:
            connection.close()


class Stream:
    """Reads the events of a stream."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.answer = answer

    def next(self) -> tuple[str, str]:
        """Return the kind and the data of the next event."""
        kind = data = ""
        while True:
            line = self.answer.readline().decode().rstrip("\n")
            if line.startswith("event: "):
                kind = line[7:]
            elif line.startswith("data: "):
                data = line[6:]
            elif not line and kind:
                return kind, data
