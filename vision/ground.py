"""What places looked like before things came to lie there: so they look when the things have gone."""

from collections import deque
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

LEFT = 64
"""Places that are remembered after what lay there has gone elsewhere."""
MIDDLE, MOSTLY = 0.2, 0.8
"""A ball's tag covers a third of a piece's, or, turned otherwise, somewhat less; a hand lays it a little beside."""


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A place as it was before something lay there; not known for what lay there from the first frame on."""

    region: Region
    before: Grey | None


class Ground:
    """Remembers the places of things, as a gate has seen them."""

    def __init__(self) -> None:
        self._places: dict[int, _Place] = {}
        self._left: deque[_Place] = deque(maxlen=LEFT)
        """Places from which things have gone elsewhere."""

    def remember(self, things: Iterable[Thing], gate: Gate, *, is_first: bool) -> None:
        """Things have come to lie where the gate has settled nothing yet since; on the first frame all lie there."""
        for thing in things:
            known = self._places.get(thing.number)
            if known is None or not known.region.overlaps(thing.place):
                if known is not None and known.before is not None:
                    self._left.append(known)
                self._places[thing.number] = _Place(
                    thing.place, None if is_first else _before(thing.place, gate)
                )

    def forget(self, number: int) -> None:
        """A thing has gone."""
        self._places.pop(number, None)

    def is_bare(self, thing: Thing, gate: Gate, besides: Iterable[Region] = ()) -> bool:
        """Whether a thing's place looks as it did before it came, or when nothing lay there; plain, where nobody saw
        that. What lay there before may have been the same card, face down. `besides`: where other things lie.
        """
        place = self._places[thing.number]
        now = gate.now(place.region)
        bare = gate.as_bare(place.region)
        if bare is not None and _differ(bare, now) < BARE:
            return True
        if self._is_bare_below(place.region, gate):
            return True
        if place.before is not None and place.before.shape == now.shape:
            is_as_before = _differ(place.before, now) < BARE
        else:
            is_as_before = now.size > 0 and float(now.std()) < BARE and float(now.mean()) > DARK
        return is_as_before or gate.is_clear(place.region, besides)

    def _is_bare_below(self, region: Region, gate: Gate) -> bool:
        """Whether the middle of a place looks as it did before another thing came to lie there, that has gone since: a
        piece that was put upon a ball, and carried off with it.
        """
        return any(
            left.before is not None
            and _is_middle(left.region, region)
            and left.before.shape == gate.now(left.region).shape
            and _differ(left.before, gate.now(left.region)) < BARE
            for left in self._left
        )


def _is_middle(part: Region, whole: Region) -> bool:
    """Whether a part covers a good deal of a place, and hardly more than it."""
    across = min(part.right, whole.right) - max(part.left, whole.left)
    down = min(part.bottom, whole.bottom) - max(part.top, whole.top)
    shared_px = max(0, across) * max(0, down)
    return shared_px >= part.area_px * MOSTLY and shared_px >= whole.area_px * MIDDLE


def _before(region: Region, gate: Gate) -> Grey | None:
    before = gate.as_looked_at(region)
    if _differ(before, gate.now(region)) < BARE:
        return None  # It lay there, unread, when the place was looked at last.
    return before.copy()


def _differ(one: Grey, other: Grey) -> float:
    """The mean difference in grey levels."""
    return float(np.abs(one.astype(np.int16) - other).mean())
