"""Widgets that are used again: to make one costs some milliseconds, to give it other words hardly any."""

from collections.abc import Callable
from typing import TypeVar

from kivy.uix.widget import Widget

W = TypeVar("W", bound=Widget)


def fill(place: Widget, make: Callable[[], W], count: int) -> list[W]:
    """Exactly so many children, in order; those that are there already stay."""
    children: list[W] = list(reversed(place.children))
    for extra in children[count:]:
        place.remove_widget(extra)
    for _ in range(count - len(children)):
        child = make()
        place.add_widget(child)
        children.append(child)
    return children[:count]
