"""Reuses widgets, because making a widget takes milliseconds and changing its words hardly any time."""

from collections.abc import Callable
from typing import TypeVar

from kivy.uix.widget import Widget

W = TypeVar("W", bound=Widget)


def fill(place: Widget, make: Callable[[], W], count: int) -> list[W]:
    """Give a widget exactly this many children, in order; existing ones stay, and removed ones are used again."""
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
    """Make a number of widgets before they are needed."""
    fill(place, make, most)
    fill(place, make, 0)


def _spare_of(place: Widget) -> list[W]:
    """Return the unused widgets of a parent; they disappear with it."""
    if not hasattr(place, "spare"):
        place.spare = []
    spare: list[W] = place.spare
    return spare
