"""`companion print parts`: the parts of a game's box besides mat, cards and tokens."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.cli.print.options import Said, add_game, add_language, add_output, add_paper, language_of
from companion.codec import read
from companion.rules.engine import Json
from companion.storage.catalogue import read_as
from companion.storage.readings import rules_in_words
from companion.words import Text


def add_arguments(parser: ArgumentParser, said: Said) -> None:
    add_game(parser, said)
    parser.add_argument(
        "--setup",
        metavar="FILE",
        type=Path,
        help=said(Text("a set-up (YAML or JSON): print for its seats and house rules only")),
    )
    add_paper(parser, said)
    add_language(parser, said)
    add_output(parser, said)


def run(args: Namespace) -> int:
    # Imported here: no other command waits for the PDF library.
    from calibration.printing.game_print import PartsOrder  # noqa: PLC0415
    from calibration.printing.language import PrintLanguage  # noqa: PLC0415
    from calibration.printing.paper import PAPERS  # noqa: PLC0415
    from calibration.printing.parts import parts  # noqa: PLC0415
    from companion.cli.print.output import deliver  # noqa: PLC0415

    setup: Json = {} if args.setup is None else read_as(args.setup, lambda data: read(Json, data))
    order = PartsOrder(
        PAPERS[args.paper], PrintLanguage(language_of(args)), setup, rules_in_words(args.game).chapters
    )
    document = parts(args.game, order)
    deliver(document, args, f"parts-{args.game}.pdf")
    return 0
