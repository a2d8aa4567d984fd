"""In the middle of a duel the camera goes, the tower goes, or the program is killed: for each side, in each game."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.ids import ObservationId
from companion.match import Match
from companion.observation import Notice, Observation
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.inbox import CameraStatus, DeviceNotice
from companion.session.match_clocks import Kept
from companion.session.match_controller import MatchController
from companion.session.session_event import DifferenceEvent, PuzzleEvent
from companion.storage.clocks import ClockLog, clocks_of
from companion.storage.log import MatchStore
from companion.storage.shipped_data import demonstrations
from companion.table.wiring import reader_of
from companion.timers import Clocks
from companion.words import Text
from tests.reading.perfect import Performance

AWAY_MS = 4_000
AFTERWARDS = 8
"""So many plays are read after the last interruption, before what was read is compared with what was played."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A match, and whose duel it is in when."""

    game: str
    seed: int
    name: str
    phases: tuple[str, ...]
    whose: str

    def seat(self, view: Json) -> str | None:
        """Who attacks in a duel, if there is one now."""
        return str(view[self.whose]) if view["phase"] in self.phases else None


DUELS = (
    Duel("ofusaido", 2, "demo-match-ecole", ("reveal",), "attacking"),
    Duel("lignes", 4, "demo-match", ("shot",), "active"),
    Duel("boufbowl", 1, "demo-match", ("opposition",), "active"),
)


class Watched:
    """A performance whose read match is on disk, so that it can be killed."""

    def __init__(self, duel: Duel, folder: Path, opened: ExitStack) -> None:
        setup, cards = demonstrations(duel.game)[duel.name]
        self._path = folder / "matches.db"
        self._opened = opened
        match = Match(GAMES[duel.game], setup, cards)
        log = self._store().begin(match.rules, setup, cards)
        match.log_to(log)
        self._name = log.id
        self.performance = Performance(
            duel.game, setup, cards, duel.seed, self._controller(match, Clocks(()))
        )

    def _controller(self, match: Match, clocks: Clocks) -> MatchController:
        return MatchController(self._name, match, reader_of(match, {}), clocks, Kept(self._clock_log(), None))

    def _store(self) -> MatchStore:
        return self._opened.enter_context(MatchStore(self._path))

    def _clock_log(self) -> ClockLog:
        return self._opened.enter_context(closing(ClockLog(self._path)))

    def kill(self) -> None:
        """Nothing is closed, and nothing written."""
        store = self._store()
        header = store.header(self._name)
        match = Match(GAMES[header.game], header.setup, store.cards(self._name))
        observations: list[Observation] = []
        for record in store.records(self._name):
            match.restore(record)
            observations += record.observations
        match.log_to(store.log(self._name))
        clocks = Clocks(clocks_of(header.setup, {})).restored(self._clock_log().last(self._name))
        controller = self._controller(match, clocks)
        controller.recall(observations)
        self.performance.begin_anew(controller)
        self.performance.wait(2_000)

    def lose_camera(self) -> None:
        self.performance.take(CameraStatus(is_seeing=False))
        self.performance.wait(AWAY_MS)
        self.performance.take(CameraStatus(is_seeing=True))
        self.performance.wait(2_000)

    def lose_tower(self) -> None:
        for says in ("unplugged", "ready"):
            notice = Notice(ObservationId(says), self.performance.stage.now_ms, "tower", says)
            self.performance.take(DeviceNotice(notice, Text("the tower")))
            self.performance.wait(AWAY_MS)


BEFALLS: dict[str, Callable[[Watched], None]] = {
    "camera": Watched.lose_camera,
    "tower": Watched.lose_tower,
    "killed": Watched.kill,
}


@pytest.mark.slow
@pytest.mark.many
@pytest.mark.parametrize("befalls", BEFALLS)
@pytest.mark.parametrize("duel", DUELS, ids=lambda duel: duel.game)
def test_what_befalls_the_table_in_a_duel_of_each_side_changes_nothing(
    duel: Duel, befalls: str, tmp_path: Path
) -> None:
    with ExitStack() as opened:
        _play_through(duel, befalls, Watched(duel, tmp_path, opened))


def _play_through(duel: Duel, befalls: str, watched: Watched) -> None:
    performance, seats = watched.performance, set[str]()
    until = None
    while until is None or performance.truth.seq < until:
        assert not performance.acted.is_over, seats
        performance.step()
        seat = duel.seat(performance.truth.view())
        if seat is not None and seat not in seats:
            seats.add(seat)
            BEFALLS[befalls](watched)
            until = performance.truth.seq + AFTERWARDS if len(seats) == 2 else None
    _is_as_it_was_played(performance)


def _is_as_it_was_played(performance: Performance) -> None:
    score = performance.acted.score
    assert performance.acted.broken is None
    assert (score.wrong, score.missed, score.asked) == ([], [], [])
    contradictions: Sequence[object] = [
        one
        for one in performance.told
        if (isinstance(one, DifferenceEvent) and one.desync) or (isinstance(one, PuzzleEvent) and one.puzzle)
    ]
    assert contradictions == []
    entries = [entry.play for entry in performance.controller.match.entries]
    assert len(entries) >= performance.truth.seq - 2  # The last may have been told by nothing yet.
