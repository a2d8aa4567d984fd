"""Works for the pages in a thread: reads the store, keeps copies of viewed matches, and hands news to the open pages."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from companion.bus.joining import HallInvitation
from companion.bus.messages import OrderVerb
from companion.clock import wall_ms
from companion.errors import CompanionError
from companion.hall.access import HallAccount, PeopleBook
from companion.hall.backup import HallCopies
from companion.hall.branches import LogKey
from companion.hall.errors import HallError
from companion.hall.joining import EntryDesk, JoinDesk
from companion.hall.links import LinkStanding
from companion.hall.matches import MatchCopy, NoCopy
from companion.hall.pages.now import HallNow, MatchNow, TableNow, versions_told
from companion.hall.pages.tournament import Prints
from companion.hall.requests import Asker, OrderWish, PictureDesk, WantedPicture, new_order
from companion.hall.store.changes import FORK_CALL, KeptOrder
from companion.hall.store.store import HallStore
from companion.observation import Observation
from companion.play import Correct
from companion.session.snapshot import Past, Snapshot
from companion.showing.scene import Words
from companion.storage.places import Places
from companion.threads import Stumble, TendedThread
from companion.version import program_version
from companion.web.live import LiveState
from companion.words import Text, translate

_log = logging.getLogger(__name__)
MOST_ORDERS = 12
"""The last orders of a table that its page shows."""
MOST_SETTINGS = 400
"""The last orders with settings that are looked at: those to 200 tables, and those before."""
MOST_PICTURES = 32
"""Pictures of plays that are kept in memory, because a page asks for them twice: whether they are there, and to show them.
"""
LOOK_MS = 1_000
"""How often lamps and ages are looked at when no letter comes."""
GATHER_MS = 100
"""What comes in so short a time is shown together."""
WATCHED_MS = 15 * 60_000
"""For so long after the last look a table's copy is kept up."""
ENDS_S = 5.0
ANSWER_S, ASK_S = 2.0, 0.05
"""How long a page waits for the table's answer before it is shown without."""
T = TypeVar("T")


def _ask(orders: Sequence[KeptOrder], store: HallStore) -> None:
    """Keep the orders that the store does not have: a form that is sent twice orders once."""
    new = [one for one in orders if store.order(one.order.id) is None]
    if new:
        store.ask_order(*new)


def _newest(orders: Sequence[KeptOrder], store: HallStore) -> list[KeptOrder]:
    """Return orders as the store has them now; what is answered stays."""
    return [one if one.fate is not None else store.order(one.order.id) or one for one in orders]


@dataclass(slots=True)
class _Watched:
    state: LiveState[MatchNow]
    copy: tuple[tuple[LogKey, int, str], MatchCopy] | None = None
    seen_ms: int = 0


class PagesHouse(Protocol):
    """What pages need of a running hall (see `companion.hall.house.HallHouse`)."""

    people: PeopleBook
    entry: EntryDesk
    where: Places
    prints: Prints | None
    pictures: PictureDesk
    copies: HallCopies
    tell: Callable[[Stumble], None]

    @property
    def joining(self) -> JoinDesk: ...

    @property
    def invitation(self) -> HallInvitation: ...

    @property
    def pages_address(self) -> str: ...

    @property
    def trouble(self) -> Text | None: ...

    def standings(self) -> list[LinkStanding]: ...

    def accounts(self) -> Mapping[str, HallAccount]: ...

    def revoke(self, number: int) -> HallAccount: ...

    def wake(self) -> None: ...


class PageDesk:
    """What pages ask of the hall. `run` and `match` are for the server's thread; the store belongs to the desk's own."""

    def __init__(self, house: PagesHouse, store_address: str, clock: Callable[[], int] = wall_ms) -> None:
        self.house = house
        self._address = store_address
        self._wall_ms = clock
        self._store: HallStore | None = None
        self._watched: dict[int, _Watched] = {}
        self._settings_seen_ms: int | None = None
        self._pictures: dict[WantedPicture, bytes] = {}
        self._odd: set[int] = set()
        """Tables whose match failed in a way that nobody foresaw; each is written down once."""
        self._bell = threading.Event()
        self._stopping = threading.Event()
        self._worker = ThreadPoolExecutor(1, "pages")
        self._looker = TendedThread(
            "pages-look", Text("the hall's pages"), self._look_on, house.tell, self._stopping
        )
        self.state: LiveState[HallNow] = LiveState(HallNow())

    def start(self) -> None:
        """Begin to look. Raises `StoreError`."""
        self._worker.submit(self._open).result()
        self._looker.start()

    def stop(self) -> None:
        self._stopping.set()
        self._bell.set()
        self._looker.join(ENDS_S)
        self._worker.submit(self._close).result(ENDS_S)
        self._worker.shutdown()

    def ring(self) -> None:
        """Say that something may be new; may be called in any thread."""
        self._bell.set()

    # --- for the server's thread

    async def run(self, work: Callable[[HallStore], T]) -> T:
        """Do some work with the store, and return its result. Raises what the work raises."""
        return await asyncio.wrap_future(self._submit(work))

    async def look(self) -> None:
        """Bring everything that is shown up to date."""
        await self.run(lambda _: self._refresh())

    async def match(self, number: int) -> LiveState[MatchNow] | None:
        """Return the state of a table, and keep it up to date from now on; None if there is no such table."""
        return await self.run(lambda _: self._watch(number))

    async def before(self, number: int, seq: int) -> Past | None:
        """Return the match of a table as it was before a play. Raises `CompanionError`."""

        def work(_: HallStore) -> Past | None:
            watched = self._watched.get(number)
            return None if watched is None or watched.copy is None else watched.copy[1].before(seq)

        return await self.run(work)

    async def impossible_after(self, number: int, correction: Correct, expect: int) -> tuple[Words, ...]:
        """Return in words the later plays that a correction would make impossible, each with why. Raises `CompanionError`.

        None if the match is not after play `expect` here: the table will say so.
        """

        def work(_: HallStore) -> tuple[Words, ...]:
            watched = self._watch(number)
            copy = None if watched is None else self._watched[number].copy
            is_there = copy is not None and copy[1].look().seq == expect
            return copy[1].impossible_after(correction) if copy is not None and is_there else ()

        return await self.run(work)

    async def observations(self, number: int, seq: int) -> tuple[Observation, ...]:
        """Return what a play at a table was read from; nothing where the hall has no copy. Raises `CompanionError`."""

        def work(_: HallStore) -> tuple[Observation, ...]:
            watched = self._watched.get(number)
            return () if watched is None or watched.copy is None else watched.copy[1].observations(seq)

        return await self.run(work)

    async def picture(self, wanted: WantedPicture) -> bytes | None:
        """Fetch a picture from its table, unless it was fetched a moment ago; None: the table has none, or does not answer."""
        if wanted in self._pictures:
            return self._pictures[wanted]
        asked = self.house.pictures.ask(wanted)
        self.house.wake()
        jpeg = await asyncio.wrap_future(asked)
        if jpeg is not None:
            self._pictures[wanted] = jpeg
            for old in list(self._pictures)[:-MOST_PICTURES]:
                del self._pictures[old]
        return jpeg

    async def settle_fork(self, number: int, call: int, by: str) -> None:
        """Note by whom the call of a table's forked log was settled; one that is not open changes nothing."""
        table = self.state.newest.value.table(number)
        if table is not None and any(kept.kind == FORK_CALL for one, kept in table.calls if one == call):
            await self.run(lambda store: store.answer_call(call, by, self._wall_ms()))
            self.ring()

    async def look_at_settings(self) -> None:
        """Bring the tables' settings up to date, and keep them so from now on."""
        self._settings_seen_ms = self._wall_ms()
        await self.look()

    async def order(self, wish: OrderWish, asker: Asker) -> KeptOrder:
        """Have a table do something; return the order with the answer, if it came soon. Raises `StoreError`."""
        (kept,) = await self.order_all((wish,), asker)
        return kept

    async def order_all(self, wishes: Sequence[OrderWish], asker: Asker) -> list[KeptOrder]:
        """Have several tables do something, all or none of them; return the orders with the answers that came soon.

        Raises `StoreError`.
        """
        orders = [new_order(wish, asker, self._wall_ms()) for wish in wishes]
        await self.run(partial(_ask, orders))
        self.house.wake()
        until = time.monotonic() + ANSWER_S
        while any(one.fate is None for one in orders) and time.monotonic() < until:
            await asyncio.sleep(ASK_S)
            orders = await self.run(partial(_newest, orders))
        self.ring()
        return orders

    # --- in the desk's own thread

    def _submit(self, work: Callable[[HallStore], T]) -> "Future[T]":
        def done() -> T:
            assert self._store is not None, "the desk has started"
            return work(self._store)

        return self._worker.submit(done)

    def _open(self) -> None:
        self._store = HallStore(self._address)

    def _close(self) -> None:
        if self._store is not None:
            self._store.close()

    def _look_on(self) -> None:
        while not self._stopping.is_set():
            self._bell.wait(LOOK_MS / 1000)
            self._bell.clear()
            if self._stopping.wait(GATHER_MS / 1000):
                return
            self._submit(lambda _: self._refresh()).result()

    def _refresh(self) -> None:
        try:
            self._show_hall()
            for number in list(self._watched):
                self._show_match(number)
        except HallError as problem:
            _log.warning("the hall's pages: %s", translate(problem.message, "en"))
            self.state.put(HallNow(self.state.newest.value.tables, problem.message))

    def _show_hall(self) -> None:
        assert self._store is not None, "the desk has started"
        house = self.house
        standings = {one.account: one for one in house.standings()}
        calls = self._store.open_calls()
        tables = [
            TableNow(
                account,
                standings.get(account.account),
                tuple(pair for pair in calls if pair[1].account == account.account),
                self._wall_ms(),
            )
            for account in house.accounts().values()
        ]
        asking = len(house.joining.asking()) + len(house.entry.asking())
        tables.sort(key=TableNow.urgency)
        self.state.put(HallNow(tuple(tables), house.trouble, asking, self._settings(self._store)))

    def _settings(self, store: HallStore) -> tuple[KeptOrder, ...]:
        """Return the last orders with settings, if somebody looks at them."""
        seen_ms = self._settings_seen_ms
        if seen_ms is None or self._wall_ms() - seen_ms > WATCHED_MS:
            return ()
        return tuple(store.orders_with(OrderVerb.SETTINGS, MOST_SETTINGS))

    def _watch(self, number: int) -> LiveState[MatchNow] | None:
        table = self.state.newest.value.table(number)
        if table is None or table.view is None:
            self._show_hall()
            table = self.state.newest.value.table(number)
        if table is None:
            return None
        watched = self._watched.setdefault(number, _Watched(LiveState(MatchNow(table))))
        watched.seen_ms = self._wall_ms()
        self._show_match(number)
        return watched.state

    def _show_match(self, number: int) -> None:
        assert self._store is not None, "the desk has started"
        watched = self._watched[number]
        table = self.state.newest.value.table(number)
        if table is None or self._wall_ms() - watched.seen_ms > WATCHED_MS:
            del self._watched[number]
            return
        snapshot, missing = self._copied(watched, table)
        orders = tuple(self._store.orders_of(table.account.account, MOST_ORDERS))
        watched.state.put(MatchNow(table, snapshot, missing, orders))

    def _copied(self, watched: _Watched, table: TableNow) -> tuple[Snapshot | None, Text | None]:
        assert self._store is not None, "the desk has started"
        standing, view = table.standing, table.view
        if standing is None or standing.log is None or view is None:
            return None, Text("this table has shown no match yet")
        wanted = (LogKey(standing.account, standing.log), standing.branch, view.match)
        if watched.copy is None or watched.copy[0] != wanted:
            watched.copy = (wanted, MatchCopy(self._store, *wanted))
        try:
            return watched.copy[1].look(), None
        except NoCopy as problem:
            watched.copy = None
            return None, problem.message
        except Exception as problem:  # noqa: BLE001 - whatever a table kept may not take the pages from the others
            watched.copy = None
            if not isinstance(problem, CompanionError):
                if table.number not in self._odd:
                    self._odd.add(table.number)
                    _log.error("the match of table %s cannot be shown", table.number, exc_info=problem)
                return None, Text("this table sends something that is not understood here")
            if standing.version == program_version():
                return None, problem.message
            return None, Text(
                "this match cannot be shown here; {versions} ({problem})",
                versions=versions_told(standing),
                problem=problem.message,
            )
