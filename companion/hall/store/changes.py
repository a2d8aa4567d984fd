"""The changes that several letters make to the hall's store, collected for one transaction."""

from dataclasses import dataclass, field

from companion.hall.branches import KeptBranch, LogKey
from companion.storage.outbox import ChainedRecord

FORK_CALL = "fork"
"""The kind of call for a log that was continued twice."""


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A record that was taken, with its log and branch."""

    key: LogKey
    branch: int
    record: ChainedRecord


@dataclass(frozen=True, slots=True)
class KeptLink:
    """The last message of a table, as the store has it."""

    account: str
    log: str | None
    branch: int
    n: int
    head_n: int
    is_up: bool
    version: str
    heard_at_ms: int
    view: str | None


@dataclass(frozen=True, slots=True)
class KeptCall:
    """A call for a referee; `subject` says what it is about."""

    account: str
    kind: str
    subject: str
    since_ms: int
    answered_by: str | None = None


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match that the store has: its log and branch, its id, its game, and the number of its plays."""

    key: LogKey
    branch: int
    match: str
    game: str
    plays: int


@dataclass(slots=True)
class StoreChanges:
    """All changes since the store was last written."""

    branches: list[tuple[KeptBranch, str | None]] = field(default_factory=list)
    """New branches, and the log that each cites."""
    records: list[NewRecord] = field(default_factory=list)
    links: dict[str, KeptLink] = field(default_factory=dict)
    calls: list[KeptCall] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.branches or self.records or self.links or self.calls)
