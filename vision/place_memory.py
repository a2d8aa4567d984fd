"""Remembers places: how they looked before objects lay there, and where something large lies still over the table."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.bare_table import BareTable, offset_of
from vision.change_detector import WHITE, ChangeDetector, print_level
from vision.detectors.retries import CARD
from vision.frame import STRIDE, Grey, Region
from vision.table_map import TableMap
from vision.tracked_objects import TrackedObject, print_around

DARK = 12
"""The mean grey level below which a place counts as dark: then everything looks bare."""
BARE = 12
"""The mean difference, in grey levels, below which a place looks the same as before. Checked, like the
constants below, on the virtual table (docs/truth.md).
"""
PRINTED = 28
"""The `print_level` from which a place holds print: boards and mats have 5 to 18, tags and codes 50 and more,
all of it less in dim light.
"""
LESS = 0.5
"""The same, as a share of what was read there: bare mat has a third as much as a tag, at a fifth of the usual
light not half as much.
"""

DAZZLED = 0.1
"""The share of a place that may be as bright as the camera can show; a place with more shows no print, whatever lies there.
"""

LEFT = 64
"""How many places are remembered after their objects have moved elsewhere."""
SAME = 0.7
"""How much of a place two looks at a resting object share at least: its corners are found to a px or two."""
MIDDLE, MOSTLY = 0.2, 0.8
"""How much of a place (`MIDDLE`) and of the object below (`MOSTLY`) must be shared: a ball's tag covers a
third of a piece's, or less when rotated or laid a little beside it.
"""


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A place as it looked before an object lay there (None for objects of the first frame), and as it looked
    when the object was read.
    """

    region: Region
    before: Grey | None
    read: Grey

    def is_bare_as(self, bare: Grey | None, now: Grey) -> bool:
        """Tell whether the place looks as it did when bare. In dim light an overlooked tag differs little
        from bare mat, but even less from itself.
        """
        if bare is None or bare.shape != now.shape:
            return False
        away = _differ(bare, now)
        return away < BARE and away < _differ(self.read, now)

    def has_print(self, now: Grey) -> bool:
        """Tell whether the place may hold as much print as when it was read."""
        return print_level(now) >= min(PRINTED, LESS * print_level(self.read))


class PlaceMemory:
    """Remembers the places of objects, as a change detector has seen them."""

    def __init__(self) -> None:
        self._places: dict[int, _Place] = {}
        self._left: deque[_Place] = deque(maxlen=LEFT)
        """Places whose objects have moved elsewhere."""

    def remember(self, things: Iterable[TrackedObject], detector: ChangeDetector, *, is_first: bool) -> None:
        """Remember the places of objects that have just been seen. On the first frame the places were never
        seen bare, nor is the whole new place of an object that was pushed by less than its size.
        """
        for thing in things:
            known = self._places.get(thing.number)
            shared = 0.0 if known is None else _shared_px(known.region, thing.place) / thing.place.area_px
            if shared < SAME:
                if known is not None and known.before is not None and not shared:
                    self._left.append(known)
                before = None if is_first or shared else _before(thing.place, detector)
                self._places[thing.number] = _Place(thing.place, before, detector.now(thing.place).copy())

    def forget(self, number: int) -> None:
        """Forget an object that has gone."""
        self._places.pop(number, None)

    def is_bare(self, thing: TrackedObject, detector: ChangeDetector, besides: Iterable[Region] = ()) -> bool:
        """Tell whether an object's place looks as it did before the object came, or when nothing lay there.

        A place that nobody saw bare counts as bare if it is plain. What lay there before may be the same card
        face down. `besides`: where other objects lie.
        """
        if self.is_as_before(thing, detector):
            return True
        place = self._places[thing.number]
        now = detector.now(place.region)
        if self._is_bare_below(place.region, detector):
            return True
        if not now.size or place.has_print(now) or _is_dazzled(now):
            return False
        is_plain = place.before is None and float(now.mean()) > DARK and float(now.std()) < BARE
        return is_plain or detector.is_clear_around(place.region, besides)

    def is_as_before(self, thing: TrackedObject, detector: ChangeDetector) -> bool:
        """Tell whether an object's place looks as it was seen when nothing lay there, or before the object came. An arm is
        as plain as bare mat, but does not look like it.
        """
        place = self._places[thing.number]
        now = detector.now(place.region)
        return place.is_bare_as(detector.as_bare(place.region), now) or place.is_bare_as(place.before, now)

    def _is_bare_below(self, region: Region, detector: ChangeDetector) -> bool:
        """Tell whether the middle of a place looks as it did before another object lay there that has gone
        too, like a ball that was carried off under a piece.
        """
        return any(
            _is_middle(left.region, region) and left.is_bare_as(left.before, detector.now(left.region))
            for left in self._left
        )


def _is_middle(part: Region, whole: Region) -> bool:
    """Tell whether a part covers much of a place, and little else."""
    shared_px = _shared_px(part, whole)
    return shared_px >= part.area_px * MOSTLY and shared_px >= whole.area_px * MIDDLE


def _shared_px(one: Region, other: Region) -> int:
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(0, across) * max(0, down)


def _before(region: Region, detector: ChangeDetector) -> Grey | None:
    before = detector.as_looked_at(region)
    if before is None:
        return None
    if _differ(before, detector.now(region)) < BARE or _is_dazzled(before):
        return None  # The object may have lain there, unread, when the place was last looked at.
    return before.copy()


def _is_dazzled(place: Grey) -> bool:
    """Tell whether a reflected light may hide what lies in a place."""
    return bool(np.count_nonzero(place >= WHITE) > DAZZLED * place.size)


def _differ(one: Grey, other: Grey) -> float:
    """Return the mean difference in grey levels."""
    return float(np.abs(one.astype(np.int16) - other).mean())


# --- still hands
# Remembers where something large and plain lies still over the table: a hand that rests, a sleeve, a cup.
#
# Nothing moves there, but whoever rests his hand beside a piece has not let go of it.

HAND_MM2 = 2_400
"""A hand at the table's edge covers 2,900 and more; of a card that was read 1,800 are left over. A card face down passes for
a hand, which only costs time.
"""
FINGERS_MM = 8.0
"""Parts with less between them belong together: the fingers of a hand that is cut by the edge of the region."""
KNOWN = 2.0
"""What belongs to a code or a tag for sure, as a multiple of it: of a card about 1,700 square millimetres are left."""
CELL_PX = 64
"""How finely the places of a hand are told, in px of the frame."""


class StillHands:
    """The parts of the picture in which something plain lies that was not there in the first frame."""

    def __init__(self) -> None:
        self._parts: list[Region] = []
        self._map: TableMap | None = None

    def follow(self, table: TableMap | None) -> None:
        """Take where the mat lies: after a bump nothing is known to lie where it was."""
        if table is not self._map:
            self._map, self._parts = table, []

    def is_hand(
        self, region: Region, bare: BareTable, things: Iterable[TrackedObject], detector: ChangeDetector
    ) -> bool:
        """Tell whether something plain lies in a region that rests; if the mat's place is not known, perhaps."""
        now, first = detector.now(region), bare.part(region)
        if self._map is None or now.shape != first.shape or not now.size:
            return self._map is None
        differs = now.astype(np.int16) - first
        compared = bare.is_plain(region) & bare.was_bare(region)
        otherwise = (bare.looks_otherwise(differs, differs[::4, ::4]) & compared).view(np.uint8)
        middle_mm = self._map.table_from_image(np.array([region.middle]))
        px_per_mm = self._map.px_per_mm(middle_mm) / STRIDE
        least_px = HAND_MM2 * px_per_mm**2
        if cv2.countNonZero(otherwise) < least_px:
            return False
        offset = offset_of(region)
        for thing in things:
            if thing.place.grown(CARD).overlaps(region):
                covered = np.round(print_around(thing, KNOWN, KNOWN) / STRIDE - offset).astype(np.int32)
                cv2.fillConvexPoly(otherwise, covered, (0,))
        return cv2.countNonZero(otherwise) >= least_px and _largest_px(otherwise, px_per_mm) >= least_px

    def note(self, region: Region, *, is_hand: bool) -> None:
        """Take a region that was read and is not looked at again before it changes."""
        self._parts = [part for part in self._parts if not part.overlaps(region)]
        if is_hand and self._map is not None:
            self._parts.append(region)

    @property
    def are_there(self) -> bool:
        """Whether such parts are known."""
        return bool(self._parts)

    def look_again(
        self, bare: BareTable, things: Iterable[TrackedObject], detector: ChangeDetector
    ) -> list[Region]:
        """Check all these parts again, because the light may have changed; return the parts that are no hands."""
        known = list(things)
        hands = [part for part in self._parts if self.is_hand(part, bare, known, detector)]
        others = [part for part in self._parts if part not in hands]
        self._parts = hands
        return others

    def places_px(self) -> list[tuple[float, float]]:
        """Return points all over these parts, in px of the frame."""
        return [
            (float(x), float(y))
            for part in self._parts
            for y in range(part.top, part.bottom, CELL_PX)
            for x in range(part.left, part.right, CELL_PX)
        ]


def _largest_px(otherwise: Grey, px_per_mm: float) -> int:
    """Return the area of the largest part of a small picture that looks otherwise (1, else 0)."""
    side_px = max(2, round(FINGERS_MM * px_per_mm))
    _, labels = cv2.connectedComponents(cv2.dilate(otherwise, np.ones((side_px, side_px), np.uint8)))
    return int(np.bincount((labels * otherwise).ravel())[1:].max(initial=0))
