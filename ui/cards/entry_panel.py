"""The page of a card that is entered: its living face, and beside it the open field with its possible values."""

from typing import Any

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui.cards.living_face import LivingFace
from ui.widgets.frame import only


class EntryPanel(BoxLayout):
    """The panel. `on_step` asks for the field before (-1) or after (1) the open one, `on_other_kind` for another kind of card."""

    has_before = BooleanProperty(False)
    has_after = BooleanProperty(False)
    has_kinds = BooleanProperty(False)
    """The kind was found by the card's reference, and may be another one."""

    __events__ = ("on_step", "on_other_kind")

    def on_step(self, steps: int) -> None: ...

    def on_other_kind(self) -> None: ...

    def put(self, face: LivingFace, lines: Widget) -> None:
        """Show the face, and these lines beside it."""
        move(face, self.ids.place)
        move(lines, self.ids.lines)


def move(widget: Widget, place: Any) -> None:
    """Make a widget the only child of a place, wherever it was before."""
    if widget.parent is not None and widget.parent is not place:
        widget.parent.remove_widget(widget)
    only(place, widget)
