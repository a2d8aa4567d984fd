"""The log's chain: what is lost or altered in a file of matches is told, and what stands before it can be used."""

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from companion.errors import CompanionError, LogDamaged, StorageError
from companion.ids import MatchId
from companion.storage.chain import link_hash, log_id, match_rows
from companion.storage.clocks import ClockLog
from companion.storage.exchange import export_lines
from companion.storage.log import MatchStore
from companion.storage.rolls import RollStore
from companion.timers import ClockEvent, Doing
from companion.words import Text, translate
from tests.storage.only_to_read import only_to_read
from tests.storage.raw_database import raw
from tests.storage.test_log import CARDS, RULES, SETUP, record, refused
from tests.storage.test_rolls import roll

PLAYS = 12
TABLES = ("catalogues", "matches", "plays", "observations", "events", "clocks", "rolls", "outbox", "identity")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two matches that were played at the same time, with clocks and rolls between the plays."""
    path = tmp_path / "matches.db"
    with MatchStore(path) as store, RollStore(path) as rolls, closing(ClockLog(path)) as clocks:
        one, other = store.begin(RULES, SETUP, CARDS), store.begin(RULES, SETUP, CARDS)
        for seq in range(1, PLAYS + 1):
            one.append(record(seq, events=seq % 3) if seq != 5 else refused(seq, {"play": "nonsense"}))
            clocks.append(one.id, ClockEvent(Doing.KEEP))
            other.append(record(seq))
            rolls.keep(roll(seq))
    return path


def ids(path: Path) -> list[MatchId]:
    with closing(sqlite3.connect(path)) as db:
        return [row[0] for row in db.execute("SELECT id FROM matches ORDER BY rowid")]


def spoil(path: Path, *orders: str) -> None:
    with raw(path) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        for order in orders:
            db.execute(order)


def told(path: Path, match: MatchId) -> tuple[int, str]:
    """How many plays can be used, and what is said of the rest."""
    with MatchStore(path, is_to_look=True) as store:
        sound = store.sound(match)
        return len(sound.plays), "" if sound.damage is None else str(sound.damage)


def content(path: Path) -> list[object]:
    """All that a file says when it is asked, accidents included."""
    said: list[object] = []

    def ask(question: Callable[[], object]) -> None:
        try:
            said.append(question())
        except CompanionError as problem:
            said.append(str(problem))

    def matches() -> object:
        with MatchStore(path, is_to_look=True) as store:
            headers = store.headers()
            for header in headers:
                ask(lambda: list(export_lines(header, store.cards(header.id), store.plays(header.id))))  # noqa: B023
            ask(store.losses)
            return headers

    def clocks() -> object:
        with closing(ClockLog(path, is_to_look=True)) as log:
            return [log.events(match) for match in names]

    def rolls() -> object:
        with RollStore(path, is_to_look=True) as store:
            return store.rolls(), store.misfits()

    names: list[MatchId] = []
    with suppress(sqlite3.Error, UnicodeDecodeError):
        names.extend(ids(path))
    for question in (matches, clocks, rolls):
        ask(question)
    return said


def troubles(said: list[object]) -> list[object]:
    """What of it tells of damage: an accident, a loss, a roll that is not what was kept."""
    return [
        one
        for one in said
        if isinstance(one, str)
        or (isinstance(one, list) and one and isinstance(one[0], Text))
        or (isinstance(one, tuple) and one[1])
    ]


# --- the chain itself


def test_what_is_whole_is_said_to_be(path: Path) -> None:
    assert [told(path, match) for match in ids(path)] == [(PLAYS, ""), (PLAYS, "")]
    assert troubles(content(path)) == []


def test_the_hash_of_a_record_is_of_the_log_the_record_before_its_number_its_kind_and_its_lines(
    path: Path,
) -> None:
    (match, _) = ids(path)
    with MatchStore(path) as store:
        lines = list(export_lines(store.header(match), store.cards(match), store.plays(match)))
    first = [line for line in lines if line.startswith('{"seq": 1,')]
    with raw(path) as db:
        (log,) = db.execute("SELECT id FROM identity").fetchone()
        n, before, kept = db.execute(
            "SELECT n, before, hash FROM outbox WHERE kind = 'play' AND match = ? AND seq = 1", (match,)
        ).fetchone()
        (earlier,) = db.execute("SELECT hash FROM outbox WHERE n = ?", (n - 1,)).fetchone()
    body = "\n".join([json.dumps({"match": match}), *first])
    assert before == earlier
    assert kept == hashlib.sha256(f"{log}\n{before.hex()}\n{n}\nplay\n{body}".encode()).digest()


def test_plays_clocks_rolls_and_beginnings_stand_in_one_sequence(path: Path) -> None:
    with raw(path) as db:
        rows = db.execute("SELECT n, kind, seq FROM outbox ORDER BY n").fetchall()
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    assert [row[1] for row in rows[:6]] == ["match", "match", "play", "clock", "play", "roll"]


@pytest.mark.parametrize("table", ["identity", "outbox"])
@pytest.mark.parametrize("order", ["DELETE FROM {}", "UPDATE {} SET rowid = 99"])
def test_the_chain_is_never_changed_or_erased(path: Path, table: str, order: str) -> None:
    with raw(path) as db, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute(order.format(table))


# --- damage


@pytest.mark.parametrize(
    ("order", "sound", "words"),
    [
        ("DELETE FROM observations WHERE seq = 7", 6, "play 7 is not what was kept"),
        ("UPDATE observations SET body = replace(body, 'stdin:1', 'stdin:2') WHERE seq = 9", 8, "play 9"),
        ("UPDATE plays SET at_ms = at_ms + 1 WHERE seq = 3", 2, "play 3 is not what was kept"),
        ("UPDATE plays SET error = NULL WHERE seq = 5", 4, "play 5 is not what was kept"),
        ("DELETE FROM events WHERE seq = 12", 12, ""),
        ("DELETE FROM events WHERE seq = 11", 10, "play 11 is not what was kept"),
        ("DELETE FROM plays WHERE seq = 12", 11, "play 12 is missing"),
        ("DELETE FROM outbox WHERE seq = 4 AND kind = 'play'", 3, "play 4 has no record"),
        ("UPDATE outbox SET hash = zeroblob(32) WHERE seq = 4 AND kind = 'play'", 3, "play 4 is not"),
        ("UPDATE clocks SET at_ms = 1 WHERE n = 2", 12, "what its clocks showed is not what was kept"),
        ("DELETE FROM clocks WHERE n = 12", 12, "what its clocks showed is not what was kept"),
        ("UPDATE plays SET play = CAST(x'ff22' AS TEXT) WHERE seq = 8", 7, "play 8 is not what was kept"),
    ],
)
def test_what_does_not_fit_is_told_with_its_number_and_what_stands_before_can_be_used(
    path: Path, order: str, sound: int, words: str
) -> None:
    match = ids(path)[0]
    spoil(path, order)
    plays, said = told(path, match)
    assert plays == sound
    assert words in said
    if words:
        assert f"resume --before-damage {match}" in said


def test_two_plays_that_change_places_are_told(path: Path) -> None:
    match, _ = ids(path)
    spoil(
        path,
        "UPDATE plays SET seq = 99 WHERE seq = 5",
        "UPDATE plays SET seq = 5 WHERE seq = 6",
        "UPDATE plays SET seq = 6 WHERE seq = 99",
    )
    assert told(path, match)[0] == 4


def test_a_neighbours_damage_is_not_laid_to_a_match_that_is_whole(path: Path) -> None:
    one, other = ids(path)
    spoil(
        path, f"UPDATE outbox SET hash = zeroblob(32) WHERE match = '{other}' AND seq = 3 AND kind = 'play'"
    )
    assert told(path, one) == (PLAYS, "")
    assert told(path, other)[0] == 2


def test_a_play_that_was_rewritten_with_its_own_hash_is_told_by_the_record_after_it(path: Path) -> None:
    match, _ = ids(path)
    spoil(path, f"UPDATE plays SET at_ms = 5 WHERE match = '{match}' AND seq = 4")
    with raw(path) as db:
        n, before = db.execute(
            "SELECT n, before FROM outbox WHERE match = ? AND seq = 4 AND kind = 'play'", (match,)
        ).fetchone()
        forged = link_hash(log_id(db), before, n, "play", match_rows(db, match).body(4))
        db.execute("UPDATE outbox SET hash = ? WHERE n = ?", (forged, n))
    assert told(path, match)[0] == 3


def test_the_last_play_that_was_taken_away_with_its_record_is_missed(path: Path) -> None:
    _, other = ids(path)
    spoil(
        path,
        *(f"DELETE FROM {table} WHERE seq = 12" for table in ("events", "observations", "plays", "outbox")),
    )
    plays, said = told(path, other)
    assert plays == 11
    assert "probably of this match, after its play 11" in said


def test_the_end_of_the_log_that_was_cut_off_is_missed_even_when_play_goes_on(path: Path) -> None:
    _, other = ids(path)
    tables = ("events", "observations", "plays")
    spoil(
        path, *(f"DELETE FROM {table} WHERE seq = 12" for table in tables), "DELETE FROM outbox WHERE n >= 46"
    )
    with MatchStore(path) as store:
        before = store.losses()
        new = store.begin(RULES, SETUP, CARDS)
        new.append(record(1))
        assert store.losses() == before
    assert [translate(one, "en") for one in before[:1]] == ["a part of the log is missing (records 46 to 50)"]
    assert told(path, new.id) == (1, "")
    assert told(path, other)[1]


def test_a_match_that_vanished_is_missed(path: Path) -> None:
    one, _ = ids(path)
    spoil(path, f"DELETE FROM matches WHERE id = '{one}'")
    with MatchStore(path) as store:
        (lost,) = store.losses()
    assert translate(lost, "en") == f"match {one} is missing"


@pytest.mark.parametrize(
    "column", ["setup = '{}'", "created_at_ms = 1", "game = 'ouaf'", "rules_version = 'x'"]
)
def test_a_beginning_that_was_altered_leaves_nothing_to_use(path: Path, column: str) -> None:
    spoil(path, f"UPDATE matches SET {column}")
    with (
        MatchStore(path) as store,
        pytest.raises(LogDamaged, match=r"beginning is not what was kept \(record 1\)"),
    ):
        store.sound(ids(path)[0])


def test_a_roll_that_was_altered_is_left_out_and_told(path: Path) -> None:
    spoil(path, "UPDATE rolls SET faces = '6,6' WHERE n = 3", "DELETE FROM rolls WHERE n = 5")
    with RollStore(path) as store:
        assert len(store.rolls()) == PLAYS - 2
        assert store.misfits() == [3, 5]


def test_a_lost_page_leaves_what_stands_before_it(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with MatchStore(path) as store:
        log = store.begin(RULES, SETUP, CARDS)
        for seq in range(1, 200):
            log.append(record(seq))
    with raw(path) as db:
        (page,) = db.execute(
            "SELECT max(pageno) FROM dbstat WHERE name = 'observations' AND pagetype = 'leaf'"
        ).fetchone()
    data = bytearray(path.read_bytes())
    data[(page - 1) * 4096 : page * 4096] = bytes(4096)
    path.write_bytes(data)
    plays, said = told(path, log.id)
    assert 0 < plays < 199
    assert f"play {plays + 1} is not what was kept" in said


# --- older logs


@pytest.fixture
def older(path: Path) -> Path:
    """The same log as the form before wrote it."""
    spoil(path, "DROP TABLE outbox", "DROP TABLE identity", "PRAGMA user_version = 3")
    return path


def test_an_older_log_gets_its_chain_when_it_is_opened_to_write(older: Path) -> None:
    match, _ = ids(older)
    MatchStore(older).close()
    assert told(older, match) == (PLAYS, "")
    spoil(older, "DELETE FROM observations WHERE seq = 7")
    assert told(older, match)[0] == 6


def test_an_older_log_is_shown_as_it_is_where_nothing_can_be_written(older: Path) -> None:
    match, _ = ids(older)
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        copy = Path(shutil.copy(older, name))
        with only_to_read(copy.parent):
            assert told(copy, match) == (PLAYS, "")


def test_a_damaged_older_log_is_still_looked_at(older: Path) -> None:
    match, _ = ids(older)
    spoil(older, "CREATE TABLE identity (a)")
    assert told(older, match)[0] == PLAYS


def test_a_log_that_says_it_is_older_than_it_is_hides_no_damage(path: Path) -> None:
    match, _ = ids(path)
    spoil(path, "DELETE FROM observations WHERE seq = 7", "PRAGMA user_version = 3")
    with suppress(StorageError):
        assert told(path, match)[0] == 6
    with pytest.raises(StorageError):
        MatchStore(path)


# --- by chance


def _flipped(path: Path, chance: Random) -> str:
    data = bytearray(path.read_bytes())
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(100, len(data))
        data[at] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    return "bytes flipped"


def _cut(path: Path, chance: Random) -> str:
    data = path.read_bytes()
    path.write_bytes(data[: chance.randrange(1, len(data))])
    return "cut off"


def _erased(path: Path, chance: Random) -> str:
    table = chance.choice(TABLES)
    order = f"DELETE FROM {table} WHERE rowid IN (SELECT rowid FROM {table} ORDER BY random() LIMIT 1)"
    if table in ("plays", "observations", "events"):
        match = chance.choice(ids(path))
        order = f"DELETE FROM {table} WHERE match = '{match}' AND seq = {chance.randint(1, PLAYS)}"
    spoil(path, order)
    return order


def _swapped(path: Path, chance: Random) -> str:
    one, other = chance.sample(range(1, PLAYS + 1), 2)
    table = chance.choice(("plays", "observations", "events"))
    which = "AND match = (SELECT min(id) FROM matches)" if chance.random() < 0.5 else ""
    orders = [
        f"UPDATE {table} SET seq = {b} WHERE seq = {a} {which}"
        for a, b in ((one, 99), (other, one), (99, other))
    ]
    spoil(path, "PRAGMA foreign_keys = OFF", *orders)
    return "; ".join(orders)


def _mutations(path: Path, seeds: range) -> Iterator[tuple[str, list[object]]]:
    whole = path.read_bytes()
    for seed in seeds:
        chance = Random(seed)
        for beside in path.parent.glob("matches.db-*"):
            beside.unlink()
        path.write_bytes(whole)
        how = chance.choice((_flipped, _cut, _erased, _swapped))(path, chance)
        yield f"{seed}: {how}", content(path)


def _expect_told(path: Path, seeds: range) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = content(path)
    assert not troubles(whole)
    for how, said in _mutations(path, seeds):
        # What is neither told nor lost was in no use: free space in the file, an index, a trigger.
        assert said == whole or troubles(said), how


def test_no_loss_is_silent(path: Path) -> None:
    _expect_told(path, range(40))


@pytest.mark.slow
def test_no_loss_is_silent_however_the_file_was_damaged(path: Path) -> None:
    _expect_told(path, range(1000, 1800))
