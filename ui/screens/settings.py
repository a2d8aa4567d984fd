"""Settings: language, colours, text size, hand, motion, sound and PIN. What is touched holds at once, and is kept."""

from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.kiosk.pin import BadPin
from companion.settings import Settings
from companion.words import Text
from ui.presenters.settings import Change, Wish, changed, lines, with_pin
from ui.screens.page import Page
from ui.widgets.frame import StepFrame, only
from ui.widgets.keyboard import PinPad
from ui.widgets.lines import LinesPanel


class SettingsPage(Page):
    """Everything that a table's owners may choose for its screens."""

    called: ClassVar[str] = "settings"
    settings = ObjectProperty(Settings())

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._frame = StepFrame(title=Text("settings"), back_says=Text("first page"))
        self._frame.bind(on_back=lambda _: self.app.go("home"))
        self._lines = LinesPanel()
        self._lines.bind(on_choose=lambda _, key, value: self._chosen(key, value))
        self._frame.put(self._lines)
        self._pad: PinPad | None = None
        self._first_pin = ""
        self.app.look.bind(language=lambda *_: self._show())

    def enter(self) -> None:
        self._frame.problem = ""
        self._close()
        self.app.errand(self.app.house.settings, self._take)

    def trouble(self, words: Text) -> None:
        self._frame.problem = words

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        del modifiers
        if self._pad is not None:
            return self._pad.key(name)
        if name == "escape":
            self.app.go("home")
            return True
        return False

    def _take(self, settings: Settings) -> None:
        self.settings = settings
        self.app.apply(settings)
        self._show()

    def _show(self) -> None:
        self._lines.show(lines(self.settings, self.app.look.language))

    def _chosen(self, key: str, value: Any) -> None:
        self._frame.problem = ""
        if value is Wish.PIN:
            self._ask_pin()
        else:
            self._change(changed(key, value))

    def _change(self, change: Change) -> None:
        self.app.errand(lambda: self.app.house.change(change), self._take)

    # --- the PIN, twice: a slip would lock the owners out

    def _ask_pin(self) -> None:
        self._first_pin = ""
        self._pad = PinPad(asks=Text("the new PIN: 4 to 12 digits"))
        self._pad.bind(on_done=lambda _, digits: self._typed(digits), on_close=lambda _: self._close())
        only(self.ids.whole, self._pad)

    def _typed(self, digits: str) -> None:
        assert self._pad is not None
        if not self._first_pin:
            self._begin_again(digits)
        elif digits != self._first_pin:
            self._first_pin = ""
            self._pad.asks = Text("the new PIN: 4 to 12 digits")
            self._pad.problem = Text("these were two different ones: begin again")
        else:
            self._close()
            self._change(with_pin(digits))

    def _begin_again(self, digits: str) -> None:
        """The first time: what cannot be a PIN is said at once."""
        assert self._pad is not None
        try:
            with_pin(digits)
        except BadPin as problem:
            self._pad.problem = problem.message
            return
        self._first_pin = digits
        self._pad.asks = Text("the same PIN once more")

    def _close(self) -> None:
        self._pad = None
        only(self.ids.whole, self._frame)
