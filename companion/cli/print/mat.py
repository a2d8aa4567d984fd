"""`companion print mat`: the play mat of a game."""

from argparse import ArgumentParser, Namespace

from companion.cli.options import add_data
from companion.cli.print.options import A3, A4, SHEET, Said, add_game, add_language, add_output, language_of
from companion.storage.mats import mat_of
from companion.storage.places import places
from companion.storage.setups import board_of
from companion.words import Text


def add_arguments(parser: ArgumentParser, said: Said) -> None:
    add_game(parser, said)
    parser.add_argument(
        "--paper",
        choices=(A4, A3, SHEET),
        default=A4,
        help=said(
            Text("a4 or a3: sheets to be joined; sheet: one page as large as the mat, for a print shop")
        ),
    )
    add_language(parser, said)
    add_output(parser, said)
    add_data(parser, said)


def run(args: Namespace) -> int:
    # Imported here: no other command waits for the PDF library.
    from calibration.printing.language import PrintLanguage  # noqa: PLC0415
    from calibration.printing.mats.boards import read_board  # noqa: PLC0415
    from calibration.printing.mats.tiles import draw_mat_on_one_sheet, draw_mat_on_tiles  # noqa: PLC0415
    from calibration.printing.paper import PAPERS  # noqa: PLC0415
    from companion.cli.print.output import deliver  # noqa: PLC0415

    folders = places(args.data).catalogues
    mat = mat_of(args.game, folders)
    board = read_board(args.game, board_of(args.game, folders))
    tongue = PrintLanguage(language_of(args))
    document = (
        draw_mat_on_one_sheet(mat, tongue, board)
        if args.paper == SHEET
        else draw_mat_on_tiles(mat, PAPERS[args.paper], tongue, board)
    )
    deliver(document, args, f"mat-{args.game}-{args.paper}.pdf")
    return 0
