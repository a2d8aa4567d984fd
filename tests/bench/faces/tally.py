"""Counts what became of cards that were shown, and writes the rows of the tables."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from tests.bench.trials.count import upper_bound


class Outcome(StrEnum):
    """What a reader made of a card."""

    READ = "read"
    NOT_FOUND = "not found"
    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"
    UNKNOWN = "unknown"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Reading:
    """One card that was shown, and what a reader made of it."""

    kind: str
    outcome: Outcome
    seed: int
    light: str
    shown: str
    said: str = ""
    margin: float = 0.0
    likeness: float = 0.0
    corner_px: float | None = None
    """How far the farthest corner was from where it is."""


@dataclass(slots=True)
class Tally:
    """The readings of one reader under one condition."""

    readings: list[Reading] = field(default_factory=list)
    cpu_s: float = 0.0

    @property
    def wrong(self) -> int:
        return self.count(Outcome.WRONG)

    def count(self, outcome: Outcome) -> int:
        return sum(reading.outcome is outcome for reading in self.readings)

    def of(self, kinds: Iterable[str]) -> "Tally":
        wanted = set(kinds)
        return Tally([reading for reading in self.readings if reading.kind in wanted])

    def by_kind(self) -> dict[str, "Tally"]:
        parts: defaultdict[str, Tally] = defaultdict(Tally)
        for reading in self.readings:
            parts[reading.kind].readings.append(reading)
        return dict(sorted(parts.items()))

    def add(self, other: "Tally") -> None:
        self.readings += other.readings
        self.cpu_s += other.cpu_s

    def corners(self) -> str:
        """Return the middle of the corner errors and the one that 95 of 100 stay below, in px."""
        errors = [reading.corner_px for reading in self.readings if reading.corner_px is not None]
        if not errors:
            return "-"
        return f"{np.median(errors):.2f}, {np.percentile(errors, 95):.2f}"


@dataclass(slots=True)
class Refusals:
    """Things shown that are no card of the deck: how many were looked at as one, and how many taken for one."""

    shown: int = 0
    looked_at: int = 0
    accepted: list[Reading] = field(default_factory=list)

    def add(self, other: "Refusals") -> None:
        self.shown += other.shown
        self.looked_at += other.looked_at
        self.accepted += other.accepted


HEADINGS = (
    "cards shown", "read", "not found", "unreadable", "ambiguous", "unknown", "wrong", "wrong, at most (95 %)",
)  # fmt: skip


def cells(tally: Tally) -> list[str]:
    """Return the cells of a row that follow its name: see `HEADINGS`."""
    shown = len(tally.readings)
    parts = (Outcome.NOT_FOUND, Outcome.UNREADABLE, Outcome.AMBIGUOUS, Outcome.UNKNOWN, Outcome.WRONG)
    return [
        str(shown),
        share(tally.count(Outcome.READ), shown),
        *(str(tally.count(part)) for part in parts),
        bound(tally.wrong, shown),
    ]


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def bound(hits: int, tries: int) -> str:
    return f"{100 * upper_bound(hits, tries):.2f} %" if tries else "-"


def mistakes(tallies: Iterable[Tally]) -> Iterator[str]:
    """Yield each card that was taken for another, so that it can be looked at again."""
    for tally in tallies:
        for reading in tally.readings:
            if reading.outcome is Outcome.WRONG:
                yield line_of(reading)


def line_of(reading: Reading) -> str:
    return (
        f"seed {reading.seed}, {reading.light}: {reading.kind} {reading.shown} as {reading.said},"
        f" margin {reading.margin:.2f}, likeness {reading.likeness:.2f}"
    )


def as_data(rows: Sequence[tuple[str, Tally]]) -> list[dict[str, object]]:
    """Return the counts for a program to read."""
    return [
        {
            "light": light,
            "shown": len(tally.readings),
            **{outcome.value: tally.count(outcome) for outcome in Outcome},
            "cpu_ms": round(1000 * tally.cpu_s / max(1, len(tally.readings)), 2),
        }
        for light, tally in rows
    ]
