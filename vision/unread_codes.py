"""Follows codes and cards that lie still and cannot be read: glare, half covered, too small, blurred, or one of several.

To find corner squares costs 60 ms for a million px, so only print is searched where cards may lie, that belongs to no code
that was read and was not searched as it looks now: the smallest parts first, as long as a look's budget lasts, and one
region a frame.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from companion.observation import Sighting, SightingState
from vision.change_detector import ChangeDetector
from vision.detectors.codes import SMALLEST_PX, Detection, locate_codes
from vision.detectors.retries import detailed_parts
from vision.frame import Frame, Grey, Quad, Region, bounds
from vision.tracked_objects import ObjectRegister, TrackedObject

BUDGET_PX = 250_000
"""How much of a picture is searched in one look: the lines of a board are no cards. So many px take some 25 ms."""

LARGE_PX = 300_000
"""In a larger region, as in the first frame, the lines and the small print of a board are passed over."""
WAITS_MS = 150
"""How long a search may wait, so that several of them are spread over frames: a card must lie for 200 ms to count."""


@dataclass(frozen=True, slots=True)
class _Search:
    """A region to be searched, and since when it waits; `is_settled`: it has come to rest, and what was there may have gone."""

    region: Region
    since_ms: int
    is_settled: bool


class UnreadCodes:
    """The codes and faces that are seen but cannot be read. Each is reported when it appears and when it has gone."""

    def __init__(
        self, register: ObjectRegister, detector: ChangeDetector, may_hold_cards: Callable[[Region], bool]
    ) -> None:
        self._register = register
        self._detector = detector
        self._may_hold_cards = may_hold_cards
        self._things: dict[int, TrackedObject] = {}
        self._asked: list[_Search] = []

    @property
    def is_done(self) -> bool:
        """Whether no region waits for its search."""
        return not self._asked

    def ask(self, region: Region, at_ms: int, *, is_settled: bool) -> None:
        """Note that a region is to be searched in one of the next frames. `is_settled`: it has come to rest."""
        self._asked = [
            one for one in self._asked if one.is_settled > is_settled or one.region.joined(region) != region
        ]
        self._asked.append(_Search(region, at_ms, is_settled))

    def feed(
        self,
        frame: Frame,
        codes_px: Callable[[], Sequence[Quad]],
        faces_in: Callable[[Region], Sequence[Detection]],
        *,
        has_read: bool,
    ) -> list[Sighting]:
        """Search one of the regions that wait since an earlier frame, none if parts of this one were read, and those that
        have waited for long, but none that rested and over which something moves again; return what is new there, and what
        is there no more.

        `codes_px` returns the corners of codes that were read; `faces_in` the cards in a region whose faces were found and
        not read.
        """
        at_ms = frame.at_ms
        news: list[Sighting] = []
        asked, self._asked, has_searched = self._asked, [], has_read
        for one in asked:
            may_wait = (has_searched or one.since_ms == at_ms) and at_ms - one.since_ms < WAITS_MS
            if may_wait or (one.is_settled and self._detector.moves_in(one.region)):
                self._asked.append(one)
                continue
            has_searched = True
            if one.is_settled:
                news += self._look(frame.grey, one.region, codes_px(), at_ms, faces_in(one.region))
            else:
                news += self._glance(frame.grey, one.region, codes_px(), at_ms)
        return news

    def may_lie(self, region: Region, read_px: Sequence[Quad]) -> bool:
        """Tell whether there is print in a region that was not searched as it looks now."""
        return bool(self._detector.parts_to_search(region, read_px))

    def are_seen(self, grey: Grey, region: Region, read_px: Sequence[Quad]) -> bool:
        """Tell whether there are corner squares in a region, where cards may lie, besides those of codes that were read."""
        parts, left_out = self._parts(grey, region, read_px)
        found = locate_codes(grey, parts, read_px)
        self._note(region, left_out, found)
        return bool(found or left_out)

    def _glance(self, grey: Grey, region: Region, read_px: Sequence[Quad], at_ms: int) -> list[Sighting]:
        """Look at a region in which something may still move, or at the whole first frame; return what is new there."""
        parts, left_out = self._parts(grey, region, read_px)
        found = locate_codes(grey, parts, read_px)
        self._note(region, left_out, found)
        return self._starts(found, at_ms)

    def _look(
        self,
        grey: Grey,
        region: Region,
        read_px: Sequence[Quad],
        at_ms: int,
        faces: Sequence[Detection],
    ) -> list[Sighting]:
        """Look at a region that has come to rest; return what is new there, and what is there no more."""
        known_px = (*read_px, *(face.corners_px for face in faces))
        parts, left_out = self._parts(grey, region, known_px)
        found = [*faces, *locate_codes(grey, parts, known_px)]
        gone = [
            thing
            for thing in self._things.values()
            if thing.place.overlaps(region)
            and not any(map(thing.place.overlaps, left_out))
            and not any(_is_at(thing, code) for code in found)
        ]
        self._note(region, left_out, found)
        return [*self._ends(gone, at_ms), *self._starts(found, at_ms)]

    def _note(self, region: Region, left_out: Sequence[Region], found: Iterable[Detection]) -> None:
        """Note that a region was searched, but for what was left out, and where codes were found."""
        self._detector.note_searched(region, [*left_out, *(bounds(code.corners_px) for code in found)])

    def forget(self, region: Region, at_ms: int) -> list[Sighting]:
        """Note that no unread code lies in a region: it is bare, or what lies there was read."""
        return self._ends([one for one in self._things.values() if one.place.overlaps(region)], at_ms)

    def tell_again(self, numbers: Collection[int], at_ms: int) -> list[Sighting]:
        """Report some of the codes again."""
        again = (thing for thing in self._things.values() if thing.number in numbers)
        return [self._register.sighting(thing, SightingState.UPDATE, at_ms) for thing in again]

    def _parts(
        self, grey: Grey, region: Region, read_px: Sequence[Quad]
    ) -> tuple[list[Region], list[Region]]:
        """Return the parts of a region, where cards may lie, that are worth a search, and those for which the budget does
        not last.
        """
        if region.area_px > LARGE_PX:
            parts = _without_lines(grey, region, read_px)
        else:
            parts = self._detector.parts_to_search(region, read_px)
        parts = [
            part
            for part in parts
            if min(part.right - part.left, part.bottom - part.top) >= 2 * SMALLEST_PX
            and self._may_hold_cards(part)
        ]
        left_px, searched = BUDGET_PX, 0
        for part in parts:
            left_px -= part.area_px
            searched += left_px >= 0
        return parts[:searched], parts[searched:]

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


def _without_lines(grey: Grey, region: Region, read_px: Sequence[Quad]) -> list[Region]:
    """Return the parts of a region with print that is more than lines, the smallest first, without the codes that were
    read.
    """
    x, y = region.left, region.top
    known = [Detection("", corners_px - (x, y)) for corners_px in read_px]
    return [
        Region(part.left + x, part.top + y, part.right + x, part.bottom + y)
        for part in detailed_parts(region.of(grey), known)
    ]


def _is_at(thing: TrackedObject, code: Detection) -> bool:
    """Tell whether a code is this thing: how many of its squares are found may differ from look to look."""
    is_alike = (thing.what, thing.reading, thing.candidates) == (code.what, code.reading, code.candidates)
    return is_alike and thing.place.overlaps(bounds(code.corners_px))
