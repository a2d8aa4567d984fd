"""`companion print tokens`: the ball, pieces and players of a game, each with its tag."""

from argparse import Namespace

from companion.cli.print import cut_out
from companion.words import Text

add_arguments = cut_out.add_arguments


def run(args: Namespace) -> int:
    lacks = Text("{game} is played without tokens: its cards show everything", game=args.game)
    mat = cut_out.mat_with(args, lambda mat: bool(mat.tokens), lacks)
    from calibration.printing.tokens import draw_token_sheets  # noqa: PLC0415 - the PDF library

    return cut_out.deliver_for(args, mat, draw_token_sheets, "tokens")
