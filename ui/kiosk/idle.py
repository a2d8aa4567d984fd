"""Decides when a kiosk starts over because nobody touched it and no card moved; it counts down first."""

from dataclasses import dataclass, replace

WARNING_MS = 10_000
"""How long it asks, and counts down."""


@dataclass(frozen=True, slots=True)
class Idle:
    """Times are of a clock that only goes forward. `after_ms`: so long it waits before it asks."""

    after_ms: int
    since_ms: int

    def moved(self, now_ms: int) -> "Idle":
        """Somebody is there."""
        return replace(self, since_ms=now_ms)

    def left_s(self, now_ms: int) -> int | None:
        """The seconds that are counted down; None: nothing is asked. 0: nobody is there any more."""
        left_ms = self.since_ms + self.after_ms + WARNING_MS - now_ms
        if left_ms > WARNING_MS:
            return None
        return max(0, -(-left_ms // 1000))
