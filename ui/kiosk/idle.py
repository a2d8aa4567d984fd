"""Decides when a kiosk starts over because nobody touched it and no card moved; it asks and counts down first."""

from dataclasses import dataclass, replace

WARNING_MS = 10_000
"""How long it asks, and counts down."""


@dataclass(frozen=True, slots=True)
class Idle:
    """The time since the last sign of a person, by a clock that never goes back. `after_ms`: the wait before the question."""

    after_ms: int
    since_ms: int

    def moved(self, now_ms: int) -> "Idle":
        """Note that somebody is there."""
        return replace(self, since_ms=now_ms)

    def left_s(self, now_ms: int) -> int | None:
        """Return the seconds left in the countdown; None: no question yet; 0: nobody is there."""
        left_ms = self.since_ms + self.after_ms + WARNING_MS - now_ms
        if left_ms > WARNING_MS:
            return None
        return max(0, -(-left_ms // 1000))
