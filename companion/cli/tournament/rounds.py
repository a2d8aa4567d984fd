"""`companion tournament pair`, `show`, `why`, `swap` and `seat`: pairs, explains and changes rounds."""

import argparse
from collections.abc import Sequence

from companion.cli.files import write_lines
from companion.cli.options import Said
from companion.cli.tournament.desk import (
    TournamentDesk,
    changing,
    looking,
    names_of,
    player_called,
    round_to_show,
)
from companion.errors import CompanionError
from companion.hall.tournament import judge
from companion.hall.tournament.arithmetic import PairingLine
from companion.hall.tournament.explanation import grounds_of, next_best
from companion.hall.tournament.state import RoundOfTournament, TableOfRound
from companion.showing.scene_builder import unbroken_score
from companion.words import Text, translate, word


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    match parser.prog.split()[-1]:
        case "show":
            _add_round(parser, said)
            parser.add_argument(
                "--slip",
                metavar="HASH",
                help=said(Text("say whether the hash on a result slip is of this tournament")),
            )
        case "why":
            parser.add_argument(
                "table",
                type=int,
                metavar="TABLE",
                nargs="?",
                help=said(Text("the table; without it, the bye")),
            )
            _add_round(parser, said)
        case "swap":
            for which in ("one", "other"):
                parser.add_argument(which, metavar="PLAYER", help=said(Text("a player, by number or name")))
            parser.add_argument("--by", required=True, metavar="WHO", help=said(Text("who decides it")))
            parser.add_argument("--why", required=True, metavar="REASON", help=said(Text("why")))
        case "seat":
            parser.add_argument(
                "player", metavar="PLAYER", nargs="?", help=said(Text("a player, by number or name"))
            )
            parser.add_argument(
                "table",
                metavar="TABLE",
                type=int,
                nargs="?",
                help=said(Text("the player's table; without it, any again")),
            )
            parser.add_argument(
                "--stream",
                type=int,
                metavar="TABLE",
                help=said(Text("the table whose matches are shown to the public; 0: none")),
            )
        case _:
            pass


def _add_round(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument("--round", type=int, metavar="N", help=said(Text("the round; without it, the last")))


def run(args: argparse.Namespace) -> int:
    match args.action:
        case "pair":
            with changing(args) as desk:
                desk.does(judge.pair(desk.state))
                show_round(desk, desk.state.rounds[-1])
        case "show":
            return _show(looking(args))
        case "why":
            _why(looking(args))
        case "swap":
            with changing(args) as desk:
                one, other = (player_called(desk.state, words) for words in (args.one, args.other))
                desk.does(judge.pair_by_hand(desk.state, one, other, args.by, args.why))
                show_round(desk, desk.state.rounds[-1])
        case _:
            _seat(args)
    return 0


def _show(desk: TournamentDesk) -> int:
    if desk.args.slip is None:
        show_round(desk, round_to_show(desk.state, desk.args.round))
        return 0
    wanted = desk.args.slip.strip().lower()
    found = [act.n for act in desk.acts if len(wanted) >= 8 and act.hash.startswith(wanted)]
    if not found:
        desk.tell(Text("no: this hash is not of the tournament {name}", name=desk.state.name))
        return 1
    desk.tell(Text("yes: the slip was printed after act {n} of {all}", n=found[0], all=len(desk.acts)))
    return 0


def show_round(desk: TournamentDesk, each: RoundOfTournament) -> None:
    """Print the tables of a round with their results, the byes, and the changes that were made by hand."""
    language, state, count = desk.args.lang, desk.state, desk.count
    seats = max((len(one.players) for one in each.tables), default=count.fewest)
    heading = [Text("table"), *(word(seat) for seat in count.seats[:seats]), count.score.words, Text("state")]
    rows = [[translate(one, language) for one in heading]]
    for one in each.tables:
        names = [state.entrants[who].name for who in one.players]
        score = "" if one.result is None else unbroken_score(one.result.numbers.get(count.score.key, ()))
        rows.append(
            [str(one.table), *names, *[""] * (seats - len(names)), score, translate(_state(one), language)]
        )
    desk.tell(Text("round {round} of {name}", round=each.number, name=state.name))
    desk.table(rows)
    for bye in each.byes:
        desk.tell(Text("bye: {name}", name=state.entrants[bye.player].name))
    for hand in each.by_hand:
        told = Text("{one} and {other} exchanged their places: {why} ({by})",
                    one=state.entrants[hand.one].name, other=state.entrants[hand.other].name, why=hand.why, by=hand.by)  # fmt: skip
        desk.tell(told)
    for one in each.tables:
        for mark in one.marks:
            desk.tell(
                Text(
                    "the result of table {table} was corrected: {why} ({by})",
                    table=one.table,
                    why=mark.why,
                    by=mark.by,
                )
            )
    if state.stream_table is not None and each.at(state.stream_table) is not None:
        desk.tell(Text("shown to the public: table {table}", table=state.stream_table))


def _state(one: TableOfRound) -> Text:
    if one.is_confirmed:
        return Text("confirmed")
    return Text("in play") if one.result is None else Text("to be confirmed")


def _why(desk: TournamentDesk) -> None:
    each = round_to_show(desk.state, desk.args.round)
    if desk.args.table is None:
        if not each.byes:
            raise CompanionError(Text("nobody has a bye in round {round}", round=each.number))
        for bye in each.byes:
            desk.tell(Text("bye: {name}", name=desk.state.entrants[bye.player].name))
            _arithmetic(desk, each, bye.lines, (bye.player,))
        return
    one = each.at(desk.args.table)
    if one is None:
        known = ", ".join(str(table.table) for table in each.tables)
        raise CompanionError(
            Text(
                "round {round} has no table {table}; it has: {known}",
                round=each.number,
                table=desk.args.table,
                known=known,
            )
        )
    desk.tell(Text("table {table}: {names}", table=one.table, names=names_of(desk.state, one.players)))
    _arithmetic(desk, each, one.lines, one.players)


def _arithmetic(
    desk: TournamentDesk, each: RoundOfTournament, lines: Sequence[PairingLine], players: Sequence[int]
) -> None:
    hands = [hand for hand in each.by_hand if {hand.one, hand.other} & set(players)]
    if hands:
        desk.tell(Text("decided by hand, by {by}: {why}", by=hands[-1].by, why=hands[-1].why))
        return
    grounds = grounds_of(desk.state.parts[each.part - 1].format.kind, desk.count, len(players), lines)
    for heading, told in (
        (Text("what speaks for it:"), grounds.for_it),
        (Text("what speaks against it:"), grounds.against_it),
    ):
        if told:
            desk.tell(heading)
            write_lines([f"  {translate(one, desk.args.lang)}" for one in told], None)
    if not grounds.against_it:
        desk.tell(Text("nothing speaks against it"))
    other = next_best(desk.state, desk.count, each, players)
    if other is None:
        desk.tell(Text("no other round was weighed against it"))
        return
    desk.tell(other.says)
    write_lines([f"  {names_of(desk.state, table.players)}" for table in other.tables], None)


def _seat(args: argparse.Namespace) -> None:
    with changing(args) as desk:
        if args.stream is not None:
            desk.does(judge.choose_stream_table(desk.state, args.stream or None))
            desk.tell(
                Text("from the next round on, table {table} is shown to the public", table=args.stream)
                if args.stream
                else Text("no table is shown to the public any more")
            )
        if args.player is not None:
            who = player_called(desk.state, args.player)
            desk.does(judge.fix_table(desk.state, who, args.table))
            name = desk.state.entrants[who].name
            desk.tell(
                Text("{name} may sit anywhere again", name=name)
                if args.table is None
                else Text("from the next round on, {name} sits at table {table}", name=name, table=args.table)
            )
        elif args.stream is None:
            raise CompanionError(Text("say which player sits at which table, or --stream and a table"))
