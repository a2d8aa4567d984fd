"""What a game gives to be shown: its scenes, the arithmetic of its events, and what lies face down."""

from collections.abc import Sequence
from typing import Any, Protocol

from companion.event import Event
from companion.mat import Mat
from companion.rules.engine import Rules
from companion.showing.scene import Scene, SumLine


class Shower(Protocol):
    """One game's. Pure: the same state gives the same scene."""

    game: str
    hides: frozenset[str]
    """Kinds of plays that say what lies face down: of those only kind and seat are shown."""

    def scene(self, rules: Rules, state: Any, last: Sequence[Event], mat: Mat) -> Scene:
        """What there is to see of a state, and of what has just followed from the last play."""

    def arithmetic(self, state: Any, event: Event) -> tuple[SumLine, ...]:
        """How an event came to its number, line by line; nothing where there is no sum."""
