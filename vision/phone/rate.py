"""Limits how often something may be done."""

from dataclasses import dataclass, field

from vision.sources.source import Clock, monotonic_ms

BURST_S = 1.0
"""What was not used in so many seconds may be used at once."""


@dataclass(slots=True)
class Rate:
    """Allows `per_s` times a second on average."""

    per_s: float
    clock: Clock = monotonic_ms
    _left: float = field(init=False)
    _at_ms: int = field(init=False)

    def __post_init__(self) -> None:
        self._left, self._at_ms = self.per_s * BURST_S, self.clock()

    def allows(self) -> bool:
        """Tells whether once more is allowed now, and counts it if so."""
        now_ms = self.clock()
        self._left = min(self.per_s * BURST_S, self._left + (now_ms - self._at_ms) * self.per_s / 1000)
        self._at_ms = now_ms
        if self._left < 1:
            return False
        self._left -= 1
        return True
