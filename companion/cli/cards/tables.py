"""Reads cards from a file that an owner names, a table or a catalogue, with all its faults."""

from dataclasses import dataclass
from pathlib import Path

from companion.cli.files import file_bytes
from companion.errors import CatalogueError
from companion.ids import CardRef
from companion.rules.catalogue import compiled, is_reference
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.storage.card_cells import path_of
from companion.storage.card_csv import PATTERN, REF, CardsOfTable, read_table
from companion.storage.card_faults import CardFault, file_faults, game_of
from companion.storage.catalogue import MOST_BYTES, cards_of_file, read_data
from companion.storage.owners_cards import OwnersCards
from companion.words import Text


@dataclass(frozen=True, slots=True)
class Incoming:
    """The cards of a file, or all faults of the file; with faults there are no cards."""

    game: str
    cards: tuple[Json, ...]
    tags: dict[int, CardRef]
    faults: tuple[CardFault, ...]
    lines: tuple[int, ...] = ()


def table_of(path: Path, game: str | None) -> CardsOfTable:
    """Read the cards of a CSV file. Raises `CompanionError`, which does not name the file, if it is not a table of cards."""
    return read_table(file_bytes(str(path), MOST_BYTES), game)


def incoming(path: Path, game: str | None) -> Incoming:
    """Read the cards of a file in any format. Raises `CompanionError` if it cannot be read at all."""
    if path.suffix.lower() != ".csv":
        return _of_catalogue(path, game)
    try:
        table = table_of(path, game)
    except CatalogueError as problem:
        return Incoming("", (), {}, (CardFault(problem.message),))
    return Incoming(table.game, table.cards, dict(table.tags), table.faults, table.lines)


def faults_beside(cards: OwnersCards, came: Incoming) -> list[CardFault]:
    """Return the faults that valid cards of a file have together with all other cards."""
    line_of = {card.get("ref"): line for card, line in zip(came.cards, came.lines, strict=False)}
    faults = []
    for fault in cards.faults_beside(came.cards):
        ref, _, field = fault.where.partition(" ")
        faults.append(
            CardFault(fault.problem, line_of.get(ref), ref, path_of(field) if came.lines else field)
        )
    return faults + _unfit(cards, came)


def _unfit(cards: OwnersCards, came: Incoming) -> list[CardFault]:
    """Return the references of a table that no file of the owner takes; a catalogue was checked with its own forms."""
    own = [compiled(card[PATTERN], PATTERN) for card in came.cards if card["kind"] == PATTERN]
    faults = []
    for card, line in zip(came.cards, came.lines, strict=False):
        if "ref" in card and not is_reference(card["ref"], own):
            try:
                cards.file_for(card["ref"])
            except CatalogueError as problem:
                faults.append(CardFault(problem.message, line, card["ref"], REF))
    return faults


def _of_catalogue(path: Path, game: str | None) -> Incoming:
    faults = file_faults(path, game)
    if faults:
        return Incoming("", (), {}, tuple(faults))
    data = read_data(path)
    name = game_of(data, game, path)
    file = cards_of_file(GAMES[name], path, data)
    if file is None:
        raise CatalogueError(Text("this file is the set-up of a match: it contains no cards"))
    cards = (*file.rest, *(card for card, _ in file.cards.values()))
    return Incoming(name, cards, dict(file.tags), ())
