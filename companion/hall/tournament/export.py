"""Exports a tournament as CSV tables and as JSON: players, pairings with results, standings, ratings."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.codec import write
from companion.csv_rows import BOM
from companion.hall.tournament.counting.game_count import GameCount
from companion.hall.tournament.cross_table import cross_table
from companion.hall.tournament.events import EntrantNumber
from companion.hall.tournament.ratings import PlayerRating, ratings
from companion.hall.tournament.standings import StandingsTable, standings
from companion.hall.tournament.state import RoundOfTournament, TableOfRound, Tournament
from companion.words import Text, translate

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
        "" if result is None else shown_numbers(result.numbers.get(key.key, ())) for key in count.numbers
    ]
    hands = [hand for hand in each.by_hand if {hand.one, hand.other} & set(one.players)]
    return (
        str(each.number),
        str(one.table),
        *names,
        *[""] * (count.most - len(names)),
        *numbers,
        "" if result is None else shown_numbers(result.places),
        _said(Text("yes") if one.is_confirmed else Text("no"), language),
        "; ".join(
            [f"{hand.by}: {hand.why}" for hand in hands] + [f"{mark.by}: {mark.why}" for mark in one.marks]
        ),
    )


def shown_numbers(numbers: Sequence[int]) -> str:
    """Return the numbers of a match by seat, as `2 – 1`: spreadsheets would read `2-1` as a date."""
    return " – ".join(map(str, numbers))


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
