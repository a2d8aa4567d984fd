"""The copies of the tables' matches: as export files, and as the referee sees them."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, takewhile
from pathlib import Path

from companion.clock import wall_ms
from companion.errors import CompanionError, Malformed, UnreadableFile
from companion.hall.branches import LogKey
from companion.hall.store.changes import KeptMatch
from companion.hall.store.store import HallStore
from companion.ids import MatchId
from companion.match import Match
from companion.observation import Observation
from companion.play import Correct
from companion.regular_files import read_regular_file
from companion.rules.engine import Json
from companion.session.history_rows import lost
from companion.session.match_controller import MatchController
from companion.session.match_report import MatchReport, report_of
from companion.session.snapshot import Past, Proposal, Snapshot
from companion.session.snapshot_builder import SnapshotBuilder, look_back
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene import Words
from companion.storage import strict_json
from companion.storage.chain import Kind
from companion.storage.clocks import clocks_of
from companion.storage.exchange import read_export
from companion.storage.kept_files import replace_file
from companion.storage.outbox import ChainedRecord, read_name
from companion.storage.shipped_data import mat_of
from companion.table.recorded_match import judged, opened, restore
from companion.timers import Clocks
from companion.words import Text

# --- exports
# Writes the matches of a hall as export files, in the same form as a table does (`storage.exchange`).

SUFFIX = ".jsonl"


@dataclass(slots=True)
class MatchExport:
    """What became of an export: how many files were written, and how many were there already with the same content.

    `left_out`: matches that are damaged, and why; `kept`: files that were there with other content.
    """

    written: int = 0
    there: int = 0
    left_out: list[Text] = field(default_factory=list)
    kept: list[Text] = field(default_factory=list)

    def written_to(self, folder: str) -> Text:
        """Return how many matches were written."""
        if self.written == 1:
            return Text("1 match written to {folder}", folder=folder)
        return Text("{count} matches written to {folder}", count=self.written, folder=folder)


def export_matches(store: HallStore, folder: Path, numbers: Mapping[str, str]) -> MatchExport:
    """Write one file for each match whose beginning the store has; files that are there are not changed.

    A match of a second branch has the branch in its name. `numbers` are the tables' numbers, by account. Raises
    `StoreError` or `StorageError`.
    """
    made = MatchExport()
    for match in store.matches():
        table = numbers.get(match.key.account, match.key.account)
        try:
            name = _file_name(match, table)
            data = _content(store.match_records(match))
        except Malformed as problem:
            made.left_out.append(
                Text(
                    "match {id} of table {table} is damaged and was left out: {problem}",
                    id=match.match[:40],
                    table=table[:40],
                    problem=problem.message,
                )
            )
            continue
        _write(folder, name, data, made)
    return made


def _file_name(match: KeptMatch, table: str) -> str:
    """Return the name of a match's file without its suffix. Raises `Malformed` for ids that no file may have."""
    branch = f"-{match.branch}" if match.branch else ""
    return f"{read_name(table, 'table')}-{read_name(match.match, 'match')}{branch}"


def _content(records: Sequence[ChainedRecord]) -> bytes:
    lines = list(match_lines(records))
    for line in lines:
        _parsed_object(line)
    return "".join(f"{line}\n" for line in lines).encode("ascii", "backslashreplace")


def _write(folder: Path, name: str, data: bytes, made: MatchExport) -> None:
    """Write a file under its name, or under the next free one if that is taken by other content."""
    numbered = (f"{name}{f'-{number}' if number > 1 else ''}{SUFFIX}" for number in count(1))
    taken = list(takewhile(lambda each: _is_taken(folder / each, data), numbered))
    path = folder / f"{name}{f'-{len(taken) + 1}' if taken else ''}{SUFFIX}"
    if path.exists():
        made.there += 1
        return
    replace_file(path, data)
    made.written += 1
    if taken:
        made.kept.append(
            Text(
                "{file} was there with other content and stays as it is; the match is in {new}",
                file=taken[-1],
                new=path.name,
            )
        )


def _is_taken(path: Path, data: bytes) -> bool:
    """Tell whether a name belongs to something else than this content."""
    if not os.path.lexists(path):
        return False
    try:
        return read_regular_file(path, most_bytes=len(data)) != data
    except UnreadableFile:
        return True


def match_lines(records: Sequence[ChainedRecord]) -> Iterator[str]:
    """Yield the lines of an export from a match's records, the beginning first. Raises `Malformed`."""
    plays = [record for record in records if record.kind == Kind.PLAY]
    for record in records:
        if record.kind in (Kind.MATCH, Kind.COPY):
            yield strict_json.written({**_parsed_object(record.body), "plays": len(plays)})
    for record in plays:
        # The first line of a body names the match; the others are those of an export.
        yield from record.body.split("\n")[1:]
    yield strict_json.written({"end": {"plays": len(plays)}})


def _parsed_object(text: str) -> Json:
    data = strict_json.parse(text, deepest=strict_json.DEEPEST_KEPT)
    if not isinstance(data, dict):
        raise Malformed("", Text("a record of the match is not an object"))
    return data


# --- match copy
# The copy of a table's match that the hall has, as the referee sees it: its history, its choices, what may be set.


class NoCopy(CompanionError):
    """The hall has no copy of this match that can be shown."""


class MatchCopy:
    """One match, rebuilt from the records in the store; `look` takes what is new. It belongs to the thread of the store."""

    def __init__(self, store: HallStore, key: LogKey, branch: int, match: str) -> None:
        self._store = store
        self._key, self._branch, self._name = key, branch, match
        self._taken = 0
        self._match: Match | None = None
        self._viewer: SnapshotBuilder | None = None
        self._snapshot: Snapshot | None = None
        self._observations: dict[int, tuple[Observation, ...]] = {}

    def look(self) -> Snapshot:
        """Return the match after the last play that the hall has. Raises `NoCopy`, `StoreError` or `LogDamaged`."""
        kept = self._store.match_of(self._key, self._branch, self._name)
        if kept is None:
            raise NoCopy(Text("the hall has not fetched the beginning of this match yet"))
        if self._snapshot is None or kept.plays != self._taken:
            lines = match_lines(self._store.match_records(kept))
            exported = read_export(line.encode() for line in lines)
            if self._viewer is None or self._match is None or len(exported.plays) < self._taken:
                self._match = opened(exported.beginning, exported.beginning.cards)
                clocks = Clocks(clocks_of(exported.beginning.setup, {}))
                controller = MatchController(MatchId(self._name), self._match, None, clocks)
                self._viewer = SnapshotBuilder(controller, mat_of(exported.beginning.game), wall_ms)
                self._taken = 0
            for play in exported.plays[self._taken :]:
                restore(self._match, play.record)
                self._observations[play.record.seq] = tuple(play.record.observations)
                self._viewer.recall([judged(play, self._match)])
                self._taken += 1
            self._snapshot = self._viewer.look() or self._snapshot
        assert self._snapshot is not None, "the first look shows the beginning"
        return self._snapshot

    def impossible_after(self, correction: Correct) -> tuple[Words, ...]:
        """Return in words the later plays that a correction would make impossible, each with why. Raises what `look` raises."""
        snapshot = self.look()
        assert self._match is not None, "it has been looked at"
        voided = self._match.impossible_after(correction)
        return lost(replace(snapshot, proposal=Proposal(correction.seq, correction.instead, voided)))

    def report(self) -> MatchReport:
        """Return what is told of the match after its end; it takes some seconds. Raises what `look` raises."""
        last = self.look()
        assert self._match is not None, "it has been looked at"
        return report_of(self._match, last, lambda _seq: None)

    def observations(self, seq: int) -> tuple[Observation, ...]:
        """Return what a play was read from, as the record has it. Raises what `look` raises."""
        self.look()
        return self._observations.get(seq, ())

    def before(self, seq: int) -> Past | None:
        """Return the match before a play, with what else that play may have been; None if the play does not count."""
        snapshot = self.look()
        assert self._match is not None, "it has been looked at"
        return look_back(self._match, SCENE_BUILDERS[snapshot.game], mat_of(snapshot.game), seq)


def report_from(address: str, name: MatchId) -> MatchReport:
    """Return what is told of a match that the store at this address has. Raises `NoCopy`, `StoreError` or `LogDamaged`."""
    with HallStore(address) as store:
        kept = [one for one in store.matches() if one.match == name]
        if not kept:
            raise NoCopy(Text("the hall has not fetched the beginning of this match yet"))
        return MatchCopy(store, kept[-1].key, kept[-1].branch, kept[-1].match).report()
