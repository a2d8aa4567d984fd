"""The thread that owns a match controller: items come in through one queue, events go out, also while the disk is full."""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue

from companion.clock import monotonic_ms
from companion.errors import CompanionError, LogFull
from companion.session.inbox import Item, PlayIntent
from companion.session.match_controller import MatchController
from companion.session.session_event import RemarkEvent, RulingEvent, SessionEvent
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.threads import Stumble, TendedThread
from companion.words import Text

# --- disk room
# Lets a table go on while the disk is full: a play that cannot be kept does not count, people are told, and it is
# retried.


class Fullness:
    """Knows whether the disk has room for the log of one table, and what people were told about it."""

    def __init__(self) -> None:
        self.problem: LogFull | None = None
        """Why the last attempt was not kept; None: it was kept, or needed no room."""
        self._is_awaited = False
        """It was told, and since then nothing was kept."""

    def tried(self, doing: Callable[[], Iterable[SessionEvent]], *, is_by_hand: bool) -> list[SessionEvent]:
        """Do some work at the controller, and return the message for people if the disk is full.

        Work that a person asked for is answered each time; reading the table is tried again with every look, and told
        once.
        """
        try:
            told = list(doing())
        except LogFull as problem:
            is_news = is_by_hand or not self._is_awaited
            self.problem, self._is_awaited = problem, True
            return [RemarkEvent(_told(problem))] if is_news else []
        self.problem = None
        if self._is_awaited and any(isinstance(one, RulingEvent) for one in told):
            self._is_awaited = False
            return [
                RemarkEvent(Text("there is room on the disk again: everything is kept from now on")),
                *told,
            ]
        return told


def _told(problem: LogFull) -> Text:
    return Text(
        "{problem}; the plays before this are kept, and the table is read again automatically "
        "once there is room",
        problem=problem.message,
    )


# --- session

TICK_S = 0.05
"""How often time is looked at: a tenth of the hold and less."""


@dataclass(frozen=True, slots=True)
class SnapshotWatch:
    """A watch on a match: how its snapshots are made, and who receives each new one."""

    viewer_of: Callable[[MatchController], SnapshotBuilder]
    publish: Callable[[Snapshot], None]


class Session:
    """Runs the thread of one match at one table.

    All callbacks are called in the session's own thread; `tell` and `publish` should only put what they get somewhere.
    """

    def __init__(
        self,
        open_controller: Callable[[], MatchController],
        tell: Callable[[SessionEvent], None],
        watched: SnapshotWatch | None = None,
    ) -> None:
        self._open_controller = open_controller
        self._tell = tell
        self._watched = watched
        self._inbox: SimpleQueue[Item | None] = SimpleQueue()
        self._stopping = threading.Event()
        self._thread = TendedThread("session", Text("the match"), self._run, self._stumbled, self._stopping)
        self._opened = threading.Event()
        self._controller: MatchController | None = None
        self.trouble: CompanionError | None = None
        """Why the session stopped by itself: the log cannot be read or written."""

    def start(self) -> None:
        self._thread.start()

    def controller(self, timeout_s: float = 30.0) -> MatchController:
        """Return the match controller, once it is open; for reading only. Raises the error that opening it raised."""
        self._opened.wait(timeout_s)
        if self._controller is None:
            raise self.trouble or CompanionError(Text("the match could not be opened in time"))
        return self._controller

    def put(self, item: Item) -> None:
        """Put an item into the queue, from any thread."""
        self._inbox.put(item)

    def stop(self, timeout_s: float = 5.0) -> None:
        """End the thread, after it has taken all items in the queue."""
        self._inbox.put(None)
        self._thread.join(timeout_s)

    @property
    def is_running(self) -> bool:
        return self._thread.is_running

    def _run(self) -> None:
        try:
            self._controller = self._open_controller()
            self._opened.set()
            try:
                self._serve(self._controller)
            finally:
                self._controller.close()
        except CompanionError as problem:
            self._fail(problem)

    def _stumbled(self, stumble: Stumble) -> None:
        """End the session after an error, because the controller's knowledge may be wrong.

        The match can be resumed from the log.
        """
        self._stopping.set()
        says = Text(
            "the match stopped because of an error in the program: {what}", what=repr(stumble.problem)[:200]
        )
        self._fail(CompanionError(says))

    def _fail(self, problem: CompanionError) -> None:
        """Report that nothing more is judged; all that was reported before is on disk."""
        self.trouble = problem
        self._opened.set()
        self._tell(RemarkEvent(problem.message, is_trouble=True))

    def _serve(self, controller: MatchController) -> None:
        viewer = None if self._watched is None else self._watched.viewer_of(controller)
        fullness = Fullness()
        item: Item | None = None
        while True:
            now_ms = monotonic_ms()
            told: list[SessionEvent] = []
            if item is not None:
                told = fullness.tried(
                    partial(controller.take, item, now_ms), is_by_hand=isinstance(item, PlayIntent)
                )
            told += fullness.tried(partial(controller.tick, now_ms), is_by_hand=False)
            self._pass_on(told, viewer)
            try:
                item = self._inbox.get(timeout=TICK_S)
            except Empty:
                item = None
            else:
                if item is None:
                    return

    def _pass_on(self, told_now: Iterable[SessionEvent], viewer: SnapshotBuilder | None) -> None:
        for told in told_now:
            if viewer is not None:
                viewer.hear(told)
            self._tell(told)
        snapshot = None if viewer is None else viewer.look()
        if snapshot is not None and self._watched is not None:
            self._watched.publish(snapshot)
