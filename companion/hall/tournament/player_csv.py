"""Reads the list of players as CSV from a spreadsheet: one player a line.

    name;club;skill;doubt
    Zoé;Belfort;27.1;6.9

Only the name is needed. The headings may be French (`nom`, `niveau`, `doute`), other columns are passed over. `skill` and
`doubt` are a rating, as the export of an earlier tournament has it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.csv_rows import csv_rows
from companion.errors import CompanionError
from companion.hall.tournament import judge
from companion.hall.tournament.events import TournamentEvent
from companion.hall.tournament.evolve import evolve
from companion.hall.tournament.pairing import Declined
from companion.hall.tournament.state import Tournament
from companion.words import Text

NAME, CLUB, SKILL, DOUBT = "name", "club", "skill", "doubt"
HEADINGS: Mapping[str, str] = {
    "name": NAME, "nom": NAME, "player": NAME, "joueur": NAME, "club": CLUB, "skill": SKILL, "niveau": SKILL,
    "doubt": DOUBT, "doute": DOUBT,
}  # fmt: skip
"""What a column may be called, in small letters."""
LARGEST = 1_000.0
"""No skill and no doubt is larger; a newcomer has 25 and 8.3."""


@dataclass(frozen=True, slots=True)
class ListFault:
    """A fault on one line of a list of players."""

    line: int
    problem: Text

    @property
    def says(self) -> Text:
        return Text("line {line}: {problem}", line=self.line, problem=self.problem)


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The contents of a list of players: the events of all its lines, and all its faults."""

    events: tuple[TournamentEvent, ...]
    faults: tuple[ListFault, ...]
    players: int


def read_players(state: Tournament, data: bytes) -> PlayerList:
    """Read a list of players, each line separately. Raises `CompanionError` for a file that is no such list."""
    lines = csv_rows(data, CompanionError)
    _, header = next(lines, (0, []))
    columns = _columns(header)
    events: list[TournamentEvent] = []
    faults: list[ListFault] = []
    players = 0
    for line, cells in lines:
        row = {
            column: cell.strip()
            for column, cell in zip(columns, cells, strict=False)
            if column is not None and cell.strip()
        }
        if not any(cell.strip() for cell in cells):
            continue
        entered = _entered(state, row)
        if isinstance(entered, Text):
            faults.append(ListFault(line, entered))
            continue
        players += 1
        for event in entered:
            state = evolve(state, event)
            events.append(event)
    return PlayerList(tuple(events), tuple(faults), players)


def _columns(header: Sequence[str]) -> list[str | None]:
    """Return what each column holds; None for one that is passed over."""
    columns = [HEADINGS.get(name.strip().casefold()) for name in header]
    if NAME not in columns:
        raise CompanionError(
            Text("the first line names the columns, among them name; it has: {known}",
                 known=", ".join(header)[:120])
        )  # fmt: skip
    for column in columns:
        if column is not None and columns.count(column) > 1:
            raise CompanionError(Text("the column {name} stands there twice", name=column))
    return columns


def _entered(state: Tournament, row: Mapping[str, str]) -> tuple[TournamentEvent, ...] | Text:
    if NAME not in row:
        return Text("the name is missing")
    numbers: dict[str, float | None] = {SKILL: None, DOUBT: None}
    for column in numbers:
        if column in row:
            value = _number(row[column])
            if value is None or (column == DOUBT and value <= 0):
                return Text("{column}: expected a number, got {got}", column=column, got=row[column][:40])
            numbers[column] = value
    decision = judge.enter(state, row[NAME], row.get(CLUB), numbers[SKILL], numbers[DOUBT])
    return decision.message if isinstance(decision, Declined) else decision


def _number(cell: str) -> float | None:
    """Return a number that may be written with a comma; None for what is none."""
    try:
        value = float(cell.replace(",", "."))
    except ValueError:
        return None
    return value if math.isfinite(value) and abs(value) <= LARGEST else None
