"""The table of the referee's keys: each key, and beside it what it does."""

import math
from collections.abc import Sequence

from kivy.app import App
from kivy.properties import ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from ui.presenters.hotkeys import Hotkey
from ui.widgets.pool import fill

COLUMNS, COLUMNS_TALL = 2, 1
"""How many keys stand beside each other on a screen that lies, and on one that stands."""


class KeyLine(BoxLayout):
    """One key of the table."""

    shown = ObjectProperty("")
    says = ObjectProperty("")


class KeysPanel(BoxLayout):
    """The panel of keys, which are read down one column and then the next. `on_back`: they were read."""

    title = ObjectProperty("")
    keys = ListProperty([])
    columns = NumericProperty(COLUMNS)
    a_column = NumericProperty(1)
    """How many keys stand below each other."""

    __events__ = ("on_back",)

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        App.get_running_app().look.bind(is_tall=self._lay)

    def on_back(self) -> None: ...

    def show(self, keys: Sequence[Hotkey]) -> None:
        self.keys = list(keys)
        self._lay()

    def _lay(self, *_: object) -> None:
        self.columns = COLUMNS_TALL if App.get_running_app().look.is_tall else COLUMNS
        self.a_column = math.ceil(len(self.keys) / self.columns)
        for line, key in zip(fill(self.ids.lines, KeyLine, len(self.keys)), self.keys, strict=True):
            line.shown, line.says = key.shown, key.says
