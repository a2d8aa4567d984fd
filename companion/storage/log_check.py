"""Checks each record of the log against its row of the hash chain, and says which records were changed or lost.

What is wrong with one record hides no other, and what stands before it can be used.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from companion.ids import MatchId
from companion.storage.chain import (
    CLOCK_ROWS,
    ROLL_ROWS,
    ChainLink,
    ChainReader,
    Gap,
    Kind,
    MatchRows,
    clock_body,
    exact_text,
    match_rows,
    roll_body,
)
from companion.words import Text


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
