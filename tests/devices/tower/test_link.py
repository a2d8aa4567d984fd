"""Port and thread: found, opened for ourselves alone, lost and found again, and the log before the acknowledgement."""

import errno
import os
import select
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import serial
from serial import rfc2217

from companion.clock import monotonic_ms
from companion.errors import StorageError
from companion.match import Match
from companion.observation import Roll
from companion.rules.games import GAMES
from companion.storage.rolls import RollStore
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import random_plays
from companion.words import Text, translate
from devices.errors import LinkLost, PortTrouble
from devices.tower import ports
from devices.tower.link import Link, TimeSource
from devices.tower.ports import NamedPort, Port, PortFinder, TowerPort, UsbPorts, open_port
from devices.tower.tower_status import (
    Arming,
    CommandReply,
    Report,
    RollMeaning,
    RollVerdict,
    TowerReport,
    TowerStatus,
)
from devices.tower.virtual_port import PtyPlug, VirtualPort
from devices.tower.virtual_tower import VirtualTower
from tests.devices.tower.test_dialogue import BAD_DAYS

DEADLINE_S = 10.0


class App:
    """An app with a link and a log, and what it was told."""

    def __init__(self, finder: PortFinder, path: Path, now_ms: Callable[[], int] = monotonic_ms) -> None:
        self.reports: list[Report] = []
        self.path = path
        self._changed = threading.Condition()
        clocks = TimeSource(now_ms, pause=lambda _seconds: time.sleep(0.005))
        self.link = Link(finder, lambda: RollStore(path), self._tell, clocks)

    def _tell(self, report: Report) -> None:
        with self._changed:
            self.reports.append(report)
            self._changed.notify_all()

    def until(self, is_so: Callable[[], Any]) -> None:
        with self._changed:
            assert self._changed.wait_for(is_so, DEADLINE_S), self.standings

    def stands(self, status: TowerStatus) -> None:
        self.until(lambda: self.standings[-1:] == [status])

    @property
    def standings(self) -> list[TowerStatus]:
        return [report.status for report in self.reports if isinstance(report, TowerReport)]

    @property
    def judged(self) -> list[RollVerdict]:
        return [report for report in self.reports if isinstance(report, RollVerdict)]

    @property
    def kept(self) -> list[Roll]:
        with RollStore(self.path) as store:
            return store.rolls()


@contextmanager
def running(finder: PortFinder, path: Path) -> Iterator[App]:
    app = App(finder, path)
    app.link.start()
    try:
        yield app
    finally:
        app.link.stop()


@pytest.fixture
def tower(tmp_path: Path) -> Iterator[VirtualPort]:
    with VirtualPort(VirtualTower(), PtyPlug(tmp_path / "tower"), monotonic_ms) as port:
        yield port


@pytest.fixture
def app(tower: VirtualPort, tmp_path: Path) -> Iterator[App]:
    with running(NamedPort(str(tower.plug.link)), tmp_path / "matches.db") as app:
        app.stands(TowerStatus.READY)
        yield app


def throw(tower: VirtualPort, *faces: str) -> None:
    tower.do(lambda twin, now_ms: twin.throw(now_ms, faces, rest_ms=0))


def test_a_roll_is_in_the_log_when_the_app_hears_of_it(app: App, tower: VirtualPort) -> None:
    app.link.arm(Arming("q1", ("d6", "d12")))
    app.stands(TowerStatus.ARMED)
    throw(tower, "4", "11")
    app.until(lambda: app.judged)
    assert app.judged[0].meaning is RollMeaning.COUNTS
    assert app.kept == [app.judged[0].roll]
    assert app.kept[0].line is not None and "faces=d6:4,d12:11" in app.kept[0].line


def test_an_order_of_the_app_does_not_wait_for_the_tower_to_speak(app: App) -> None:
    app.link.ask("LIGHT", "level=40")
    app.until(lambda: any(isinstance(report, CommandReply) for report in app.reports))


def test_unplugged_and_plugged_again_at_any_instant_no_roll_is_lost(app: App, tower: VirtualPort) -> None:
    for n in range(1, 7):
        throw(tower, str(n % 6 + 1), str(n))
        if n % 2:
            time.sleep(n / 1000)  # Another instant each time.
        tower.order("unplug")
        app.until(lambda: TowerStatus.UNPLUGGED in app.standings or TowerStatus.NOT_FOUND in app.standings)
        tower.order("plug")
        app.until(lambda n=n: len(app.judged) >= n)  # type: ignore[misc]
    assert [roll.faces[1] for roll in app.kept] == [str(n) for n in range(1, 7)]
    app.stands(TowerStatus.READY)


def test_a_match_goes_on_by_taps_while_the_tower_is_gone(app: App, tower: VirtualPort) -> None:
    from random import Random  # noqa: PLC0415

    tower.order("unplug")
    app.until(lambda: app.standings[-1] in (TowerStatus.UNPLUGGED, TowerStatus.NOT_FOUND))
    match = Match(GAMES["ofusaido"], *demonstrations("ofusaido")["demo-match"])
    for play in random_plays(match, Random(1)):
        match.submit(play)
    assert match.seq > 20


def test_two_programs_do_not_share_a_tower(app: App, tower: VirtualPort, tmp_path: Path) -> None:
    with running(NamedPort(str(tower.plug.link)), tmp_path / "other.db") as other:
        other.stands(TowerStatus.TAKEN)
        says = next(report.says for report in other.reports if isinstance(report, TowerReport))
        assert "another program is using" in translate(says, "en")
        app.link.stop()
        other.stands(TowerStatus.READY)


def test_a_log_that_cannot_be_opened_yet_is_waited_for_and_told_once(
    tower: VirtualPort, tmp_path: Path
) -> None:
    opened = []

    def log() -> RollStore:
        opened.append(1)
        if len(opened) < 3:
            raise StorageError(Text("busy"))
        return RollStore(tmp_path / "m.db")

    reports: list[Report] = []
    link = Link(NamedPort(str(tower.plug.link)), log, reports.append, TimeSource(pause=lambda _s: None))
    link.start()
    end = time.monotonic() + DEADLINE_S
    while link.dialogue.status is not TowerStatus.READY and time.monotonic() < end:
        time.sleep(0.005)
    link.stop()
    assert link.dialogue.status is TowerStatus.READY
    standings = [report.status for report in reports if isinstance(report, TowerReport)]
    assert standings[0] is TowerStatus.NOT_KEPT and standings.count(TowerStatus.NOT_KEPT) == 1


def fast_ms() -> int:
    """A clock on which a bad day's patience is over in a moment."""
    return monotonic_ms() * 20


@pytest.mark.parametrize(("day", "status"), BAD_DAYS.items())
def test_a_bad_day_passes_on_a_real_port_too(day: str, status: TowerStatus, tmp_path: Path) -> None:
    with VirtualPort(VirtualTower(), PtyPlug(tmp_path / "tower"), fast_ms) as tower:
        app = App(NamedPort(str(tower.plug.link)), tmp_path / "m.db", fast_ms)
        app.link.start()
        try:
            app.stands(TowerStatus.READY)
            tower.order(day)
            app.until(lambda: status in app.standings)
            tower.order("well")
            tower.order("plug")
            app.until(lambda: app.standings[-1].is_well)
            throw(tower, "2", "9")
            app.until(lambda: app.judged and app.judged[-1].roll.faces == ("2", "9"))
        finally:
            app.link.stop()
    assert app.kept[-1].faces == ("2", "9")


# --- which port


class FakePort:
    """A port that says nothing."""

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self) -> bytes:
        return b""

    def write(self, data: bytes) -> None: ...

    def wake(self) -> None: ...

    def close(self) -> None: ...


def test_a_tower_is_known_by_its_usb_id_and_tried_in_turn() -> None:
    found = [
        TowerPort("/dev/ttyUSB0", (0x1A86, 0x7523)),
        TowerPort("/dev/ttyACM0", (0x2E8A, 5)),
        TowerPort("/dev/ttyACM1", (0x2E8A, 5)),
    ]
    finder = UsbPorts(lambda: found, FakePort)
    assert [finder.open().name for _ in range(3)] == ["/dev/ttyACM0", "/dev/ttyACM1", "/dev/ttyACM0"]


def test_of_two_towers_it_is_said_which_one_is_read(tmp_path: Path) -> None:
    usb = (0x2E8A, 5)
    plugs = {name: PtyPlug(tmp_path / name) for name in "ab"}
    towers = [VirtualPort(VirtualTower(), plug, monotonic_ms) for plug in plugs.values()]

    def listed() -> list[TowerPort]:
        return [TowerPort(str(plug.link), usb) for plug in plugs.values() if plug.link.exists()]

    with towers[0], towers[1], running(UsbPorts(listed), tmp_path / "m.db") as app:
        app.stands(TowerStatus.READY)
        app.link.arm(Arming("q1", ("d6",)))
        app.stands(TowerStatus.ARMED)
        [*_, waits] = (one for one in app.reports if isinstance(one, TowerReport))
        assert translate(waits.says, "en") == (
            f"the dice tower waits for the dice: the one on {plugs['a'].link};"
            f" dice in another tower ({plugs['b'].link}) are not read"
        )
        towers[0].order("unplug")
        app.until(lambda: TowerStatus.UNPLUGGED in app.standings)
        app.stands(TowerStatus.ARMED)
        [*_, waits] = (one for one in app.reports if isinstance(one, TowerReport))
        assert translate(waits.says, "en") == "the dice tower waits for the dice"
        towers[1].order("roll 4")
        app.until(lambda: app.judged)
        assert app.judged[0].meaning is RollMeaning.COUNTS


def test_a_tower_that_comes_back_under_another_name_is_found_by_its_serial_number() -> None:
    found = [TowerPort("/dev/ttyACM0", (0x2E8A, 5), "e661")]

    def opened(name: str) -> FakePort:
        if name not in [one.name for one in found]:
            raise PortTrouble(TowerStatus.NOT_FOUND, Text("nothing is there"))
        return FakePort(name)

    finder = NamedPort("/dev/ttyACM0", lambda: found, opened)
    assert finder.open().name == "/dev/ttyACM0"
    found[:] = [TowerPort("/dev/ttyACM1", (0x2E8A, 5), "e662"), TowerPort("/dev/ttyS0", None)]
    with pytest.raises(PortTrouble):
        finder.open()  # another tower
    found.append(TowerPort("/dev/ttyACM2", (0x2E8A, 5), "e661"))
    assert finder.open().name == "/dev/ttyACM2"


@pytest.mark.parametrize(
    ("found", "words"),
    [([], "no dice tower is plugged in"), ([TowerPort("/dev/ttyS0", None)], "found the ports /dev/ttyS0")],
)
def test_no_tower_is_one_clear_line(found: list[TowerPort], words: str) -> None:
    with pytest.raises(PortTrouble, match=words) as trouble:
        UsbPorts(lambda: found, FakePort).open()
    assert trouble.value.status is TowerStatus.NOT_FOUND


def test_without_the_library_there_is_one_clear_line_and_the_app_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "serial", None)
    monkeypatch.setitem(sys.modules, "serial.tools", None)
    for finder in (UsbPorts(), NamedPort("/dev/ttyACM0")):
        with running(finder, tmp_path / "m.db") as app:
            app.stands(TowerStatus.NO_LIBRARY)


@pytest.mark.parametrize(
    ("number", "status", "words"),
    [
        (errno.EACCES, TowerStatus.FORBIDDEN, "dialout"),
        (errno.EBUSY, TowerStatus.TAKEN, "another program"),
        (errno.ENOENT, TowerStatus.NOT_FOUND, "plug it in"),
    ],
)
def test_a_port_that_does_not_open_says_why(
    number: int, status: TowerStatus, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise serial.SerialException(number, os.strerror(number))

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    with pytest.raises(PortTrouble, match=words) as trouble:
        open_port("/dev/ttyACM0")
    assert trouble.value.status is status


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")
@pytest.mark.parametrize(
    "name", ["/nowhere", "socket://127.0.0.1:1", "rfc2217://127.0.0.1:1", "gopher://x", "socket://", ""]
)
def test_a_name_that_leads_nowhere_is_no_traceback(name: str) -> None:
    with pytest.raises(PortTrouble):
        open_port(name)


def test_whatever_pyserial_raises_means_that_the_link_is_lost() -> None:
    class Broken:
        in_waiting = 0

        def __init__(self, problem: Exception) -> None:
            self.problem = problem

        def read(self, _size: int) -> bytes:
            raise self.problem

        write = close = cancel_read = read

    for problem in (serial.SerialException("gone"), OSError(5, "gone"), TypeError("fd is None")):
        port: Port = ports.SerialPort("p", Broken(problem))  # type: ignore[arg-type]
        with pytest.raises(LinkLost):
            port.read()
        with pytest.raises(LinkLost):
            port.write(b"x")
        port.close()


# --- towers over the network


def bridge(tower: VirtualPort, connection: socket.socket, manager: rfc2217.PortManager | None = None) -> None:
    """A tower's port at one end, a socket at the other, until the socket goes."""
    fd = os.open(tower.plug.link, os.O_RDWR | os.O_NOCTTY)
    try:
        while True:
            for ready in select.select([fd, connection.fileno()], [], [], 5)[0]:
                if ready == fd:
                    data = os.read(fd, 4096)
                    connection.sendall(b"".join(manager.escape(data)) if manager else data)
                else:
                    data = connection.recv(4096)
                    if not data:
                        return
                    os.write(fd, b"".join(manager.filter(data)) if manager else data)
    except OSError:
        return
    finally:
        os.close(fd)
        connection.close()


class Answering:
    """What RFC 2217's port manager writes its answers with."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def write(self, data: bytes) -> None:
        self._connection.sendall(data)


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")  # pyserial's own, in RFC 2217.
@pytest.mark.parametrize("scheme", ["socket", "rfc2217"])
def test_a_tower_behind_a_network_is_a_tower(scheme: str, tower: VirtualPort, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            manager = None
            if scheme == "rfc2217":
                # A port with modem lines, which a pty has not.
                manager = rfc2217.PortManager(serial.serial_for_url("loop://"), Answering(connection))  # type: ignore[arg-type]
            bridge(tower, connection, manager)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        with running(NamedPort(f"{scheme}://127.0.0.1:{server.getsockname()[1]}"), tmp_path / "m.db") as app:
            app.stands(TowerStatus.READY)
            throw(tower, "4", "11")
            app.until(lambda: app.judged)
            assert app.kept[0].faces == ("4", "11")
        thread.join(DEADLINE_S)
