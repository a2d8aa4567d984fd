"""The log of matches in one SQLite file. When `append` returns, the play is on disk.

Each play is one transaction, written ahead and synced (`synchronous=FULL`), so that a program killed at any
instant has lost nothing that it had answered. Two programs may write to one file; of two that go on with the
same match, the second is told so (`LogBusy`) and nothing is lost.
"""

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Annotated, Any

from companion.codec import Range, WallMs, read
from companion.errors import LogDamaged, Malformed, NoSuchMatch
from companion.ids import MatchId
from companion.rules.engine import Json, Rules
from companion.storage import chain, strict_json
from companion.storage.border import border, match_damaged
from companion.storage.chain import (
    CheckedMatch,
    Kind,
    LostBeginning,
    MatchRows,
    checked_match,
    exact_text,
    losses,
    match_rows,
    play_body,
)
from companion.storage.record import (
    LoggedEvent,
    Record,
    expect_next,
    observation_from_json,
    observation_to_json,
)
from companion.storage.schema import DatedLogFile, has_chain, reading, transaction
from companion.storage.strict_json import canonical, written
from companion.words import Text

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Digits and letters that people do not confuse when typing."""
ID_LENGTH = 6
"""Letters of an id: 729 million ids, short enough to be typed; one that is there already is drawn again."""


@dataclass(frozen=True, slots=True)
class Header:
    """A match as a list shows it, read without opening the match. `plays` includes refused ones."""

    id: MatchId
    game: str
    rules_version: str
    catalogue_hash: str
    setup: Json
    created_at_ms: WallMs
    plays: Annotated[int, Range(0, None)]
    is_judged: bool = True
    """False: it was imported, and not judged again."""


@dataclass(frozen=True, slots=True)
class LostHeader:
    """A match whose beginning cannot be read: its id as far as it can be shown, and the sentence that says so."""

    id: MatchId
    says: Text


@dataclass(frozen=True, slots=True)
class KeptPlay:
    """A record, and the time when it was kept."""

    record: Record
    at_ms: int


@dataclass(frozen=True, slots=True)
class SoundPlays:
    """The plays of a match that are unchanged, from the first on, and the fault in the next one; None if there is no
    fault.
    """

    plays: Sequence[KeptPlay]
    damage: LogDamaged | None


@dataclass(frozen=True, slots=True)
class Beginning:
    """The data of a match that the log keeps before the first play.

    `setup` has no catalogue, which is `cards`. `is_judged`: these rules, on this machine, judged the plays.
    """

    game: str
    rules_version: str
    setup: Json
    cards: Sequence[Json]
    created_at_ms: int
    is_judged: bool = True


class MatchLog:
    """One match in a store: the `match.Log` that a match writes to."""

    def __init__(self, store: "MatchStore", match_id: MatchId) -> None:
        self._store = store
        self.id = match_id

    def append(self, record: Record) -> None:
        """Keep one play and its events. Raises `StorageError`; nothing is then kept."""
        self._store.append(self.id, record)

    def expect_there(self) -> None:
        """Check that the log still exists. Raises `StorageError`."""
        self._store.expect_there()


class MatchStore(DatedLogFile):
    """All matches of one file."""

    # --- writing

    def begin(self, rules: Rules, setup: Json, cards: Sequence[Json]) -> MatchLog:
        """Begin a new match and return its log."""
        beginning = Beginning(rules.game, rules.version, setup, cards, self._clock_ms())
        return self.log(self.keep(beginning, ()))

    def keep(self, beginning: Beginning, plays: Sequence[KeptPlay]) -> MatchId:
        """Keep a whole match at once, or nothing of it; return its new id."""
        with self._writing():
            match_id = self._write_beginning(beginning)
            for number, play in enumerate(plays, start=1):
                expect_next(play.record.seq, number - 1)
                self._write_play(match_id, play)
        return match_id

    def append(self, match_id: MatchId, record: Record) -> None:
        """Keep one play. Raises `LogBusy` if the log already holds a play with that number."""
        with self._writing():
            expect_next(record.seq, self._count(match_id))
            self._write_play(match_id, KeptPlay(record, self._clock_ms()))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self.expect_there()
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
        chain.add_beginning(self._db, match_id, is_judged=beginning.is_judged)
        return match_id

    def _new_id(self) -> MatchId:
        while True:
            name = MatchId("".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)))
            if not self._db.execute("SELECT 1 FROM matches WHERE id = ?", (name,)).fetchone():
                return name

    def _write_play(self, match_id: MatchId, kept: KeptPlay) -> None:
        record = kept.record
        error = None if record.error is None else written(record.error)
        play = (record.seq, written(record.play), error, kept.at_ms)
        seen = [
            (record.seq, n, _ascii(seen.id), written(observation_to_json(seen)))
            for n, seen in enumerate(record.observations)
        ]
        events = [
            (
                record.seq,
                n,
                event.of,
                _ascii(str(event.data.get("kind"))),
                written(event.data),
                written(self._evidence(match_id, record, event.of)),
            )
            for n, event in enumerate(record.events)
        ]
        self._db.execute("INSERT INTO plays VALUES (?, ?, ?, ?, ?)", (match_id, *play))
        self._db.executemany(
            "INSERT INTO observations VALUES (?, ?, ?, ?, ?)", [(match_id, *row) for row in seen]
        )
        self._db.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", [(match_id, *row) for row in events]
        )
        chain.add(self._db, Kind.PLAY, match_id, record.seq, play_body(match_id, play, seen, events))

    def _evidence(self, match_id: MatchId, record: Record, of: int) -> Any:
        """Return the observations that led to an event; the event of a corrected play has the correction's own.

        The later plays that it judges again keep theirs.
        """
        corrected = record.play.get("seq") if isinstance(record.play, dict) else None
        if of in (record.seq, corrected):
            return list(record.evidence)
        row = self._db.execute(
            "SELECT evidence FROM events WHERE match = ? AND of = ? ORDER BY seq DESC LIMIT 1", (match_id, of)
        ).fetchone()
        try:
            return [] if row is None else _parsed(row[0])
        except _UNREADABLE:
            return []

    # --- reading

    def headers(self) -> list[Header]:
        """Return all matches whose beginning can be read, the latest first."""
        return self.beginnings()[0]

    def beginnings(self) -> tuple[list[Header], list[LostHeader]]:
        """Return all matches, the latest first: those whose beginning can be read, and those whose beginning cannot."""
        with border(self._path), exact_text(self._db):
            rows = self._db.execute(f"{_HEADERS} ORDER BY created_at_ms DESC, id").fetchall()
        found = [self._header_or_fault(row) for row in rows]
        return (
            [one for one in found if isinstance(one, Header)],
            [one for one in found if isinstance(one, LostHeader)],
        )

    def header(self, name: str) -> Header:
        """Return the match whose id is `name` or begins with it. Raises `NoSuchMatch`, also if several ids do."""
        prefix = name.strip().lower()
        if not prefix or len(prefix) > ID_LENGTH or not set(prefix) <= set(ID_LETTERS):
            raise _no_match(name)
        with border(self._path), exact_text(self._db):
            rows = self._db.execute(f"{_HEADERS} WHERE id GLOB ? ORDER BY id", (f"{prefix}*",)).fetchall()
        if not rows:
            raise _no_match(name)
        if len(rows) > 1:
            found = ", ".join(row[0] for row in rows[:5])
            raise NoSuchMatch(
                Text(
                    "the ids of several matches begin with {id}: {found}; type more letters of the id",
                    id=prefix,
                    found=found,
                )
            )
        header = self._header_or_fault(rows[0])
        if isinstance(header, LostHeader):
            raise match_damaged(header.says)
        return header

    def records(self, name: str) -> list[Record]:
        """Return the records of a match in order. Raises `LogDamaged` where plays are missing or unreadable."""
        return [play.record for play in self.plays(name)]

    def plays(self, name: str) -> list[KeptPlay]:
        """Return the records of a match in order, with the time each was kept. Raises `LogDamaged`."""
        sound = self.sound(name)
        if sound.damage is not None:
            raise sound.damage
        return list(sound.plays)

    def sound(self, name: str) -> SoundPlays:
        """Return the unchanged plays, up to the first changed one.

        Raises `LogDamaged` where the match cannot even be begun.
        """
        match_id = self.header(name).id
        with border(self._path), reading(self._db):
            if not has_chain(self._db):
                return self._unchecked(match_id)
            checked = checked_match(self._db, match_id)
        if isinstance(checked, LostBeginning):
            raise match_damaged(Text("match {id}: {problem}", id=match_id, problem=checked.damage))
        return self._sound(match_id, checked)

    def _unchecked(self, match_id: MatchId) -> SoundPlays:
        """Return all plays of a log whose records have no check."""
        rows = match_rows(self._db, match_id)
        try:
            return SoundPlays([_kept_play(rows, seq) for seq in _expect_all(rows)], None)
        except _UNREADABLE as problem:
            raise match_damaged(Text("match {id} cannot be read", id=match_id)) from problem

    def _sound(self, match_id: MatchId, checked: CheckedMatch) -> SoundPlays:
        plays: list[KeptPlay] = []
        damage = checked.damage
        for seq in range(1, checked.sound + 1):
            try:
                plays.append(_kept_play(checked.rows, seq))
            except _UNREADABLE:
                damage = Text("play {seq} cannot be read", seq=seq)
                break
        if damage is None:
            return SoundPlays(plays, None)
        return SoundPlays(plays, self._damage(match_id, damage, len(plays)))

    def _damage(self, match_id: MatchId, problem: Text, sound: int) -> LogDamaged:
        told = Text(
            "{file} is damaged: match {id}: {problem}; its plays up to {last} can be shown and "
            "exported, and the match continued from there with `{way_on}`",
            file=str(self._path),
            id=match_id,
            problem=problem,
            last=sound,
            way_on=f"companion matches resume --before-damage {match_id}",
        )
        return LogDamaged(told)

    def losses(self) -> list[Text]:
        """Return what is missing, changed or unreadable in the log outside its matches. Raises `StorageError`."""
        with border(self._path), reading(self._db):
            return losses(self._db) if has_chain(self._db) else []

    def cards(self, name: str) -> list[Json]:
        """Return the catalogue of a match."""
        fingerprint = self.header(name).catalogue_hash
        with border(self._path):
            row = self._db.execute("SELECT cards FROM catalogues WHERE hash = ?", (fingerprint,)).fetchone()
        text = row[0] if row is not None and isinstance(row[0], str) else ""
        if hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() != fingerprint:
            raise LogDamaged(
                Text(
                    "the catalogue of match {id} is not what it was; matches with other cards are not touched",
                    id=name,
                )
            )
        try:
            return list(read(_Cards, {"cards": _parsed(text)}).cards)
        except _UNREADABLE as problem:
            raise LogDamaged(
                Text(
                    "the catalogue of match {id} cannot be read; matches with other cards are not touched",
                    id=name,
                )
            ) from problem

    def log(self, name: str) -> MatchLog:
        """Return the log of a match, to continue it."""
        return MatchLog(self, self.header(name).id)

    def _count(self, match_id: MatchId) -> int:
        row = self._db.execute("SELECT max(seq) FROM plays WHERE match = ?", (match_id,)).fetchone()
        return int(row[0] or 0)

    def _header_or_fault(self, row: Sequence[Any]) -> Header | LostHeader:
        data = dict(zip(_COLUMNS, row, strict=True))
        try:
            data["setup"] = _parsed(data["setup"])
        except _UNREADABLE:
            return _lost_header(data["id"], "setup")
        try:
            header = read(Header, data)
        except Malformed as problem:
            return _lost_header(data["id"], problem.where)
        return replace(header, is_judged=self._is_judged(header.id))

    def _is_judged(self, match_id: MatchId) -> bool:
        with border(self._path):
            if not has_chain(self._db):
                return True
            copied = "SELECT 1 FROM outbox WHERE match = ? AND kind = ?"
            return self._db.execute(copied, (match_id, Kind.COPY)).fetchone() is None


_HEADERS = """
    SELECT id, game, rules_version, catalogue_hash, setup, created_at_ms,
           (SELECT count(*) FROM plays WHERE plays.match = matches.id)
    FROM matches"""


_COLUMNS = ("id", "game", "rules_version", "catalogue_hash", "setup", "created_at_ms", "plays")
"""What `_HEADERS` asks for, as the fields of a header."""
_UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, Malformed)
"""What reading a damaged row may raise."""


@dataclass(frozen=True, slots=True)
class _Cards:
    cards: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class _PlayForm:
    """The parts of a play's row whose types the log itself depends on."""

    at_ms: WallMs
    events: tuple[LoggedEvent, ...]
    error: Json | None


def _parsed(text: Any) -> Any:
    """Read JSON that the log kept. Raises one of `_UNREADABLE`, also for what is no text or no UTF-8."""
    return strict_json.parse(text.encode(), deepest=strict_json.DEEPEST_KEPT)


def _lost_header(kept_id: Any, where: str) -> LostHeader:
    """Return a match whose beginning has a fault in its column `where`."""
    problem = Text("its set-up is damaged") if where.startswith("setup") else Text("its beginning is damaged")
    if not isinstance(kept_id, str):
        return LostHeader(
            MatchId(""), Text("a match without an id cannot be read: {problem}", problem=problem)
        )
    name = kept_id[:ID_LENGTH]
    return LostHeader(MatchId(name), Text("match {id} cannot be read: {problem}", id=name, problem=problem))


def _kept_play(rows: MatchRows, seq: int) -> KeptPlay:
    """Return a play from its rows. Raises one of `_UNREADABLE`."""
    _, play, error, at_ms = rows.plays[seq]
    seen, followed = rows.seen.get(seq, ()), rows.events.get(seq, ())
    _expect_in_order([row[1] for row in seen])
    _expect_in_order([row[1] for row in followed])
    observations = tuple(observation_from_json(_parsed(row[3])) for row in seen)
    events = [{"of": row[2], "data": _parsed(row[4])} for row in followed]
    refused = None if error is None else _parsed(error)
    form = read(_PlayForm, {"at_ms": at_ms, "events": events, "error": refused})
    return KeptPlay(Record(seq, _parsed(play), observations, form.events, form.error), form.at_ms)


def _expect_all(rows: MatchRows) -> range:
    """Check that no number is missing among those of the plays."""
    _expect_in_order([seq - 1 for seq in sorted(rows.seqs())])
    if len(rows.plays) != len(rows.seqs()):
        raise ValueError("a play is missing")
    return range(1, len(rows.plays) + 1)


def _expect_in_order(numbers: Sequence[int]) -> None:
    if list(numbers) != list(range(len(numbers))):
        raise ValueError(f"expected rows 0 to {len(numbers) - 1}, got {numbers}")


def _ascii(words: str) -> str:
    """Return text that every SQLite column takes; half a surrogate pair is escaped."""
    return words.encode("ascii", "backslashreplace").decode("ascii")


def _no_match(name: str) -> NoSuchMatch:
    return NoSuchMatch(
        Text(
            "there is no match {id} in the log; `{way_on}` shows all matches",
            id=name[:40],
            way_on="companion matches list",
        )
    )
