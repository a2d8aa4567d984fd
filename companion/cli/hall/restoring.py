"""`companion hall restore`: puts a backup back into an empty hall."""

import argparse
from pathlib import Path

from companion.cli.files import write_lines
from companion.cli.hall import add_hall_data, hall_places, opened_store
from companion.cli.options import Said
from companion.words import Text, as_sentence, translate


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help=said(Text("a file that `companion hall backup` wrote; the hall must be closed")),
    )
    add_hall_data(parser, said)


def run(args: argparse.Namespace) -> int:
    places = hall_places(args.data)
    from companion.hall.backup import restore_backup  # noqa: PLC0415
    from companion.hall.claimed import hall_claimed  # noqa: PLC0415

    with hall_claimed(places), opened_store(places, args.store) as store:
        rows = restore_backup(places, store, Path(args.file))
    told = Text("the backup was put back ({rows} rows); type `companion hall` to open the hall", rows=rows)
    write_lines([as_sentence(translate(told, args.lang))], None)
    return 0
