"""What is played next at an acted table: chosen once for each state of the match, or told by somebody; and a few other plays."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from companion.match import Match
from companion.play import Play

MOST_CHOICES = 4
"""So many large buttons has a screen room for."""


class Mind:
    """What the players of one match are about to do."""

    def __init__(self, match: Match, choose: Callable[[], Play | None]) -> None:
        self._match = match
        self._choose = choose
        self._at_seq = -1
        self._next: Play | None = None

    def next_play(self) -> Play | None:
        """The same as long as nothing was ruled, however often it is asked."""
        if self._at_seq != self._match.seq:
            self._at_seq, self._next = self._match.seq, self._choose()
        return self._next

    def be_told(self, play: Play) -> None:
        """This instead of what they had in mind."""
        self._at_seq, self._next = self._match.seq, play


def few(plays: Iterable[Play], about: Callable[[Play], Hashable]) -> list[Play]:
    """The first plays, each about something that none before it is about; as many as there may be choices."""
    found: dict[Any, Play] = {}
    for play in plays:
        found.setdefault(about(play), play)
        if len(found) == MOST_CHOICES:
            break
    return list(found.values())
