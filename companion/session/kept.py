"""The stores that a match controller writes to beside the log of plays: clocks, and pictures of plays."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.errors import StorageError
from companion.ids import MatchId, ObservationId
from companion.observation import Observation, Sighting
from companion.timers import ClockEvent
from companion.words import Text


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

    def keep_pictures(
        self,
        match: MatchId,
        evidence: Sequence[Observation],
        crops: Mapping[int, tuple[ObservationId, bytes]],
    ) -> Iterator[Text]:
        """Keep the pictures of a play; yield what went wrong. They help but are not the log: the match goes on if there is no
        room for them. `crops`: the last picture of each thing, and the name of its sighting.
        """
        if self.pictures is None:
            return
        for seen in evidence:
            if not isinstance(seen, Sighting) or seen.thing not in crops:
                continue
            try:
                self.pictures.keep(match, seen.id, crops[seen.thing][1])
            except StorageError as problem:
                yield problem.message
