"""Finds the zones of a mat in which nothing lies except what was read: no face-down card, no hand, no shadow.

A zone is compared with how it looked in the first frame, apart from the cards that were read there. Where that cannot be
told, a zone is not free: it is only said to be free where it is seen to be.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from companion.mat import Mat, Zone
from companion.observation import What
from vision.bare_table import BareTable, offset_of
from vision.change_detector import ChangeDetector
from vision.detectors.retries import QUIET
from vision.frame import STRIDE, Grey
from vision.quad import Quad, centre, quad, scale_quad
from vision.region import Region, bounds
from vision.table_map import TableMap
from vision.tracked_objects import TrackedObject

CARD_MM = (63, 88)
EDGE_MM = 4
"""How near to the edge of a zone the card of a neighbouring zone may lie."""
LEFT_OVER_MM2 = 1_200
"""What may look otherwise: the edge of a card that was read. A card face down is 5,544, half covered 2,700."""
WIDE, TALL = 2.4, 4.2
"""The size of a card about its code, as multiples of the code: cards of 63 by 88 mm with codes of 27 to 32 mm that lie up to
16 mm from the middle.
"""


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A zone in the picture."""

    region: Region
    px_per_mm: float


class FreeZones:
    """The zones at one mat's sides that are large enough for a card."""

    def __init__(self, mat: Mat) -> None:
        self._zones = [
            zone
            for zone in mat.zones
            if zone.seat is not None and min(zone.width_mm, zone.height_mm) >= min(CARD_MM)
        ]
        self._places: dict[str, _Place] = {}
        self._map: TableMap | None = None
        self.free: frozenset[str] = frozenset()
        """The names of the zones in which nothing lies but what was read."""

    def look(
        self,
        region: Region,
        table: TableMap | None,
        bare: BareTable,
        things: Iterable[TrackedObject],
        detector: ChangeDetector,
    ) -> None:
        """Takes a region that has come to rest, and all objects that are known on the table."""
        if table is None:
            self.free = frozenset()
            return
        if table is not self._map:
            self._map, self.free = table, frozenset()
            self._places = {zone.name: _place(zone, table) for zone in self._zones}
        known = list(things)
        for name, place in self._places.items():
            if place.region.overlaps(region):
                is_free = _is_free(place, detector.now(place.region), known, bare)
                self.free = self.free | {name} if is_free else self.free - {name}


def _place(zone: Zone, table: TableMap) -> _Place:
    left, top = zone.x_mm + EDGE_MM, zone.y_mm + EDGE_MM
    right, bottom = zone.x_mm + zone.width_mm - EDGE_MM, zone.y_mm + zone.height_mm - EDGE_MM
    corners_mm = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float64)
    region = bounds(quad(table.image_from_table(corners_mm)))
    return _Place(region, table.px_per_mm(corners_mm))


def _is_free(place: _Place, now: Grey, known: Iterable[TrackedObject], bare: BareTable) -> bool:
    """Tells whether only known cards lie in a zone, and all of them in sight: what hides one is not known."""
    here = [thing for thing in known if place.region.overlaps(thing.place)]
    empty = bare.part(place.region)
    if now.shape != empty.shape or not now.size or any(thing.is_hidden for thing in here):
        return False
    beside = np.ones(now.shape, np.uint8)
    offset = offset_of(place.region)
    for thing in here:
        card = np.round(_covered_by(thing) / STRIDE - offset).astype(np.int32)
        cv2.fillConvexPoly(beside, card, (0,))
    differs = (now.astype(np.int16) - empty)[(beside > 0) & bare.is_plain(place.region)]
    if not differs.size:
        return True
    otherwise = np.count_nonzero(bare.looks_otherwise(differs, differs))
    return bool(otherwise * (STRIDE / place.px_per_mm) ** 2 <= LEFT_OVER_MM2)


def _covered_by(thing: TrackedObject) -> Quad:
    """Returns the corners of what bears a code or a tag: the card on which a code is printed upright, or the token."""
    corners_px = thing.corners_px
    if thing.what is What.TAG:
        return scale_quad(corners_px, QUIET)
    middle = centre(corners_px)
    across, down = (corners_px[1] - corners_px[0]) / 2 * WIDE, (corners_px[3] - corners_px[0]) / 2 * TALL
    return quad(
        [middle - across - down, middle + across - down, middle + across + down, middle - across + down]
    )
