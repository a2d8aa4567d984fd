"""Counts how often the staff PIN was typed wrong, for all pages and programs of a machine together, one try at a time.

DATA/pin-tries.json   {"boot": "9ea4fb54-…", "pin": "5e1f…", "tries": {"wrong": 3, "until_ms": 8123456}}
"""

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.codec import read, write
from companion.errors import Malformed, StorageError
from companion.kiosk.pin import Pin, PinAnswer, Tries
from companion.storage import strict_json
from companion.storage.file_replacement import only_writer, replace_file
from companion.storage.recoveries import boot_id

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
