"""Reuses widgets, because making one takes milliseconds and giving it other words hardly any time."""

from collections.abc import Callable
from typing import TypeVar

from kivy.uix.widget import Widget

W = TypeVar("W", bound=Widget)


def fill(place: Widget, make: Callable[[], W], count: int) -> list[W]:
    """Exactly so many children, in order; those that are there already stay, and none that was made is made anew."""
    children: list[W] = list(reversed(place.children))
    spare: list[W] = _spare_of(place)
    for extra in children[count:]:
        place.remove_widget(extra)
        spare.append(extra)
    for _ in range(count - len(children)):
        child = spare.pop() if spare else make()
        place.add_widget(child)
        children.append(child)
    return children[:count]


def prepare(place: Widget, make: Callable[[], W], most: int) -> None:
    """Make so many before they are needed, so that nobody waits for them when they are."""
    fill(place, make, most)
    fill(place, make, 0)


def _spare_of(place: Widget) -> list[W]:
    """What it has had, and has no use for now: it goes with the place."""
    if not hasattr(place, "spare"):
        place.spare = []
    spare: list[W] = place.spare
    return spare
