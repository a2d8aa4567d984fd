"""Measures how long a referee's correction takes to reach the table's screen, while many tables play.

    touch ──HTTPS──► pages ──► store ──► broker ──► the table's line ──► its session ──► snapshot for the screen

The table has a real match, log, line and session, in a process of its own. Its screen draws the newest snapshot with its
next frame; the drawing is not measured here (`companion bench screens`).
"""

import http.client
import json
import multiprocessing
import os
import secrets
import ssl
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from http import HTTPStatus
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from random import Random
from urllib.parse import urlencode

from companion.bus.mqtt import BrokerPlace
from companion.clock import monotonic_ms, wall_ms
from companion.hall.access import AccountBook, HallRole, PeopleBook, form_word
from companion.hall.errors import HallError
from companion.hall.house import HallHouse, HallPlan
from companion.hall.pages.visits import COOKIE, WORD
from companion.hall.places import HallPlaces
from companion.match import Match
from companion.play import write_play
from companion.rules.games import GAMES
from companion.session.inbox import PlayIntent
from companion.session.match_clocks import Kept
from companion.session.match_controller import MatchController
from companion.session.session import Session, SnapshotWatch
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder, look_back
from companion.showing.games import SCENE_BUILDERS
from companion.storage.hall_credentials import CredentialStore, HallCredentials
from companion.storage.log import MatchStore
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.hall.line import HallLineThread, hall_line
from companion.table.hall.orders import OpenMatch
from companion.table.hall.teller import view_of
from companion.threads import Stumble
from companion.timers import Clocks
from companion.version import program_version
from companion.virtual.chance import chosen_play
from companion.words import Text
from tests.bench.hall_load.figures import LoadFigures, cpu_s, figures, memory_mb
from tests.bench.hall_load.tables import SETTLES_S, TablesPlay, playing_tables

GAME, *_ = GAMES
PLAYS = 40
"""The plays of the match that is corrected; the last of them is replaced, by another one and back again."""
SEED = 5
NUMBER = 1
"""The number of the table that is corrected; the others follow."""
EVERY_S = 0.3
MIRRORED_S = 60.0
"""A busy machine may take so long until the hall has all that the table played."""
LATE_S = 10.0
"""When a correction counts as lost: orders expire."""
HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class CorrectedMatch:
    """The match that is corrected: its id, its last play, and what that play was and may have been, as JSON."""

    match: str
    seq: int
    plays: tuple[str, str]


def measure_corrections(folder: Path, port: int, tables: int, corrections: int) -> LoadFigures:
    """Measure, with so many tables in all. Raises `HallError` or `StorageError`. The cores are those of hall and broker."""
    places = HallPlaces(folder / "hall")
    book = AccountBook(places.accounts, wall_ms)
    made = [book.add("bench", NUMBER + n) for n in range(max(1, tables))]
    referee = PeopleBook(places.people, wall_ms).add("Anna", HallRole.REFEREE)
    stumbles: list[Stumble] = []
    plan = HallPlan(places, None, (HOST,), HOST, broker_port=port, joining_port=0, pages_port=0)
    house = HallHouse(plan, stumbles.append)
    house.start()
    authority = places.authority.certificate
    own, others = made[0], made[1:]
    credentials = HallCredentials(HOST, port, own.account.account, own.password, NUMBER)
    where = Places(folder / "table")
    CredentialStore(where.line).save(credentials, authority.read_bytes())
    seats = [(one.account.account, BrokerPlace(HOST, port, authority, one.password)) for one in others]
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    table = context.Process(target=_sit, args=(where, credentials, there))
    seconds = int(corrections * EVERY_S + 2 * SETTLES_S)
    try:
        with playing_tables(seats, TablesPlay(len(seats), seconds)) as begun:
            begun.wait(2 * SETTLES_S)
            table.start()
            match: CorrectedMatch = here.recv()
            if not _is_so_in_time(lambda: _is_whole(house, own.account.account)):
                raise HallError(
                    Text(
                        "the hall did not receive the match of table {n} in {s} s",
                        n=NUMBER,
                        s=f"{MIRRORED_S:.0f}",
                    )
                )
            tablet = _Tablet(house.pages_address, authority, referee)
            used_s, at_s = _used_s(house), time.monotonic()
            with closing(tablet):
                delays_ms = _corrected(tablet, here, match, corrections)
            cores = (_used_s(house) - used_s) / (time.monotonic() - at_s)
    finally:
        here.send(None)
        table.join(SETTLES_S)
        here.close()
        there.close()
        house.stop()
    return figures(corrections, delays_ms, cores, memory_mb(os.getpid()))


def _used_s(house: HallHouse) -> float:
    process = house.broker.process
    return time.process_time() + (0.0 if process is None else cpu_s(process))


def _is_whole(house: HallHouse, account: str) -> bool:
    return any(
        one.account == account and one.view is not None and one.kept > PLAYS and not one.behind
        for one in house.standings()
    )


def _is_so_in_time(is_so: Callable[[], bool]) -> bool:
    until_s = time.monotonic() + MIRRORED_S
    while not (is_it := is_so()) and time.monotonic() < until_s:
        time.sleep(0.1)
    return is_it


def _corrected(tablet: "_Tablet", table: Connection, match: CorrectedMatch, corrections: int) -> list[float]:
    """Correct the last play again and again, and return how long each took that arrived."""
    delays_ms = []
    seq = match.seq
    for n in range(corrections):
        tablet.open(match)
        # A referee looks at the play before he touches; meanwhile the others play on.
        time.sleep(EVERY_S)
        at_s = time.monotonic()
        if not tablet.correct(match, seq, match.plays[(n + 1) % 2]):
            continue
        shown_s = _shown(table, seq + 1)
        if shown_s is not None:
            seq += 1
            delays_ms.append(1000 * (shown_s - at_s))
    return delays_ms


def _shown(table: Connection, seq: int) -> float | None:
    """Return when the table had a snapshot with a play for its screen; None: not in time."""
    while table.poll(LATE_S):
        shown, at_s = table.recv()
        if shown >= seq:
            return float(at_s)
    return None


class _Tablet:
    """A referee's browser, which keeps its connection."""

    def __init__(self, address: str, authority: Path, token: str) -> None:
        security = ssl.create_default_context(cafile=str(authority))
        security.check_hostname = False
        self._connection = http.client.HTTPSConnection(
            address.removeprefix("https://"), context=security, timeout=LATE_S
        )
        self._token = token

    def open(self, match: CorrectedMatch) -> None:
        """Open the page of the play."""
        self._ask("GET", f"/tables/{NUMBER}/plays/{match.seq}", "")

    def correct(self, match: CorrectedMatch, expect: int, play: str) -> bool:
        """Send the form; return whether the hall took it."""
        form = {
            WORD: form_word(self._token), "do": "correct", "match": match.match, "expect": expect, "seq": match.seq,
            "play": play, "why": "bench", "form": secrets.token_hex(8),
        }  # fmt: skip
        return self._ask("POST", f"/tables/{NUMBER}/order", urlencode(form)) == HTTPStatus.SEE_OTHER

    def close(self) -> None:
        self._connection.close()

    def _ask(self, method: str, path: str, body: str) -> int:
        headers = {"Cookie": f"{COOKIE}={self._token}", "Content-Type": "application/x-www-form-urlencoded"}
        self._connection.request(method, path, body or None, headers)
        answer = self._connection.getresponse()
        answer.read()
        return answer.status


def _sit(where: Places, credentials: HallCredentials, hall: Connection) -> None:
    """Be the table until the other end says something: tell the match, and when a screen had which play."""
    shown: SimpleQueue[tuple[int, float]] = SimpleQueue()
    line = hall_line(where, credentials, program_version())

    def publish(snapshot: Snapshot) -> None:
        shown.put((snapshot.seq, time.monotonic()))
        line.show(view_of(snapshot))
        line.report(snapshot)

    session = Session(
        lambda: _begun(where),
        lambda _: None,
        watched=SnapshotWatch(lambda controller: SnapshotBuilder(controller, mat_of(GAME), wall_ms), publish),
    )
    session.start()
    controller = session.controller()
    line.orders.open(OpenMatch(controller.name, session.put))
    thread = HallLineThread(line, lambda _: None)
    thread.start()
    last = controller.match.entries[-1]
    other = _other_play(controller.match)
    assert other is not None, "the match was played until there is one"
    plays = (json.dumps(write_play(last.play)), other)
    hall.send(CorrectedMatch(str(controller.name), last.seq, plays))
    while not hall.poll(0.0):
        hall.send(shown.get()) if not shown.empty() else time.sleep(0.001)
    thread.stop()
    session.stop()


def _begun(where: Places) -> MatchController:
    """Begin a match, and play it by chance until its last play may have been another one."""
    store = MatchStore(where.matches)
    setup, cards = next(iter(demonstrations(GAME).values()))
    match = Match(GAMES[GAME], setup, cards)
    log = store.begin(match.rules, match.setup, match.cards)
    match.log_to(log)
    controller = MatchController(log.id, match, None, Clocks(()), Kept())
    chance = Random(SEED)
    while match.seq < PLAYS or _other_play(match) is None:
        play = chosen_play(match, chance)
        assert play is not None, "the match goes on for longer"
        controller.take(PlayIntent(play), monotonic_ms())
    return controller


def _other_play(match: Match) -> str | None:
    """Return as JSON what the last play may have been instead; None: nothing else."""
    last = match.entries[-1]
    past = look_back(match, SCENE_BUILDERS[GAME], mat_of(GAME), last.seq)
    others = [] if past is None else [one.play for one in past.likely if one.play != last.play]
    return json.dumps(write_play(others[0])) if others else None
