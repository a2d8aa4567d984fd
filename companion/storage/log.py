"""5, KEPT: the log of matches in one SQLite file. When `append` returns, the play is on disk.

Each play is one transaction, written ahead and synced (`synchronous=FULL`), so that a program killed at any
instant has lost nothing that it had answered. Two programs may write to one file; of two that go on with the
same match, the second is told so (`LogBusy`) and nothing is lost.
"""

import hashlib
import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from companion.codec import read, write
from companion.errors import Malformed, NoSuchMatch
from companion.ids import MatchId
from companion.observation import OBSERVATIONS, Observation
from companion.rules.engine import Json, Rules
from companion.storage.border import border, damaged, file_at, unusable
from companion.storage.memory import expect_next
from companion.storage.record import LoggedEvent, Record
from companion.storage.schema import BUSY_MS, connect, connect_to_look, transaction
from companion.storage.strict_json import canonical, written
from companion.words import Text

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Digits and letters that nobody takes for one another when typing."""
ID_LENGTH = 6


def wall_clock_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Header:
    """What the log knows of a match without opening it. `plays` counts refused ones too."""

    id: MatchId
    game: str
    rules_version: str
    catalogue_hash: str
    setup: Json
    created_at_ms: int
    plays: int


@dataclass(frozen=True, slots=True)
class KeptPlay:
    """A record, and when it was kept."""

    record: Record
    at_ms: int


@dataclass(frozen=True, slots=True)
class Beginning:
    """What stands in the log before the first play. `setup` is without the catalogue, which is `cards`."""

    game: str
    rules_version: str
    setup: Json
    cards: Sequence[Json]
    created_at_ms: int


class MatchLog:
    """One match's place in a store: what `match.Match` writes to."""

    def __init__(self, store: "MatchStore", match_id: MatchId) -> None:
        self._store = store
        self.id = match_id

    def append(self, record: Record) -> None:
        """Keep one play and what followed from it. Raises `StorageError`: then nothing was kept."""
        self._store.append(self.id, record)


class MatchStore:
    """All matches of one file. Not safe for several threads; several programs may open the same file."""

    def __init__(
        self,
        path: Path,
        *,
        clock_ms: Callable[[], int] = wall_clock_ms,
        busy_ms: int = BUSY_MS,
        is_to_look: bool = False,
    ) -> None:
        """Open the file, making it if there is none; `is_to_look`: only to read it, which works where nothing can be
        written. Raises `StorageError`.
        """
        self._path = path
        self._clock_ms = clock_ms
        self._db = (connect_to_look if is_to_look else connect)(path, busy_ms)
        self._file = file_at(path)

    def close(self) -> None:
        with border(self._path):
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- writing

    def begin(self, rules: Rules, setup: Json, cards: Sequence[Json]) -> MatchLog:
        """A new match's log."""
        beginning = Beginning(rules.game, rules.version, setup, cards, self._clock_ms())
        return self.log(self.keep(beginning, ()))

    def keep(self, beginning: Beginning, plays: Sequence[KeptPlay]) -> MatchId:
        """Keep a whole match at once, or nothing of it; its new id."""
        with self._writing():
            match_id = self._write_beginning(beginning)
            for number, play in enumerate(plays, start=1):
                expect_next(play.record.seq, number - 1)
                self._write_play(match_id, play)
        return match_id

    def append(self, match_id: MatchId, record: Record) -> None:
        """Keep one play. Raises `LogBusy` when the log already holds a play of that number."""
        with self._writing():
            expect_next(record.seq, self._count(match_id))
            self._write_play(match_id, KeptPlay(record, self._clock_ms()))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        # SQLite would go on to write into a file that is in no folder any more, and all would be lost with the program.
        if file_at(self._path) != self._file:
            raise unusable(self._path, Text("it is not there any more, or is another file now"))
        with border(self._path), transaction(self._db):
            yield

    def _write_beginning(self, beginning: Beginning) -> MatchId:
        cards = canonical(list(beginning.cards))
        fingerprint = hashlib.sha256(cards.encode("ascii")).hexdigest()
        self._db.execute("INSERT OR IGNORE INTO catalogues VALUES (?, ?)", (fingerprint, cards))
        match_id = self._new_id()
        setup = {name: item for name, item in beginning.setup.items() if name != "catalogue"}
        self._db.execute(
            "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?)",
            (
                match_id,
                beginning.game,
                beginning.rules_version,
                fingerprint,
                written(setup),
                beginning.created_at_ms,
            ),
        )
        return match_id

    def _new_id(self) -> MatchId:
        while True:
            name = MatchId("".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)))
            if not self._db.execute("SELECT 1 FROM matches WHERE id = ?", (name,)).fetchone():
                return name

    def _write_play(self, match_id: MatchId, kept: KeptPlay) -> None:
        record = kept.record
        error = None if record.error is None else written(record.error)
        self._db.execute(
            "INSERT INTO plays VALUES (?, ?, ?, ?, ?)",
            (match_id, record.seq, written(record.play), error, kept.at_ms),
        )
        self._db.executemany(
            "INSERT INTO observations VALUES (?, ?, ?, ?, ?)",
            [
                (match_id, record.seq, n, _ascii(seen.id), written(observation_to_json(seen)))
                for n, seen in enumerate(record.observations)
            ],
        )
        self._db.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    match_id,
                    record.seq,
                    n,
                    event.of,
                    _ascii(str(event.data.get("kind"))),
                    written(event.data),
                    written(self._evidence(match_id, record, event.of)),
                )
                for n, event in enumerate(record.events)
            ],
        )

    def _evidence(self, match_id: MatchId, record: Record, of: int) -> Any:
        """The observations that an event goes back to. A correction brings its own for the play it corrects.

        The later plays that it judges again keep theirs.
        """
        corrected = record.play.get("seq") if isinstance(record.play, dict) else None
        if of in (record.seq, corrected):
            return list(record.evidence)
        row = self._db.execute(
            "SELECT evidence FROM events WHERE match = ? AND of = ? ORDER BY seq DESC LIMIT 1", (match_id, of)
        ).fetchone()
        return [] if row is None else json.loads(row[0])

    # --- reading

    def headers(self) -> list[Header]:
        """All matches, the latest first."""
        with border(self._path):
            rows = self._db.execute(f"{_HEADERS} ORDER BY created_at_ms DESC, id").fetchall()
        return [self._header(row) for row in rows]

    def header(self, name: str) -> Header:
        """The match whose id is `name`, or begins so. Raises `NoSuchMatch`, also when several do."""
        prefix = name.strip().lower()
        if not prefix or len(prefix) > ID_LENGTH or not set(prefix) <= set(ID_LETTERS):
            raise _no_match(name)
        with border(self._path):
            rows = self._db.execute(f"{_HEADERS} WHERE id GLOB ? ORDER BY id", (f"{prefix}*",)).fetchall()
        if not rows:
            raise _no_match(name)
        if len(rows) > 1:
            found = ", ".join(row[0] for row in rows[:5])
            raise NoSuchMatch(
                Text("several matches begin with {id}: {found}; type more of it", id=prefix, found=found)
            )
        return self._header(rows[0])

    def records(self, name: str) -> list[Record]:
        """What a match's log holds, in order. Raises `LogDamaged` where plays are missing or unreadable."""
        return [play.record for play in self.plays(name)]

    def plays(self, name: str) -> list[KeptPlay]:
        """The same, with the time each play was kept."""
        match_id = self.header(name).id
        with border(self._path), _reading(self._db):
            rows = [self._db.execute(question, (match_id,)).fetchall() for question in _WHOLE_MATCH]
        try:
            return _kept_plays(*rows)
        except (ValueError, TypeError, KeyError, AttributeError, Malformed) as problem:
            raise damaged(self._path, Text("match {id} cannot be read", id=match_id)) from problem

    def cards(self, name: str) -> list[Json]:
        """The catalogue of a match."""
        fingerprint = self.header(name).catalogue_hash
        with border(self._path):
            row = self._db.execute("SELECT cards FROM catalogues WHERE hash = ?", (fingerprint,)).fetchone()
        if row is None or hashlib.sha256(row[0].encode("utf-8", "replace")).hexdigest() != fingerprint:
            raise damaged(self._path, Text("the catalogue of match {id} is not what it was", id=name))
        cards: list[Json] = json.loads(row[0])
        return cards

    def log(self, name: str) -> MatchLog:
        """The log of a match, to go on with it."""
        return MatchLog(self, self.header(name).id)

    def _count(self, match_id: MatchId) -> int:
        row = self._db.execute("SELECT max(seq) FROM plays WHERE match = ?", (match_id,)).fetchone()
        return int(row[0] or 0)

    def _header(self, row: Sequence[Any]) -> Header:
        try:
            setup = json.loads(row[4])
        except ValueError as problem:
            raise damaged(self._path, Text("match {id} cannot be read", id=row[0])) from problem
        return Header(row[0], row[1], row[2], row[3], setup, row[5], row[6])


_HEADERS = """
    SELECT id, game, rules_version, catalogue_hash, setup, created_at_ms,
           (SELECT count(*) FROM plays WHERE plays.match = matches.id)
    FROM matches"""


_WHOLE_MATCH = (
    "SELECT * FROM plays WHERE match = ? ORDER BY seq",
    "SELECT * FROM observations WHERE match = ? ORDER BY seq, n",
    "SELECT * FROM events WHERE match = ? ORDER BY seq, n",
)


def observation_to_json(seen: Observation) -> Json:
    """The JSON of an observation: its kind and its fields."""
    return {"kind": seen.kind, **write(seen)}


def observation_from_json(data: Any, where: str = "") -> Observation:
    """An observation again. Raises `Malformed`."""
    kind = OBSERVATIONS.get(str(data.get("kind"))) if isinstance(data, dict) else None
    if kind is None:
        raise Malformed(where, Text("this is no observation"))
    return read(kind, {name: item for name, item in data.items() if name != "kind"}, where)


@contextmanager
def _reading(db: sqlite3.Connection) -> Iterator[None]:
    """Several questions about one and the same moment."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.execute("ROLLBACK")


def _kept_plays(
    plays: Sequence[Sequence[Any]], seen: Sequence[Sequence[Any]], events: Sequence[Sequence[Any]]
) -> list[KeptPlay]:
    observations: dict[int, list[Observation]] = {}
    for _, seq, n, _, body in seen:
        _expect_row(n, observations.setdefault(seq, []))
        observations[seq].append(observation_from_json(json.loads(body)))
    followed: dict[int, list[LoggedEvent]] = {}
    for _, seq, n, of, _, body, _ in events:
        _expect_row(n, followed.setdefault(seq, []))
        followed[seq].append(LoggedEvent(of, json.loads(body)))
    kept: list[KeptPlay] = []
    for _, seq, play, error, at_ms in plays:
        _expect_row(seq - 1, kept)
        refused = None if error is None else json.loads(error)
        consequences = tuple(followed.get(seq, ()))
        record = Record(seq, json.loads(play), tuple(observations.get(seq, ())), consequences, refused)
        kept.append(KeptPlay(record, at_ms))
    return kept


def _expect_row(n: int, before: Sequence[Any]) -> None:
    if n != len(before):
        raise ValueError(f"row {len(before)} is missing")


def _ascii(words: str) -> str:
    """Text that any SQLite column takes: half a surrogate pair is none."""
    return words.encode("ascii", "backslashreplace").decode("ascii")


def _no_match(name: str) -> NoSuchMatch:
    return NoSuchMatch(
        Text("no match {id} in the log; `companion matches list` shows what there is", id=name[:40])
    )
