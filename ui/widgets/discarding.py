"""Discards widgets that are not shown again: they follow the look of the app no more.

Kivy ends the layout rules of a widget when it is collected. The collector also runs in the threads of background tasks,
and a colour that changes in the meantime still reaches the rules of widgets that are gone, which fail.
"""

from kivy.lang import Builder
from kivy.uix.widget import Widget


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
