"""What places looked like before things came to lie there: so they look when the things have gone."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.frame import Grey
from vision.gate import Gate
from vision.region import Region
from vision.things import Thing

DARK = 12
"""Grey levels: in the dark everything looks bare, and nothing can be said."""
BARE = 12
"""Grey levels: a place whose mean difference from what it was is below this is what it was."""


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A place as it was before something lay there; not known for what lay there from the first frame on."""

    region: Region
    before: Grey | None


class Ground:
    """Remembers the places of things, as a gate has seen them."""

    def __init__(self) -> None:
        self._places: dict[int, _Place] = {}

    def remember(self, things: Iterable[Thing], gate: Gate, *, is_first: bool) -> None:
        """Things have come to lie where the gate has settled nothing yet since; on the first frame all lie there."""
        for thing in things:
            known = self._places.get(thing.number)
            if known is None or not known.region.overlaps(thing.place):
                self._places[thing.number] = _Place(
                    thing.place, None if is_first else _before(thing.place, gate)
                )

    def forget(self, number: int) -> None:
        """A thing has gone."""
        self._places.pop(number, None)

    def is_bare(self, thing: Thing, gate: Gate) -> bool:
        """Whether a thing's place looks as it did before it came, or when nothing lay there; plain, where nobody saw
        that. What lay there before may have been the same card, face down.
        """
        place = self._places[thing.number]
        now = gate.now(place.region)
        bare = gate.as_bare(place.region)
        if bare is not None and _differ(bare, now) < BARE:
            return True
        if place.before is not None and place.before.shape == now.shape:
            return _differ(place.before, now) < BARE
        return now.size > 0 and float(now.std()) < BARE and float(now.mean()) > DARK


def _before(region: Region, gate: Gate) -> Grey | None:
    before = gate.as_looked_at(region)
    if _differ(before, gate.now(region)) < BARE:
        return None  # It lay there, unread, when the place was looked at last.
    return before.copy()


def _differ(one: Grey, other: Grey) -> float:
    """The mean difference in grey levels."""
    return float(np.abs(one.astype(np.int16) - other).mean())
