"""Finds what screens show large for a moment in L'Ouaf: the cards that are turned, and an order that is reached."""

from collections.abc import Sequence

from companion.event import Event
from companion.rules.ouaf.events import Reveal
from companion.showing.highlight import Highlight
from companion.words import Text


def highlight(events: Sequence[Event]) -> Highlight | None:
    """Return the highlight of a play with these events. See `showing.scene_builder.SceneBuilder.highlight`."""
    reveal = next((event for event in events if isinstance(event, Reveal)), None)
    if reveal is None:
        return None
    if not reveal.success:
        return Highlight(is_reveal=True)
    who = Text("{total} together, {order} were ordered", total=reveal.total, order=reveal.order)
    return Highlight(is_reveal=True, word=Text("SERVED!"), who=who)
