"""What a game gives to be shown: its scenes, the arithmetic of its events, and what lies face down."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from companion.event import Event
from companion.mat import Mat
from companion.play import SaidPlay, UnreadablePlay, kind_said
from companion.rules.engine import Expectation, Rules
from companion.showing.scene import Scene, SumLine, Waited, Words
from companion.showing.ways import Ways


class Shower(Protocol):
    """One game's. Pure: the same state gives the same scene."""

    game: str
    hides: frozenset[str]
    """Kinds of plays that say what lies face down: of those only kind and seat are shown."""
    conceals: Mapping[str, str]
    """Kinds of plays of which one field alone is not shown: the card that is laid face down, where all see that one is."""

    def scene(self, rules: Rules, state: Any, last: Sequence[Event], mat: Mat) -> Scene:
        """What there is to see of a state, and of what has just followed from the last play."""

    def arithmetic(self, state: Any, event: Event) -> tuple[SumLine, ...]:
        """How an event came to its number, line by line; nothing where there is no sum."""

    def aside(self, rules: Rules, state: Any) -> tuple[Expectation, ...]:
        """What would be taken though nobody waits for it: a card that may be played in the other's turn."""

    def ways(self, rules: Rules, state: Any, seat: str | None, kind: str) -> Ways | None:
        """Every play of a kind, told bit by bit, where the rules' options show only some; None: they show all."""


def says_hidden(shower: Shower, play: SaidPlay) -> bool:
    """Whether a play says what lies face down, or may do so where it cannot be read."""
    kind = kind_said(play)
    concealed = shower.conceals.get(kind)
    if kind in shower.hides or concealed is None:
        return kind in shower.hides
    return isinstance(play, UnreadablePlay) or getattr(play, concealed) is not None


def waits(rules: Rules, state: Any, says: Callable[[str | None, Sequence[str]], Words]) -> tuple[Waited, ...]:
    """Whom the table waits for; `says` tells what for, of a seat and the kinds of plays that it may make."""
    return tuple(Waited(one.seat, says(one.seat, one.plays)) for one in rules.expects(state))
