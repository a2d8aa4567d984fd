"""Reads the clocks of this machine. Only the outermost code calls this; all other code is given the time."""

import time
from datetime import UTC, datetime


def monotonic_ms() -> int:
    """Return the milliseconds of a clock that never goes back; only differences mean anything."""
    return time.monotonic_ns() // 1_000_000


def wall_ms() -> int:
    """Return the milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


def now() -> datetime:
    """Return the date and time in this machine's time zone."""
    return datetime.now(UTC).astimezone()
