"""Draws the frames of an app one by one, instead of Kivy's loop."""

from typing import Self

from kivy.base import EventLoop, runTouchApp, stopTouchApp
from kivy.core.window import Window
from kivy.uix.recycleview import views

from ui.app import CompanionApp


class Framewise:
    """Draws an app frame by frame. Use it in a `with`, in the thread that draws."""

    def __init__(self, app: CompanionApp) -> None:
        self.app = app

    def __enter__(self) -> Self:
        self.app._run_prepare()  # noqa: SLF001 - Kivy's way into an app without its loop
        runTouchApp(embedded=True)
        return self

    def __exit__(self, *_: object) -> None:
        self.app.stop()
        stopTouchApp()
        for child in list(Window.children):
            Window.remove_widget(child)
        # Rows of lists are kept for lists to come, and would speak the language of the app that is gone.
        views._cached_views.clear()  # noqa: SLF001
        views._cache_count = 0  # noqa: SLF001

    def frames(self, count: int = 1) -> None:
        """Draw a number of frames."""
        for _ in range(count):
            EventLoop.idle()
