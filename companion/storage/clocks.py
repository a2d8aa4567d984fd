"""Loads a game's clocks with the lengths that set-up and table choose, and keeps the log of clock events beside the plays."""

from collections.abc import Mapping
from dataclasses import replace

from companion.errors import Malformed
from companion.ids import MatchId
from companion.rules.engine import Json
from companion.storage import chain, strict_json
from companion.storage.border import border, match_damaged
from companion.storage.catalogue import SHIPPED, read_as
from companion.storage.chain import Kind, clock_body, clocks_damage
from companion.storage.schema import DatedLogFile, has_chain, reading, transaction
from companion.timers import (
    MINUTE_MS,
    Clock,
    ClockEvent,
    clock_event_from_json,
    clock_event_to_json,
    read_clocks,
)
from companion.words import Text


def clocks_of(setup: Json, lengths_ms: Mapping[str, int]) -> tuple[Clock, ...]:
    """Return the clocks of a match. Raises `Malformed` for a clock that the game does not have."""
    path = SHIPPED / setup["game"] / "clocks.yaml"
    clocks = read_as(path, lambda data: read_clocks(data["clocks"]))
    end = setup.get("end")
    minutes = end.get("minutes") if isinstance(end, dict) else None
    lengths = {**({"half": minutes * MINUTE_MS} if isinstance(minutes, int) else {}), **lengths_ms}
    names = [clock.name for clock in clocks]
    for name in lengths_ms:
        if name not in names:
            raise Malformed(name, Text("there is no such clock; possible: {known}", known=", ".join(names)))
    timed = [replace(clock, length_ms=lengths.get(clock.name, clock.length_ms)) for clock in clocks]
    return tuple(clock for clock in timed if clock.length_ms is not None or not clock.rules)


class ClockLog(DatedLogFile):
    """The clock events of the matches in one file."""

    def append(self, match: MatchId, event: ClockEvent) -> None:
        """Keep an event; when this returns, the event is on disk. Raises `StorageError`."""
        self.expect_there()
        with border(self._path), transaction(self._db):
            row = (match, self._clock_ms(), strict_json.written(clock_event_to_json(event)))
            n = self._db.execute("INSERT INTO clocks (match, at_ms, body) VALUES (?, ?, ?)", row).lastrowid
            assert n is not None
            chain.add(self._db, Kind.CLOCK, match, n, clock_body((n, *row)))

    def last(self, match: MatchId) -> ClockEvent | None:
        """Return the last kept state of the clocks of a match. Raises `LogDamaged`."""
        events = self.events(match)
        return events[-1][1] if events else None

    def events(self, match: MatchId) -> list[tuple[int, ClockEvent]]:
        """Return all clock events of a match with their times. Raises `LogDamaged`."""
        with border(self._path), reading(self._db):
            problem = clocks_damage(self._db, match) if has_chain(self._db) else None
            rows = self._db.execute(
                "SELECT at_ms, body FROM clocks WHERE match = ? ORDER BY n", (match,)
            ).fetchall()
        if problem is not None:
            raise match_damaged(Text("match {id}: {problem}", id=match, problem=problem))
        try:
            return [(at_ms, clock_event_from_json(strict_json.parse(body.encode()))) for at_ms, body in rows]
        except (ValueError, AttributeError, Malformed) as fault:
            raise match_damaged(Text("the clocks of match {id} cannot be read", id=match)) from fault
