"""The store holds the same in SQLite and in PostgreSQL."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.bus.messages import LogNews
from companion.bus.topics import TopicPart
from companion.codec import read, write
from companion.errors import Malformed
from companion.hall.backup import restore_backup, write_backup
from companion.hall.branches import KeptBranch, LogKey
from companion.hall.errors import HallError, StoreError
from companion.hall.exports import export_matches
from companion.hall.places import HallPlaces
from companion.hall.store.changes import KeptCall, NewRecord, StoreChanges
from companion.hall.store.store import HallStore, sqlite_address
from companion.storage.exchange import read_export
from companion.storage.log import MatchStore
from companion.storage.outbox import ChainedRecord, OutboxReader
from companion.table.hall.teller import letter_of
from companion.words import Text
from tests.hall.evening import Evening
from tests.hall.real_broker import free_port

SERVERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
needs_postgresql = pytest.mark.skipif(not SERVERS, reason="PostgreSQL is not installed")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A PostgreSQL server of our own, which is gone afterwards."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        user = "nobody" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        if os.getuid() == 0:
            shutil.chown(folder, user)
        port = free_port()

        def run(program: str, *words: str) -> None:
            subprocess.run(
                [SERVERS[0] / program, "-D", folder / "db", *words],
                check=True,
                user=user if os.getuid() == 0 else None,
                stdout=subprocess.DEVNULL,
                cwd=folder,
            )

        run("initdb", "-U", "hall", "-A", "trust", "--no-sync")
        run("pg_ctl", "-w", "-l", f"{folder}/log", "-o", f"-p {port} -k {folder} -F", "start")
        yield f"postgresql://hall@127.0.0.1:{port}"
        run("pg_ctl", "-w", "-m", "immediate", "stop")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=[needs_postgresql, pytest.mark.process])])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    address = None
    if request.param == "postgresql":
        address = f"{request.getfixturevalue('server')}/postgres"
        with HallStore(address) as store:
            empty(store)
    evening = Evening(tmp_path, address)
    yield evening
    evening.close()


def empty(store: HallStore) -> None:
    with store._engine.begin() as db:
        for name in ("branches", "records", "matches", "links", "calls", "orders"):
            db.exec_driver_sql(f"DELETE FROM {name}")


def test_what_was_kept_is_there_after_a_new_start(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(70)
    evening.pass_time()
    evening.desk.close()
    evening.store.close()
    evening.open_hall()
    table.play(1)
    evening.pass_time()
    assert evening.kept(table) == table.chain()[1]
    assert evening.store.plays("t1") == {table.match: 71}


def test_a_transaction_that_fails_leaves_nothing_and_is_made_up_for(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(3)
    with OutboxReader(table.path) as outbox:
        news = LogNews(outbox.log, outbox.after(0, 64, 10**6))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HallStore, "_keep_links", refuse)
        with pytest.raises(StoreError):
            evening.hall.hear([letter_of("t1", TopicPart.LOG, news)], 0)
    evening.hall.reload()
    assert evening.kept(table) == []
    evening.pass_time()
    assert evening.kept(table) == table.chain()[1]


def refuse(*_: object) -> None:
    raise StoreError(Text("the disk is full"))


def test_links_are_written_over_and_not_added(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(2)
    evening.pass_time()
    table.play(1)
    evening.pass_time()
    (link,) = evening.store.links()
    assert (link.account, link.n, link.head_n, link.is_up) == ("t1", 4, 4, True)


def test_a_backup_put_back_into_an_empty_store_is_the_same_hall(evening: Evening, tmp_path: Path) -> None:
    table = evening.seat("t1")
    table.play(5)
    evening.pass_time()
    places = HallPlaces(tmp_path / "other")
    rows = write_backup(HallPlaces(tmp_path / "hall"), evening.store, tmp_path / "backup.zip")
    assert (tmp_path / "backup.zip").stat().st_mode & 0o077 == 0
    with HallStore(sqlite_address(places.store)) as other:
        assert restore_backup(places, other, tmp_path / "backup.zip") == rows
        assert list(other.rows()) == list(evening.store.rows())
        with pytest.raises(HallError):
            restore_backup(places, other, tmp_path / "backup.zip")


def test_a_backup_goes_back_into_the_kind_of_store_that_it_came_from(
    evening: Evening, tmp_path: Path
) -> None:
    table = evening.seat("t1")
    table.play(5)
    evening.pass_time()
    before = list(evening.store.rows())
    places = HallPlaces(tmp_path / "hall")
    write_backup(places, evening.store, tmp_path / "backup.zip")
    empty(evening.store)
    restore_backup(places, evening.store, tmp_path / "backup.zip")
    assert list(evening.store.rows()) == before


def test_half_a_backup_is_refused(evening: Evening, tmp_path: Path) -> None:
    path = tmp_path / "backup.zip"
    write_backup(HallPlaces(tmp_path / "hall"), evening.store, path)
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(HallError):
        restore_backup(HallPlaces(tmp_path / "hall"), evening.store, path)


def test_an_exported_match_is_the_tables_own_export(evening: Evening, tmp_path: Path) -> None:
    table = evening.seat("t1")
    table.play(5)
    evening.pass_time()
    assert export_matches(evening.store, tmp_path / "out", {"t1": "7"}).written == 1
    lines = (tmp_path / "out" / f"7-{table.match}.jsonl").read_bytes().splitlines()
    exported = read_export(lines)
    with MatchStore(table.path) as store:
        assert list(exported.plays) == store.plays(str(table.match))


def told(store: HallStore, *records: ChainedRecord) -> None:
    """Keep records as if a table had sent them, past what checks its letters."""
    key = LogKey("t9", "forged")
    branch = KeptBranch(key, 0, None, 0, 0, "")
    new = [NewRecord(key, 0, replace(record, n=n)) for n, record in enumerate(records, start=1)]
    store.keep(StoreChanges(branches=[(branch, None)], records=new))


def beginning(match: str, body: str = '{"export": "companion", "game": "ofusaido"}') -> ChainedRecord:
    return ChainedRecord(1, "match", 0, body, "0" * 64, match)


OUTSIDE = "x/../../tournaments/spring"


@pytest.mark.parametrize("name", [OUTSIDE, "..", ".hidden", "a\\b", "a\nb", "x" * 65, "é"])
def test_an_id_that_would_lead_a_file_elsewhere_is_refused_at_the_door(name: str) -> None:
    with pytest.raises(Malformed):
        read(ChainedRecord, {**write(beginning("abc234")), "match": name})


def test_a_match_that_is_called_like_a_path_is_told_and_left_out(evening: Evening, tmp_path: Path) -> None:
    evening.seat("t1").play(2)
    evening.pass_time()
    spring = tmp_path / "tournaments" / "spring.jsonl"
    spring.parent.mkdir()
    spring.write_text("kept")
    told(evening.store, beginning(OUTSIDE), beginning("abc234", "[]"), beginning("abc235", "{" * 5_000))
    made = export_matches(evening.store, tmp_path / "out", {"t1": "7", "t9": "9"})
    assert (made.written, len(made.left_out)) == (1, 3)
    assert OUTSIDE in str(made.left_out)
    assert [path.name[:2] for path in (tmp_path / "out").iterdir()] == ["7-"]
    assert spring.read_text() == "kept"


def test_an_export_overwrites_no_file(evening: Evening, tmp_path: Path) -> None:
    table = evening.seat("t1")
    table.play(2)
    evening.pass_time()
    folder, numbers = tmp_path / "out", {"t1": "7"}
    assert export_matches(evening.store, folder, numbers).written == 1
    before = (folder / f"7-{table.match}.jsonl").read_bytes()
    again = export_matches(evening.store, folder, numbers)
    assert (again.written, again.there, again.kept) == (0, 1, [])
    table.play(1)
    evening.pass_time()
    gone_on = export_matches(evening.store, folder, numbers)
    assert (gone_on.written, len(gone_on.kept)) == (1, 1)
    assert (folder / f"7-{table.match}.jsonl").read_bytes() == before
    assert len(read_export((folder / f"7-{table.match}-2.jsonl").read_bytes().splitlines()).plays) == 3


def test_a_beginning_that_is_told_twice_or_makes_no_sense_stops_nobody_elses_records(
    evening: Evening,
) -> None:
    deep, late = "[" * 5_000, '{"game": "x\\ud800", "rules_version": "1", "created_at_ms": 9' + "9" * 30 + "}"
    told(
        evening.store,
        beginning("abc234"),
        beginning("abc234"),
        beginning("abc235", deep),
        beginning("abc236", late),
    )
    assert [match.match for match in evening.store.matches()] == ["abc234", "abc235", "abc236"]


def test_a_call_is_answered_once_and_by_name(evening: Evening) -> None:
    evening.store.keep(StoreChanges(calls=[KeptCall("t1", "fork", "log", 4)]))
    ((number, _),) = evening.store.open_calls()
    assert evening.store.answer_call(number, "Anna", 5)
    assert not evening.store.answer_call(number, "Ben", 6)
    assert evening.store.open_calls() == []


def test_a_store_of_a_later_version_is_not_touched(evening: Evening) -> None:
    with evening.store._engine.begin() as db:
        db.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="later version"):
        HallStore(evening.address)
    with evening.store._engine.begin() as db:
        db.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")


def test_an_address_of_no_known_store_is_refused() -> None:
    with pytest.raises(StoreError, match="postgresql://"):
        HallStore("mysql://somewhere/else")


def test_a_server_that_is_not_there_is_said_without_the_password() -> None:
    with pytest.raises(StoreError) as told:
        HallStore(f"postgresql://hall:secret@127.0.0.1:{free_port()}/hall")
    assert "secret" not in str(told.value)
