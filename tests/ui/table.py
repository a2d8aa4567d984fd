"""The real app in this process, without a screen, and fingers that touch what shows a given text."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ui.start import Display, prepare

prepare(Display(1280, 800, is_offscreen=True))

from kivy.core.window import Window  # noqa: E402
from kivy.tests.common import UnitTestTouch  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402

from companion.backend.interface import Backend  # noqa: E402
from companion.words import Text  # noqa: E402
from tests.bench.portraits.sitter import Sitter  # noqa: E402
from ui.app import CompanionApp  # noqa: E402
from ui.look import Look  # noqa: E402
from ui.presenters.double_touch import CONFIRM_MS  # noqa: E402
from ui.presenters.text_fit import as_printed  # noqa: E402
from vision.frame import Frame  # noqa: E402
from vision.sources.source import monotonic_ms  # noqa: E402

# Who looks at the window draws it into a picture (`tests.bench.portraits.pixels`): nobody sees the frames themselves, and
# to draw them in software takes two thirds of a test's time.
Window.on_draw = lambda: None


class Tablet(Sitter):
    """An app that runs. Used in a `with`."""

    def __init__(
        self,
        backend: Backend,
        language: str = "fr",
        first: str = "home",
        size: tuple[int, int] = (1280, 800),
        make: Callable[[Backend, Look], CompanionApp] | None = None,
    ) -> None:
        look = Look(language=language)
        super().__init__(CompanionApp(backend, look, first) if make is None else make(backend, look), size)
        self._clock_ms = self.app.now_ms
        self._ahead_ms = 0
        # They would cover what is touched next.
        self.app.plays_highlights = False
        self.app.now_ms = lambda: self._clock_ms() + self._ahead_ms

    @contextmanager
    def time_stands(self) -> Iterator[None]:
        """No time goes by for the app but what `later` says."""
        before, now_ms = self._clock_ms, self._clock_ms()
        self._clock_ms = lambda: now_ms
        yield
        self._clock_ms = before

    def later(self, ms: int) -> None:
        """So long has gone by, for the app."""
        self._ahead_ms += ms

    def shows(self, words: str) -> bool:
        """Whether these words are on the screen, with or without a capital."""
        words = as_printed(words).lower()
        return any(words in text.lower() for text in self.texts())

    def touch(self, words: str) -> None:
        """Touch what shows exactly these words; else what has them in it."""
        labels, words = self.labels(), as_printed(words)
        found = [one for one in labels if one.text.lower() == words.lower()]
        found = found or [one for one in labels if words.lower() in one.text.lower()]
        assert found, f"nobody can touch {words!r}; on screen: {self.texts()}"
        self.touch_widget(found[0])

    def touch_widget(self, widget: Widget) -> None:
        self.touch_at(*widget.to_window(widget.x + widget.width / 2, widget.y + widget.height / 2))

    def press(self, key: str, writes: str | None = None) -> None:
        """Press a key of a real keyboard. A sign writes itself, unless it is said what it writes."""
        assert self.app.page.key(key, ())
        if len(key.removeprefix("numpad")) == 1:
            Window.dispatch("on_textinput", key if writes is None else writes)

    def finger(self, x: float, y: float) -> UnitTestTouch:
        """One that is put down and lifted by who asked for it."""
        return UnitTestTouch(x, y)

    def touch_at(self, x: float, y: float) -> None:
        # A hand takes its time after the buttons have changed.
        self.later(CONFIRM_MS)
        touch = self.finger(x, y)
        touch.touch_down()
        self.frames()
        touch.touch_up()
        self.frames(2)


class StillSource:
    """A camera over a table on which nothing moves."""

    is_live = True

    def __init__(self, pixels: Any) -> None:
        self._pixels = pixels
        self._number = 0

    def open(self) -> None: ...

    def read(self) -> Frame:
        time.sleep(0.05)
        self._number += 1
        return Frame(self._pixels, self._number, monotonic_ms())

    def close(self) -> None: ...

    def describe(self) -> Text:
        return Text("a table")
