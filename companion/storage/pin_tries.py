"""How often the staff PIN was typed wrong: counted for all pages and all programs of a machine together, one try at a time.

DATA/pin-tries.json   {"boot": "9ea4fb54-…", "tries": {"wrong": 3, "until_ms": 8123456}}
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.codec import read, write
from companion.errors import Malformed, StorageError
from companion.kiosk.pin import LONGEST_WAIT_MS, Pin, PinAnswer, Tries
from companion.storage import strict_json
from companion.storage.recoveries import boot_id
from companion.storage.replacing import only_writer, replace_file

_HERE = threading.Lock()
"""Where nothing can be written, the pages of this program still take turns."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """The tries, by the clock of one boot of the machine."""

    boot: str = ""
    tries: Tries = field(default_factory=Tries)


class PinTries:
    """The tries in a file. Any thread and any process may use it: who tries waits until the one before was answered."""

    def __init__(self, path: Path, *, boot: Callable[[], str] = boot_id) -> None:
        self._path = path
        self._boot = boot
        self._known = Tries()
        """Of this program, where nothing can be written."""

    def attempt(self, pin: Pin, digits: str, now_ms: Callable[[], int]) -> PinAnswer:
        """Try digits. The try is counted before it is compared: nobody gets one for nothing, whatever happens meanwhile.

        `now_ms` is the machine's clock that only goes forward. It takes the time that scrypt takes. Never raises.
        """
        with _HERE:
            try:
                with only_writer(self._path.parent):
                    return self._tried(pin, digits, now_ms())
            except StorageError:
                # A full disk shuts nobody out, and counts all the same.
                return self._compared(pin, digits, self._known, now_ms(), self._remember)

    def _tried(self, pin: Pin, digits: str, now_ms: int) -> PinAnswer:
        return self._compared(pin, digits, self._found(now_ms), now_ms, self._keep)

    @staticmethod
    def _compared(
        pin: Pin, digits: str, before: Tries, now_ms: int, keep: Callable[[Tries], None]
    ) -> PinAnswer:
        if before.wait_ms(now_ms):
            return PinAnswer(is_right=False, tries=before)
        counted = before.after_wrong(now_ms)
        keep(counted)
        if not pin.opens_with(digits):
            return PinAnswer(is_right=False, tries=counted)
        keep(Tries())
        return PinAnswer(is_right=True, tries=Tries())

    def _found(self, now_ms: int) -> Tries:
        """What is kept; after a restart of the machine the last wait begins anew. A file that makes no sense counts none."""
        try:
            kept = read(_Kept, strict_json.parse(self._path.read_bytes()))
        except (OSError, Malformed):
            return self._known
        if kept.boot != self._boot():
            return kept.tries.waiting_anew(now_ms)
        return Tries(kept.tries.wrong, min(kept.tries.until_ms, now_ms + LONGEST_WAIT_MS))

    def _keep(self, tries: Tries) -> None:
        replace_file(self._path, f"{strict_json.written(write(_Kept(self._boot(), tries)))}\n".encode())
        self._remember(tries)

    def _remember(self, tries: Tries) -> None:
        self._known = tries
