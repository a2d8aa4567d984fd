"""The pictures of a play, large over the whole page: each with its words, and beside it the whole table in the same moment."""

from collections.abc import Sequence
from typing import Any

from kivy.core.window import Window
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.backend.interface import Evidence
from companion.showing.scene import Words
from companion.words import Text
from ui.widgets.kept_picture import kept_texture
from ui.widgets.pool import discard


class EvidenceView(BoxLayout):
    """The view over the page. It goes when it is closed, and takes every touch meanwhile."""

    says = ObjectProperty("")
    when = ObjectProperty("")
    """Which play it belongs to, and when that was made."""
    count_says = ObjectProperty("")
    picture = ObjectProperty(None, allownone=True)
    table = ObjectProperty(None, allownone=True)
    is_first = BooleanProperty(True)
    is_last = BooleanProperty(True)

    def __init__(self, found: Sequence[Evidence], at: int, when: Words | None, **values: Any) -> None:
        super().__init__(size=Window.size, when=when or "", **values)
        self._found, self._at = found, at
        # One picture of the whole table is kept for a play.
        self.table = kept_texture(
            next((one.table_jpeg for one in reversed(found) if one.table_jpeg), None), "jpg"
        )
        Window.bind(size=self._resize)
        self.move(0)

    def _resize(self, _: object, size: tuple[float, float]) -> None:
        self.size = size

    def move(self, by: int) -> None:
        """Show another picture of the play."""
        self._at = min(max(self._at + by, 0), len(self._found) - 1)
        shown = self._found[self._at]
        self.says, self.picture = shown.says, kept_texture(shown.jpeg, "jpg")
        self.count_says = Text("{n} of {count}", n=self._at + 1, count=len(self._found))
        self.is_first, self.is_last = self._at == 0, self._at == len(self._found) - 1

    def close(self) -> None:
        Window.unbind(size=self._resize)
        Window.remove_widget(self)
        discard(self)

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True


def show_pictures(found: Sequence[Evidence], at: int, when: Words | None) -> None:
    """Show the pictures of a play, beginning with one of them, and no other ones."""
    for shown in [one for one in Window.children if isinstance(one, EvidenceView)]:
        shown.close()
    Window.add_widget(EvidenceView(found, at, when))
