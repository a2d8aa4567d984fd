"""A log in memory, for a match that is not kept, or that is judged before it is kept."""

from companion.errors import LogBusy
from companion.storage.record import Record
from companion.words import Text


class MemoryLog:
    """Keeps records in a list. Takes only the next play number, as the log on disk does."""

    def __init__(self) -> None:
        self._records: list[Record] = []

    def append(self, record: Record) -> None:
        """Keep one play and its events. Raises `LogBusy` unless it is the next one."""
        expect_next(record.seq, len(self._records))
        self._records.append(record)

    def records(self) -> list[Record]:
        """Return the kept records in order."""
        return list(self._records)


def expect_next(seq: int, kept: int) -> None:
    """Check that `seq` follows the last kept play; any other number means that another program has continued the match."""
    if seq != kept + 1:
        raise LogBusy(
            Text(
                "another program has gone on with this match: its log holds {kept} plays, so this is not play {seq};"
                " open it again",
                kept=kept,
                seq=seq,
            )
        )
