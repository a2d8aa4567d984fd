"""`companion hall export`: writes the matches of all tables as files that `companion matches import` takes."""

import argparse
from pathlib import Path

from companion.cli.files import made_folder, write_lines
from companion.cli.hall import add_hall_data, hall_places, opened_store
from companion.cli.options import Said
from companion.clock import wall_ms
from companion.hall.accounts import AccountBook
from companion.words import Text, as_sentence, translate


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
    places = hall_places(args.data)
    from companion.hall.exports import export_matches  # noqa: PLC0415

    accounts = AccountBook(places.accounts, wall_ms).accounts()
    numbers = {one.account: str(one.number) for one in accounts}
    with opened_store(places, args.store) as store:
        written = export_matches(store, made_folder(Path(args.folder)), numbers)
    told = Text("{count} matches written to {folder}", count=written, folder=args.folder)
    write_lines([as_sentence(translate(told, args.lang))], None)
    return 0
