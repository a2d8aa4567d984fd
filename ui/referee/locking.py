"""Asks for the PIN before a change of the past, on the panel where texts are written."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.clock import monotonic_ms
from companion.kiosk import Pin, PinAnswer
from companion.words import Text, Wording
from ui.page import PageHost
from ui.referee.conversation import Lock
from ui.widgets.keyboard import Keyboard, PinPad
from ui.widgets.pool import discard_children, fill
from ui.widgets.touch import Touch

# --- text panel
# The panel to write a text: ready words to touch, and a keyboard, or a pad for a PIN.

LONGEST = 120


class TextPanel(BoxLayout):
    """The panel of a text. `on_done` carries the text or the touched ready words; `on_back`: none was wanted."""

    title = ObjectProperty("")
    has_ready = BooleanProperty(False)
    """Words can be touched instead of typing."""

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
        # Above words that can be touched the question has a line of its own.
        self.has_ready = bool(ready)
        asks = Text("or write it") if ready else title
        self._board = PinPad(asks=title) if is_secret else Keyboard(asks=asks, words=typed, longest=LONGEST)
        self._board.bind(on_done=self._done, on_close=lambda _: self.dispatch("on_back"))
        discard_children(self.ids.board)
        self.ids.board.add_widget(self._board)

    def on_title(self, *_: object) -> None:
        if self._board is not None and not self.has_ready:
            self._board.asks = self.title

    @property
    def words(self) -> str:
        """What is written so far; empty for a PIN."""
        return str(self._board.words) if isinstance(self._board, Keyboard) else ""

    def key(self, name: str) -> bool:
        """Take a key of a real keyboard; return whether it had a meaning here."""
        return self._board is not None and self._board.key(name)

    def _done(self, _: object, words: str) -> None:
        self.dispatch("on_done", words)

    def _new_ready(self) -> Touch:
        touch = Touch()
        touch.bind(on_choose=self._chose_ready)
        return touch

    def _chose_ready(self, touch: Touch) -> None:
        words = App.get_running_app().look.say(touch.says)
        # Not while the touch is still being told: the panel goes away.
        Clock.schedule_once(lambda _: self.dispatch("on_done", words))


# --- locking


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

    def close(self) -> None:
        """Ask for the PIN again from now on; wrong tries count on."""
        self._lock = replace(self._lock, open_until_ms=0)

    def guarded(
        self,
        then: Callable[[], None],
        otherwise: Callable[[], None] | None = None,
        asks: Text | None = None,
    ) -> None:
        """Do something; first ask for the PIN if there is one and it was not entered recently. `otherwise`: it was not.

        `asks` says what the PIN is for.
        """
        app = self._page.app
        back = otherwise or self._page.rest
        app.run_in_background(
            app.backend.settings, lambda settings: self._asked(settings.pin, then, back, asks)
        )

    def _asked(
        self, pin: Pin | None, then: Callable[[], None], back: Callable[[], None], asks: Text | None
    ) -> None:
        if pin is None or not self._lock.asks(pin, monotonic_ms()):
            then()
            return
        known = pin
        panel = TextPanel()
        panel.bind(on_back=lambda _: back())
        panel.bind(on_done=lambda panel, digits: self._try(panel, known, digits, then))
        says = self._lock.says(monotonic_ms())
        panel.ask(says if asks is None or self._lock.tries.wrong else asks, is_secret=True)
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
