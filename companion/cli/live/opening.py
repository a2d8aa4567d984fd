"""A match opened for a live table, begun or gone on with: its desk, with log, clocks and pictures on disk."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.cli.files import raw_lines
from companion.cli.live.wiring import reader_of
from companion.cli.places import Places
from companion.cli.recorded import open_store, reopen
from companion.cli.referee import begin
from companion.cli.script import ScriptLine, read_lines, read_setup
from companion.errors import ScriptError
from companion.ids import MatchId
from companion.match import Match
from companion.observation import Observation
from companion.session.desk import Desk
from companion.session.kept import Kept
from companion.storage.catalogue import SUFFIXES, read_as, read_catalogue
from companion.storage.clocks import ClockLog, clocks_of
from companion.storage.evidence import EvidenceStore
from companion.storage.log import MatchStore
from companion.storage.rolls import RollStore
from companion.timers import Clocks
from companion.words import Text

RECALLED = 60
"""The last plays whose cards may lie on the table still when a match goes on."""
SECOND_MS = 1000


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: `open_desk` is called in the thread that will own the desk."""

    open_desk: Callable[[], Desk]
    game: str


def plan_of(args: argparse.Namespace, where: Places) -> Plan:
    """Raises `CompanionError` for a set-up that is refused, before any camera is opened."""
    lengths = dict(map(_length, args.clock))
    if args.resume:
        with open_store(where) as store:
            header = store.header(args.resume)
            clocks_of(header.setup, lengths)
        return Plan(lambda: _resumed(header.id, where, lengths), header.game)
    fresh = begin(_setup(args.setup), where)
    clocks_of(fresh.setup, lengths)
    return Plan(lambda: _begun(fresh, where, lengths), fresh.rules.game)


def _setup(name: str) -> ScriptLine:
    """A set-up: a file of its own, in YAML or JSON, or the first line of a script. Raises `CompanionError`."""
    path = Path(name)
    if path.suffix.lower() not in SUFFIXES:
        return read_setup(read_lines(raw_lines(name)))
    data = read_as(path, lambda data: data)
    return read_setup(iter((ScriptLine(1, data if isinstance(data, dict) else {}),)))


def _length(words: str) -> tuple[str, int]:
    name, _, seconds = words.partition("=")
    if not name or not seconds.isdecimal():
        raise ScriptError(
            Text("expected a clock and its seconds such as turn=120, got {got}", got=words[:40])
        )
    return name, int(seconds) * SECOND_MS


def _begun(match: Match, where: Places, lengths: dict[str, int]) -> Desk:
    log = MatchStore(where.matches).begin(match.rules, match.setup, match.cards)
    match.log_to(log)
    clocks = Clocks(clocks_of(match.setup, lengths))
    return _desk(log.id, match, clocks, ClockLog(where.matches), where)


def _resumed(name: str, where: Places, lengths: dict[str, int]) -> Desk:
    """The match as it was, its clocks as they stood, and what its last plays were read from."""
    store = MatchStore(where.matches)
    header = store.header(name)
    match = reopen(store, header)
    match.log_to(store.log(header.id))
    clock_log = ClockLog(where.matches)
    clocks = Clocks(clocks_of(header.setup, lengths)).restored(clock_log.last(header.id))
    desk = _desk(header.id, match, clocks, clock_log, where)
    observations: list[Observation] = [
        seen for record in store.records(header.id)[-RECALLED:] for seen in record.observations
    ]
    with RollStore(where.matches) as rolls:
        desk.recall(observations, rolls.rolls())
    return desk


def _desk(name: MatchId, match: Match, clocks: Clocks, clock_log: ClockLog, where: Places) -> Desk:
    """A desk that keeps clocks and pictures, and knows the tags that were stuck on narrow cards."""
    tags = read_catalogue(match.rules.game, where.catalogues).tags
    kept = Kept(clock_log, EvidenceStore(where.evidence))
    return Desk(name, match, reader_of(match, tags), clocks, kept)
