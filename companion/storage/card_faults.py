"""Finds all faults of a file of cards, each with its line, card and field."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import CatalogueError, Malformed
from companion.rules.engine import Json, Rules
from companion.rules.games import GAMES
from companion.storage.catalogue import cards_of_file, file_bytes, read_data
from companion.storage.yaml_edit import first_lines
from companion.words import Text, joined

_OF_A_CARD = re.compile(r"cards\[([0-9]+)\](?: \(.*?\))?[ .]?(.*)")


@dataclass(frozen=True, slots=True)
class CardFault:
    """One fault in a file of cards, with its place. Unknown parts of the place are empty or None."""

    problem: Text
    line: int | None = None
    ref: str = ""
    field: str = ""

    def told(self, file: str) -> Text:
        """Return the whole sentence, with the place first."""
        places = [Text("{name}", name=file)]
        if self.line is not None:
            places.append(Text("line {line}", line=self.line))
        places.extend(Text("{name}", name=name) for name in (self.ref, self.field) if name)
        return Text("{where}: {problem}", where=joined(places), problem=self.problem)


def card_faults(rules: Rules, card: Json) -> list[Malformed]:
    """Return the faults that a game finds in one card; each place is the path of a field."""
    try:
        rules.check_card(card, "card")
    except Malformed as fault:
        bare = fault.moved(lambda where: re.sub(r"^card(?: \(.*?\))? ?", "", where))
        return list(bare.every_one)
    return []


def file_faults(path: Path, game: str | None) -> list[CardFault]:
    """Return the faults of a YAML or JSON file of cards, read alone; `game` is needed where the file names none.

    Raises `CatalogueError` for a file that cannot be read at all, or whose game nobody knows.
    """
    try:
        data = read_data(path)
    except Malformed as problem:
        return [CardFault(problem.problem)]
    rules = GAMES[game_of(data, game, path)]
    try:
        file = cards_of_file(rules, path, data)
    except Malformed as problem:
        return _placed(problem.every_one, data, path)
    if file is None:
        return [CardFault(Text("this file is the set-up of a match: it contains no cards"))]
    return []


def game_of(data: Any, game: str | None, path: Path) -> str:
    """Return the game of a file: the one that is given, the one that the file names, or the name of its folder."""
    said = data.get("game") if isinstance(data, dict) else None
    found = game or (said if isinstance(said, str) else None) or path.resolve().parent.name
    if found not in GAMES:
        raise CatalogueError(
            Text(
                "{file} does not say which game its cards belong to; name the game with --game",
                file=str(path),
            )
        )
    return found


def _placed(faults: Iterable[Malformed], data: Any, path: Path) -> list[CardFault]:
    lines = [] if path.suffix.lower() == ".json" else first_lines(file_bytes(path).decode("utf-8-sig"))
    cards = data.get("cards") if isinstance(data, dict) else data
    return [_fault(fault, cards, lines) for fault in faults]


def _fault(fault: Malformed, cards: Any, lines: Sequence[int]) -> CardFault:
    found = _OF_A_CARD.fullmatch(fault.where)
    if found is None:
        return CardFault(fault.problem, field=fault.where)
    n = int(found[1])
    card = cards[n]
    ref = card.get("ref") if isinstance(card, dict) else None
    name = ref[:40] if isinstance(ref, str) and ref else f"cards[{n}]"
    return CardFault(fault.problem, lines[n] if n < len(lines) else None, name, found[2])
