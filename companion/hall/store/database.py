"""The database behind the store: connections to a PostgreSQL server, one hall at a time, refusals in words, and rows from
outside.
"""

import socket
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pg8000
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from companion.codec import Range, WallMs, read
from companion.errors import Malformed
from companion.hall.errors import StoreError
from companion.hall.store.tables import META
from companion.storage.border import sqlite_says
from companion.storage.outbox import read_account, read_name
from companion.storage.strict_json import is_keepable
from companion.system_errors import system_says
from companion.words import N_, Text

# --- server
# Connections to a PostgreSQL server.


class ServerSocket(socket.socket):
    """A socket that closes its stream with itself.

    The driver drops the stream with unsent bytes in it when the server is gone, and Python then prints what it could not
    send (from 3.13 on).
    """

    _stream: Any = None

    def makefile(self, *words: Any, **named: Any) -> Any:
        self._stream = super().makefile(*words, **named)
        return self._stream

    def close(self) -> None:
        if self._stream is not None:
            with suppress(OSError):
                self._stream.close()
        super().close()


def connect_server(_dialect: sa.Dialect, _record: Any, words: Any, named: dict[str, Any]) -> Any:
    """Connect to a server, as SQLAlchemy's event `do_connect` asks for it.

    Raises `StoreError` where the driver stumbles: over a server that wants a password it was not given, and over other
    programs; and the driver's `InterfaceError` where nothing listens.
    """
    host, port = named.get("host") or "localhost", named.get("port") or 5432
    try:
        line = ServerSocket(fileno=socket.create_connection((host, port)).detach())
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    except OSError as problem:
        raise pg8000.InterfaceError(str(problem)) from problem
    try:
        return pg8000.Connection(*words, **named, sock=line)
    except (AttributeError, TypeError, ValueError, LookupError, AssertionError, struct.error) as problem:
        line.close()
        raise StoreError(
            Text(
                "the server at {host} asks for a password, or it is not a PostgreSQL server; with a password, the address is"
                " postgresql://user:password@host/database",
                host=host,
            )
        ) from problem
    except BaseException:
        line.close()
        raise


# --- tenancy
# Makes sure that only one hall at a time uses a database of PostgreSQL, as the hall's folder does for a file of SQLite.
#
# The server gives the lock to one connection, and takes it back when that connection ends, however it ends.

LOCK = 0x434D504E_48414C4C
"""`CMPNHALL`: the number of the lock in the database."""

NOTICED = ("tcp_keepalives_idle = 5", "tcp_keepalives_interval = 2", "tcp_keepalives_count = 3")
"""The server notices within eleven seconds that the hall's machine is gone, and lets another hall have the lock."""


class Tenancy:
    """A lock in a database, which only one running hall can hold."""

    def __init__(self, engine: sa.Engine) -> None:
        """Lock the database. Raises `StoreError` if another hall has locked it, and `SQLAlchemyError`."""
        self._connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            for setting in NOTICED:
                self._connection.exec_driver_sql(f"SET {setting}")
            taken = self._connection.execute(sa.select(sa.func.pg_try_advisory_lock(LOCK))).scalar_one()
            if not taken:
                raise StoreError(
                    Text(
                        "another hall uses this database: close that one first, or give each hall a database of its own"
                    )
                )
        except BaseException:
            self.end()
            raise

    @property
    def is_held(self) -> bool:
        """Whether the connection that has the lock is still there."""
        # A connection that would be made anew has no lock.
        if self._connection.invalidated:
            return False
        try:
            self._connection.execute(sa.text("SELECT 1"))
        except SQLAlchemyError:
            return False
        return True

    def end(self) -> None:
        """Give the lock back."""
        with suppress(SQLAlchemyError):
            self._connection.execute(sa.select(sa.func.pg_advisory_unlock(LOCK)))
        # The connection is ended and not put back into the pool.
        self._connection.invalidate()
        self._connection.close()


# --- refusals
# Describes in words why a database refuses: SQLite by its kinds of errors, PostgreSQL by its error codes.

LONGEST = 160
_CODES = {
    "28P01": N_("the password is wrong, or there is no such user"),
    "28000": N_("the server does not let this user in from here"),
    "3D000": N_("there is no such database on the server: make it with `createdb`"),
    "42501": N_("this user has no permission"),
    "53100": N_("the disk is full"),
    "53300": N_("the server has too many connections"),
    "55P03": N_("another program is using it"),
    "57P01": N_("the server was stopped"),
    "57P02": N_("the server was stopped"),
    "57P03": N_("the server is starting or ending: try again"),
    "25006": N_("the disk can only be read, not written"),
}
"""PostgreSQL's codes (appendix A of its manual) as the ends of sentences."""


def database_says(problem: BaseException, file: Path | None) -> Text:
    """Describe an error of the database as the end of a sentence. `file` is that of a store in SQLite."""
    for one in _causes(problem):
        if file is not None and (told := sqlite_says(file, one)) is not None:
            return told
        fields = _server_said(one)
        code = fields.get("C", "")
        if code in _CODES:
            return Text(_CODES[code])
        if fields:
            return _unusual(fields.get("M", ""))
        if isinstance(one, OSError):
            return system_says(one)
    return _unusual(str(getattr(problem, "orig", None) or problem))


def _causes(problem: BaseException) -> Iterator[BaseException]:
    """Yield an error and what led to it, such as the server's own error inside SQLAlchemy's."""
    one: BaseException | None = problem
    while one is not None:
        yield one
        one = getattr(one, "orig", None) or one.__cause__ or one.__context__


def _server_said(problem: BaseException) -> dict[str, str]:
    """Return the fields of an error of PostgreSQL's server: `C` is its code, `M` its message. Empty for other errors."""
    said: Any = problem.args[0] if problem.args else None
    return {str(key): str(value) for key, value in said.items()} if isinstance(said, dict) else {}


def _unusual(words: str) -> Text:
    first = next(iter(words.splitlines()), "-")
    return Text("an unusual fault of the database ({words})", words=first[:LONGEST])


# --- rows
# Reads rows of the store that come from outside, such as from a backup, by the types of their columns.

Small = Annotated[int, Range(-(2**31), 2**31 - 1)]
Large = Annotated[int, Range(-(2**63), 2**63 - 1)]
"""What PostgreSQL takes as a whole number; SQLite keeps all as the larger one."""


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A row with the name of its table."""

    table: str
    row: Mapping[str, Any]


def read_row(data: Any) -> StoredRow:
    """Read a row that a table of the store can take. Raises `Malformed`."""
    line = read(StoredRow, data)
    table = META.tables.get(line.table)
    if table is None:
        raise Malformed(
            "table",
            Text("the backup has a table {name} that this version does not know", name=line.table[:40]),
        )
    unknown = line.row.keys() - table.columns.keys()
    if unknown:
        raise Malformed(line.table, Text("there is no field {name} here", name=min(unknown)[:40]))
    return StoredRow(line.table, {column.name: _value(column, line.row) for column in table.columns})


def _value(column: "sa.Column[Any]", row: Mapping[str, Any]) -> Any:
    where = f"{column.table.name}.{column.name}"
    data = row.get(column.name)
    if data is None and column.nullable:
        return None
    if isinstance(column.type, sa.Boolean):
        return read(bool, data, where)
    if isinstance(column.type, sa.Integer):
        return _read_number(column, data, where)
    if data == "" and column.name == "match":
        return ""  # An order that is about no match.
    if column.name in _NAMES:
        return _NAMES[column.name](data, where)
    text = read(str, data, where)
    most = getattr(column.type, "length", None)
    if (most is not None and len(text) > most) or not is_keepable(text):
        raise Malformed(where, Text("the store cannot hold this text"))
    return text


def _read_number(column: "sa.Column[Any]", data: Any, where: str) -> int:
    if column.name.endswith(("at_ms", "since_ms")):
        return read(WallMs, data, where)
    return read(Large if isinstance(column.type, sa.BigInteger) else Small, data, where)


_NAMES: Mapping[str, Callable[[Any, str], str]] = {
    "account": read_account,
    "log": read_name,
    "match": read_name,
}
"""Columns that become part of files' names and topics."""
