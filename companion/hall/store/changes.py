"""The changes that several letters make to the hall's store, collected for one transaction."""

from dataclasses import dataclass, field
from enum import StrEnum

from companion.bus.messages import TableOrder
from companion.hall.branches import KeptBranch, LogKey
from companion.storage.outbox import ChainedRecord
from companion.words import Wording

PLAYERS_CALL = "call"
"""The kind of call for players who want a referee."""
WITHDRAWN = "-"
"""Who answered a call that the players took back."""

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
    unread: str = ""
    """The kinds of messages that were not understood, with spaces between them."""


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


class OrderFate(StrEnum):
    """What became of an order: what the table answered, or that no answer came from it."""

    DONE = "done"
    CONFLICT = "conflict"
    REFUSED = "refused"
    BUSY = "busy"
    EXPIRED = "expired"
    ABSENT = "absent"
    """The table was not on the line, so it was not sent."""
    UNANSWERED = "unanswered"
    """It was sent, and nothing came back: it may have been done."""


@dataclass(frozen=True, slots=True)
class KeptOrder:
    """An order to a table as the store has it: who asked for what, in which role, when and why; and what became of it.

    `fate` None: it is on its way.
    """

    order: TableOrder
    account: str
    role: str
    why: str
    asked_at_ms: int
    fate: OrderFate | None = None
    seq: int = 0
    says: Wording | None = None
    answered_at_ms: int | None = None


@dataclass(slots=True)
class StoreChanges:
    """All changes since the store was last written."""

    branches: list[tuple[KeptBranch, str | None]] = field(default_factory=list)
    """New branches, and the log that each cites."""
    records: list[NewRecord] = field(default_factory=list)
    links: dict[str, KeptLink] = field(default_factory=dict)
    calls: list[KeptCall] = field(default_factory=list)
    calls_over: list[tuple[str, str, str]] = field(default_factory=list)
    """Calls that were answered at their table: account, subject, and by whom."""

    @property
    def is_empty(self) -> bool:
        return not (self.branches or self.records or self.links or self.calls or self.calls_over)
