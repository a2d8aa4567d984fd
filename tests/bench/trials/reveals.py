"""A match whose contests are revealed again and again, while its camera is read; for the trial of the screens."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from companion.backend.interface import (
    Evidence,
    LiveMatch,
)
from companion.backend.screen_pictures import CameraPicture
from companion.ids import MatchId
from companion.match import Match
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.inbox import Item, PlayIntent
from companion.session.session_event import SessionEvent
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.wiring import bare_controller
from companion.virtual.chance import chosen_play

SEED = 4
MOST_PLAYS = 400
ROUND_MS = 1_500
"""From the open contest to its reveal, and on to the next open one."""


def contest_before_and_after(game: str, name: MatchId) -> tuple[Snapshot, Snapshot] | None:
    """Return the first contest of a match by chance, before and after the play that settled it; None without one."""
    match = Match(GAMES[game], *demonstrations(game)["demo-match"])
    controller = bare_controller(name, match)
    builder = SnapshotBuilder(controller, mat_of(game), lambda: 0)
    chance, before = Random(SEED), builder.look()
    while match.seq < MOST_PLAYS and (play := chosen_play(match, chance)) is not None:
        for told in controller.take(PlayIntent(play), 0):
            builder.hear(told)
        after = builder.look() or before
        is_reveal = after is not None and after.highlight is not None and after.highlight.is_reveal
        if is_reveal and before is not None and after is not None and before.scene.contest is not None:
            return before, after
        before = after
    return None


@dataclass(slots=True)
class RevealedMatch:
    """A live match that shows two snapshots in turn, with the pictures of a real one (see `LiveMatch`)."""

    real: LiveMatch
    before: Snapshot
    after: Snapshot
    now_ms: Callable[[], int]
    count: int = 0
    """How many contests were revealed."""
    _shown: Snapshot | None = field(default=None, init=False)

    @property
    def name(self) -> MatchId:
        return self.real.name

    @property
    def setup(self) -> Json:
        return self.real.setup

    def newest(self) -> Snapshot | None:
        seq = self.now_ms() // ROUND_MS
        if self._shown is None or self._shown.seq != seq:
            is_revealed = seq % 2 == 1
            self.count += is_revealed
            self._shown = replace(self.after if is_revealed else self.before, match=self.name, seq=seq)
        return self._shown

    def news(self) -> Sequence[SessionEvent]:
        return self.real.news()

    def picture(self) -> CameraPicture | None:
        return self.real.picture()

    def put(self, item: Item) -> None: ...

    def evidence(self, seq: int) -> Sequence[Evidence]:
        return self.real.evidence(seq)

    def stop(self) -> None:
        self.real.stop()
