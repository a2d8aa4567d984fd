"""Frames of an app, drawn by hand and timed: how evenly it draws while the rest of the program works."""

import time
from collections.abc import Callable

from kivy.base import EventLoop, runTouchApp

from ui.app import CompanionApp
from ui.house import Gear, LiveMatch

PERIOD_S = 1 / 60


class FrameTimes:
    """An app that runs. Used by one thread, the one that draws."""

    def __init__(self, app: CompanionApp) -> None:
        app._run_prepare()  # noqa: SLF001 - Kivy's own way to run an app frame by frame
        runTouchApp(embedded=True)
        self._app = app

    def draw(self, until: Callable[[], bool]) -> list[float]:
        """Draw at most 60 frames a second until something is so; milliseconds from the start of each frame to its end."""
        times_ms = []
        due_s = time.perf_counter()
        while not until():
            began_s = time.perf_counter()
            EventLoop.idle()
            ended_s = time.perf_counter()
            times_ms.append((ended_s - began_s) * 1000)
            due_s = max(due_s + PERIOD_S, ended_s)
            time.sleep(max(0.0, due_s - time.perf_counter()))
        return times_ms

    def watch(self, begin: Callable[[], LiveMatch], gear: Gear) -> None:
        """Begin a match as screens do, as an errand, and show it on the players' page."""
        before = self._app.match
        self._app.errand(begin, lambda match: self._app.watch(match, gear, "players"))
        self.draw(lambda: self._app.match is not before and self._app.errands.is_idle)

    def close(self) -> None:
        self._app.stop()
