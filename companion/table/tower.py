"""The dice tower beside a table: the link in its own thread, what it reports in a queue, and the virtual one to throw into."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol, Self

from companion.clock import monotonic_ms
from companion.queues import taken
from companion.session.inbox import Item, RollReport
from companion.session.told import TowerRequest
from companion.storage.rolls import RollStore
from companion.table.wiring import from_tower
from companion.virtual.acting.gestures import ThrowGesture
from devices.tower.link import Link, TimeSource
from devices.tower.ports import NamedPort, harbour
from devices.tower.reports import Report, TowerReport
from devices.tower.roll_verdict import Arming
from devices.tower.tower_status import TowerStatus
from devices.tower.virtual_port import PtyPlug, VirtualPort
from devices.tower.virtual_tower import TowerBuild, VirtualTower


class Tower(Protocol):
    """What a table needs of a tower."""

    def arm(self, arms: TowerRequest) -> None:
        """Ask for the dice that are waited for."""

    def items(self, now_ms: int) -> Iterator[Item]:
        """What it has said since."""


class LinkedTower:
    """A tower on a port. Its rolls are on disk before they are items."""

    def __init__(self, port: str | None, rolls: Path) -> None:
        self._heard = _Heard()
        self._link = Link(harbour(port), lambda: RollStore(rolls), self._heard.reports.put)

    def start(self) -> None:
        self._link.start()

    def stop(self) -> None:
        self._link.stop()

    def arm(self, arms: TowerRequest) -> None:
        self._link.arm(Arming(arms.request, arms.dice) if arms.dice else None)

    def items(self, now_ms: int) -> Iterator[Item]:
        return self._heard.items(now_ms)


class ThrownTower:
    """The virtual tower on its pty, with a link to it: bytes go both ways as they do on a cable. Its clocks run `speed`
    times as fast as those on the wall.
    """

    def __init__(self, dice: tuple[str, ...], rolls: Path, seed: int, speed: float) -> None:
        self._heard = _Heard()
        self._folder = tempfile.TemporaryDirectory(prefix="companion-tower-")
        plug = PtyPlug(Path(self._folder.name) / "tower")
        began_s = time.monotonic()

        def now_ms() -> int:
            return monotonic_ms() + int((speed - 1) * 1000 * (time.monotonic() - began_s))

        clocks = TimeSource(now_ms=now_ms, pause=lambda seconds: time.sleep(seconds / speed))
        self._tower = VirtualTower(TowerBuild(dice=dice, seed=seed))
        self._port = VirtualPort(self._tower, plug, now_ms)
        self._link = Link(
            NamedPort(str(plug.link)), lambda: RollStore(rolls), self._heard.reports.put, clocks
        )
        self._armed: TowerRequest | None = None
        self._is_thrown = False

    def __enter__(self) -> Self:
        self._port.__enter__()
        self._link.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._link.stop()
        self._port.__exit__(None, None, None)
        self._folder.cleanup()

    def arm(self, arms: TowerRequest) -> None:
        self._armed = arms
        self._link.arm(Arming(arms.request, arms.dice) if arms.dice else None)

    def items(self, now_ms: int) -> Iterator[Item]:
        for item in self._heard.items(now_ms):
            self._is_thrown = self._is_thrown and not isinstance(item, RollReport)
            yield item

    @property
    def is_rolling(self) -> bool:
        """Whether dice were thrown of which nothing has been heard yet."""
        return self._is_thrown and self._heard.reports.empty()

    @property
    def is_asked(self) -> bool:
        """Whether the tower itself knows what it is asked for."""
        return self._armed is not None and self._armed.request == (
            self._tower.core.req if self._tower.core.armed else ""
        )

    def throw(self, throw: ThrowGesture) -> None:
        """Dice fall, so."""
        self._is_thrown = True
        self._port.order(" ".join(("roll", *throw.faces)))

    def order(self, order: str) -> None:
        """A bad day begins or ends."""
        self._port.order(order)


class _Heard:
    """What a link has reported and nobody has taken yet. That it answers slowly now and then is nobody's news."""

    def __init__(self) -> None:
        self.reports: SimpleQueue[Report] = SimpleQueue()
        self._status: TowerStatus | None = None

    def items(self, now_ms: int) -> Iterator[Item]:
        for report in taken(self.reports):
            if isinstance(report, TowerReport):
                if report.status in (TowerStatus.SLOW, self._status):
                    continue
                self._status = report.status
            yield from from_tower(report, now_ms)
