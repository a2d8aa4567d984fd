"""A question of the referee's screen: a title, lines to read, and buttons, page by page; figures on the keyboard choose too."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kivy.app import App
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.words import Text, Wording
from ui.widgets.pool import fill
from ui.widgets.says import Says
from ui.widgets.touch import Touch

MOST_BUTTONS = 8
MOST_LINES = 7
Words = Text | Wording | str


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose, and what is done then."""

    says: Words
    then: Callable[[], None]
    under: Words = ""
    kind: str = "plain"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, with lines to read before answering."""

    title: Words
    choices: tuple[Choice, ...] = ()
    lines: tuple[Words, ...] = ()
    remark: Words = ""


class ChoicesPanel(BoxLayout):
    """`on_back`: nothing of it."""

    title = ObjectProperty("")
    remark = ObjectProperty("")
    across = NumericProperty(2)
    lines_part = NumericProperty(1)

    __events__ = ("on_back",)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._question = Question("")
        self._page = 0
        self._shown: list[Choice] = []

    def on_back(self) -> None: ...

    def ask(self, question: Question) -> None:
        self._question, self._page = question, 0
        self.title, self.remark = question.title, question.remark
        lines = list(question.lines)
        if len(lines) > MOST_LINES:
            lines = [*lines[: MOST_LINES - 1], Text("and {n} more", n=len(lines) - MOST_LINES + 1)]
        for label, says in zip(fill(self.ids.lines, self._new_line, len(lines)), lines, strict=True):
            label.says = says
        self.lines_part = max(0.3, len(lines) / 4)
        self._turn(0)

    def choose(self, figure: int) -> None:
        """The button with this place, from 1."""
        if 1 <= figure <= len(self._shown):
            self._shown[figure - 1].then()

    def _turn(self, page: int) -> None:
        choices = self._question.choices
        self._page = page
        if len(choices) <= MOST_BUTTONS:
            self._shown = list(choices)
        else:
            most = MOST_BUTTONS - 1
            pages = math.ceil(len(choices) / most)
            more = Choice(Text("more"), lambda: self._turn((page + 1) % pages))
            self._shown = [*choices[page * most : (page + 1) * most], more]
        self.across = 1 if len(self._shown) <= 3 else 2
        touches = fill(self.ids.grid, self._new_touch, len(self._shown))
        for touch, choice in zip(touches, self._shown, strict=True):
            touch.says, touch.under, touch.kind = choice.says, choice.under, choice.kind

    def _new_touch(self) -> Touch:
        touch = Touch()
        touch.bind(on_choose=self._touched)
        return touch

    def _touched(self, touch: Touch) -> None:
        touches = list(reversed(self.ids.grid.children))
        self._shown[touches.index(touch)].then()

    def _new_line(self) -> Says:
        look = App.get_running_app().look
        return Says(halign="left", most=look.mm * 4)
