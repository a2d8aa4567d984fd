"""Keeps the pictures from which plays were read, as small files beside the log; the oldest go when there are too many.

    FOLDER/MATCH/OBSERVATION.jpg
    FOLDER/MATCH/OBSERVATION-table.jpg    the whole table in the same moment, once for a play

The log is complete without them; they answer the question why.
"""

import re
from contextlib import suppress
from pathlib import Path

from companion.errors import StorageError
from companion.ids import MatchId, ObservationId
from companion.storage.kept_files import make_file, make_folder, tighten
from companion.system_errors import system_says
from companion.words import Text

MOST_BYTES = 200_000_000
"""Some four thousand plays: a season of matches on the smallest card that a Raspberry Pi is sold with."""
_SAFE = re.compile(r"[^A-Za-z0-9_-]")


def of_table(observation: ObservationId) -> ObservationId:
    """Return the name of the picture of the whole table in the moment of an observation."""
    return ObservationId(f"{observation}-table")


class EvidenceStore:
    """The pictures in one folder. Use it only in the thread that opened it."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._most_bytes = most_bytes
        self._bytes: int | None = None

    def keep(self, match: MatchId, observation: ObservationId, jpeg: bytes) -> None:
        """Keep a crop. Raises `StorageError` when there is no room; the match can go on without the picture."""
        path = self._path(match, observation)
        try:
            make_folder(path.parent)
            make_file(path)
            tighten(path)
            path.write_bytes(jpeg)
            self._bytes = self._size() + len(jpeg) if self._bytes is None else self._bytes + len(jpeg)
            if self._bytes > self._most_bytes:
                self._give_up_oldest()
        except OSError as problem:
            with suppress(OSError):
                path.unlink()  # A full disk leaves part of a picture.
            raise StorageError(
                Text(
                    "the picture of a play cannot be kept in {folder}: {problem}",
                    folder=str(self._folder),
                    problem=system_says(problem),
                )
            ) from problem

    def find(self, match: MatchId, observation: ObservationId) -> Path | None:
        """Return the file of an observation's picture; None if it was deleted, or if no file can have this id."""
        path = self._path(match, observation)
        try:
            return path if path.is_file() else None
        except OSError:
            return None

    def _path(self, match: MatchId, observation: ObservationId) -> Path:
        return self._folder / _SAFE.sub("_", match) / f"{_SAFE.sub('_', observation)}.jpg"

    def _files(self) -> list[Path]:
        return [path for path in self._folder.glob("*/*.jpg") if path.is_file()]

    def _size(self) -> int:
        return sum(path.stat().st_size for path in self._files())

    def _give_up_oldest(self) -> None:
        """Delete the oldest pictures down to four fifths of the limit, so that this is not needed with every picture."""
        oldest = sorted(self._files(), key=lambda path: path.stat().st_mtime_ns)
        left = sum(path.stat().st_size for path in oldest)
        for path in oldest:
            if left <= 0.8 * self._most_bytes:
                break
            left -= path.stat().st_size
            path.unlink(missing_ok=True)
        self._bytes = left
