"""Plans darker frames, which show what is too bright in the usual exposure: a code under the glare of a lamp, for
example.

Glare adds to black and white alike; where the sensor is not saturated, the code is still there. A part that
was looked at and not read is looked at again in some darker frames, if the source can give any: once, until
the part changes. A bracket costs the frames that it takes, and nothing where everything was read.
"""

from collections import Counter
from dataclasses import dataclass, field

from vision.region import Region

STOPS = (-2.0, -2.0, -4.0, -4.0)
"""The exposures of a bracket, in stops: -1 is half the light. Two of each, because two looks must agree on a
text. docs/truth.md gives what this reads.
"""
MOST_PARTS = 32
"""If more parts are unread, the whole picture is bad, and other exposures do not help."""


@dataclass(slots=True)
class _Part:
    """An unread part, and the exposures in which it must still be looked at."""

    region: Region
    left: Counter[float] = field(default_factory=lambda: Counter(STOPS))
    looks: int = 0


@dataclass(frozen=True, slots=True)
class ExposureTurn:
    """A part to look at now; `look` counts the looks at it in darker frames."""

    region: Region
    look: int


class ExposureBracket:
    """Keeps which parts of the picture must be examined again at other exposures."""

    def __init__(self) -> None:
        self._parts: list[_Part] = []

    @property
    def wanted_stops(self) -> float:
        """The exposure that the next frame should have, in stops; 0 is the usual one."""
        return next((next(iter(part.left.elements())) for part in self._parts), 0.0)

    def add(self, region: Region) -> None:
        """Adds a part that was looked at in the usual exposure and not fully read."""
        if len(self._parts) < MOST_PARTS:
            self._parts.append(_Part(region))

    def forget(self, region: Region) -> None:
        """Drops a part that has changed, but not its neighbours, whose bounds may overlap it."""
        self._parts = [part for part in self._parts if not _is_same_place(part.region, region)]

    def end(self, region: Region) -> None:
        """Drops a part in which everything has been read."""
        self._parts = [part for part in self._parts if part.region != region]

    def turns(self, stops: float) -> list[ExposureTurn]:
        """Returns which parts of the picture to examine in a frame of this exposure, and marks them as examined."""
        found = []
        for part in self._parts:
            if part.left[stops]:
                part.left -= Counter([stops])
                part.looks += 1
                found.append(ExposureTurn(part.region, part.looks))
        self._parts = [part for part in self._parts if part.left]
        return found


def _is_same_place(one: Region, other: Region) -> bool:
    """Tells whether the centre of one region lies in the other."""
    return one.holds(*other.middle) or other.holds(*one.middle)
