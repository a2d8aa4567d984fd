"""`companion tournament standings`, `ratings`, `export` and `print`: what a tournament shows, in the terminal, as files and
on paper.
"""

import argparse
import json
from pathlib import Path

from companion.cli.files import cannot_write, write_bytes
from companion.cli.options import Said
from companion.cli.print.output import add_language, add_output, add_paper, language_of
from companion.cli.tournament.desk import TournamentDesk, looking, round_to_show
from companion.errors import CompanionError
from companion.hall.tournament.events import FormatKind
from companion.hall.tournament.export import (
    exported_tables,
    pairings_sheet,
    ratings_rows,
    result_slips,
    standings_rows,
    standings_sheet,
    tournament_json,
)
from companion.hall.tournament.pairing import drawn_groups
from companion.hall.tournament.standings import StandingsTable, ratings, standings
from companion.words import Text

# --- tables
# `companion tournament standings`, `ratings` and `export`.


def add_tables_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    if parser.prog.split()[-1] == "export":
        parser.add_argument(
            "-o",
            "--output",
            default=".",
            metavar="DIR",
            help=said(Text("the folder to write to; without it, this one")),
        )


def run_tables(args: argparse.Namespace) -> int:
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


# --- printing
# `companion tournament print`: pairings and standings for the wall, and result slips for the tables, as PDF.

PAIRINGS, STANDINGS, SLIPS = "pairings", "standings", "slips"


def add_print_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "what",
        metavar="WHAT",
        choices=(PAIRINGS, STANDINGS, SLIPS),
        help=said(Text("pairings, standings, or slips for the results that a round waits for")),
    )
    parser.add_argument("--round", type=int, metavar="N", help=said(Text("the round; without it, the last")))
    add_paper(parser, said)
    add_language(parser, said)
    add_output(parser, said)


def run_print(args: argparse.Namespace) -> int:
    # Imported here: no other command waits for the PDF library.
    from calibration.printing.paper import PAPERS  # noqa: PLC0415
    from calibration.printing.tournament import draw_list, draw_slips  # noqa: PLC0415
    from calibration.printing.typesetting import PrintLanguage  # noqa: PLC0415
    from companion.cli.print.output import deliver  # noqa: PLC0415

    desk = looking(args)
    paper, language = PAPERS[args.paper], PrintLanguage(language_of(args))
    if args.what == STANDINGS:
        document = draw_list(standings_sheet(desk.state, standings(desk.state, desk.count)), paper, language)
        deliver(document, args, f"{args.name}-standings.pdf")
        return 0
    each = round_to_show(desk.state, args.round)
    if args.what == PAIRINGS:
        document = draw_list(pairings_sheet(desk.state, desk.count, each), paper, language)
    else:
        slips = result_slips(desk.state, desk.count, each, desk.head)
        if not slips:
            raise CompanionError(
                Text("no slip was printed: all results of round {round} are in", round=each.number)
            )
        document = draw_slips(slips, paper, language)
    deliver(document, args, f"{args.name}-{args.what}-{each.number}.pdf")
    return 0
