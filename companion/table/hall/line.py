"""The connection from a table to its hall: it follows the log, sends letters, and connects again after every failure.

log (SQLite) ──► LogTeller ──► wire ──► hall
    order ◄────────────────────────┘

It has a thread and a connection to the log of its own. Nothing that happens here can make a table wait.
"""

import logging
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue

from companion.bus.messages import (
    HEARTBEAT_MS,
    MachineState,
    OrderVerb,
    PictureRequest,
    PublicView,
    TableReport,
    TableStatus,
    UnknownOrder,
    is_news,
    read_message,
    read_order,
)
from companion.bus.wire import Letter, TopicPart, Wire, table_topic
from companion.clock import monotonic_ms
from companion.errors import Malformed, StorageError
from companion.session.snapshot import Snapshot
from companion.storage.hall_credentials import CredentialStore, HallCredentials
from companion.storage.outbox import OutboxReader
from companion.storage.places import Places
from companion.table.hall.orders import OrderDesk, SettingsDesk, picture_answer, refused_unknown
from companion.table.hall.teller import LogTeller, TellerName, letter_of, report_of, table_user
from companion.threads import Stumble, TendedThread, taken
from companion.words import Text, Wording, translate

# --- machine
# Tells the state of a table's machine: free space on the disk of its log, and the temperature of its processor.

THERMOMETER = Path("/sys/class/thermal/thermal_zone0/temp")
"""Where Linux tells the temperature in thousandths of a degree; a machine without such a sensor has no file there."""


def machine_state(folder: Path, thermometer: Path = THERMOMETER) -> MachineState:
    """Return the machine's state. What cannot be measured is left out; nothing is raised."""
    try:
        free_mb = shutil.disk_usage(folder).free // 1_000_000
    except OSError:
        free_mb = 0
    try:
        celsius = int(thermometer.read_text(encoding="ascii")) // 1000
    except (OSError, ValueError):
        celsius = None
    return MachineState(free_mb, celsius if celsius is not None and -100 <= celsius <= 200 else None)


# --- line

_log = logging.getLogger(__name__)
LOOK_S = 0.05
"""How often the log is looked at for new records."""
AGAIN_MS = 2_000
"""How long the line waits after the log could not be read."""
ENDS_S = 3.0
MACHINE_MS = 30_000
"""How often the state of the machine is told."""


def _cites_nothing(_log: str) -> None:
    return None


@dataclass(frozen=True, slots=True)
class ToldLog:
    """The log whose records are sent: its path, and a function that returns the id of the log before it."""

    path: Path
    cites_of: Callable[[str], str | None] = _cites_nothing


class HallLine:
    """A table's connection to its hall. Only one thread may call `step`; any thread may call `show`."""

    def __init__(self, name: TellerName, log: ToldLog, wire: Wire) -> None:
        self._name = name
        self._log = log
        self._wire = wire
        self.orders = OrderDesk()
        """Takes the hall's orders to the match that is played here."""
        self._settings = SettingsDesk(Places(log.path.parent))
        self._inbox: SimpleQueue[Letter] = SimpleQueue()
        self._welcomes: SimpleQueue[None] = SimpleQueue()
        self._views: SimpleQueue[PublicView] = SimpleQueue()
        self._outbox: OutboxReader | None = None
        self._teller: LogTeller | None = None
        self._view: PublicView | None = None
        self._view_ms = 0
        self._reports: SimpleQueue[Snapshot | None] = SimpleQueue()
        self._open: Snapshot | None = None
        self._reported: tuple[int, TableReport] | None = None
        self._told_settings: tuple[Wording, ...] | None = None
        """The settings as they were told last; None: they are to be looked at."""
        self._again_ms: int | None = None

    def open(self) -> None:
        """Begin to listen."""
        self._wire.open(self._inbox.put, lambda: self._welcomes.put(None))

    def report(self, snapshot: Snapshot | None) -> None:
        """Tell the hall what is open at the table; None: no match is played."""
        self._reports.put(snapshot)

    def show(self, view: PublicView) -> None:
        """Send a new state of the match to the hall."""
        self._views.put(view)

    def step(self, now_ms: int, wait_s: float = 0.0) -> None:
        """Send what is new and answer the letters that have come, after a wait of at most `wait_s` for the first."""
        letter = self._next(wait_s)
        if self._again_ms is not None and now_ms < self._again_ms:
            return
        self._again_ms = None
        try:
            self._speak(letter, now_ms)
        except StorageError as problem:
            # The play has its own connection, and its own words for this.
            _log.warning("the line to the hall cannot read the log: %s", translate(problem.message, "en"))
            self._forget()
            self._again_ms = now_ms + AGAIN_MS

    def close(self) -> None:
        """Say goodbye to the hall and close the connection."""
        self._wire.send(self._goodbye())
        self._wire.close()
        self._forget()

    def abandon(self) -> None:
        """Close the log without a goodbye, as in a power cut; the caller must close the wire."""
        self._forget()

    def _speak(self, letter: Letter | None, now_ms: int) -> None:
        teller = self._telling()
        if not self._wire.is_connected:
            return
        out: list[Letter] = []
        if list(taken(self._welcomes)):
            out += teller.welcomed()
            out += [] if self._view is None else [self._letter(self._view)]
            self._reported = None
        while letter is not None:
            out += self._answered(teller, letter, now_ms)
            letter = self._next(0.0)
        out += teller.tick(now_ms)
        out += self._views_told(now_ms)
        out += self._report_told(now_ms)
        for result in self.orders.results():
            out.append(letter_of(self._name.account, TopicPart.DONE, result))
        for one in out:
            self._wire.send(one)

    def _views_told(self, now_ms: int) -> list[Letter]:
        """Return the newest view, if it is news; every few seconds it is, because of the clocks in it."""
        shown = list(taken(self._views))
        if not shown or not (is_news(self._view, shown[-1]) or now_ms - self._view_ms >= HEARTBEAT_MS):
            return []
        self._view, self._view_ms = shown[-1], now_ms
        return [self._letter(self._view)]

    def _report_told(self, now_ms: int) -> list[Letter]:
        """Return what is open at the table, if that is news; how the machine is, every half minute."""
        came = list(taken(self._reports))
        if came:
            self._open = came[-1]
        before = self._reported
        is_new = came or self._told_settings is None
        if before is not None and not is_new and now_ms - before[0] < MACHINE_MS:
            return []
        is_time = before is None or now_ms - before[0] >= MACHINE_MS
        machine = machine_state(self._log.path.parent) if before is None or is_time else before[1].machine
        if before is None or is_time or self._told_settings is None:
            # People at the table choose a language too, so it is looked at as often as the machine.
            self._told_settings = self._settings.told()
        report = report_of(self._open, machine, self._told_settings)
        if before is not None and report == before[1] and not is_time:
            return []
        self._reported = (now_ms if is_time else before[0] if before else now_ms, report)
        return [letter_of(self._name.account, TopicPart.REPORT, report)]

    def _letter(self, view: PublicView) -> Letter:
        return letter_of(self._name.account, TopicPart.VIEW, view)

    def _answered(self, teller: LogTeller, letter: Letter, now_ms: int) -> list[Letter]:
        topic = table_topic(letter.topic)
        is_ours = topic is not None and topic.account == self._name.account
        try:
            if topic is not None and is_ours and topic.part is TopicPart.LOOK:
                return [self._picture(read_message(PictureRequest, letter.payload))]
            if topic is None or topic.part is not TopicPart.DO or not is_ours:
                return teller.hear(letter)
            order = read_order(letter.payload)
        except Malformed:
            return []
        if isinstance(order, UnknownOrder):
            return [letter_of(self._name.account, TopicPart.DONE, refused_unknown(order))]
        if order.verb is OrderVerb.SETTINGS:
            self._told_settings = None
            return [letter_of(self._name.account, TopicPart.DONE, self._settings.take(order))]
        assert self._outbox is not None, "who tells has opened the log"
        result = self.orders.take(order, self._outbox, now_ms)
        return [] if result is None else [letter_of(self._name.account, TopicPart.DONE, result)]

    def _picture(self, request: PictureRequest) -> Letter:
        answer = picture_answer(request, Places(self._log.path.parent).evidence)
        return letter_of(self._name.account, TopicPart.PICTURE, answer)

    def _telling(self) -> LogTeller:
        if self._teller is None:
            self._outbox = OutboxReader(self._log.path)
            self._teller = LogTeller(self._name, self._outbox, self._log.cites_of(self._outbox.log))
        return self._teller

    def _forget(self) -> None:
        outbox, self._outbox, self._teller = self._outbox, None, None
        if outbox is not None:
            outbox.close()

    def _next(self, wait_s: float) -> Letter | None:
        try:
            return self._inbox.get(timeout=wait_s) if wait_s else self._inbox.get_nowait()
        except Empty:
            return None

    def _goodbye(self) -> Letter:
        return letter_of(
            self._name.account, TopicPart.UP, TableStatus(is_up=False, version=self._name.version)
        )


class HallLineThread:
    """Runs a line in a thread of its own until it is stopped."""

    def __init__(self, line: HallLine, tell: Callable[[Stumble], None]) -> None:
        self._line = line
        self._stopping = threading.Event()
        self._thread = TendedThread("hall", Text("the line to the hall"), self._run, tell, self._stopping)

    def start(self) -> None:
        self._line.open()
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(ENDS_S)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._line.step(monotonic_ms(), LOOK_S)
        self._line.step(monotonic_ms())
        self._line.close()


# --- opening
# Opens a table's line to the hall that it joined.


def hall_line(
    where: Places,
    credentials: HallCredentials,
    version: str,
) -> HallLine:
    """Return the line to the hall of these credentials, not yet open."""
    store = CredentialStore(where.line)
    wire = _wire(store, credentials, version)
    log = ToldLog(where.matches, store.cites_of)
    return HallLine(TellerName(credentials.account, version), log, wire)


def _wire(store: CredentialStore, credentials: HallCredentials, version: str) -> Wire:
    # Only a table that joined a hall waits for the library.
    from companion.bus.mqtt import BrokerPlace, MqttWire  # noqa: PLC0415

    place = BrokerPlace(credentials.host, credentials.port, store.authority, credentials.password)
    return MqttWire(place, table_user(credentials.account, version))
