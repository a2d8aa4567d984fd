"""The light in the picture: whether there is enough to read, and darker frames for what is too bright."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from vision.frame import Grey, Region, thinned

# --- light meter
# Tells whether there is enough light to read the table; darkness must not look like cards taken away.

STRIDE = 4
"""Only every fourth pixel of every fourth row of the small picture is looked at, because bright things on a table are
larger.
"""
PAPER = 0.01
"""The brightest hundredth of a table is taken for paper: cards, and the margins of the mat's markers."""
DARK, LIGHT = 32, 40
"""Grey levels of that paper: below `DARK` it is dark, from `LIGHT` on it is light again, between them nothing
changes.

Measured on the virtual table: 160 and more in a usual room; 55 with a third of the light; 23 with an eighth,
where no code is read (docs/truth.md); 28 with the lamp out, which is camera noise.
"""


class LightState(StrEnum):
    """Whether there is enough light, and whether it flickers."""

    LIGHT = "light"
    DARK = "dark"
    FLICKERS = "flickers"
    EVEN = "even"


class LightMeter:
    """Follows the light in one camera's frames; starts with enough light."""

    def __init__(self) -> None:
        self.is_dark = False

    def feed(self, small: Grey) -> LightState | None:
        """Take a frame's small picture, (H, W) uint8 grey; return the new state if it has changed."""
        lit = thinned(small, STRIDE) >= (LIGHT if self.is_dark else DARK)
        was_dark, self.is_dark = self.is_dark, bool(np.count_nonzero(lit) < PAPER * lit.size)
        if was_dark == self.is_dark:
            return None
        return LightState.DARK if self.is_dark else LightState.LIGHT


# --- exposure bracket
# Plans darker frames, which show what is too bright in the usual exposure: a code under the glare of a lamp, for
# example.
#
# Glare adds to black and white alike; where the sensor is not saturated, the code is still there. A part that
# was looked at and not read is looked at again in some darker frames, if the source can give any: once, until
# the part changes. A bracket costs the frames that it takes, and nothing where everything was read.

STOPS = (-2.0, -2.0, -4.0, -4.0)
"""The exposures of a bracket, in stops: -1 is half the light. Two of each, because two looks must agree on a
text. docs/truth.md gives what this reads.
"""
MOST_PARTS = 32
"""If more parts are unread, the whole picture is bad, and other exposures do not help."""
WINDOW_MS, MOST_IN_WINDOW = 10_000, 3
"""How many brackets one place may have in this time. The light that a camera chooses after darker frames can differ
a little from before; the place has then changed again, and would be looked at in darker frames without end.
"""


@dataclass(slots=True)
class _Part:
    """An unread part, the exposures in which it must still be looked at, and the time from which it may be."""

    region: Region
    from_ms: int
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
        self._begun: list[tuple[Region, int]] = []
        """Which parts were looked at in darker frames in the last ten seconds, and since when, in milliseconds."""

    def wanted_stops(self, now_ms: int) -> float:
        """Return the exposure that the next frame should have, in stops; 0 is the usual one."""
        due = (part for part in self._parts if part.from_ms <= now_ms)
        return next((next(iter(part.left.elements())) for part in due), 0.0)

    def add(self, region: Region, now_ms: int) -> None:
        """Add a part that was looked at in the usual exposure and not fully read. A place that had its brackets of the
        last ten seconds waits.
        """
        if len(self._parts) >= MOST_PARTS:
            return
        self._begun = [begun for begun in self._begun if now_ms - begun[1] < WINDOW_MS]
        here = [at_ms for begun, at_ms in self._begun if _is_same_place(begun, region)]
        waits = len(here) >= MOST_IN_WINDOW
        self._parts.append(_Part(region, here[-MOST_IN_WINDOW] + WINDOW_MS if waits else now_ms))

    def forget(self, region: Region) -> None:
        """Drop a part that has changed, but not its neighbours, whose bounds may overlap it."""
        self._parts = [part for part in self._parts if not _is_same_place(part.region, region)]

    def end(self, region: Region) -> None:
        """Drop a part in which everything has been read."""
        self._parts = [part for part in self._parts if part.region != region]

    def turns(self, stops: float, now_ms: int) -> list[ExposureTurn]:
        """Return which parts of the picture to examine in a frame of this exposure, and marks them as examined."""
        found = []
        for part in self._parts:
            if part.left[stops]:
                if not part.looks:
                    self._begun.append((part.region, now_ms))
                part.left -= Counter([stops])
                part.looks += 1
                found.append(ExposureTurn(part.region, part.looks))
        self._parts = [part for part in self._parts if part.left]
        return found


def _is_same_place(one: Region, other: Region) -> bool:
    """Tell whether the centre of one region lies in the other."""
    return one.holds(*other.middle) or other.holds(*one.middle)
