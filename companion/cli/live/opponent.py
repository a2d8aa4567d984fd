"""`--opponent` of the commands that play: seats that the program plays."""

import argparse

from companion.cli.options import Said
from companion.table.machine_player import Seating, seating
from companion.words import Text


def add_opponent(parser: argparse.ArgumentParser, said: Said) -> None:
    """Add the option `--opponent`."""
    parser.add_argument(
        "--opponent",
        action="append",
        default=[],
        metavar="SEAT[:LEVEL]",
        help=said(
            Text(
                "the program plays this seat, at a level from 1 to 5: away:3; may be given several times. You throw its dice,"
                " and move its tokens as it says"
            )
        ),
    )


def seatings_of(args: argparse.Namespace) -> tuple[Seating, ...]:
    """Return the seats that the options give to the program. Raises `ScriptError`."""
    return tuple(seating(words) for words in args.opponent)
