"""Completes set-ups: boards and cards that are only named are looked up, so that a match holds all it needs.

A set-up without cards of its own takes those of the catalogues; one that names its board gets the board's data from

    FOLDER/GAME/boards/NAME.yaml, .yml or .json
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from companion.codec import read
from companion.errors import Malformed
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
    return _with_board(setup, folders), _cards_of(setup, folders)


def board_of(game: str, folders: Sequence[Path]) -> Any:
    """Return the data of the default board of a game; None for a game without a board.

    Raises `CatalogueError` for a file that cannot be used.
    """
    return _with_board({"game": game}, folders).get("board")


def boards_of(game: str, folders: Sequence[Path]) -> Mapping[str, BoardTitle]:
    """The boards that a game can be played on, by name. Raises `CatalogueError` for a file that cannot be used."""
    return {
        name: read_as(path, partial(_title, name)) for name, path in sorted(_boards(folders, game).items())
    }


def _title(name: str, data: Any) -> BoardTitle:
    told = data if isinstance(data, dict) else {}
    title = read(Wording, told["title"], "title") if "title" in told else Wording.plain(name.capitalize())
    return BoardTitle(title, read(Wording, told["says"], "says") if "says" in told else None)


def _cards_of(setup: Json, folders: Sequence[Path]) -> list[Json]:
    inline = setup.get("catalogue")
    if inline is None or inline == []:
        return load_catalogue(setup["game"], folders)
    if not isinstance(inline, list):
        raise Malformed("catalogue", Text("expected a list of cards"))
    return inline


def _with_board(setup: Json, folders: Sequence[Path]) -> Json:
    name = setup.get("board", GAMES[setup["game"]].board)
    if not isinstance(name, str):
        return setup
    boards = _boards(folders, setup["game"])
    if name not in boards:
        known = ", ".join(sorted(boards))
        raise Malformed(
            "board", Text("there is no board {name}; known: {known}", name=name[:40], known=known)
        )
    return {**setup, "board": read_as(boards[name], lambda data: data)}


def _boards(folders: Sequence[Path], game: str) -> dict[str, Path]:
    """Return the files of boards by name; an owner's board replaces one that ships with the same name."""
    return {
        path.stem: path
        for folder in folders
        for path in sorted((folder / game / "boards").glob("*"))
        if path.suffix.lower() in SUFFIXES
    }
