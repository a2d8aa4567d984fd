"""What systemd hears: tried on real sockets, at a path and in the abstract, and with nobody there."""

import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.kiosk import NotifySocket, SystemdWatchdog


class Systemd:
    """Its end of the line."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(f"\0{address[1:]}" if address.startswith("@") else address)
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        words = []
        while True:
            try:
                words.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return words


@pytest.fixture(params=["path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Systemd]:
    is_path = request.param == "path"
    end = Systemd(str(tmp_path / "notify") if is_path else f"@companion-test-{secrets.token_hex(6)}")
    with closing(end.socket):
        yield end


def environment(systemd: Systemd, **more: str) -> dict[str, str]:
    return {"NOTIFY_SOCKET": systemd.address, "WATCHDOG_USEC": "20000000", **more}


def test_a_service_says_that_it_is_ready_lives_and_stops(systemd: Systemd) -> None:
    watchdog = SystemdWatchdog.of(environment(systemd, WATCHDOG_PID=str(os.getpid())))
    assert watchdog.is_watched and watchdog.period_ms == 20_000
    watchdog.ready("attend des joueurs")
    watchdog.feed(1_000)
    watchdog.stopping()
    assert systemd.heard() == ["READY=1\nSTATUS=attend des joueurs", "WATCHDOG=1", "STOPPING=1"]


def test_signs_of_life_are_passed_on_four_times_in_the_watchdogs_time(systemd: Systemd) -> None:
    watchdog = SystemdWatchdog.of(environment(systemd))
    for now_ms in range(7, 20_007, 16):
        watchdog.feed(now_ms)
    assert systemd.heard() == 4 * ["WATCHDOG=1"]


def test_a_loop_that_hangs_falls_silent_and_speaks_at_once_when_it_goes_on(systemd: Systemd) -> None:
    watchdog = SystemdWatchdog.of(environment(systemd))
    watchdog.feed(0)
    watchdog.feed(19_000)
    assert systemd.heard() == 2 * ["WATCHDOG=1"]


def test_a_status_is_one_line_and_said_once(systemd: Systemd) -> None:
    watchdog = SystemdWatchdog.of(environment(systemd))
    for words in ("une\npartie", "une partie", "two", "two", "\ud800"):
        watchdog.status(words)
    assert systemd.heard() == ["STATUS=une partie", "STATUS=two", "STATUS=?"]


def test_a_watchdog_that_waits_for_another_process_is_not_fed(systemd: Systemd) -> None:
    watchdog = SystemdWatchdog.of(environment(systemd, WATCHDOG_PID="1"), pid=812)
    watchdog.ready()
    watchdog.feed(1)
    assert not watchdog.is_watched and systemd.heard() == ["READY=1"]


@pytest.mark.parametrize("usec", ["", "0", "-5", "soon", "²"])
def test_without_a_period_no_life_is_told(systemd: Systemd, usec: str) -> None:
    watchdog = SystemdWatchdog.of(environment(systemd, WATCHDOG_USEC=usec))
    watchdog.feed(1)
    assert systemd.heard() == []


def test_a_sign_of_life_that_was_not_taken_is_given_again() -> None:
    taken: list[str] = []
    answers = iter([False, False, True, True])

    def send(message: str) -> bool:
        is_taken = next(answers)
        if is_taken:
            taken.append(message)
        return is_taken

    watchdog = SystemdWatchdog(send, 20_000)
    for now_ms in (0, 16, 32, 48):
        watchdog.feed(now_ms)
    assert taken == ["WATCHDOG=1"]


@pytest.mark.parametrize(
    "there", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "@"}, {"NOTIFY_SOCKET": "vsock:2:1"}]
)
def test_without_systemd_nothing_is_done(there: dict[str, str]) -> None:
    watchdog = SystemdWatchdog.of({**there, "WATCHDOG_USEC": "20000000"})
    watchdog.ready("x")
    watchdog.feed(1)
    watchdog.stopping()
    assert not watchdog.is_watched


@pytest.mark.parametrize("address", ["/nowhere/notify", "@nobody-listens-here", "/" + 300 * "x"])
def test_a_line_with_nobody_at_its_end_is_no_accident(address: str) -> None:
    assert NotifySocket(address)("READY=1") is False


def test_a_full_line_is_not_waited_for(systemd: Systemd) -> None:
    send = NotifySocket(systemd.address)
    results = [send(f"STATUS={n}") for n in range(2_000)]
    assert results[0] and not results[-1]
