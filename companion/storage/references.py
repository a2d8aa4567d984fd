"""Lists the references of a game's cards, for lists and stickers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.errors import Malformed
from companion.ids import CardRef
from companion.storage import strict_json
from companion.storage.catalogue import joined_files, read_folder
from companion.storage.file_replacement import replace_file
from companion.words import Wording


@dataclass(frozen=True, slots=True)
class Reference:
    """A card in a list: its reference, its title, its file, its tags, and the card as its game reads it."""

    ref: CardRef
    kind: str
    name: Wording
    path: Path
    is_demonstration: bool
    tags: tuple[int, ...]
    card: Any = field(repr=False)


def references(game: str, folders: Sequence[Path]) -> list[Reference]:
    """Return all cards of a game from several folders, in the order of their references. The first folder must be the
    program's own.

    Raises `CatalogueError`.
    """
    files = [read_folder(game, folder) for folder in folders]
    owned = [file for folder in files[1:] for file in folder]
    tags = joined_files(game, files[0] if files else [], owned).tags
    found: dict[CardRef, Reference] = {}
    for file in (*(files[0] if files else []), *owned):
        for ref, (data, card) in file.cards.items():
            borne = tuple(sorted(tag for tag, other in tags.items() if other == ref))
            name = _name_of(getattr(card, "name", ""))
            found[ref] = Reference(ref, data["kind"], name, file.path, file.is_demonstration, borne, card)
    return sorted(found.values(), key=lambda reference: reference.ref)


def _name_of(name: str | Wording) -> Wording:
    return name if isinstance(name, Wording) else Wording.plain(name)


def without_codes(listed: Sequence[Reference], labelled: frozenset[str]) -> list[Reference]:
    """Return the owner's cards that a camera cannot recognise yet: those without a tag and without a noted sticker."""
    return [card for card in listed if not (card.is_demonstration or card.tags or card.ref in labelled)]


class Labelled:
    """The references for which stickers were printed, by game, in a file of the owner."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, game: str) -> frozenset[str]:
        return frozenset(self._read().get(game, ()))

    def add(self, game: str, refs: Sequence[str]) -> None:
        """Note that stickers were printed. Raises `StorageError` if the file cannot be written."""
        noted = {**self._read(), game: sorted({*self.of(game), *refs})}
        replace_file(self._path, f"{strict_json.written(noted)}\n".encode())

    def _read(self) -> Mapping[str, Sequence[str]]:
        """Read the file. An unreadable file counts as empty: a sticker may then be offered twice, but none is forgotten."""
        try:
            data = strict_json.parse(self._path.read_bytes())
        except (OSError, Malformed):
            return {}
        if not isinstance(data, dict):
            return {}
        return {game: refs for game, refs in data.items() if isinstance(refs, list)}
