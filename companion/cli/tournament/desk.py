"""`companion tournament new`, `format`, `list` and `end`, and what all tournament commands share: they open the file,
decide, and keep the events.
"""

import argparse
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec

from companion.cli.files import write_lines
from companion.cli.options import Said
from companion.cli.story import table_lines
from companion.counting.game_count import GameCount
from companion.counting.games import COUNTS
from companion.errors import CompanionError, NoSuchMatch
from companion.hall.kept_tournament import KeptTournament, folded
from companion.hall.tournament import judge
from companion.hall.tournament.errors import PackageMissing
from companion.hall.tournament.events import (
    FORMAT_WORDS,
    MOST_ROUNDS,
    MOST_TABLES,
    EntrantNumber,
    FormatKind,
    TournamentEvent,
    TournamentFormat,
    write_tournament_event,
)
from companion.hall.tournament.judge import Decision
from companion.hall.tournament.pairing import MOST_PLAYERS, Declined
from companion.hall.tournament.state import RoundOfTournament, Tournament, fold
from companion.people import plain_name
from companion.storage.places import places
from companion.storage.tournaments import KeptAct, TournamentFile, read_acts, tournament_names
from companion.words import Text, joined, translate


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
    wanted = plain_name(words).casefold()
    if wanted.isdecimal() and EntrantNumber(int(wanted)) in state.entrants:
        return EntrantNumber(int(wanted))
    known = {plain_name(one.name).casefold(): one for one in state.entrants.values()}
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


# --- beginning
# `companion tournament new`, `format`, `list` and `end`.

NEEDED = ("rustworkx", "openskill")
"""The packages of pairings and ratings: who lacks them is told before the players stand there."""
LARGEST_LOT = 2**31
"""A lot is drawn below this."""


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    action = parser.prog.split()[-1]
    if action == "new":
        parser.add_argument(
            "game",
            metavar="GAME",
            choices=list(COUNTS),
            help=said(Text("the game: {games}", games=", ".join(COUNTS))),
        )
        parser.add_argument(
            "--title", metavar="TITLE", help=said(Text("the title on what is printed; without it, the name"))
        )
    if action in ("new", "format"):
        _add_format(parser, said)


def _add_format(parser: argparse.ArgumentParser, said: Said) -> None:
    usual = TournamentFormat()
    parser.add_argument(
        "--format",
        choices=[kind.value for kind in FormatKind],
        default=usual.kind.value,
        help=said(joined([FORMAT_WORDS[kind] for kind in FormatKind], "; ")),
    )
    for option, most, words in (
        ("--rounds", MOST_ROUNDS, Text("Swiss: how many rounds; without it, as many as you pair")),
        ("--seats", 99, Text("how many players sit at a table, where the game leaves the choice")),
        ("--qualified", MOST_PLAYERS, Text("knockout: how many of the standings go on; without it, all")),
        ("--group-size", 99, Text("groups: how many players are in a group; without it, four")),
        ("--tables", MOST_TABLES, Text("free play: how many tables there are")),
        (
            "--longest-stay",
            99,
            Text("free play: how many matches in a row the winner may stay; without it, three"),
        ),
    ):
        default = getattr(usual, option[2:].replace("-", "_"))
        parser.add_argument(
            option, type=_number_upto(most, said), default=default, metavar="N", help=said(words)
        )


def _number_upto(most: int, said: Said) -> Callable[[str], int]:
    """Return what reads a number from 0 to `most`, for argparse."""

    def number(word: str) -> int:
        if word.isdecimal() and int(word) <= most:
            return int(word)
        wanted = Text("a whole number from {low} to {high}", low=0, high=most)
        raise argparse.ArgumentTypeError(
            said(Text("expected {wanted}, got {got}", wanted=wanted, got=word[:40]))
        )

    return number


def run(args: argparse.Namespace) -> int:
    match args.action:
        case "new":
            _begin(args)
        case "format":
            with changing(args) as desk:
                desk.does(judge.choose_format(desk.state, _format(args)))
                desk.tell(
                    Text("from the next round on: {format}", format=FORMAT_WORDS[desk.state.part.format.kind])
                )
        case "end":
            with changing(args) as desk:
                desk.does(judge.end(desk.state))
                desk.tell(Text("{name} has ended; results can still be corrected", name=desk.state.name))
        case _:
            _list(args)
    return 0


def _format(args: argparse.Namespace) -> TournamentFormat:
    if args.group_size < 3:
        raise CompanionError(Text("a group has three players at least"))
    if args.tables < 1 or args.longest_stay < 1:
        raise CompanionError(Text("free play needs one table at least, and a winner stays once at least"))
    return TournamentFormat(
        FormatKind(args.format),
        args.rounds,
        args.seats,
        args.group_size,
        args.qualified,
        args.tables,
        args.longest_stay,
    )


def _begin(args: argparse.Namespace) -> None:
    begun = judge.open_tournament(args.title or args.name, args.game, secrets.randbelow(LARGEST_LOT))
    if isinstance(begun, Declined):
        raise CompanionError(begun.message)
    chosen = judge.choose_format(fold(begun), _format(args))
    if isinstance(chosen, Declined):
        raise CompanionError(chosen.message)
    with TournamentFile(places(args.data), args.name, is_new=True) as file:
        file.append([write_tournament_event(event) for event in (*begun, *chosen)], now_ms())
    told = Text(
        "the tournament {name} has begun; next: `companion tournament players {name} --import FILE`",
        name=args.name,
    )
    missing = [PackageMissing(name).message for name in NEEDED if find_spec(name) is None]
    write_lines([translate(words, args.lang) for words in (told, *missing)], None)


def _list(args: argparse.Namespace) -> None:
    where = places(args.data)
    names = tournament_names(where)
    if not names:
        names = [
            translate(
                Text("there is no tournament yet in {folder}", folder=str(where.tournaments)), args.lang
            )
        ]
    write_lines(names, None)
