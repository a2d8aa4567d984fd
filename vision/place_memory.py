"""What places looked like before things came to lie there: so they look when the things have gone."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.change_detector import ChangeDetector, print_level
from vision.frame import Grey
from vision.region import Region
from vision.tracked_objects import TrackedObject

DARK = 12
"""Grey levels: in the dark everything looks bare, and nothing can be said."""
BARE = 12
"""Grey levels: a place whose mean difference from what it was is below this is what it was."""
PRINTED = 28
"""Grey levels of `print_level`: boards and mats have 5 to 18, tags and codes 50 and more, all of it less in dim light…"""
LESS = 0.5
"""…where bare mat has a third as much as a tag upon it, and at a fifth of usual light not half as much."""

LEFT = 64
"""Places that are remembered after what lay there has gone elsewhere."""
MIDDLE, MOSTLY = 0.2, 0.8
"""A ball's tag covers a third of a piece's, or, turned otherwise, somewhat less; a hand lays it a little beside."""


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A place as it was before something lay there, which is not known for what lay there from the first frame on; and as
    it was when that was read there.
    """

    region: Region
    before: Grey | None
    read: Grey

    def is_bare_as(self, bare: Grey | None, now: Grey) -> bool:
        """Whether it looks as it did at another time, when nothing lay there. In dim light a tag that is overlooked differs
        from bare mat by little, but from itself by less.
        """
        if bare is None or bare.shape != now.shape:
            return False
        away = _differ(bare, now)
        return away < BARE and away < _differ(self.read, now)

    def has_print(self, now: Grey) -> bool:
        """Whether as much may be printed there as when it was read."""
        return print_level(now) >= min(PRINTED, LESS * print_level(self.read))


class PlaceMemory:
    """Remembers the places of things, as a detector has seen them."""

    def __init__(self) -> None:
        self._places: dict[int, _Place] = {}
        self._left: deque[_Place] = deque(maxlen=LEFT)
        """Places from which things have gone elsewhere."""

    def remember(self, things: Iterable[TrackedObject], detector: ChangeDetector, *, is_first: bool) -> None:
        """Things have come to lie where the detector has settled nothing yet since; on the first frame all lie there."""
        for thing in things:
            known = self._places.get(thing.number)
            if known is None or not known.region.overlaps(thing.place):
                if known is not None and known.before is not None:
                    self._left.append(known)
                before = None if is_first else _before(thing.place, detector)
                self._places[thing.number] = _Place(thing.place, before, detector.now(thing.place).copy())

    def forget(self, number: int) -> None:
        """A thing has gone."""
        self._places.pop(number, None)

    def is_bare(self, thing: TrackedObject, detector: ChangeDetector, besides: Iterable[Region] = ()) -> bool:
        """Whether a thing's place looks as it did before it came, or when nothing lay there; plain, where nobody saw
        that. What lay there before may have been the same card, face down. `besides`: where other things lie.
        """
        place = self._places[thing.number]
        now = detector.now(place.region)
        if place.is_bare_as(detector.as_bare(place.region), now) or place.is_bare_as(place.before, now):
            return True
        if self._is_bare_below(place.region, detector):
            return True
        if not now.size or place.has_print(now):
            return False
        is_plain = place.before is None and float(now.mean()) > DARK and float(now.std()) < BARE
        return is_plain or detector.is_clear_around(place.region, besides)

    def _is_bare_below(self, region: Region, detector: ChangeDetector) -> bool:
        """Whether the middle of a place looks as it did before another thing came to lie there, that has gone since: a
        piece that was put upon a ball, and carried off with it.
        """
        return any(
            _is_middle(left.region, region) and left.is_bare_as(left.before, detector.now(left.region))
            for left in self._left
        )


def _is_middle(part: Region, whole: Region) -> bool:
    """Whether a part covers a good deal of a place, and hardly more than it."""
    across = min(part.right, whole.right) - max(part.left, whole.left)
    down = min(part.bottom, whole.bottom) - max(part.top, whole.top)
    shared_px = max(0, across) * max(0, down)
    return shared_px >= part.area_px * MOSTLY and shared_px >= whole.area_px * MIDDLE


def _before(region: Region, detector: ChangeDetector) -> Grey | None:
    before = detector.as_looked_at(region)
    if _differ(before, detector.now(region)) < BARE:
        return None  # It lay there, unread, when the place was looked at last.
    return before.copy()


def _differ(one: Grey, other: Grey) -> float:
    """The mean difference in grey levels."""
    return float(np.abs(one.astype(np.int16) - other).mean())
