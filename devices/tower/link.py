"""Runs the thread that owns the tower's port: it reads, writes, keeps rolls, and reopens the port when it is lost.

    port ─► TowerDialogue ─► KeepStep ─► log (on disk) ─► ACK ─► port
                 └────► reports ─► app

The thread decides nothing; the dialogue does. A roll is acknowledged only after `Keeper.keep` has returned.
"""

import secrets
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Protocol

from companion.clock import monotonic_ms, wall_ms
from companion.errors import CompanionError
from companion.observation import Roll
from companion.threads import Stumble, TendedThread
from companion.words import Text
from devices.errors import LinkLost, PortTrouble
from devices.tower.dialogue import TowerDialogue
from devices.tower.messages import LAST_SEQ
from devices.tower.ports import Port, PortFinder
from devices.tower.tower_status import (
    Arming,
    HangUpStep,
    KeepStep,
    Report,
    SendStep,
    Step,
    TowerReport,
    TowerStatus,
    WireLine,
)

OPEN_AGAIN_MS = 500
"""How often a missing port is looked for."""


class Keeper(Protocol):
    """Keeps rolls for good."""

    def keep(self, roll: Roll) -> bool:
        """Keep a roll; it is on disk when this returns. Return False if it was there before. Raises
        `CompanionError`.
        """


@dataclass(frozen=True, slots=True)
class TimeSource:
    """The clocks that the link uses: monotonic ms, wall-clock ms, and a pause in seconds."""

    now_ms: Callable[[], int] = monotonic_ms
    wall_ms: Callable[[], int] = wall_ms
    pause: Callable[[float], None] = time.sleep


class Link:
    """The link to one tower, for as long as the app runs.

    `log` opens what keeps the rolls, in the thread that uses it. `tell` is called in that thread too, and
    should only put the report into a queue.
    """

    def __init__(
        self,
        finder: PortFinder,
        log: Callable[[], AbstractContextManager[Keeper]],
        tell: Callable[[Report], None],
        clocks: TimeSource | None = None,
    ) -> None:
        self._finder = finder
        self._log = log
        self._tell = tell
        self._clocks = clocks or TimeSource()
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._stop = threading.Event()
        self._port: Port | None = None
        self._thread = TendedThread(
            "tower", Text("the link to the dice tower"), self._link, self._stumbled, self._stop
        )
        self.dialogue = TowerDialogue("", secrets.randbelow(LAST_SEQ), self._clocks.wall_ms)

    # --- from the app, in any thread

    def arm(self, wanted: Arming | None) -> None:
        """Ask the tower for these dice; None: for no dice."""
        self._order(lambda: self.dialogue.arm(wanted))

    def ask(self, verb: str, *words: str) -> None:
        """Send a command; its answer comes as a report."""
        self._order(lambda: self.dialogue.ask(verb, *words))

    def start(self) -> None:
        """Start a thread."""
        self._thread.start()

    def stop(self) -> None:
        """End `run`, and wait for the thread if there is one."""
        self._stop.set()
        self._wake()
        self._thread.join()

    def _order(self, order: Callable[[], None]) -> None:
        self._orders.put(order)
        self._wake()

    def _wake(self) -> None:
        port = self._port
        if port is not None:
            port.wake()

    # --- in its own thread

    def run(self) -> None:
        """Serve in the caller's thread until `stop`."""
        self._thread.serve()

    def _link(self) -> None:
        """Open the log, then ports, again and again; a log that cannot be opened is waited for like a port."""
        told = None
        while not self._stop.is_set():
            try:
                with self._log() as keeper:
                    told = None
                    while not self._stop.is_set():
                        self._visit(keeper)
            except CompanionError as problem:
                if problem.message != told:
                    told = problem.message
                    self._tell(TowerReport(TowerStatus.NOT_KEPT, told))
                self._pause()

    def _stumbled(self, stumble: Stumble) -> None:
        self._tell(TowerReport(TowerStatus.SILENT, stumble.says))

    def _visit(self, keeper: Keeper) -> None:
        """Open a port, and stays on it while it lasts."""
        try:
            port = self._finder.open()
        except PortTrouble as trouble:
            self._closed(trouble.status, trouble)
            self._obey()
            self._pause()
            return
        self._port = port
        gone = TowerStatus.UNPLUGGED
        try:
            gone = self._serve(port, keeper)
        except LinkLost:
            pass
        finally:
            self._port = None
            port.close()
        if not self._stop.is_set():
            self._closed(gone)
            if gone is TowerStatus.UNPLUGGED:
                self._pause()

    def _serve(self, port: Port, keeper: Keeper) -> TowerStatus:
        """Talk until `stop`, or until the tower is gone; then return the status. Raises `LinkLost`."""
        port.write(b"\n")  # Ends half a line that an earlier program may have left.
        steps: Iterable[Step] = self.dialogue.opened(port.name, self._clocks.now_ms())
        gone = self._take(steps, port, keeper)
        while gone is None and not self._stop.is_set():
            data = port.read()
            self._obey()
            now_ms = self._clocks.now_ms()
            gone = self._take(self.dialogue.received(data, now_ms), port, keeper)
            gone = gone or self._take(self.dialogue.tick(now_ms), port, keeper)
        return gone or TowerStatus.UNPLUGGED

    def _take(self, steps: Iterable[Step], port: Port, keeper: Keeper) -> TowerStatus | None:
        """Carry out the dialogue's steps in their order."""
        for step in steps:
            match step:
                case SendStep(body, data):
                    port.write(data)
                    self._tell(WireLine(False, body))
                case KeepStep():
                    self._keep(step, port, keeper)
                case HangUpStep(status):
                    return status
                case TowerReport(TowerStatus.READY | TowerStatus.ARMED as status, says):
                    self._tell(TowerReport(status, self._which(port.name, says)))
                case _:
                    self._tell(step)
        return None

    def _which(self, port: str, says: Text) -> Text:
        """Say which tower is read, if another one is plugged in too."""
        others = self._finder.others(port)
        if not others:
            return says
        return Text(
            "{says}: the one on {port}; dice in another tower ({others}) are not read",
            says=says, port=port, others=", ".join(others),
        )  # fmt: skip

    def _keep(self, keep: KeepStep, port: Port, keeper: Keeper) -> None:
        try:
            is_new = keeper.keep(keep.roll)
        except CompanionError:
            self._take(self.dialogue.not_kept(), port, keeper)
        else:
            self._take(self.dialogue.kept(keep, is_new), port, keeper)

    def _closed(self, status: TowerStatus, trouble: PortTrouble | None = None) -> None:
        for step in self.dialogue.closed(status):
            if isinstance(step, TowerReport):
                self._tell(TowerReport(status, trouble.message if trouble else step.says))

    def _obey(self) -> None:
        while True:
            try:
                self._orders.get_nowait()()
            except Empty:
                return

    def _pause(self) -> None:
        self._clocks.pause(OPEN_AGAIN_MS / 1000)
