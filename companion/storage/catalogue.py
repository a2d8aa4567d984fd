"""Catalogues of cards on disk: what ships, and what the owners of a box entered themselves.

    FOLDER/GAME/*.yaml, *.yml, *.json

    game: ofusaido                 whose cards these are
    title: {en: ..., fr: ...}
    demonstration: true            invented, to try the product
    pattern: "[A-Z]{2}-[0-9]{3}"   the references of this file's cards, when they are not of the usual form
    cards: [...]

or a bare list of cards. Set-ups of matches, the mat and the clocks, which may lie in the same folder, are passed over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.codec import read
from companion.errors import CatalogueError, Malformed
from companion.rules.catalogue import USUAL_PATTERN, read_cards
from companion.rules.engine import Json, Rules
from companion.rules.games import GAMES
from companion.storage import strict_json
from companion.words import Text, Wording

SUFFIXES = frozenset({".yaml", ".yml", ".json"})
SETUP_WORDS = frozenset({"teams", "seats", "board", "mode", "house", "kickoff", "markers", "clocks"})
"""A file without cards that has one of these is the set-up of a match, a mat, or a game's clocks."""


@dataclass(frozen=True, slots=True)
class _FileForm:
    cards: Any
    game: str | None = None
    title: Wording | None = None
    demonstration: bool = False
    pattern: str | None = None


@dataclass(frozen=True, slots=True)
class _CardsOfFile:
    """A file that was read and checked: its cards by reference, as they stand there and as the game reads them."""

    path: Path
    pattern: str
    cards: Mapping[str, tuple[Json, Any]]
    rest: tuple[Json, ...]


def load_catalogue(game: str, folders: Sequence[Path]) -> list[Json]:
    """The cards of one game from several folders, in the form that a set-up takes them.

    The first folder is what ships: a card defined again in a later one replaces it. Two files of the same folder, or
    of two owners' folders, that define a card differently are an error. Raises `CatalogueError`, which names file,
    card and field.
    """
    rules = GAMES[game]
    files = [_read_folder(rules, folder / game) for folder in folders]
    owned = [file for folder in files[1:] for file in folder]
    cards = {**_merged(files[0] if files else []), **_merged(owned)}
    everywhere = [file for folder in files for file in folder]
    items = _patterns(everywhere)
    for file in everywhere:
        items.extend(item for item in file.rest if item not in items)
    return [*items, *(data for _, data, _ in cards.values())]


def _patterns(files: Sequence[_CardsOfFile]) -> list[Json]:
    """Each file's cards were checked with its own pattern; together they need all of them."""
    patterns = dict.fromkeys(file.pattern for file in files)
    if patterns.keys() <= {USUAL_PATTERN}:
        return []
    return [{"kind": "pattern", "pattern": pattern} for pattern in patterns]


def _merged(files: Sequence[_CardsOfFile]) -> dict[str, tuple[Path, Json, Any]]:
    cards: dict[str, tuple[Path, Json, Any]] = {}
    for file in files:
        for ref, (data, card) in file.cards.items():
            other = cards.setdefault(ref, (file.path, data, card))
            if other[2] != card:
                raise CatalogueError(
                    Text(
                        "card {ref} is defined differently in {one} and in {other}; remove it from one of them",
                        ref=ref,
                        one=str(other[0]),
                        other=str(file.path),
                    )
                )
    return cards


def _read_folder(rules: Rules, folder: Path) -> list[_CardsOfFile]:
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as problem:
        raise _unreadable(folder, problem) from problem
    files = []
    for path in paths:
        try:
            found = _read_file(rules, path)
        except Malformed as problem:
            raise CatalogueError(
                Text("{file}: {problem}", file=str(path), problem=problem.message)
            ) from problem
        if found is not None:
            files.append(found)
    return files


def _read_file(rules: Rules, path: Path) -> _CardsOfFile | None:
    """The cards of a file; None for the set-up of a match. Raises `Malformed`."""
    data = read_data(path)
    if isinstance(data, dict) and "cards" not in data and not SETUP_WORDS.isdisjoint(data):
        return None
    if data is None:
        raise Malformed("", Text("the file is empty; it needs game: {game} and cards: […]", game=rules.game))
    form = _FileForm(data) if isinstance(data, list) else read(_FileForm, data)
    if form.game not in (None, rules.game):
        raise Malformed(
            "game",
            Text(
                "these are cards of {game}, in the folder of {folder}",
                game=str(form.game)[:40],
                folder=rules.game,
            ),
        )
    if not isinstance(form.cards, list):
        raise Malformed("cards", Text("expected a list of cards"))
    pattern = form.pattern or USUAL_PATTERN
    cards, _ = read_cards(form.cards, rules.check_card, name="cards", pattern=pattern)
    with_ref = {item["ref"]: (item, cards[item["ref"]]) for item in form.cards if item.get("ref") in cards}
    rest = tuple(item for item in form.cards if item.get("ref") not in cards)
    return _CardsOfFile(path, pattern, with_ref, rest)


def read_data(path: Path) -> Any:
    """The data of a YAML or JSON file. Raises `Malformed`, and `CatalogueError` if it cannot be read at all."""
    try:
        text = path.read_bytes()
    except OSError as problem:
        raise _unreadable(path, problem) from problem
    if path.suffix.lower() == ".json":
        return strict_json.parse(text.removeprefix(b"\xef\xbb\xbf"), unique_keys=True)
    # Imported here: no command that looks nothing up waits for it.
    from companion.storage import yaml_text  # noqa: PLC0415

    return yaml_text.parse(text)


def _unreadable(path: Path, problem: OSError) -> CatalogueError:
    return CatalogueError(
        Text("{file} cannot be read: {problem}", file=str(path), problem=problem.strerror or str(problem))
    )
