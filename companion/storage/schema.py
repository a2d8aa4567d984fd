"""The log's tables in SQLite, how they came to be, and the border where SQLite's errors become ours.

    catalogues   card definitions, by the hash of their canonical JSON; matches share them
    matches      what was settled before the first play
    plays        one row a play, accepted or refused
    observations what a play was read from
    events       what followed from a play, one row an event
    rolls        what the dice towers reported, each roll once, in a match or not
    clocks       what happened to the clocks of a match, and how they stood after it

Nothing is ever changed or erased: triggers abort whoever tries. The file says whose it is (`application_id`) and
which migrations it has been through (`user_version`).
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import LogBusy, LogDamaged, LogFull, NewerSchema, StorageError
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
)
"""Each is the statements of one transaction. A migration that was ever released is never edited: add another."""


def connect(path: Path, busy_ms: int = BUSY_MS) -> sqlite3.Connection:
    """Open the log, making it or bringing it up to date. Raises `StorageError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as problem:
        raise _unusable(path, getattr(problem, "strerror", None) or str(problem)) from problem
    with border(path):
        connection = sqlite3.connect(path, timeout=busy_ms / 1000, isolation_level=None)
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            # Without it INSERT OR REPLACE would slip past the triggers.
            connection.execute("PRAGMA recursive_triggers = ON")
            _check_whose(connection, path)
            _write_ahead(connection, busy_ms)
            connection.execute("PRAGMA synchronous = FULL")
            _migrate(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def border(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into our own errors."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # Ours, not the world's.
    except UnicodeDecodeError as problem:
        raise damaged(path, Text("it holds bytes that are no text")) from problem
    except sqlite3.Error as problem:
        code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise LogBusy(
                Text("{file} is in use by another program; close that one, or try again", file=str(path))
            ) from problem
        if code in (
            sqlite3.SQLITE_CANTOPEN,
            sqlite3.SQLITE_READONLY,
            sqlite3.SQLITE_IOERR,
        ):
            raise _unusable(path, str(problem)) from problem
        if code == sqlite3.SQLITE_FULL:
            raise LogFull(
                Text("{file}: the disk is full; make room, and say it again", file=str(path))
            ) from problem
        raise damaged(path, _said(problem)) from problem


def _said(problem: sqlite3.Error) -> Text | str:
    """SQLite's own words, but for those that quote what it could not read."""
    words = str(problem)
    return Text("it holds bytes that are no text") if "decode" in words else words


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, and on disk when it ends. Takes the right to write at once, so that no reading goes stale."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def damaged(path: Path, problem: Text | str) -> LogDamaged:
    """What is said of a log that contradicts itself."""
    return LogDamaged(
        Text(
            "{file} is damaged, or no log of matches: {problem}; put it aside, or give another folder with --data",
            file=str(path),
            problem=problem,
        )
    )


def _unusable(path: Path, problem: str) -> StorageError:
    return StorageError(
        Text(
            "{file} cannot be used: {problem}; give another folder with --data",
            file=str(path),
            problem=problem,
        )
    )


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
    """Switch to write-ahead logging. SQLite does not wait by itself while another process does the same."""
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
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {version + 1}")
    _check_whose(connection, path)
