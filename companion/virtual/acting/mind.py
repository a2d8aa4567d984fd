"""Chooses the next play at an acted table, once for each state of the match, and offers a few other plays."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from companion.match import Match
from companion.play import Play

MOST_CHOICES = 4
"""How many large buttons fit on a screen."""


class Mind:
    """Holds the next play of the players of one match."""

    def __init__(self, match: Match, choose: Callable[[], Play | None]) -> None:
        self._match = match
        self._choose = choose
        self._at_seq = -1
        self._next: Play | None = None

    def next_play(self) -> Play | None:
        """Return the next play; it stays the same until a play is judged."""
        if self._at_seq != self._match.seq:
            self._at_seq, self._next = self._match.seq, self._choose()
        return self._next

    def be_told(self, play: Play) -> None:
        """Replace the next play."""
        self._at_seq, self._next = self._match.seq, play


def few(plays: Iterable[Play], about: Callable[[Play], Hashable]) -> list[Play]:
    """Return the first plays that are about different things, as many as there may be choices."""
    found: dict[Any, Play] = {}
    for play in plays:
        found.setdefault(about(play), play)
        if len(found) == MOST_CHOICES:
            break
    return list(found.values())
