"""Machines that hold connections, and ask for nothing or slowly, do not take the places of others."""

import asyncio
import http.client
import logging
import os
import resource
import socket
import ssl
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route

from companion.network import caller_places, page_server
from companion.network.addresses import ServerPlace
from companion.network.caller_places import LOW_NUMBERS, room_for_callers
from companion.network.certificates import Certificate, CertificateTerms, make_own
from companion.network.page_server import PageServer, ServedSite
from companion.words import Text

MOST, MOST_EACH = 12, 4
HERE, STRANGER = "127.0.0.1", "127.0.0.2"
SOON_S = 20.0
SHORT_S = 0.3
"""What a test has instead of the seconds that a caller gets."""


async def _hello(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(len(await request.body())))


async def _endless(_request: Request) -> StreamingResponse:
    async def pieces() -> AsyncIterator[bytes]:
        while True:
            yield b"more\n"
            await asyncio.sleep(0.05)

    return StreamingResponse(pieces())


SITE = Starlette(routes=[Route("/", _hello, methods=["GET", "POST"]), Route("/live", _endless)])


@contextmanager
def serving(certificate: Certificate | None = None) -> Iterator[int]:
    """Serve the pages while the block runs; gives the port. Who has the cookie `key=right` is signed in."""
    site = ServedSite(
        "test", Text("the pages"), SITE, MOST, MOST_EACH, lambda cookies: cookies.get("key") == "right"
    )
    server = PageServer(site, ServerPlace(HERE, 0, certificate), lambda stumble: None)
    server.start()
    try:
        yield server.port
    finally:
        server.stop()


@pytest.fixture
def port() -> Iterator[int]:
    with serving() as port:
        yield port


def called(port: int, address: str, said: bytes = b"") -> socket.socket:
    """Connect from an address, and say something."""
    caller = socket.create_connection((HERE, port), SOON_S, (address, 0))
    if said:
        caller.sendall(said)
    return caller


def status(port: int, address: str, **headers: str) -> int | None:
    """Load the page from an address; None: the connection was closed."""
    connection = http.client.HTTPConnection(HERE, port, timeout=SOON_S, source_address=(address, 0))
    try:
        connection.request("GET", "/", headers=headers)
        with connection.getresponse() as answer:
            return answer.status
    except ConnectionError:
        return None
    finally:
        connection.close()


def listening(port: int, address: str) -> socket.socket:
    """Open a live page."""
    caller = called(port, address, b"GET /live HTTP/1.1\r\nHost: x\r\n\r\n")
    assert caller.recv(9) == b"HTTP/1.1 "
    return caller


def is_cut_off(caller: socket.socket) -> bool:
    """Read what comes until nothing more does."""
    try:
        while caller.recv(4096):
            pass
    except ConnectionError:
        pass
    return True


def test_a_stranger_who_holds_connections_takes_nobodys_place_and_finds_his_own(port: int) -> None:
    with ExitStack() as held:
        for _ in range(2 * MOST):
            held.enter_context(called(port, STRANGER))
        assert status(port, HERE) == HTTPStatus.OK
        assert status(port, STRANGER) == HTTPStatus.OK, "the oldest that asked for nothing goes"


def test_who_calls_without_end_is_turned_away_at_the_door(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller_places, "ARRIVALS_PER_S", float(MOST_EACH - 1))
    with serving() as port, ExitStack() as held:
        strangers = [held.enter_context(called(port, STRANGER)) for _ in range(5 * MOST)]
        assert is_cut_off(strangers[-1])
        assert status(port, HERE) == HTTPStatus.OK


def test_a_whole_club_behind_one_router_may_come_in_the_same_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller_places, "ARRIVALS_PER_S", 0.01)
    with serving() as port, ExitStack() as held:
        for _ in range(MOST_EACH):
            held.enter_context(listening(port, STRANGER))
        assert status(port, STRANGER) is None


def test_strangers_at_many_addresses_keep_nobody_out(port: int) -> None:
    with ExitStack() as held:
        for n in range(MOST - 1):
            for _ in range(MOST_EACH):
                held.enter_context(called(port, f"127.0.1.{1 + n}"))
        assert status(port, HERE) == HTTPStatus.OK


def test_who_is_signed_in_finds_a_place_though_there_is_a_stranger_for_each(port: int) -> None:
    assert status(port, HERE, Cookie="key=right") == HTTPStatus.OK
    with ExitStack() as held:
        for n in range(MOST):
            held.enter_context(listening(port, f"127.0.1.{1 + n}"))
        assert status(port, STRANGER, Cookie="key=wrong") is None
        assert status(port, HERE) == HTTPStatus.OK


def test_a_live_page_goes_on_while_its_own_address_and_all_others_call(port: int) -> None:
    with listening(port, HERE) as live, ExitStack() as held:
        for n in range(10 * MOST):
            held.enter_context(called(port, (HERE, STRANGER)[n % 2]))
        came = b""
        while came.count(b"more") < 3:
            piece = live.recv(4096)
            assert piece, "the page was cut off"
            came += piece


def test_one_address_has_so_many_live_pages_and_no_more(port: int) -> None:
    with ExitStack() as held:
        for _ in range(MOST_EACH):
            held.enter_context(listening(port, STRANGER))
        assert status(port, STRANGER) is None
        assert status(port, HERE) == HTTPStatus.OK


SLOW = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: x\r\n",
    "half a body": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nname",
}


@pytest.mark.parametrize("said", SLOW.values(), ids=SLOW.keys())
def test_a_request_that_does_not_come_whole_in_time_is_cut_off(
    port: int, said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_server, "REQUEST_S", SHORT_S)
    with called(port, HERE, said) as slow:
        assert is_cut_off(slow)


def test_a_second_request_has_no_more_time_than_the_first(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_server, "REQUEST_S", SHORT_S)
    with called(port, HERE, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") as slow:
        answer = b""
        while not answer.endswith(b"\r\n\r\n0"):
            answer += slow.recv(4096)
        slow.sendall(b"GET /")
        assert is_cut_off(slow)


@pytest.fixture
def certificate(tmp_path: Path) -> Certificate:
    made = Certificate(tmp_path / "certificate.pem", tmp_path / "key.pem")
    now = datetime.now(UTC)
    make_own(made, CertificateTerms((HERE,), now - timedelta(days=1), now + timedelta(days=1)))
    return made


def test_who_never_begins_tls_is_cut_off_and_has_no_more_places_than_others(
    certificate: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_server, "HANDSHAKE_S", SHORT_S)
    with serving(certificate) as port, ExitStack() as held:
        strangers = [held.enter_context(called(port, STRANGER)) for _ in range(3 * MOST)]
        assert all(is_cut_off(one) for one in strangers)


def test_who_is_silent_after_tls_is_cut_off_without_a_goodbye(
    certificate: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_server, "REQUEST_S", SHORT_S)
    trusting = ssl.create_default_context(cafile=str(certificate.certificate))
    with (
        serving(certificate) as port,
        called(port, HERE) as caller,
        trusting.wrap_socket(caller, server_hostname=HERE) as silent,
    ):
        at_s = time.monotonic()
        assert is_cut_off(silent)
        assert time.monotonic() - at_s < page_server.GOODBYE_S


def test_callers_leave_the_low_numbers_of_files_to_the_rest_of_the_program(port: int) -> None:
    room_for_callers(MOST)
    with listening(port, HERE) as caller:
        ours = caller.getsockname()
        own = [number for number in _open_sockets() if _peer(number) == ours]
        assert own and all(number >= LOW_NUMBERS for number in own)


def _open_sockets() -> list[int]:
    return [int(one.name) for one in Path("/proc/self/fd").iterdir()]


def _peer(number: int) -> object:
    try:
        copy = socket.socket(fileno=os.dup(number))
    except OSError:
        return None
    with copy:
        try:
            return copy.getpeername()
        except OSError:
            return None


@pytest.mark.parametrize(
    ("hard", "places"), [(1_000_000, 4_000), (4_096, 4_096 - caller_places.OWN_FILES), (1_024, 256)]
)
def test_there_are_no_more_places_than_the_system_allows_open_files(
    hard: int, places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: dict[int, tuple[int, int]] = {resource.RLIMIT_NOFILE: (1_024, hard)}
    monkeypatch.setattr(resource, "getrlimit", limits.__getitem__)
    monkeypatch.setattr(resource, "setrlimit", limits.__setitem__)
    assert room_for_callers(4_000) == places
    assert limits[resource.RLIMIT_NOFILE][0] == min(hard, 4_000 + caller_places.OWN_FILES)


def test_nonsense_of_a_caller_writes_no_line_into_the_terminal() -> None:
    log = logging.getLogger("uvicorn.error")
    nonsense = logging.LogRecord(log.name, logging.WARNING, "", 0, "Invalid HTTP request received.", (), None)
    fault = logging.LogRecord(log.name, logging.ERROR, "", 0, "Exception in ASGI application", (), None)
    assert not log.filter(nonsense)
    assert log.filter(fault)


CHUNKED = b" HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("asked", "answered", "then"),
    [
        (b"POST /" + CHUNKED + b"zz\r\n", b"", b""),
        (b"POST /" + CHUNKED + b"5\r\nabcde\r\n", b"", b"zz\r\n"),
        (b"POST /nowhere" + CHUNKED, b"Not Found", b"zz\r\n"),
        (b"GET /live" + CHUNKED, b"more", b"zz\r\n"),
    ],
    ids=["at once", "after a piece", "after the answer", "during the answer"],
)
def test_a_body_that_breaks_off_in_nonsense_ends_its_connection_and_writes_no_line(
    asked: bytes, answered: bytes, then: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with serving() as port, called(port, HERE, asked) as caller:
        answer = b""
        while answered not in answer:
            answer += caller.recv(4096)
        caller.sendall(then)
        assert is_cut_off(caller)
        assert status(port, STRANGER) == HTTPStatus.OK
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_caller_who_goes_amid_a_form_writes_no_line(port: int, caplog: pytest.LogCaptureFixture) -> None:
    with called(port, HERE, SLOW["half a body"]):
        pass
    with called(port, HERE, SLOW["half a body"]) as caller:
        caller.shutdown(socket.SHUT_WR)
        assert is_cut_off(caller)
    assert status(port, HERE) == HTTPStatus.OK
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
