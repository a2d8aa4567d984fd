"""Limits how often something may be done."""

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.clock import monotonic_ms

BURST_S = 1.0
"""What was not used in so many seconds may be used at once."""


@dataclass(slots=True)
class Rate:
    """A limit: something may be done `per_s` times a second on average."""

    per_s: float
    clock: Callable[[], int] = monotonic_ms
    _left: float = field(init=False)
    _at_ms: int = field(init=False)

    def __post_init__(self) -> None:
        self._left, self._at_ms = self.per_s * BURST_S, self.clock()

    def allows(self) -> bool:
        """Tell whether it may be done once more now, and count it if so."""
        now_ms = self.clock()
        self._left = min(self.per_s * BURST_S, self._left + (now_ms - self._at_ms) * self.per_s / 1000)
        self._at_ms = now_ms
        if self._left < 1:
            return False
        self._left -= 1
        return True
