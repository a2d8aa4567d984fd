"""The pages of a hall over an evening inside this process: a real store, a table with a match, and people who visit."""

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeVar
from unittest.mock import patch
from urllib.parse import urlencode

from calibration.printing.tournament import tournament_pdf
from companion.bus.joining import HallInvitation
from companion.clock import monotonic_ms, now, wall_ms
from companion.hall.access import AccountBook, HallAccount, HallRole, PeopleBook, form_word
from companion.hall.backup import HallCopies
from companion.hall.joining import EntryDesk, JoinDesk
from companion.hall.links import LinkStanding
from companion.hall.pages.desk import PageDesk
from companion.hall.pages.site import hall_site
from companion.hall.pages.tournament import Prints
from companion.hall.pages.visits import COOKIE, WORD
from companion.hall.places import HallPlaces
from companion.mat import Mat
from companion.match import Match
from companion.rules.games import GAMES
from companion.session.inbox import PlayIntent
from companion.session.match_controller import MatchController
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.clocks import clocks_of
from companion.storage.log import MatchStore
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.hall.orders import OpenMatch
from companion.table.hall.teller import view_of
from companion.threads import Stumble
from companion.timers import Clocks
from companion.virtual.chance import chosen_play
from companion.words import Text
from tests.hall.evening import Evening, Table
from tests.web.served import Stream, served

T = TypeVar("T")


class EveningThread:
    """The one thread to which the evening's logs belong; whoever else wants something of them waits for it."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, "evening")
        self._ident = self._worker.submit(threading.get_ident).result()

    def run(self, work: Callable[[], T]) -> T:
        return work() if threading.get_ident() == self._ident else self._worker.submit(work).result()

    def close(self) -> None:
        self._worker.shutdown()


class PlayedTable:
    """A table with an open match, whose session is stepped by hand."""

    def __init__(
        self, thread: EveningThread, evening: Evening, account: str, game: str, name: str | None = None
    ) -> None:
        self._thread = thread
        self.evening = evening
        self.table: Table = evening.seat(account)
        self.store = MatchStore(self.table.path)
        self.begin(game, name)

    def begin(self, game: str, name: str | None = None) -> None:
        """Begin a match; the one before is left as it stands."""
        boxes = demonstrations(game)
        setup, cards = boxes[name] if name else next(iter(boxes.values()))
        match = Match(GAMES[game], setup, cards)
        log = self.store.begin(match.rules, match.setup, match.cards)
        match.log_to(log)
        self.controller = MatchController(log.id, match, None, Clocks(clocks_of(match.setup, {})))
        mat: Mat = mat_of(game)
        self.viewer = SnapshotBuilder(self.controller, mat, wall_ms)
        self.items: list[object] = []
        self.table.line.orders.open(OpenMatch(log.id, self.items.append))
        self.show()

    def play(self, plays: int, seed: int = 1) -> None:
        chance = Random(seed)

        def played() -> None:
            for _ in range(plays):
                play = chosen_play(self.controller.match, chance)
                if play is None:
                    break
                self.take(PlayIntent(play))
            self.show()

        self._thread.run(played)

    def take(self, item: object) -> None:
        def taken() -> None:
            for told in self.controller.take(item, self.evening.now_ms):  # type: ignore[arg-type]
                self.viewer.hear(told)

        self._thread.run(taken)

    def step(self) -> None:
        while self.items:
            self.take(self.items.pop(0))
        self.show()

    def show(self) -> None:
        snapshot = self.viewer.look()
        if snapshot is not None:
            self.table.line.show(view_of(snapshot))
            self.table.line.report(snapshot)


class PagesHall:
    """What pages need of a hall, over an evening: time passes whenever it is woken or somebody waits."""

    def __init__(self, folder: Path) -> None:
        self.thread = EveningThread()
        self.evening = self.thread.run(lambda: Evening(folder, has_orders=True))
        self.pictures = self.evening.pictures
        self.stumbles: list[Stumble] = []
        self.tell = self.stumbles.append
        self.where = Places(folder / "data")
        self.book = AccountBook(folder / "accounts.json", wall_ms)
        self.people = PeopleBook(folder / "people.json", wall_ms)
        self.entry = EntryDesk(self.people, monotonic_ms)
        self.joining = JoinDesk("0" * 64, self.book.add, 1, monotonic_ms)
        self.copies = HallCopies(HallPlaces(folder / "hall"), self.evening.address, None, now)
        self.pages_address = "https://127.0.0.1:8445"
        self.trouble: Text | None = None
        self.prints: Prints | None = tournament_pdf
        self.played: dict[int, PlayedTable] = {}
        self._accounts: dict[str, HallAccount] = {}

    @property
    def invitation(self) -> HallInvitation:
        return HallInvitation("127.0.0.1", 8444, self.joining.token, "0" * 32)

    def seat(self, number: int, game: str, plays: int = 12, name: str | None = None) -> PlayedTable:
        made = self.book.add(f"machine {number}", number).account
        self._accounts[made.account] = made
        table = self.thread.run(lambda: PlayedTable(self.thread, self.evening, made.account, game, name))
        table.play(plays, number)
        self.played[number] = table
        self.pass_time()
        return table

    def standings(self) -> list[LinkStanding]:
        return self.thread.run(lambda: self.evening.hall.standings(self.evening.now_ms))

    def accounts(self) -> dict[str, HallAccount]:
        return dict(self._accounts)

    def revoke(self, number: int) -> HallAccount:
        gone = self.book.revoke(number)
        del self._accounts[gone.account]
        return gone

    def wake(self) -> None:
        """Carry out what was ordered, as hall and table would in their threads."""
        for _ in range(2):
            self.pass_time(600)

    def pass_time(self, ms: int = 1_000) -> None:

        def passed() -> None:
            self.evening.pass_time(ms)
            for table in self.played.values():
                table.step()
            self.evening.pass_time(500)

        self.thread.run(passed)

    def close(self) -> None:
        def closed() -> None:
            for table in self.played.values():
                table.store.close()
            self.evening.close()

        self.thread.run(closed)
        self.thread.close()


@dataclass(slots=True)
class Answered:
    """What a server answered."""

    status: int
    body: str
    headers: http.client.HTTPMessage

    @property
    def to(self) -> str:
        return self.headers.get("location", "")


class Guest:
    """Visits pages, signed in with a token or not."""

    def __init__(self, port: int, token: str | None = None) -> None:
        self.port = port
        self.token = token
        self.language = "en"
        self.cookies = {} if token is None else {COOKIE: token}

    def get(self, path: str) -> Answered:
        return self._ask("GET", path, None, {})

    def first_event(self, path: str) -> dict[str, str]:
        """Open a live stream, and return the parts that it brings first."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", path, headers={"Cookie": f"{COOKIE}={self.token}"})
            with connection.getresponse() as answer:
                kind, data = Stream(answer).next()
            assert kind == "parts"
            parts: dict[str, str] = json.loads(data)
            return parts
        finally:
            connection.close()

    def ends_after(self, path: str, then: Callable[[], None]) -> bool:
        """Open a live stream, do something, and tell whether the server ends the stream."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", path, headers={"Cookie": f"{COOKIE}={self.token}"})
            with connection.getresponse() as answer:
                Stream(answer).next()
                then()
                return any(not answer.readline() for _ in range(50))
        finally:
            connection.close()

    def raw(self, path: str) -> bytes:
        """Fetch a file."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", path, headers={"Cookie": f"{COOKIE}={self.token}"})
            return connection.getresponse().read()
        finally:
            connection.close()

    def post(
        self, path: str, *, own: bool = True, headers: dict[str, str] | None = None, **form: object
    ) -> Answered:
        fields = {name.rstrip("_"): str(value) for name, value in form.items()}
        return self.send(path, fields, own=own, headers=headers)

    def send(
        self, path: str, fields: dict[str, str], *, own: bool = True, headers: dict[str, str] | None = None
    ) -> Answered:
        if own and self.token is not None:
            fields = {WORD: form_word(self.token), **fields}
        return self._ask("POST", path, urlencode(fields), headers or {})

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answered:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            cookie = (
                {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())} if self.cookies else {}
            )
            kind = {"Content-Type": "application/x-www-form-urlencoded"} if body is not None else {}
            connection.request(
                method, path, body, {"Accept-Language": self.language, **cookie, **kind, **headers}
            )
            answer = connection.getresponse()
            for set_cookie in answer.headers.get_all("set-cookie") or ():
                name, _, value = set_cookie.partition(";")[0].partition("=")
                self.cookies[name] = value.strip('"')
            return Answered(answer.status, answer.read().decode(), answer.headers)
        finally:
            connection.close()


@dataclass(slots=True)
class OpenPages:
    """The pages of a hall while they are served."""

    hall: PagesHall
    desk: PageDesk
    port: int

    def guest(self, role: HallRole | None = None, name: str = "Anna", table: int | None = None) -> Guest:
        token = None if role is None else self.hall.people.add(name, role, table)
        return Guest(self.port, token)


@contextmanager
def open_pages(folder: Path) -> Iterator[OpenPages]:
    """Serve the pages of a hall while the block runs, also to a test that asks more often than any person."""
    hall = PagesHall(folder)
    desk = PageDesk(hall, hall.evening.address)
    desk.start()
    try:
        with patch("companion.network.caller_places.ARRIVALS_PER_S", 1e6), served(hall_site(desk)) as port:
            yield OpenPages(hall, desk, port)
    finally:
        desk.stop()
        hall.close()
