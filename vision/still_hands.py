"""Remembers where something large and plain lies still over the table: a hand that rests, a sleeve, a cup.

Nothing moves there, but whoever rests his hand beside a piece has not let go of it.
"""

from collections.abc import Iterable

import cv2
import numpy as np

from vision.bare_table import BareTable, offset_of
from vision.change_detector import ChangeDetector
from vision.detectors.retries import CARD
from vision.frame import STRIDE, Grey
from vision.region import Region
from vision.table_map import TableMap
from vision.tracked_objects import TrackedObject, print_around

HAND_MM2 = 2_400
"""A hand at the table's edge covers 2,900 and more; of a card that was read 1,800 are left over. A card face down passes for a
hand, which only costs time.
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
        """Takes where the mat lies: after a bump nothing is known to lie where it was."""
        if table is not self._map:
            self._map, self._parts = table, []

    def is_hand(
        self, region: Region, bare: BareTable, things: Iterable[TrackedObject], detector: ChangeDetector
    ) -> bool:
        """Tells whether something plain lies in a region that rests; if the mat's place is not known, perhaps."""
        now, first = detector.now(region), bare.part(region)
        if self._map is None or now.shape != first.shape or not now.size:
            return self._map is None
        differs = now.astype(np.int16) - first
        compared = bare.is_plain(region) & bare.was_bare(region)
        otherwise = (bare.looks_otherwise(differs, differs[::2, ::2]) & compared).astype(np.uint8)
        offset = offset_of(region)
        for thing in things:
            if thing.place.grown(CARD).overlaps(region):
                covered = np.round(print_around(thing, KNOWN, KNOWN) / STRIDE - offset).astype(np.int32)
                cv2.fillConvexPoly(otherwise, covered, (0,))
        middle_mm = self._map.table_from_image(np.array([region.middle]))
        px_per_mm = self._map.px_per_mm(middle_mm) / STRIDE
        return _largest_px(otherwise, px_per_mm) >= HAND_MM2 * px_per_mm**2

    def note(self, region: Region, *, is_hand: bool) -> None:
        """Takes a region that was read and is not looked at again before it changes."""
        self._parts = [part for part in self._parts if not part.overlaps(region)]
        if is_hand and self._map is not None:
            self._parts.append(region)

    def look_again(
        self, bare: BareTable, things: Iterable[TrackedObject], detector: ChangeDetector
    ) -> list[Region]:
        """Checks all these parts again after the light has changed; returns the parts that are no hands."""
        known = list(things)
        hands = [part for part in self._parts if self.is_hand(part, bare, known, detector)]
        others = [part for part in self._parts if part not in hands]
        self._parts = hands
        return others

    def places_px(self) -> list[tuple[float, float]]:
        """Returns points all over these parts, in px of the frame."""
        return [
            (float(x), float(y))
            for part in self._parts
            for y in range(part.top, part.bottom, CELL_PX)
            for x in range(part.left, part.right, CELL_PX)
        ]


def _largest_px(otherwise: Grey, px_per_mm: float) -> int:
    """Returns the area of the largest part of a small picture that looks otherwise (1, else 0)."""
    side_px = max(2, round(FINGERS_MM * px_per_mm))
    _, labels = cv2.connectedComponents(cv2.dilate(otherwise, np.ones((side_px, side_px), np.uint8)))
    return int(np.bincount(labels[otherwise > 0], minlength=1).max())
