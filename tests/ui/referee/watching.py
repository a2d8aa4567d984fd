"""A match that a referee watches, without a window."""

from random import Random

from companion.ids import MatchId
from companion.match import Match
from companion.play import Play
from companion.rules.games import GAMES
from companion.session.inbox import Item, PlayIntent
from companion.session.session_event import SessionEvent
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.wiring import bare_controller
from companion.timers import Clocks
from companion.virtual.chance import random_plays

NOON_MS = 12 * 3_600_000
NO_CLOCKS = Clocks(())


class Watching:
    """A match without a window, and how it stands."""

    def __init__(self, game: str, count: int, clocks: Clocks = NO_CLOCKS) -> None:
        setup, cards = demonstrations(game)["demo-match"]
        self.match = Match(GAMES[game], setup, cards)
        self.controller = bare_controller(MatchId("m"), self.match, clocks)
        self.viewer = SnapshotBuilder(self.controller, mat_of(game), lambda: NOON_MS)
        self.told: list[SessionEvent] = []
        """All that the controller has told."""
        truth, chance = Match(GAMES[game], setup, cards), Random(4)
        for _ in range(count):
            play = next(random_plays(truth, chance))
            assert truth.submit(play).ok
            self.take(PlayIntent(play))

    def take(self, item: Item) -> None:
        for told in self.controller.take(item, 0):
            self.viewer.hear(told)
            self.told.append(told)

    def say(self, play: Play) -> None:
        self.take(PlayIntent(play, source="referee"))

    def look(self) -> Snapshot:
        self.viewer._shown = ()
        seen = self.viewer.look()
        assert seen is not None
        return seen
