"""The dice tower beside a table: the link in its own thread, which calls back; and the virtual one to throw into."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from companion.clock import monotonic_ms
from companion.session.session_event import TowerRequest
from companion.storage.rolls import RollStore
from companion.virtual.acting.gestures import ThrowGesture
from devices.tower.link import Link, TimeSource
from devices.tower.ports import NamedPort, harbour
from devices.tower.reports import Report, TowerReport
from devices.tower.roll_verdict import Arming, RollVerdict
from devices.tower.tower_status import TowerStatus
from devices.tower.virtual_port import PtyPlug, VirtualPort
from devices.tower.virtual_tower import TowerBuild, VirtualTower


class Tower(Protocol):
    """What a table needs of a tower."""

    def start(self, hear: Callable[[Report], None]) -> None:
        """`hear` is called in the link's own thread: with a roll when it is on disk."""

    def stop(self) -> None: ...

    def arm(self, arms: TowerRequest) -> None:
        """Ask for the dice that are waited for."""


class LinkedTower:
    """A tower on a port, `usb` being whatever looks like one. Its rolls are on disk before they are told."""

    def __init__(self, port: str, rolls: Path) -> None:
        self._news = _TowerNews()
        self._link = Link(harbour(None if port == "usb" else port), lambda: RollStore(rolls), self._news.tell)

    def start(self, hear: Callable[[Report], None]) -> None:
        self._news.hear = hear
        self._link.start()

    def stop(self) -> None:
        self._link.stop()

    def arm(self, arms: TowerRequest) -> None:
        self._link.arm(Arming(arms.request, arms.dice) if arms.dice else None)


class ThrownTower:
    """The virtual tower on its pty, with a link to it: bytes go both ways as they do on a cable. Its clocks run `speed`
    times as fast as those on the wall.
    """

    def __init__(self, dice: tuple[str, ...], rolls: Path, seed: int, speed: float) -> None:
        self._news = _TowerNews()
        self._folder = tempfile.TemporaryDirectory(prefix="companion-tower-")
        plug = PtyPlug(Path(self._folder.name) / "tower")
        began_s = time.monotonic()

        def now_ms() -> int:
            return monotonic_ms() + int((speed - 1) * 1000 * (time.monotonic() - began_s))

        clocks = TimeSource(now_ms=now_ms, pause=lambda seconds: time.sleep(seconds / speed))
        self._tower = VirtualTower(TowerBuild(dice=dice, seed=seed))
        self._port = VirtualPort(self._tower, plug, now_ms)
        self._link = Link(NamedPort(str(plug.link)), lambda: RollStore(rolls), self._news.tell, clocks)
        self._armed: TowerRequest | None = None
        self.is_rolling = False
        """Whether dice were thrown of which nothing has been heard yet."""

    def start(self, hear: Callable[[Report], None]) -> None:
        def hear_roll(report: Report) -> None:
            hear(report)
            self.is_rolling = self.is_rolling and not isinstance(report, RollVerdict)

        self._news.hear = hear_roll
        self._port.__enter__()
        self._link.start()

    def stop(self) -> None:
        self._link.stop()
        self._port.__exit__(None, None, None)
        self._folder.cleanup()

    def arm(self, arms: TowerRequest) -> None:
        self._armed = arms
        self._link.arm(Arming(arms.request, arms.dice) if arms.dice else None)

    @property
    def is_asked(self) -> bool:
        """Whether the tower itself knows what it is asked for."""
        return self._armed is not None and self._armed.request == (
            self._tower.core.req if self._tower.core.armed else ""
        )

    def throw(self, throw: ThrowGesture) -> None:
        """Dice fall, so."""
        self.is_rolling = True
        self._port.order(" ".join(("roll", *throw.faces)))

    def order(self, order: str) -> None:
        """A bad day begins or ends."""
        self._port.order(order)


class _TowerNews:
    """Passes on what a link reports: but for lines on the wire, and that the tower answers slowly now and then."""

    def __init__(self) -> None:
        self.hear: Callable[[Report], None] = lambda _report: None
        self._status: TowerStatus | None = None

    def tell(self, report: Report) -> None:
        if isinstance(report, TowerReport):
            if report.status in (TowerStatus.SLOW, self._status):
                return
            self._status = report.status
        if isinstance(report, TowerReport | RollVerdict):
            self.hear(report)
