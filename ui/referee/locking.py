"""Asks for the PIN before a change of the past, and answers each wrong try."""

from collections.abc import Callable
from typing import Protocol

from kivy.uix.widget import Widget

from companion.clock import monotonic_ms
from companion.kiosk.pin import Pin, PinAnswer
from ui.page import PageHost
from ui.referee.lock import Lock
from ui.referee.text_panel import TextPanel


class PanelPage(Protocol):
    """The page that shows the pad for the PIN."""

    @property
    def app(self) -> PageHost: ...

    @property
    def panel(self) -> Widget: ...

    def open(self, panel: Widget, *, is_wide: bool = False) -> None: ...

    def rest(self) -> None: ...


class Locking:
    """Keeps one lock for as long as the program runs."""

    def __init__(self, page: PanelPage) -> None:
        self._page = page
        self._lock = Lock()

    def guarded(self, then: Callable[[], None]) -> None:
        """Do something; first ask for the PIN if there is one and it was not entered recently."""
        app = self._page.app
        app.run_in_background(app.backend.settings, lambda settings: self._asked(settings.pin, then))

    def _asked(self, pin: Pin | None, then: Callable[[], None]) -> None:
        if pin is None or not self._lock.asks(pin, monotonic_ms()):
            then()
            return
        known = pin
        panel = TextPanel()
        panel.bind(on_back=lambda _: self._page.rest())
        panel.bind(on_done=lambda panel, digits: self._try(panel, known, digits, then))
        panel.ask(self._lock.says(monotonic_ms()), is_secret=True)
        self._page.open(panel, is_wide=True)

    def _try(self, panel: TextPanel, pin: Pin, digits: str, then: Callable[[], None]) -> None:
        app = self._page.app
        app.run_in_background(
            lambda: app.backend.try_pin(pin, digits, monotonic_ms),
            lambda answer: self._tried(panel, pin, answer, then),
        )

    def _tried(self, panel: TextPanel, pin: Pin, answer: PinAnswer, then: Callable[[], None]) -> None:
        self._lock = after = self._lock.answered(answer, monotonic_ms())
        if after.asks(pin, monotonic_ms()):
            panel.title = after.says(monotonic_ms())
        elif self._page.panel is panel:
            self._page.rest()
            then()
