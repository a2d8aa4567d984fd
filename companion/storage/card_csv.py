"""Files of cards: reads and writes CSV for spreadsheets, and finds all faults of a file with line, card and field.

game;kind;ref;tags;name;level;posts;stats.TIR;…
    GAME;player;JO007-241;;Florimond;6;BU, AG;5;…

UTF-8, with or without a byte order mark; `;`, `,` or tabs between columns, whichever the first line has. The columns of
fields, and what stands in their cells, are those of `card_cells`; headings and references may be in small or capital
letters.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from companion.csv_rows import BOM, csv_rows
from companion.errors import CatalogueError, Malformed
from companion.ids import CardRef
from companion.rules.catalogue import USUAL_PATTERN, as_printed, compiled, is_reference
from companion.rules.engine import Json, Rules
from companion.rules.forms import BilingualShape, RecordShape, Rows, Shape, TableShape
from companion.rules.games import GAMES, forms_of, games_with_cards
from companion.storage.card_cells import cells_of, column_named, item_of, keys_of, path_of
from companion.storage.catalogue import cards_of_file, file_bytes, is_tag, not_a_tag, read_data
from companion.storage.yaml_text import first_lines
from companion.words import Text, joined

# --- card faults
# Finds all faults of a file of cards, each with its line, card and field.

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


# --- card csv

GAME, KIND, REF, TAGS = "game", "kind", "ref", "tags"
FIXED = (GAME, KIND, REF, TAGS)
PATTERN = "pattern"
MOST_COLUMNS = 2_000
"""A card with every field that a game has takes a hundred."""


@dataclass(frozen=True, slots=True)
class CardsOfTable:
    """The contents of a table: its cards in order, their lines and tags, and all faults."""

    game: str
    cards: tuple[Json, ...]
    lines: tuple[int, ...]
    tags: Mapping[int, CardRef]
    faults: tuple[CardFault, ...]


def written_table(game: str, cards: Sequence[Json], tags: Mapping[int, CardRef], separator: str = ";") -> str:
    """Return cards as a table in CSV, with a byte order mark: without one, Excel misreads accents."""
    rows = [_cells(game, card, tags) for card in cards]
    columns = [*FIXED, *_columns(game, cards, rows)]
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", delimiter=separator, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return BOM + out.getvalue()


def _cells(game: str, card: Json, tags: Mapping[int, CardRef]) -> dict[str, str]:
    kind, ref = card["kind"], card.get("ref", "")
    row = {
        GAME: game,
        KIND: kind,
        REF: ref,
        TAGS: " ".join(str(tag) for tag in sorted(tags) if tags[tag] == ref),
    }
    if kind == PATTERN:
        return {**row, PATTERN: card[PATTERN]}
    fields = {name: value for name, value in card.items() if name not in FIXED}
    return {**row, **cells_of(forms_of(game)[kind].record, fields)}


def _columns(game: str, cards: Iterable[Json], rows: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """Return the columns for the fields of all kinds of card, each kind's in the order of its form."""
    used: dict[str, dict[str, None]] = {}
    for card, row in zip(cards, rows, strict=True):
        used.setdefault(card["kind"], {}).update(dict.fromkeys(name for name in row if name not in FIXED))
    columns: dict[str, None] = {}
    for kind, names in used.items():
        form = forms_of(game).get(kind)
        in_order = sorted(names, key=partial(_place, form.record)) if form else list(names)
        columns.update(dict.fromkeys(in_order))
    return iter(columns)


def _place(record: RecordShape, column: str) -> list[int]:
    return _order(record, keys_of(column))


def _order(shape: Shape, keys: Sequence[str]) -> list[int]:
    if not keys:
        return []
    first, rest = keys[0], keys[1:]
    match shape:
        case RecordShape(fields):
            names = [field.name for field in fields]
            inner = fields[names.index(first)].shape
            return [names.index(first), *_order(inner, rest)]
        case Rows(each):
            return [int(first), *_order(each, rest)]
        case TableShape(each):
            return [next((n for n, (option, _) in enumerate(each) if option.value == first), len(each))]
        case BilingualShape():
            return [("fr", "en").index(first)]
        case _:
            return []


def read_table(data: bytes, game: str | None) -> CardsOfTable:
    """Read the cards of a table and check them one by one. `game` is needed where the table has no such column.

    Raises `CatalogueError` for what is no table of cards.
    """
    lines = csv_rows(data, CatalogueError)
    _, header = next(lines, (0, []))
    columns = _checked_header(header)
    reading = _Reading(game)
    for line, cells in lines:
        surplus = [cell for cell in cells[len(columns) :] if cell.strip()]
        if surplus:
            reading.faults.append(
                CardFault(Text("there are more cells than columns: {cell}", cell=surplus[0][:40]), line)
            )
        row = {name: cell for name, cell in zip(columns, cells, strict=False) if name and cell.strip()}
        reading.faults.extend(_without_heading(line, columns, cells))
        if row:
            reading.take(line, row)
    return reading.table()


def _without_heading(line: int, columns: Sequence[str], cells: Sequence[str]) -> Iterator[CardFault]:
    """Report the contents of columns that have no name."""
    for number, (name, cell) in enumerate(zip(columns, cells, strict=False), start=1):
        if not name and cell.strip():
            told = Text(
                "column {column} has no heading, but contains {cell}",
                column=number,
                cell=cell.strip()[:40],
            )
            yield CardFault(told, line)


def _checked_header(header: Sequence[str]) -> list[str]:
    if not any(map(str.strip, header)):
        raise CatalogueError(
            Text("the file is empty; its first line names the columns, among them kind and ref")
        )
    if len(header) > MOST_COLUMNS:
        raise CatalogueError(
            Text(
                "the first line has {columns} columns; at most {most} are read",
                columns=len(header),
                most=MOST_COLUMNS,
            )
        )
    columns = [name.strip() for name in header]
    columns = [name.lower() if name.lower() in (*FIXED, PATTERN) else name for name in columns]
    for name in columns:
        if name and columns.count(name) > 1:
            raise CatalogueError(Text("the column {name} appears twice", name=name[:60]))
    if REF not in columns or KIND not in columns:
        raise CatalogueError(
            Text("the first line names the columns, among them kind and ref; it has: {known}",
                 known=", ".join(columns)[:120])
        )  # fmt: skip
    return columns


class _Reading:
    """Reads the rows of a table one by one."""

    def __init__(self, game: str | None) -> None:
        self._told = game
        self._game = game
        self._cards: list[Json] = []
        self._lines: list[int] = []
        self._tags: dict[int, CardRef] = {}
        self._line_of: dict[str, int] = {}
        self.faults: list[CardFault] = []

    def table(self) -> CardsOfTable:
        if self._game is None:
            if self.faults:
                return CardsOfTable("", (), (), {}, tuple(self.faults))
            raise CatalogueError(Text("there are no cards in this table"))
        return CardsOfTable(
            self._game, tuple(self._cards), tuple(self._lines), self._tags, tuple(self.faults)
        )

    def take(self, line: int, row: dict[str, str]) -> None:
        fixed = {name: row.pop(name, "").strip() for name in FIXED}
        fixed[REF] = ref = _usual(fixed[REF])
        problem = self._fault_of_fixed(fixed)
        if problem is not None:
            self.faults.append(CardFault(problem.problem, line, ref, problem.where))
            return
        self._line_of.setdefault(ref, line)
        card = self._card(fixed, row, line)
        if card is not None:
            self._cards.append(card)
            self._lines.append(line)
        self._take_tags(line, fixed)

    def _fault_of_fixed(self, fixed: Mapping[str, str]) -> Malformed | None:
        game = self._told or fixed[GAME] or self._game
        if game not in games_with_cards() or (fixed[GAME] and fixed[GAME] != game):
            games = ", ".join(games_with_cards())
            return Malformed(
                GAME, Text("this must be {wanted}; here: {got}", wanted=self._told or games, got=fixed[GAME])
            )
        if self._game not in (None, game):
            return Malformed(
                GAME,
                Text(
                    "this file holds cards of another game: one CSV file is for one game, here {game}",
                    game=str(self._game),
                ),
            )
        self._game = game
        kinds = forms_of(game)
        if fixed[KIND] not in kinds and fixed[KIND] != PATTERN:
            return Malformed(
                KIND,
                Text("there is no kind {name}; possible: {known}", name=fixed[KIND], known=", ".join(kinds)),
            )
        has_reference = fixed[KIND] != PATTERN and kinds[fixed[KIND]].has_reference
        if has_reference and not fixed[REF]:
            return Malformed(REF, Text("field {name} is missing", name=REF))
        if fixed[REF] in self._line_of and fixed[REF]:
            line = self._line_of[fixed[REF]]
            return Malformed(REF, Text("this card is on line {line} too", line=line))
        return None

    def _card(self, fixed: Mapping[str, str], row: Mapping[str, str], line: int) -> Json | None:
        ref, head = fixed[REF], {"kind": fixed[KIND], **({"ref": fixed[REF]} if fixed[REF] else {})}
        if fixed[KIND] == PATTERN:
            return self._pattern(head, row, line)
        game = str(self._game)
        try:
            record = forms_of(game)[fixed[KIND]].record
            card = {**head, **item_of(record, _by_field(record, row))}
            faults = card_faults(GAMES[game], card)
        except Malformed as problem:
            card, faults = {}, list(problem.every_one)
        self.faults.extend(CardFault(each.problem, line, ref, path_of(each.where)) for each in faults)
        return None if faults else card

    def _pattern(self, head: Json, row: Mapping[str, str], line: int) -> Json | None:
        try:
            if PATTERN not in row:
                raise Malformed(PATTERN, Text("field {name} is missing", name=PATTERN))
            compiled(row[PATTERN], PATTERN)
        except Malformed as problem:
            self.faults.append(CardFault(problem.problem, line, "", PATTERN))
            return None
        return {**head, **row}

    def _take_tags(self, line: int, fixed: Mapping[str, str]) -> None:
        for name in fixed[TAGS].replace(",", " ").split():
            if not is_tag(name):
                self.faults.append(CardFault(not_a_tag(name), line, fixed[REF], TAGS))
            elif int(name) in self._tags:
                twice = Text("tag {tag} is on {other} too", tag=int(name), other=self._tags[int(name)])
                self.faults.append(CardFault(twice, line, fixed[REF], TAGS))
            else:
                self._tags[int(name)] = CardRef(fixed[REF])


def _usual(ref: str) -> str:
    """Return a reference as it is printed, if it has the usual form then; a box with a form of its own writes it exactly."""
    printed = as_printed(ref)
    return printed if is_reference(printed, [compiled(USUAL_PATTERN, PATTERN)]) else ref


def _by_field(record: RecordShape, row: Mapping[str, str]) -> dict[str, str]:
    """Return the cells by the paths of their fields. Raises `Malformed` if two columns are of one field."""
    cells: dict[str, str] = {}
    for heading, cell in row.items():
        name = column_named(record, heading)
        if name in cells:
            raise Malformed(name, Text("the column {name} appears twice", name=name[:60]))
        cells[name] = cell
    return cells
