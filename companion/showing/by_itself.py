"""Knows the plays of a match that the table made by itself, by their evidence."""

from collections.abc import Sequence
from itertools import takewhile

from companion.match import Entry

ITSELF = "itself"
"""The source of a play that a table made by itself, because nothing else was possible."""


def is_by_itself(entry: Entry) -> bool:
    """Tell whether the table made this play, after the one before it."""
    return bool(entry.evidence) and entry.evidence[-1].startswith(f"{ITSELF}-")


def followed_by_itself(entries: Sequence[Entry]) -> int:
    """Return how many of the last plays the table made, after the last play of a person."""
    return sum(1 for _ in takewhile(is_by_itself, reversed(entries)))
