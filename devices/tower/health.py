"""Measures how good the line to a tower is: when the tower was heard, and what was damaged. Pure.

A tower is lost when three heartbeats in a row bring nothing at all, not even noise: a bad line loses many
answers and still works.
"""

from collections import deque

PING_MS = 1_000
"""The time between two heartbeats."""
MISSED_PINGS = 3
"""So many heartbeats in a row without any bytes mean that the tower is lost."""
NOISE_MS = 10_000
NOISY_LINES = 3
"""So many damaged lines within `NOISE_MS` make a disturbed line."""
NONSENSE_MS = 5_000
"""Bytes that come for so long without one good line are not from a tower."""
SLOW_MS = 400
"""A round trip that players notice; a Pico answers within 20 ms."""


class LinkHealth:
    """What is known about the line since the port was opened. Times are ms of one monotonic clock."""

    def __init__(self) -> None:
        self._damaged_at: deque[int] = deque(maxlen=NOISY_LINES)
        self._pings: dict[int, int] = {}
        self.rtt_ms: int | None = None
        self.opened(0)

    def opened(self, now_ms: int) -> None:
        """Start counting again, because the port was just opened."""
        self.opened_ms = now_ms
        self.has_heard = False
        self._nonsense_since_ms: int | None = None
        self._missed = 0
        self._next_ping_ms = now_ms
        self._pings.clear()
        self._damaged_at.clear()
        self.rtt_ms = None

    def heard(self) -> None:
        """Note that bytes came, whatever they mean."""
        self.has_heard = True
        self._missed = 0

    def good(self) -> None:
        """Note that a whole line came."""
        self._nonsense_since_ms = None

    def damaged_there(self, now_ms: int) -> None:
        """Note that the tower could not read one of our lines."""
        self._damaged_at.append(now_ms)

    def damaged(self, now_ms: int) -> None:
        """Note that we could not read a line of the tower."""
        self._damaged_at.append(now_ms)
        if self._nonsense_since_ms is None:
            self._nonsense_since_ms = now_ms

    # --- heartbeat

    def wants_ping(self, now_ms: int) -> bool:
        return now_ms >= self._next_ping_ms

    def pinged(self, seq: int, now_ms: int) -> None:
        """Note that a heartbeat was sent. It counts as missed until bytes come."""
        self._missed += 1
        self._next_ping_ms = now_ms + PING_MS
        self._pings[seq] = now_ms
        if len(self._pings) > 2 * MISSED_PINGS:
            del self._pings[next(iter(self._pings))]

    def ponged(self, seq: int, now_ms: int) -> None:
        sent_ms = self._pings.pop(seq, None)
        if sent_ms is not None:
            self._pings = {other: at for other, at in self._pings.items() if at > sent_ms}
            self.rtt_ms = now_ms - sent_ms

    # --- judgement

    def is_lost(self, now_ms: int) -> bool:
        """Return whether three heartbeats went unanswered and the fourth is due."""
        return self._missed >= MISSED_PINGS and self.wants_ping(now_ms)

    def is_noisy(self, now_ms: int) -> bool:
        damaged = self._damaged_at
        return len(damaged) == NOISY_LINES and now_ms - damaged[0] < NOISE_MS

    def is_nonsense(self, now_ms: int) -> bool:
        since = self._nonsense_since_ms
        return since is not None and self.is_noisy(now_ms) and now_ms - since >= NONSENSE_MS

    def is_slow(self) -> bool:
        return (self.rtt_ms or 0) >= SLOW_MS
