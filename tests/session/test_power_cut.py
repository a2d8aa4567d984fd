"""The power goes, and the controller that is opened then has what was on disk, and nothing else."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion.ids import MatchId
from companion.match import Match
from companion.observation import Observation, Roll
from companion.play import MATCH_PLAYS, SaidPlay, read_play
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.rules.lignes.plays import KickoffRoll
from companion.session.inbox import (
    Amendment,
    AmendmentChoice,
    AmendmentDecision,
    ClockOrder,
    Item,
    MissedPlay,
    PlayIntent,
    RollReport,
)
from companion.session.match_clocks import Kept
from companion.session.match_controller import MatchController
from companion.session.remarks import ClockCorrected, remark_of
from companion.session.session_event import TowerRequest
from companion.storage.clocks import ClockLog, clocks_of
from companion.storage.log import MatchStore
from companion.storage.shipped_data import demonstrations
from companion.table.wiring import reader_of
from companion.timers import Clocks
from tests.plays import play_of
from tests.quick import first_quick
from tests.session.sitting import LIGNES, OCCASION, OFUSAIDO, WHY, Sitting, last, roll

HALVES = demonstrations("lignes")["demo-match-halves"]


class Disk:
    """A log on disk. What has it open stays so until the test ends: a power cut closes nothing."""

    def __init__(self, path: Path, opened: ExitStack) -> None:
        self._path = path
        self._opened = opened

    def begin(self, demonstration: tuple[Json, list[Json]]) -> tuple[Sitting, MatchId]:
        setup, cards = demonstration
        match = Match(GAMES[setup["game"]], setup, cards)
        log = self._store().begin(match.rules, setup, cards)
        match.log_to(log)
        kept = Kept(self._clock_log(), None)
        controller = MatchController(log.id, match, reader_of(match, {}), Clocks(clocks_of(setup, {})), kept)
        return Sitting(controller), log.id

    def begin_again(self, name: MatchId, rolls: Sequence[Roll] = ()) -> Sitting:
        """The program begins anew with what is on disk."""
        store = self._store()
        header = store.header(name)
        match = Match(GAMES[header.game], header.setup, store.cards(name))
        observations: list[Observation] = []
        for record in store.records(name):
            match.restore(record)
            observations += record.observations
        match.log_to(store.log(name))
        clock_log = self._clock_log()
        clocks = Clocks(clocks_of(header.setup, {})).restored(clock_log.last(name))
        controller = MatchController(name, match, reader_of(match, {}), clocks, Kept(clock_log, None))
        controller.recall(observations, rolls)
        return Sitting(controller)

    def plays(self, name: MatchId) -> list[SaidPlay]:
        kinds = {**GAMES["lignes"].play_kinds, **MATCH_PLAYS}
        return [read_play(kinds, record.play) for record in self._store().records(name)]

    def _store(self) -> MatchStore:
        return self._opened.enter_context(MatchStore(self._path))

    def _clock_log(self) -> ClockLog:
        return self._opened.enter_context(closing(ClockLog(self._path)))


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with ExitStack() as opened:
        yield Disk(tmp_path / "log.db", opened)


def test_after_a_power_cut_what_lies_there_is_not_played_again(disk: Disk) -> None:
    sitting, name = disk.begin(OFUSAIDO)
    sitting.lay(OCCASION, "occasion")
    sitting.wait(500)
    again = disk.begin_again(name)
    again.wait(500)
    again.lay(OCCASION, "occasion")
    assert not [told for told in again.wait(6000) if not isinstance(told, TowerRequest)]
    assert again.controller.match.seq == 1


def test_a_roll_kept_just_before_the_power_went_still_answers_its_question(disk: Disk) -> None:
    sitting, name = disk.begin(LIGNES)
    arms = last(sitting.told, TowerRequest)
    again = disk.begin_again(name, [roll("d6", "3", arms.request)])
    assert again.controller.match.entries[-1].play == KickoffRoll(3)


def test_a_roll_that_was_played_before_the_power_went_is_not_played_twice(disk: Disk) -> None:
    sitting, name = disk.begin(LIGNES)
    fallen = roll("d6", "3", last(sitting.told, TowerRequest).request)
    sitting.take(RollReport(fallen, counts=True, why=WHY))
    assert disk.begin_again(name, [fallen]).controller.match.seq == 1


def test_the_clocks_stand_after_a_power_cut_where_they_stood(disk: Disk) -> None:
    sitting, name = disk.begin(LIGNES)
    sitting.take(RollReport(roll("d6", "3"), counts=True, why=WHY))
    sitting.wait(25_000)
    again = disk.begin_again(name)
    again.wait(5000)
    spent_ms = again.controller.clocks.readings(again.controller.match.view())[0].spent_ms
    assert 15_000 <= spent_ms <= 25_000
    again.take(ClockOrder("start"))
    again.wait(2000)
    assert again.controller.clocks.readings(again.controller.match.view())[0].spent_ms == spent_ms + 2000


def test_who_plays_on_after_a_power_cut_sets_the_clocks_going(disk: Disk) -> None:
    sitting, name = disk.begin(LIGNES)
    sitting.take(RollReport(roll("d6", "3"), counts=True, why=WHY))
    sitting.wait(25_000)
    again = disk.begin_again(name)
    spent_ms = again.controller.clocks.readings(again.controller.match.view())[0].spent_ms
    again.take(RollReport(roll("d6,d12", "6,6", number=2), counts=True, why=WHY))
    again.wait(2000)
    assert again.controller.clocks.readings(again.controller.match.view())[0].spent_ms == spent_ms + 2000


# --- while an earlier play is amended

WAL_HEADER, FRAME = 32, 24 + 4096
"""Bytes of a write-ahead log's header, and of each page that is written to it, with the page's own header."""
STEPS = (("R6", "c14"), ("R6", "c13"), ("R6", "c12"), ("R6", "c11"), ("R6", "c10 c9"), ("R11", "k14"))
MISREAD = Amendment(2, play_of("lignes", {"play": "strategy_roll", "d6": 2, "d12": 3}), "misread")


def _step(piece: str, path: str) -> PlayIntent:
    return PlayIntent(play_of("lignes", {"play": "move", "piece": piece, "path": path.split()}))


def _cuts(path: Path, first: int, last: int) -> Iterator[Path]:
    """Yield the log as a power cut leaves it: with as much of what was written as each page's beginning, middle and end.

    `first`, `last`: how many bytes were written ahead before and after.
    """
    ahead = path.with_name(f"{path.name}-wal")
    pages = range((first - WAL_HEADER) // FRAME, (last - WAL_HEADER) // FRAME + 1)
    ends = {WAL_HEADER + page * FRAME + beside for page in pages for beside in (-1, 0, 1, FRAME // 2)}
    for end in sorted(end for end in ends if first <= end <= last):
        left = path.with_name(f"cut-{end}.db")
        shutil.copy(path, left)
        left.with_name(f"{left.name}-wal").write_bytes(ahead.read_bytes()[:end])
        yield left


@first_quick(
    ("amending", "choice"),
    [
        (MissedPlay(8, _step("R6", "c8").play, "nobody entered it"), None),
        (MissedPlay(4, _step("R6", "c13").play, "nobody entered it"), AmendmentChoice.DROP),
        (MissedPlay(4, _step("R6", "c13").play, "nobody entered it"), AmendmentChoice.AGAIN),
        (MISREAD, AmendmentChoice.DROP),
        (MISREAD, AmendmentChoice.AGAIN),
    ],
)
def test_a_power_cut_while_an_earlier_play_is_amended_leaves_the_match_as_before_or_as_after(
    tmp_path: Path, amending: Item, choice: AmendmentChoice | None
) -> None:
    path = tmp_path / "log.db"
    ahead = path.with_name(f"{path.name}-wal")
    with ExitStack() as opened:
        disk = Disk(path, opened)
        sitting, name = disk.begin(LIGNES)
        sitting.take(RollReport(roll("d6", "3"), counts=True, why=WHY))
        sitting.take(RollReport(roll("d6,d12", "6,6", number=2), counts=True, why=WHY))
        for piece, cells in STEPS:
            sitting.take(_step(piece, cells))
        match = sitting.controller.match
        before, first = match.entries, ahead.stat().st_size
        sitting.take(amending)
        if choice is not None:
            sitting.take(AmendmentDecision(choice))
        after, last_byte = match.entries, ahead.stat().st_size
        assert before != after and len(before) == 8
        found = [
            Disk(left, opened).begin_again(name).controller.match.entries
            for left in _cuts(path, first, last_byte)
        ]
    assert len(found) > 10
    assert all(entries in (before, after) for entries in found)
    assert (found[0], found[-1]) == (before, after)


def test_a_corrected_clock_stands_in_the_log_after_a_power_cut(disk: Disk) -> None:
    sitting, name = disk.begin(HALVES)
    sitting.take(RollReport(roll("d6", "3"), counts=True, why=WHY))
    sitting.wait(90_000)
    sitting.take(ClockOrder("add", "half", 60_000))
    sitting.take(ClockOrder("set", "half", 300_000))
    again = disk.begin_again(name)
    assert [remark_of(play) for play in disk.plays(name)[1:]] == [
        ClockCorrected("half", 1110, 1170),
        ClockCorrected("half", 1170, 300),
    ]
    half = next(one for one in again.controller.clocks.readings({"half": 1}) if one.clock.name == "half")
    assert half.shown_s == 300


def test_an_order_that_leaves_a_clock_as_it_was_is_no_correction(disk: Disk) -> None:
    sitting, _ = disk.begin(HALVES)
    sitting.take(ClockOrder("add", "half", 60_000))
    sitting.take(ClockOrder("pause"))
    assert sitting.controller.match.seq == 0
