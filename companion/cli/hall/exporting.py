"""`companion hall export`: writes the matches of all tables as files that `companion matches import` takes."""

import argparse
import sys
from pathlib import Path

from companion.cli.files import made_folder, say, write_lines
from companion.cli.hall import add_hall_data, kept_hall, opened_store
from companion.cli.options import Said
from companion.cli.story import printable
from companion.clock import wall_ms
from companion.hall.accounts import AccountBook
from companion.words import Text, as_sentence, translate

EXIT_LEFT_OUT = 1
"""Some matches are damaged, and all others were written."""


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "folder",
        metavar="DIR",
        help=said(
            Text(
                "the folder to write to: TABLE-MATCH.jsonl each; they hold all cards, those that lay face down too"
            )
        ),
    )
    add_hall_data(parser, said)


def run(args: argparse.Namespace) -> int:
    places = kept_hall(args.data)
    from companion.hall.exports import export_matches  # noqa: PLC0415

    accounts = AccountBook(places.accounts, wall_ms).accounts()
    numbers = {one.account: str(one.number) for one in accounts}
    with opened_store(places, args.store) as store:
        made = export_matches(store, made_folder(Path(args.folder)), numbers)
    told = [made.written_to(args.folder)]
    if made.there:
        told.append(Text("there already, and unchanged: {count}", count=made.there))
    write_lines([as_sentence(printable(translate(one, args.lang))) for one in (*told, *made.kept)], None)
    for one in made.left_out:
        say(f"companion: {printable(translate(one, args.lang))}", sys.stderr)
    return EXIT_LEFT_OUT if made.left_out else 0
