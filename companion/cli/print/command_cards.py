"""`companion print command-cards`: cards that give commands, like a touch on a button."""

from argparse import Namespace

from companion.cli.print import cut_out
from companion.words import Text

add_arguments = cut_out.add_arguments


def run(args: Namespace) -> int:
    lacks = Text("the mat of {game} has no command cards", game=args.game)
    mat = cut_out.mat_with(args, lambda mat: bool(mat.commands), lacks)
    from calibration.printing.command_cards import draw_command_cards  # noqa: PLC0415 - the PDF library

    return cut_out.deliver_for(args, mat, draw_command_cards, "command-cards")
