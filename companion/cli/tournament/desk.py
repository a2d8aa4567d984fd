"""The common part of all tournament commands: they open the file, decide, keep the events, and find players by name."""

import argparse
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from companion.cli.files import write_lines
from companion.cli.table import table_lines
from companion.errors import CompanionError, NoSuchMatch
from companion.hall.kept_tournament import KeptTournament, folded
from companion.hall.tournament import judge
from companion.hall.tournament.counting.game_count import GameCount
from companion.hall.tournament.events import EntrantNumber, TournamentEvent
from companion.hall.tournament.judge import Decision
from companion.hall.tournament.state import RoundOfTournament, Tournament
from companion.storage.places import places
from companion.storage.tournaments import KeptAct, TournamentFile, read_acts, tournament_names
from companion.words import Text, translate


@dataclass(slots=True)
class TournamentDesk:
    """An open tournament: its state, and its file while it may be changed."""

    args: argparse.Namespace
    kept: KeptTournament

    @property
    def state(self) -> Tournament:
        return self.kept.state

    @property
    def acts(self) -> tuple[KeptAct, ...]:
        return self.kept.acts

    @property
    def count(self) -> GameCount:
        return self.kept.count

    @property
    def head(self) -> str:
        """The hash over all events."""
        return self.kept.head

    def does(self, decision: Decision) -> tuple[TournamentEvent, ...]:
        """Keep the events of an act. Raises `CompanionError` with the reason if the act is not possible."""
        return self.kept.does(decision, now_ms())

    def tell(self, text: Text) -> None:
        write_lines([translate(text, self.args.lang)], None)

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        write_lines(table_lines(rows), None)


def now_ms() -> int:
    """Return the time by the machine's clock, which people read; the order of acts does not depend on it."""
    return time.time_ns() // 1_000_000


@contextmanager
def changing(args: argparse.Namespace) -> Iterator[TournamentDesk]:
    """Open a tournament to change it; other programs wait until it is closed."""
    with TournamentFile(places(args.data), args.name) as file:
        yield TournamentDesk(args, KeptTournament(folded(args.name, file.acts), file.acts, file))


def looking(args: argparse.Namespace) -> TournamentDesk:
    """Open a tournament to look at it."""
    where = places(args.data)
    if args.name not in tournament_names(where):
        known = ", ".join(tournament_names(where)) or "–"
        raise NoSuchMatch(
            Text("there is no tournament {name}; known: {known}", name=args.name[:60], known=known)
        )
    acts = tuple(read_acts(TournamentFile(where, args.name).path)[0])
    return TournamentDesk(args, KeptTournament(folded(args.name, acts), acts))


def player_called(state: Tournament, words: str) -> EntrantNumber:
    """Find a player by number, by name, or by the beginning of a name. Raises `CompanionError`."""
    wanted = judge.plain_name(words).casefold()
    if wanted.isdecimal() and EntrantNumber(int(wanted)) in state.entrants:
        return EntrantNumber(int(wanted))
    known = {judge.plain_name(one.name).casefold(): one for one in state.entrants.values()}
    if wanted in known:
        return known[wanted].number
    found = [one for name, one in known.items() if wanted and name.startswith(wanted)]
    if len(found) == 1:
        return found[0].number
    if found:
        names = ", ".join(one.name for one in found[:8])
        raise CompanionError(
            Text("{words} is the beginning of several names: {names}", words=words[:60], names=names)
        )
    raise CompanionError(
        Text(
            "nobody is called {words}; `companion tournament players` with the tournament's name lists all",
            words=words[:60],
        )
    )


def round_to_show(state: Tournament, number: int | None) -> RoundOfTournament:
    """Return a round, the last one if no number is given. Raises `CompanionError`."""
    found = state.round(len(state.rounds) if number is None else number)
    if found is None:
        raise CompanionError(
            Text("no round is running: pair one first")
            if number is None
            else Text(
                "there is no round {round}; there are: {known}",
                round=number,
                known=", ".join(str(one.number) for one in state.rounds) or "-",
            )
        )
    return found


def names_of(state: Tournament, players: Sequence[EntrantNumber]) -> str:
    """Return the names of players in the order of their seats."""
    return " – ".join(state.entrants[who].name for who in players)
