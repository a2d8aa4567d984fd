"""Makes sure that only one program at a time runs the hall of a folder."""

import os

from companion.clock import wall_ms
from companion.errors import PlayedElsewhere
from companion.hall.errors import HallError
from companion.hall.places import HallPlaces
from companion.ids import MatchId
from companion.storage.claim import Claim, Claimant, lay_claim
from companion.words import Text

LOCK = MatchId("running")
"""The name of the file that is locked."""


def hall_claimed(places: HallPlaces) -> Claim:
    """Claim the hall of a folder. Raises `HallError` if another program is this hall, or `StorageError`."""
    try:
        return lay_claim(places.folder, LOCK, Claimant(os.getpid(), "companion hall", wall_ms()))
    except PlayedElsewhere as problem:
        raise HallError(
            Text(
                "the hall of {folder} is open in another program: close that first", folder=str(places.folder)
            )
        ) from problem
