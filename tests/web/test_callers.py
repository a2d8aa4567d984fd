"""One machine that only holds connections does not take the places of all others."""

import http.client
import socket
from collections.abc import Iterator
from http import HTTPStatus

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from companion.network.page_server import PageServer, ServedSite
from companion.network.server_place import ServerPlace
from companion.words import Text

MOST, MOST_EACH = 12, 4
HERE, STRANGER = "127.0.0.1", "127.0.0.2"


async def _hello(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("hello")


@pytest.fixture
def port() -> Iterator[int]:
    site = ServedSite("test", Text("the pages"), Starlette(routes=[Route("/", _hello)]), MOST, MOST_EACH)
    server = PageServer(site, ServerPlace(HERE, 0, None), lambda stumble: None)
    server.start()
    yield server.port
    server.stop()


def status(port: int, address: str) -> int | None:
    """Load the page from an address; None: the connection was closed."""
    connection = http.client.HTTPConnection(HERE, port, timeout=20, source_address=(address, 0))
    try:
        connection.request("GET", "/")
        with connection.getresponse() as answer:
            return answer.status
    except ConnectionError:
        return None
    finally:
        connection.close()


def test_a_stranger_who_holds_connections_takes_nobodys_place_and_gets_his_own_back(port: int) -> None:
    held = [socket.create_connection((HERE, port), 20, (STRANGER, 0)) for _ in range(2 * MOST)]
    try:
        assert status(port, HERE) == HTTPStatus.OK
        assert status(port, STRANGER) is None
    finally:
        for one in held:
            one.close()
    assert any(status(port, STRANGER) == HTTPStatus.OK for _ in range(200))
