"""Keeps cards that are being entered: each answer is on disk before the next question is asked.

FOLDER/GAME-REF.json   {"game", "kind", "ref", "given": {path: value}, "before": {path: value}}
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from companion.codec import read, write
from companion.errors import Malformed
from companion.storage import strict_json
from companion.storage.kept_files import files_in, remove_file, replace_file


@dataclass(frozen=True, slots=True)
class Draft:
    """A card that is not entered completely yet: the answers so far, and the answers that were taken back."""

    game: str
    kind: str
    ref: str
    given: Mapping[str, Any] = field(default_factory=dict)
    before: Mapping[str, Any] = field(default_factory=dict)


class Drafts:
    """The drafts in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, draft: Draft) -> None:
        """Put a draft on disk; it replaces an earlier draft of the same card. Raises `StorageError`."""
        replace_file(self._path(draft), strict_json.written(write(draft)).encode())

    def drop(self, draft: Draft) -> None:
        """Delete a draft: the card is entered, or is not wanted any more."""
        remove_file(self._path(draft))

    def all(self) -> list[Draft]:
        """Return all drafts in the order of their names. Files that are not drafts are skipped and not changed.

        Raises `StorageError` if their folder may not be read.
        """
        found = []
        for path in sorted(files_in(self.folder, "*.json")):
            try:
                found.append(read(Draft, strict_json.parse(path.read_bytes())))
            except (OSError, Malformed):
                continue
        return found

    def _path(self, draft: Draft) -> Path:
        return self.folder / f"{quote(draft.game, safe='')}-{quote(draft.ref, safe='')}.json"
