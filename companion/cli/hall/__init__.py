"""`companion hall`: the commands of the hall, which follows many tables."""

import logging
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.options import Said
from companion.errors import CompanionError
from companion.hall.access import HallAccount
from companion.hall.places import HallPlaces
from companion.storage.places import places
from companion.words import Text

if TYPE_CHECKING:
    from companion.hall.store.store import HallStore

ABOUT = (
    Text(
        "A hall keeps copies of the logs of many tables, and tells how each of them stands. Tables play on without it:"
        " nothing in the hall can make a table wait. `companion hall` alone opens it; stop it with Ctrl and C."
    ),
)
EXAMPLES = (
    ("hall", Text("open the hall; its first screen tells how tables join")),
    ("hall status", Text("how all tables stand")),
    ("hall join --camera 0", Text("at a table: hold the code of the hall's screen before the camera")),
)


def add_hall_data(parser: ArgumentParser, said: Said) -> None:
    """Add the options of commands that read what the hall keeps."""
    parser.add_argument(
        "--data",
        metavar="DIR",
        help=said(Text("folder of the matches and of your own catalogues, instead of the usual one")),
    )
    parser.add_argument(
        "--store",
        metavar="ADDRESS",
        help=said(
            Text(
                "where the hall keeps what tables tell, such as postgresql://user@host/database; without it, a file in the"
                " folder"
            )
        ),
    )


def hall_places(data: str | None) -> HallPlaces:
    """Return the hall's folder. Raises `CompanionError` where this machine was not set up for a hall."""
    if find_spec("sqlalchemy") is None or find_spec("alembic") is None:
        raise CompanionError(
            Text(
                "this machine is not set up for a hall: type `.ci/setup hall` where the program was unpacked"
            )
        )
    logging.getLogger("alembic").setLevel(logging.WARNING)
    return HallPlaces(Path(places(data).hall))


def kept_hall(data: str | None) -> HallPlaces:
    """Return the folder of a hall that is there. Raises `CompanionError` if there is none; nothing is made."""
    places = hall_places(data)
    with suppress(OSError):  # a folder that may not be entered is told by what opens it
        if not places.is_hall:
            raise CompanionError(
                Text(
                    "there is no hall in {folder}: `--data` and COMPANION_DATA say where it is",
                    folder=str(places.folder.parent),
                )
            )
    return places


def store_address(places: HallPlaces, chosen: str | None) -> str:
    """Return where the hall's store is."""
    from companion.hall.store.store import sqlite_address  # noqa: PLC0415 - not for `--help`

    return chosen or sqlite_address(places.store)


@contextmanager
def opened_store(
    places: HallPlaces, address: str | None, *, is_of_hall: bool = False
) -> Iterator["HallStore"]:
    """Open the store of a hall for a moment; `is_of_hall`: as its only hall. Raises `StoreError`."""
    from companion.hall.store.store import HallStore  # noqa: PLC0415 - not for `--help`

    with HallStore(store_address(places, address), is_of_hall=is_of_hall) as store:
        yield store


def table_told(account: HallAccount) -> Text:
    """Return how a table is called: by its number, and the name it has for itself."""
    return Text("table {number} ({name})", number=account.number, name=account.name)
