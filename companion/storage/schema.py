"""Defines the tables of the log, upgrades older files, and opens a file to write or only to read.

    catalogues   card definitions, by the hash of their canonical JSON; matches share them
    matches      what was settled before the first play
    plays        one row a play, accepted or refused
    observations what a play was read from
    events       what followed from a play, one row an event
    rolls        what the dice towers reported, each roll once, in a match or not
    clocks       what happened to the clocks of a match, and how they stood after it
    identity     which log this is
    outbox       the chain of all these, by which damage is found (`chain`)

Nothing is ever changed or erased: triggers abort whoever tries. The file says whose it is (`application_id`) and
which migrations it has been through (`user_version`).
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from companion.clock import wall_ms
from companion.errors import LogBusy, NewerSchema, StorageError
from companion.storage import chain
from companion.storage.border import border, damaged, expect_there, file_at
from companion.storage.kept_files import make_file, make_folder, tighten, unusable
from companion.system_errors import system_says
from companion.words import Text

APPLICATION_ID = 0x434D504E
"""`CMPN`: tells our files from any other SQLite database."""
BUSY_MS = 5_000
"""How long another writer is waited for; one play's transaction takes a few milliseconds."""

_TABLES = (
    """CREATE TABLE catalogues (
        hash TEXT PRIMARY KEY,
        cards TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE matches (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        rules_version TEXT NOT NULL,
        catalogue_hash TEXT NOT NULL REFERENCES catalogues (hash),
        setup TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE plays (
        match TEXT NOT NULL REFERENCES matches (id),
        seq INTEGER NOT NULL CHECK (seq >= 1),
        play TEXT NOT NULL,
        error TEXT,
        at_ms INTEGER NOT NULL,
        PRIMARY KEY (match, seq)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE observations (
        match TEXT NOT NULL,
        seq INTEGER NOT NULL,
        n INTEGER NOT NULL,
        id TEXT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (match, seq, n),
        FOREIGN KEY (match, seq) REFERENCES plays (match, seq)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE events (
        match TEXT NOT NULL,
        seq INTEGER NOT NULL,
        n INTEGER NOT NULL,
        of INTEGER NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        evidence TEXT NOT NULL,
        PRIMARY KEY (match, seq, n),
        FOREIGN KEY (match, seq) REFERENCES plays (match, seq)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX events_of_a_play ON events (match, of, seq)",
)
_ROLLS = """CREATE TABLE rolls (
        n INTEGER PRIMARY KEY,
        tower TEXT NOT NULL,
        boot TEXT NOT NULL,
        roll INTEGER NOT NULL CHECK (roll >= 1),
        request TEXT,
        dice TEXT NOT NULL,
        faces TEXT NOT NULL,
        confidence TEXT NOT NULL,
        state TEXT NOT NULL,
        rest_ms INTEGER,
        again INTEGER NOT NULL,
        line TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        UNIQUE (tower, boot, roll)
    ) STRICT"""

_CLOCKS = """CREATE TABLE clocks (
        n INTEGER PRIMARY KEY,
        match TEXT NOT NULL REFERENCES matches (id),
        at_ms INTEGER NOT NULL,
        body TEXT NOT NULL
    ) STRICT"""
_CLOCKS_OF_A_MATCH = "CREATE INDEX clocks_of_a_match ON clocks (match, n)"


def _append_only(*tables: str) -> tuple[str, ...]:
    return tuple(
        f"CREATE TRIGGER {table}_never_{what} BEFORE {what} ON {table}"
        " BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
        for table in tables
        for what in ("UPDATE", "DELETE")
    )


MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (*_TABLES, *_append_only("catalogues", "matches", "plays", "observations", "events")),
    (_ROLLS, *_append_only("rolls")),
    (_CLOCKS, _CLOCKS_OF_A_MATCH, *_append_only("clocks")),
    (*chain.STATEMENTS, *_append_only("identity", "outbox")),
)
"""Each is the statements of one transaction. A migration that was ever released is never edited: add another."""
WITH_CHAIN = 4
"""The first schema whose records have a check; older records get one in the upgrade to it."""


class LogFile:
    """The opened file of the log. Use it only in the thread that opened it; several programs may open the same file."""

    def __init__(self, path: Path, *, busy_ms: int = BUSY_MS, is_to_look: bool = False) -> None:
        """Open the file, or create it.

        `is_to_look` opens the file only for reading, which also works where nothing can be written. Raises
        `StorageError`.
        """
        self._path = path
        self._db = (connect_to_look if is_to_look else connect)(path, busy_ms)
        self._file = file_at(path)

    def close(self) -> None:
        with border(self._path):
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def expect_there(self) -> None:
        """Check that the file is still the one that was opened. Raises `StorageError`."""
        expect_there(self._path, self._file)


class DatedLogFile(LogFile):
    """An opened log whose records are kept with their time, by `clock_ms`: milliseconds since 1970, UTC."""

    def __init__(
        self,
        path: Path,
        *,
        clock_ms: Callable[[], int] = wall_ms,
        busy_ms: int = BUSY_MS,
        is_to_look: bool = False,
    ) -> None:
        super().__init__(path, busy_ms=busy_ms, is_to_look=is_to_look)
        self._clock_ms = clock_ms


def connect(path: Path, busy_ms: int = BUSY_MS) -> sqlite3.Connection:
    """Open the log, and create or upgrade it as needed. Raises `StorageError`."""
    try:
        make_folder(path.parent)
    except (OSError, ValueError) as problem:
        raise unusable(path, system_says(problem)) from problem
    # SQLite gives its two files beside the log the log's own mode. Why a file cannot be made it says itself.
    with suppress(OSError, ValueError):
        make_file(path)
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        tighten(path.with_name(name))
    with _opening(path, lambda: sqlite3.connect(path, timeout=busy_ms / 1000, isolation_level=None)) as db:
        db.execute("PRAGMA foreign_keys = ON")
        # Without it INSERT OR REPLACE would slip past the triggers.
        db.execute("PRAGMA recursive_triggers = ON")
        _check_whose(db, path)
        _write_ahead(db, busy_ms)
        db.execute("PRAGMA synchronous = FULL")
        _migrate(db, path)
    return db


def connect_to_look(path: Path, busy_ms: int = BUSY_MS) -> sqlite3.Connection:
    """Open the log for reading only; nothing is written where nothing can be. Raises `StorageError`."""
    if _may_write(path.resolve()):
        try:
            return connect(path, busy_ms)
        except (LogBusy, NewerSchema):
            raise
        except StorageError:
            # Where the disk is full, and where damage keeps it from being brought up to date, it is read as where nobody
            # may write.
            pass
    try:
        return _read_only(path, "mode=ro", busy_ms)
    except StorageError:
        _expect_nothing_waits(path.resolve())
        # A log that is written ahead is only opened beside two files of its own. Where these cannot be made nobody else
        # writes either, and it is read as it stands.
        return _read_only(path, "immutable=1", busy_ms)


def _may_write(path: Path) -> bool:
    """Tell whether the user may write the file, and others beside it."""
    is_effective = os.access in os.supports_effective_ids
    return all(os.access(one, os.W_OK, effective_ids=is_effective) for one in (path, path.parent))


def _expect_nothing_waits(path: Path) -> None:
    """Check that no plays are left in the write-ahead file only. Raises `StorageError`."""
    ahead = path.with_name(f"{path.name}-wal")
    if ahead.exists() and ahead.stat().st_size:
        raise unusable(
            path,
            Text(
                "its last plays are beside it in {file}, and can only be read where files can be "
                "written: copy the folder to such a place",
                file=ahead.name,
            ),
        )


def _read_only(path: Path, how: str, busy_ms: int) -> sqlite3.Connection:
    name = f"{path.absolute().as_uri()}?{how}"

    def opened() -> sqlite3.Connection:
        return sqlite3.connect(name, uri=True, timeout=busy_ms / 1000, isolation_level=None)

    with _opening(path, opened) as db:
        _check_whose(db, path)
    return db


@contextmanager
def _opening(path: Path, opened: Callable[[], sqlite3.Connection]) -> Iterator[sqlite3.Connection]:
    """Prepare a connection, and close it if that fails."""
    with border(path):
        connection = opened()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Open a transaction: all changes or none, on disk at its end.

    It takes the write lock at once, so that no reading goes stale.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def reading(connection: sqlite3.Connection) -> Iterator[None]:
    """Open a transaction in which several queries see the same moment."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def has_chain(connection: sqlite3.Connection) -> bool:
    """Tell whether the records of the log have a check; an older log that was only opened for reading may have none."""
    if _pragma(connection, "user_version") >= WITH_CHAIN:
        return True
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'outbox'").fetchone()
    return found is not None


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)


def _check_whose(connection: sqlite3.Connection, path: Path) -> None:
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and _pragma(connection, "application_id") != APPLICATION_ID:
        raise damaged(path, Text("it is the database of another program"))
    version = _pragma(connection, "user_version")
    if version > len(MIGRATIONS):
        raise NewerSchema(
            Text(
                "{file} was written by a later version of this program (form {theirs}, this one knows {ours});"
                " bring the program up to date",
                file=str(path),
                theirs=version,
                ours=len(MIGRATIONS),
            )
        )


def _write_ahead(connection: sqlite3.Connection, busy_ms: int) -> None:
    """Switch to write-ahead logging, and wait by hand while another process does the same, because SQLite does not."""
    deadline = time.monotonic() + busy_ms / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    while _pragma(connection, "user_version") < len(MIGRATIONS):
        with transaction(connection):
            # Asked again now that nobody else can write: another process may just have done it.
            version = _pragma(connection, "user_version")
            if version >= len(MIGRATIONS):
                break
            for statement in MIGRATIONS[version]:
                connection.execute(statement)
            if version + 1 == WITH_CHAIN:
                chain.begin(connection)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {version + 1}")
    _check_whose(connection, path)
