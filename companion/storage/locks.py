"""Reads the locks that hold at this table: its owner's from the settings, and those of a hall's office from what it sent."""

from pathlib import Path

from companion.locks import TableLocks
from companion.storage.places import Places
from companion.storage.settings import AgreementStore, SettingsStore

Stamp = tuple[int, int] | None


def _stamp(path: Path) -> Stamp:
    """Return what tells one version of a file from another; None without a file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino


class TableLockReader:
    """Returns the locks as they are now: `reader()`. It reads the files again only after one of them was changed.

    A settings page and the line to the hall write them in other threads and programs; a match follows at once. Never raises.
    """

    def __init__(self, where: Places) -> None:
        self._where = where
        self._stamps: tuple[Stamp, Stamp] | None = None
        self._known = TableLocks()

    def __call__(self) -> TableLocks:
        stamps = (_stamp(self._where.settings), _stamp(self._where.agreements))
        if stamps != self._stamps:
            settings = SettingsStore(self._where.settings).look().settings
            office = AgreementStore(self._where.agreements).locks()
            self._known = TableLocks(settings.locks, office, settings.pin is not None)
            self._stamps = stamps
        return self._known
