"""What a kiosk keeps: how its runs ended, and how often the staff PIN was typed wrong."""

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.clock import wall_ms
from companion.codec import read, write
from companion.errors import Malformed, StorageError
from companion.kiosk import Fault, Pin, PinAnswer, Recoveries, Tries, fault_of
from companion.storage import strict_json
from companion.storage.kept_files import only_writer, replace_file

# --- recoveries
# Keeps how the runs of a kiosk ended; the next run, `companion doctor` and the safe screen read it.
#
# DATA/kiosk.json   {"boot": "9ea4fb54-…", "count": 1, "is_running": true, "fault": {"says": …, "at_ms": …}}

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


# --- pin tries
# Counts how often the staff PIN was typed wrong, for all pages and programs of a machine together, one try at a time.
#
# DATA/pin-tries.json   {"boot": "9ea4fb54-…", "pin": "5e1f…", "tries": {"wrong": 3, "until_ms": 8123456}}

_HERE = threading.Lock()
"""Where nothing can be written, the pages of this program still take turns."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """The tries of one PIN, identified by its salt, since the machine started: a new PIN or a restart begins at zero."""

    boot: str = ""
    pin: str = ""
    tries: Tries = field(default_factory=Tries)


class PinTries:
    """The tries in a file. Any thread and process may use it; each try waits until the one before is answered."""

    def __init__(self, path: Path, *, boot: Callable[[], str] = boot_id) -> None:
        self._path = path
        self._boot = boot
        self._known = _Kept()
        """Of this program, where nothing can be written."""

    def attempt(self, pin: Pin, digits: str, now_ms: Callable[[], int]) -> PinAnswer:
        """Try digits as the PIN.

        The try is counted before the digits are compared, so that no failure gives a free try.

        `now_ms` is the machine's clock that only goes forward. It takes the time that scrypt takes. Never raises.
        """
        with _HERE:
            try:
                with only_writer(self._path.parent):
                    return self._compared(pin, digits, self._look(), now_ms(), self._keep)
            except StorageError:
                # A full disk shuts nobody out, and counts all the same.
                return self._compared(pin, digits, self._known, now_ms(), self._remember)

    def _compared(
        self, pin: Pin, digits: str, kept: _Kept, now_ms: int, keep: Callable[[_Kept], None]
    ) -> PinAnswer:
        boot, name = self._boot(), hashlib.sha256(pin.salt.encode()).hexdigest()[:16]
        is_known = (kept.boot, kept.pin) == (boot, name)
        before = kept.tries.by_the_clock(now_ms) if is_known else Tries()
        if before.wait_ms(now_ms):
            return PinAnswer(is_right=False, tries=before)
        counted = before.after_wrong(now_ms)
        keep(_Kept(boot, name, counted))
        if not pin.opens_with(digits):
            return PinAnswer(is_right=False, tries=counted)
        keep(_Kept(boot, name))
        return PinAnswer(is_right=True, tries=Tries())

    def _look(self) -> _Kept:
        """Read the kept tries. If the file makes no sense, the count that this program knows is used."""
        try:
            return read(_Kept, strict_json.parse(self._path.read_bytes()))
        except (OSError, Malformed):
            return self._known

    def _keep(self, kept: _Kept) -> None:
        replace_file(self._path, f"{strict_json.written(write(kept))}\n".encode())
        self._remember(kept)

    def _remember(self, kept: _Kept) -> None:
        self._known = kept
