"""Reads the log's hash chain as records for another machine, each with its text and its hash.

The log is read through a connection of its own. Whoever plays neither waits for it nor knows of it.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from companion.codec import Range, read
from companion.errors import Malformed
from companion.ids import ObservationId
from companion.storage import strict_json
from companion.storage.border import border, damaged
from companion.storage.chain import ChainLink, ChainReader, exact_text, link_hash, log_id
from companion.storage.schema import LogFile, reading
from companion.words import Text

LONGEST_NAME, LONGEST_KIND = 64, 16
"""Characters of an id, and of the kind of a record, that are taken from another machine."""
_PLAIN = re.compile(r"(?!\.)[ -.0-\[\]-~]+")
"""Printable ASCII without slashes, not beginning with a dot."""
_ACCOUNT = re.compile(r"[a-z0-9]{1,32}")
HASH_HEX = 64
"""Hexadecimal digits of a hash."""
NOTHING_YET = ""
"""The hash of a log without a record."""


def _read_hash(data: Any, where: str) -> str:
    is_hash = isinstance(data, str) and len(data) == HASH_HEX and set(data) <= set("0123456789abcdef")
    if not is_hash:
        raise Malformed(where, Text("this is not a hash of 64 hexadecimal digits"))
    return str(data)


def _read_hash_or_none(data: Any, where: str) -> str:
    return NOTHING_YET if data == NOTHING_YET else _read_hash(data, where)


def read_name(data: Any, where: str) -> str:
    """Read an id or a short name that came from another machine; it may become part of a file's name or of a topic.

    Raises `Malformed`.
    """
    if isinstance(data, str) and 0 < len(data) <= LONGEST_NAME and _PLAIN.fullmatch(data):
        return data
    raise Malformed(
        where, Text("expected a name of 1 to {most} plain characters, with no slash in it", most=LONGEST_NAME)
    )


def read_account(data: Any, where: str) -> str:
    """Read the name of a table's account. It becomes a part of topics, and a word in the broker's files.

    Raises `Malformed`.
    """
    if isinstance(data, str) and _ACCOUNT.fullmatch(data):
        return data
    raise Malformed(where, Text("this is not the account of a table"))


def _read_name_or_none(data: Any, where: str) -> str | None:
    return None if data is None else read_name(data, where)


def _read_kind(data: Any, where: str) -> str:
    kind = read_name(data, where)
    if len(kind) > LONGEST_KIND:
        raise Malformed(where, Text("expected a name of 1 to {most} plain characters", most=LONGEST_KIND))
    return kind


def _read_body(data: Any, where: str) -> str:
    if isinstance(data, str) and data.isascii() and data.replace("\n", "").isprintable():
        return data
    raise Malformed(where, Text("the text of a record is plain ASCII, in lines"))


NAME: Any = {"read": read_name}
ACCOUNT: Any = {"read": read_account}
NAME_OR_NONE: Any = {"read": _read_name_or_none}
HASH: Any = {"read": _read_hash}
HASH_OR_NONE: Any = {"read": _read_hash_or_none}
"""How the codec reads names, accounts, a hash, and a hash that is empty before the first record."""

RecordNumber = Annotated[int, Range(1, 10**12)]


@dataclass(frozen=True, slots=True)
class ChainedRecord:
    """A record of a log as other machines get it: `body` is the hashed text, `hash` is in hexadecimal digits."""

    n: RecordNumber
    kind: str = field(metadata={"read": _read_kind})
    seq: Annotated[int, Range(0, 10**12)]
    body: str = field(metadata={"read": _read_body})
    hash: str = field(metadata=HASH)
    match: str | None = field(default=None, metadata=NAME_OR_NONE)

    def follows(self, log: str, before: str) -> bool:
        """Tell whether this record follows the record of log `log` whose hash is `before`."""
        return link_hash(log, bytes.fromhex(before), self.n, self.kind, self.body).hex() == self.hash


@dataclass(frozen=True, slots=True)
class LogTip:
    """The last record of a log: its number, hash, match and play. Number 0: there is no record yet."""

    n: int
    hash: str
    match: str | None
    seq: int


@dataclass(frozen=True, slots=True)
class PlayFound:
    """A kept play: its match and number, and the error that refused it, if any."""

    match: str
    seq: int
    error: dict[str, Any] | None


_FOUND = ("match", "seq", "error")


def _error(text: Any) -> Any:
    return None if text is None else strict_json.parse(str(text))


class OutboxReader(LogFile):
    """The records of one log, for reading."""

    def __init__(self, path: Path) -> None:
        """Open the log; an older log gets its chain now. Raises `StorageError`."""
        super().__init__(path)
        with border(path):
            self._log = log_id(self._db)

    @property
    def log(self) -> str:
        """The log's id."""
        return self._log

    def tip(self) -> LogTip:
        """Return the last record. Raises `StorageError`."""
        with border(self._path):
            row = self._db.execute(
                "SELECT n, hash, match, seq FROM outbox ORDER BY n DESC LIMIT 1"
            ).fetchone()
        return (
            LogTip(0, NOTHING_YET, None, 0) if row is None else LogTip(row[0], row[1].hex(), row[2], row[3])
        )

    def hash_at(self, n: int) -> str | None:
        """Return the hash of record `n`: empty for 0, None if there is no such record. Raises `StorageError`."""
        if n == 0:
            return NOTHING_YET
        with border(self._path):
            row = self._db.execute("SELECT hash FROM outbox WHERE n = ?", (n,)).fetchone()
        return None if row is None else str(row[0].hex())

    def after(self, n: int, most: int, most_chars: int) -> tuple[ChainedRecord, ...]:
        """Return the records after number `n`: at least one, at most `most`, and up to `most_chars` characters.

        The row ends before a record that is missing or was altered. Raises `StorageError`.
        """
        found: list[ChainedRecord] = []
        chars = 0
        with border(self._path), reading(self._db), exact_text(self._db):
            rows = self._db.execute(
                "SELECT n, kind, seq, before, hash, match FROM outbox WHERE n > ? ORDER BY n LIMIT ?",
                (n, most),
            ).fetchall()
            chain = ChainReader(self._db)
            for number, row in enumerate(rows, start=n + 1):
                record = self._record(chain, row) if row[0] == number else None
                if record is None or (found and chars + len(record.body) > most_chars):
                    break
                found.append(record)
                chars += len(record.body)
        return tuple(found)

    def play_with(self, observation: ObservationId) -> PlayFound | None:
        """Return the play that was kept with an observation; None if there is none. Raises `StorageError`."""
        with border(self._path):
            row = self._db.execute(
                "SELECT plays.match, plays.seq, plays.error FROM observations"
                " JOIN plays ON plays.match = observations.match AND plays.seq = observations.seq"
                " WHERE observations.id = ? ORDER BY plays.seq LIMIT 1",
                (observation,),
            ).fetchone()
        try:
            return (
                None
                if row is None
                else read(PlayFound, dict(zip(_FOUND, (*row[:2], _error(row[2])), strict=True)))
            )
        except Malformed as problem:
            raise damaged(self._path, Text("play {seq} cannot be read", seq=str(row[1])[:40])) from problem

    def _record(self, chain: ChainReader, row: Any) -> ChainedRecord | None:
        n, kind, seq, before, own_hash, match = row
        body = chain.body(ChainLink(n, kind, seq, before, own_hash, None, None), match)
        if body is None:
            return None
        record = ChainedRecord(n, kind, seq, body, own_hash.hex(), match)
        return record if record.follows(self.log, before.hex()) else None
