"""The state of a table's connection: its lamp, the number of missing records, and the time since the last message."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from companion.bus.messages import HEARTBEAT_MS, LogHead, PublicView, TableReport
from companion.bus.wire import TopicPart
from companion.hall.store.changes import KeptLink

MOST_DAMAGED = 3
"""So many messages of a kind one after the other that are no JSON were sent like that: no wire damages all."""
FLOOD_TOLD_MS = 10_000
"""How long the lamp tells that a table sent more than its share."""
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
    """Part of what the table tells cannot be read here: its program is another version, or is not the table's own."""
    FLOODING = "flooding"
    """The table sends more than its share: what is over it is not taken."""
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
    called_ms: int | None = None
    """When the players last called."""
    is_forked: bool = False
    unread: set[TopicPart] = field(default_factory=set)
    """The kinds of messages of which the last one was not understood."""
    damaged: Counter[TopicPart] = field(default_factory=Counter)
    """How many of the last messages of each kind were no JSON, one after the other."""
    refused: int = 0
    """All messages and records that were no use."""
    flooded_ms: int | None = None
    """When the table last sent more than its share."""
    noted: KeptLink | None = None
    """What the store was last told of it; None: it is to be told."""

    @property
    def behind(self) -> int:
        """The number of records that the table has and the hall does not."""
        return 0 if self.head is None else max(0, self.head.n - self.n)

    def silent_ms(self, now_ms: int) -> int:
        """Return the time since the last message."""
        return max(0, now_ms - self.heard_ms)

    def refuse(self, part: TopicPart, *, is_damaged: bool = False) -> None:
        """Count a message that was not taken."""
        self.refused += 1
        self.damaged[part] += is_damaged
        if not is_damaged or self.damaged[part] >= MOST_DAMAGED:
            self.unread.add(part)

    def understand(self, part: TopicPart) -> None:
        """Note that a message was understood."""
        self.unread.discard(part)
        del self.damaged[part]

    def lamp(self, now_ms: int) -> Lamp:
        """Return the lamp: the worst state that applies."""
        if self.is_forked:
            return Lamp.FORKED
        if not self.is_up:
            return Lamp.GONE
        if self.silent_ms(now_ms) > LATE_MS:
            return Lamp.SILENT
        if self.flooded_ms is not None and now_ms - self.flooded_ms < FLOOD_TOLD_MS:
            return Lamp.FLOODING
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
    refused: int = 0


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
        link.refused,
    )
