"""How the modules of Boufbowl's table ask the rules, and make readings of what they answer."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from companion.reading.game_reading import LEFT_MS, Reading, TableSituation
from companion.reading.table_sightings import PlacedThing, in_role
from companion.rules.boufbowl.evolve import evolve
from companion.rules.boufbowl.judge import judge
from companion.rules.boufbowl.plays import Play
from companion.rules.boufbowl.state import State
from companion.rules.engine import Refusal

P = TypeVar("P")
PUT_DOWN: dict[str, Any] = {"waits_ms": 500, "until_gone": True, "rests_ms": LEFT_MS}
"""How a token is believed that says a play alone: who hesitates stays near it, and takes it up again."""


def offered(look: TableSituation, kind: type[P]) -> list[P]:
    """What the rules would take of one kind of play."""
    name: str = kind.kind  # type: ignore[attr-defined]
    return [play for _, play in look.options(name) if isinstance(play, kind)]


def said(play: Play, *says: PlacedThing | None, before: Sequence[Play] = (), **how: Any) -> Reading:
    """A reading of a play, by the things that say it."""
    things = tuple(thing for thing in says if thing is not None)
    return Reading(play, things, before=tuple(before), **how)


def one_of(plays: Sequence[Play], *says: PlacedThing | None, **how: Any) -> Iterator[Reading]:
    """The one play that is possible, or all of them, to be asked about."""
    for play in plays:
        yield said(play, *says, **how)


def commands(look: TableSituation, means: str, seat: str | None = None) -> list[PlacedThing]:
    """Command cards that say this, at one coach's place or at anybody's."""
    return [card for card in in_role(look.new, "command", seat) if card.means == means]


def after(state: State, play: Play) -> State | None:
    """The state that a play leaves; None if the rules refuse it."""
    ruling = judge(state, play)
    if isinstance(ruling, Refusal):
        return None
    for event in ruling.events:
        state = evolve(state, event)
    return state
