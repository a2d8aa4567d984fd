"""Follows codes that lie still, are found by their corner squares, and cannot be read: under glare, half covered, too
small, blurred; and cards whose faces cannot be read, or may be one of several.
"""

from collections.abc import Collection, Iterable, Sequence

from companion.observation import Sighting, SightingState
from vision.detectors.codes import Detection
from vision.detectors.corner_squares import SMALLEST_PX, locate_codes
from vision.frame import Grey
from vision.quad import Quad
from vision.region import Region, bounds
from vision.tracked_objects import ObjectRegister, TrackedObject


class UnreadCodes:
    """The codes and faces that are seen but cannot be read; each is reported when it is found, and when it is no longer there."""

    def __init__(self, register: ObjectRegister) -> None:
        self._register = register
        self._things: dict[int, TrackedObject] = {}

    def glance(self, grey: Grey, region: Region, read_px: Sequence[Quad], at_ms: int) -> list[Sighting]:
        """Looks at a region in which something may still move; returns what is new there.

        `read_px`: the corners of codes that were read.
        """
        return self._starts(_found(grey, region, read_px), at_ms)

    def look(
        self,
        grey: Grey,
        region: Region,
        read_px: Sequence[Quad],
        at_ms: int,
        faces: Sequence[Detection] = (),
    ) -> list[Sighting]:
        """Looks at a region that has come to rest; returns what is new there, and what is there no more. `faces`: the cards there
        whose faces were found and not read.
        """
        found = [*faces, *_found(grey, region, (*read_px, *(face.corners_px for face in faces)))]
        gone = [
            thing
            for thing in self._things.values()
            if thing.place.overlaps(region) and not any(_is_at(thing, code) for code in found)
        ]
        return [*self._ends(gone, at_ms), *self._starts(found, at_ms)]

    def forget(self, region: Region, at_ms: int) -> list[Sighting]:
        """Notes that no unread code lies in a region: it is bare, or what lies there was read."""
        return self._ends([one for one in self._things.values() if one.place.overlaps(region)], at_ms)

    def tell_again(self, numbers: Collection[int], at_ms: int) -> list[Sighting]:
        """Reports some of the codes again."""
        again = (thing for thing in self._things.values() if thing.number in numbers)
        return [self._register.sighting(thing, SightingState.UPDATE, at_ms) for thing in again]

    def _starts(self, found: Iterable[Detection], at_ms: int) -> list[Sighting]:
        news = []
        for code in found:
            if not any(_is_at(thing, code) for thing in self._things.values()):
                thing = self._register.thing(code)
                self._things[thing.number] = thing
                news.append(self._register.sighting(thing, SightingState.START, at_ms))
        return news

    def _ends(self, gone: Iterable[TrackedObject], at_ms: int) -> list[Sighting]:
        news = []
        for thing in gone:
            del self._things[thing.number]
            news.append(self._register.sighting(thing, SightingState.END, at_ms))
        return news


def _found(grey: Grey, region: Region, read_px: Sequence[Quad]) -> list[Detection]:
    part = region.of(grey)
    if min(part.shape) < 2 * SMALLEST_PX:
        return []
    beside = [corners_px - (region.left, region.top) for corners_px in read_px]
    return [code.shifted(region.left, region.top) for code in locate_codes(part, beside)]


def _is_at(thing: TrackedObject, code: Detection) -> bool:
    """Tells whether a code is this thing: how many of its squares are found may differ from look to look."""
    is_alike = (thing.what, thing.reading, thing.candidates) == (code.what, code.reading, code.candidates)
    return is_alike and thing.place.overlaps(bounds(code.corners_px))
