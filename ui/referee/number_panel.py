"""The panel to set a whole number in steps."""

from typing import Any

from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.words import Text


class NumberPanel(BoxLayout):
    """The panel of a number. `on_done` carries the number; `on_back`: none was wanted."""

    title = ObjectProperty("")
    was = ObjectProperty("")
    shown = StringProperty("")
    value = NumericProperty(0)

    __events__ = ("on_done", "on_back")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._least, self._most = 0, 0

    def on_done(self, value: int) -> None: ...

    def on_back(self) -> None: ...

    def ask(self, title: Text, value: int, least: int, most: int) -> None:
        self._least, self._most = least, most
        self.title, self.was = title, Text("before: {value}", value=value)
        self.value = value
        self.shown = str(value)

    def step(self, by: int) -> None:
        self.value = min(max(self.value + by, self._least), self._most)
        self.shown = str(int(self.value))

    def finish(self) -> None:
        self.dispatch("on_done", int(self.value))

    def key(self, name: str) -> bool:
        """Take a key: arrows change the number, Enter confirms it."""
        steps = {"up": 1, "right": 1, "down": -1, "left": -1, "pageup": 10, "pagedown": -10}
        if name in steps:
            self.step(steps[name])
        elif name in ("enter", "numpadenter"):
            self.finish()
        else:
            return False
        return True
