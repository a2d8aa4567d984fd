"""A keyboard on the screen for names and addresses, and a pad of digits for a PIN."""

from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.properties import AliasProperty, BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.words import Text
from ui.presenters.key_entry import KeyPage, TypedText
from ui.widgets.pool import fill
from ui.widgets.touch import Touch

PIN_LONGEST = 12


class Keyboard(BoxLayout):
    """A keyboard.

    `words` is what was typed, and may be set at first; `on_done` says that it is complete, `on_close` that it is not
    wanted. `asks` stands above it.

    keyboard = Keyboard(asks=Text("…"), words="Lyon", longest=20)
    keyboard.bind(on_done=lambda _, words: …, on_close=lambda _: …)
    """

    asks = ObjectProperty("")
    words = StringProperty("")
    longest = NumericProperty(0)
    is_address = BooleanProperty(False)
    is_number = BooleanProperty(False)
    """It shows the digits first."""
    may_be_empty = BooleanProperty(False)
    is_lacking = AliasProperty(
        lambda self: not (self.may_be_empty or self.words.strip()), bind=("words", "may_be_empty")
    )
    """A text is required, and nothing is typed. A rule of the layout that calls a function of an empty text is never told when
    the text changes.
    """
    is_signs = BooleanProperty(False)
    is_capital = BooleanProperty(False)
    is_edge_to_edge = True
    """Its keys need the whole width of a narrow screen."""

    __events__ = ("on_done", "on_close")

    def __init__(self, **values: Any) -> None:
        self._typed = TypedText()
        self._is_shifted = False
        super().__init__(**values)
        self._begin()
        self.bind(words=self._set, longest=self._begin, is_address=self._begin, is_number=self._begin)
        App.get_running_app().look.bind(language=self._show)

    def _begin(self, *_: object) -> None:
        self._typed = TypedText.of(self.words, longest=int(self.longest), is_address=self.is_address)
        if self.is_number:
            self._typed = self._typed.turn()
        self._show()

    def _set(self, _: object, words: str) -> None:
        if words != self._typed.words:
            self._begin()

    def _become(self, typed: TypedText) -> None:
        self._typed = typed
        self.words = typed.words
        self._show()

    def _show(self, *_: object) -> None:
        self.is_signs = self._typed.page is KeyPage.SIGNS
        self.is_capital = self._typed.is_capital
        rows = self._typed.rows(str(App.get_running_app().look.language))
        for box, row in zip(self._boxes, rows, strict=True):
            for touch, sign in zip(fill(box, self._key, len(row)), row, strict=True):
                touch.says = sign

    @property
    def _boxes(self) -> tuple[BoxLayout, ...]:
        return self.ids.upper, self.ids.middle, self.ids.lower

    def _key(self) -> Touch:
        touch = Touch(padding=(0, 0), is_sentence=False)
        touch.bind(on_choose=lambda touch: self._become(self._typed.sign(touch.says)))
        return touch

    # --- touched

    def shift(self) -> None:
        self._become(self._typed.shift())

    def turn(self) -> None:
        self._become(self._typed.turn())

    def space(self) -> None:
        self._become(self._typed.sign(" "))

    def delete(self) -> None:
        self._become(self._typed.delete())

    def done(self) -> None:
        """Finish; nothing happens while a text is required and missing."""
        if not self.is_lacking:
            self.dispatch("on_done", self.words.strip())

    def key(self, name: str, modifiers: tuple[str, ...] = ()) -> bool:
        """Take a key of a real keyboard; return whether it had a meaning here."""
        match name:
            case "backspace":
                self.delete()
            case "enter" | "numpadenter":
                self.done()
            case "escape":
                self.dispatch("on_close")
            case "spacebar":
                self.space()
            case sign if len(sign) == 1 and "shift" in modifiers and not sign.isalpha():
                # Only the window knows what this key writes with Shift, and says so in a moment.
                self._is_shifted = True
            case sign if len(sign) == 1:
                self._become(self._typed.sign(sign.upper() if "shift" in modifiers else sign))
            case _:
                return False
        return True

    def _written(self, _: object, text: str) -> None:
        """Take what a key with Shift has written."""
        if self._is_shifted and len(text) == 1:
            self._become(self._typed.sign(text))
        self._is_shifted = False

    def on_parent(self, _: object, parent: Widget | None) -> None:
        """Listen to the window only while this keyboard is shown. Enter is the keyboard's until Tab frames a button."""
        Window.unbind(on_textinput=self._written)
        if parent is not None:
            Window.bind(on_textinput=self._written)
            App.get_running_app().focus.leave()

    def on_done(self, words: str) -> None: ...

    def on_close(self) -> None: ...


class PinPad(BoxLayout):
    """A pad for digits that others must not read: each is shown as a dot.

    `on_done` carries them; `digits` may be emptied from outside.

    pad = PinPad(asks=Text("…"))
    pad.bind(on_done=lambda pad, digits: …, on_close=lambda _: …)
    """

    asks = ObjectProperty(Text("the PIN"))
    problem = ObjectProperty("")
    """Why the last one was not taken."""
    digits = StringProperty("")

    __events__ = ("on_done", "on_close")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        for row, signs in ((self.ids.upper, "123"), (self.ids.middle, "456"), (self.ids.lower, "789")):
            for sign in signs:
                row.add_widget(self._key(sign))
        self.ids.last.add_widget(self._key("0"), index=1)

    def _key(self, sign: str) -> Touch:
        touch = Touch(says=sign)
        touch.bind(on_choose=lambda _: self.sign(sign))
        return touch

    def sign(self, sign: str) -> None:
        """Take a touched digit."""
        self.problem = ""
        if len(self.digits) < PIN_LONGEST:
            self.digits += sign

    def delete(self) -> None:
        self.digits = self.digits[:-1]

    def done(self) -> None:
        """Finish, and empty the pad for the next try."""
        if self.digits:
            digits, self.digits = self.digits, ""
            self.dispatch("on_done", digits)

    def key(self, name: str) -> bool:
        """Take a key of a real keyboard; return whether it had a meaning here."""
        sign = name.removeprefix("numpad")
        match sign:
            case "backspace":
                self.delete()
            case "enter":
                self.done()
            case "escape":
                self.dispatch("on_close")
            case _ if sign.isdecimal() and len(sign) == 1:
                self.sign(sign)
            case _:
                return False
        return True

    def on_done(self, digits: str) -> None: ...

    def on_close(self) -> None: ...
