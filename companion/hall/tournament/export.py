"""Writes a tournament as CSV, JSON and values for prints, and reads a list of players from CSV."""

import csv
import io
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from companion.codec import write
from companion.counting.game_count import GameCount
from companion.csv_rows import BOM, csv_rows
from companion.errors import CompanionError
from companion.hall.tournament import judge
from companion.hall.tournament.events import EntrantNumber, TournamentEvent
from companion.hall.tournament.pairing import Declined
from companion.hall.tournament.standings import PlayerRating, StandingsTable, cross_table, ratings, standings
from companion.hall.tournament.state import RoundOfTournament, TableOfRound, Tournament, evolve
from companion.people import plain_name
from companion.showing.scene_builder import unbroken_score
from companion.words import Text, translate, word

FORM = 1
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a cell that begins like this for a formula, and would run it."""


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """A table with a name for its file, its headings and rows."""

    name: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def as_csv(self) -> str:
        """Return the table in CSV, with a byte order mark."""
        out = io.StringIO()
        writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
        writer.writerow(self.headings)
        writer.writerows([[_harmless(cell) for cell in row] for row in self.rows])
        return BOM + out.getvalue()


def _harmless(cell: str) -> str:
    is_number = cell.removeprefix("-").replace(".", "", 1).isdigit()
    return f"'{cell}" if cell.startswith(_FORMULA) and not is_number else cell


def _read_back(cell: str) -> str:
    """Return what a cell said before `_harmless` put its apostrophe there."""
    cell = cell.strip()
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


def exported_tables(state: Tournament, count: GameCount, language: str) -> tuple[ExportedTable, ...]:
    """Return all tables of a tournament, with headings in a language; the table of players can be imported again."""
    return (
        _players(state),
        pairings_table(state, count, state.rounds, language),
        standings_rows(state, standings(state, count), language),
        ExportedTable("crosstable", *cross_table(state, count, language)),
        _ratings(state, language),
    )


def _players(state: Tournament) -> ExportedTable:
    """Return the table of players with their ratings after the tournament, so that it can be used to begin the next one."""
    known = ratings(state)
    rows = tuple(
        (
            str(one.number), one.name, one.club or "", one.presence.value,
            "" if one.rating is None else f"{one.rating:g}", f"{known[who].skill:.3f}", f"{known[who].doubt:.3f}",
        )
        for who, one in state.entrants.items()
    )  # fmt: skip
    return ExportedTable("players", ("number", "name", "club", "presence", "rating", "skill", "doubt"), rows)


def pairings_table(
    state: Tournament, count: GameCount, rounds: Iterable[RoundOfTournament], language: str
) -> ExportedTable:
    """Return the pairings of some rounds, with the results so far and the reasons for pairings by hand."""
    seats = [Text("player {n}", n=n + 1) for n in range(count.most)]
    headings = (Text("tournament round"), Text("table"), *seats, *(one.words for one in count.numbers), Text("places"),
                Text("confirmed"), Text("by hand"))  # fmt: skip
    rows = []
    for each in rounds:
        rows += [_pairing_row(state, count, each, one, language) for one in each.tables]
        for bye in each.byes:
            rest = [""] * (len(headings) - 4)
            rows.append(
                (str(each.number), "", state.entrants[bye.player].name, _said(Text("bye"), language), *rest)
            )
    return ExportedTable("rounds", tuple(_said(one, language) for one in headings), tuple(rows))


def _pairing_row(
    state: Tournament, count: GameCount, each: RoundOfTournament, one: TableOfRound, language: str
) -> tuple[str, ...]:
    names = [state.entrants[who].name for who in one.players]
    result = one.result
    numbers = [
        "" if result is None else unbroken_score(result.numbers.get(key.key, ())) for key in count.numbers
    ]
    hands = [hand for hand in each.by_hand if {hand.one, hand.other} & set(one.players)]
    return (
        str(each.number),
        str(one.table),
        *names,
        *[""] * (count.most - len(names)),
        *numbers,
        "" if result is None else unbroken_score(result.places),
        _said(Text("yes") if one.is_confirmed else Text("no"), language),
        "; ".join(
            [f"{hand.by}: {hand.why}" for hand in hands] + [f"{mark.by}: {mark.why}" for mark in one.marks]
        ),
    )


def standings_rows(state: Tournament, table: StandingsTable, language: str) -> ExportedTable:
    """Return the standings, with the number that decided each rank."""
    headings = (Text("rank"), Text("player"), Text("club"), Text("matches"),
                *(criterion.words for criterion in table.criteria), Text("decided by"))  # fmt: skip
    rows = tuple(
        (
            str(rank.place),
            state.entrants[rank.number].name,
            state.entrants[rank.number].club or "",
            str(rank.played),
            *map(str, rank.values),
            _said(rank.decided_by, language),
        )
        for rank in table.ranks
    )
    return ExportedTable("standings", tuple(_said(one, language) for one in headings), rows)


def _ratings(state: Tournament, language: str) -> ExportedTable:
    return ratings_rows(state, ratings(state), language)


def ratings_rows(
    state: Tournament, known: Mapping[EntrantNumber, PlayerRating], language: str
) -> ExportedTable:
    """Return the ratings, the best first."""
    headings = (Text("player"), Text("rating"), Text("skill"), Text("doubt"))
    rows = tuple(
        (state.entrants[who].name, f"{one.cautious:.1f}", f"{one.skill:.1f}", f"{one.doubt:.1f}")
        for who, one in known.items()
    )
    return ExportedTable("ratings", tuple(_said(one, language) for one in headings), rows)


def tournament_json(state: Tournament, count: GameCount, head: str) -> dict[str, Any]:
    """Return the whole tournament as JSON; `head` is the hash over its events."""
    table = standings(state, count)
    return {
        "export": "companion tournament",
        "form": FORM,
        "name": state.name,
        "game": state.game,
        "hash": head,
        "ended": state.is_ended,
        "players": [write(one) for one in state.entrants.values()],
        "parts": [write(part) for part in state.parts],
        "rounds": [write(each) for each in state.rounds],
        "standings": {
            "criteria": [translate(criterion.words, "en") for criterion in table.criteria],
            "ranks": [
                {
                    "rank": rank.place,
                    "player": rank.number,
                    "matches": rank.played,
                    "values": list(rank.values),
                    "decided_by": translate(rank.decided_by, "en"),
                }
                for rank in table.ranks
            ],
        },
        "ratings": [{"player": who, **write(one)} for who, one in ratings(state).items()],
    }


def _said(text: Text, language: str) -> str:
    return translate(text, language)


# --- sheets
# The prints of a tournament, as values: lists of pairings and standings, and slips on which players write results.

HASH_SIGNS = 16
"""Signs of the hash on a slip: enough to find the act after which it was printed, and short enough to be typed."""


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of a printed list: its heading, its relative width, and whether it holds numbers."""

    heading: Text
    share: float
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class ListSheet:
    """A list for the wall: title, subtitle, columns, and rows of cells."""

    title: str
    says: Text
    columns: tuple[SheetColumn, ...]
    rows: tuple[tuple[Text | str, ...], ...]


@dataclass(frozen=True, slots=True)
class ResultSlip:
    """A slip for a table: its players by seat, and what they write. `code` names the tournament's state."""

    title: str
    round: int
    table: int
    seats: tuple[Text, ...]
    players: tuple[str, ...]
    numbers: tuple[Text, ...]
    code: str


def pairings_sheet(state: Tournament, count: GameCount, each: RoundOfTournament) -> ListSheet:
    """Return the pairings of a round for the wall, by table, with byes and the results so far."""
    most = max((len(one.players) for one in each.tables), default=count.fewest)
    columns = (
        SheetColumn(Text("table"), 0.5, is_number=True),
        *(SheetColumn(word(seat), 2.0) for seat in count.seats[:most]),
        SheetColumn(count.score.words, 1.0, is_number=True),
    )
    rows: list[tuple[Text | str, ...]] = []
    for one in each.tables:
        names = [state.entrants[who].name for who in one.players]
        score = (
            ""
            if one.result is None or not one.is_confirmed
            else unbroken_score(one.result.numbers.get(count.score.key, ()))
        )
        rows.append((str(one.table), *names, *[""] * (most - len(names)), score))
    rows += [("–", state.entrants[bye.player].name, Text("bye"), *[""] * (most - 1)) for bye in each.byes]
    return ListSheet(state.name, Text("pairings of round {round}", round=each.number), columns, tuple(rows))


def standings_sheet(state: Tournament, table: StandingsTable) -> ListSheet:
    """Return the standings for the wall, with the number that decided each rank."""
    columns = (
        SheetColumn(Text("rank"), 0.5, is_number=True),
        SheetColumn(Text("player"), 2.4),
        SheetColumn(Text("club"), 1.6),
        SheetColumn(Text("matches"), 0.7, is_number=True),
        *(SheetColumn(criterion.words, 0.9, is_number=True) for criterion in table.criteria),
        SheetColumn(Text("decided by"), 1.6),
    )
    rows: tuple[tuple[Text | str, ...], ...] = tuple(
        (
            str(rank.place),
            state.entrants[rank.number].name,
            state.entrants[rank.number].club or "",
            str(rank.played),
            *map(str, rank.values),
            rank.decided_by,
        )
        for rank in table.ranks
    )
    played = sum(each.is_closed or not each.waiting for each in state.rounds)
    return ListSheet(state.name, Text("standings after round {round}", round=played), columns, rows)


def result_slips(
    state: Tournament, count: GameCount, each: RoundOfTournament, head: str
) -> tuple[ResultSlip, ...]:
    """Return a slip for each table of a round that still waits for its result. `head` is the hash over all events."""
    return tuple(
        ResultSlip(
            state.name,
            each.number,
            one.table,
            tuple(word(seat) for seat in count.seats[: len(one.players)]),
            tuple(state.entrants[who].name for who in one.players),
            tuple(number.words for number in count.numbers),
            f"R{each.number} T{one.table} {head[:HASH_SIGNS].upper()}",
        )
        for one in each.tables
        if not one.is_confirmed
    )


# --- player csv
# Reads the list of players as CSV from a spreadsheet: one player a line.
#
#     name;first name;club;rating;skill;doubt
#     Martin;Zoé;Belfort;1620;27.1;6.9
#
# Without headings, each line is a name. Only the name is needed. The headings may be French (`nom`, `prénom`, `niveau`,
# `doute`), other columns are passed over. `skill` and `doubt` are how strong a player is, as the export of an earlier
# tournament has it; `rating` is Elo or another number of that kind.

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
class PlayerListFault:
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
    faults: tuple[PlayerListFault, ...]
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
    first, header = next(lines, (0, []))
    if _is_name_alone(header):
        lines = chain([(first, header)], lines)
        header = [NAME]
    columns = _columns(header)
    events: list[TournamentEvent] = []
    faults: list[PlayerListFault] = []
    players = 0
    called = {
        column: name.strip() for column, name in zip(columns, header, strict=True) if column is not None
    }
    lines_of: dict[str, int] = {}
    for line, cells in lines:
        row = {
            column: _read_back(cell)
            for column, cell in zip(columns, cells, strict=False)
            if column is not None and cell.strip()
        }
        if not any(cell.strip() for cell in cells):
            continue
        name = plain_name(_full_name(row))
        before = lines_of.get(name.casefold()) if NAME in row else None
        entered = _entered(state, row, called) if before is None else _twice(name, before)
        if isinstance(entered, Text):
            faults.append(PlayerListFault(line, entered))
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
            Text("write one name a line, or in the first line what the columns are, among them name; it has: {known}",
                 known=", ".join(header)[:120])
        )  # fmt: skip
    for column in columns:
        if column is not None and columns.count(column) > 1:
            raise CompanionError(Text("the column {name} is there twice", name=column))
    return columns


def _is_name_alone(cells: Sequence[str]) -> bool:
    """Tell whether the first line is the first name of a list without headings."""
    said = [cell for cell in cells if cell.strip()]
    return len(said) == 1 and _folded(said[0]) not in HEADINGS


def _folded(heading: str) -> str:
    """Return a heading in small letters, without accents, with a blank for `_`."""
    parts = unicodedata.normalize("NFKD", heading.casefold().replace("_", " "))
    return " ".join("".join(sign for sign in parts if not unicodedata.combining(sign)).split())


def _full_name(row: Mapping[str, str]) -> str:
    return f"{row.get(FIRST, '')} {row.get(NAME, '')}"


def _twice(name: str, line: int) -> Text:
    return Text(
        "{name} is already on line {line}; add a letter to tell two players apart", name=name, line=line
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
                return Text("{column}: {got} is not a skill (a newcomer has 25); call the column rating if it is "
                            "Elo or another rating",
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
