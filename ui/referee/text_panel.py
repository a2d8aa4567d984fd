"""The panel to write a text: ready words to touch, and a keyboard, or a pad for a PIN."""

from collections.abc import Sequence
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.words import Text, Wording
from ui.widgets.discarding import discard_children
from ui.widgets.keyboard import Keyboard, PinPad
from ui.widgets.pool import fill
from ui.widgets.touch import Touch

LONGEST = 120


class TextPanel(BoxLayout):
    """The panel of a text. `on_done` carries the text or the touched ready words; `on_back`: none was wanted."""

    title = ObjectProperty("")

    __events__ = ("on_done", "on_back")

    def __init__(self, **values: Any) -> None:
        self._board: Keyboard | PinPad | None = None
        super().__init__(**values)

    def on_done(self, words: str) -> None: ...

    def on_back(self) -> None: ...

    def ask(
        self, title: Text, ready: Sequence[Text | Wording] = (), *, is_secret: bool = False, typed: str = ""
    ) -> None:
        """Ask for a text."""
        self.title = title
        touches = fill(self.ids.ready, self._new_ready, len(ready))
        for touch, words in zip(touches, ready, strict=True):
            touch.says = words
        self._board = PinPad(asks=title) if is_secret else Keyboard(asks=title, words=typed, longest=LONGEST)
        self._board.bind(on_done=self._done, on_close=lambda _: self.dispatch("on_back"))
        discard_children(self.ids.board)
        self.ids.board.add_widget(self._board)

    def on_title(self, *_: object) -> None:
        if self._board is not None:
            self._board.asks = self.title

    @property
    def words(self) -> str:
        """What is written so far; empty for a PIN."""
        return str(self._board.words) if isinstance(self._board, Keyboard) else ""

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        """Take a key of a real keyboard; return whether it had a meaning here."""
        match self._board:
            case Keyboard():
                return self._board.key(name, modifiers)
            case PinPad():
                return self._board.key(name)
            case None:
                return False

    def _done(self, _: object, words: str) -> None:
        self.dispatch("on_done", words)

    def _new_ready(self) -> Touch:
        touch = Touch(kind="paper")
        touch.bind(on_choose=self._chose_ready)
        return touch

    def _chose_ready(self, touch: Touch) -> None:
        words = App.get_running_app().look.say(touch.says)
        # Not while the touch is still being told: the panel goes away.
        Clock.schedule_once(lambda _: self.dispatch("on_done", words))
