"""Keeps the kiosk's counts for each day: visits, matches begun and ended, and seconds of use. No names are kept.

DATA/visits.json   {"2026-11-26": {"visits": 14, "begun": 9, "ended": 5, "seconds": 5710}}
"""

from collections.abc import Mapping
from pathlib import Path

from companion.codec import read, write
from companion.errors import Malformed
from companion.kiosk import UseOfDay
from companion.storage import strict_json
from companion.storage.kept_files import only_writer, replace_file

MOST_DAYS = 800
"""Older days are forgotten: two years can be compared."""


class VisitStore:
    """The file with the counts. Any thread and process may use it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def days(self) -> Mapping[str, UseOfDay]:
        """Return the counts by date, the oldest first. A file that cannot be read as counts is taken as empty."""
        try:
            found: dict[str, UseOfDay] = read(
                dict[str, UseOfDay], strict_json.parse(self._path.read_bytes()), "visits"
            )
        except (OSError, Malformed):
            return {}
        return dict(sorted(found.items()))

    def add(self, date: str, more: UseOfDay) -> Mapping[str, UseOfDay]:
        """Count more for a date such as 2026-11-26. Raises `StorageError`."""
        with only_writer(self._path.parent):
            days = dict(self.days())
            days[date] = days.get(date, UseOfDay()).plus(more)
            kept = dict(sorted(days.items())[-MOST_DAYS:])
            written = {day: write(count) for day, count in kept.items()}
            replace_file(self._path, f"{strict_json.written(written)}\n".encode())
        return kept
