"""`companion tournament result`, `confirm` and `correct`: results, typed or read from a recorded match."""

import argparse
import re
from dataclasses import replace

from companion.cli.options import Said
from companion.cli.tournament.desk import TournamentDesk, changing, player_called
from companion.counting.game_count import MatchResult
from companion.errors import CompanionError
from companion.hall.tournament import judge
from companion.hall.tournament.events import ResultCorrected
from companion.hall.tournament.pairing import Declined
from companion.hall.tournament.state import RoundOfTournament, TableOfRound
from companion.session.match_report import counted
from companion.storage.places import places
from companion.table.recorded_match import open_store, reopen
from companion.words import Text

BETWEEN = re.compile(r"\s*[:,/–]\s*|(?<=\d)\s*-\s*")
"""What stands between the numbers of two seats: `2:1`, `2-1`, `12,-3,7`."""


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    action = parser.prog.split()[-1]
    if action == "confirm":
        parser.add_argument(
            "table",
            type=int,
            nargs="?",
            metavar="TABLE",
            help=said(Text("the table; without it, all that have a result")),
        )
    else:
        _add_result(parser, said)
    parser.add_argument("--by", default="", metavar="WHO", help=said(Text("who says so")))
    if action == "result":
        parser.add_argument(
            "--unconfirmed",
            action="store_true",
            help=said(Text("somebody else confirms it before it counts")),
        )
    if action == "correct":
        parser.add_argument("--why", default="", metavar="REASON", help=said(Text("why")))
        parser.add_argument(
            "--goes-on",
            metavar="PLAYER",
            help=said(Text("which of the two goes on, if the next round of a knockout is paired already")),
        )
    parser.add_argument(
        "--round",
        type=int,
        metavar="N",
        help=said(Text("the round's number, such as 2; without it, the last that has the table")),
    )


def _add_result(parser: argparse.ArgumentParser, said: Said) -> None:
    # A score may begin with a number below zero, and `argparse` would take it for an option.
    parser._negative_number_matcher = re.compile(r"-\d")  # noqa: SLF001 - there is no other way to say so
    parser.add_argument("table", type=int, metavar="TABLE", help=said(Text("the table")))
    parser.add_argument(
        "score",
        metavar="SCORE",
        nargs="?",
        help=said(Text("the score of each player by seat: 2:1; not with --match")),
    )
    parser.add_argument(
        "--number",
        action="append",
        default=[],
        metavar="NAME=N:N",
        help=said(Text("another number that counts in this game, by seat: duels=5:3")),
    )
    parser.add_argument("--winner", metavar="PLAYER", help=said(Text("who has won a level match")))
    parser.add_argument(
        "--match",
        metavar="ID",
        help=said(Text("read the result from a recorded match of this machine, by its id")),
    )


def run(args: argparse.Namespace) -> int:
    with changing(args) as desk:
        match args.action:
            case "result":
                _enter(desk)
            case "confirm":
                _confirm(desk)
            case _:
                _correct(desk)
    return 0


def _found(desk: TournamentDesk) -> tuple[RoundOfTournament, TableOfRound]:
    """Find the table in the round that is meant: the last one that has it. Raises `CompanionError`."""
    args, state = desk.args, desk.state
    for each in reversed(state.rounds):
        one = each.at(args.table)
        if one is not None and args.round in (None, each.number):
            return each, one
    if not state.rounds:
        raise CompanionError(Text("no round is running: pair one first"))
    if args.round is not None and state.round(args.round) is None:
        rounds = ", ".join(str(one.number) for one in state.rounds)
        raise CompanionError(
            Text("there is no round {round}; there are: {known}", round=args.round, known=rounds)
        )
    each = state.rounds[-1] if args.round is None else state.round(args.round) or state.rounds[-1]
    known = ", ".join(str(one.table) for one in each.tables)
    raise CompanionError(
        Text(
            "round {round} has no table {table}; it has: {known}",
            round=each.number,
            table=args.table,
            known=known,
        )
    )


def _enter(desk: TournamentDesk) -> None:
    each, one = _found(desk)
    result = _result(desk, one)
    by = desk.args.by.strip()
    entered = judge.enter_result(desk.state, each.number, one.table, result, by)
    desk.does(entered)
    if not desk.args.unconfirmed:
        desk.does(judge.confirm(desk.state, each.number, one.table, by))
    _told(desk, each.number, one.table)


def _confirm(desk: TournamentDesk) -> None:
    if desk.args.table is not None:
        each, one = _found(desk)
        tables = [(each.number, one.table)]
    else:
        tables = [
            (each.number, one.table)
            for each in desk.state.rounds
            for one in each.tables
            if one.result is not None and not one.is_confirmed
        ]
        if not tables:
            raise CompanionError(Text("no result waits to be confirmed"))
    for number, table in tables:
        desk.does(judge.confirm(desk.state, number, table, desk.args.by.strip()))
        _told(desk, number, table)


def _correct(desk: TournamentDesk) -> None:
    each, one = _found(desk)
    result = _result(desk, one)
    args = desk.args
    goes_on = None if args.goes_on is None else player_called(desk.state, args.goes_on)
    (event,) = desk.does(
        judge.correct(
            desk.state, ResultCorrected(each.number, one.table, result, args.by, args.why, goes_on=goes_on)
        )
    )
    assert isinstance(event, ResultCorrected)
    desk.tell(Text("round {round}, table {table} is corrected", round=each.number, table=one.table))
    if event.goes_on is not None:
        desk.tell(Text("{name} goes on", name=desk.state.entrants[event.goes_on].name))
    if event.would_change:
        tables = ", ".join(map(str, event.would_change))
        desk.tell(
            Text(
                "nobody is paired again; with the right result these tables of the last round would have been others: {tables}",
                tables=tables,
            )
        )


def _told(desk: TournamentDesk, number: int, table: int) -> None:
    each = desk.state.round(number)
    assert each is not None
    one = each.at(table)
    assert one is not None and one.result is not None
    names = ", ".join(desk.state.entrants[who].name for who in one.winners)
    said = Text("drawn") if len(one.winners) == len(one.players) else Text("won by {names}", names=names)
    waiting = ", ".join(map(str, each.waiting))
    desk.tell(Text("round {round}, table {table}: {said}", round=number, table=table, said=said))
    desk.tell(
        Text("still waiting for: {tables}", tables=waiting)
        if waiting
        else Text("all results of round {round} are in", round=number)
    )


def _result(desk: TournamentDesk, one: TableOfRound) -> MatchResult:
    """Return the result that was typed, or that the named match has. Raises `CompanionError`."""
    args, count = desk.args, desk.count
    if (args.score is None) == (args.match is None):
        raise CompanionError(Text("say the score, or --match and the id of a recorded match"))
    if args.match is not None:
        return _recorded(desk, args.match)
    numbers = {count.score.key: _numbers(args.score)}
    for said in args.number:
        key, _, values = said.partition("=")
        if key.strip() in numbers:
            raise CompanionError(Text("the number {name} is given twice", name=key.strip()[:40]))
        numbers[key.strip()] = _numbers(values)
    winner = None
    if args.winner is not None:
        who = player_called(desk.state, args.winner)
        if who not in one.players:
            raise CompanionError(
                Text(
                    "{name} does not sit at table {table}",
                    name=desk.state.entrants[who].name,
                    table=one.table,
                )
            )
        winner = one.players.index(who)
    made = judge.result_of(count, len(one.players), numbers, winner)
    if isinstance(made, Declined):
        raise CompanionError(made.message)
    return made


def _numbers(words: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in BETWEEN.split(words.strip()))
    except ValueError as problem:
        raise CompanionError(
            Text("a score is written with a number for each seat, such as 2:1; got {got}", got=words[:40])
        ) from problem


def _recorded(desk: TournamentDesk, wanted: str) -> MatchResult:
    with open_store(places(desk.args.data)) as store:
        header = store.header(wanted)
        if header.game != desk.state.game:
            raise CompanionError(
                Text("match {id} is of another game: {game}", id=header.id, game=header.game)
            )
        match = reopen(store, header)
    found = counted(match)
    if found is None:
        raise CompanionError(Text("match {id} is not over yet", id=header.id))
    return replace(found, match=str(header.id))
