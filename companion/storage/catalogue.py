"""Loads catalogues of cards from disk: those that ship, and those that owners entered.

    FOLDER/GAME/*.yaml, *.yml, *.json

    game: GAME                     whose cards these are
    title: {en: ..., fr: ...}
    demonstration: true            invented, to try the product
    pattern: "[A-Z]{2}-[0-9]{3}"   the references of this file's cards, when they are not of the usual form
    codes: micro-qr                these cards carry Micro QR codes beside, or instead of, QR codes
    tags: {"200": "AC001-241"}     which card bears which small tag, 200 to 586
    cards: [...]

or a bare list of cards. Set-ups of matches, the mat, the clocks and the rules in words, which may lie in the same folder,
are passed over.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from companion.codec import read, shown
from companion.errors import CatalogueError, Malformed, UnreadableFile, together
from companion.ids import CardRef
from companion.regular_files import read_regular_file
from companion.rules.catalogue import USUAL_PATTERN, read_cards
from companion.rules.engine import Json, Rules
from companion.rules.games import GAMES
from companion.storage import strict_json
from companion.system_errors import system_says
from companion.words import Text, Wording

SHIPPED = Path(__file__).parent.parent / "data"
"""The folder of catalogues that ships; one folder a game in it."""
SUFFIXES = frozenset({".yaml", ".yml", ".json"})
MOST_BYTES = 4_000_000
"""The most bytes of one file: some ten thousand cards, which take a second to read."""
TAG_IDS = range(200, 587)
"""The AprilTags 36h11 for cards. Lower numbers mark mats and tokens; 586 is the last of the family."""
SETUP_WORDS = frozenset(
    {
        "teams",
        "seats",
        "board",
        "mode",
        "house",
        "kickoff",
        "markers",
        "clocks",
        "readings",
        "summary",
        "sections",
    }
)
"""A file without cards that has one of these is the set-up of a match, a mat, a game's clocks, or its rules in words."""

T = TypeVar("T")


class CardCode(StrEnum):
    """The kinds of code that a file's cards may carry."""

    QR = "qr"
    MICRO_QR = "micro-qr"


@dataclass(frozen=True, slots=True)
class _FileForm:
    cards: Any
    game: str | None = None
    title: Wording | None = None
    demonstration: bool = False
    pattern: str | None = None
    codes: CardCode = CardCode.QR
    tags: Mapping[str, CardRef] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The cards of one game as a set-up needs them, the references of cards by their tags, and the patterns of the
    references that are printed as Micro QR codes.
    """

    cards: list[Json]
    tags: Mapping[int, CardRef]
    micro_patterns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardsOfFile:
    """A file of cards, read and checked: its cards by reference, both as the file has them and as the game reads them."""

    path: Path
    pattern: str
    cards: Mapping[CardRef, tuple[Json, Any]]
    rest: tuple[Json, ...]
    tags: Mapping[int, CardRef]
    is_demonstration: bool
    codes: CardCode = CardCode.QR


def load_catalogue(game: str, folders: Sequence[Path]) -> list[Json]:
    """Load the cards of one game from several folders, as a set-up needs them.

    The first folder is what ships: a card defined again in a later one replaces it. Two files of the same folder, or
    of two owners' folders, that define a card differently are an error. Raises `CatalogueError`, which names file,
    card and field.
    """
    return read_catalogue(game, folders).cards


def read_catalogue(game: str, folders: Sequence[Path]) -> Catalogue:
    """Load the cards of one game as `load_catalogue` does, with the tags that were stuck on them."""
    files = [read_folder(game, folder) for folder in folders]
    return joined_files(game, files[0] if files else [], [file for folder in files[1:] for file in folder])


def joined_files(game: str, shipped: Sequence[CardsOfFile], owned: Sequence[CardsOfFile]) -> Catalogue:
    """Join several files to one catalogue. Raises `CatalogueError` where they contradict each other."""
    cards = {**_merged(shipped), **_merged(owned)}
    everywhere = [*shipped, *owned]
    items = _patterns(everywhere)
    for file in everywhere:
        items.extend(item for item in file.rest if item not in items)
    _check_together(GAMES[game], cards, items)
    tags = _merged_tags(everywhere, cards)
    micro = dict.fromkeys(file.pattern for file in everywhere if file.codes is CardCode.MICRO_QR)
    return Catalogue([*items, *(data for _, data, _ in cards.values())], tags, tuple(micro))


def _check_together(
    rules: Rules, cards: Mapping[CardRef, tuple[Path, Json, Any]], items: Sequence[Json]
) -> None:
    faults = rules.faults_together(
        {ref: card for ref, (_, _, card) in cards.items()}, read_rest(rules, items)
    )
    if faults:
        file, _, _ = cards[CardRef(faults[0].where.partition(" ")[0])]
        raise CatalogueError(Text("{file}: {problem}", file=str(file), problem=faults[0].message))


def read_rest(rules: Rules, items: Sequence[Json]) -> list[Any]:
    """Return the parts of a catalogue that have no reference, as the game reads them."""
    return [
        rules.check_card(item, "catalogue")
        for item in items
        if "ref" not in item and item["kind"] != "pattern"
    ]


def _merged_tags(files: Sequence[CardsOfFile], cards: Mapping[CardRef, Any]) -> dict[int, CardRef]:
    tags: dict[int, CardRef] = {}
    for file in files:
        for tag, ref in file.tags.items():
            if ref not in cards:
                raise CatalogueError(
                    Text(
                        "{file}: tag {tag} is for {ref}, which is not a card of any catalogue",
                        file=str(file.path), tag=tag, ref=ref,
                    )
                )  # fmt: skip
            if tags.setdefault(tag, ref) != ref:
                raise CatalogueError(
                    Text(
                        "{file}: tag {tag} is for {ref}, but another file gives it to {other}; a tag belongs to one card only",
                        file=str(file.path), tag=tag, ref=ref, other=tags[tag],
                    )
                )  # fmt: skip
    return tags


def _patterns(files: Sequence[CardsOfFile]) -> list[Json]:
    """Join the files' patterns for references: each file was checked with its own, together they need all."""
    patterns = dict.fromkeys(file.pattern for file in files)
    brings_its_own = any(item.get("kind") == "pattern" for file in files for item in file.rest)
    if patterns.keys() <= {USUAL_PATTERN} and not brings_its_own:
        return []
    return [{"kind": "pattern", "pattern": pattern} for pattern in patterns]


def _merged(files: Sequence[CardsOfFile]) -> dict[CardRef, tuple[Path, Json, Any]]:
    cards: dict[CardRef, tuple[Path, Json, Any]] = {}
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


def read_folder(game: str, folder: Path) -> list[CardsOfFile]:
    """Return the files of cards that a folder holds for a game. Raises `CatalogueError`."""
    rules, folder = GAMES[game], folder / game
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as problem:
        raise _unreadable(folder, problem) from problem
    files = []
    for path in paths:
        try:
            found = cards_of_file(rules, path, read_data(path))
        except Malformed as problem:
            raise CatalogueError(
                Text("{file}: {problem}", file=str(path), problem=problem.message)
            ) from problem
        if found is not None:
            files.append(found)
    return files


def cards_of_file(rules: Rules, path: Path, data: Any) -> CardsOfFile | None:
    """Check the data of one file of cards; None if it is the set-up of a match. Raises `Malformed`."""
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
        raise Malformed("cards", Text("there must be a list of cards here"))
    pattern = form.pattern or USUAL_PATTERN
    faults: list[Malformed] = []
    cards: dict[str, Any] = {}
    tags: dict[int, CardRef] = {}
    try:
        cards, _ = read_cards(form.cards, rules.check_card, name="cards", pattern=pattern)
    except Malformed as fault:
        faults.append(fault)
    try:
        tags = _read_tags(form.tags)
    except Malformed as fault:
        faults.append(fault)
    if faults:
        raise together(faults)
    with_ref = {item["ref"]: (item, cards[item["ref"]]) for item in form.cards if item.get("ref") in cards}
    rest = tuple(item for item in form.cards if item.get("ref") not in cards)
    return CardsOfFile(path, pattern, with_ref, rest, tags, form.demonstration, form.codes)


def _read_tags(tags: Mapping[str, CardRef]) -> dict[int, CardRef]:
    faults = [Malformed(f"tags.{name[:20]}", not_a_tag(name)) for name in tags if not is_tag(name)]
    if faults:
        raise together(faults)
    return {int(name): ref for name, ref in tags.items()}


def is_tag(name: str) -> bool:
    """Tell whether a text is the number of a tag for cards, as such numbers are written."""
    return name.isascii() and name.isdigit() and len(name) == 3 and int(name) in TAG_IDS


def not_a_tag(name: str) -> Text:
    """Return the message for a number that is not the number of a tag for cards."""
    return Text(
        "a tag for cards is a number from {low} to {high}, not {got}",
        low=TAG_IDS[0], high=TAG_IDS[-1], got=shown(name),
    )  # fmt: skip


def read_data(path: Path) -> Any:
    """Return the data of a YAML or JSON file. Raises `Malformed`, or `CatalogueError` if the file cannot be read at all.

    What ships is read once: it stays as it is while the program runs. Nobody changes what is returned.
    """
    return _read_shipped(path) if path.is_relative_to(SHIPPED) else _read_now(path)


@cache
def _read_shipped(path: Path) -> Any:
    return _read_now(path)


def _read_now(path: Path) -> Any:
    text = file_bytes(path)
    if path.suffix.lower() == ".json":
        return strict_json.parse(text.removeprefix(b"\xef\xbb\xbf"), unique_keys=True)
    # Imported here: no command that looks nothing up waits for it.
    from companion.storage import yaml_text  # noqa: PLC0415

    return yaml_text.parse(text)


def file_bytes(path: Path) -> bytes:
    """Return the bytes of a catalogue, a set-up or a table of cards. Raises `CatalogueError`."""
    try:
        return read_regular_file(path, most_bytes=MOST_BYTES)
    except UnreadableFile as problem:
        raise CatalogueError(problem.message) from problem


def read_as(path: Path, made: Callable[[Any], T]) -> T:
    """Read a YAML or JSON file and convert its data. Raises `CatalogueError`, which names the file."""
    try:
        return made(read_data(path))
    except Malformed as problem:
        raise CatalogueError(Text("{file}: {problem}", file=str(path), problem=problem.message)) from problem


def _unreadable(path: Path, problem: OSError) -> CatalogueError:
    return CatalogueError(
        Text("{file} cannot be read: {problem}", file=str(path), problem=system_says(problem))
    )
