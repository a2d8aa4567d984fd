"""Rolls in the log: each once, in order, for good, in a file that may be older than they are."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import LogDamaged, StorageError
from companion.observation import Roll, Tap, roll_id
from companion.rules.games import GAMES
from companion.storage.log import MatchStore
from companion.storage.record import Record, observation_from_json, observation_to_json
from companion.storage.rolls import RollStore
from companion.storage.schema import APPLICATION_ID, MIGRATIONS, WITH_CHAIN
from tests.storage.raw_database import raw


def roll(number: int, boot: str = "b1", tower: str = "T1") -> Roll:
    return Roll(
        roll_id(tower, boot, number), 1000 + number, ("4", "11"), f"ROLL {number}", dice=("d6", "d12"),
        confidence=(97, 88), tower=tower, boot=boot, number=number, request="q1", rest_ms=640, again=1,
    )  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


def test_rolls_come_back_as_they_were_kept(path: Path) -> None:
    blind = replace(roll(2), faces=(), dice=(), confidence=(), request=None, rest_ms=None, state="timeout")
    with RollStore(path) as store:
        assert store.keep(roll(1)) and store.keep(blind)
    with RollStore(path) as store:
        assert store.rolls() == [roll(1), blind]
        assert store.count() == 2


def test_a_roll_is_kept_once_however_often_it_is_said(path: Path) -> None:
    with RollStore(path) as store:
        assert store.keep(roll(1))
        assert not store.keep(replace(roll(1), at_ms=9999, again=4))
        assert store.rolls() == [roll(1)]


def test_the_same_number_of_another_boot_or_tower_is_another_roll(path: Path) -> None:
    others = [roll(1), roll(1, boot="b2"), roll(1, tower="T2")]
    with RollStore(path) as store:
        assert all(store.keep(each) for each in others)
        assert store.rolls() == others
        assert store.rolls("T2") == others[2:]


def test_a_roll_of_no_tower_has_no_place_here(path: Path) -> None:
    with RollStore(path) as store, pytest.raises(ValueError, match="tower"):
        store.keep(Roll(roll_id("", "", 1), 1, ("6",)))


@pytest.mark.parametrize(
    "order", ["DELETE FROM rolls", "UPDATE rolls SET faces = '6'", "REPLACE INTO rolls SELECT * FROM rolls"]
)
def test_no_roll_is_ever_changed_or_erased(path: Path, order: str) -> None:
    with RollStore(path) as store:
        store.keep(roll(1))
    with raw(path) as db:
        db.execute("PRAGMA recursive_triggers = ON")
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute(order)


def test_a_log_from_before_the_tower_takes_rolls_and_keeps_its_matches(path: Path) -> None:
    """A file of form 1 as it was written: the first migration's statements and nothing else."""
    with raw(path) as db:
        for statement in MIGRATIONS[0]:
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("PRAGMA user_version = 1")
        db.execute(
            "INSERT INTO catalogues VALUES ('4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945', '[]')"
        )
        db.execute(
            "INSERT INTO matches VALUES ('abc234', 'ofusaido', ?, '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945', '{}', 5)",
            (GAMES["ofusaido"].version,),
        )
        db.execute("INSERT INTO plays VALUES ('abc234', 1, '{\"play\": \"note\"}', NULL, 6)")
    with RollStore(path) as rolls:
        assert rolls.rolls() == []
        assert rolls.keep(roll(1))
    with MatchStore(path) as store:
        assert [header.id for header in store.headers()] == ["abc234"]
        assert store.records("abc234") == [Record(1, {"play": "note"}, (), ())]
        store.log("abc234").append(Record(2, {"play": "note"}, (), ()))
    with raw(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


def test_matches_and_rolls_share_a_file_and_are_written_at_once(path: Path) -> None:
    with MatchStore(path) as matches, RollStore(path) as rolls:
        begun = matches.begin(GAMES["ofusaido"], {"game": "ofusaido"}, [])
        for n in range(1, 20):
            begun.append(Record(n, {}, (Tap(roll_id("t", "b", n), 1, None),), ()))
            assert rolls.keep(roll(n))
        assert rolls.count() == matches.header(begun.id).plays == 19


def test_an_observation_of_before_the_tower_still_reads() -> None:
    old = {"kind": "roll", "id": "r", "at_ms": 2, "faces": ["6", "12"], "line": "ROLL 6 12"}
    seen = observation_from_json(old)
    assert seen == Roll(roll_id("t", "b", 1).__class__("r"), 2, ("6", "12"), "ROLL 6 12")
    assert observation_to_json(seen) == old
    assert observation_from_json(observation_to_json(roll(3))) == roll(3)


def test_rows_that_make_no_sense_are_damage(path: Path) -> None:
    with RollStore(path) as store:
        store.keep(roll(1))
    with raw(path) as db:
        db.execute("DROP TRIGGER rolls_never_UPDATE")
        db.execute("UPDATE rolls SET confidence = 'much'")
        for name in ("outbox", "identity"):
            db.execute(f"DROP TABLE {name}")
        db.execute(f"PRAGMA user_version = {WITH_CHAIN - 1}")
    with RollStore(path) as store, pytest.raises(LogDamaged, match="rolls"):
        store.rolls()


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="file"):
        RollStore(tmp_path / "file" / "matches.db")
