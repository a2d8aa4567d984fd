"""A question with buttons: a title, lines to read, and the buttons, page by page. Digits on the keyboard choose too."""

import math
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

MOST_ROWS = 4
"""Of two buttons each; fewer where there is less room."""
SLIP_PX = 1
MOST_LINES = 7
_MORE = Button(Text("more"), reply=None)
"""Turns to the next page of buttons."""


class ButtonsPanel(BoxLayout):
    """The panel of a question. `on_reply` carries the reply of the touched button; `on_back`: none was wanted."""

    title = ObjectProperty("")
    remark = ObjectProperty("")
    across = NumericProperty(2)
    lines_part = NumericProperty(1)

    __events__ = ("on_reply", "on_back")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._prompt = ButtonPrompt("")
        self._page = 0
        self._rows = MOST_ROWS
        self._shown: list[Button] = []
        self.ids.grid.bind(height=self._fit)

    def on_reply(self, reply: object) -> None: ...

    def on_back(self) -> None: ...

    def ask(self, prompt: ButtonPrompt) -> None:
        self._prompt, self._page = prompt, 0
        self.title, self.remark = prompt.title, prompt.remark
        lines = list(prompt.lines)
        if len(lines) > MOST_LINES:
            lines = [*lines[: MOST_LINES - 1], Text("and {n} more", n=len(lines) - MOST_LINES + 1)]
        for label, says in zip(fill(self.ids.lines, self._new_line, len(lines)), lines, strict=True):
            label.says = says
        self.lines_part = max(0.3, len(lines) / 4)
        self._turn(0)

    def choose(self, figure: int) -> None:
        """Choose the button at this place, from 1."""
        if 1 <= figure <= len(self._shown):
            self._choose(self._shown[figure - 1])

    def _choose(self, button: Button) -> None:
        if button is _MORE:
            self._turn((self._page + 1) % math.ceil(len(self._prompt.buttons) / (2 * self._rows - 1)))
        else:
            self.dispatch("on_reply", button.reply)

    def _fit(self, _: object, height: float) -> None:
        """Show as many rows as leave each button high enough for a finger."""
        mm = App.get_running_app().look.mm
        rows = int((height + mm + SLIP_PX) / ((TARGET_MM + 1) * mm))
        rows = min(rows, MOST_ROWS) or 1
        if self._shown and rows != self._rows:
            self._rows = rows
            self._turn(0)

    def _turn(self, page: int) -> None:
        buttons = self._prompt.buttons
        self._page = page
        most = 2 * self._rows
        if len(buttons) <= most:
            self._shown = list(buttons)
        else:
            self._shown = [*buttons[page * (most - 1) : (page + 1) * (most - 1)], _MORE]
        self.across = 1 if len(self._shown) <= min(3, self._rows) else 2
        touches = fill(self.ids.grid, self._new_touch, len(self._shown))
        for touch, button in zip(touches, self._shown, strict=True):
            touch.says, touch.under, touch.kind = button.says, button.under, button.kind

    def _new_touch(self) -> Touch:
        touch = Touch()
        touch.bind(on_choose=self._touched)
        return touch

    def _touched(self, touch: Touch) -> None:
        touches = list(reversed(self.ids.grid.children))
        self._choose(self._shown[touches.index(touch)])

    def _new_line(self) -> Says:
        return Says(halign="left", type_role="note", wraps=True)
