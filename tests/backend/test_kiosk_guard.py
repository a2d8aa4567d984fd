"""A kiosk's run: what counts as an accident, and what systemd hears of it; with real kills of real processes."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.backend.kiosk_guard import EXIT_LEFT, Guard, guarded
from companion.errors import StorageError
from companion.kiosk import SystemdWatchdog
from companion.storage.kiosk_runs import RecoveryStore
from companion.words import Text

PROGRAM = """
import os, signal, sys
from pathlib import Path
from companion.backend.kiosk_guard import Guard, guarded
from companion.kiosk import SystemdWatchdog
from companion.storage.kiosk_runs import RecoveryStore

def run(guard):
    guard.ready("safe" if guard.recoveries.is_safe else "usual")
    guard.beat()
    if sys.argv[2] == "hang":
        os.kill(os.getpid(), signal.SIGKILL)
    signal.raise_signal(signal.SIGTERM)
    while guard.beat():
        pass
    return 0

sys.exit(guarded(Guard(RecoveryStore(Path(sys.argv[1])), SystemdWatchdog.of(os.environ)), run))
"""


class Kiosk:
    """Runs in this process, one after the other; what systemd hears is kept."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "kiosk.json"
        self.heard: list[str] = []
        self.now_ms = 0

    def guard(self) -> Guard:
        def send(message: str) -> bool:
            self.heard.append(message)
            return True

        store = RecoveryStore(self.path, boot=lambda: "b1", clock_ms=lambda: 5)
        return Guard(store, SystemdWatchdog(send, 20_000), lambda: self.now_ms)

    def count(self) -> int:
        """How many recoveries the next start would find."""
        return RecoveryStore(self.path).look().started("b1", 9).count


@pytest.fixture
def kiosk(tmp_path: Path) -> Kiosk:
    return Kiosk(tmp_path)


def test_a_run_that_systemd_ends_is_no_accident(kiosk: Kiosk) -> None:
    def run(guard: Guard) -> int:
        guard.ready("attend")
        assert guard.beat()
        signal.raise_signal(signal.SIGTERM)
        assert not guard.beat()
        return 0

    before = signal.getsignal(signal.SIGTERM)
    assert guarded(kiosk.guard(), run) == 0
    assert kiosk.heard == ["READY=1\nSTATUS=attend", "WATCHDOG=1", "STOPPING=1"]
    assert kiosk.count() == 0 and signal.getsignal(signal.SIGTERM) is before


def test_staff_who_leave_for_the_console_are_no_accident(kiosk: Kiosk) -> None:
    assert guarded(kiosk.guard(), lambda _: EXIT_LEFT) == EXIT_LEFT
    assert kiosk.count() == 0


def test_screens_that_close_by_themselves_are_an_accident(kiosk: Kiosk) -> None:
    assert guarded(kiosk.guard(), lambda _: 0) == 0
    assert kiosk.count() == 1
    fault = RecoveryStore(kiosk.path).look().fault
    assert fault is not None and "closed unexpectedly" in fault.says.en


def test_an_exception_goes_on_and_is_known_to_the_next_run(kiosk: Kiosk) -> None:
    def run(_: Guard) -> int:
        raise StorageError(Text("the log of matches cannot do it"))

    with pytest.raises(StorageError):
        guarded(kiosk.guard(), run)
    again = kiosk.guard()
    again.start()
    assert again.recoveries.count == 1 and again.recoveries.fault is not None
    assert again.recoveries.fault.says.en == "the log of matches cannot do it"


def test_five_errors_in_a_minute_lead_to_the_safe_screen_and_it_lasts(kiosk: Kiosk) -> None:
    guard = kiosk.guard()
    guard.start()
    for n in range(4):
        kiosk.now_ms += 1_000
        assert not guard.stumbled(ValueError(f"stumble {n}"))
    assert guard.stumbled(ValueError("the last straw"))
    assert guard.recoveries.is_safe and guard.recoveries.fault is not None
    assert "the last straw" in guard.recoveries.fault.says.en
    guard.stop()
    again = kiosk.guard()
    again.start()
    assert again.recoveries.is_safe
    again.try_again()
    assert not again.stumbled(ValueError("one"))
    assert (
        RecoveryStore(kiosk.path).look() == again.recoveries == replace(again.recoveries, has_given_up=False)
    )


@pytest.mark.process
def test_a_kiosk_that_is_killed_again_and_again_comes_up_safe(tmp_path: Path) -> None:
    def run(what: str) -> int:
        return subprocess.run(
            [sys.executable, "-c", PROGRAM, str(tmp_path / "data" / "kiosk.json"), what],
            env={**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "1000000"},
            check=False,
            timeout=60,
        ).returncode

    def heard() -> list[str]:
        return systemd.recv(4096).decode().splitlines()

    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(10)
        for _ in range(4):
            assert run("hang") == -signal.SIGKILL
            assert [heard(), heard()] == [["READY=1", "STATUS=usual"], ["WATCHDOG=1"]]
        assert run("stop") == 0
        assert [heard(), heard(), heard()] == [["READY=1", "STATUS=safe"], ["WATCHDOG=1"], ["STOPPING=1"]]
