"""The power goes, and the desk that is opened then has what was on disk, and nothing else."""

from collections.abc import Sequence
from pathlib import Path

from companion.cli.live.wiring import reader_of
from companion.ids import MatchId
from companion.match import Match
from companion.observation import Observation, Roll
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.desk import Desk
from companion.session.inbox import (
    ClockOrder,
    Fell,
)
from companion.session.kept import Kept
from companion.session.told import Arms
from companion.storage.clocks import ClockLog, clocks_of
from companion.storage.log import MatchStore
from companion.timers import Clocks
from tests.session.sitting import LIGNES, OCCASION, OFUSAIDO, WHY, Sitting, last, roll


def _at(path: Path, demonstration: tuple[Json, list[Json]]) -> tuple[Sitting, MatchId]:
    setup, cards = demonstration
    match = Match(GAMES[setup["game"]], setup, cards)
    log = MatchStore(path).begin(match.rules, setup, cards)
    match.log_to(log)
    kept = Kept(ClockLog(path), None)
    return Sitting(Desk(log.id, match, reader_of(match, {}), Clocks(clocks_of(setup, {})), kept)), log.id


def _again(path: Path, name: MatchId, rolls: Sequence[Roll] = ()) -> Sitting:
    """The program begins anew with what is on disk; nothing was closed before."""
    store = MatchStore(path)
    header = store.header(name)
    match = Match(GAMES[header.game], header.setup, store.cards(name))
    observations: list[Observation] = []
    for record in store.records(name):
        match.restore(record)
        observations += record.observations
    match.log_to(store.log(name))
    clock_log = ClockLog(path)
    clocks = Clocks(clocks_of(header.setup, {})).restored(clock_log.last(name))
    desk = Desk(name, match, reader_of(match, {}), clocks, Kept(clock_log, None))
    desk.recall(observations, rolls)
    return Sitting(desk)


def test_after_a_power_cut_what_lies_there_is_not_played_again(tmp_path: Path) -> None:
    sitting, name = _at(tmp_path / "log.db", OFUSAIDO)
    sitting.lay(OCCASION, "occasion")
    sitting.wait(500)
    again = _again(tmp_path / "log.db", name)
    again.wait(500)
    again.lay(OCCASION, "occasion")
    assert not [told for told in again.wait(6000) if not isinstance(told, Arms)]
    assert again.desk.match.seq == 1


def test_a_roll_kept_just_before_the_power_went_still_answers_its_question(tmp_path: Path) -> None:
    sitting, name = _at(tmp_path / "log.db", LIGNES)
    arms = last(sitting.told, Arms)
    again = _again(tmp_path / "log.db", name, [roll("d6", "3", arms.request)])
    assert again.desk.match.entries[-1].play == {"play": "kickoff_roll", "d6": 3}


def test_a_roll_that_was_played_before_the_power_went_is_not_played_twice(tmp_path: Path) -> None:
    sitting, name = _at(tmp_path / "log.db", LIGNES)
    fallen = roll("d6", "3", last(sitting.told, Arms).request)
    sitting.take(Fell(fallen, counts=True, why=WHY))
    assert _again(tmp_path / "log.db", name, [fallen]).desk.match.seq == 1


def test_the_clocks_stand_after_a_power_cut_where_they_stood(tmp_path: Path) -> None:
    sitting, name = _at(tmp_path / "log.db", LIGNES)
    sitting.take(Fell(roll("d6", "3"), counts=True, why=WHY))
    sitting.wait(25_000)
    again = _again(tmp_path / "log.db", name)
    again.wait(5000)
    spent_ms = again.desk.clocks.readings(again.desk.match.view())[0].spent_ms
    assert 15_000 <= spent_ms <= 25_000
    again.take(ClockOrder("start"))
    again.wait(2000)
    assert again.desk.clocks.readings(again.desk.match.view())[0].spent_ms == spent_ms + 2000


def test_who_plays_on_after_a_power_cut_sets_the_clocks_going(tmp_path: Path) -> None:
    sitting, name = _at(tmp_path / "log.db", LIGNES)
    sitting.take(Fell(roll("d6", "3"), counts=True, why=WHY))
    sitting.wait(25_000)
    again = _again(tmp_path / "log.db", name)
    spent_ms = again.desk.clocks.readings(again.desk.match.view())[0].spent_ms
    again.take(Fell(roll("d6,d12", "6,6", number=2), counts=True, why=WHY))
    again.wait(2000)
    assert again.desk.clocks.readings(again.desk.match.view())[0].spent_ms == spent_ms + 2000
