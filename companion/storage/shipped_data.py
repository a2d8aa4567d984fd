"""Loads what ships beside the cards: boards, set-ups, demonstration matches, mats, rules in words, and the look."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from companion.codec import read
from companion.errors import Malformed
from companion.house_style import HouseStyle, read_house_style
from companion.ids import CardRef
from companion.mat import Mat, read_mat
from companion.people import plain_name
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.rules.readings import (
    RuleChapter,
    RuleReading,
    RulesInWords,
    read_readings,
    read_section_titles,
    read_summary,
)
from companion.storage.catalogue import SHIPPED, SUFFIXES, load_catalogue, read_as, read_data
from companion.words import Text, Wording

# --- setups
# Completes set-ups: boards and cards that are only named are looked up, so that a match holds all it needs.
#
# A set-up without cards of its own takes those of the catalogues; one that names its board gets the board's data from
#
#     FOLDER/GAME/boards/NAME.yaml, .yml or .json
#
# and one that names a list of cards, such as a coach's deck, gets its references from
#
#     FOLDER/GAME/decks/NAME.yaml, .yml or .json
#
#     title: {en: ..., fr: ...}
#     cards: [AR001-900, AR002-900, ...]
#
# or a bare list of references.


@dataclass(frozen=True, slots=True)
class BoardTitle:
    """The title of a board, and where its data say that it comes from.

    A board without a title is called by its file's name.
    """

    title: Wording
    says: Wording | None = None


def completed(setup: Json, folders: Sequence[Path]) -> tuple[Json, list[Json]]:
    """Return a set-up with its board filled in and the names of its teams in plain spelling, and the cards of the match.

    Raises `Malformed` for what the set-up says, `CatalogueError` for files that cannot be used.
    """
    return _with_plain_names(_with_lists(_with_board(setup, folders), folders)), _cards_of(setup, folders)


def _with_plain_names(setup: Json) -> Json:
    """Return the set-up without the signs that nobody sees in a team's name."""
    teams = setup.get("teams")
    for seat in teams if isinstance(teams, dict) else ():
        name = value_at(teams, (seat, "name"))
        if isinstance(name, str):
            setup = with_value(setup, ("teams", seat, "name"), plain_name(name))
    return setup


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
    usual = GAMES[setup["game"]].board
    name = setup.get("board", usual)
    if usual is None or not isinstance(name, str):
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


# --- mats
# Loads the mat of a game from FOLDER/GAME/mat.yaml; an owner's own file replaces the program's.


def mat_of(game: str, folders: Sequence[Path] = ()) -> Mat:
    """Return the mat of a game. Raises `CatalogueError`, which names the file."""
    own = [folder / game / "mat.yaml" for folder in folders]
    path = next((path for path in reversed(own) if path.is_file()), SHIPPED / game / "mat.yaml")
    return read_as(path, read_mat)


# --- readings
# Loads the rules in words that ship: the readings of the rulebooks, and each game's summary beside its cards.


@cache
def readings_of(game: str) -> tuple[RuleReading, ...]:
    """Return the interpretations of a game's rules in the order of its data; empty if there are none. Raises
    `CatalogueError`, which names the file.
    """
    path = SHIPPED / game / "readings.yaml"
    return read_as(path, read_readings) if path.is_file() else ()


@cache
def match_readings() -> tuple[RuleReading, ...]:
    """Return the readings that belong to every match, whatever the game. Raises `CatalogueError`, which names the file."""
    return read_as(SHIPPED / "readings.yaml", read_readings)


@cache
def section_titles_of(game: str) -> Mapping[str, str]:
    """Return what the titles of a rulebook's sections mean in English; empty where its sections have numbers or pages only.
    Raises `CatalogueError`, which names the file.
    """
    path = SHIPPED / game / "sections.yaml"
    return read_as(path, read_section_titles) if path.is_file() else {}


@cache
def summary_of(game: str) -> tuple[RuleChapter, ...]:
    """Return the summary of a game's rules; without a summary it has no chapters. Raises `CatalogueError`, which
    names the file.
    """
    path, known = SHIPPED / game / "rules.yaml", {reading.id for reading in readings_of(game)}
    return read_as(path, lambda data: read_summary(data, known)) if path.is_file() else ()


def rules_in_words(game: str) -> RulesInWords:
    """Return all that can be read of a known game's rules, its own readings before those of every match."""
    return RulesInWords(summary_of(game), (*readings_of(game), *match_readings()))


# --- house styles
# Loads the look of screens, prints and the phone's page from the program's own file.


@cache
def shipped_style() -> HouseStyle:
    """Return the look. The file is read once, because it does not change while the program runs. Raises
    `CatalogueError`, which names the file.
    """
    return read_as(SHIPPED / "look.yaml", read_house_style)


def phone_colours() -> str:
    """Return the colours of the phone's page as a rule of CSS: the house's dark face."""
    style = shipped_style()
    face, theme = style.house.of("dark"), style.themes["dark"]
    named = {
        "ink": theme.ink,
        "dim": theme.quiet,
        "night": face.ground,
        "paper": face.raised,
        "accent": face.accent,
        "accent-ink": face.accent_ink,
        "alarm": theme.alarm,
    }
    return ":root {" + "".join(f" --{name}: {colour};" for name, colour in named.items()) + " }\n"


# --- values
# The weights of a game's player, which were fitted by `python -m tests.bench value GAME`.


def value_data(game: str) -> Json | None:
    """Return the file with a player's fitted weights as it is; None if it is missing or no data."""
    path = SHIPPED / "values" / f"{game}.yaml"
    if not path.is_file():
        return None
    data = read_data(path)
    return data if isinstance(data, dict) else None


# --- shipped data


@cache
def demonstrations(game: str) -> Mapping[str, tuple[Json, list[Json]]]:
    """Return the complete set-ups of a game's demonstration matches and their cards, by name, such as
    `demo-match-ecole`.

    Read once: what ships stays as it is while the program runs. Nobody changes what is handed out.
    """
    files = sorted((SHIPPED / game).glob("demo-match*.yaml"))
    return {path.stem: completed(read_data(path), [SHIPPED]) for path in files}
