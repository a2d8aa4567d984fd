"""Times the frames of an app, to measure how evenly it draws while the rest of the program works."""

import time
from collections.abc import Callable
from typing import Self

from companion.backend.interface import LiveMatch, TableDevices
from ui.frame_stepper import Framewise

PERIOD_S = 1 / 60


class FrameTimes(Framewise):
    """An app whose frames are timed. The garbage collector works as it does in an app that runs."""

    def __enter__(self) -> Self:
        super().__enter__()
        self.app.garbage.settle()
        return self

    def draw(self, until: Callable[[], bool]) -> list[float]:
        """Draw at most 60 frames a second until a condition holds; return the milliseconds from start to end of each
        frame.
        """
        times_ms = []
        due_s = time.perf_counter()
        while not until():
            began_s = time.perf_counter()
            self.frames()
            ended_s = time.perf_counter()
            times_ms.append((ended_s - began_s) * 1000)
            due_s = max(due_s + PERIOD_S, ended_s)
            time.sleep(max(0.0, due_s - time.perf_counter()))
        return times_ms

    def watch(self, begin: Callable[[], LiveMatch], gear: TableDevices) -> None:
        """Begin a match as screens do, in a background task, and show it on the players' page."""
        app = self.app
        before = app.match
        app.run_in_background(begin, lambda match: app.watch(match, gear, "players"))
        self.draw(lambda: app.match is not before and app.background_tasks.is_idle)
