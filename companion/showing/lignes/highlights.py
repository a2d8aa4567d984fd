"""Finds what screens show large for a moment in Lignes d'Attaque: a goal, and a foul in the area."""

from collections.abc import Sequence

from companion.event import Event
from companion.rules.lignes.events import Foul, Goal
from companion.rules.lignes.pieces import SEAT_OF, SIDE_NAMES, called
from companion.showing.highlight import Highlight, scored
from companion.words import Text


def highlight(events: Sequence[Event]) -> Highlight | None:
    """Return the highlight of a play with these events. See `showing.scene_builder.SceneBuilder.highlight`."""
    for event in events:
        match event:
            case Goal(seat=seat, piece=piece, score=score):
                who = Text("{piece}, {team}", piece=called(piece), team=SIDE_NAMES[seat])
                return Highlight(
                    word=Text("GOAL!"), who=who, seat=seat.value, scores=scored(dict(score), seat)
                )
            case Foul(piece=piece, against=against):
                seat = SEAT_OF[piece]
                who = Text("{piece} on {other}: penalty", piece=called(piece), other=called(against))
                return Highlight(word=Text("FOUL"), who=who, seat=seat.value)
            case _:
                pass
    return None
