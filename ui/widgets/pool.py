"""Reuses widgets, because making one takes milliseconds, and discards those that are not shown again."""

from collections.abc import Callable
from typing import TypeVar

from kivy.lang import Builder
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


# --- discarding
# Discards widgets that are not shown again: they follow the look of the app no more.
#
# Kivy ends the layout rules of a widget when it is collected. The collector also runs in the threads of background
# tasks, and a colour that changes in the meantime still reaches the rules of widgets that are gone, which fail.


def discard(widget: Widget) -> None:
    """End the layout rules of a widget, of all widgets in it, and of those that it keeps for later."""
    Builder.unbind_widget(widget.uid)
    for one in (*widget.children, *getattr(widget, "spare", ())):
        discard(one)


def discard_children(place: Widget) -> None:
    """Remove all children of a widget, and discard them."""
    discarded = place.children[:]
    place.clear_widgets()
    for widget in discarded:
        discard(widget)
