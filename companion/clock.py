"""Reads the clocks of this machine. Only the outermost code calls this; all other code is given the time."""

import time
from datetime import UTC, datetime


def monotonic_ms() -> int:
    """Milliseconds of a clock that only goes forward."""
    return time.monotonic_ns() // 1_000_000


def wall_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def now() -> datetime:
    """The time on the wall, in this machine's time zone."""
    return datetime.now(UTC).astimezone()
