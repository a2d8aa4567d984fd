"""Reads the codes and tags in one part of a frame: plainly first, and with tricks what a plain look misses."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vision.change_detector import ChangeDetector, ChangedPart
from vision.detectors.codes import Detection, is_same, read_micro, read_plain, read_quickly
from vision.detectors.retries import read_first, read_more
from vision.detectors.tags import WantedTags, read_tokens
from vision.frame import Grey, Quad, Region
from vision.table_map import TableMap
from vision.tracked_objects import TrackedObject
from vision.tracks import TrackUpdate
from vision.unread_codes import UnreadCodes

LARGE_PX = 150_000
"""In a larger part, that of an arm, tags are looked for quickly only while something moves, and corner squares not before
tricks.
"""


TAG_PX = 128 * 128
"""A changed part up to this area is always looked at: a tag of 10 mm has too little print to be noticed."""
LARGER = 1.15
"""How many times larger than it is a tag may look: it lies higher than the mat, and its print may be a little too large."""
DEAR_PX = 40_000
"""When so many px were looked at again in one frame, the other parts wait for the next: a card that was not read at once
takes 10 ms.
"""
RESTING_PX = 100_000
"""The same where faces are read and nothing moves in a part: three cards, of 15 to 20 ms each."""


@dataclass(frozen=True, slots=True)
class PartLook:
    """A request for one look at a part of the frame: the region, the wider part in which it is read, the corners of known
    codes, the number of the look (and of the glance, if something moves beside the region), and the tags that may be there.
    """

    region: Region
    wide: Region
    known_px: Sequence[Quad]
    look: int
    glance: int
    is_first: bool
    tags: WantedTags | None


@dataclass(frozen=True, slots=True)
class PartRead:
    """What was read in a part: what it changes, the codes and tags themselves, and the objects that were known to lie there."""

    looked: TrackUpdate
    read: Sequence[Detection]
    touched: Sequence[TrackedObject]


class PartQueue:
    """Chooses the parts to look at in each frame. Of what takes long, all of it if `is_dear`, else looks after the first, there
    is only so much; the other parts wait for the next frame.
    """

    def __init__(self, detector: ChangeDetector, *, is_dear: bool) -> None:
        self._detector, self._is_dear = detector, is_dear
        self._waiting: list[Region] = []

    def choose(self, parts: Sequence[ChangedPart]) -> list[ChangedPart]:
        """Return the parts to look at in this frame: first those in which nothing moves, of these first what has waited."""
        spent_px, chosen, waiting = 0, [], []
        for changed in sorted(parts, key=self._turn):
            if self._is_dear or (changed.is_apart and self._detector.looks_at(changed.region) > 0):
                if spent_px >= (RESTING_PX if self._is_dear and self._rests(changed) else DEAR_PX):
                    waiting.append(changed.region)
                    if not changed.is_apart:
                        self._detector.glance_again(changed.region)
                    continue
                spent_px += changed.region.area_px
            chosen.append(changed)
        self._waiting = waiting
        return chosen

    def _turn(self, changed: ChangedPart) -> tuple[bool, bool, int, int]:
        """Return what tells whose turn is first: of the smallest."""
        moves = self._is_dear and self._detector.moves_in(changed.region)
        has_waited = self._is_dear and any(map(changed.region.overlaps, self._waiting))
        return moves, not has_waited, changed.glance, self._detector.looks_at(changed.region)

    def _rests(self, changed: ChangedPart) -> bool:
        """Tell whether nothing moves in a part. Fingers that have only just stopped there may hold what they lay."""
        return changed.glance != 1 and not self._detector.moves_in(changed.region)


def tags_in(
    part: Region, numbers: frozenset[int], largest_mm: int | None, table: TableMap | None
) -> WantedTags:
    """Return the tags to look for in a part, and, in a large one, how large those of a mat are seen there at most."""
    if table is None or largest_mm is None or part.area_px <= TAG_PX:
        return WantedTags(numbers)
    return WantedTags(numbers, math.ceil(table.most_px(LARGER * largest_mm, part)))


class PartReader:
    """Reads parts of the frames of one camera, and learns whether tricks help there."""

    def __init__(
        self,
        detector: ChangeDetector,
        unread: UnreadCodes,
        micro_reference: Callable[[str], bool] | None,
    ) -> None:
        self._detector, self._unread = detector, unread
        self._micro_reference = micro_reference
        self.has_seen_all = False
        """Whether the whole first frame was read."""
        self.misses_tokens = False
        """Whether a token was not read where it lay."""
        self._tricks_help = False
        """Whether tricks have read codes that plain looks missed."""

    def read(
        self, grey: Grey, asked: PartLook, is_lacking: Callable[[Sequence[Detection]], bool]
    ) -> list[Detection]:
        """Read a part. `is_lacking` tells whether a code seems to be missed beside those that were read."""
        wide, look, glance = asked.wide, asked.look, asked.glance
        part = wide.of(grey)
        # An arm has rested there, or drawn back: the next look at what stays open is at all of it.
        is_passed = look == 1 and wide.area_px > LARGE_PX and not asked.is_first
        codes = (read_first if asked.is_first else read_quickly if glance or is_passed else read_plain)(part)
        if self._micro_reference is not None:
            codes += read_micro(part, self._micro_reference)
        here = [code.shifted(wide.left, wide.top) for code in codes]
        may_lack = glance > 1 and not here if glance else is_lacking(here)
        may_lack = may_lack and not asked.is_first and self._is_worth_tricks(look, glance)
        if may_lack and (glance or self._may_be_codes(grey, asked.region, asked.known_px)):
            more = read_more(part, codes, look)
            here += [code.shifted(wide.left, wide.top) for code in more]
            codes += more
            if more:
                self._tricks_help = True
        if asked.tags is not None:
            parts = self._detector.newly_printed_parts(wide) if glance or is_passed else [wide]
            is_quick = (look == 1 and glance <= 2) or (glance > 0 and wide.area_px > LARGE_PX)
            here += self._read_tags(grey, parts, here, asked.tags, look, is_quick=is_quick)
        return here

    def _read_tags(
        self,
        grey: Grey,
        parts: Sequence[Region],
        codes: Sequence[Detection],
        wanted: WantedTags,
        look: int,
        *,
        is_quick: bool,
    ) -> list[Detection]:
        """Read the tags in parts of the frame, which may overlap, each once."""
        # Doubling a whole frame takes a second: only at first, and when a token was missed, as after a bump.
        is_thorough = not self.has_seen_all or self.misses_tokens
        found: list[Detection] = []
        for part in parts:
            known = [code.shifted(-part.left, -part.top) for code in codes]
            tags = read_tokens(part.of(grey), known, wanted, look, is_thorough=is_thorough, is_quick=is_quick)
            here = (tag.shifted(part.left, part.top) for tag in tags)
            found += [tag for tag in here if not any(is_same(tag, one) for one in found)]
        return found

    def _is_worth_tricks(self, look: int, glance: int) -> bool:
        """Tell whether to look with tricks for a code that seems to be missed. Unless tricks have read codes of this
        camera, a hand hides what plain looks miss: tricks wait until it rests, and for one more look.
        """
        return self._tricks_help or (not glance and look > 1)

    def _may_be_codes(self, grey: Grey, region: Region, known_px: Sequence[Quad]) -> bool:
        """Tell whether corner squares of codes are seen in a part that were not read: where there are none, no trick reads
        one.
        """
        return region.area_px > LARGE_PX or self._unread.are_seen(grey, region, known_px)
