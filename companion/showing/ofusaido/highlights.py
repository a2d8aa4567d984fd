"""Finds what screens show large for a moment in OFUSAIDO: a duel that is revealed, a goal, a foul."""

from collections.abc import Sequence

from companion.event import Event
from companion.rules.ofusaido.checks import side_name
from companion.rules.ofusaido.events import Duel, DuelPhase, Foul, Goal
from companion.rules.ofusaido.state import State
from companion.showing.highlight import Highlight, scored
from companion.showing.ofusaido.names import card_name
from companion.showing.scene import Face
from companion.words import Text, word


def highlight(state: State, events: Sequence[Event]) -> Highlight | None:
    """Return the highlight of a play with these events. See `showing.scene_builder.SceneBuilder.highlight`."""
    is_reveal = any(isinstance(event, Duel) for event in events)
    for event in events:
        match event:
            case Goal():
                who = Text(
                    "{card}, {team}", card=card_name(state, event.card), team=side_name(state, event.seat)
                )
                is_counted = event.phase is not DuelPhase.SHOOTOUT
                scores = scored(dict(event.score), event.seat) if is_counted else ()
                return Highlight(is_reveal, Text("GOAL!"), who, event.seat.value, Face(event.card), scores)
            case Foul():
                who = Text(
                    "{card}, {team}: {colour}",
                    card=card_name(state, event.card),
                    team=side_name(state, event.offender),
                    colour=word(event.colour.value),
                )
                return Highlight(is_reveal, Text("FOUL"), who, event.offender.value, Face(event.card))
            case _:
                pass
    return Highlight(is_reveal) if is_reveal else None
