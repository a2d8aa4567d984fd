"""Reads the list of players as CSV from a spreadsheet: one player a line.

    name;first name;club;rating;skill;doubt
    Martin;Zoé;Belfort;1620;27.1;6.9

Only the name is needed. The headings may be French (`nom`, `prénom`, `niveau`, `doute`), other columns are passed over.
`skill` and `doubt` are how strong a player is, as the export of an earlier tournament has it; `rating` is Elo or another
number of that kind.
"""

import math
import re
import unicodedata
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

NAME, FIRST, CLUB, RATING, SKILL, DOUBT = "name", "first name", "club", "rating", "skill", "doubt"
HEADINGS: Mapping[str, str] = {
    "name": NAME, "nom": NAME, "player": NAME, "joueur": NAME, "last name": NAME, "surname": NAME, "family name": NAME,
    "nom de famille": NAME, "first name": FIRST, "firstname": FIRST, "given name": FIRST, "prenom": FIRST, "club": CLUB,
    "rating": RATING, "elo": RATING, "classement": RATING, "skill": SKILL, "niveau": SKILL, "doubt": DOUBT, "doute": DOUBT,
}  # fmt: skip
"""What a column may be called, in small letters without accents."""
LARGEST: Mapping[str, int] = {RATING: 9_999, SKILL: 1_000, DOUBT: 1_000}
"""The largest numbers; a newcomer has a skill of 25 and a doubt of 8.3."""
_THOUSANDS = re.compile(r"(?<=\d)\s(?=\d{3}(?!\d))")
"""A blank, also one that does not break a line, between the thousands of a number."""


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

    @property
    def says(self) -> Text:
        if not self.players:
            return Text("there is no player in this list")
        if self.players == 1:
            return Text("1 player was entered")
        return Text("{players} players were entered", players=self.players)


def read_players(state: Tournament, data: bytes) -> PlayerList:
    """Read a list of players, each line separately. Raises `CompanionError` for a file that is no such list."""
    lines = csv_rows(data, CompanionError)
    _, header = next(lines, (0, []))
    columns = _columns(header)
    events: list[TournamentEvent] = []
    faults: list[ListFault] = []
    players = 0
    called = {
        column: name.strip() for column, name in zip(columns, header, strict=True) if column is not None
    }
    lines_of: dict[str, int] = {}
    for line, cells in lines:
        row = {
            column: cell.strip()
            for column, cell in zip(columns, cells, strict=False)
            if column is not None and cell.strip()
        }
        if not any(cell.strip() for cell in cells):
            continue
        name = judge.plain_name(_full_name(row))
        before = lines_of.get(name.casefold()) if NAME in row else None
        entered = _entered(state, row, called) if before is None else _twice(name, before)
        if isinstance(entered, Text):
            faults.append(ListFault(line, entered))
            continue
        players += 1
        lines_of[name.casefold()] = line
        for event in entered:
            state = evolve(state, event)
            events.append(event)
    return PlayerList(tuple(events), tuple(faults), players)


def _columns(header: Sequence[str]) -> list[str | None]:
    """Return what each column holds; None for one that is passed over."""
    columns = [HEADINGS.get(_folded(name)) for name in header]
    if NAME not in columns:
        raise CompanionError(
            Text("the first line names the columns, among them name; it has: {known}",
                 known=", ".join(header)[:120])
        )  # fmt: skip
    for column in columns:
        if column is not None and columns.count(column) > 1:
            raise CompanionError(Text("the column {name} stands there twice", name=column))
    return columns


def _folded(heading: str) -> str:
    """Return a heading in small letters, without accents, with a blank for `_`."""
    parts = unicodedata.normalize("NFKD", heading.casefold().replace("_", " "))
    return " ".join("".join(sign for sign in parts if not unicodedata.combining(sign)).split())


def _full_name(row: Mapping[str, str]) -> str:
    return f"{row.get(FIRST, '')} {row.get(NAME, '')}"


def _twice(name: str, line: int) -> Text:
    return Text(
        "{name} stands on line {line} already; add a letter to tell two players apart", name=name, line=line
    )


def _entered(
    state: Tournament, row: Mapping[str, str], called: Mapping[str, str]
) -> tuple[TournamentEvent, ...] | Text:
    """Return the events that enter a player, or the fault; `called` is how the file names each column."""
    if NAME not in row:
        return Text("the name is missing")
    numbers: dict[str, float] = {}
    for column, most in LARGEST.items():
        if column in row:
            value = _number(row[column])
            if column == SKILL and value is not None and value > most:
                return Text("{column}: {got} is no skill, of which a newcomer has 25; call the column rating if it is Elo or another rating",
                            column=called[column][:40], got=row[column][:40])  # fmt: skip
            if value is None or abs(value) > most or (column == DOUBT and value <= 0):
                least = 0 if column == DOUBT else -most
                return Text("{column}: expected a number from {least} to {most}, got {got}",
                            column=called[column][:40], least=least, most=most, got=row[column][:40])  # fmt: skip
            numbers[column] = value
    decision = judge.enter(
        state, _full_name(row), row.get(CLUB), numbers.get(SKILL), numbers.get(DOUBT), numbers.get(RATING)
    )
    return decision.message if isinstance(decision, Declined) else decision


def _number(cell: str) -> float | None:
    """Return a number that may have a comma, and blanks between its thousands; None for what is none."""
    try:
        value = float(_THOUSANDS.sub("", cell).replace(",", "."))
    except ValueError:
        return None
    return value if math.isfinite(value) else None
