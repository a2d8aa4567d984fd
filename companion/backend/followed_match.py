"""Follows a match that another program plays, through its log, for a public screen. It writes nothing.

Another process may play it: what it keeps is looked for some times a second. While the referee reviews a play, which a note
in the log says, the match stands as it did before the review.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.backend.interface import (
    Evidence,
)
from companion.backend.screen_pictures import CameraPicture
from companion.clock import wall_ms
from companion.errors import CompanionError
from companion.ids import MatchId
from companion.match import Match
from companion.play import parse_play
from companion.rules.engine import Json
from companion.session.inbox import Item
from companion.session.match_controller import MatchController
from companion.session.remarks import held_since
from companion.session.session_event import RemarkEvent, SessionEvent
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.border import is_there
from companion.storage.clocks import ClockLog, clocks_of
from companion.storage.log import Header, MatchStore
from companion.storage.places import Places
from companion.storage.shipped_data import mat_of
from companion.table.opening import history
from companion.table.recorded_match import expect_shown, not_judged_here, open_store, opened, restore
from companion.threads import Stumble, TendedThread
from companion.timers import ClockEvent, Clocks, Doing
from companion.words import Text

POLL_S = 0.4
"""Time between two looks into the log: a screen for spectators may be half a second behind."""
LONGEST_SILENCE_MS = 15_000
"""A controller keeps its clocks every ten seconds."""
TICK_MS = 1_000
"""How the notes begin that freeze the public screen, and let it go on."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """The records and clock events of one match at one moment."""

    header: Header
    clocks: Sequence[tuple[int, ClockEvent]]


class FollowedMatch:
    """A match that is shown from its log (see `companion.backend.interface.LiveMatch`).

    `wanted` None: the match that was begun last.
    """

    def __init__(self, where: Places, wanted: str | None = None) -> None:
        self._where = where
        self._wanted = wanted
        self._shown: tuple[MatchId, int] | None = None
        self._controller: MatchController | None = None
        self._viewer: SnapshotBuilder | None = None
        self._snapshot: Snapshot | None = None
        self._told: list[SessionEvent] = []
        self.is_frozen = False
        """A review goes on."""
        self._stopping = threading.Event()
        self._thread = TendedThread(
            "follow", Text("the scoreboard"), self._run, self._stumbled, self._stopping
        )

    def start(self) -> None:
        """Begin to follow. Raises `NoSuchMatch` if the wanted match is not in the log."""
        if self._wanted is not None:
            with open_store(self._where) as store:
                store.header(self._wanted)
        self._thread.start()

    # --- what screens ask

    @property
    def name(self) -> MatchId:
        return MatchId("") if self._snapshot is None else self._snapshot.match

    @property
    def setup(self) -> Json:
        return {} if self._snapshot is None else self._snapshot.setup

    def newest(self) -> Snapshot | None:
        return self._snapshot

    def news(self) -> Sequence[SessionEvent]:
        told, self._told = self._told, []
        return told

    def picture(self) -> CameraPicture | None:
        return None

    def put(self, item: Item) -> None:
        """Do nothing: a follower cannot play."""

    def evidence(self, seq: int) -> Sequence[Evidence]:
        del seq
        return ()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(5.0)

    # --- the thread

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self.look()
            except CompanionError as problem:
                self._told = [RemarkEvent(problem.message, is_trouble=True)]
            self._stopping.wait(POLL_S)

    def _stumbled(self, stumble: Stumble) -> None:
        self._told = [RemarkEvent(stumble.says, is_trouble=True)]

    def look(self) -> None:
        """Read the log again, and show what is new. Raises `StorageError`."""
        if not is_there(self._where.matches):
            return
        with open_store(self._where) as store:
            kept = self._kept(store)
            if kept is None:
                return
            if (kept.header.id, kept.header.plays) != self._shown:
                self._open(store, kept)
                self._shown = (kept.header.id, kept.header.plays)
        self._tell_time(kept)

    def _kept(self, store: MatchStore) -> _Kept | None:
        if self._wanted is not None:
            header: Header | None = store.header(self._wanted)
        else:
            header = next(iter(store.headers()), None)
        if header is None:
            return None
        clocks = ClockLog(self._where.matches, is_to_look=True)
        try:
            events = clocks.events(header.id)
        finally:
            clocks.close()
        return _Kept(header, events)

    def _open(self, store: MatchStore, kept: _Kept) -> None:
        """Rebuild the match up to its last play, or up to the review in progress."""
        header = kept.header
        records = store.records(header.id)
        match = opened(header, store.cards(header.id))
        since = held_since(parse_play(match.play_kinds, record.play) for record in records)
        self.is_frozen = since is not None
        for record in records[:since]:
            restore(match, record)
        expect_shown(match)
        self._controller = _controller(match, header)
        self._viewer = SnapshotBuilder(self._controller, mat_of(header.game), wall_ms)
        self._viewer.recall(history(header.id, match, self._where)[:since])

    def _tell_time(self, kept: _Kept) -> None:
        controller, viewer = self._controller, self._viewer
        if controller is None or viewer is None:
            return
        if not self.is_frozen:
            clocks = Clocks(clocks_of(kept.header.setup, {}))
            controller.follow(clocks_now(clocks, kept.clocks, controller.view(), wall_ms()))
        snapshot = viewer.look()
        if snapshot is not None:
            self._snapshot = replace(snapshot, unjudged=not_judged_here(kept.header))


def _controller(match: Match, header: Header) -> MatchController:
    return MatchController(header.id, match, None, Clocks(clocks_of(header.setup, {})))


def clocks_now(clocks: Clocks, kept: Sequence[tuple[int, ClockEvent]], view: Json, now_ms: int) -> Clocks:
    """Return the clocks as they are now, from their kept events.

    Clocks that were not paused have run on since the last event; after a longer silence than a running match allows,
    they stand still.
    """
    if not kept:
        return clocks
    at_ms, event = kept[-1]
    restored = clocks.restored(event)
    is_kept = 0 <= now_ms - at_ms <= LONGEST_SILENCE_MS
    if pauses_of([event for _, event in kept]) or not is_kept:
        return restored
    running = replace(restored, pauses=frozenset(), at_ms=at_ms)
    for then_ms in (*range(at_ms, now_ms, TICK_MS), now_ms):
        running, _ = running.ticked(view, then_ms)
    return running


def pauses_of(events: Sequence[ClockEvent]) -> frozenset[str]:
    """Return why the clocks stand still after their last event; a restart of the program counts as one reason."""
    pauses = Clocks(()).pauses
    for event in events:
        why = event.why or ""
        if event.doing is Doing.PAUSE:
            pauses |= {why}
        elif event.doing is Doing.START:
            pauses = frozenset() if why == "restarted" else pauses - {why}
    return pauses
