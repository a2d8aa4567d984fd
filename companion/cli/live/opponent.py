"""`--opponent` of the commands that play: seats that the program plays."""

import argparse

from companion.backend.offers import seats_of
from companion.cli.options import Said
from companion.errors import ScriptError
from companion.opponent.seat import Seating
from companion.rules.games import GAMES
from companion.table.machine_player import seating
from companion.words import Text


def add_opponent(parser: argparse.ArgumentParser, said: Said) -> None:
    """Add the option `--opponent`."""
    parser.add_argument(
        "--opponent",
        action="append",
        default=[],
        metavar="SEAT[:LEVEL][:laid]",
        help=said(
            Text(
                "the program plays this seat, at a level from 1 to 5, or at one that follows its results: away:3, away:even; may be"
                " given several times. You throw its dice, and move its tokens as it says; with :laid you lay its cards too:"
                " away:3:laid"
            )
        ),
    )


def seatings_of(args: argparse.Namespace) -> tuple[Seating, ...]:
    """Return the seats that the options give to the program. Raises `ScriptError` for a seat that no game has."""
    seatings = tuple(seating(words) for words in args.opponent)
    known = dict.fromkeys(seat for rules in GAMES.values() for seat in seats_of(rules)) if seatings else ()
    for one in seatings:
        if one.seat not in known:
            raise ScriptError(
                Text("there is no seat {seat}; possible: {known}", seat=one.seat[:40], known=", ".join(known))
            )
    return seatings
