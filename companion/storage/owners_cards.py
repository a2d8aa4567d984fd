"""Reads the cards that owners entered, lists the references of a game's cards, knows which file holds which, and changes
files safely.

FOLDER/GAME/cards.yaml           where new cards go
    FOLDER/GAME/old/cards-DATE.yaml  what a file was before cards in it were changed or removed

A change is checked with everything else in the catalogues before it is written, and is one file, replaced whole.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.errors import CatalogueError, Malformed
from companion.ids import CardRef
from companion.rules.catalogue import USUAL_PATTERN, compiled, is_reference
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.storage import strict_json, yaml_text
from companion.storage.catalogue import (
    MOST_BYTES,
    SUFFIXES,
    CardsOfFile,
    Catalogue,
    cards_of_file,
    file_bytes,
    joined_files,
    read_data,
    read_folder,
    read_rest,
)
from companion.storage.kept_files import only_writer, replace_file
from companion.words import Text, Wording

# --- references
# Lists the references of a game's cards, for lists and stickers.


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


# --- owners cards

USUAL_FILE = "cards.yaml"
OLD = "old"
SHARED_MODE = 0o666
"""Catalogues are also written by hand and may be shared by a club, so the user's mask decides who reads them."""


@dataclass(frozen=True, slots=True)
class CardFileChange:
    """A change to one file: cards to add or replace, cards to remove, and tags to set (None: to remove)."""

    cards: tuple[Json, ...] = ()
    removed: frozenset[CardRef] = frozenset()
    tags: Mapping[int, CardRef | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Saved:
    """The result of a save: the file written, the copy of the old one (None: it held nothing to lose), and whether
    comments survived.
    """

    path: Path
    old_copy: Path | None
    keeps_comments: bool


class OwnersCards:
    """One game's cards, both those that ship and the owner's. Reads the files when it is made; raises `CatalogueError`."""

    def __init__(self, game: str, shipped: Path, folder: Path) -> None:
        self.game = game
        self.folder = folder / game
        self._root = folder
        self.shipped: Sequence[CardsOfFile] = read_folder(game, shipped)
        self.owned: Sequence[CardsOfFile] = read_folder(game, folder)
        self.catalogue: Catalogue = joined_files(game, self.shipped, self.owned)

    def card(self, ref: str) -> Json | None:
        """Return a card as its file has it; an owner's card comes before one that ships."""
        for file in (*self.owned, *self.shipped):
            if ref in file.cards:
                return file.cards[CardRef(ref)][0]
        return None

    def faults_beside(self, cards: Sequence[Json]) -> list[Malformed]:
        """Return the faults that cards have only together with all others. Each place begins with a reference."""
        rules = GAMES[self.game]
        rest = read_rest(rules, [*self.catalogue.cards, *cards])
        read = {card["ref"]: rules.check_card(card, "") for card in cards if "ref" in card}
        return rules.faults_together(read, rest)

    def files_of(self, ref: str) -> list[CardsOfFile]:
        """Return the owner's files that hold a card: one file, unless two hold the same card."""
        return [file for file in self.owned if ref in file.cards]

    def file_for(self, ref: str) -> Path:
        """Return the file to write a card to: the file that holds the card, else the usual one, else one whose
        references fit.

        Raises `CatalogueError` for what is no reference in any file.
        """
        usual = self.folder / USUAL_FILE
        patterns = {file.path: file.pattern for file in self.owned}
        if usual not in patterns:
            patterns = {usual: USUAL_PATTERN, **patterns}
        standing = [file.path for file in self.files_of(ref)]
        fitting = [
            path for path, pattern in patterns.items() if is_reference(ref, [compiled(pattern, "pattern")])
        ]
        if standing:
            return standing[0]
        if not fitting:
            raise CatalogueError(
                Text(
                    "{ref} is not a card reference, such as AC001-241 ({pattern})",
                    ref=ref[:40],
                    pattern=", ".join(dict.fromkeys(patterns.values())),
                )
            )
        return usual if usual in fitting else fitting[0]

    def save(self, path: Path, change: CardFileChange, now: datetime) -> Saved:
        """Write a change to one file.

        Raises `CatalogueError` if the catalogue would be wrong with it, and `StorageError` if the file cannot be
        written; nothing has then changed.
        """
        with only_writer(self.folder):
            text, before, new = self._with(path, change)
            loses = bool(change.removed) or _replaces(before, change) or not new.keeps_comments
            copy = self._keep_old(path, now) if text and loses else None
            if new.text != text:
                replace_file(path, new.text.encode(), most_mode=SHARED_MODE)
        return Saved(path, copy, new.keeps_comments)

    def try_change(self, path: Path, change: CardFileChange) -> None:
        """Check a change as `save` does, without writing. Raises `CatalogueError`."""
        self._with(path, change)

    def _with(self, path: Path, change: CardFileChange) -> tuple[str, Any, yaml_text.Edited]:
        """Return the text and the data of a file, and its text with a change. Raises `CatalogueError` if the change is wrong,
        or the file would be too large to be read.
        """
        text, before = _read(path, self.game)
        after = _changed(before, change, self._shipped_refs())
        self._check(path, after)
        new = _written(path, text, before, after)
        if len(new.text.encode()) > MOST_BYTES:
            raise CatalogueError(
                Text(
                    "{file} would hold {cards} cards in {size} MB, and at most {most} MB are read; write some of them to another"
                    " file: --into NAME",
                    file=str(path),
                    cards=len(after if isinstance(after, list) else after["cards"]),
                    size=-(-len(new.text.encode()) // 1_000_000),
                    most=MOST_BYTES // 1_000_000,
                )
            )
        return text, before, new

    def _shipped_refs(self) -> set[CardRef]:
        return {ref for file in self.shipped for ref in file.cards}

    def _check(self, path: Path, after: Any) -> None:
        """Check that the catalogue would be right after the change."""
        try:
            file = cards_of_file(GAMES[self.game], path, after)
        except Malformed as problem:
            raise CatalogueError(
                Text("{file}: {problem}", file=str(path), problem=problem.message)
            ) from problem
        if file is None:
            raise CatalogueError(
                Text("{file} is the set-up of a match; cards go into another file", file=str(path))
            )
        others = [other for other in read_folder(self.game, self._root) if other.path != path]
        joined_files(self.game, self.shipped, [*others, file])

    def _keep_old(self, path: Path, now: datetime) -> Path:
        stem = f"{path.stem}-{now:%Y%m%d-%H%M%S}"
        copies = [
            path.parent / OLD / f"{stem}{mark}{path.suffix}" for mark in ("", *"bcdefghijklmnopqrstuvwxyz")
        ]
        copy = next((name for name in copies if not name.exists()), copies[-1])
        replace_file(copy, file_bytes(path), most_mode=SHARED_MODE)
        return copy


def _read(path: Path, game: str) -> tuple[str, Any]:
    """Return the text of a file and its data; a missing file is an empty catalogue."""
    if path.suffix.lower() not in SUFFIXES:
        raise CatalogueError(
            Text(
                "{file} is not a catalogue: the name of a catalogue ends in .yaml, .yml or .json",
                file=str(path),
            )
        )
    if not path.exists():
        return "", {"game": game, "cards": []}
    try:
        data = read_data(path)
        return file_bytes(path).decode("utf-8-sig"), data
    except Malformed as problem:
        raise CatalogueError(Text("{file}: {problem}", file=str(path), problem=problem.message)) from problem


def _changed(before: Any, change: CardFileChange, shipped: set[CardRef]) -> Any:
    is_list = isinstance(before, list)
    old = before if is_list else before.get("cards", [])
    new = {card["ref"]: card for card in change.cards if "ref" in card}
    without_ref = [card for card in change.cards if "ref" not in card]
    anew = {card["kind"] for card in without_ref} - {"pattern"}
    kept = [
        new.get(card.get("ref"), card)
        for card in old
        if card.get("ref") not in change.removed and ("ref" in card or card["kind"] not in anew)
    ]
    known = {card.get("ref") for card in old}
    cards = [*without_ref, *kept, *(card for ref, card in new.items() if ref not in known)]
    if is_list and not change.tags:
        return cards
    head = {} if is_list else {name: value for name, value in before.items() if name not in ("cards", "tags")}
    gone = change.removed - shipped
    tags = {tag: ref for tag, ref in ({} if is_list else before.get("tags", {})).items() if ref not in gone}
    for number, ref in change.tags.items():
        tags.pop(str(number), None)
        if ref is not None:
            tags[str(number)] = ref
    in_order = dict(sorted(tags.items()))
    return {**head, **({"tags": in_order} if in_order else {}), "cards": cards}


def _replaces(before: Any, change: CardFileChange) -> bool:
    old = before if isinstance(before, list) else before.get("cards", [])
    changed = {card.get("ref", card["kind"]): card for card in change.cards}
    return any(changed.get(card.get("ref", card["kind"]), card) != card for card in old)


def _written(path: Path, text: str, before: Any, after: Any) -> yaml_text.Edited:
    try:
        if path.suffix.lower() == ".json":
            return yaml_text.Edited(_as_json(after), keeps_comments=True)
        if not text:
            return yaml_text.Edited(yaml_text.written_anew(after), keeps_comments=True)
        return yaml_text.edited(text, before, after)
    except Malformed as problem:
        raise CatalogueError(Text("{file}: {problem}", file=str(path), problem=problem.message)) from problem


def _as_json(data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False, indent=2)
    try:
        text.encode()
    except UnicodeEncodeError:
        text = json.dumps(data, indent=2)
    return f"{text}\n"


def same_card(game: str, one: Json, other: Json | None) -> bool:
    """Tell whether two cards have the same content, however they are written."""
    if other is None:
        return False
    rules = GAMES[game]
    return bool(rules.check_card(one, "") == rules.check_card(other, ""))
