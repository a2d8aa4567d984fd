"""Tells whether a picture that has just arrived was also just taken.

A stream that has stalled first sends the pictures it held back: they arrive now and are seconds old. They
come faster than the camera takes pictures. So after a gap no picture is believed until one arrives at the
camera's usual distance from the one before. A stream that was already sent when it was opened, as over TCP, begins with
old pictures too: they come faster than they were taken, as the stream's own times tell.
"""

from dataclasses import dataclass

GAP_MS = 250
GAP_PERIODS = 3
"""A gap is longer than `GAP_MS` and than so many periods; a camera of four pictures a second has none.
Chosen, and checked on simulated stalls.
"""
IN_STEP = 0.6
"""The share of the usual period below which a picture is one that was held back."""
FOLLOWS = 0.1
"""How much each interval changes the usual period."""
SOME = 3
"""So many intervals tell a camera's pace; one of them may be a stall."""
LONGEST_DOUBT_MS = 5_000
"""After so long a stream is believed: its pictures come faster than before, or faster than it tells."""
CATCHES_UP_MS = 300
"""So much of a stream, by its own times, is looked at to see whether it catches up."""
TIMES_IN_TIME = 2
"""So often in a row it must be in time: once, this machine may only have stopped for a moment."""
LONGEST_BACKLOG_MS = 15_000
"""After so long the stream is taken for one that comes faster than its own times tell."""
IN_TIME = 0.8
"""The share of its own time that a stream takes at least when it has caught up. One of 30 pictures a second without times
is taken for one of 25; a slow machine decodes old pictures in three quarters of their time.
"""


@dataclass(slots=True)
class Freshness:
    """Judges the pictures of one stream as they arrive. Times are ms."""

    last_ms: float | None = None
    period_ms: float | None = None
    is_doubtful: bool = False
    doubted_ms: float | None = None
    """Since when it is in doubt."""
    intervals: int = 0

    @property
    def usual_ms(self) -> float | None:
        """How far apart pictures usually arrive; None before some have come."""
        return self.period_ms if self.intervals >= SOME else None

    def is_fresh(self, at_ms: float) -> bool:
        """Tells whether the picture that arrives now was taken now."""
        last_ms, self.last_ms = self.last_ms, at_ms
        if last_ms is None:
            return self._is_believed(at_ms)
        since_ms = at_ms - last_ms
        self.intervals += 1
        period_ms = self.period_ms
        if period_ms is None:
            self.period_ms = since_ms
            return True
        if since_ms > max(GAP_MS, GAP_PERIODS * period_ms):
            self.is_doubtful = True
        elif since_ms >= IN_STEP * period_ms:
            self.is_doubtful = False
            self.period_ms = period_ms + FOLLOWS * (since_ms - period_ms)
        elif not self.is_doubtful:
            # Networks may deliver pictures in pairs, and a camera may become faster: both change the period.
            self.period_ms = period_ms + FOLLOWS * (since_ms - period_ms)
        return self._is_believed(at_ms)

    def _is_believed(self, at_ms: float) -> bool:
        """Ends a doubt that lasts too long."""
        if not self.is_doubtful:
            self.doubted_ms = None
        elif self.doubted_ms is None:
            self.doubted_ms = at_ms
        elif at_ms - self.doubted_ms >= LONGEST_DOUBT_MS:
            self.is_doubtful, self.doubted_ms, self.period_ms = False, None, None
        return not self.is_doubtful


@dataclass(slots=True)
class Backlog:
    """Tells when a stream has caught up that was sent before it was opened. Times are ms."""

    is_past: bool = False
    began_ms: float | None = None
    own_ms: float = 0.0
    at_ms: float = 0.0
    in_time: int = 0

    def take(self, own_ms: float, at_ms: float) -> bool:
        """Takes the times of a picture: its own, as the stream tells it, and that of its arrival. Returns True if the picture
        is new, and False if it waited in the stream. A picture of a stream that tells no times counts as new.
        """
        if self.is_past:
            return True
        if self.began_ms is None:
            self.began_ms, self.own_ms, self.at_ms = at_ms, own_ms, at_ms
            return False
        own_since_ms, since_ms = own_ms - self.own_ms, at_ms - self.at_ms
        if own_since_ms <= 0 or at_ms - self.began_ms >= LONGEST_BACKLOG_MS:
            self.is_past = True
        elif own_since_ms >= CATCHES_UP_MS:
            self.in_time = self.in_time + 1 if since_ms >= IN_TIME * own_since_ms else 0
            self.is_past = self.in_time >= TIMES_IN_TIME
            self.own_ms, self.at_ms = own_ms, at_ms
        return self.is_past
