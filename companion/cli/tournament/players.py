"""`companion tournament players`: enters, checks in and removes players, also late ones."""

import argparse
import sys

from companion.cli.files import file_bytes, say
from companion.cli.options import Said
from companion.cli.tournament.desk import TournamentDesk, changing, looking, player_called
from companion.errors import CompanionError
from companion.hall.tournament import judge
from companion.hall.tournament.export import read_players
from companion.hall.tournament.state import Entrant, Presence
from companion.words import Text, translate

PRESENCE_WORDS = {
    Presence.EXPECTED: Text("not here yet"),
    Presence.THERE: Text("here"),
    Presence.DROPPED: Text("gone"),
    Presence.WITHDRAWN: Text("withdrawn"),
}


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "--add", nargs="+", default=(), metavar="PLAYER", help=said(Text("enter players by name"))
    )
    parser.add_argument("--club", metavar="CLUB", help=said(Text("the club of the players that are entered")))
    parser.add_argument(
        "--import",
        dest="list",
        metavar="FILE",
        help=said(
            Text(
                "enter the players of a table in CSV, with the columns name and, if wanted, first name, club, rating, skill, doubt"
            )
        ),
    )
    for option, words in (
        (
            "--here",
            Text("these players are there: by number or name; a late player plays from the next round on"),
        ),
        ("--withdraw", Text("take players off the list before they have played")),
        ("--drop", Text("these players go; what they played stays")),
    ):
        parser.add_argument(option, nargs="+", default=(), metavar="PLAYER", help=said(words))
    parser.add_argument(
        "--all-here", action="store_true", help=said(Text("everybody who was expected is there"))
    )


def run(args: argparse.Namespace) -> int:
    if not (args.add or args.list or args.here or args.withdraw or args.drop or args.all_here):
        return _show(looking(args))
    with changing(args) as desk:
        if args.list and not _import(desk, args.list):
            return 1
        for name in args.add:
            desk.does(judge.enter(desk.state, name, args.club))
        if args.all_here:
            for who in [who for who, one in desk.state.entrants.items() if one.presence is Presence.EXPECTED]:
                desk.does(judge.check_in(desk.state, who))
        for words in args.here:
            desk.does(judge.check_in(desk.state, player_called(desk.state, words)))
        for words in args.withdraw:
            desk.does(judge.withdraw(desk.state, player_called(desk.state, words)))
        for words in args.drop:
            desk.does(judge.drop(desk.state, player_called(desk.state, words)))
        return _show(desk)


def _import(desk: TournamentDesk, name: str) -> bool:
    """Enter all players of a list, or none if a line has a fault; tell which."""
    data = file_bytes(name)
    try:
        found = read_players(desk.state, data)
    except CompanionError as problem:
        raise CompanionError(Text("{file}: {problem}", file=name, problem=problem.message)) from problem
    for fault in found.faults:
        say(translate(fault.says, desk.args.lang), sys.stderr)
    if found.faults:
        said = Text("nobody was entered: put the list right, and import it again")
        say(translate(said, desk.args.lang), sys.stderr)
        return False
    desk.does(found.events)
    desk.tell(found.says)
    return True


def _show(desk: TournamentDesk) -> int:
    heading = (Text("number"), Text("player"), Text("club"), Text("presence"))
    rows = [[translate(one, desk.args.lang) for one in heading]]
    rows += [
        [str(one.number), one.name, one.club or "", translate(_presence(desk, one), desk.args.lang)]
        for one in desk.state.entrants.values()
    ]
    desk.table(rows)
    there = sum(one.presence is Presence.THERE for one in desk.state.entrants.values())
    desk.tell(Text("players who are here: {there} of {all}", there=there, all=len(desk.state.entrants)))
    return 0


def _presence(desk: TournamentDesk, one: Entrant) -> Text:
    if one.presence is Presence.THERE and one.first_round > len(desk.state.rounds) and desk.state.rounds:
        return Text("here, from round {round} on", round=one.first_round)
    return PRESENCE_WORDS[one.presence]
