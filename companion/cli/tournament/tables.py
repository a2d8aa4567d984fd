"""`companion tournament standings`, `ratings` and `export`."""

import argparse
import json
from pathlib import Path

from companion.cli.files import cannot_write, write_bytes
from companion.cli.options import Said
from companion.cli.tournament.desk import TournamentDesk, looking
from companion.hall.tournament.export import exported_tables, ratings_rows, standings_rows, tournament_json
from companion.hall.tournament.formats import FormatKind
from companion.hall.tournament.groups import drawn_groups
from companion.hall.tournament.ratings import ratings
from companion.hall.tournament.standings import StandingsTable, standings
from companion.words import Text


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    if parser.prog.split()[-1] == "export":
        parser.add_argument(
            "-o",
            "--output",
            default=".",
            metavar="DIR",
            help=said(Text("the folder to write to; without it, this one")),
        )


def run(args: argparse.Namespace) -> int:
    desk = looking(args)
    match args.action:
        case "standings":
            _standings(desk)
        case "ratings":
            table = ratings_rows(desk.state, ratings(desk.state), args.lang)
            desk.table([table.headings, *table.rows])
        case _:
            _export(desk)
    return 0


def _standings(desk: TournamentDesk) -> None:
    part = desk.state.part
    if part.format.kind is FormatKind.GROUPS and part.seeds:
        for number, group in enumerate(drawn_groups(part.seeds, part.format.group_size), start=1):
            desk.tell(Text("group {n}", n=number))
            members = [who for who in desk.state.entrants if who in group]
            _table(desk, standings(desk.state, desk.count, members, part.first_round))
        return
    _table(desk, standings(desk.state, desk.count))


def _table(desk: TournamentDesk, table: StandingsTable) -> None:
    rows = standings_rows(desk.state, table, desk.args.lang)
    desk.table([rows.headings, *rows.rows])


def _export(desk: TournamentDesk) -> None:
    folder = Path(desk.args.output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise cannot_write(str(folder), problem) from problem
    files = {
        f"{desk.args.name}-{table.name}.csv": table.as_csv()
        for table in exported_tables(desk.state, desk.count, desk.args.lang)
    }
    whole = tournament_json(desk.state, desk.count, desk.head)
    files[f"{desk.args.name}.json"] = json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
    for name, text in files.items():
        write_bytes(text.encode(), str(folder / name))
        desk.tell(Text("{file} is written", file=str(folder / name)))
