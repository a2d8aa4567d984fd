"""Other exposures for what the usual light does not show: the glare of a lamp on a sleeve washes out a code beneath.

Glare adds to black and white alike; where the sensor is not full, the code is still there. What was looked at and not
read is looked at again in some frames that were exposed less, if the source gives any: each part once, until it changes.
A bracket costs the frames that it takes, and nothing where everything was read.
"""

from collections import Counter
from dataclasses import dataclass, field

from vision.region import Region

STOPS = (-2.0, -2.0, -4.0, -4.0)
"""How much darker the frames are to be, each stop half the light: two looks must read a text before it is believed."""
MOST_PARTS = 32
"""Where more is unread, the picture as a whole is; other light will not help."""


@dataclass(slots=True)
class _Part:
    """A part that was not read, and the exposures in which it is still to be looked at."""

    region: Region
    left: Counter[float] = field(default_factory=lambda: Counter(STOPS))
    looks: int = 0


@dataclass(frozen=True, slots=True)
class ExposureTurn:
    """A part to be looked at now, and for which time in other light."""

    region: Region
    look: int


class ExposureBracket:
    """The parts that are to be looked at in other light."""

    def __init__(self) -> None:
        self._parts: list[_Part] = []

    @property
    def wanted_stops(self) -> float:
        """The exposure that the next frame should have; 0 as usual."""
        return next((next(iter(part.left.elements())) for part in self._parts), 0.0)

    def add(self, region: Region) -> None:
        """A part was looked at in the usual light, and not all of it was read."""
        if len(self._parts) < MOST_PARTS:
            self._parts.append(_Part(region))

    def forget(self, region: Region) -> None:
        """A part has changed. Its neighbours, whose bounds may overlap, have not."""
        self._parts = [part for part in self._parts if not _is_same_place(part.region, region)]

    def turns(self, stops: float) -> list[ExposureTurn]:
        """What is to be looked at in a frame of this exposure. Whoever asks, looks."""
        found = []
        for part in self._parts:
            if part.left[stops]:
                part.left -= Counter([stops])
                part.looks += 1
                found.append(ExposureTurn(part.region, part.looks))
        self._parts = [part for part in self._parts if part.left]
        return found


def _is_same_place(one: Region, other: Region) -> bool:
    """Whether the middle of one lies in the other."""
    return one.holds(*other.middle) or other.holds(*one.middle)
