"""The lower part of a match's page. A touch just after its buttons have changed does not count."""

from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from ui.presenters.double_touch import FreshButtons


class Dock(BoxLayout):
    """The part with the buttons; call `show(words)` with all that they say."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._fresh, self._is_confirming = FreshButtons(), False
        self._drawn = Clock.create_trigger(self._note_drawn)

    def show(self, words: tuple[object, ...], *, is_confirming: bool = False) -> None:
        """Note what the buttons say now. `is_confirming`: one of them confirms what costs much."""
        self._is_confirming = is_confirming
        before, self._fresh = self._fresh, self._fresh.shown(words, App.get_running_app().now_ms())
        if before.words and before is not self._fresh:
            # The next frame begins when this one has been drawn, and before touches that came meanwhile are taken.
            self._drawn()

    def _note_drawn(self, _: float) -> None:
        self._fresh = self._fresh.drawn(App.get_running_app().now_ms())

    def on_touch_down(self, touch: Any) -> bool:
        now_ms = App.get_running_app().now_ms()
        is_too_new = self._fresh.are_too_new(now_ms, is_confirming=self._is_confirming)
        if is_too_new and self.collide_point(*touch.pos):
            return True
        return bool(super().on_touch_down(touch))
