"""Keeps how the runs of a kiosk ended; the next run, `companion doctor` and the safe screen read it.

DATA/kiosk.json   {"boot": "9ea4fb54-…", "count": 1, "is_running": true, "fault": {"says": …, "at_ms": …}}
"""

from collections.abc import Callable
from pathlib import Path

from companion.clock import wall_ms
from companion.codec import read, write
from companion.errors import Malformed, StorageError
from companion.kiosk.recoveries import Fault, Recoveries, fault_of
from companion.storage import strict_json
from companion.storage.file_replacement import only_writer, replace_file

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """Return the kernel's id for the time since this machine was switched on; empty where the kernel has none."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


class RecoveryStore:
    """The file about the runs of a kiosk.

    None of its functions raises: a kiosk whose disk is full must still show an error.

    recoveries = store.start()          # first of all; recoveries.is_safe: show the safe screen, with recoveries.fault
    store.fail(problem)                 # survived, or about to end by it: what the safe screen and the doctor will tell
    store.give_up(problem)              # the error budget is spent: safe from now on, also after a restart
    store.forgive()                     # staff presses «try again»
    store.stop()                        # last of all, when somebody wants it to end
    """

    def __init__(
        self,
        path: Path,
        *,
        boot: Callable[[], str] = boot_id,
        clock_ms: Callable[[], int] = wall_ms,
    ) -> None:
        self._path = path
        self._boot = boot
        self._clock_ms = clock_ms
        self._known: Recoveries | None = None

    def look(self) -> Recoveries:
        """Read the file. A file that makes no sense counts as empty."""
        try:
            return read(Recoveries, strict_json.parse(self._path.read_bytes()))
        except (OSError, Malformed):
            return self._known or Recoveries()

    def start(self) -> Recoveries:
        """Note that a run begins.

        Where nothing can be kept the run is in safe mode at once, since no match would be kept either.
        """
        boot, at_ms = self._boot(), self._clock_ms()
        return self._change(lambda before: before.started(boot, at_ms), is_needed=True)

    def stop(self) -> Recoveries:
        return self._change(Recoveries.stopped)

    def fail(self, problem: BaseException) -> Recoveries:
        fault = self._fault(problem)
        return self._change(lambda before: before.failed(fault))

    def give_up(self, problem: BaseException) -> Recoveries:
        fault = self._fault(problem)
        return self._change(lambda before: before.given_up(fault))

    def forgive(self) -> Recoveries:
        return self._change(Recoveries.forgiven)

    def _fault(self, problem: BaseException) -> Fault:
        return fault_of(problem, self._clock_ms())

    def _change(self, changed: Callable[[Recoveries], Recoveries], *, is_needed: bool = False) -> Recoveries:
        try:
            with only_writer(self._path.parent):
                after = changed(self.look())
                replace_file(self._path, f"{strict_json.written(write(after))}\n".encode())
        except StorageError as problem:
            after = changed(self._known or self.look())
            if is_needed:
                after = after.given_up(self._fault(problem))
        self._known = after
        return after
