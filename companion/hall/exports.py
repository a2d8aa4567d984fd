"""Writes the matches of a hall as export files, in the same form as a table does (`storage.exchange`)."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from companion.hall.store.store import HallStore
from companion.storage.chain import Kind
from companion.storage.file_replacement import replace_file
from companion.storage.outbox import ChainedRecord
from companion.storage.strict_json import parse, written


def export_matches(store: HallStore, folder: Path, numbers: Mapping[str, str]) -> int:
    """Write one file for each match whose beginning the store has, and return how many.

    A match of a second branch has the branch in its name. `numbers` are the tables' numbers, by account. Raises
    `StoreError` or `StorageError`.
    """
    count = 0
    for match in store.matches():
        branch = f"-{match.branch}" if match.branch else ""
        name = f"{numbers.get(match.key.account, match.key.account)}-{match.match}{branch}.jsonl"
        lines = "".join(f"{line}\n" for line in match_lines(store.match_records(match)))
        replace_file(folder / name, lines.encode("ascii"))
        count += 1
    return count


def match_lines(records: Sequence[ChainedRecord]) -> Iterator[str]:
    """Yield the lines of an export from a match's records, the beginning first."""
    plays = [record for record in records if record.kind == Kind.PLAY]
    for record in records:
        if record.kind in (Kind.MATCH, Kind.COPY):
            yield written({**parse(record.body), "plays": len(plays)})
    for record in plays:
        # The first line of a body names the match; the others are those of an export.
        yield from record.body.split("\n")[1:]
    yield written({"end": {"plays": len(plays)}})
