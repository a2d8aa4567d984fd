"""Thirty pages of a real hall are open in a browser: the hall is killed and comes back while its tables play on."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from companion.clock import monotonic_ms, wall_ms
from companion.hall.access import AccountBook, HallRole, PeopleBook
from companion.hall.pages.visits import COOKIE
from companion.hall.places import HallPlaces
from companion.match import Match
from companion.rules.games import GAMES
from companion.session.inbox import PlayIntent
from companion.session.match_controller import MatchController
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.clocks import clocks_of
from companion.storage.hall_credentials import CredentialStore, HallCredentials
from companion.storage.log import MatchStore
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.hall.line import HallLineThread, hall_line
from companion.table.hall.teller import view_of
from companion.timers import Clocks
from companion.virtual.chance import chosen_play
from tests.hall.real_broker import free_port, needs_mosquitto
from tests.phone.browser import CHROMIUM, needs_chromium

pytestmark = [pytest.mark.slow, pytest.mark.process, needs_chromium, needs_mosquitto]
ROOT = Path(__file__).parents[2]
TABLES = (1, 2, 3, 4)
EACH = 5
"""Pages of one browser: each holds a connection open, and browsers open six to one server."""
BEFORE, AFTER = 4_100, 5_700
"""Scores that stand nowhere else on a page: of table 2, they are 4102 and 5702."""
WAIT_MS, LOOK_MS = 60_000, 200
RECORDER = """() => {
  // Looks after each change of the page, so that nothing that was painted is missed.
  const seen = window.seen = { wasOld: false, oldAsNew: 0, isOld: false, before: false, after: false };
  const old = document.getElementById("old");
  const look = () => {
    const said = document.body.innerText;
    seen.isOld = !old.hidden;
    seen.before = /\\b410\\d\\b/.test(said);
    seen.after = /\\b570\\d\\b/.test(said);
    if (seen.wasOld && !seen.isOld && seen.before) seen.oldAsNew += 1;
    seen.wasOld = seen.wasOld || seen.isOld;
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  look();
}"""


@dataclass(frozen=True, slots=True)
class HallPorts:
    """Where the hall of the test listens, each time it is started."""

    broker: int
    joining: int
    pages: int
    public: int


@contextmanager
def hall(data: Path, ports: HallPorts) -> Iterator[None]:
    """Run `companion hall` in a process of its own, which is killed at the end, and its broker with it."""
    options = {
        "--data": data, "--address": "127.0.0.1", "--port": ports.broker, "--joining-port": ports.joining,
        "--pages-port": ports.pages, "--public": ports.public,
    }  # fmt: skip
    command = [sys.executable, "-m", "companion", "hall"]
    command += [str(word) for pair in options.items() for word in pair]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        try:
            for port in (ports.broker, ports.pages, ports.public):
                wait_for_port(port, process)
            yield
        finally:
            process.kill()


def wait_for_port(port: int, process: "subprocess.Popen[bytes]") -> None:
    late_ms = monotonic_ms() + WAIT_MS
    while monotonic_ms() < late_ms:
        assert process.poll() is None, "the hall ended"
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1.0):
            return
    raise AssertionError(f"nobody listens at {port}")


class PlayingTable:
    """A table that joined, with a match that is played here; its score is a number by which the state is known."""

    def __init__(self, number: int, credentials: HallCredentials, where: Places) -> None:
        self.number = number
        setup, cards = next(iter(demonstrations("lignes").values()))
        match = Match(GAMES["lignes"], setup, cards)
        self._store = MatchStore(where.matches)
        log = self._store.begin(match.rules, match.setup, match.cards)
        match.log_to(log)
        self.controller = MatchController(log.id, match, None, Clocks(clocks_of(match.setup, {})))
        self._viewer = SnapshotBuilder(self.controller, mat_of("lignes"), wall_ms)
        self._line = hall_line(where, credentials, "1")
        self._thread = HallLineThread(self._line, lambda stumble: None)
        self._chance = Random(number)
        self._thread.start()

    def play(self, plays: int, score: int) -> None:
        for _ in range(plays):
            play = chosen_play(self.controller.match, self._chance)
            assert play is not None
            for told in self.controller.take(PlayIntent(play), monotonic_ms()):
                self._viewer.hear(told)
        snapshot = self._viewer.look()
        assert snapshot is not None
        view = view_of(snapshot)
        sides = tuple(replace(side, score=score + self.number) for side in view.sides)
        self._line.show(replace(view, sides=sides))
        self._line.report(snapshot)

    def close(self) -> None:
        self._thread.stop()
        self._store.close()


@contextmanager
def tables(data: Path, port: int) -> Iterator[list[PlayingTable]]:
    """The tables of a hall that runs. They stay while it is gone."""
    places = HallPlaces(data / "hall")
    book, authority = AccountBook(places.accounts, wall_ms), places.authority.certificate.read_bytes()
    with ExitStack() as playing:
        found = []
        for number in TABLES:
            made = book.add(f"machine {number}", number)
            where = Places(data / f"table-{number}")
            credentials = HallCredentials("127.0.0.1", port, made.account.account, made.password, number)
            CredentialStore(where.line).save(credentials, authority)
            found.append(PlayingTable(number, credentials, where))
            playing.callback(found[-1].close)
        yield found


@contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def open_pages(browser: Browser, ports: HallPorts, referee: str) -> dict[str, Page]:
    """Open thirty pages, five in each of six browsers: of spectators, of a stream, of the wall, and of a referee."""
    public, hall = f"http://127.0.0.1:{ports.public}", f"https://127.0.0.1:{ports.pages}"
    kinds = ("", "/steps", "/overlay")
    looked_at = [f"/table/{number}{kind}" for kind in kinds for number in TABLES]
    french = [f"{public}{path}?lang=fr" for path in ("/", *looked_at)]
    english = [f"{public}{path}?lang=en" for path in ("/wall", *looked_at[:11])]
    addresses = [*french, *english, f"{hall}/tables", *(f"{hall}/tables/{number}" for number in TABLES)]
    pages: dict[str, Page] = {}
    context: BrowserContext | None = None
    for n, address in enumerate(addresses):
        if context is None or n % EACH == 0:
            context = browser.new_context(ignore_https_errors=True)
            context.add_cookies([{"name": COOKIE, "value": referee, "url": hall, "secure": True}])
        pages[address] = context.new_page()
        pages[address].goto(address)
    return pages


def expect_soon(pages: dict[str, Page], score: str) -> None:
    """Wait until no page says that it is old, and all show one of these scores and none of before."""
    waiting = dict(pages)
    late_ms = monotonic_ms() + WAIT_MS
    while waiting and monotonic_ms() < late_ms:
        for address, page in list(waiting.items()):
            now = page.evaluate("window.seen")
            if now[score] and not now["isOld"] and not (score == "after" and now["before"]):
                del waiting[address]
        next(iter(pages.values())).wait_for_timeout(LOOK_MS)
    assert not waiting, f"{len(waiting)} of {len(pages)} do not go on: {sorted(waiting)}"


def test_thirty_pages_go_on_after_the_hall_was_killed_and_none_shows_an_old_state_as_new(
    tmp_path: Path,
) -> None:
    ports = HallPorts(free_port(), free_port(), free_port(), free_port())
    places = HallPlaces(tmp_path / "hall")
    with ExitStack() as evening:
        with hall(tmp_path, ports):
            referee = PeopleBook(places.people, wall_ms).add("Anna", HallRole.REFEREE)
            playing = evening.enter_context(tables(tmp_path, ports.broker))
            for table in playing:
                table.play(12, BEFORE)
            pages = open_pages(evening.enter_context(browser()), ports, referee)
            assert len(pages) == 30
            for page in pages.values():
                page.evaluate(RECORDER)
            expect_soon(pages, "before")
        for page in pages.values():
            page.locator("#old").wait_for(timeout=WAIT_MS)
            assert page.evaluate("window.seen.before"), "what was last seen stays"
        for table in playing:
            table.play(9, AFTER)
        with hall(tmp_path, ports):
            expect_soon(pages, "after")
            shown_as_new = {address: page.evaluate("window.seen.oldAsNew") for address, page in pages.items()}
            assert not any(shown_as_new.values()), shown_as_new
            for table in playing:
                page = pages[f"https://127.0.0.1:{ports.pages}/tables/{table.number}"]
                page.locator(f"#play-{table.controller.match.seq}").wait_for(timeout=WAIT_MS)
