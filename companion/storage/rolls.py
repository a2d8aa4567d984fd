"""Keeps every roll that a tower reports, whether it was asked for or not. When `keep` returns, the roll is on disk.

They stand in the same file as the matches, each once: a roll is known by the tower's serial, its boot and its number.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

from companion.observation import Roll, roll_id
from companion.storage import chain
from companion.storage.border import border, damaged
from companion.storage.chain import ROLL_ROWS, Kind, misfit_rolls, roll_body
from companion.storage.schema import LogFile, has_chain, reading, transaction
from companion.words import Text


class RollStore(LogFile):
    """The rolls of one file."""

    def keep(self, roll: Roll) -> bool:
        """Keep a tower's roll; return False if it was kept before, and then change nothing. Raises `StorageError`.

        Raises `ValueError` for a roll of no tower.
        """
        if roll.tower is None or roll.boot is None or roll.number is None or roll.line is None:
            raise ValueError(f"expected a roll with tower, boot, number and line, got {roll!r}")
        row = (
            roll.tower, roll.boot, roll.number, roll.request, ",".join(roll.dice), ",".join(roll.faces),
            ",".join(map(str, roll.confidence)), roll.state, roll.rest_ms, roll.again, roll.line, roll.at_ms,
        )  # fmt: skip
        self.expect_there()
        with border(self._path), transaction(self._db):
            kept = self._db.execute(_INSERT, row)
            if kept.rowcount != 1:
                return False
            n = kept.lastrowid
            assert n is not None
            chain.add(self._db, Kind.ROLL, None, n, roll_body((*row, n)))
            return True

    def rolls(self, tower: str | None = None) -> list[Roll]:
        """Return the rolls of all towers, or of one, in the order they were kept.

        Rolls that were changed since (see `misfits`) are left out. Raises `LogDamaged`.
        """
        with border(self._path), reading(self._db):
            misfits = self._misfits()
            rows = self._db.execute(
                f"{ROLL_ROWS} WHERE :tower IS NULL OR tower = :tower ORDER BY n", {"tower": tower}
            )
            sound = [row[:-1] for row in rows if row[-1] not in misfits]
        try:
            return [_roll(row) for row in sound]
        except (ValueError, TypeError, AttributeError) as problem:
            raise damaged(self._path, Text("its rolls cannot be read")) from problem

    def misfits(self) -> list[int]:
        """Return the positions of rolls that were changed since they were kept. Raises `StorageError`."""
        with border(self._path), reading(self._db):
            return sorted(self._misfits())

    def _misfits(self) -> set[int]:
        return set(misfit_rolls(self._db)) if has_chain(self._db) else set()

    def count(self) -> int:
        """Return the number of rolls."""
        with border(self._path):
            row: sqlite3.Row = self._db.execute("SELECT count(*) FROM rolls").fetchone()
        return int(row[0])


_INSERT = """
    INSERT INTO rolls (tower, boot, roll, request, dice, faces, confidence, state, rest_ms, again, line, at_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tower, boot, roll) DO NOTHING"""


def _roll(row: Sequence[Any]) -> Roll:
    tower, boot, number, request, dice, faces, confidence, state, rest_ms, again, line, at_ms = row
    return Roll(
        roll_id(tower, boot, number),
        at_ms,
        _parted(faces),
        line,
        dice=_parted(dice),
        confidence=tuple(map(int, _parted(confidence))),
        state=state,
        tower=tower,
        boot=boot,
        number=number,
        request=request,
        rest_ms=rest_ms,
        again=again,
    )


def _parted(words: str) -> tuple[str, ...]:
    return tuple(words.split(",")) if words else ()
