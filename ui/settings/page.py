"""The settings page: language, colours, text size, hand, motion, sound, PIN and locks.

Each touch takes effect at once and is saved. Once there is a PIN, it is asked before the PIN or a lock is changed.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.clock import monotonic_ms
from companion.kiosk import BadPin, Pin, PinAnswer, tries_told
from companion.settings import Settings
from companion.words import Text
from ui.page import SteppedPage
from ui.settings.settings_lines import LOCKED, Change, SettingWish, changed, lines, lock_lines, with_pin
from ui.widgets.keyboard import PinPad


class SettingsPage(SteppedPage):
    """The page of all settings that owners can choose for their screens."""

    called: ClassVar[str] = "settings"
    settings = ObjectProperty(Settings())

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._first_pin = ""
        self._is_open = False
        """The PIN was typed since the page was entered."""
        self._is_at_locks = False
        self.app.look.bind(language=lambda *_: self._show())

    def enter(self) -> None:
        self.frame.problem = ""
        self._is_open = self._is_at_locks = False
        self.close()
        self.app.run_in_background(self.app.backend.settings, self._take)

    def back(self) -> None:
        if self._is_at_locks:
            self._is_at_locks = False
            self._show()
        else:
            self.app.go("home")

    def _take(self, settings: Settings) -> None:
        self.settings = settings
        self.app.apply(settings)
        self._show()

    def _show(self) -> None:
        if self._is_at_locks:
            self.put(Text("what players may do by themselves"), Text("settings"), "", self.panel)
            self.panel.show(lock_lines(self.settings))
            if self.settings.pin is None:
                self.frame.problem = Text("without a PIN nobody can be asked: what asks the referee is free")
        else:
            self.put(Text("settings"), Text("home page"), "", self.panel)
            self.panel.show(lines(self.settings, self.app.look.language))

    def chosen(self, key: str, value: Any) -> None:
        self.frame.problem = ""
        if key == "language":
            self.app.is_language_asked = False
        if key in LOCKED and self.settings.pin is not None and not self._is_open:
            self._ask_old_pin(self.settings.pin, lambda: self._chosen(key, value))
        else:
            self._chosen(key, value)

    def _chosen(self, key: str, value: Any) -> None:
        match value:
            case SettingWish.PIN:
                self._ask_pin()
            case SettingWish.LOCKS:
                self._is_at_locks = True
                self._show()
            case _:
                self._change(changed(key, value))

    # --- the PIN that is set, before it or a lock is changed

    def _ask_old_pin(self, pin: Pin, then: Callable[[], None]) -> None:
        self.pad(Text("the PIN that is set"), lambda digits: self._try(pin, digits, then))

    def _try(self, pin: Pin, digits: str, then: Callable[[], None]) -> None:
        self.app.run_in_background(
            lambda: self.app.backend.try_pin(pin, digits, monotonic_ms),
            lambda answer: self._tried(answer, then),
        )

    def _tried(self, answer: PinAnswer, then: Callable[[], None]) -> None:
        if not isinstance(self.keys, PinPad):
            return
        if not answer.is_right:
            self.keys.digits, self.keys.problem = "", tries_told(answer.tries, monotonic_ms())
            return
        self._is_open = True
        self.close()
        then()

    def _change(self, change: Change) -> None:
        self.app.run_in_background(lambda: self.app.backend.change(change), self._take)

    # --- the PIN, twice: a slip would lock the owners out

    def _ask_pin(self) -> None:
        self._first_pin = ""
        self.pad(Text("the new PIN: 4 to 12 digits"), self._typed)

    def _typed(self, digits: str) -> None:
        assert isinstance(self.keys, PinPad)
        if not self._first_pin:
            self._begin_again(digits)
        elif digits != self._first_pin:
            self._first_pin = ""
            self.keys.asks = Text("the new PIN: 4 to 12 digits")
            self.keys.problem = Text("these were two different PINs: begin again")
        else:
            self.close()
            self._change(with_pin(digits))

    def _begin_again(self, digits: str) -> None:
        """Check the first of two PINs at once, and ask again if it cannot be one."""
        assert isinstance(self.keys, PinPad)
        try:
            with_pin(digits)
        except BadPin as problem:
            self.keys.problem = problem.message
            return
        self._first_pin = digits
        self.keys.asks = Text("the same PIN once more")
