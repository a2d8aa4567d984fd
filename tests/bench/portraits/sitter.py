"""Draws an app frame by frame without a screen until nothing changes, for pictures and tests."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from kivy.core.window import Window
from kivy.uix.widget import Widget

from tests.bench.portraits.page_faults import page_faults
from tests.bench.portraits.pixels import Pixels, save, seen
from ui.app import CompanionApp
from ui.frame_stepper import Framewise
from ui.widgets.says import Says

PATIENCE_S = 120.0
BREATH_S = 0.005


class Sitter(Framewise):
    """An app that is drawn until a condition holds. Needs an invisible window (`ui.start`)."""

    def __init__(self, app: CompanionApp, size_px: tuple[int, int]) -> None:
        super().__init__(app)
        self._size_px = size_px

    def __enter__(self) -> Self:
        super().__enter__()
        Window.size = self._size_px
        self.settle()
        return self

    def resize(self, size_px: tuple[int, int]) -> None:
        """Change the size of the window."""
        if tuple(Window.size) != size_px:
            Window.size = size_px
            self.frames(3)

    # --- time

    def until(self, is_so: Callable[[], bool]) -> None:
        """Draw until a condition holds. Raises `TimeoutError` after a while."""
        began_s = time.monotonic()
        while not is_so():
            if time.monotonic() - began_s > PATIENCE_S:
                raise TimeoutError(f"not so in time; on screen: {self.texts()}")
            self.frames()
            # A loop that never rests would take the interpreter from the background tasks that are waited for.
            time.sleep(BREATH_S)

    def settle(self) -> None:
        """Draw until no background task runs."""
        self.until(lambda: self.app.background_tasks.is_idle)
        self.frames(3)
        self.until(lambda: self.app.is_idle)
        self.frames()

    # --- what is seen

    def widgets(self, root: Widget | None = None) -> Iterator[Widget]:
        """Return all visible widgets, beginning with the window."""
        for widget in [root] if root else list(Window.children):
            yield widget
            for child in widget.children:
                if child.opacity and child.width > 1 and child.height > 1:
                    yield from self.widgets(child)

    def labels(self) -> list[Says]:
        return [widget for widget in self.widgets() if isinstance(widget, Says) and widget.text]

    def texts(self) -> list[str]:
        return [label.text for label in self.labels()]

    def picture(self, path: Path) -> Pixels:
        """Save the window's contents as a file, and return them."""
        return save(path)

    # --- what is wrong with it

    def faults(self, pixels: Pixels | None = None) -> list[str]:
        """Return what is wrong with the page that is seen, or with what lies over it (see
        `tests.bench.portraits.page_faults`).
        """
        return page_faults(
            list(self.widgets(Window.children[0])), self.app.look, seen() if pixels is None else pixels
        )


@dataclass(frozen=True, slots=True)
class Pose:
    """A state to be drawn, and how it is reached."""

    name: str
    strike: Callable[[Sitter], None]


def at_page(page: str) -> Callable[[Sitter], None]:
    """Return what opens a page from the home page."""

    def strike(sitter: Sitter) -> None:
        sitter.app.go("home")
        sitter.app.go(page)
        sitter.settle()

    return strike
