"""A whole hall on this machine: broker, store, desk, and the web site where tables join. They start and end together."""

import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.bus.joining import FINGERPRINT_DIGITS, JOINING_PORT, PAGES_PORT, HallInvitation
from companion.bus.mqtt import MqttWire
from companion.clock import monotonic_ms, now, wall_ms
from companion.errors import CompanionError
from companion.hall.access import PORT, AccountBook, BrokerListens, HallAccount, NewAccount, PeopleBook
from companion.hall.backup import HallCopies
from companion.hall.broker import MosquittoBroker, authority_fingerprint
from companion.hall.claimed import hall_claimed
from companion.hall.desk import HALL_USER, HallDesk
from companion.hall.errors import HallError
from companion.hall.hall import Hall
from companion.hall.join_site import joining_site
from companion.hall.joining import EntryDesk, JoinDesk
from companion.hall.links import LinkStanding
from companion.hall.pages.desk import PageDesk
from companion.hall.pages.site import hall_site
from companion.hall.pages.tournament import Prints
from companion.hall.pages.visits import COOKIE
from companion.hall.places import HallPlaces
from companion.hall.public import HallPublic
from companion.hall.requests import OrderBook, PictureDesk
from companion.hall.store.store import HallStore, sqlite_address
from companion.network.addresses import ServerPlace
from companion.network.page_server import PageServer, ServedSite
from companion.storage.places import Places
from companion.system_errors import system_says
from companion.threads import Stumble, TendedThread
from companion.web.public.shown import PublicPlan
from companion.words import Text

STEP_S = 0.25
"""How long the desk waits for a letter before it looks whether it should end."""
ENDS_S = 5.0
MOST_CALLERS, MOST_CALLERS_EACH = 64, 16
CUT_MS = 5_000
"""After so long without a connection to the broker people are told; it takes a moment at the start."""
ACCOUNTS_S = 1.0
"""How often the accounts are looked at, because another command may have revoked one."""
LOOK_MS = 1_000
"""How often it is looked how long each table has been silent."""
MOST_READERS, MOST_READERS_EACH = 400, 100
"""Connections of browsers, of all machines and of one: a page has two. Behind one address may be a whole club."""


@dataclass(frozen=True, slots=True)
class HallPlan:
    """The parts of a hall: its folder, its store (None: a file in the folder), and where it listens."""

    places: HallPlaces
    store: str | None
    addresses: tuple[str, ...]
    host: str = "0.0.0.0"  # noqa: S104 - tables come from the network
    broker_port: int = PORT
    joining_port: int = JOINING_PORT
    pages_port: int = PAGES_PORT
    prints: Prints | None = None
    """Draws lists and slips of tournaments as PDF."""
    public: PublicPlan | None = None
    """The public pages, if they are wanted."""
    copy_to: Path | None = None
    """A second place for the copies that the hall makes after each round."""

    @property
    def store_address(self) -> str:
        return self.store or sqlite_address(self.places.store)


class HallHouse:
    """A running hall. `start` raises `HallError` or `StorageError`; `stop` ends the parts in the opposite order."""

    def __init__(self, plan: HallPlan, tell: Callable[[Stumble], None]) -> None:
        self._plan = plan
        self.tell = tell
        self._open = ExitStack()
        self._stopping = threading.Event()
        self._book = AccountBook(plan.places.accounts, wall_ms)
        self._accounts: dict[str, HallAccount] = {}
        self._accounts_lock = threading.Lock()
        self._standings: list[LinkStanding] = []
        self._desk: HallDesk | None = None
        self._wire: MqttWire | None = None
        self._heard_ms = 0
        """When the hall was connected to its broker last."""
        self.pictures = PictureDesk(monotonic_ms)
        self._joining: JoinDesk | None = None
        self.where = Places(plan.places.folder.parent)
        self.prints = plan.prints
        self.people = PeopleBook(plan.places.people, wall_ms)
        self.entry = EntryDesk(self.people, monotonic_ms)
        """The desk at which people sign in to the pages."""
        self._pages = PageDesk(self, plan.store_address)
        self._pages_port = plan.pages_port
        self._joining_port = plan.joining_port
        self.public = (
            None if plan.public is None else HallPublic(plan.public, Places(plan.places.folder.parent), tell)
        )
        listens = BrokerListens(plan.host, plan.broker_port)
        self.broker = MosquittoBroker(plan.places, listens, self._book.accounts, tell)
        self.copies = HallCopies(plan.places, plan.store_address, plan.copy_to, now)
        self._copying = TendedThread(
            "copies",
            Text("the copies of the hall"),
            lambda: self.copies.serve(self._stopping),
            tell,
            self._stopping,
        )
        self._thread = TendedThread("hall", Text("the hall"), self._serve, tell, self._stopping)
        # Apart from the hall's thread: a right that was taken away ends whatever that thread does.
        self._keeper = TendedThread(
            "accounts", Text("the accounts of the hall"), self._look_at_accounts, tell, self._stopping
        )

    def start(self) -> None:
        """Start everything. Raises `HallError` or `StorageError`; then nothing runs."""
        with ExitStack() as opening:
            opening.enter_context(hall_claimed(self._plan.places, self._plan.store_address))
            # The store is opened here once, so that what is wrong with it is said now.
            HallStore(self._plan.store_address, is_of_hall=True).close()
            self._accounts = _by_account(self._book.accounts())
            self.broker.start(self._plan.addresses)
            opening.callback(self.broker.stop)
            self._joining = JoinDesk(
                authority_fingerprint(self._plan.places), self._made, self._plan.broker_port, monotonic_ms
            )
            opening.callback(self._serve_joining(self._joining).stop)
            if self.public is not None:
                self.public.start()
                opening.callback(self.public.stop)
            self._thread.start()
            self._keeper.start()
            self._copying.start()
            self._pages.start()
            opening.callback(self._pages.stop)
            opening.callback(self._serve_pages().stop)
            self._open = opening.pop_all()

    def stop(self) -> None:
        """End everything."""
        self._stopping.set()
        self._thread.join(ENDS_S)
        self._keeper.join(ENDS_S)
        self._copying.join(ENDS_S)
        self._open.close()

    @property
    def joining(self) -> JoinDesk:
        """The desk at which tables join."""
        assert self._joining is not None, "the hall has started"
        return self._joining

    @property
    def invitation(self) -> HallInvitation:
        """The text of the QR code that is shown now."""
        known = authority_fingerprint(self._plan.places)[:FINGERPRINT_DIGITS]
        return HallInvitation(self._plan.addresses[0], self._joining_port, self.joining.token, known)

    @property
    def trouble(self) -> Text | None:
        """The reason why the hall cannot keep or hear records; None if it can."""
        return (None if self._desk is None else self._desk.trouble) or self.broker.trouble or self._cut

    @property
    def _cut(self) -> Text | None:
        wire = self._wire
        if wire is None or wire.is_connected or monotonic_ms() - self._heard_ms < CUT_MS:
            return None
        return Text(
            "the hall is not connected to its broker and hears no table; it tries again, and the tables play on"
        )

    def standings(self) -> list[LinkStanding]:
        """Return the state of each table's connection, as it was a moment ago."""
        return list(self._standings)

    def accounts(self) -> dict[str, HallAccount]:
        """Return the tables that joined, by account."""
        return self._accounts

    def wake(self) -> None:
        """Send at once the orders that wait in the store, and fetch the pictures that somebody asks for."""
        if self._desk is not None:
            self._desk.wake()

    def _made(self, name: str, number: int) -> NewAccount:
        made = self._book.add(name, number)
        self._take_accounts()
        return made

    def _take_accounts(self) -> None:
        with self._accounts_lock:
            now = _by_account(self._book.accounts())
            if now != self._accounts:
                self._accounts = now
                self.broker.read_accounts_again()

    def _look_at_accounts(self) -> None:
        while not self._stopping.wait(ACCOUNTS_S):
            self._take_accounts()

    def revoke(self, number: int) -> HallAccount:
        """Take a table's right to speak away. Raises `HallError`."""
        gone = self._book.revoke(number)
        self._take_accounts()
        return gone

    @property
    def pages_address(self) -> str:
        """Where browsers find the pages."""
        return f"https://{self._plan.addresses[0]}:{self._pages_port}"

    def _serve_pages(self) -> PageServer:
        site = ServedSite(
            "pages",
            Text("the hall's pages"),
            hall_site(self._pages),
            MOST_READERS,
            MOST_READERS_EACH,
            self._is_signed_in,
        )
        place = ServerPlace(self._plan.host, self._plan.pages_port, self._plan.places.certificate)
        try:
            server = PageServer(site, place, self.tell)
        except OSError as problem:
            raise HallError(
                Text("the hall's pages cannot be served here: {problem}", problem=system_says(problem))
            ) from problem
        server.start()
        self._pages_port = server.port
        return server

    def _is_signed_in(self, cookies: Mapping[str, str]) -> bool:
        token = cookies.get(COOKIE)
        # What is wrong with the file of people is said on the page.
        with suppress(CompanionError):
            return token is not None and self.people.with_token(token) is not None
        return False

    def _serve_joining(self, desk: JoinDesk) -> PageServer:
        places = self._plan.places
        site = joining_site(desk, places.authority.certificate.read_bytes())
        served = ServedSite(
            "joining", Text("the hall's entry for tables"), site, MOST_CALLERS, MOST_CALLERS_EACH
        )
        try:
            server = PageServer(
                served, ServerPlace(self._plan.host, self._plan.joining_port, places.certificate), self.tell
            )
        except OSError as problem:
            raise HallError(
                Text("tables cannot join here: {problem}", problem=system_says(problem))
            ) from problem
        server.start()
        self._joining_port = server.port
        return server

    def _known_standings(self, hall: Hall) -> list[LinkStanding]:
        known = self.accounts()
        return [one for one in hall.standings(monotonic_ms()) if one.account in known]

    def _serve(self) -> None:
        with HallStore(self._plan.store_address, is_of_hall=True) as store:
            hall = Hall(store, wall_ms, lambda account: account in self._accounts)
            orders = OrderBook(store, wall_ms)
            wire = MqttWire(self.broker.place, HALL_USER)
            desk = HallDesk(hall, wire, monotonic_ms, orders, self.pictures)
            self._desk, self._wire, self._heard_ms = desk, wire, monotonic_ms()
            desk.open()
            looked_ms = 0
            try:
                while not self._stopping.is_set():
                    if wire.is_connected:
                        self._heard_ms = monotonic_ms()
                    if desk.step(STEP_S):
                        self._standings = self._known_standings(hall)
                        self._pages.ring()
                    if self.public is not None and self.public.is_due():
                        self.public.look(hall.standings(monotonic_ms()), self.accounts())
                    if monotonic_ms() - looked_ms >= LOOK_MS:
                        looked_ms = monotonic_ms()
                        self._standings = self._known_standings(hall)
            finally:
                desk.close()


def _by_account(accounts: Iterable[HallAccount]) -> dict[str, HallAccount]:
    return {one.account: one for one in accounts}
