"""The copy of a table's match that the hall has, as the referee sees it: its history, its choices, what may be set."""

from dataclasses import replace

from companion.clock import wall_ms
from companion.errors import CompanionError
from companion.hall.branches import LogKey
from companion.hall.exports import match_lines
from companion.hall.store.store import HallStore
from companion.ids import MatchId
from companion.match import Match
from companion.observation import Observation
from companion.play import Correct
from companion.session.history_rows import lost
from companion.session.match_controller import MatchController
from companion.session.past_state import look_back
from companion.session.snapshot import Past, Proposal, Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene import Words
from companion.storage.clocks import clocks_of
from companion.storage.exchange import read_export
from companion.storage.mats import mat_of
from companion.table.recorded_match import judged, opened, restore
from companion.timers import Clocks
from companion.words import Text


class NoCopy(CompanionError):
    """The hall has no copy of this match that can be shown."""


class MatchCopy:
    """One match, rebuilt from the records in the store; `look` takes what is new. It belongs to the thread of the store."""

    def __init__(self, store: HallStore, key: LogKey, branch: int, match: str) -> None:
        self._store = store
        self._key, self._branch, self._name = key, branch, match
        self._taken = 0
        self._match: Match | None = None
        self._viewer: SnapshotBuilder | None = None
        self._snapshot: Snapshot | None = None
        self._observations: dict[int, tuple[Observation, ...]] = {}

    def look(self) -> Snapshot:
        """Return the match after the last play that the hall has. Raises `NoCopy`, `StoreError` or `LogDamaged`."""
        kept = self._store.match_of(self._key, self._branch, self._name)
        if kept is None:
            raise NoCopy(Text("the hall has not fetched the beginning of this match yet"))
        if self._snapshot is None or kept.plays != self._taken:
            lines = match_lines(self._store.match_records(kept))
            exported = read_export(line.encode() for line in lines)
            if self._viewer is None or self._match is None or len(exported.plays) < self._taken:
                self._match = opened(exported.beginning, exported.beginning.cards)
                clocks = Clocks(clocks_of(exported.beginning.setup, {}))
                controller = MatchController(MatchId(self._name), self._match, None, clocks)
                self._viewer = SnapshotBuilder(controller, mat_of(exported.beginning.game), wall_ms)
                self._taken = 0
            for play in exported.plays[self._taken :]:
                restore(self._match, play.record)
                self._observations[play.record.seq] = tuple(play.record.observations)
                self._viewer.recall([judged(play, self._match)])
                self._taken += 1
            self._snapshot = self._viewer.look() or self._snapshot
        assert self._snapshot is not None, "the first look shows the beginning"
        return self._snapshot

    def impossible_after(self, correction: Correct) -> tuple[Words, ...]:
        """Return in words the later plays that a correction would make impossible, each with why. Raises what `look` raises."""
        snapshot = self.look()
        assert self._match is not None, "it has been looked at"
        voided = self._match.impossible_after(correction)
        return lost(replace(snapshot, proposal=Proposal(correction.seq, correction.instead, voided)))

    def observations(self, seq: int) -> tuple[Observation, ...]:
        """Return what a play was read from, as the record has it. Raises what `look` raises."""
        self.look()
        return self._observations.get(seq, ())

    def before(self, seq: int) -> Past | None:
        """Return the match before a play, with what else that play may have been; None if the play does not count."""
        snapshot = self.look()
        assert self._match is not None, "it has been looked at"
        return look_back(self._match, SCENE_BUILDERS[snapshot.game], mat_of(snapshot.game), seq)
