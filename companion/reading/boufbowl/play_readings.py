"""Asks the rules for the plays that things on Boufbowl's mat may mean, and makes readings of them."""

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
"""How long a token that alone tells a play must lie: a hesitating person stays near it, and takes it up again."""


def offered(look: TableSituation, kind: type[P]) -> list[P]:
    """Return the plays of one kind that the rules would accept."""
    name: str = kind.kind  # type: ignore[attr-defined]
    return [play for _, play in look.options(name) if isinstance(play, kind)]


def said(play: Play, *says: PlacedThing | None, before: Sequence[Play] = (), **how: Any) -> Reading:
    """Return a reading of a play, with the things that it is read from."""
    things = tuple(thing for thing in says if thing is not None)
    return Reading(play, things, before=tuple(before), **how)


def one_of(plays: Sequence[Play], *says: PlacedThing | None, **how: Any) -> Iterator[Reading]:
    """Return the reading of the only possible play, or of all possible plays, to be asked about."""
    for play in plays:
        yield said(play, *says, **how)


def commands(look: TableSituation, means: str, seat: str | None = None) -> list[PlacedThing]:
    """Return the command cards with this meaning, at one coach's place or at anybody's."""
    return [card for card in in_role(look.new, "command", seat) if card.means == means]


def after(state: State, play: Play) -> State | None:
    """Return the state after a play; None if the rules refuse it."""
    ruling = judge(state, play)
    if isinstance(ruling, Refusal):
        return None
    for event in ruling.events:
        state = evolve(state, event)
    return state
