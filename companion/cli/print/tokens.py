"""`companion print tokens`: ball, pieces and players of a game, each with its tag."""

from argparse import ArgumentParser, Namespace

from companion.cli.places import add_data, places
from companion.cli.print.options import Said, add_game, add_language, add_output, add_paper, language_of
from companion.errors import CompanionError
from companion.storage.mats import mat_of
from companion.words import Text


def add_arguments(parser: ArgumentParser, said: Said) -> None:
    add_game(parser, said)
    add_paper(parser, said)
    add_language(parser, said)
    add_output(parser, said)
    add_data(parser, parser.get_default("speaks"))


def run(args: Namespace) -> int:
    # Imported here: no other command waits for the PDF library.
    from calibration.printing.paper import PAPERS  # noqa: PLC0415
    from calibration.printing.tokens import tokens  # noqa: PLC0415
    from calibration.printing.tongue import Tongue  # noqa: PLC0415
    from companion.cli.print.output import deliver  # noqa: PLC0415

    mat = mat_of(args.game, places(args.data).catalogues)
    if not mat.tokens:
        raise CompanionError(
            Text("{game} is played without tokens: its cards say everything", game=args.game)
        )
    document = tokens(mat, Tongue(language_of(args)), PAPERS[args.paper])
    deliver(document, args, f"tokens-{args.game}.pdf")
    return 0
