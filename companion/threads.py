"""Threads that log, count and report their failures and then begin their work again; and queues between them.

thread = TendedThread("table", Text("the camera's eye"), self._look_on, self._tell, self._stopping)
    thread.start()

The work returns when it is done, or soon after `stopping` is set. Whatever exception leaves it is an accident of the
program.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TypeVar

from companion.clock import monotonic_ms
from companion.kiosk import WITHIN_MS, ErrorBudget
from companion.words import Text

# --- queues
# Empties a queue between threads without waiting.

T = TypeVar("T")


def taken(queue: "SimpleQueue[T]") -> Iterator[T]:
    """Take the items from a queue one after the other, without waiting. Items that are not fetched stay in the queue."""
    while True:
        try:
            item = queue.get_nowait()
        except Empty:
            return
        yield item


# --- threads

_log = logging.getLogger(__name__)
PAUSE_S = 1.0
"""Before work begins anew; when its error budget is spent, as long as that looks back."""
MOST_NOTED = 64
"""Failures that are kept for who asks: the last ones say enough, and memory has an end."""


@dataclass(frozen=True, slots=True)
class Stumble:
    """A failure of a thread, and the sentence that tells a person about it."""

    problem: Exception
    says: Text


class Accidents:
    """The failures of all threads since they were last taken out. Any thread may use it."""

    def __init__(self) -> None:
        self._noted: deque[Exception] = deque(maxlen=MOST_NOTED)

    def note(self, problem: Exception) -> None:
        self._noted.append(problem)

    def taken(self) -> list[Exception]:
        """Take all noted failures out, the oldest first."""
        return [self._noted.popleft() for _ in range(len(self._noted))]


ACCIDENTS = Accidents()
"""The failures of all threads of this program; a kiosk counts them with the errors of its screens."""


class TendedThread:
    """A thread that begins its work again after an error. It ends when its work is done or `stopping` is set."""

    def __init__(
        self,
        name: str,
        what: Text,
        work: Callable[[], None],
        tell: Callable[[Stumble], None],
        stopping: threading.Event,
    ) -> None:
        """Prepare the thread. `what` names the work for a person; `tell` is called in this thread.

        `tell` may set `stopping` where the work cannot begin again.
        """
        self._what = what
        self._work = work
        self._tell = tell
        self._stopping = stopping
        self._thread = threading.Thread(target=self.serve, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def join(self, timeout_s: float | None = None) -> None:
        """Wait until the thread ends; return at once inside the thread itself, or if it never began."""
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(timeout_s)

    @property
    def is_running(self) -> bool:
        return self._thread.is_alive()

    def serve(self) -> None:
        """Do the work in the caller's thread, and begin it again after each error."""
        budget = ErrorBudget()
        while not self._stopping.is_set():
            try:
                self._work()
            except Exception as problem:  # noqa: BLE001 - the outermost loop of every thread: it reports, and goes on
                self._stumble(problem)
            else:
                return
            budget = budget.after_error(monotonic_ms())
            self._stopping.wait(WITHIN_MS / 1000 if budget.is_spent else PAUSE_S)

    def _stumble(self, problem: Exception) -> None:
        _log.error("%s stumbled", self._thread.name, exc_info=problem)
        ACCIDENTS.note(problem)
        try:
            self._tell(
                Stumble(
                    problem,
                    Text(
                        "{what} failed and starts again: {problem}",
                        what=self._what,
                        problem=repr(problem)[:200],
                    ),
                )
            )
        except Exception as deaf:  # noqa: BLE001 - who cannot be told does not end the thread either
            _log.error("%s could not report its failure", self._thread.name, exc_info=deaf)
