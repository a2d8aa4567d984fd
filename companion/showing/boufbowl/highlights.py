"""Finds what screens show large for a moment in Boufbowl: an opposition whose dice have fallen, and a try."""

from collections.abc import Sequence

from companion.event import Event
from companion.rules.boufbowl.checks import card_name, side_name
from companion.rules.boufbowl.events import Opposition, TryScored
from companion.rules.boufbowl.state import State
from companion.showing.highlight import Highlight, scored
from companion.showing.scene import Face
from companion.words import Text


def highlight(state: State, events: Sequence[Event]) -> Highlight | None:
    """Return the highlight of a play with these events. See `showing.scene_builder.SceneBuilder.highlight`."""
    is_reveal = any(isinstance(event, Opposition) for event in events)
    for event in events:
        if isinstance(event, TryScored):
            who = Text(
                "{card}, {team}",
                card=card_name(state.sheet, event.player),
                team=side_name(state.sheet, event.seat),
            )
            scores = scored(dict(event.score), event.seat)
            return Highlight(is_reveal, Text("TRY!"), who, event.seat.value, Face(event.player), scores)
    return Highlight(is_reveal) if is_reveal else None
