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
from companion.storage.file_replacement import remove_file, replace_file


@dataclass(frozen=True, slots=True)
class Draft:
    """A card half entered: what was answered, and what was before it was taken back."""

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
        """Put a draft on disk, in the place of an earlier one of the card. Raises `StorageError`."""
        replace_file(self._path(draft), strict_json.written(write(draft)).encode())

    def drop(self, draft: Draft) -> None:
        """The card is entered, or nobody wants it any more."""
        remove_file(self._path(draft))

    def all(self) -> list[Draft]:
        """The drafts there are, in the order of their names; what is none is passed over, and left alone."""
        found = []
        for path in sorted(self.folder.glob("*.json")) if self.folder.is_dir() else []:
            try:
                found.append(read(Draft, strict_json.parse(path.read_bytes())))
            except (OSError, Malformed):
                continue
        return found

    def _path(self, draft: Draft) -> Path:
        return self.folder / f"{draft.game}-{quote(draft.ref, safe='')}.json"
