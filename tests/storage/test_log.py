"""The log of matches: what was appended is there, in order, for good."""

import sqlite3
import threading
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import pytest

from companion.errors import LogBusy, LogDamaged, NewerSchema, NoSuchMatch, StorageError
from companion.ids import ObservationId
from companion.match import Match
from companion.observation import Notice, Roll, Sighting, Tap
from companion.play import Note
from companion.rules.games import GAMES
from companion.storage.log import Beginning, KeptPlay, MatchStore
from companion.storage.record import LoggedEvent, MemoryLog, Record
from companion.storage.shipped_data import demonstrations
from companion.words import Text
from tests.storage.raw_database import raw

RULES = GAMES["ofusaido"]
SETUP = {"game": "ofusaido", "mode": "amateur", "teams": {"home": {"name": "H\ud800"}}}
CARDS = [{"kind": "energy", "ref": "EN001-900", "attack": 2, "defence": 1, "colour": "blue"}]


class KeepsRecords(Protocol):
    def append(self, record: Record) -> None: ...

    def records(self) -> list[Record]: ...


class OnDisk:
    """A match's log on disk, read with another connection each time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with MatchStore(path) as store:
            self._id = store.begin(RULES, SETUP, CARDS).id

    def append(self, record: Record) -> None:
        with MatchStore(self._path) as store:
            store.log(self._id).append(record)

    def records(self) -> list[Record]:
        with MatchStore(self._path) as store:
            return store.records(self._id)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "matches.db"


@pytest.fixture(params=["memory", "disk"])
def log(request: pytest.FixtureRequest, path: Path) -> KeepsRecords:
    return MemoryLog() if request.param == "memory" else OnDisk(path)


def tap(name: str = "tap-1") -> Tap:
    return Tap(ObservationId(name), 5, {"play": "note", "text": "\ud800\x00é"}, "stdin:1")


def record(seq: int, *, events: int = 1) -> Record:
    logged = tuple(LoggedEvent(seq, {"kind": "note", "text": f"{n} \udfff"}) for n in range(events))
    return Record(seq, {"play": "note", "text": "\ud800"}, (tap(f"tap-{seq}"),), logged)


def refused(seq: int, play: Any) -> Record:
    return Record(seq, play, (), (), {"code": "bad_play", "message": {"en": "no", "fr": "non"}})


# --- what the fake promises as well


def test_a_new_log_is_empty(log: KeepsRecords) -> None:
    assert log.records() == []


def test_what_was_appended_is_there_in_order(log: KeepsRecords) -> None:
    kept = [record(1), record(2, events=3), record(3, events=0)]
    for each in kept:
        log.append(each)
    assert log.records() == kept


def test_a_refused_play_is_kept_with_its_reason(log: KeepsRecords) -> None:
    log.append(refused(1, {"play": "nonsense"}))
    assert log.records() == [refused(1, {"play": "nonsense"})]


@pytest.mark.parametrize("play", [None, 3, 1.5, "text", [], [{"a": [None]}], {"play": 1}, True])
def test_a_refused_play_may_be_anything(log: KeepsRecords, play: Any) -> None:
    log.append(refused(1, play))
    assert log.records()[0].play == play


def test_every_kind_of_observation_comes_back(log: KeepsRecords) -> None:
    seen = (
        tap(),
        Sighting(ObservationId("s"), 1, "AC001-900", "stage"),
        Roll(ObservationId("r"), 2, ("6", "12"), "ROLL 6 12"),
        Notice(ObservationId("n"), 3, "tower", "unplugged"),
    )
    log.append(Record(1, {}, seen, ()))
    assert log.records()[0].observations == seen


@pytest.mark.parametrize("seq", [0, 1, 3, 2**70])
def test_only_the_next_play_is_taken(log: KeepsRecords, seq: int) -> None:
    log.append(record(1))
    with pytest.raises(LogBusy):
        log.append(record(seq))
    assert log.records() == [record(1)]


# --- what only the disk promises


def test_the_log_lives_on_in_its_file(path: Path) -> None:
    with MatchStore(path) as store:
        begun = store.begin(RULES, SETUP, CARDS)
        begun.append(record(1))
    with MatchStore(path) as store:
        store.log(begun.id).append(record(2))
        assert store.records(begun.id) == [record(1), record(2)]
        assert store.cards(begun.id) == CARDS
        assert store.header(begun.id).setup == SETUP
        assert store.header(begun.id).plays == 2


def test_a_set_up_is_kept_without_its_catalogue_which_matches_share(path: Path) -> None:
    with MatchStore(path) as store:
        for _ in range(3):
            store.begin(RULES, {**SETUP, "catalogue": CARDS}, CARDS)
        assert all("catalogue" not in header.setup for header in store.headers())
    with raw(path) as db:
        assert db.execute("SELECT count(*) FROM catalogues").fetchone() == (1,)


def test_plays_know_when_they_were_kept(path: Path) -> None:
    clock = count(1000)
    with MatchStore(path, clock_ms=lambda: next(clock)) as store:
        begun = store.begin(RULES, SETUP, CARDS)
        begun.append(record(1))
        begun.append(record(2))
        assert [play.at_ms for play in store.plays(begun.id)] == [1001, 1002]
        assert store.header(begun.id).created_at_ms == 1000


def test_matches_are_listed_latest_first(path: Path) -> None:
    clock = count()
    with MatchStore(path, clock_ms=lambda: next(clock)) as store:
        begun = [store.begin(RULES, SETUP, CARDS).id for _ in range(5)]
        assert [header.id for header in store.headers()] == begun[::-1]


def test_a_match_is_found_by_the_beginning_of_its_id(path: Path) -> None:
    with MatchStore(path) as store:
        begun = store.begin(RULES, SETUP, CARDS)
        assert store.header(begun.id[:1].upper()).id == begun.id


def test_the_beginning_of_several_ids_names_none(path: Path) -> None:
    with MatchStore(path) as store:
        ids = [store.begin(RULES, SETUP, CARDS).id for _ in range(60)]
        first = next(letter for letter in "".join(ids) if sum(name.startswith(letter) for name in ids) > 1)
        with pytest.raises(NoSuchMatch, match="several"):
            store.header(first)


@pytest.mark.parametrize("name", ["", " ", "*", "?", "%", "[a", "zzzzzz", "\ud800", "a" * 99, "'; --"])
def test_a_match_that_is_not_there_is_said_to_be_none(path: Path, name: str) -> None:
    with MatchStore(path) as store:
        store.begin(RULES, SETUP, CARDS)
        with pytest.raises(NoSuchMatch):
            store.records(name)


@pytest.mark.parametrize("table", ["catalogues", "matches", "plays", "observations", "events"])
@pytest.mark.parametrize(
    "order", ["DELETE FROM {}", "UPDATE {} SET rowid = 9", "REPLACE INTO {} SELECT * FROM {}"]
)
def test_nothing_is_ever_changed_or_erased(path: Path, table: str, order: str) -> None:
    with MatchStore(path) as store:
        store.begin(RULES, SETUP, CARDS).append(record(1))
    column = {"catalogues": "cards", "matches": "setup", "plays": "play"}.get(table, "body")
    order = order.replace("rowid = 9", f"{column} = ''").format(table, table)
    with raw(path) as db:
        db.execute("PRAGMA recursive_triggers = ON")
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute(order)


def test_events_know_the_observations_they_go_back_to(path: Path) -> None:
    corrected = (LoggedEvent(1, {"kind": "a"}), LoggedEvent(2, {"kind": "b"}), LoggedEvent(3, {"kind": "c"}))
    with MatchStore(path) as store:
        begun = store.begin(RULES, SETUP, CARDS)
        begun.append(record(1))
        begun.append(record(2))
        begun.append(Record(3, {"play": "correct", "seq": 1}, (tap("tap-3"),), corrected))
    with raw(path) as db:
        found = db.execute("SELECT evidence FROM events WHERE seq = 3 ORDER BY n").fetchall()
    assert [row[0] for row in found] == ['["tap-3"]', '["tap-2"]', '["tap-3"]']


def test_of_two_that_go_on_with_one_match_the_second_is_told_so(path: Path) -> None:
    with MatchStore(path) as one, MatchStore(path) as other:
        begun = one.begin(RULES, SETUP, CARDS)
        late = other.log(begun.id)
        begun.append(record(1))
        with pytest.raises(LogBusy, match="gone on with this match"):
            late.append(record(1, events=2))
        begun.append(record(2))
        assert other.records(begun.id) == [record(1), record(2)]


def test_two_matches_are_recorded_at_once_in_one_file(path: Path) -> None:
    def play(names: list[str]) -> None:
        with MatchStore(path) as store:
            begun = store.begin(RULES, SETUP, CARDS)
            names.append(begun.id)
            for seq in range(1, 30):
                begun.append(record(seq))

    names: list[str] = []
    threads = [threading.Thread(target=play, args=(names,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with MatchStore(path) as store:
        assert [store.header(name).plays for name in names] == [29] * 4


def test_a_log_that_another_holds_is_busy(path: Path) -> None:
    with MatchStore(path, busy_ms=1) as store:
        begun = store.begin(RULES, SETUP, CARDS)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LogBusy, match="in use by another program"):
            begun.append(record(1))
        other.execute("ROLLBACK")
        other.close()
        begun.append(record(1))
        assert store.records(begun.id) == [record(1)]


def test_a_play_that_cannot_be_written_leaves_nothing_behind(path: Path) -> None:
    broken = Record(1, {}, (tap(),), (LoggedEvent(1, {"kind": "a"}), LoggedEvent(1, {"kind": {1, 2}})))
    with MatchStore(path) as store:
        begun = store.begin(RULES, SETUP, CARDS)
        with pytest.raises(TypeError):
            begun.append(broken)
        assert store.records(begun.id) == []
        begun.append(record(1))


def test_a_whole_match_is_kept_at_once_or_not_at_all(path: Path) -> None:
    sheet = Beginning("ofusaido", RULES.version, SETUP, CARDS, 7)
    with MatchStore(path) as store:
        with pytest.raises(LogBusy):
            store.keep(sheet, [KeptPlay(record(1), 8), KeptPlay(record(3), 9)])
        assert store.headers() == []
        name = store.keep(sheet, [KeptPlay(record(1), 8), KeptPlay(record(2), 9)])
        assert store.plays(name) == [KeptPlay(record(1), 8), KeptPlay(record(2), 9)]


# --- files that are no log


def test_a_log_of_a_later_version_is_left_alone(path: Path) -> None:
    MatchStore(path).close()
    with raw(path) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(NewerSchema, match="bring the program up to date"):
        MatchStore(path)


def test_a_file_that_is_no_database_is_damaged(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"this is no database\n" * 500)
    with pytest.raises(LogDamaged, match="--data"):
        MatchStore(path)
    assert path.read_bytes().startswith(b"this is no database")


def test_the_database_of_another_program_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with raw(path) as db:
        db.execute("CREATE TABLE theirs (a)")
    with pytest.raises(LogDamaged, match="another program"):
        MatchStore(path)


def test_half_a_file_is_damaged(path: Path) -> None:
    with MatchStore(path) as store:
        begun = store.begin(RULES, SETUP, CARDS)
        for seq in range(1, 200):
            begun.append(record(seq))
    path.write_bytes(path.read_bytes()[:20000])
    with pytest.raises(LogDamaged), MatchStore(path) as store:
        store.records(begun.id)


def _spoil(path: Path, order: str) -> None:
    with raw(path) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute(order)


@pytest.mark.parametrize(
    "order",
    [
        "DELETE FROM plays WHERE seq = 1",
        "DELETE FROM events WHERE seq = 2 AND n = 0",
        "UPDATE plays SET play = '{' WHERE seq = 2",
        "UPDATE observations SET body = '[]'",
        'UPDATE observations SET body = \'{"kind": "tap"}\'',
        "UPDATE events SET body = 'nothing'",
    ],
)
def test_rows_that_make_no_sense_are_damage(path: Path, order: str) -> None:
    with MatchStore(path) as store:
        begun = store.begin(RULES, SETUP, CARDS)
        begun.append(record(1))
        begun.append(record(2, events=2))
    _spoil(path, order)
    with MatchStore(path) as store, pytest.raises(LogDamaged, match=begun.id):
        store.records(begun.id)


def test_a_catalogue_that_was_changed_is_damage(path: Path) -> None:
    with MatchStore(path) as store:
        begun = store.begin(RULES, SETUP, CARDS)
    _spoil(path, "UPDATE catalogues SET cards = '[]'")
    with MatchStore(path) as store, pytest.raises(LogDamaged):
        store.cards(begun.id)


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="file"):
        MatchStore(tmp_path / "file" / "matches.db")


def test_a_match_that_cannot_be_logged_stays_as_it_was(path: Path) -> None:
    class Full:
        def append(self, record: Record) -> None:
            raise LogBusy(Text("full"))

    match = Match(RULES, *_demonstration())
    match.log_to(Full())
    with pytest.raises(LogBusy):
        match.submit(Note("x"))
    assert match.seq == 0


def _demonstration() -> tuple[dict[str, Any], Sequence[Any]]:
    return demonstrations("ofusaido")["demo-match"]


def test_a_folder_that_vanishes_while_a_match_is_played_is_told_with_the_next_play(path: Path) -> None:
    with MatchStore(path) as store:
        log = store.begin(RULES, SETUP, CARDS)
        path.parent.rename(path.parent.with_name("gone"))
        with pytest.raises(StorageError, match="deep is missing"):
            log.append(record(1))
        path.parent.with_name("gone").rename(path.parent)
        log.append(record(1))
