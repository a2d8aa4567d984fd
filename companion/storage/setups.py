"""Completes set-ups: boards and cards that are only named are looked up, so that a match holds all it needs.

A set-up without cards of its own takes those of the catalogues; one that names its board gets the board's data from

    FOLDER/GAME/boards/NAME.yaml, .yml or .json

and one that names a list of cards, such as a coach's deck, gets its references from

    FOLDER/GAME/decks/NAME.yaml, .yml or .json

    title: {en: ..., fr: ...}
    cards: [AR001-900, AR002-900, ...]

or a bare list of references.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from companion.codec import read
from companion.errors import Malformed
from companion.ids import CardRef
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.storage.catalogue import SUFFIXES, load_catalogue, read_as
from companion.words import Text, Wording


@dataclass(frozen=True, slots=True)
class BoardTitle:
    """The title of a board, and where its data say that it comes from.

    A board without a title is called by its file's name.
    """

    title: Wording
    says: Wording | None = None


def completed(setup: Json, folders: Sequence[Path]) -> tuple[Json, list[Json]]:
    """Return a set-up with its board filled in, and the cards of the match.

    Raises `Malformed` for what the set-up says, `CatalogueError` for files that cannot be used.
    """
    return _with_lists(_with_board(setup, folders), folders), _cards_of(setup, folders)


def board_of(game: str, folders: Sequence[Path]) -> Any:
    """Return the data of the default board of a game; None for a game without a board.

    Raises `CatalogueError` for a file that cannot be used.
    """
    return _with_board({"game": game}, folders).get("board")


def boards_of(game: str, folders: Sequence[Path]) -> Mapping[str, BoardTitle]:
    """Return the boards that a game can be played on, by name. Raises `CatalogueError` for a file that cannot be used."""
    return {
        name: read_as(path, partial(_title, name)) for name, path in sorted(_boards(folders, game).items())
    }


@dataclass(frozen=True, slots=True)
class ListedCards:
    """A list of cards in a file of the owner. One without a title is called by its file's name."""

    title: Wording
    cards: tuple[CardRef, ...]


def lists_of(game: str, name: str, folders: Sequence[Path]) -> Mapping[str, ListedCards]:
    """Return the lists of cards in a game's folder of this name. Raises `CatalogueError` for a file that cannot be used."""
    return {
        stem: read_as(path, partial(_listed, stem))
        for stem, path in sorted(_files(folders, game, name).items())
    }


def _listed(name: str, data: Any) -> ListedCards:
    form = read(_ListForm, {"cards": data} if isinstance(data, list) else data)
    return ListedCards(form.title or Wording.plain(name.capitalize()), form.cards)


@dataclass(frozen=True, slots=True)
class _ListForm:
    cards: tuple[CardRef, ...]
    title: Wording | None = None


def _with_lists(setup: Json, folders: Sequence[Path]) -> Json:
    """Return the set-up with the references of each list that it only names."""
    about = GAMES[setup["game"]].description
    for setting in (*about.settings, *about.settings_of_some):
        named = value_at(setup, setting.path)
        if setting.cards is None or not setting.cards.folder or not isinstance(named, str):
            continue
        files = _files(folders, setup["game"], setting.cards.folder)
        if named not in files:
            raise Malformed(
                setting.name,
                Text(
                    "there is no list of cards called {name}; possible: {known}",
                    name=named[:40],
                    known=", ".join(sorted(files)) or "–",
                ),
            )
        listed = read_as(files[named], partial(_listed, named))
        setup = with_value(setup, setting.path, list(listed.cards))
    return setup


def value_at(setup: Any, path: Sequence[str]) -> Any:
    """Return the value at a path of a set-up; None where there is none."""
    for name in path:
        if not isinstance(setup, dict):
            return None
        setup = setup.get(name)
    return setup


def with_value(setup: Json, path: Sequence[str], value: Any) -> Json:
    """Return a copy of a set-up with a value at a path."""
    name, *rest = path
    return {**setup, name: with_value(setup[name], rest, value) if rest else value}


def _title(name: str, data: Any) -> BoardTitle:
    told = data if isinstance(data, dict) else {}
    title = read(Wording, told["title"], "title") if "title" in told else Wording.plain(name.capitalize())
    return BoardTitle(title, read(Wording, told["says"], "says") if "says" in told else None)


def _cards_of(setup: Json, folders: Sequence[Path]) -> list[Json]:
    inline = setup.get("catalogue")
    if inline is None or inline == []:
        return load_catalogue(setup["game"], folders)
    if not isinstance(inline, list):
        raise Malformed("catalogue", Text("there must be a list of cards here"))
    return inline


def _with_board(setup: Json, folders: Sequence[Path]) -> Json:
    name = setup.get("board", GAMES[setup["game"]].board)
    if not isinstance(name, str):
        return setup
    boards = _boards(folders, setup["game"])
    if name not in boards:
        known = ", ".join(sorted(boards))
        raise Malformed(
            "board",
            Text("there is no game board called {name}; possible: {known}", name=name[:40], known=known),
        )
    return {**setup, "board": read_as(boards[name], lambda data: data)}


def _boards(folders: Sequence[Path], game: str) -> dict[str, Path]:
    return _files(folders, game, "boards")


def _files(folders: Sequence[Path], game: str, name: str) -> dict[str, Path]:
    """Return the files of boards or lists by name; an owner's file replaces one that ships with the same name."""
    return {
        path.stem: path
        for folder in folders
        for path in sorted((folder / game / name).glob("*"))
        if path.suffix.lower() in SUFFIXES
    }
