"""A panel that recognises a resting finger, and passes every other touch on."""

from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from ui.widgets.touch import LONG_PRESS_S


class Held(Widget):
    """A panel with `on_hold`: a finger rested on it for a while and did not move away."""

    __events__ = ("on_hold",)

    def __init__(self, **values: Any) -> None:
        self._resting: Any = None
        super().__init__(**values)

    def on_hold(self) -> None: ...

    def on_touch_down(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos):
            self._resting = Clock.schedule_once(lambda _: self.dispatch("on_hold"), LONG_PRESS_S)
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        if abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > self.height / 20:
            self._let_go()
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        self._let_go()
        return bool(super().on_touch_up(touch))

    def _let_go(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None
