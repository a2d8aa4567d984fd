"""The stores that a match controller writes to beside the log of plays: clocks, and pictures of plays."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.ids import MatchId, ObservationId
from companion.timers import ClockEvent


class ClockKeeper(Protocol):
    """Keeps clock events."""

    def append(self, match: MatchId, event: ClockEvent) -> None:
        """Keep an event. Raises `StorageError`."""


class PictureKeeper(Protocol):
    """Keeps the pictures that plays were read from."""

    def keep(self, match: MatchId, observation: ObservationId, jpeg: bytes) -> None:
        """Keep a crop. Raises `StorageError`."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The stores that a match controller writes to beside the log of plays; None: none."""

    clocks: ClockKeeper | None = None
    pictures: PictureKeeper | None = None
    close: Callable[[], None] | None = None
    """Lets all of it go, and the match's own log. Called in the controller's thread."""
