"""What happens from frame to frame: what moves is run, frames are asked for in time, and what takes long is done beside
them.
"""

import gc
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from queue import SimpleQueue
from typing import Any, TypeVar

from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import BindTexture
from kivy.graphics.opengl import GL_RENDERER, glFinish, glGetString

from companion.errors import CompanionError
from companion.threads import taken

# --- garbage

FULL_EVERY_S = 300.0
"""The seconds between two searches of all that was made since the app settled; 100,000 objects take some 40 ms."""


class GarbageRounds:
    """Python's garbage collector, run by the thread that draws, between two frames, and at no other time.

    By itself it runs in any thread, amid what that thread does. The thread that draws may then walk the rules of widgets
    that are collected in another one, and fails at them with `ReferenceError`: Kivy takes the rules of a widget away in
    Python, after the widget is gone.

    It rests while the first page is made. A page consists of tens of thousands of objects, none of them garbage, and the
    collector would look through all of them several times while one is made: it made a page of 80 ms one of 250 ms.
    """

    def __init__(self) -> None:
        self._is_resting = False
        self._full_s = 0.0

    def begin(self) -> None:
        """Keep the collector from running by itself."""
        gc.disable()
        self._full_s = time.monotonic()

    def rest(self) -> None:
        """Keep all garbage until `settle` is called."""
        self.begin()
        self._is_resting = True

    def settle(self, *_: object) -> None:
        """Collect garbage from now on, and leave out what stands now."""
        self._is_resting = False
        self.collect_all()
        gc.freeze()

    def collect(self) -> None:
        """Collect as much as Python would, had it run by itself: the youngest objects often, all of them seldom."""
        if self._is_resting:
            return
        if time.monotonic() - self._full_s > FULL_EVERY_S:
            self.collect_all()
            return
        made, middle, _ = gc.get_count()
        most_made, most_middle, _ = gc.get_threshold()
        if made > most_made:
            gc.collect(1 if middle > most_middle else 0)

    def collect_all(self) -> None:
        """Collect all that was made since the app settled."""
        if not self._is_resting:
            gc.collect()
            self._full_s = time.monotonic()

    def end(self) -> None:
        """Let the collector run by itself again."""
        gc.unfreeze()
        gc.enable()


# --- pace
# Keeps the app from asking for frames faster than they are drawn.
#
# Mesa's software renderer draws in threads of its own, and keeps up to 64 frames that wait, each with some MB of
# orders. Without a screen whose refresh is waited for, an app soon is so far ahead: after 60 loops, a kiosk had taken
# 2.4 GB.

DRAWS_BEHIND = b"llvmpipe"
"""A word in the names of renderers that still draw when the app believes that a frame is done."""


@cache
def _is_drawn_behind() -> bool:
    return DRAWS_BEHIND in glGetString(GL_RENDERER)


def wait_for_last_frame() -> None:
    """Wait until the last frame is drawn. To be called before the next one is begun; other renderers wait by themselves."""
    if _is_drawn_behind():
        glFinish()


def fill_plainly() -> None:
    """Read one pixel of the white texture under every plain area, where Kivy blends four: all have the same colour."""
    white = BindTexture().texture
    white.min_filter = white.mag_filter = "nearest"


# --- animator
# Runs what moves on a screen: it asks the app's clock once a frame, and tells how much time has gone by.


class Animator:
    """Runs one motion at a time. With reduced motion only the last moment of a motion is shown."""

    def __init__(self) -> None:
        self._began_ms = 0
        self._lasts_ms = 0
        self._step: Callable[[float], None] = _nothing
        self._done: Callable[[], None] = _nothing_more
        self._ticking: Any = None
        self._app: Any = None

    @property
    def is_running(self) -> bool:
        return self._ticking is not None

    def run(
        self,
        lasts_ms: int,
        step: Callable[[float], None],
        done: Callable[[], None] | None = None,
        *,
        is_kept: bool = False,
    ) -> None:
        """Begin a motion: `step` gets the milliseconds since now in each frame, `done` is called at the end.

        `is_kept`: with reduced motion its last moment stands as long as the motion would take.
        """
        self.stop()
        app = self._app = App.get_running_app()
        self._began_ms, self._lasts_ms = app.now_ms(), lasts_ms
        self._step, self._done = step, done or _nothing_more
        if app.look.is_still:
            step(lasts_ms)
            if not is_kept:
                self._end()
                return
            self._step = _nothing
        else:
            step(0)
        self._ticking = Clock.schedule_interval(self._tick, 0)

    def shorten(self, lasts_ms: int) -> None:
        """Let the motion end so many milliseconds after its beginning, if it would last longer."""
        self._lasts_ms = min(self._lasts_ms, lasts_ms)

    def finish(self) -> None:
        """Go to the end at once."""
        if self.is_running:
            self._step(self._lasts_ms)
            self._end()

    def stop(self) -> None:
        """Stop where the motion is."""
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None

    def _tick(self, _: float) -> None:
        gone_ms = self._app.now_ms() - self._began_ms
        if gone_ms >= self._lasts_ms:
            self.finish()
        else:
            self._step(gone_ms)

    def _end(self) -> None:
        self.stop()
        done, self._step, self._done = self._done, _nothing, _nothing_more
        done()


def _nothing(_: float) -> None: ...


def _nothing_more() -> None: ...


# --- background tasks
# Runs work that would delay a frame in another thread, and delivers its result.

T = TypeVar("T")
_log = logging.getLogger(__name__)


NICE = 3
"""Half the priority of the thread that draws. Not lower, because matches would stand still on a busy machine."""


def step_back() -> None:
    """Lower the priority of this thread and all threads that it starts, so that drawing comes first.

    A thread takes over the niceness of the one that started it, on Linux; elsewhere nothing happens.
    """
    if hasattr(os, "setpriority") and sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


class BackgroundTasks:
    """One worker thread, which does tasks in their order. `deliver` is called in the thread that draws."""

    def __init__(self, accident: Callable[[Exception], None]) -> None:
        self._runner = ThreadPoolExecutor(1, thread_name_prefix="background", initializer=step_back)
        self._done: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._accident = accident
        self._out = 0

    @property
    def is_idle(self) -> bool:
        """Whether no task runs and no result waits."""
        return self._out == 0

    def run(
        self, job: Callable[[], T], then: Callable[[T], None], failed: Callable[[CompanionError], None]
    ) -> None:
        """Run work in the worker thread and deliver its result here.

        An error that is no `CompanionError` counts as an accident.
        """
        self._out += 1
        self._runner.submit(job).add_done_callback(lambda future: self._finish(future, then, failed))

    def deliver(self) -> None:
        """Deliver the results that have arrived."""
        for say in taken(self._done):
            self._out -= 1
            say()

    def close(self) -> None:
        self._runner.shutdown(wait=True, cancel_futures=True)

    def _finish(
        self, future: "Future[Any]", then: Callable[[Any], None], failed: Callable[[CompanionError], None]
    ) -> None:
        if future.cancelled():
            return
        problem = future.exception()
        if problem is None:
            result = future.result()
            self._done.put(lambda: then(result))
        elif isinstance(problem, CompanionError):
            told = problem
            self._done.put(lambda: failed(told))
        else:
            accident = problem if isinstance(problem, Exception) else RuntimeError(repr(problem))
            _log.error("a background task failed", exc_info=accident)
            self._done.put(lambda: self._accident(accident))
