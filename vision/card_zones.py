"""Tells of each zone that takes cards whether something lies there besides the cards that were read.

A zone is compared with how it looked in the first frame, apart from the cards that were read there. A zone is free if nothing
else lies there: no face-down card, no hand, no shadow; where that cannot be told, a zone is not free. A zone glares if something
lies there that was not read, and part of it is as bright as the camera can show: the sleeve of a card reflects a lamp.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from companion.mat import NOTHING_SEEN, Mat, Zone, ZonesSeen
from companion.observation import What
from vision.bare_table import BareTable, offset_of
from vision.change_detector import WHITE, ChangeDetector
from vision.detectors.retries import QUIET
from vision.frame import STRIDE, Grey
from vision.quad import Quad, centre, quad
from vision.region import Region, bounds
from vision.sharpness import takes_cards
from vision.table_map import TableMap
from vision.tracked_objects import TrackedObject, print_around

EDGE_MM = 4
"""How near to the edge of a zone the card of a neighbouring zone may lie."""
LEFT_OVER_MM2 = 1_200
"""What may look otherwise: the edge of a card that was read. A card face down is 5,544, half covered 2,700."""
GLARE_MM2 = 200
"""How much of what was not read must be as bright as the camera can show. A code of 27 mm is 729; of white print in usual light,
nothing is so bright.
"""
COVERED_MM2 = 2_500
"""What looks otherwise of a card that is half covered is 2,700; of print beside a card that was read it is less."""
WIDE, TALL = 2.4, 4.2
"""The size of a card about its code, as multiples of the code: cards of 63 by 88 mm with codes of 27 to 32 mm that lie up to
16 mm from the middle.
"""


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A zone in the picture."""

    region: Region
    px_per_mm: float


class CardZones:
    """The zones of one mat that are large enough for a card."""

    def __init__(self, mat: Mat) -> None:
        self._zones = [zone for zone in mat.zones if takes_cards(zone)]
        self._places: dict[str, _Place] = {}
        self._map: TableMap | None = None
        self.seen = NOTHING_SEEN

    def look(
        self,
        region: Region,
        table: TableMap | None,
        bare: BareTable,
        things: Iterable[TrackedObject],
        detector: ChangeDetector,
        at_ms: int,
    ) -> None:
        """Takes a region that has come to rest, and all objects that are known on the table."""
        if table is None:
            self.seen = NOTHING_SEEN
            return
        if table is not self._map:
            self._map, self.seen = table, NOTHING_SEEN
            self._places = {zone.name: _place(zone, table) for zone in self._zones}
        known = list(things)
        free, glaring, covered = set(self.seen.free), dict(self.seen.glaring), dict(self.seen.covered)
        for name, place in self._places.items():
            if not place.region.overlaps(region):
                continue
            beside = _Beside.of(place, detector.now(place.region), known, bare)
            free.discard(name)
            glared_ms, covered_ms = glaring.pop(name, None), covered.pop(name, None)
            has_changed = detector.has_changed(place.region)
            if beside.is_free:
                free.add(name)
            elif beside.glare_mm2 >= GLARE_MM2:
                glaring[name] = at_ms if glared_ms is None or has_changed else glared_ms
            elif beside.other_mm2 >= COVERED_MM2 and _has_print(place, known, detector):
                covered[name] = at_ms if covered_ms is None or has_changed else covered_ms
        self.seen = ZonesSeen(frozenset(free), frozenset(glaring.items()), frozenset(covered.items()))


def _has_print(place: "_Place", known: Iterable[TrackedObject], detector: ChangeDetector) -> bool:
    """Tells whether there is print in a zone besides that of what was read."""
    return detector.has_print(place.region, [thing.covered for thing in known])


def _place(zone: Zone, table: TableMap) -> _Place:
    left, top = zone.x_mm + EDGE_MM, zone.y_mm + EDGE_MM
    right, bottom = zone.x_mm + zone.width_mm - EDGE_MM, zone.y_mm + zone.height_mm - EDGE_MM
    corners_mm = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float64)
    region = bounds(quad(table.image_from_table(corners_mm)))
    return _Place(region, table.px_per_mm(corners_mm))


@dataclass(frozen=True, slots=True)
class _Beside:
    """What a zone shows besides the cards that were read there: whether it is free, how many mm² look otherwise, and how many
    glare.
    """

    is_free: bool
    other_mm2: float = 0.0
    glare_mm2: float = 0.0

    @classmethod
    def of(cls, place: _Place, now: Grey, known: Iterable[TrackedObject], bare: BareTable) -> "_Beside":
        """Compares a zone with the bare table. With a known card that is hidden a zone is not free: nobody knows what hides it."""
        here = [thing for thing in known if place.region.overlaps(thing.place)]
        # Where a card is hidden, another one may lie in its place.
        in_sight = [thing for thing in here if not thing.is_hidden]
        may_be_free = len(in_sight) == len(here)
        empty = bare.part(place.region)
        if now.shape != empty.shape or not now.size:
            return cls(is_free=False)
        beside = np.ones(now.shape, np.uint8)
        offset = offset_of(place.region)
        for thing in in_sight:
            card = np.round(_covered_by(thing) / STRIDE - offset).astype(np.int32)
            cv2.fillConvexPoly(beside, card, (0,))
        compared = (beside > 0) & bare.is_plain(place.region)
        differs = (now.astype(np.int16) - empty)[compared]
        if not differs.size:
            return cls(is_free=may_be_free)
        otherwise = bare.looks_otherwise(differs, differs)
        mm2 = (STRIDE / place.px_per_mm) ** 2
        other_mm2 = np.count_nonzero(otherwise) * mm2
        return cls(
            is_free=may_be_free and bool(other_mm2 <= LEFT_OVER_MM2),
            other_mm2=other_mm2,
            glare_mm2=np.count_nonzero(otherwise & (now[compared] >= WHITE)) * mm2,
        )


def _covered_by(thing: TrackedObject) -> Quad:
    """Returns the corners of what bears a code or a tag, or is known by its face: the card on which a code is printed upright,
    the token, the card.
    """
    corners_px = thing.corners_px
    if thing.what is not What.QR:
        return print_around(thing, code=QUIET, tag=QUIET)
    middle = centre(corners_px)
    across, down = (corners_px[1] - corners_px[0]) / 2 * WIDE, (corners_px[3] - corners_px[0]) / 2 * TALL
    return quad(
        [middle - across - down, middle + across - down, middle + across + down, middle - across + down]
    )
