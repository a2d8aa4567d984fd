"""`companion hall revoke`: deletes the account of a table; a running hall disconnects the table within a second."""

import argparse

from companion.cli.files import write_lines
from companion.cli.hall import add_hall_data, kept_hall, table_told
from companion.cli.options import Said
from companion.clock import wall_ms
from companion.hall.accounts import AccountBook
from companion.words import Text, as_sentence, translate


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument("table", metavar="NUMBER", type=int, help=said(Text("the table's number")))
    add_hall_data(parser, said)


def run(args: argparse.Namespace) -> int:
    """Run. The hall keeps its copy of the table's log."""
    gone = AccountBook(kept_hall(args.data).accounts, wall_ms).revoke(args.table)
    told = Text("{table} may not speak with the hall any more; what it told stays", table=table_told(gone))
    write_lines([as_sentence(translate(told, args.lang))], None)
    return 0
