"""A page with steps: menu lines in a frame, and sometimes the keyboard in their place."""

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from companion.words import Text
from ui.look import Words
from ui.page import Page
from ui.widgets.discarding import discard
from ui.widgets.frame import StepFrame, only
from ui.widgets.keyboard import Keyboard, PinPad
from ui.widgets.lines import LinesPanel

LONGEST_ADDRESS = 200


class SteppedPage(Page):
    """The base of pages with steps.

    `back`, `go` and `chosen` handle touches; `typed` and `asked` have something typed first.
    """

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.frame = StepFrame()
        self.frame.bind(on_back=lambda _: self.back(), on_go=lambda _: self.go())
        self.panel = LinesPanel()
        self.frame.bind(on_before=lambda _: self.panel.turn(-1))
        self.panel.bind(on_choose=lambda _, key, value: self.chosen(key, value))
        self.keys: Keyboard | PinPad | None = None
        """The keyboard that is shown now."""

    # --- what a touch means

    def back(self) -> None:
        """Go one step back."""

    def go(self) -> None:
        """Go one step on."""

    def chosen(self, key: str, value: Any) -> None:
        """Take the value of a touched line."""

    # --- what all of them do

    def trouble(self, words: Text) -> None:
        self.frame.problem = words

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        if isinstance(self.keys, Keyboard):
            return self.keys.key(name, modifiers)
        if isinstance(self.keys, PinPad):
            return self.keys.key(name)
        if name == "escape":
            self.back()
            return True
        return False

    def put(self, title: Words, back: Words, go: Words, middle: Widget) -> None:
        """Show a step: its question, the buttons back and on, and its lines."""
        self.frame.title, self.frame.back_says, self.frame.go_says = title, back, go
        self.frame.is_waiting, self.frame.step, self.frame.says_page = False, "", ""
        self.frame.put(middle)

    # --- typing

    def type(self, asks: Words, words: str, then: Callable[[str], None], **how: Any) -> None:
        """Show the keyboard; `how` are its options: `longest`, `is_address`, `may_be_empty`."""
        keys = Keyboard(asks=asks, words=words, **how)

        def done(_: object, words: str) -> None:
            self.close()
            then(words)

        keys.bind(on_done=done, on_close=lambda _: self.close())
        self._show_keys(keys)

    def type_address(self, used: str, then: Callable[[str], None]) -> None:
        """Show the keyboard for the address of a camera's stream, with the address in use."""
        words = used if "://" in used else "http://"
        self.type(Text("the stream's address"), words, then, is_address=True, longest=LONGEST_ADDRESS)

    def pad(self, asks: Text, done: Callable[[str], None]) -> None:
        """Show the pad on which a PIN is typed: it hides the digits. It stays until `close`."""
        keys = PinPad(asks=asks)
        keys.bind(on_done=lambda _, digits: done(digits), on_close=lambda _: self.close())
        self._show_keys(keys)

    def close(self) -> None:
        """Go back from the keyboard to the frame."""
        self._show_keys(None)

    def _show_keys(self, keys: Keyboard | PinPad | None) -> None:
        before, self.keys = self.keys, keys
        only(self.ids.whole, keys or self.frame)
        if before is not None:
            discard(before)
