"""The prints of a tournament, as values: lists of pairings and standings, and slips on which players write results."""

from dataclasses import dataclass

from companion.hall.tournament.counting.game_count import GameCount
from companion.hall.tournament.export import shown_numbers
from companion.hall.tournament.standings import StandingsTable
from companion.hall.tournament.state import RoundOfTournament, Tournament
from companion.words import Text, word

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
            else shown_numbers(one.result.numbers.get(count.score.key, ()))
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
