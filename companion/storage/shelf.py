"""Keeps what people say of recorded matches beside the log, which nothing erases: which are demonstrations, and which lists
leave out.

DATA/shelf.json   {"demonstrations": [match, …], "put_away": [match, …]}
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.codec import read, write
from companion.errors import Malformed
from companion.ids import MatchId
from companion.storage import strict_json
from companion.storage.kept_files import only_writer, replace_file


@dataclass(frozen=True, slots=True)
class MarkedMatches:
    """The marked matches: `demonstrations` were played by virtual players, `put_away` are in no list any more."""

    demonstrations: tuple[MatchId, ...] = ()
    put_away: tuple[MatchId, ...] = ()


class MatchShelf:
    """The marks of matches in their file. Any thread and process may use it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> MarkedMatches:
        """Return the marks; a file that is missing or cannot be read marks nothing."""
        try:
            return read(MarkedMatches, strict_json.parse(self._path.read_bytes()))
        except (OSError, Malformed):
            return MarkedMatches()

    def note_demonstration(self, match: MatchId) -> None:
        """Note that virtual players play a match. Raises `StorageError`."""
        self._add("demonstrations", match)

    def put_away(self, match: MatchId) -> None:
        """Leave a match out of the lists from now on; its log stays as it is. Raises `StorageError`."""
        self._add("put_away", match)

    def take_out(self, match: MatchId) -> None:
        """List a match again that was put away. Raises `StorageError`."""
        with only_writer(self._path.parent):
            before = self.load()
            self._write(replace(before, put_away=tuple(one for one in before.put_away if one != match)))

    def _add(self, mark: str, match: MatchId) -> None:
        with only_writer(self._path.parent):
            before = self.load()
            marked: Sequence[MatchId] = getattr(before, mark)
            if match not in marked:
                self._write(replace(before, **{mark: (*marked, match)}))

    def _write(self, marks: MarkedMatches) -> None:
        replace_file(self._path, strict_json.written(write(marks)).encode())
