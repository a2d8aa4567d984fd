"""Runs a drill, and compares every log of the tables with the hall's copy.

each round: tables play ─► something goes wrong ─► lines and hall do what is due
at the end: nothing goes wrong any more, until all is fetched or time is up ─► every chain is compared
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol

from companion.bus.messages import OrderResult, OrderVerb, TableOrder, payload_of
from companion.bus.wire import Letter, TableTopic, TopicPart, Wire, WireUser
from companion.hall.branches import LogKey
from companion.hall.desk import HALL_USER, HallDesk
from companion.hall.hall import Hall
from companion.hall.store.store import HallStore
from companion.table.hall.teller import table_user
from tests.bench.hall_drill.drill_table import VERSION, DrillTable
from tests.bench.hall_drill.rough_wire import SMOOTH, Roughness, RoughWire

DAY_MS = 86_400_000
ROUND_MS = 500
"""Simulated time of a round."""
DOWN_ROUNDS = 4
"""For so many rounds a broker or a hall that was killed is away."""
ORDER_EVERY = 3
"""In every so many rounds the referee orders something."""
LOOKED = {"play": "note", "text": "looked at by the referee"}
"""What the referee orders, as it travels: a note in the match."""
SETTLE_ROUNDS = 150


class DrillBus(Protocol):
    """The bus of a drill: inside this process, or the real broker."""

    def wire(self, user: WireUser) -> Wire: ...

    def kill(self) -> None:
        """Kill the broker."""

    def revive(self) -> None:
        """Start the broker again, if it does not start by itself."""

    def lose(self, wire: Wire) -> None:
        """Break a connection without a goodbye."""

    def pass_time(self) -> None:
        """Wait until letters on their way have arrived."""


@dataclass(frozen=True, slots=True)
class DrillPlan:
    """The plan of a drill: the number of tables, their plays, the seed, the folder, the store, and the spectators."""

    tables: int
    plays: int
    seed: int
    folder: Path
    store: str
    spectators: int = 0


@dataclass(slots=True)
class DrillResult:
    """The result of a drill: what was done, and what was found."""

    done: "Counter[str]" = field(default_factory=Counter)
    plays: int = 0
    matches: int = 0
    records: int = 0
    equal: int = 0
    """Tables whose log stands in the hall, record for record."""
    forked: int = 0
    """Tables whose log was continued twice, and is marked so."""
    answered: "Counter[str]" = field(default_factory=Counter)
    """Answers to orders, by outcome."""
    watched: int = 0
    """Spectators whose page showed the last state."""
    faults: list[str] = field(default_factory=list)

    @property
    def is_well(self) -> bool:
        return not self.faults


class HallDrill:
    """One drill. `now_ms` is its time; `pass_round` lets the time of one round pass."""

    def __init__(
        self, plan: DrillPlan, bus: DrillBus, now_ms: Callable[[], int], pass_round: Callable[[], None]
    ) -> None:
        self._plan = plan
        self._bus = bus
        self._now_ms = now_ms
        self._pass_round = pass_round
        self._chance = Random(plan.seed)
        self._roughness = Roughness()
        self.result = DrillResult()
        self._wall_ms = 1_700_000_000_000
        self._copied: set[str] = set()
        self._orders: dict[str, tuple[str, TableOrder]] = {}
        self._answers: dict[str, OrderResult] = {}
        self._due: dict[int, list[Callable[[], None]]] = {}
        self._round = 0
        self._hall: Hall | None = None
        self._open_hall()
        self._tables = [
            DrillTable(f"t{n}", plan.folder, Random(f"{plan.seed}-{n}"), self._wire, lambda: self._wall_ms)
            for n in range(1, plan.tables + 1)
        ]
        self._chains: dict[str, list[list[str]]] = {table.account: [] for table in self._tables}

    def run(self) -> DrillResult:
        """Play, wait until all letters have arrived, and compare."""
        mishaps = self._mishaps()
        while any(table.plays < self._plan.plays for table in self._tables):
            self._play()
            if self._round % 4 == 3:
                next(mishaps)()
            self._one_round()
        for due in sorted(self._due):
            for act in self._due[due]:
                act()
        self._due.clear()
        self._settle()
        self._compare()
        for table in self._tables:
            table.stop()
        self._close_hall()
        return self.result

    # --- rounds

    def _play(self) -> None:
        for table in self._tables:
            for _ in range(self._chance.randrange(4)):
                if table.is_running and table.plays < self._plan.plays:
                    table.play(self._now_ms())
        if self._round % ORDER_EVERY == 0:
            self._order()

    def _one_round(self) -> None:
        self._round += 1
        self._wall_ms += ROUND_MS
        self._pass_round()
        for act in self._due.pop(self._round, []):
            act()
        for _ in range(3):
            for table in self._tables:
                if table.is_running:
                    table.step(self._now_ms())
            self._bus.pass_time()
            if self._hall is not None:
                while self._desk.step():
                    pass
                self._hall_wire.release()
                for result in (answer.result for answer in self._hall.results()):
                    if result.id in self._orders:
                        self._answers.setdefault(result.id, result)
            self._bus.pass_time()

    def _settle(self) -> None:
        """Let everything that was lost be fetched, on a wire that is smooth now."""
        self._roughness = SMOOTH
        self._hall_wire.roughness = SMOOTH
        for table in self._tables:
            table.wire.roughness = SMOOTH
        for _ in range(SETTLE_ROUNDS):
            for name in self._orders.keys() - self._answers.keys():
                self._send(name)
            self._one_round()
            if not self._open_faults():
                return

    def _open_faults(self) -> bool:
        is_asked = bool(self._orders.keys() - self._answers.keys())
        return is_asked or any(not self._has_all(table) for table in self._tables)

    # --- what goes wrong

    def _mishaps(self) -> Iterator[Callable[[], None]]:
        """Yield one mishap after the other, again and again; the hall's file goes first, as forks cannot be proven without
        it.
        """
        yield self._delete_store
        while True:
            yield self._kill_broker
            yield self._kill_table
            yield self._kill_hall
            yield self._clone_table
            yield self._set_clock_back
            yield self._cut_wire

    def _later(self, act: Callable[[], None], rounds: int = DOWN_ROUNDS) -> None:
        self._due.setdefault(self._round + rounds, []).append(act)

    def _kill_broker(self) -> None:
        self.result.done["broker killed"] += 1
        self._bus.kill()
        self._later(self._bus.revive)

    def _kill_hall(self) -> None:
        self.result.done["hall killed"] += 1
        self._close_hall()
        self._later(self._open_hall)

    def _delete_store(self) -> None:
        path = Path(self._plan.store.removeprefix("sqlite:///"))
        if path.exists():
            self.result.done["hall's file deleted"] += 1
            for one in path.parent.glob(f"{path.name}*"):
                one.unlink()

    def _kill_table(self) -> None:
        table = self._running()
        if table is not None:
            self.result.done["table killed"] += 1
            self._bus.lose(table.wire.end)
            table.kill()
            self._later(table.start)

    def _clone_table(self) -> None:
        table = self._running()
        if table is None or table.account in self._copied:
            return
        self.result.done["table cloned"] += 1
        path = self._plan.folder / f"{table.account}-copy.db"
        self._bus.lose(table.wire.end)
        table.copy_to(path)
        self._copied.add(table.account)
        self._later(lambda: self._put_back(table, path), 3 * DOWN_ROUNDS)

    def _put_back(self, table: DrillTable, path: Path) -> None:
        if not table.is_running:
            self._later(lambda: self._put_back(table, path))
            return
        self._chains[table.account].append(table.chain()[1])
        self._bus.lose(table.wire.end)
        table.put_back(path)
        for _ in range(3):
            table.play(self._now_ms())

    def _set_clock_back(self) -> None:
        table = self._running()
        if table is not None:
            self.result.done["clock set back a day"] += 1
            table.day_ms -= DAY_MS

    def _cut_wire(self) -> None:
        table = self._running()
        if table is not None:
            self.result.done["wire cut"] += 1
            self._bus.lose(table.wire.end)
            table.kill()
            table.start()

    def _running(self) -> DrillTable | None:
        running = [table for table in self._tables if table.is_running]
        return self._chance.choice(running) if running else None

    # --- the referee

    def _order(self) -> None:
        table = self._running()
        now = None if table is None else table.match
        if table is None or now is None or self._hall is None:
            return
        match, seq = now
        name = f"order-{len(self._orders) + 1}"
        order = TableOrder(name, "drill", str(match), OrderVerb.PLAY, {"play": LOOKED}, seq)
        self._orders[name] = (table.account, order)
        self.result.done["orders"] += 1
        self._send(name)

    def _send(self, name: str) -> None:
        account, order = self._orders[name]
        if self._hall is not None:
            for _ in range(2):
                self._hall_wire.send(Letter(str(TableTopic(account, TopicPart.DO)), payload_of(order)))

    # --- hall and wires

    def _open_hall(self) -> None:
        self._store = HallStore(self._plan.store)
        self._hall = Hall(self._store, lambda: self._wall_ms, lambda _account: True)
        self._hall_wire = RoughWire(
            self._bus.wire(HALL_USER), self._chance, self._roughness, self.result.done
        )
        self._desk = HallDesk(self._hall, self._hall_wire, self._now_ms)
        self._desk.open()

    def _close_hall(self) -> None:
        self._hall = None
        self._bus.lose(self._hall_wire.end)
        self._store.close()

    def _wire(self, account: str) -> RoughWire:
        wire = self._bus.wire(table_user(account, VERSION))
        return RoughWire(wire, self._chance, self._roughness, self.result.done)

    # --- the end

    def _has_all(self, table: DrillTable) -> bool:
        """Tell whether a branch in the hall is the table's present log."""
        log, chain = table.chain()
        tips = {} if self._hall is None else self._hall.tips(table.account)
        return not chain or (len(chain), chain[-1]) in tips.get(log, [])

    def _compare(self) -> None:
        result = self.result
        for table in self._tables:
            result.plays += table.plays
            result.matches += table.matches
            log, chain = table.chain()
            result.records += len(chain)
            kept = list(self._branches(table.account, log))
            if chain and chain not in kept:
                result.faults.append(
                    "the hall has {kept} of the {records} records of {table}".format(
                        table=table.account,
                        records=len(chain),
                        kept=", ".join(str(len(one)) for one in kept) or "0",
                    )
                )
            else:
                result.equal += 1
            true = [chain, *self._chains[table.account]]
            for branch in kept:
                if not any(branch == one[: len(branch)] for one in true):
                    result.faults.append(f"{table.account}: the hall has records that the table never kept")
            result.forked += len(kept) > 1
            if len(kept) > 1 and not table.is_put_back:
                result.faults.append(f"{table.account}: marked as forked without a reason")
        self._compare_orders()

    def _branches(self, account: str, log: str) -> Iterator[list[str]]:
        """Yield the hashes of each branch from the first record on, as the store has them."""
        key = LogKey(account, log)
        whole: dict[int, list[str]] = {}
        for kept in self._store.branches():
            if kept.key == key:
                before = [] if kept.parent is None else whole[kept.parent][: kept.after]
                own = [record.hash for record in self._store.records(key, kept.number)]
                whole[kept.number] = [*before, *own]
        yield from whole.values()

    def _compare_orders(self) -> None:
        tables = {table.account: table for table in self._tables}
        for name, (account, _) in self._orders.items():
            answer = self._answers.get(name)
            if answer is None:
                self.result.faults.append(f"{name}: nobody answered")
                continue
            self.result.answered[answer.outcome] += 1
            if tables[account].times_done(name) > 1:
                self.result.faults.append(f"{name}: done more than once")
