"""`companion hall restore`: puts a backup back into an empty hall."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.cli.files import write_lines
from companion.cli.hall import add_hall_data, hall_places, opened_store, store_address
from companion.cli.options import Said
from companion.errors import CompanionError
from companion.storage.file_replacement import remove_file
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
