"""One play as the log keeps it, with its observations and events; and a log in memory."""

from dataclasses import dataclass
from typing import Any

from companion.codec import read, write
from companion.errors import LogBusy, Malformed
from companion.ids import ObservationId
from companion.observation import OBSERVATIONS, Observation
from companion.rules.engine import Json
from companion.words import Text


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


# --- observed
# Writes observations as the log and its exports hold them, and reads them back.


def observation_to_json(seen: Observation) -> Json:
    """Return the JSON of an observation: its kind and its fields."""
    return {"kind": seen.kind, **write(seen)}


def observation_from_json(data: Any, where: str = "") -> Observation:
    """Read an observation from its JSON. Raises `Malformed`."""
    kind = OBSERVATIONS.get(str(data.get("kind"))) if isinstance(data, dict) else None
    if kind is None:
        raise Malformed(where, Text("this is not an observation"))
    return read(kind, {name: item for name, item in data.items() if name != "kind"}, where)


# --- memory
# A log in memory, for a match that is not kept, or that is judged before it is kept.


class MemoryLog:
    """Keeps records in a list. Takes only the next play number, as the log on disk does."""

    def __init__(self) -> None:
        self._records: list[Record] = []

    def append(self, record: Record) -> None:
        """Keep one play and its events. Raises `LogBusy` unless it is the next one."""
        expect_next(record.seq, len(self._records))
        self._records.append(record)

    def records(self) -> list[Record]:
        """Return the kept records in order."""
        return list(self._records)


def expect_next(seq: int, kept: int) -> None:
    """Check that `seq` follows the last kept play; any other number means that another program has continued the match."""
    if seq != kept + 1:
        raise LogBusy(
            Text(
                "another program has gone on with this match: its log holds {kept} plays, so this is not play {seq};"
                " open it again",
                kept=kept,
                seq=seq,
            )
        )
