"""Tells from impacts when dice begin to fall, and when they lie still."""

SAME_KNOCK_MS = 30
"""A die on wood rings about as long: what follows sooner is the same impact."""
TOO_LONG_MS = 10000
"""Nothing tumbles for ten seconds: a sensor is stuck, or somebody shakes the tower."""


class Watch:
    """Watches one fall of dice after the other."""

    def __init__(self) -> None:
        self._first = -1
        self._last = 0

    @property
    def is_falling(self) -> bool:
        return self._first >= 0

    def felt(self, now: int) -> bool:
        """Take a hit; return whether it is a new impact."""
        is_new = not self.is_falling or now - self._last >= SAME_KNOCK_MS
        if not self.is_falling:
            self._first = now
        self._last = now
        return is_new

    def ended(self, now: int, quiet_ms: int) -> "tuple[str, int] | None":
        """Return how a fall ended, and how long it took in ms, after `quiet_ms` without a hit."""
        if not self.is_falling:
            return None
        if now - self._last >= quiet_ms:
            state = "ok"
        elif now - self._first >= TOO_LONG_MS:
            state = "timeout"
        else:
            return None
        took = self._last - self._first
        self._first = -1
        return state, took
