"""`companion hall backup`: writes all that the hall keeps into one file, also while the hall runs."""

import argparse
from pathlib import Path

from companion.cli.files import write_lines
from companion.cli.hall import add_hall_data, kept_hall, opened_store
from companion.cli.options import Said
from companion.words import Text, as_sentence, translate


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help=said(Text("the file to write; it holds the keys of the hall: keep it to yourself")),
    )
    add_hall_data(parser, said)


def run(args: argparse.Namespace) -> int:
    places = kept_hall(args.data)
    from companion.hall.backup import write_backup  # noqa: PLC0415

    with opened_store(places, args.store) as store:
        rows = write_backup(places, store, Path(args.file))
    told = Text("{rows} rows written to {file}", rows=rows, file=args.file)
    write_lines([as_sentence(translate(told, args.lang))], None)
    return 0
