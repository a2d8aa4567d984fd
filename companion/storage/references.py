"""Lists the references of a game's cards, for lists and stickers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.errors import Malformed
from companion.ids import CardRef
from companion.storage import strict_json
from companion.storage.catalogue import joined_files, read_folder
from companion.storage.file_replacement import replace_file
from companion.words import Wording


@dataclass(frozen=True, slots=True)
class Reference:
    """A card in a list: its printed reference, what it is called, where it stands, and the tags it bears."""

    ref: CardRef
    kind: str
    name: Wording
    path: Path
    is_demonstration: bool
    tags: tuple[int, ...]


def references(game: str, folders: Sequence[Path]) -> list[Reference]:
    """All cards of a game in several folders, the first of which ships, in the order of their references.

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
            found[ref] = Reference(ref, data["kind"], name, file.path, file.is_demonstration, borne)
    return sorted(found.values(), key=lambda reference: reference.ref)


def _name_of(name: str | Wording) -> Wording:
    return name if isinstance(name, Wording) else Wording.plain(name)


def without_codes(listed: Sequence[Reference], labelled: frozenset[str]) -> list[Reference]:
    """The owner's cards that a camera cannot know yet: they bear no tag, and no sticker was noted for them."""
    return [card for card in listed if not (card.is_demonstration or card.tags or card.ref in labelled)]


class Labelled:
    """The references for which stickers were made, by game, in a file of the owner's."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, game: str) -> frozenset[str]:
        return frozenset(self._read().get(game, ()))

    def add(self, game: str, refs: Sequence[str]) -> None:
        """Note stickers. Raises `StorageError` where that cannot be written."""
        noted = {**self._read(), game: sorted({*self.of(game), *refs})}
        replace_file(self._path, f"{strict_json.written(noted)}\n".encode())

    def _read(self) -> Mapping[str, Sequence[str]]:
        """What cannot be read counts as nothing: then a sticker is offered twice, and none is forgotten."""
        try:
            data = strict_json.parse(self._path.read_bytes())
        except (OSError, Malformed):
            return {}
        if not isinstance(data, dict):
            return {}
        return {game: refs for game, refs in data.items() if isinstance(refs, list)}
