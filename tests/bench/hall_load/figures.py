"""The measurements of a load: delays, and how much of the machine a process uses."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class LoadFigures:
    """The delays of all that arrived, in milliseconds; shares of one core; and megabytes of memory at most."""

    sent: int
    arrived: int
    middle_ms: float
    p95_ms: float
    p99_ms: float
    longest_ms: float
    cores: float
    memory_mb: float
    machine_load: float
    """How many programs wanted a core, on average over the last minute."""


def figures(sent: int, delays_ms: Sequence[float], cores: float, memory_mb: float) -> LoadFigures:
    """Return the figures of some delays."""
    ordered = sorted(delays_ms) or [float("nan")]
    last = len(ordered) - 1
    return LoadFigures(
        sent,
        len(delays_ms),
        ordered[last // 2],
        ordered[round(last * 0.95)],
        ordered[round(last * 0.99)],
        ordered[-1],
        cores,
        memory_mb,
        os.getloadavg()[0],
    )


def cpu_s(process: int) -> float:
    """Return the seconds of a core that a process has used."""
    words = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / _TICKS


def memory_mb(process: int) -> float:
    """Return the most memory that a process had at once."""
    for line in Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return float("nan")
