"""The lower part of a match's page. A touch just after its buttons have changed does not count."""

from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout

from ui.presenters.double_touch import FreshButtons


class Dock(BoxLayout):
    """The part with the buttons; call `show(words)` with all that they say."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._fresh = FreshButtons()

    def show(self, words: tuple[object, ...]) -> None:
        """Note what the buttons say now."""
        self._fresh = self._fresh.shown(words, App.get_running_app().now_ms())

    def on_touch_down(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos) and self._fresh.are_too_new(App.get_running_app().now_ms()):
            return True
        return bool(super().on_touch_down(touch))
