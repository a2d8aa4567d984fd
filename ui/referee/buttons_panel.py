"""A question with buttons: a title, lines to read, and the buttons, page by page. Digits on the keyboard choose too."""

import math
from itertools import accumulate
from typing import Any

from kivy.app import App
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.words import Text
from ui.look import TARGET_MM
from ui.referee.dialogues.dialogue import Button, ButtonPrompt
from ui.widgets.pool import fill
from ui.widgets.says import Says
from ui.widgets.touch import Touch

LONG = 30
"""Letters of an answer from which on it is written smaller, so that it is shown whole."""
MOST_ROWS = 4
"""Of two buttons each; fewer where there is less room."""
MOST_ABREAST = 3
"""Buttons in a row of a panel as wide as the page."""
SLIP_PX = 1
LINE_MM, SIGN_MM = 5.6, 1.6
"""The height of a line of text, and the width of one of its letters on average."""
_MORE = Button(Text("more"), reply=None)
"""Turns to the next page of buttons."""


class ButtonsPanel(BoxLayout):
    """The panel of a question. `on_reply` carries the reply of the touched button; `on_back`: none was wanted."""

    title = ObjectProperty("")
    remark = ObjectProperty("")
    back_says = ObjectProperty("")
    """What the button says that leads one step back."""
    across = NumericProperty(2)
    rows_below = NumericProperty(0)
    """Rows of buttons below lines to read, which take the rest; 0: there is nothing to read."""

    __events__ = ("on_reply", "on_back")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._prompt = ButtonPrompt("")
        self._page = 0
        self._rows = MOST_ROWS
        self._abreast = 2
        self._shown: list[Button] = []
        self.ids.grid.bind(height=self._fit)
        self.ids.lines.bind(size=lambda *_: self._tell())

    def on_reply(self, reply: object) -> None: ...

    def on_back(self) -> None: ...

    def ask(self, prompt: ButtonPrompt) -> None:
        self._prompt, self._page = prompt, 0
        self.title, self.remark, self.back_says = prompt.title, prompt.remark, prompt.back
        self._abreast = MOST_ABREAST if prompt.is_wide else 2
        rows = math.ceil((len(prompt.buttons) + len(prompt.last)) / self._abreast)
        self.rows_below = min(MOST_ROWS, rows) if prompt.lines else 0
        self._rows = self.rows_below or MOST_ROWS
        self._tell()
        self._turn(0)

    def _tell(self) -> None:
        """Show as many lines as there is room for, each whole, and how many more there are."""
        look = App.get_running_app().look
        across = max(1.0, self.ids.lines.width / (look.mm * SIGN_MM))
        rows = [math.ceil(len(look.say(says)) / across) for says in self._prompt.lines]
        room = max(1, int(self.ids.lines.height / (look.mm * LINE_MM)))
        lines = list(self._prompt.lines)
        if sum(rows) > room:
            most = max(1, sum(total < room for total in accumulate(rows)))
            lines = [*lines[:most], Text("and {n} more", n=len(lines) - most)]
            rows = [*rows[:most], 1]
        labels = fill(self.ids.lines, self._new_line, len(lines))
        for label, says, high in zip(labels, lines, rows, strict=True):
            label.says, label.size_hint_y = says, high

    def choose(self, figure: int) -> None:
        """Choose the button at this place, from 1."""
        if 1 <= figure <= len(self._shown):
            self._choose(self._shown[figure - 1])

    def _choose(self, button: Button) -> None:
        if button is _MORE:
            self._turn((self._page + 1) % math.ceil(len(self._prompt.buttons) / (self._room - 1)))
        else:
            self.dispatch("on_reply", button.reply)

    def _fit(self, _: object, height: float) -> None:
        """Show as many rows as leave each button high enough for a finger."""
        mm = App.get_running_app().look.mm
        rows = int((height + mm + SLIP_PX) / ((TARGET_MM + 1) * mm))
        rows = min(rows, self.rows_below or MOST_ROWS) or 1
        if self._shown and rows != self._rows:
            self._rows = rows
            self._turn(0)

    @property
    def _room(self) -> int:
        """How many answers a page has room for, beside the buttons that stand on every page."""
        return max(2, self._abreast * self._rows - len(self._prompt.last))

    def _turn(self, page: int) -> None:
        buttons, most = self._prompt.buttons, self._room
        self._page = page
        if len(buttons) <= most:
            self._shown = [*buttons, *self._prompt.last]
        else:
            self._shown = [
                *buttons[page * (most - 1) : (page + 1) * (most - 1)],
                _MORE,
                *self._prompt.last,
            ]
        is_column = not self.rows_below and len(self._shown) <= min(3, self._rows)
        self.across = 1 if is_column else self._abreast
        touches = fill(self.ids.grid, self._new_touch, len(self._shown))
        for touch, button in zip(touches, self._shown, strict=True):
            touch.says, touch.under, touch.kind = button.says, button.under, button.kind
            is_long = len(App.get_running_app().look.say(button.says)) > LONG
            touch.role, touch.wraps, touch.type_role = button.role, is_long, "note" if is_long else "row"

    def _new_touch(self) -> Touch:
        touch = Touch()
        touch.bind(on_choose=self._touched)
        return touch

    def _touched(self, touch: Touch) -> None:
        touches = list(reversed(self.ids.grid.children))
        self._choose(self._shown[touches.index(touch)])

    def _new_line(self) -> Says:
        return Says(halign="left", type_role="note", wraps=True)
