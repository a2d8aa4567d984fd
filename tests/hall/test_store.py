"""The store holds the same in SQLite and in PostgreSQL."""

import gc
import json
import os
import pwd
import shutil
import socket
import subprocess
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.bus.messages import LogNews
from companion.bus.wire import TopicPart
from companion.codec import read, write
from companion.errors import CompanionError, Malformed
from companion.hall.access import AccountBook, HallRole, PeopleBook
from companion.hall.backup import restore_backup, write_backup
from companion.hall.branches import KeptBranch, LogKey
from companion.hall.errors import HallError, StoreError, StoreGone
from companion.hall.matches import MatchExport, export_matches
from companion.hall.places import HallPlaces
from companion.hall.store.changes import KeptCall, NewRecord, StoreChanges
from companion.hall.store.store import HallStore, sqlite_address
from companion.network.certificates import FOR_YEARS, LONG_AGO, make_authority
from companion.storage.exchange import read_export
from companion.storage.kept_files import make_folder
from companion.storage.log import MatchStore
from companion.storage.outbox import ChainedRecord, OutboxReader
from companion.storage.places import Places
from companion.storage.tournaments import TournamentFile
from companion.table.hall.teller import letter_of
from companion.words import Text, translate
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
    here, there = hall_in(tmp_path / "here"), HallPlaces(tmp_path / "there" / "hall")
    AccountBook(here.accounts, lambda: 1).add("raspberry", 7)
    cookie = PeopleBook(here.people, lambda: 1).add("Anna", HallRole.REFEREE)
    spring = begin_tournament(here)
    rows = write_backup(here, evening.store, tmp_path / "backup.zip")
    assert (tmp_path / "backup.zip").stat().st_mode & 0o077 == 0
    with HallStore(sqlite_address(there.store)) as other:
        made = restore_backup(there, other, tmp_path / "backup.zip")
        assert (made.rows, made.tournaments, made.set_aside) == (rows, 1, ())
        assert list(other.rows()) == list(evening.store.rows())
        with pytest.raises(StoreError, match="not empty"):
            restore_backup(there, other, tmp_path / "backup.zip")
    for one in (here.accounts, here.authority.certificate, here.authority.key, spring):
        again = there.folder.parent / one.relative_to(here.folder.parent)
        assert again.read_bytes() == one.read_bytes()
        assert again.stat().st_mode & 0o077 == 0
    anna = PeopleBook(there.people, lambda: 1).with_token(cookie)
    assert anna is not None
    assert anna.name == "Anna"


def hall_in(data: Path) -> HallPlaces:
    """The folder of a hall that was opened once."""
    places = HallPlaces(data / "hall")
    make_folder(places.folder)
    make_authority(places.authority, LONG_AGO, LONG_AGO + FOR_YEARS)
    return places


def begin_tournament(places: HallPlaces, name: str = "spring", lot: int = 1) -> Path:
    with TournamentFile(Places(places.folder.parent), name, is_new=True) as file:
        file.append([{"kind": "opened", "name": name, "game": "ofusaido", "lot": lot}], 1)
        return file.path


def test_a_backup_goes_back_into_the_kind_of_store_that_it_came_from(
    evening: Evening, tmp_path: Path
) -> None:
    table = evening.seat("t1")
    table.play(5)
    evening.pass_time()
    before = list(evening.store.rows())
    places = hall_in(tmp_path)
    write_backup(places, evening.store, tmp_path / "backup.zip")
    empty(evening.store)
    restore_backup(places, evening.store, tmp_path / "backup.zip")
    assert list(evening.store.rows()) == before


# --- backups that no hall has written


def backup_with(folder: Path, parts: dict[str, bytes | None]) -> Path:
    """A backup of a hall that was just opened, in which some parts are others, or (None) are missing."""
    with TemporaryDirectory() as name, HallStore(sqlite_address(Path(name) / "hall" / "hall.db")) as store:
        write_backup(hall_in(Path(name)), store, folder / "whole.zip")
    with zipfile.ZipFile(folder / "whole.zip") as whole:
        usual = {name: whole.read(name) for name in whole.namelist()}
    (folder / "whole.zip").unlink()
    path = folder / "forged.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, data in {**usual, **parts}.items():
            if data is not None:
                archive.writestr(part, data)
    return path


def stored(table: str, **row: object) -> bytes:
    return json.dumps({"table": table, "row": row}).encode() + b"\n"


BRANCH: dict[str, object] = {
    "account": "t1",
    "log": "l",
    "branch": 0,
    "parent": None,
    "after": 0,
    "cites": None,
}
FORGED: dict[str, dict[str, bytes | None]] = {
    "a number of 30 digits": {"store.jsonl": stored("branches", **{**BRANCH, "after": 10**30})},
    "an id like a path": {"store.jsonl": stored("branches", **{**BRANCH, "log": "../x"})},
    "no object": {"store.jsonl": b"[]\n"},
    "nested without end": {"store.jsonl": b"[" * 5_000},
    "a field too many": {"store.jsonl": stored("branches", **BRANCH, more=1)},
    "text that no store holds": {"store.jsonl": stored("branches", **{**BRANCH, "cites": "\0"})},
    "20 MB in 20 kB": {"store.jsonl": b"0" * 20_000_000},
    "a name outside": {"tournaments/../spring.jsonl": b"", "tournaments/..jsonl": b""},
    "another's accounts": {"accounts.json": b'{"accounts": [{"account": "t1\\nhall"}]}'},
    "no accounts": {"accounts.json": None},
    "no authority": {"authority.pem": None, "authority-key.pem": None},
    "half an authority": {"authority-key.pem": None},
    "another key": {"authority-key.pem": b"xxx"},
    "no tournament": {"tournaments/spring.jsonl": b"{}\n"},
    "a tournament without a line": {"tournaments/spring.jsonl": b"xxx"},
    "another form": {"form.json": b'{"backup": "companion hall", "form": 99}'},
    "another file": {"form.json": b"[]"},
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_backup_is_refused_in_words_and_leaves_nothing(tmp_path: Path, what: str) -> None:
    places = HallPlaces(tmp_path / "hall")
    path = backup_with(tmp_path, FORGED[what])
    with HallStore(sqlite_address(places.store)) as store:
        with pytest.raises(HallError, match="is not a complete backup of a hall"):
            restore_backup(places, store, path)
        assert list(store.rows()) == []
    assert sorted(one.name for one in tmp_path.iterdir()) == ["forged.zip", "hall"]


def test_a_backup_of_a_hall_that_no_table_joined_is_whole(tmp_path: Path) -> None:
    places = HallPlaces(tmp_path / "hall")
    with HallStore(sqlite_address(places.store)) as store:
        assert restore_backup(places, store, backup_with(tmp_path, {})).rows == 0
    assert AccountBook(places.accounts, lambda: 1).accounts() == ()


def test_a_damaged_tournament_lies_in_the_backup_and_does_not_keep_the_hall_from_being_put_back(
    tmp_path: Path,
) -> None:
    here, there = hall_in(tmp_path / "here"), HallPlaces(tmp_path / "there" / "hall")
    begin_tournament(here, "winter")
    begin_tournament(here).write_bytes(b"{}\n")
    with HallStore(sqlite_address(here.store)) as store:
        write_backup(here, store, tmp_path / "backup.zip")
    with zipfile.ZipFile(tmp_path / "backup.zip") as archive:
        assert archive.read("damaged/spring.jsonl") == b"{}\n"
    with HallStore(sqlite_address(there.store)) as store:
        assert restore_backup(there, store, tmp_path / "backup.zip").tournaments == 1


def test_half_a_backup_is_refused(evening: Evening, tmp_path: Path) -> None:
    path = tmp_path / "backup.zip"
    write_backup(HallPlaces(tmp_path / "hall"), evening.store, path)
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(HallError):
        restore_backup(HallPlaces(tmp_path / "hall"), evening.store, path)


def test_what_is_no_file_is_no_backup_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    places = HallPlaces(tmp_path / "hall")
    with HallStore(sqlite_address(places.store)) as store:
        for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path, tmp_path / "none"):
            with pytest.raises(CompanionError, match="cannot be read"):
                restore_backup(places, store, path)
        with pytest.raises(CompanionError, match="cannot be written: this is a"):
            write_backup(places, store, tmp_path / "pipe")


def test_a_tournament_that_went_on_after_the_backup_stays_and_another_one_is_not_overwritten(
    tmp_path: Path,
) -> None:
    here, there = hall_in(tmp_path / "here"), HallPlaces(tmp_path / "there" / "hall")
    spring = begin_tournament(here)
    with HallStore(sqlite_address(here.store)) as store:
        write_backup(here, store, tmp_path / "backup.zip")
        with TournamentFile(Places(tmp_path / "here"), "spring") as file:
            file.append([{"kind": "ended"}], 2)
        gone_on = spring.read_bytes()
        assert restore_backup(here, store, tmp_path / "backup.zip").tournaments == 0
        assert spring.read_bytes() == gone_on
    other = begin_tournament(there, lot=2).read_bytes()
    with HallStore(sqlite_address(there.store)) as store:
        with pytest.raises(HallError, match="another tournament spring"):
            restore_backup(there, store, tmp_path / "backup.zip")
        assert list(store.rows()) == []
    assert (tmp_path / "there" / "tournaments" / "spring.jsonl").read_bytes() == other


def test_accounts_that_were_there_are_set_aside(tmp_path: Path) -> None:
    places = hall_in(tmp_path)
    book = AccountBook(places.accounts, lambda: 1)
    book.add("raspberry", 7)
    with HallStore(sqlite_address(places.store)) as store:
        write_backup(places, store, tmp_path / "backup.zip")
        book.add("later", 8)
        (aside,) = restore_backup(places, store, tmp_path / "backup.zip").set_aside
    assert [one.number for one in book.accounts()] == [7]
    assert [one.number for one in AccountBook(aside, lambda: 1).accounts()] == [7, 8]


def test_a_backup_that_cannot_be_written_leaves_the_one_before(evening: Evening, tmp_path: Path) -> None:
    path, places = tmp_path / "backup.zip", HallPlaces(tmp_path / "hall")
    write_backup(places, evening.store, path)
    before = path.read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HallStore, "rows", refuse)
        with pytest.raises(StoreError):
            write_backup(places, evening.store, path)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob(".backup*"))


# --- two halls


@needs_postgresql
@pytest.mark.process
def test_two_halls_on_one_database_are_refused_and_one_after_the_other_is_not(server: str) -> None:
    address = f"{server}/postgres"
    with HallStore(address, is_of_hall=True) as store:
        with pytest.raises(StoreError, match="another hall uses this database"):
            HallStore(address, is_of_hall=True)
        with HallStore(address) as looked_at:
            looked_at.branches()
        store.expect_there()
        store.reopen()
        assert store._tenancy is not None
        store._tenancy._connection.invalidate()
        with HallStore(address, is_of_hall=True), pytest.raises(StoreGone):
            store.expect_there()
    HallStore(address, is_of_hall=True).close()


@needs_postgresql
@pytest.mark.process
@pytest.mark.parametrize(
    ("place", "said"), [("/nowhere", "there is no such database"), ("0:x/y", "expected a store such as")]
)
def test_a_refusal_of_postgresql_is_said_in_words(server: str, place: str, said: str) -> None:
    with pytest.raises(StoreError, match=said) as told:
        HallStore(f"{server}{place}")
    assert "{" not in str(told.value)


@pytest.mark.parametrize(
    ("written", "says"), [(0, "0 matches written"), (1, "1 match written"), (2, "2 matches written")]
)
def test_how_many_matches_were_exported_is_said_in_the_right_number(written: int, says: str) -> None:
    assert translate(MatchExport(written).written_to("out"), "en") == f"{says} to out"


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


@pytest.mark.parametrize("answer", [b"R\0\0\0\x0c\0\0\0\x05salt", b"HTTP/1.1 400 Bad Request\r\n\r\n", b""])
def test_a_server_that_wants_a_password_or_is_another_one_is_said_in_words(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        thread = threading.Thread(target=lambda: _answer(server, answer))
        thread.start()
        with pytest.raises(StoreError) as told:
            HallStore(f"postgresql://hall@127.0.0.1:{port}/hall")
        thread.join()
        said = str(told.value)
        del told
    # What the driver left behind would print here what it could not send, and fail the test.
    gc.collect()
    assert ("asks for a password" in said) or ("cannot be used" in said)


def _answer(server: socket.socket, answer: bytes) -> None:
    caller, _ = server.accept()
    with caller:
        caller.recv(1_000)
        caller.sendall(answer)


def test_a_server_that_is_not_there_is_said_without_the_password() -> None:
    with pytest.raises(StoreError) as told:
        HallStore(f"postgresql://hall:secret@127.0.0.1:{free_port()}/hall")
    assert "secret" not in str(told.value)
