"""Writing without a keyboard: letters in the order that the language's own keyboards have, figures for a PIN, and words that
are ready to be touched.
"""

from collections.abc import Sequence
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.words import Text, Wording
from ui.widgets.pool import fill
from ui.widgets.touch import Touch

LETTERS = {
    "fr": ("1234567890", "azertyuiop", "qsdfghjklm", "wxcvbnéèàç", "êâîôûëïùœ’"),
    "en": ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm,.’"),
}
FIGURES = ("123", "456", "789", "0")
LONGEST = 120


class TypingPanel(BoxLayout):
    """`on_done` brings what was written, or the ready words that were touched; `on_back`: nothing of it."""

    title = ObjectProperty("")
    typed = StringProperty("")
    shown = StringProperty("")
    is_empty = BooleanProperty(True)
    is_secret = BooleanProperty(False)
    """Figures only, shown as dots."""

    __events__ = ("on_done", "on_back")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._ready: Sequence[Text | Wording] = ()
        App.get_running_app().look.bind(language=lambda *_: self._lay())
        self._lay()

    def on_done(self, words: str) -> None: ...

    def on_back(self) -> None: ...

    def ask(
        self, title: Text, ready: Sequence[Text | Wording] = (), *, is_secret: bool = False, typed: str = ""
    ) -> None:
        self.title, self.typed = title, typed
        self._ready = ready
        if self.is_secret != is_secret:
            self.is_secret = is_secret
            self._lay()
        touches = fill(self.ids.ready, self._new_ready, len(ready))
        for touch, words in zip(touches, ready, strict=True):
            touch.says = words
        self._show()

    def on_typed(self, *_: object) -> None:
        self._show()

    def _show(self) -> None:
        self.is_empty = not self.typed.strip()
        self.shown = "•" * len(self.typed) if self.is_secret else self.typed

    # --- keys

    def type(self, signs: str) -> None:
        self.typed = (self.typed + signs)[:LONGEST]

    def erase(self) -> None:
        self.typed = self.typed[:-1]

    def finish(self) -> None:
        if self.typed.strip():
            self.dispatch("on_done", self.typed.strip())

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        """A key of a real keyboard."""
        figure = name.removeprefix("numpad")
        if name == "escape":
            self.dispatch("on_back")
        elif name in ("enter", "numpadenter"):
            self.finish()
        elif name == "backspace":
            self.erase()
        elif name == "spacebar" and not self.is_secret:
            self.type(" ")
        elif len(figure) == 1 and (figure.isdecimal() or not self.is_secret):
            self.type(figure.upper() if "shift" in modifiers else figure)
        else:
            return False
        return True

    def _lay(self) -> None:
        language = App.get_running_app().look.language
        rows = FIGURES if self.is_secret else LETTERS.get(language, LETTERS["en"])
        boxes = fill(self.ids.letters, _new_row, len(rows))
        for box, row in zip(boxes, rows, strict=True):
            for touch, sign in zip(fill(box, self._new_key, len(row)), row, strict=True):
                touch.says = sign

    def _new_key(self) -> Touch:
        touch = Touch(padding=(0, 0))
        touch.bind(on_choose=lambda touch: self.type(touch.says))
        return touch

    def _new_ready(self) -> Touch:
        touch = Touch(kind="paper")
        touch.bind(on_choose=self._chose_ready)
        return touch

    def _chose_ready(self, touch: Touch) -> None:
        words = App.get_running_app().look.say(touch.says)
        # Not while the touch is still being told: the panel goes away.
        Clock.schedule_once(lambda _: self.dispatch("on_done", words))


def _new_row() -> BoxLayout:
    return BoxLayout(spacing=App.get_running_app().look.mm * 0.6)
