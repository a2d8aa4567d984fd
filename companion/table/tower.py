"""The dice tower beside a table: a real one, whose link calls back from its own thread, or a virtual one."""

import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Protocol

from companion.clock import monotonic_ms
from companion.ids import ObservationId
from companion.observation import Notice
from companion.session.inbox import DeviceNotice, Item, RollReport
from companion.session.match_controller import MatchController
from companion.session.session_event import SessionEvent, TowerRequest
from companion.storage.rolls import RollStore
from companion.table.match_device import TakeItems
from companion.virtual.acting.actor import ThrowGesture
from devices.tower.link import Link, TimeSource
from devices.tower.ports import NamedPort, harbour
from devices.tower.tower_status import Arming, Report, RollMeaning, RollVerdict, TowerReport, TowerStatus
from devices.tower.virtual_port import PtyPlug, VirtualPort
from devices.tower.virtual_tower import TowerBuild, VirtualTower


class TableTower(Protocol):
    """Describes what a table needs from a dice tower, real or virtual."""

    def start(self, hear: Callable[[Report], None]) -> None:
        """Start the tower. `hear` is called in the link's thread, with each roll after it is on disk."""

    def stop(self) -> None: ...

    def arm(self, arms: TowerRequest) -> None:
        """Ask for the dice that the match waits for."""


class TowerAtTable:
    """A tower as a device of a match: it is asked for the dice that are waited for, and its rolls are reported."""

    def __init__(self, tower: TableTower) -> None:
        self._tower = tower

    def begin(self, _controller: MatchController, take: TakeItems) -> None:
        self._tower.start(lambda report: take(partial(from_tower, report)))

    def hear(self, told: SessionEvent) -> None:
        if isinstance(told, TowerRequest):
            self._tower.arm(told)

    def end(self) -> None:
        self._tower.stop()


def from_tower(report: Report, at_ms: int) -> Iterator[Item]:
    """Return the items for the session in a tower's report."""
    match report:
        case RollVerdict(roll, meaning, why):
            yield RollReport(roll, meaning is RollMeaning.COUNTS, why)
        case TowerReport(standing, says):
            notice = Notice(ObservationId(f"tower-{at_ms}"), at_ms, "tower", str(standing))
            yield DeviceNotice(notice, says)
        case _:
            pass


class LinkedTower:
    """A tower on a port; `usb` chooses the port that looks like a tower. Rolls are on disk before they are reported."""

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
    """The virtual tower and its link, connected by a pseudo-terminal like a cable.

    Its clocks run `speed` times as fast as real time.
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
        """Whether the tower has received a request for dice."""
        return self._armed is not None and self._armed.request == (
            self._tower.core.req if self._tower.core.armed else ""
        )

    def throw(self, throw: ThrowGesture) -> None:
        """Roll dice, which show these faces.

        Nothing is rolled if the tower is not asked for these dice: their play was entered by hand meanwhile.
        """
        if self._armed is None or self._armed.dice != throw.dice:
            return
        self.is_rolling = True
        self._port.order(" ".join(("roll", *throw.faces)))

    def order(self, order: str) -> None:
        """Begin or end a bad day."""
        self._port.order(order)


class _TowerNews:
    """Passes on what a link reports, except single lines and an occasional slow answer."""

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
