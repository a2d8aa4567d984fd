"""`companion tournament print`: pairings and standings for the wall, and result slips for the tables, as PDF."""

import argparse

from companion.cli.options import Said
from companion.cli.print.options import add_language, add_output, add_paper, language_of
from companion.cli.tournament.desk import looking, round_to_show
from companion.errors import CompanionError
from companion.hall.tournament.sheets import pairings_sheet, result_slips, standings_sheet
from companion.hall.tournament.standings import standings
from companion.words import Text

PAIRINGS, STANDINGS, SLIPS = "pairings", "standings", "slips"


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
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


def run(args: argparse.Namespace) -> int:
    # Imported here: no other command waits for the PDF library.
    from calibration.printing.language import PrintLanguage  # noqa: PLC0415
    from calibration.printing.paper import PAPERS  # noqa: PLC0415
    from calibration.printing.tournament.lists import draw_list  # noqa: PLC0415
    from calibration.printing.tournament.slips import draw_slips  # noqa: PLC0415
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
