"""Runs work that would delay a frame in another thread, and delivers its result."""

import logging
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

from companion.errors import CompanionError
from companion.queues import taken

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
