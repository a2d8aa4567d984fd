"""`companion hall backup`, `restore` and `export`: all that a hall keeps, in files."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.cli.files import made_folder, say, write_lines
from companion.cli.hall import add_hall_data, hall_places, kept_hall, opened_store, store_address
from companion.cli.options import Said
from companion.cli.paper import printable
from companion.clock import wall_ms
from companion.errors import CompanionError
from companion.hall.access import AccountBook
from companion.storage.kept_files import remove_file
from companion.words import Text, as_sentence, translate


def add_backup_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help=said(Text("the file to write; it holds the keys of the hall: keep it to yourself")),
    )
    add_hall_data(parser, said)


def run_backup(args: argparse.Namespace) -> int:
    places = kept_hall(args.data)
    from companion.hall.backup import write_backup  # noqa: PLC0415

    path = Path(args.file)
    if not path.parent.is_dir():
        raise CompanionError(
            Text(
                "there is no folder {folder} for the backup: is the USB stick plugged in?",
                folder=str(path.parent),
            )
        )
    with opened_store(places, args.store) as store:
        rows = write_backup(places, store, path)
    told = Text("{rows} rows written to {file}", rows=rows, file=args.file)
    write_lines([as_sentence(translate(told, args.lang))], None)
    return 0


# --- restoring
# `companion hall restore`: puts a backup back into an empty hall.


def add_restore_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help=said(Text("a file that `companion hall backup` wrote; the hall must be closed")),
    )
    add_hall_data(parser, said)


def run_restore(args: argparse.Namespace) -> int:
    places = hall_places(args.data)
    from companion.hall.backup import restore_backup  # noqa: PLC0415
    from companion.hall.claimed import hall_claimed  # noqa: PLC0415

    address = store_address(places, args.store)
    with (
        hall_claimed(places, address),
        _new_store_gone_if_refused(address),
        opened_store(places, address, is_of_hall=True) as store,
    ):
        made = restore_backup(places, store, Path(args.file))
    told = [
        Text("the backup was put back ({rows} rows); type `companion hall` to open the hall", rows=made.rows),
        Text("tournaments that were put back: {count}", count=made.tournaments),
        *(Text("what was there before is in {file}", file=str(path)) for path in made.set_aside),
    ]
    write_lines([as_sentence(translate(one, args.lang)) for one in told], None)
    return 0


@contextmanager
def _new_store_gone_if_refused(address: str) -> Iterator[None]:
    """Delete an empty store in a file that was made only for a backup that is then refused."""
    from companion.hall.store.store import SQLITE  # noqa: PLC0415

    store = Path(address.removeprefix(SQLITE)) if address.startswith(SQLITE) else None
    is_new = store is not None and not store.exists()
    try:
        yield
    except CompanionError:
        if store is not None and is_new:
            for file in (store, *store.parent.glob(f"{store.name}-*")):
                remove_file(file)
        raise


# --- exporting
# `companion hall export`: writes the matches of all tables as files that `companion matches import` takes.

EXIT_LEFT_OUT = 1
"""Some matches are damaged, and all others were written."""


def add_export_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "folder",
        metavar="DIR",
        help=said(
            Text(
                "the folder to write to: one file TABLE-MATCH.jsonl for each match; the files hold "
                "all cards, also those that lay face down"
            )
        ),
    )
    add_hall_data(parser, said)


def run_export(args: argparse.Namespace) -> int:
    places = kept_hall(args.data)
    from companion.hall.matches import export_matches  # noqa: PLC0415

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
