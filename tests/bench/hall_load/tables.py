"""Measures how long records take from the logs of many tables to the hall's store, over the real broker.

The tables are another process. Their logs are in memory, because 200 disks are not this machine's; the chain, the teller,
the line's looks and the wire are the real ones. Each record says when it was kept, by the clock that all processes share.
"""

import json
import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.synchronize import Event
from pathlib import Path
from queue import SimpleQueue

from companion.bus.messages import PublicView, ViewPlay, ViewSide
from companion.bus.mqtt import BrokerPlace, MqttWire
from companion.bus.wire import HALL_ACCOUNT, Letter, TopicPart
from companion.clock import monotonic_ms, wall_ms
from companion.hall.access import BrokerListens, HallAccount, password_hash
from companion.hall.broker import MosquittoBroker
from companion.hall.desk import HALL_USER, HallDesk
from companion.hall.hall import Hall
from companion.hall.places import HallPlaces
from companion.hall.store.changes import StoreChanges
from companion.hall.store.store import HallStore, sqlite_address
from companion.storage.chain import Kind, link_hash
from companion.storage.outbox import NOTHING_YET, ChainedRecord, LogTip
from companion.table.hall.line import LOOK_S
from companion.table.hall.teller import LogTeller, TellerName, letter_of, table_user
from companion.threads import Stumble, taken
from companion.words import Wording
from tests.bench.hall_load.figures import LoadFigures, cpu_s, figures, memory_mb

PER_S = 5
"""Records a second of a table that plays fast; a person makes one in ten seconds."""
BODY_CHARS = 600
"""The length of a usual play with its event, as text."""
VIEW_WORDS = Wording(
    "the attackers choose a card for the strategy phase",
    "les attaquants choisissent une carte pour la phase de stratégie",
)
VIEW = PublicView(
    "m",
    0,
    "trial",
    VIEW_WORDS,
    tuple(ViewSide(seat, VIEW_WORDS, seat, 1, marks=(VIEW_WORDS,)) for seat in ("home", "away")),
    waits=(VIEW_WORDS,),
    last=ViewPlay(VIEW_WORDS),
)
"""A view as long as the usual ones of a match."""
SETTLES_S = 30.0
"""How long all tables may take to connect, and the last records to arrive."""
STEP_S = 0.1


class TrialLog:
    """A log in memory, chained as the real one."""

    def __init__(self, name: str) -> None:
        self.log = name
        self._records: list[ChainedRecord] = []

    def keep(self, body: str) -> None:
        """Append a record."""
        n, before = len(self._records) + 1, self.tip().hash
        hashed = link_hash(self.log, bytes.fromhex(before), n, Kind.PLAY, body)
        self._records.append(ChainedRecord(n, Kind.PLAY, n, body, hashed.hex(), "m"))

    def expect_there(self) -> None:
        """Do nothing, because this log cannot be lost."""

    def tip(self) -> LogTip:
        if not self._records:
            return LogTip(0, NOTHING_YET, None, 0)
        last = self._records[-1]
        return LogTip(last.n, last.hash, last.match, last.seq)

    def hash_at(self, n: int) -> str | None:
        if n == 0:
            return NOTHING_YET
        return self._records[n - 1].hash if n <= len(self._records) else None

    def after(self, n: int, most: int, most_chars: int) -> tuple[ChainedRecord, ...]:
        return tuple(self._records[n : n + min(most, max(1, most_chars // BODY_CHARS))])


class TimedStore(HallStore):
    """A store that notes how old each record was when it was on disk, and how often it was made anew."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.delays_ms: list[float] = []
        self.reopened = 0

    def reopen(self) -> None:
        super().reopen()
        self.reopened += 1

    def keep(self, changes: StoreChanges) -> None:
        super().keep(changes)
        now_s = time.monotonic()
        for new in changes.records:
            self.delays_ms.append(1000 * (now_s - json.loads(new.record.body)["kept_s"]))


@dataclass(frozen=True, slots=True)
class TablesPlay:
    """How many tables play, for how many seconds, and how many records each has kept `before`."""

    tables: int
    seconds: int
    before: int = 0

    @property
    def records(self) -> int:
        """The records of all tables in the end."""
        return self.tables * (self.before + PER_S * self.seconds)


@dataclass(frozen=True, slots=True)
class HallUnderLoad:
    """A hall at its desk, which the caller steps; `begun` is set when all tables are connected and play."""

    hall: Hall
    desk: HallDesk
    store: TimedStore
    begun: Event
    broker: MosquittoBroker

    def used_s(self) -> float:
        """Return the seconds of a core that broker and hall have used."""
        process = self.broker.process
        return time.process_time() + (0.0 if process is None else cpu_s(process))


@contextmanager
def hall_under_load(folder: Path, port: int, play: TablesPlay) -> Iterator[HallUnderLoad]:
    """Run a broker and a hall here, and the tables in another process. Raises `NoBroker`."""
    names = [f"t{n}" for n in range(1, play.tables + 1)]
    # One password for all: hashing 200 of them is no part of this.
    secret = "bench"
    hashed = password_hash(secret)
    accounts = tuple(HallAccount(name, name, n, hashed, 0) for n, name in enumerate(names, start=1))
    stumbles: list[Stumble] = []
    places = HallPlaces(folder)
    broker = MosquittoBroker(places, BrokerListens("127.0.0.1", port), lambda: accounts, stumbles.append)
    broker.start(("127.0.0.1",))
    place = BrokerPlace("127.0.0.1", port, places.authority.certificate, secret)
    try:
        with (
            TimedStore(sqlite_address(places.store)) as store,
            playing_tables([(name, place) for name in names], play) as begun,
        ):
            hall = Hall(store, wall_ms, lambda account: account != HALL_ACCOUNT)
            desk = HallDesk(hall, MqttWire(broker.place, HALL_USER), monotonic_ms)
            desk.open()
            try:
                yield HallUnderLoad(hall, desk, store, begun, broker)
            finally:
                desk.close()
    finally:
        broker.stop()


@contextmanager
def playing_tables(seats: Sequence[tuple[str, BrokerPlace]], play: TablesPlay) -> Iterator[Event]:
    """Have tables play in another process while the block runs, one for each account; yields the event that is set when
    they begin.
    """
    context = multiprocessing.get_context("spawn")
    begun, ended = context.Event(), context.Event()
    players = context.Process(target=_play, args=(seats, play, begun, ended))
    players.start()
    try:
        yield begun
    finally:
        ended.set()
        players.join(SETTLES_S)


def measure_tables(folder: Path, port: int, tables: int, seconds: int) -> LoadFigures:
    """Measure. Raises `NoBroker`. The cores are those of broker and hall together, while the tables play."""
    play = TablesPlay(tables, seconds)
    with hall_under_load(folder, port, play) as load:
        while not load.begun.is_set():
            load.desk.step(STEP_S)
        used_s, at_s = load.used_s(), time.monotonic()
        until_s = at_s + seconds
        while time.monotonic() < until_s:
            load.desk.step(STEP_S)
        cores = (load.used_s() - used_s) / (time.monotonic() - at_s)
        until_s += SETTLES_S
        while len(load.store.delays_ms) < play.records and time.monotonic() < until_s:
            load.desk.step(STEP_S)
        return figures(play.records, load.store.delays_ms, cores, memory_mb(os.getpid()))


def _play(seats: Sequence[tuple[str, BrokerPlace]], play: TablesPlay, begun: Event, ended: Event) -> None:
    """Be all tables: each keeps `PER_S` records a second, and looks at its log as often as a line does."""
    players = [_Player(name, place, play.before) for name, place in seats]
    until_s = time.monotonic() + SETTLES_S
    while not all(one.wire.is_connected for one in players) and time.monotonic() < until_s:
        time.sleep(LOOK_S)
    begun.set()
    start_s, most = time.monotonic(), play.seconds * PER_S
    while not ended.is_set():
        now_s = time.monotonic()
        due = min(most, (now_s - start_s) * PER_S)
        for place_of, one in enumerate(players):
            # Tables do not play in step.
            one.step(int(due - place_of / len(players)) if due < most else most)
        time.sleep(max(0.0, LOOK_S - (time.monotonic() - now_s)))
    for one in players:
        one.wire.close()


class _Player:
    """One table of the trial, which has kept some records `before`. It shows a view of its match with its news."""

    def __init__(self, name: str, place: BrokerPlace, before: int) -> None:
        self._name = name
        self._log = TrialLog(f"log-{name}")
        for _ in range(before):
            self._keep()
        self._teller = LogTeller(TellerName(name, "1"), self._log)
        self._inbox: SimpleQueue[Letter] = SimpleQueue()
        self._welcomes: SimpleQueue[None] = SimpleQueue()
        self._kept = 0
        self.wire = MqttWire(place, table_user(name, "1"))
        self.wire.open(self._inbox.put, lambda: self._welcomes.put(None))

    def step(self, due: int) -> None:
        """Keep what is due, and tell it."""
        letters = self._teller.welcomed() if list(taken(self._welcomes)) else []
        if self._kept < due:
            letters.append(letter_of(self._name, TopicPart.VIEW, replace(VIEW, seq=due)))
        while self._kept < due:
            self._kept += 1
            self._keep()
        for letter in taken(self._inbox):
            letters += self._teller.hear(letter)
        for one in [*letters, *self._teller.tick(monotonic_ms())]:
            self.wire.send(one)

    def _keep(self) -> None:
        said = json.dumps({"kept_s": time.monotonic(), "says": ""})
        self._log.keep(said[:-2] + "x" * (BODY_CHARS - len(said)) + said[-2:])
