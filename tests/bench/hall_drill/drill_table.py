"""A simulated table with real rules, a real log and a real line to the hall; its players play by chance."""

import shutil
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random

from companion.ids import MatchId
from companion.match import Match
from companion.rules.games import GAMES
from companion.session.inbox import ORDER, Item, PlayIntent
from companion.session.match_clocks import Kept
from companion.session.match_controller import MatchController
from companion.storage.log import MatchStore
from companion.storage.outbox import NOTHING_YET, OutboxReader
from companion.storage.shipped_data import demonstrations
from companion.table.hall.line import HallLine, ToldLog
from companion.table.hall.orders import OpenMatch
from companion.table.hall.teller import TellerName
from companion.table.recorded_match import reopen
from companion.timers import Clocks
from companion.virtual.chance import chosen_play
from tests.bench.hall_drill.rough_wire import RoughWire

VERSION = "drill"


class DrillTable:
    """A table that plays one match after the other. `wire` makes a new connection."""

    def __init__(
        self,
        account: str,
        folder: Path,
        chance: Random,
        wire: Callable[[str], RoughWire],
        wall_ms: Callable[[], int],
    ) -> None:
        self.account = account
        self.path = folder / account / "matches.db"
        self._chance = chance
        self._new_wire = wire
        self._wall_ms = wall_ms
        self.day_ms = 0
        """How wrong the table's clock goes."""
        self.plays = 0
        self.matches = 0
        self.is_running = False
        self.is_put_back = False
        self._open = ExitStack()
        self._controller: MatchController | None = None
        self._items: list[Item] = []
        self._match: MatchId | None = None
        self.start()

    # --- the program of the table

    def start(self) -> None:
        """Start the program, which continues its match."""
        store = MatchStore(self.path, clock_ms=lambda: self._wall_ms() + self.day_ms)
        self._open.callback(store.close)
        self._store = store
        self._controller = None if self._match is None else self._resumed(store, self._match)
        self.wire = self._new_wire(self.account)
        self.line = HallLine(TellerName(self.account, VERSION), ToldLog(self.path), self.wire)
        self.line.open()
        self._tell_match()
        self.is_running = True

    def kill(self) -> None:
        """End the program without a goodbye, as a power cut does."""
        self.is_running = False
        self.line.abandon()
        self._items.clear()
        self._open.close()

    def stop(self) -> None:
        """End the program in order."""
        if self.is_running:
            self.line.close()
            self._open.close()
            self.is_running = False

    def copy_to(self, path: Path) -> None:
        """Copy the log, as a person copies a memory card while the table is off."""
        self.kill()
        shutil.copy(self.path, path)
        self.start()

    def put_back(self, path: Path) -> None:
        """Replace the log by an old copy; the table continues from there."""
        self.kill()
        for one in self.path.parent.glob(f"{self.path.name}*"):
            one.unlink()
        shutil.copy(path, self.path)
        with MatchStore(self.path) as store:
            headers = store.headers()
        known = {header.id for header in headers}
        self._match = self._match if self._match in known else None
        self.is_put_back = True
        self.start()

    # --- play

    def play(self, now_ms: int) -> None:
        """Make one play; after the end of a match, begin the next one."""
        controller = self._controller
        if controller is None or controller.match.is_over:
            controller = self._begun()
        play = chosen_play(controller.match, self._chance)
        if play is None:
            # Nobody has anything to do: the players end it and begin another.
            self._begun()
            return
        controller.take(PlayIntent(play, source="hand"), now_ms)
        self.plays += 1

    def step(self, now_ms: int) -> None:
        """Carry out the hall's orders, and send what is due."""
        items, self._items = self._items, []
        for item in items:
            if self._controller is not None:
                self._controller.take(item, now_ms)
        self.line.step(now_ms)
        self.wire.release()

    @property
    def match(self) -> tuple[MatchId, int] | None:
        """The open match and its last play."""
        controller = self._controller
        return None if controller is None else (controller.name, controller.match.seq)

    # --- what is compared

    def chain(self) -> tuple[str, list[str]]:
        """Return the log's id, and the hashes of all its records."""
        with OutboxReader(self.path) as outbox:
            return outbox.log, [outbox.hash_at(n) or NOTHING_YET for n in range(1, outbox.tip().n + 1)]

    def times_done(self, order: str) -> int:
        """Return how many times the log has an order."""
        count = 0
        for header in self._store.headers():
            for record in self._store.records(header.id):
                count += any(seen.id == f"{ORDER}{order}" for seen in record.observations)
        return count

    def _begun(self) -> MatchController:
        game = self._chance.choice(sorted(GAMES))
        setup, cards = self._chance.choice(list(demonstrations(game).values()))
        match = Match(GAMES[game], setup, cards)
        log = self._store.begin(match.rules, match.setup, match.cards)
        match.log_to(log)
        self._match = log.id
        self._controller = MatchController(log.id, match, None, Clocks(()), Kept())
        self.matches += 1
        self._tell_match()
        return self._controller

    def _resumed(self, store: MatchStore, name: MatchId) -> MatchController:
        match = reopen(store, store.header(name))
        match.log_to(store.log(name))
        return MatchController(name, match, None, Clocks(()), Kept())

    def _tell_match(self) -> None:
        if self._controller is not None:
            self.line.orders.open(OpenMatch(self._controller.name, self._put))

    def _put(self, item: Item) -> None:
        self._items.append(item)
