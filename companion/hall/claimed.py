"""Makes sure that only one program at a time runs the hall of a folder, and of a store in a file.

A database of PostgreSQL is locked by the database itself (`store.tenancy`).
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion.clock import wall_ms
from companion.errors import PlayedElsewhere
from companion.hall.errors import HallError
from companion.hall.places import HallPlaces
from companion.hall.store.store import SQLITE
from companion.ids import MatchId
from companion.storage.claim import Claim, Claimant, is_claimed, lay_claim
from companion.words import Text

LOCK = MatchId("running")
"""The name of the file that is locked."""


@contextmanager
def hall_claimed(places: HallPlaces, store: str) -> Iterator[None]:
    """Claim the hall of a folder, and the folder of its store. Raises `HallError` if another program is this hall, or
    `StorageError`.
    """
    folders = {places.folder.resolve()}
    if store.startswith(SQLITE):
        folders.add(Path(store.removeprefix(SQLITE)).parent.resolve())
    with ExitStack() as claims:
        for folder in sorted(folders):
            claims.enter_context(_claim(folder))
        yield


def is_open(places: HallPlaces) -> bool:
    """Tell whether a program runs the hall of a folder."""
    return is_claimed(places.folder, LOCK)


def _claim(folder: Path) -> Claim:
    try:
        return lay_claim(folder, LOCK, Claimant(os.getpid(), "companion hall", wall_ms()))
    except PlayedElsewhere as problem:
        raise HallError(
            Text("the hall of {folder} is open in another program: close that first", folder=str(folder))
        ) from problem
