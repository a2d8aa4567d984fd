"""The state of a table's connection: its lamp, the number of missing records, and the time since the last message."""

from dataclasses import dataclass, field
from enum import StrEnum

from companion.bus.messages import HEARTBEAT_MS, LogHead, PublicView, TableReport
from companion.bus.topics import TopicPart

LATE_MS = 2 * HEARTBEAT_MS + 1_000
"""Two heartbeats and a second: a table that says nothing for longer is late."""


class Lamp(StrEnum):
    """The state of a connection in one word, shown as a lamp."""

    GOOD = "good"
    """All that the table kept is here, and it was heard lately."""
    BEHIND = "behind"
    """Records are missing here, and are being fetched."""
    SILENT = "silent"
    """The table says nothing any more."""
    GONE = "gone"
    """The table said goodbye, or its line broke."""
    UNREAD = "unread"
    """Part of what the table tells cannot be read here: its program is another version."""
    FORKED = "forked"
    """The table's log contradicts itself: both branches are kept, and none is counted."""

    @property
    def is_on_the_line(self) -> bool:
        """Whether orders are sent to the table."""
        return self not in (Lamp.SILENT, Lamp.GONE)


@dataclass(slots=True)
class TableLink:
    """The last message of a table. `heard_ms` is of a clock that never goes back, `heard_at_ms` of the wall clock."""

    account: str
    is_up: bool = False
    version: str = ""
    head: LogHead | None = None
    branch: int = 0
    """The branch that the table itself has."""
    n: int = 0
    """How far the hall has that branch."""
    heard_ms: int = 0
    heard_at_ms: int = 0
    view: PublicView | None = None
    view_text: str | None = None
    """The view as it came, for the store."""
    report: TableReport | None = None
    is_forked: bool = False
    unread: set[TopicPart] = field(default_factory=set)
    """The kinds of messages of which the last one was not understood."""

    @property
    def behind(self) -> int:
        """The number of records that the table has and the hall does not."""
        return 0 if self.head is None else max(0, self.head.n - self.n)

    def silent_ms(self, now_ms: int) -> int:
        """Return the time since the last message."""
        return max(0, now_ms - self.heard_ms)

    def lamp(self, now_ms: int) -> Lamp:
        """Return the lamp: the worst state that applies."""
        if self.is_forked:
            return Lamp.FORKED
        if not self.is_up:
            return Lamp.GONE
        if self.silent_ms(now_ms) > LATE_MS:
            return Lamp.SILENT
        if self.unread:
            return Lamp.UNREAD
        return Lamp.BEHIND if self.behind else Lamp.GOOD


@dataclass(frozen=True, slots=True)
class LinkStanding:
    """The state of a connection, as lists show it."""

    account: str
    lamp: Lamp
    behind: int
    silent_ms: int
    log: str | None
    kept: int
    version: str
    view: PublicView | None
    report: TableReport | None = None
    branch: int = 0
    unread: tuple[TopicPart, ...] = ()


def standing_of(link: TableLink, now_ms: int) -> LinkStanding:
    """Return the state of a connection now."""
    return LinkStanding(
        link.account,
        link.lamp(now_ms),
        link.behind,
        link.silent_ms(now_ms),
        None if link.head is None else link.head.log,
        link.n,
        link.version,
        link.view,
        link.report,
        link.branch,
        tuple(sorted(link.unread)),
    )
