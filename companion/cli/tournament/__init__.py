"""`companion tournament`: players, rounds, results and standings of a tournament, from the first player to the last print."""

import argparse

from companion.cli.options import add_data, add_language, said_in
from companion.words import Text

ABOUT = (
    Text(
        "A tournament is a list of what happened, in the data folder; each command adds to it, and nothing is lost."
    ),
)
EXAMPLES = (
    ("tournament new spring GAME --rounds 5", Text("begin a tournament called spring, five Swiss rounds")),
    (
        "tournament players spring --import players.csv --all-here",
        Text("enter a list of players, who are all there"),
    ),
    ("tournament pair spring", Text("pair the next round and show its tables")),
    ("tournament result spring 3 2:1", Text("at table 3 the first player has won two to one")),
    ("tournament standings spring", Text("show the standings, and what decided each rank")),
)
LISTS = "list"
PRINTS = "print"


def add_common(parser: argparse.ArgumentParser, action: str, language: str) -> None:
    said = said_in(language)
    if action == PRINTS:
        parser.set_defaults(speaks=language)
    else:
        add_language(parser, language)
    add_data(parser, said)
    if action != LISTS:
        parser.add_argument(
            "name", metavar="NAME", help=said(Text("the tournament: small letters, digits and hyphens"))
        )
