"""The settings page: language, colours, text size, hand, motion, sound, PIN and locks.

Each touch takes effect at once and is saved. A PIN that is set is asked before it is changed.
"""

from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.settings import Settings
from companion.words import Text
from ui.locks.page import GuardedPage, LocksPage
from ui.settings.settings_lines import Change, SettingWish, changed, lines


class SettingsPage(GuardedPage):
    """The page of all settings that owners can choose for their screens."""

    called: ClassVar[str] = "settings"
    settings = ObjectProperty(Settings())

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.put(Text("settings"), Text("Home"), "", self.panel)
        self.app.look.bind(language=lambda *_: self._show())

    def enter(self) -> None:
        self.frame.problem = ""
        self.close()
        self.app.run_in_background(self.app.backend.settings, self._take)

    def back(self) -> None:
        self.app.go("home")

    def _take(self, settings: Settings) -> None:
        self.settings = settings
        self.app.apply(settings)
        self._show()

    def _show(self) -> None:
        self.panel.show(lines(self.settings, self.app.look.language))

    def chosen(self, key: str, value: Any) -> None:
        self.frame.problem = ""
        if key == "language":
            self.app.is_language_asked = False
        match value:
            case SettingWish.LOCKS:
                self.app.go(LocksPage.called)
            case SettingWish.PIN:
                self.guarded(self.settings, lambda: self.set_pin(self._take))
            case _ if key == "pin":
                self.guarded(self.settings, lambda: self._change(changed(key, value)))
            case _:
                self._change(changed(key, value))

    def _change(self, change: Change) -> None:
        self.app.run_in_background(lambda: self.app.backend.change(change), self._take)
