"""Connects the hall to the wire: holds the tables' letters, each table's fair share, and passes them on. It decides nothing."""

import heapq
import logging
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.bus.messages import LARGEST_BYTES, LARGEST_STATE_BYTES
from companion.bus.wire import (
    EVERY_TABLE,
    HALL_ACCOUNT,
    RETAINED,
    Letter,
    TopicPart,
    Wire,
    WireUser,
    table_topic,
)
from companion.hall.errors import HallError
from companion.hall.hall import Hall
from companion.hall.requests import OrderBook, PictureDesk
from companion.words import Text, translate

# --- inbox
# Holds the letters of the tables until the hall takes them, a bounded number of each table, and gives each its fair
# share.
#
#     wire ──► put ──► of each table: states (the newest of each kind), and a queue of the rest ──► take ──► hall
#
# The table that took least of the hall lately goes first, so that whoever sends much waits for the others and not they
# for it.
# What does not fit is not kept: what is missing of a log is asked for again, and the next state of a table replaces the
# last.

MOST_AT_ONCE, MOST_BYTES_AT_ONCE, MOST_EACH = 256, 1_000_000, 16
"""Letters that are taken in one transaction of the store, their bytes, and the letters of one table; one letter may be
larger.
"""
GATHER_S = 0.025
"""How long letters are gathered for one transaction."""
MOST_REPLACED = 64
"""States of one table that it replaces before they are taken, while its share is used up."""
MOST_WAITING, MOST_WAITING_BYTES = 256, LARGEST_BYTES
"""Letters of one table that wait, besides its states, and their bytes."""
SHARE_BYTES_PER_S = 500_000
"""What one table may have the hall read, in the long run. A table that plays sends a hundredth of it."""
SHARE_AT_ONCE_BYTES = 8_000_000
"""What a table may have read beyond that, after it was quiet: all its log, for a hall that lost its file."""
LETTER_BYTES, REFUSED_BYTES = 10_000, 50_000
"""The bytes that a letter counts for besides its length, and those that a refused letter counts for in addition. So the
share of a table in the long run is 50 letters a second, or 8 that are no use.
"""


@dataclass(slots=True)
class _Waiting:
    """The letters of one table, and what is left of its share at a time."""

    share_bytes: float
    at_ms: int
    states: dict[TopicPart, Letter] = field(default_factory=dict)
    queue: deque[Letter] = field(default_factory=deque)
    queued_bytes: int = 0
    replaced: int = 0
    """States that were replaced before they were taken, since the table last had nothing waiting."""

    def put(self, part: TopicPart, letter: Letter) -> bool:
        """Keep a letter; tell whether the table stays within its bounds."""
        size = len(letter.payload)
        if part in RETAINED:
            is_late = part in self.states and part is not TopicPart.HEAD and self.share_bytes <= 0
            self.replaced += is_late
            if size <= LARGEST_STATE_BYTES or part not in self.states:
                self.states[part] = letter
            return self.replaced < MOST_REPLACED
        if self.queue and (len(self.queue) >= MOST_WAITING or self.queued_bytes + size > MOST_WAITING_BYTES):
            return False
        self.queue.append(letter)
        self.queued_bytes += size
        return True

    def next(self) -> Letter:
        """Take the next letter out, of a table that is ready."""
        # A head comes after the records of which it is the last.
        state = next((part for part in self.states if part is not TopicPart.HEAD or not self.queue), None)
        if state is not None:
            letter = self.states.pop(state)
        else:
            letter = self.queue.popleft()
            self.queued_bytes -= len(letter.payload)
        self.share_bytes -= len(letter.payload) + LETTER_BYTES
        if self.share_bytes > 0 and not self.queue and not self.states:
            self.replaced = 0
        return letter

    def refill(self, now_ms: int) -> None:
        more = SHARE_BYTES_PER_S * (now_ms - self.at_ms) / 1000
        self.share_bytes, self.at_ms = min(SHARE_AT_ONCE_BYTES, self.share_bytes + more), now_ms

    @property
    def is_ready(self) -> bool:
        return self.share_bytes > 0 and bool(self.queue or self.states)


class FairInbox:
    """The letters that wait. Any thread may call `put` and `wake`; one thread takes them."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._changed = threading.Condition()
        self._waiting: dict[str, _Waiting] = {}
        self._count = 0
        """The letters that were put since the last were taken."""
        self._is_ready = False
        """Whether a table has letters that may be taken."""
        self._overflow: Counter[str] = Counter()
        self._is_woken = False

    def put(self, letter: Letter) -> None:
        """Keep a letter of a table, as far as there is room for it."""
        topic = table_topic(letter.topic)
        if topic is None:
            return
        with self._changed:
            one = self._waiting.get(topic.account)
            if one is None:
                one = self._waiting[topic.account] = _Waiting(SHARE_AT_ONCE_BYTES, self._now_ms())
            one.refill(self._now_ms())
            if not one.put(topic.part, letter):
                self._overflow[topic.account] += 1
            self._count += 1
            if (one.is_ready and not self._is_ready) or self._count == MOST_AT_ONCE:
                self._changed.notify()
            self._is_ready = self._is_ready or one.is_ready

    def wake(self) -> None:
        """Have the one who waits go on at once."""
        with self._changed:
            self._is_woken = True
            self._changed.notify()

    def take(self, wait_s: float) -> tuple[list[Letter], bool]:
        """Wait up to `wait_s` for letters, and return those that are taken now, with whether somebody called `wake`.

        Who waits gathers for a moment, because a transaction costs more than a letter.
        """
        with self._changed:
            if wait_s:
                self._changed.wait_for(lambda: self._is_woken or self._is_ready, wait_s)
                if self._is_ready:
                    self._changed.wait_for(lambda: self._is_woken or self._count >= MOST_AT_ONCE, GATHER_S)
            letters = self._taken()
            self._count, self._is_ready = 0, any(one.is_ready for one in self._waiting.values())
            is_woken, self._is_woken = self._is_woken, False
            return letters, is_woken

    def charge(self, refused: Mapping[str, int]) -> None:
        """Count the letters of tables that were taken and refused."""
        with self._changed:
            for account, letters in refused.items():
                if account in self._waiting:
                    self._waiting[account].share_bytes -= letters * REFUSED_BYTES

    def overflow(self) -> "Counter[str]":
        """Return how many letters of each table found no room since this was last asked."""
        with self._changed:
            told, self._overflow = self._overflow, Counter()
            return told

    def _taken(self) -> list[Letter]:
        """Take letters out, always the next one of the table that has most left of its share."""
        now_ms = self._now_ms()
        for one in self._waiting.values():
            one.refill(now_ms)
        order = [(-one.share_bytes, account) for account, one in self._waiting.items() if one.is_ready]
        heapq.heapify(order)
        letters: list[Letter] = []
        size, each = 0, Counter[str]()
        while order and len(letters) < MOST_AT_ONCE and size < MOST_BYTES_AT_ONCE:
            one = self._waiting[account := heapq.heappop(order)[1]]
            letters.append(one.next())
            size += len(letters[-1].payload)
            each[account] += 1
            if one.is_ready and each[account] < MOST_EACH:
                heapq.heappush(order, (-one.share_bytes, account))
        return letters


# --- desk

_log = logging.getLogger(__name__)
TICK_MS = 500
"""How often the hall looks what is due again."""
HALL_USER = WireUser(HALL_ACCOUNT, (EVERY_TABLE,))


class HallDesk:
    """Moves letters between the wire and the hall. Only one thread may call `step`."""

    def __init__(
        self,
        hall: Hall,
        wire: Wire,
        now_ms: Callable[[], int],
        orders: OrderBook | None = None,
        pictures: PictureDesk | None = None,
    ) -> None:
        """`orders` None: no referee orders anything here; `pictures` None: nobody asks for pictures."""
        self._hall = hall
        self._wire = wire
        self._now_ms = now_ms
        self._orders = orders
        self._pictures = pictures
        self._inbox = FairInbox(now_ms)
        self._ticked_ms: int | None = None
        self.trouble: Text | None = None
        """Why the store did not take the last letters; None: it did."""

    def open(self) -> None:
        """Begin to listen."""
        self._wire.open(self._inbox.put, lambda: None)

    def step(self, wait_s: float = 0.0) -> int:
        """Take the letters that have come, waiting up to `wait_s` for the first; return how many there were."""
        letters, is_woken = self._inbox.take(wait_s)
        now_ms = self._now_ms()
        for account, lost in self._inbox.overflow().items():
            self._hall.overflow(account, lost, now_ms)
        try:
            out = self._hall.hear(letters, now_ms) if letters else []
            self._inbox.charge(self._hall.refusals())
            is_due = self._ticked_ms is None or now_ms - self._ticked_ms >= TICK_MS
            if is_due:
                self._ticked_ms = now_ms
                out += self._hall.tick(now_ms)
            is_due = is_due or is_woken
            out += self._ordered(now_ms, is_due=is_due)
            out += self._pictured(is_due=is_due)
        except HallError as problem:
            self._begin_anew(problem)
            return len(letters)
        for letter in out:
            self._wire.send(letter)
        return len(letters)

    def wake(self) -> None:
        """Have the orders, and what pictures are asked for, looked at now; may be called in any thread."""
        self._inbox.wake()

    def close(self) -> None:
        self._wire.close()

    def _ordered(self, now_ms: int, *, is_due: bool) -> list[Letter]:
        if self._orders is None:
            return []
        self._orders.take(self._hall.results())
        if not is_due:
            return []
        return self._orders.letters(self._hall.standings(now_ms), now_ms)

    def _pictured(self, *, is_due: bool) -> list[Letter]:
        if self._pictures is None:
            return []
        return self._pictures.take(self._hall.pictures()) + (self._pictures.letters() if is_due else [])

    def _begin_anew(self, problem: HallError) -> None:
        """Go on from what the store has: whatever was lost with these letters is asked for again."""
        self.trouble = problem.message
        _log.warning("the hall's store: %s", translate(problem.message, "en"))
        try:
            self._hall.reload()
        except HallError as still:
            self.trouble = still.message
        else:
            self.trouble = None
