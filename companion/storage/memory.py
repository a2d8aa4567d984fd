"""A log in memory, for matches that are not kept, and for judging a match before it is kept."""

from companion.errors import LogBusy
from companion.storage.record import Record
from companion.words import Text


class MemoryLog:
    """Keeps records in a list, and takes only the next number, as the log on disk does."""

    def __init__(self) -> None:
        self._records: list[Record] = []

    def append(self, record: Record) -> None:
        """Keep one play and what followed from it. Raises `LogBusy` unless it is the next one."""
        expect_next(record.seq, len(self._records))
        self._records.append(record)

    def records(self) -> list[Record]:
        """What was kept, in order."""
        return list(self._records)


def expect_next(seq: int, kept: int) -> None:
    """The play after the last one kept is `seq`; any other means that somebody else went on with the match."""
    if seq != kept + 1:
        raise LogBusy(
            Text(
                "another program has gone on with this match: its log holds {kept} plays, so this is not play {seq};"
                " open it again",
                kept=kept,
                seq=seq,
            )
        )
