"""Guards one run of a kiosk: counts it, watches it, and notes whether it ended on purpose or by accident.

What `companion play --mode kiosk` does, before anything heavy is imported, so that whatever fails is counted:

    guard = Guard(RecoveryStore(where.kiosk), SystemdWatchdog.of(os.environ))
    return guarded(guard, show_screens)

and what its screens do, all of it in the thread that draws:

    def show_screens(guard: Guard) -> int:
        app = SafeApp(guard.recoveries.fault) if guard.recoveries.is_safe else KioskApp(...)
        ...                                   # the first picture is drawn
        guard.ready(_("waits for players"))
        ...                                   # in each turn of the loop
        if not guard.beat(): app.stop()       # systemd, or Ctrl+C, wants it to end
        ...                                   # an exception that the loop survives
        if guard.stumbled(problem): ...       # one too many: change to the safe screen, without leaving
        ...                                   # «try again» on the safe screen
        guard.try_again()                     # and build the usual screens
        ...                                   # staff leave for the console
        return EXIT_LEFT
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from companion.clock import monotonic_ms
from companion.errors import CompanionError
from companion.kiosk import ErrorBudget, Recoveries, SystemdWatchdog
from companion.storage.kiosk_runs import RecoveryStore
from companion.words import Text

EXIT_LEFT = 10
"""Staff left the kiosk for the console: systemd does not start it again."""


class Guard:
    """The guard that the loop of a kiosk's screens calls. Its methods never raise, and work without systemd."""

    def __init__(
        self, store: RecoveryStore, watchdog: SystemdWatchdog, now_ms: Callable[[], int] = monotonic_ms
    ) -> None:
        self._store = store
        self._watchdog = watchdog
        self._now_ms = now_ms
        self._budget = ErrorBudget()
        self.recoveries = Recoveries()
        """How it stands; from `start` on. `is_safe`: the safe screen is due, with `fault`."""
        self.is_asked_to_stop = False

    def start(self) -> None:
        """Note that the run begins, and count it."""
        self.recoveries = self._store.start()

    def ready(self, status: str = "") -> None:
        """Report that the first picture is drawn: systemd counts the service as started, and its watchdog begins."""
        self._watchdog.ready(status)

    def status(self, words: str) -> None:
        """Report the status in one line, for `systemctl status`."""
        self._watchdog.status(words)

    def beat(self) -> bool:
        """Report that the loop is alive.

        Returns False if the program was asked to stop, which it should do within seconds.
        """
        self._watchdog.feed(self._now_ms())
        return not self.is_asked_to_stop

    def stumbled(self, problem: Exception) -> bool:
        """Note an error that the program survived. Returns True if there were too many, so that the safe screen is due."""
        self._budget = self._budget.after_error(self._now_ms())
        if not self._budget.is_spent:
            self.recoveries = self._store.fail(problem)
            return False
        self.recoveries = self._store.give_up(problem)
        return True

    def try_again(self) -> None:
        """Leave the safe screen, because staff asked for it."""
        self._budget = ErrorBudget()
        self.recoveries = self._store.forgive()

    def stop(self) -> None:
        """Note that the run ends on purpose."""
        self._watchdog.stopping()
        self.recoveries = self._store.stop()

    def fail(self, problem: Exception) -> None:
        """Note the error that ends the run."""
        self.recoveries = self._store.fail(problem)


def guarded(guard: Guard, run: Callable[[Guard], int]) -> int:
    """Run a kiosk's screens and return the exit code. Only for the main thread.

    It ended on purpose when it was asked to, or with `EXIT_LEFT`. Any other end is noted with its reason, and the next
    start is a recovery; an exception goes on to whoever called.
    """
    guard.start()
    with _asked_by_signals(guard):
        try:
            code = run(guard)
        except KeyboardInterrupt:
            guard.stop()
            raise
        except Exception as problem:
            guard.fail(problem)
            raise
    if guard.is_asked_to_stop or code == EXIT_LEFT:
        guard.stop()
    else:
        guard.fail(CompanionError(Text("the screens closed unexpectedly")))
    return code


@contextmanager
def _asked_by_signals(guard: Guard) -> Iterator[None]:
    """Turn signals that end the program into a request to stop; the loop of the screens sees it in its next turn."""

    def ask(_number: int, _frame: FrameType | None) -> None:
        guard.is_asked_to_stop = True

    before = {number: signal.signal(number, ask) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
