"""Recognises a film that is shown again, by the times and places of sightings that the match was already read from.

Nothing is read until the film reaches the point where the match stands.
"""

from collections.abc import Iterable

from companion.observation import Sighting, What
from companion.reading.answer import Desync
from companion.words import Text

TOLD = Desync(
    "rerun",
    (
        Text(
            "this part of the film was already read in this match: nothing is read until the film reaches "
            "the present point of the match"
        ),
    ),
    (),
)

_Print = tuple[int, str, What, tuple[int, ...]]
"""The identity of a sighting: its time in the source, its text, and its place on the mat. A continuing source never has
the same one twice.
"""


class Rerun:
    """A rerun of a film, recognised by all sightings of the match's plays. It is over when the film has reached their end."""

    def __init__(self) -> None:
        self._ends_ms: dict[_Print, int] = {}
        """For each sighting, the time of the last that the same run of the program saw."""
        self._until_ms: int | None = None

    def recall(self, sightings: Iterable[Sighting]) -> None:
        """Remember the observations of a resumed match."""
        seen = [sighting for sighting in sightings if sighting.at_mm is not None]
        last_ms: dict[str, int] = {}
        for sighting in seen:
            run = _run(sighting)
            last_ms[run] = max(sighting.at_ms, last_ms.get(run, sighting.at_ms))
        self._ends_ms = {_print(sighting): last_ms[_run(sighting)] for sighting in seen}

    def see(self, sighting: Sighting) -> None:
        """Take a sighting; whether it was seen before shows whether the film is shown again."""
        ends_ms = self._ends_ms.get(_print(sighting))
        if ends_ms is not None:
            self._until_ms = max(ends_ms, self._until_ms or ends_ms)

    @property
    def has_begun(self) -> bool:
        return self._until_ms is not None

    def is_on(self, now_ms: int) -> bool:
        """Tell whether the film has not yet reached the point where the match stands."""
        return self._until_ms is not None and now_ms <= self._until_ms

    def end(self) -> None:
        """End the rerun: the film has reached the point, or a person says that it is no rerun."""
        self._until_ms = None


def _print(sighting: Sighting) -> _Print:
    return (sighting.at_ms, sighting.reads, sighting.what, sighting.at_mm or ())


def _run(sighting: Sighting) -> str:
    """Return the run of the program that made a sighting: its name is part of the sighting's id."""
    return sighting.id.partition("-")[0]
