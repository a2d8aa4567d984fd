"""Letters to be touched, for a machine without a keyboard: a name is written with them, and that is all."""

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.settings import LONGEST_HOUSE
from ui.widgets.touch import Touch

ROWS = {
    "fr": ("1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn’-&.", "éèêàâçîôùœ"),
    "en": ("1234567890", "qwertyuiop", "asdfghjkl&", "zxcvbnm’-.", "éèêàâçîôùœ"),
}


class Letters(BoxLayout):
    """`on_done` brings what was written."""

    written = StringProperty("")
    is_large = BooleanProperty(True)

    __events__ = ("on_done",)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        App.get_running_app().look.bind(language=lambda *_: self._lay())
        self._lay()

    def begin(self, written: str) -> None:
        """With what was there before."""
        self.written = written
        self.is_large = not written

    def type(self, letter: str) -> None:
        self.written = (self.written + (letter.upper() if self.is_large else letter))[:LONGEST_HOUSE]
        self.is_large = letter == " "

    def delete(self) -> None:
        self.written = self.written[:-1]
        self.is_large = not self.written

    def done(self) -> None:
        self.dispatch("on_done", self.written)

    def on_done(self, written: str) -> None: ...

    def _lay(self) -> None:
        look = App.get_running_app().look
        self.ids.board.clear_widgets()
        for letter in "".join(ROWS[look.language]):
            touch = Touch(says=letter, most=look.mm * 7)
            touch.bind(on_choose=lambda _, letter=letter: self.type(letter))
            self.ids.board.add_widget(touch)
