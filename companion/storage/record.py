"""One play as the log keeps it: the play, its observations, and its events."""

from dataclasses import dataclass
from typing import Any

from companion.ids import ObservationId
from companion.observation import Observation


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event's JSON, secrets included, and the number of the play that it belongs to.

    That is the play it was logged with, except after an amendment: a correction brings along the events of the play
    that it corrects, and both a correction and an insertion those of all later plays that are still in force.
    """

    of: int
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Record:
    """One play with its events, or with the error that refused it."""

    seq: int
    play: Any
    observations: tuple[Observation, ...]
    events: tuple[LoggedEvent, ...]
    error: dict[str, Any] | None = None

    @property
    def evidence(self) -> tuple[ObservationId, ...]:
        return tuple(observation.id for observation in self.observations)
