"""An evening with a hall and tables on a bus inside this process: real logs, no threads, time by hand."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.hall.branches import LogKey
from companion.hall.desk import HALL_USER, HallDesk
from companion.hall.hall import Hall
from companion.hall.links import LinkStanding
from companion.hall.requests import OrderBook, PictureDesk
from companion.hall.store.store import HallStore, sqlite_address
from companion.ids import MatchId
from companion.storage.log import MatchStore
from companion.storage.outbox import OutboxReader
from companion.table.hall.line import HallLine, ToldLog
from companion.table.hall.teller import TellerName, table_user
from tests.bus.memory_bus import MemoryBus, MemoryWire
from tests.storage.test_log import CARDS, RULES, SETUP, record

WALL_MS = 1_700_000_000_000


@dataclass(slots=True)
class Table:
    """A table: its log, and its line to the hall."""

    account: str
    path: Path
    bus: MemoryBus
    line: HallLine = field(init=False)
    wire: MemoryWire = field(init=False)
    match: MatchId | None = None
    plays: int = 0

    def __post_init__(self) -> None:
        self.connect()

    def connect(self) -> None:
        self.wire = self.bus.wire(table_user(self.account, "1"))
        self.line = HallLine(TellerName(self.account, "1"), ToldLog(self.path), self.wire)
        self.line.open()

    def play(self, plays: int = 1, *, events: int = 1) -> None:
        with MatchStore(self.path) as store:
            if self.match is None:
                self.match, self.plays = store.begin(RULES, SETUP, CARDS).id, 0
            for _ in range(plays):
                self.plays += 1
                store.append(self.match, record(self.plays, events=events))

    def chain(self) -> tuple[str, list[str]]:
        """The log's id, and the hashes of all its records."""
        with OutboxReader(self.path) as outbox:
            count = outbox.tip().n
            return outbox.log, [outbox.hash_at(n) or "" for n in range(1, count + 1)]


class Evening:
    """A hall and its tables; `pass_time` lets all of them do what is due."""

    def __init__(self, folder: Path, address: str | None = None, *, has_orders: bool = False) -> None:
        self.has_orders = has_orders
        self.folder = folder
        self.bus = MemoryBus()
        self.now_ms = 1_000
        self.pictures = PictureDesk(lambda: self.now_ms)
        self.tables: list[Table] = []
        self._seated: list[Table] = []
        self.address = address or sqlite_address(folder / "hall.db")
        self.open_hall()

    def open_hall(self) -> None:
        self.store = HallStore(self.address)
        self.hall = Hall(self.store, lambda: WALL_MS, lambda _account: True)
        self.desk = HallDesk(
            self.hall,
            self.bus.wire(HALL_USER),
            lambda: self.now_ms,
            OrderBook(self.store, lambda: WALL_MS) if self.has_orders else None,
            self.pictures,
        )
        self.desk.open()

    def close(self) -> None:
        for table in self._seated:
            table.line.close()
        self.desk.close()
        self.store.close()

    def seat(self, account: str) -> Table:
        table = Table(account, self.folder / account / "matches.db", self.bus)
        self.tables.append(table)
        self._seated.append(table)
        return table

    def pass_time(self, ms: int = 6_000, step_ms: int = 500) -> None:
        for _ in range(0, ms, step_ms):
            self.now_ms += step_ms
            for table in self.tables:
                table.line.step(self.now_ms)
            while self.desk.step():
                for table in self.tables:
                    table.line.step(self.now_ms)

    def standing(self, account: str) -> LinkStanding:
        return next(one for one in self.hall.standings(self.now_ms) if one.account == account)

    def kept(self, table: Table, branch: int = 0) -> list[str]:
        """The hashes that the hall has of a table's present log."""
        return list(self.hashes(table, branch))

    def hashes(self, table: Table, branch: int) -> Iterator[str]:
        key = LogKey(table.account, table.chain()[0])
        return (one.hash for one in self.store.records(key, branch))
