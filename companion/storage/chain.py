"""The hash chain of the log: each kept record has one row in `outbox`, with a hash of the record and of the row before.

hash(n) = SHA-256(log id + hash(n-1) + n + kind + body), the parts as ASCII, each but the last ended by a line feed

    kind    match   seq             body
    match   its id  0               the head of its export, without the number of its plays
    copy    its id  0               the same, of a match that was imported and not judged again
    play    its id  play's number   {"match": ID}, and the lines of its export
    clock   its id  row of clocks   {"match": ID, "seq": SEQ, "at_ms": AT, "clock": {...}}
    roll    none    row of rolls    {"seq": SEQ, "roll": {...}}

A body is not kept a second time: it is put together from the very texts of the rows, so that a match that is shown is
the match that is checked. Pictures are no part of it. One sequence `n` runs through the whole file; a number that was
given once is not given again (`AUTOINCREMENT`), so that rows that are taken away at the end are missed as well.
"""

import hashlib
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

from companion.ids import MatchId
from companion.storage.strict_json import written
from companion.words import Text

NOTHING_BEFORE = b""
"""What the first row has as the hash of the one before."""

STATEMENTS = (
    "CREATE TABLE identity (id TEXT PRIMARY KEY) STRICT",
    """CREATE TABLE outbox (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        match TEXT,
        seq INTEGER NOT NULL,
        before BLOB NOT NULL,
        hash BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX outbox_of_a_match ON outbox (match)",
)
"""What the log's fourth form adds. `identity` holds one row, the log's id."""


class Kind(StrEnum):
    """The kind of record that a row of the chain belongs to."""

    MATCH = "match"
    COPY = "copy"
    PLAY = "play"
    CLOCK = "clock"
    ROLL = "roll"


@dataclass(frozen=True, slots=True)
class ChainLink:
    """A row of the chain. `hash_before` and `before_next` are the values in the neighbouring rows; None if there is none."""

    n: int
    kind: str
    seq: int
    before: bytes
    hash: bytes
    hash_before: bytes | None
    before_next: bytes | None


@dataclass(frozen=True, slots=True)
class Gap:
    """A range of rows that are missing from the chain, both numbers included."""

    first: int
    last: int


# --- bodies

PLAY_ROWS = "SELECT seq, play, error, at_ms FROM plays WHERE match = ?"
SEEN_ROWS = "SELECT seq, n, id, body FROM observations WHERE match = ?"
EVENT_ROWS = "SELECT seq, n, of, kind, body, evidence FROM events WHERE match = ?"
_BEGINNING = """
    SELECT id, game, rules_version, created_at_ms, setup, cards
    FROM matches JOIN catalogues ON catalogues.hash = matches.catalogue_hash"""
CLOCK_ROWS = "SELECT n, match, at_ms, body FROM clocks"
ROLL_COLUMNS = (
    "tower", "boot", "roll", "request", "dice", "faces", "confidence", "state", "rest_ms", "again", "line", "at_ms"
)  # fmt: skip
ROLL_ROWS = """
    SELECT tower, boot, roll, request, dice, faces, confidence, state, rest_ms, again, line, at_ms, n FROM rolls"""


def beginning_body(row: Sequence[Any]) -> str:
    """Return the text to hash for a match's beginning: its id, game, rules version and start, and the texts of set-up
    and cards.
    """
    name, game, rules_version, created_at_ms, setup, cards = row
    head = written(
        {
            "export": "companion",
            "form": 1,
            "match": _as_json(name),
            "game": _as_json(game),
            "rules_version": _as_json(rules_version),
            "created_at_ms": _as_json(created_at_ms),
        }
    )
    return f'{head[:-1]}, "setup": {setup}, "catalogue": {cards}}}'


def play_body(
    match: str, play: Sequence[Any], seen: Sequence[Sequence[Any]], events: Sequence[Sequence[Any]]
) -> str:
    """Return the text to hash for a play: its row, and the rows of its observations and events (see `PLAY_ROWS`)."""
    seq, said, error, at_ms = play
    refused = "" if error is None else f', "error": {error}'
    lines = [written({"match": match}), f'{{"seq": {seq}, "play": {said}, "at_ms": {at_ms}{refused}}}']
    lines.extend(f'{{"seq": {row[0]}, "observation": {row[3]}}}' for row in seen)
    lines.extend(f'{{"seq": {row[0]}, "of": {row[2]}, "event": {row[4]}}}' for row in events)
    return "\n".join(lines)


def clock_body(row: Sequence[Any]) -> str:
    """Return the text to hash for a clock event: its row."""
    n, match, at_ms, body = row
    return f'{{"match": {written(match)}, "seq": {n}, "at_ms": {at_ms}, "clock": {body}}}'


def roll_body(row: Sequence[Any]) -> str:
    """Return the text to hash for a roll: its row, with the number last."""
    *columns, n = map(_as_json, row)
    return written({"seq": n, "roll": dict(zip(ROLL_COLUMNS, columns, strict=True))})


def _as_json(item: Any) -> Any:
    """Return a value of a row. A damaged file may hold bytes, which JSON cannot."""
    return str(item) if isinstance(item, bytes) else item


def link_hash(log: str, before: bytes, n: int, kind: str, body: str) -> bytes:
    """Return the hash of a row of the chain."""
    words = f"{log}\n{before.hex()}\n{n}\n{kind}\n{body}"
    return hashlib.sha256(words.encode("utf-8", "surrogateescape")).digest()


# --- writing: in the transaction that keeps the thing itself


def add(db: sqlite3.Connection, kind: Kind, match: MatchId | None, seq: int, body: str) -> None:
    """Append a row for the record that was just kept."""
    log = log_id(db)
    last = _last_n(db)
    row = db.execute("SELECT hash FROM outbox WHERE n = ?", (last,)).fetchone()
    before = NOTHING_BEFORE if row is None else row[0]
    db.execute(
        "INSERT INTO outbox VALUES (?, ?, ?, ?, ?, ?)",
        (last + 1, kind, match, seq, before, link_hash(log, before, last + 1, kind, body)),
    )


def add_beginning(db: sqlite3.Connection, match: MatchId, *, is_judged: bool) -> None:
    """Append a row for the beginning of a match that was just kept."""
    # A match whose cards are gone has no beginning any more.
    for row in db.execute(f"{_BEGINNING} WHERE id = ?", (match,)).fetchall():
        add(db, Kind.MATCH if is_judged else Kind.COPY, match, 0, beginning_body(row))


def log_id(db: sqlite3.Connection) -> str:
    """Return the id of this log."""
    row = db.execute("SELECT id FROM identity").fetchone()
    if row is None:
        raise sqlite3.DatabaseError("the log has no id")
    return str(row[0])


def _last_n(db: sqlite3.Connection) -> int:
    """Return the last row number that was ever used."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'").fetchone()
    return 0 if row is None else int(row[0])


def begin(db: sqlite3.Connection) -> None:
    """Give the log its id, and append rows for all records of an older schema: matches in their order, then clocks,
    then rolls.
    """
    db.execute("INSERT INTO identity VALUES (?)", (secrets.token_hex(16),))
    with exact_text(db):
        matches = [row[0] for row in db.execute("SELECT id FROM matches ORDER BY rowid").fetchall()]
        for match in matches:
            add_beginning(db, match, is_judged=True)
            rows = match_rows(db, match)
            for seq in sorted(rows.plays):
                add(db, Kind.PLAY, match, seq, rows.body(seq))
        for row in db.execute(f"{CLOCK_ROWS} ORDER BY n").fetchall():
            add(db, Kind.CLOCK, row[1], row[0], clock_body(row))
        for row in db.execute(f"{ROLL_ROWS} ORDER BY n").fetchall():
            add(db, Kind.ROLL, None, row[-1], roll_body(row))


# --- reading


@contextmanager
def exact_text(db: sqlite3.Connection) -> Iterator[None]:
    """Decode bytes even where they are not valid text, so that one bad byte makes one record wrong and not all unreadable."""
    before = db.text_factory
    db.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        db.text_factory = before


@dataclass(frozen=True, slots=True)
class MatchRows:
    """The rows of a match's plays, by the number of the play."""

    match: str
    plays: dict[int, Sequence[Any]]
    seen: dict[int, list[Sequence[Any]]]
    events: dict[int, list[Sequence[Any]]]

    def seqs(self) -> set[int]:
        """Return the numbers of all plays of which any row is there."""
        return self.plays.keys() | self.seen.keys() | self.events.keys()

    def body(self, seq: int) -> str:
        """Return the text to hash for a play that is there."""
        return play_body(self.match, self.plays[seq], self.seen.get(seq, ()), self.events.get(seq, ()))


def match_rows(db: sqlite3.Connection, match: str, seq: int | None = None) -> MatchRows:
    """Return all rows of a match's plays, or of one play. From a damaged file, all rows that can be read."""
    rows = MatchRows(match, {}, {}, {})
    only, which = ("", (match,)) if seq is None else (" AND seq = ?", (match, seq))
    for row in _readable(db, f"{PLAY_ROWS}{only} ORDER BY seq", which):
        rows.plays[row[0]] = row
    for question, found in ((SEEN_ROWS, rows.seen), (EVENT_ROWS, rows.events)):
        for row in _readable(db, f"{question}{only} ORDER BY seq, n", which):
            found.setdefault(row[0], []).append(row)
    return rows


def _readable(db: sqlite3.Connection, question: str, which: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Return the rows whose first column is a number, up to the place where the file is damaged."""
    try:
        for row in db.execute(question, which):
            if isinstance(row[0], int):
                yield row
    except sqlite3.DatabaseError as problem:
        if getattr(problem, "sqlite_errorcode", 0) & 0xFF not in (
            sqlite3.SQLITE_CORRUPT,
            sqlite3.SQLITE_NOTADB,
        ):
            raise


_LINKS = """
    SELECT o.n, o.kind, o.seq, o.before, o.hash, p.hash, s.before FROM outbox o
    LEFT JOIN outbox p ON p.n = o.n - 1 LEFT JOIN outbox s ON s.n = o.n + 1"""


class ChainReader:
    """Reads the chain to check records against it. The log must have a schema with a chain."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._log = log_id(db)

    def links(self, match: MatchId | None) -> list[ChainLink]:
        """Return the rows of the chain for a match, or for no match, in order."""
        return [
            ChainLink(*row)
            for row in _readable(self._db, f"{_LINKS} WHERE o.match IS ? ORDER BY o.n", (match,))
        ]

    def fits(self, link: ChainLink, body: str) -> bool:
        """Tell whether a row belongs to exactly this text, and no intact neighbouring row contradicts it."""
        return (
            self._is_own(link, body)
            and (link.hash_before in (None, link.before) or not self._is_whole(link.n - 1))
            and (link.before_next in (None, link.hash) or not self._is_whole(link.n + 1))
        )

    def _is_own(self, link: ChainLink, body: str) -> bool:
        # A damaged file may hold a text where bytes were kept.
        before: Any = link.before
        return (
            isinstance(before, bytes) and link_hash(self._log, before, link.n, link.kind, body) == link.hash
        )

    def _is_whole(self, n: int) -> bool:
        """Tell whether a row that contradicts its neighbour matches its own record; if so, the neighbour is the damaged
        one.
        """
        row = self._db.execute("SELECT match FROM outbox WHERE n = ?", (n,)).fetchone()
        links = [ChainLink(*found) for found in self._db.execute(f"{_LINKS} WHERE o.n = ?", (n,))]
        if row is None or not links:
            return False
        body = self.body(links[0], row[0])
        return body is not None and self._is_own(links[0], body)

    def body(self, link: ChainLink, match: Any) -> str | None:
        """Return the text to hash for the record of a row as it is kept now; None if the record is gone."""
        match link.kind:
            case Kind.MATCH | Kind.COPY:
                rows = self._db.execute(f"{_BEGINNING} WHERE id = ?", (match,)).fetchall()
                return beginning_body(rows[0]) if rows else None
            case Kind.PLAY:
                found = match_rows(self._db, match, link.seq)
                return found.body(link.seq) if link.seq in found.plays else None
            case Kind.CLOCK:
                rows = self._db.execute(f"{CLOCK_ROWS} WHERE n = ?", (link.seq,)).fetchall()
                return clock_body(rows[0]) if rows else None
            case Kind.ROLL:
                rows = self._db.execute(f"{ROLL_ROWS} WHERE n = ?", (link.seq,)).fetchall()
                return roll_body(rows[0]) if rows else None
            case _:
                return None

    def gaps(self) -> list[Gap]:
        """Return the ranges of rows that were in the chain once and are missing now."""
        last = _last_n(self._db)
        (there, most) = self._db.execute("SELECT count(*), coalesce(max(n), 0) FROM outbox").fetchone()
        if there == last == most:
            return []
        numbers = [row[0] for row in self._db.execute("SELECT n FROM outbox ORDER BY n")]
        ends = [0, *numbers, max(last, most) + 1]
        return [Gap(a + 1, b - 1) for a, b in pairwise(ends) if b > a + 1]

    def likely_owner(self, gap: Gap) -> str | None:
        """Return the match to which the missing rows probably belong: its row is the last before the gap, and no play
        of it follows.
        """
        row = self._db.execute(
            "SELECT match FROM outbox WHERE kind IN ('match', 'copy', 'play') GROUP BY match"
            " HAVING max(n) < ? ORDER BY max(n) DESC LIMIT 1",
            (gap.first,),
        ).fetchone()
        return None if row is None else str(row[0])

    def lost_matches(self) -> list[str]:
        """Return the matches that are in the chain and nowhere else."""
        rows = self._db.execute(
            "SELECT DISTINCT match FROM outbox WHERE match IS NOT NULL AND match NOT IN (SELECT id FROM matches)"
        ).fetchall()
        return [str(row[0]) for row in rows]


# --- log check
# Checks each record of the log against its row of the hash chain, and says which records were changed or lost.
#
# What is wrong with one record hides no other, and what stands before it can be used.


@dataclass(frozen=True, slots=True)
class CheckedMatch:
    """A match that was checked.

    Its plays 1 to `sound` are unchanged; `damage` is the fault in the rest, None if there is none.
    """

    rows: MatchRows
    sound: int
    damage: Text | None


@dataclass(frozen=True, slots=True)
class LostBeginning:
    """A match whose set-up or cards were changed, so that no play of it means anything; says which record is wrong."""

    damage: Text


def checked_match(db: sqlite3.Connection, match: MatchId) -> CheckedMatch | LostBeginning:
    """Check a match's plays against the chain."""
    with exact_text(db):
        reader = ChainReader(db)
        links = reader.links(match)
        beginning = next((link for link in links if link.kind in (Kind.MATCH, Kind.COPY)), None)
        if beginning is None:
            return LostBeginning(Text("its beginning has no record"))
        body = reader.body(beginning, match)
        if body is None or not reader.fits(beginning, body):
            return LostBeginning(Text("its beginning is not what was kept (record {n})", n=beginning.n))
        rows = match_rows(db, match)
        plays = [link for link in links if link.kind == Kind.PLAY]
        sound, damage = _sound_plays(reader, rows, plays)
        if damage is None:
            damage = _clocks_damage(reader, db, match, links)
        if damage is None:
            damage = _end_damage(reader, match, sound)
        return CheckedMatch(rows, sound, damage)


def _sound_plays(reader: ChainReader, rows: MatchRows, links: Sequence[ChainLink]) -> tuple[int, Text | None]:
    """Return the last play up to which all plays are unchanged, and the fault in the next one."""
    by_seq = {link.seq: link for link in links}
    seqs = rows.seqs() | by_seq.keys()
    for seq in range(1, max(seqs, default=0) + 1):
        link = by_seq.get(seq)
        if link is None:
            return seq - 1, Text("play {seq} has no record", seq=seq)
        if seq not in rows.plays:
            return seq - 1, Text("play {seq} is missing (record {n})", seq=seq, n=link.n)
        if not reader.fits(link, rows.body(seq)):
            return seq - 1, Text("play {seq} is not what was kept (record {n})", seq=seq, n=link.n)
    return len(by_seq), None


def _clocks_damage(
    reader: ChainReader, db: sqlite3.Connection, match: MatchId, links: Sequence[ChainLink]
) -> Text | None:
    rows = db.execute(f"{CLOCK_ROWS} WHERE match = ? ORDER BY n", (match,)).fetchall()
    clocks = [link for link in links if link.kind == Kind.CLOCK]
    misfits = _misfits(reader, clocks, {row[0]: clock_body(row) for row in rows})
    return Text("what its clocks showed is not what was kept (entry {n})", n=misfits[0]) if misfits else None


def _end_damage(reader: ChainReader, match: MatchId, sound: int) -> Text | None:
    for gap in reader.gaps():
        if reader.likely_owner(gap) == match:
            return Text(
                "{records}, and was probably of this match, after its play {seq}",
                records=_missing(gap),
                seq=sound,
            )
    return None


def _missing(gap: Gap) -> Text:
    if gap.first == gap.last:
        return Text("record {n} is missing", n=gap.first)
    return Text("a part of the log is missing (records {first} to {last})", first=gap.first, last=gap.last)


def _misfits(reader: ChainReader, links: Sequence[ChainLink], bodies: dict[int, str]) -> list[int]:
    """Return the numbers of records that were changed, are missing, or were never kept."""
    by_seq = {link.seq: link for link in links}

    def is_sound(seq: int) -> bool:
        return seq in by_seq and seq in bodies and reader.fits(by_seq[seq], bodies[seq])

    return sorted(seq for seq in by_seq.keys() | bodies.keys() if not is_sound(seq))


def clocks_damage(db: sqlite3.Connection, match: MatchId) -> Text | None:
    """Return what is wrong with the kept clocks of a match; None if nothing is."""
    with exact_text(db):
        reader = ChainReader(db)
        return _clocks_damage(reader, db, match, reader.links(match))


def misfit_rolls(db: sqlite3.Connection) -> list[int]:
    """Return the rows of rolls that were changed or are missing."""
    with exact_text(db):
        reader = ChainReader(db)
        rolls = {row[-1]: roll_body(row) for row in db.execute(f"{ROLL_ROWS} ORDER BY n")}
        return _misfits(reader, reader.links(None), rolls)


def losses(db: sqlite3.Connection) -> list[Text]:
    """Return what is wrong with the log outside its matches; each match reports its own faults."""
    with exact_text(db):
        reader = ChainReader(db)
        return [
            *map(_missing, reader.gaps()),
            *(Text("match {id} is missing", id=match) for match in reader.lost_matches()),
            *(Text("roll {n} is not what was kept", n=n) for n in misfit_rolls(db)),
        ]
