"""The real app in this process, without a screen: frames are drawn by hand, and fingers touch what shows a given text."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

from ui.start import Display, prepare

prepare(Display(1280, 800, is_offscreen=True))

from kivy.base import EventLoop, runTouchApp  # noqa: E402
from kivy.core.window import Window  # noqa: E402
from kivy.tests.common import UnitTestTouch  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402

from companion.words import Text  # noqa: E402
from ui.app import CompanionApp  # noqa: E402
from ui.house import House  # noqa: E402
from ui.look import Look  # noqa: E402
from ui.pictures import save  # noqa: E402
from ui.widgets.says import Says  # noqa: E402

PATIENCE_S = 20.0


class Tablet:
    """An app that runs. Used in a `with`."""

    def __init__(
        self, house: House, language: str = "fr", first: str = "home", size: tuple[int, int] = (1280, 800)
    ) -> None:
        self.app = CompanionApp(house, Look(language=language), first)
        self._size = size

    def __enter__(self) -> Self:
        self.app._run_prepare()
        runTouchApp(embedded=True)
        Window.size = self._size
        self.settle()
        return self

    def __exit__(self, *_: object) -> None:
        self.app.stop()
        for child in list(Window.children):
            Window.remove_widget(child)

    # --- time

    def frames(self, count: int = 1) -> None:
        for _ in range(count):
            EventLoop.idle()

    def until(self, is_so: Callable[[], bool]) -> None:
        """Draw until something is so. Fails after a while."""
        began_s = time.monotonic()
        while not is_so():
            assert time.monotonic() - began_s < PATIENCE_S, f"not so in time; on screen: {self.texts()}"
            self.frames()

    def resize(self, size: tuple[int, int]) -> None:
        """Another window, in pixels."""
        Window.size = size
        self.frames(3)

    def settle(self) -> None:
        """Until nobody is under way."""
        self.until(lambda: self.app.errands.is_idle)
        self.frames(3)

    # --- what is seen

    def widgets(self, root: Widget | None = None) -> Iterator[Widget]:
        """All that can be seen, from the window down."""
        for widget in [root] if root else Window.children:
            yield widget
            for child in widget.children:
                if child.opacity and child.width > 1 and child.height > 1:
                    yield from self.widgets(child)

    def labels(self) -> list[Says]:
        return [widget for widget in self.widgets() if isinstance(widget, Says) and widget.text]

    def texts(self) -> list[str]:
        return [label.text for label in self.labels()]

    def shows(self, words: str) -> bool:
        return any(words in text for text in self.texts())

    # --- fingers

    def touch(self, words: str) -> None:
        """Touch what shows exactly these words; else what has them in it."""
        labels = self.labels()
        found = [one for one in labels if one.text == words] or [one for one in labels if words in one.text]
        assert found, f"nobody can touch {words!r}; on screen: {self.texts()}"
        self.touch_at(*found[0].to_window(*found[0].center))

    def touch_widget(self, widget: Widget) -> None:
        self.touch_at(*widget.to_window(widget.x + widget.width / 2, widget.y + widget.height / 2))

    def touch_at(self, x: float, y: float) -> None:
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.frames()
        touch.touch_up()
        self.frames(2)

    def picture(self, path: str) -> None:
        """What is on the screen, as a file."""
        save(Path(path))


__all__ = ["Any", "Tablet", "Text"]
