"""Finds the mat by its markers, and finds it again when the camera was bumped.

Without a map the whole frame is searched, seldom, because that takes 40 to 120 ms. With a map, only the
places of the markers are searched: once a second while something moves, in a frame in which nothing else is to be
read, and every five seconds at rest. If the markers have moved, that is drift: a new map is made and reported.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from companion.mat import Mat
from companion.words import Text
from vision.detectors.codes import Detection
from vision.detectors.tags import read_tags
from vision.frame import Frame, Grey, Quad, Region, bounds, centre, quad, scale_quad
from vision.lens import Lens, pinhole
from vision.picture_size import TooSmall, too_small
from vision.sharpness import Sharpness, takes_cards
from vision.table_map import (
    FEWEST_MARKERS,
    MARKERS_FOR_A_BEND,
    TableMap,
    map_from_markers,
    map_through_unknown_lens,
)

SEARCH_EVERY_MS = 400
"""How often the whole frame is searched."""
CHECK_EVERY_MS = 1000
"""How often the places of the markers are searched."""
RESTS_MS, BUSY_MS = 4000, 1000
"""How much later they are searched if nothing has moved since, and while there is something to read, which takes longer."""
SEARCHED = 2.5
"""How large the part is in which a marker is searched, as a multiple of it."""
DISTURBED_EVERY_MS = 130
"""The same while much of the picture changes: about every second frame."""
UNFOUND_AFTER_MS = 5000
"""How long a mat may stay unfound before that is reported: a camera needs a second or two for its exposure,
and somebody may still smooth the mat.
"""
LOST_AFTER_MS = 3000
"""How long the markers may be covered, by hands or cards, before the mat counts as lost."""
DRIFT_PX = 1.5
"""How far the markers must move to mean drift. Corners are found to 0.1 or 0.2 px; 1.5 px are half a
millimetre on the usual table.
"""
WORST_FIT_MM = 2.0
"""The largest error of a map; a larger one comes from a wrong tag or a crumpled mat."""
STRAIGHT_MM = 1.0
"""If the markers fit so well through a lens without distortion, an unknown lens needs none."""
MIRROR_EVERY_MS = 1000
"""How often a mat that is not found is looked for as in a mirror, which takes as long as to search the frame."""
MATS = frozenset(range(16))
"""The markers of the mats of all games (docs/printing.md)."""

LensFor = Callable[[tuple[int, int]], Lens | None]
"""Returns a camera's lens for pictures of a width and height; None if it was not calibrated for them."""


class MatState(StrEnum):
    """Whether there is a map, and how sure it is."""

    SEARCHING = "searching"
    LOCKED = "locked"
    DRIFTED = "drifted"
    """The camera or the mat has moved, and a new map was made."""
    LOST = "lost"


class MatProblem(StrEnum):
    """Why a mat is not found."""

    UNSEEN = "unseen"
    """Too few of its markers are seen, or none."""
    TOO_SMALL = "too_small"
    """Too few of its markers are seen, in a picture with too few pixels to read a table."""
    MIRRORED = "mirrored"
    """Its markers are seen in a mirror."""
    ANOTHER = "another"
    """The mat of another game is seen."""
    BENT = "bent"
    """The markers do not lie as printed: the mat is crumpled, or the lens distorts more than was guessed."""


@dataclass(frozen=True, slots=True)
class MatNews:
    """The state has changed, or the mat is still not found. `moved_px` is how far the markers have moved;
    `px_per_mm` is the scale at the zone for cards that is seen smallest.
    """

    state: MatState
    at_ms: int
    error_mm: float | None = None
    moved_px: float | None = None
    px_per_mm: float | None = None
    unfound: MatProblem | None = None
    too_small: TooSmall | None = None


class MatWatch:
    """Follows one mat through the frames of one camera."""

    def __init__(self, mat: Mat, lens: Lens | LensFor | None = None, known: TableMap | None = None) -> None:
        """Take the camera's lens, or a function that gives it for a size of picture, which is unknown before
        the first frame.
        """
        self.mat = mat
        self._lens = lens
        self._guess: Lens | None = None
        """The distortion that four markers showed, for a lens that was not calibrated."""
        self._fits_no_lens = False
        self._markers = frozenset(marker.id for marker in mat.markers)
        self.map: TableMap | None = known
        self.state = MatState.LOCKED if known else MatState.SEARCHING
        self.is_sure = known is not None
        """Whether the markers were where the map has them at the last check."""
        self.sharpness = Sharpness(mat)
        """How sharp the markers were seen."""
        self._drift_px = 0.0
        """How far the markers have moved since the map was last right."""
        self._is_settling = False
        """Whether the map was made while the camera had hardly come to rest."""
        self._next_ms = 0
        self._sought_since_ms: int | None = None
        self._mirror_ms = 0
        """When the mat is looked for as in a mirror."""
        self._is_mirror_told = False
        self._expected_by: TableMap | None = None
        self._expected_px: dict[str, Quad] = {}
        self._scaled_by: TableMap | None = None
        self._scale = 1.0
        self._has_told_unfound = known is not None
        self.checked_ms = -DISTURBED_EVERY_MS
        """When the mat was last searched for, or its markers."""
        self._seen_ms = 0
        self._has_rested = False
        """Whether nothing in the picture has moved since the last check."""

    def px_per_mm(self) -> float:
        """Return the scale at the middle of the mat, computed once for each map; 1 without a map."""
        if self.map is not self._scaled_by:
            middle_mm = np.array([(self.mat.width_mm / 2, self.mat.height_mm / 2)])
            self._scaled_by, self._scale = (
                self.map,
                1.0 if self.map is None else self.map.px_per_mm(middle_mm),
            )
        return self._scale

    def may_hold(self, region: Region) -> bool:
        """Tell whether the middle of a part of the picture lies on the mat, as far as its place is known."""
        if self.map is None or not self.is_sure:
            return True
        x_mm, y_mm = self.map.table_from_image(np.array([region.middle]))[0].tolist()
        return 0 <= x_mm <= self.mat.width_mm and 0 <= y_mm <= self.mat.height_mm

    def feed(
        self, frame: Frame, *, is_disturbed: bool = False, rests: bool = False, is_busy: bool = False
    ) -> list[MatNews]:
        """Take a frame; search for the mat or check its place if due. `is_disturbed`: much of the picture just
        changed. `rests`: nothing in it did. `is_busy`: something else is to be read in it.
        """
        if self.map is not None and (self.map.lens.width_px, self.map.lens.height_px) != frame.size_px:
            # The camera sends pictures of another size: where the mat lies in them is not known.
            self.map, self.is_sure, self._next_ms = None, False, frame.at_ms
            self.sharpness.forget()
        if is_disturbed:
            self.is_sure = False
            self._next_ms = min(self._next_ms, self.checked_ms + DISTURBED_EVERY_MS)
        self._has_rested &= rests
        if frame.at_ms < self._next_ms + self._may_wait_ms(is_busy=is_busy):
            return []
        return self._look(frame)

    def _may_wait_ms(self, *, is_busy: bool) -> int:
        """Return how long a check can wait that is due: not at all before the markers were seen where the map has them, and
        sharp.
        """
        if (
            not (self.is_sure and self.sharpness.is_sure)
            or self._is_settling
            or self._seen_ms < self.checked_ms
        ):
            return 0
        return RESTS_MS if self._has_rested else BUSY_MS * is_busy

    def _look(self, frame: Frame, *, is_again: bool = False) -> list[MatNews]:
        """Search for the mat, or check its place."""
        grey, self.checked_ms, self._has_rested = frame.grey, frame.at_ms, True
        if self.map is None:
            self._next_ms = frame.at_ms + SEARCH_EVERY_MS
            return self._search(grey, frame.at_ms)
        self._next_ms = frame.at_ms + CHECK_EVERY_MS
        return self._check(grey, self.map, frame.at_ms, is_again=is_again)

    def feed_again(self, frame: Frame) -> list[MatNews]:
        """Check the mat's place in a frame that was fed before, because something else lies elsewhere in it: the mat may
        have slid with all that is on it. Do nothing if it was checked a moment ago.
        """
        if self.map is None or frame.at_ms - self.checked_ms < DISTURBED_EVERY_MS:
            return []
        return self._look(frame, is_again=True)

    def _tags(self, grey: Grey, *, is_quick: bool = False) -> list[Detection]:
        return read_tags(grey, only=self._markers, is_quick=is_quick)

    def _search(self, grey: Grey, at_ms: int) -> list[MatNews]:
        """Search the whole picture for the mat."""
        tags = self._tags(grey, is_quick=True)
        found = self._fit(grey, tags) if _count(self.mat, tags) == len(self._markers) else None
        if found is None:
            tags = self._tags(grey)
            found = self._fit(grey, tags)
        if found is None:
            return self._unfound(grey, tags, at_ms)
        self.map, self._seen_ms, self.state, self.is_sure = found, at_ms, MatState.LOCKED, True
        self._has_told_unfound = True
        self.sharpness.see(grey, tags)
        return [MatNews(MatState.LOCKED, at_ms, found.error_mm, px_per_mm=_px_per_mm(self.mat, found))]

    def _unfound(self, grey: Grey, tags: list[Detection], at_ms: int) -> list[MatNews]:
        """Report a mat that was never found, once, and a mirrored one; a mat that was found and lost is reported as lost."""
        if self._sought_since_ms is None:
            self._sought_since_ms, self._mirror_ms = at_ms, at_ms + MIRROR_EVERY_MS
        if self._is_in_a_mirror(grey, at_ms):
            self._has_told_unfound = self._is_mirror_told = True
            return [MatNews(MatState.SEARCHING, at_ms, unfound=MatProblem.MIRRORED)]
        if self._has_told_unfound or at_ms - self._sought_since_ms < UNFOUND_AFTER_MS:
            return []
        self._has_told_unfound = True
        why = MatProblem.UNSEEN
        if len({tag.text for tag in tags}) >= FEWEST_MARKERS:
            why = MatProblem.BENT
        elif len({tag.text for tag in read_tags(grey, only=MATS - self._markers)}) >= FEWEST_MARKERS:
            why = MatProblem.ANOTHER
        small = too_small(self.mat, (grey.shape[1], grey.shape[0])) if why is MatProblem.UNSEEN else None
        if small is not None:
            why = MatProblem.TOO_SMALL
        return [MatNews(MatState.SEARCHING, at_ms, unfound=why, too_small=small)]

    def _is_in_a_mirror(self, grey: Grey, at_ms: int) -> bool:
        """Tell whether the mat is seen in a mirror, if it is time to look and that was not told."""
        if self._is_mirror_told or at_ms < self._mirror_ms:
            return False
        self._mirror_ms = at_ms + MIRROR_EVERY_MS
        return is_mirrored(grey, self._markers)

    def _check(self, grey: Grey, table: TableMap, at_ms: int, *, is_again: bool) -> list[MatNews]:
        """Look where the markers should be, or everywhere if too few are there. `is_again`: how sharp they are need not be
        measured.
        """
        # Two markers tell whether the mat has slid.
        seen = self._markers_in_place(grey, table, FEWEST_MARKERS if is_again else len(self._markers))
        if len(seen) < FEWEST_MARKERS and at_ms - self._seen_ms >= CHECK_EVERY_MS:
            seen = self._tags(grey)
        moved_px = self._moved_px(table, seen)
        if moved_px is None:
            return self._unseen(at_ms)
        self._seen_ms = at_ms
        if moved_px > DRIFT_PX or self._drift_px or self._is_settling:
            # A map is made of corners to a part of a px; a quick look only tells that nothing moved.
            seen = self._markers_in_place(grey, table, len(self._markers), is_quick=False) or seen
        if moved_px <= DRIFT_PX:
            if not is_again:
                self.sharpness.see(grey, seen)
            return self._confirmed(self._settled(grey, table, seen), at_ms)
        self.sharpness.forget()
        found = self._fit(grey, seen) or self._fit(grey, self._tags(grey))
        if found is None:
            return self._unseen(at_ms)
        # The camera's stand may still swing, so no place is reported before a second check agrees.
        self.map, self.is_sure = found, False
        self._drift_px = max(self._drift_px, moved_px)
        self._next_ms = at_ms + DISTURBED_EVERY_MS
        return []

    def _settled(self, grey: Grey, table: TableMap, seen: list[Detection]) -> TableMap:
        """Make the map again after a bump: once when it has ended and once at rest, because a swing of one
        px is no drift and would stay.
        """
        if self._drift_px:
            self._is_settling = True
        elif self._is_settling:
            self._is_settling = False
        else:
            return table
        self.map = self._fit(grey, seen) or table
        return self.map

    def _confirmed(self, table: TableMap, at_ms: int) -> list[MatNews]:
        """Note that the markers are where the map has them, and report a drift that has ended."""
        self.state, self.is_sure = MatState.LOCKED, True
        moved_px, self._drift_px = self._drift_px, 0.0
        if not moved_px:
            return []
        self.state = MatState.DRIFTED
        return [MatNews(MatState.DRIFTED, at_ms, table.error_mm, moved_px)]

    def _unseen(self, at_ms: int) -> list[MatNews]:
        if at_ms - self._seen_ms < LOST_AFTER_MS:
            return []
        self.map, self.state, self.is_sure = None, MatState.LOST, False
        self._next_ms = at_ms
        return [MatNews(MatState.LOST, at_ms)]

    def _fit(self, grey: Grey, tags: list[Detection]) -> TableMap | None:
        size_px = (grey.shape[1], grey.shape[0])
        lens = self._lens(size_px) if callable(self._lens) else self._lens
        found = self._guessed(tags, size_px) if lens is None else map_from_markers(self.mat, lens, tags)
        return found if found is not None and found.error_mm <= WORST_FIT_MM else None

    def _guessed(self, tags: list[Detection], size_px: tuple[int, int]) -> TableMap | None:
        """Return the map through an uncalibrated lens: without distortion if that fits, else with the
        distortion that four markers showed. If four fit no lens, two or three are not believed.
        """
        size_before = None if self._guess is None else (self._guess.width_px, self._guess.height_px)
        lens = self._guess if self._guess is not None and size_before == size_px else pinhole(*size_px)
        found = map_from_markers(self.mat, lens, tags)
        if found is not None and _count(self.mat, tags) < MARKERS_FOR_A_BEND:
            return None if self._fits_no_lens else found
        if found is None or found.error_mm > STRAIGHT_MM:
            found = map_through_unknown_lens(self.mat, size_px, tags) or found
        if found is not None:
            self._fits_no_lens = found.error_mm > WORST_FIT_MM
            self._guess = None if self._fits_no_lens else found.lens
        return found

    def _markers_in_place(
        self, grey: Grey, table: TableMap, enough: int, *, is_quick: bool = True
    ) -> list[Detection]:
        """Find the markers within one marker's width of where they should be, until so many were found. `is_quick`: those
        under an arm need not be looked for thoroughly, if two others tell where the mat is.
        """
        height, width = grey.shape
        picture = Region(0, 0, width, height)
        seen: list[Detection] = []
        missed: list[Region] = []
        for expected_px in self._expected(table).values():
            place = bounds(scale_quad(expected_px, SEARCHED)).widened(8, grey)
            if len(seen) < enough and place.overlaps(picture):
                found = self._tags_in(grey, place, is_quick=is_quick)
                seen += found
                missed += [] if found else [place]
        if is_quick and len(seen) < FEWEST_MARKERS:
            seen += [tag for place in missed for tag in self._tags_in(grey, place)]
        return seen

    def _tags_in(self, grey: Grey, place: Region, *, is_quick: bool = False) -> list[Detection]:
        tags = self._tags(place.of(grey), is_quick=is_quick)
        return [tag.shifted(place.left, place.top) for tag in tags]

    def _expected(self, table: TableMap) -> dict[str, Quad]:
        """Return where the markers should be seen, computed once for each map."""
        if table is not self._expected_by:
            self._expected_by = table
            corners_px = (table.image_from_table(np.array(marker.corners_mm)) for marker in self.mat.markers)
            self._expected_px = {
                str(marker.id): quad(corners)
                for marker, corners in zip(self.mat.markers, corners_px, strict=True)
            }
        return self._expected_px

    def _moved_px(self, table: TableMap, seen: list[Detection]) -> float | None:
        """Return the median distance of the markers from where they should be; None if none is seen."""
        expected = self._expected(table)
        apart = [
            float(np.linalg.norm(centre(tag.corners_px) - centre(expected[tag.text])))
            for tag in seen
            if tag.text in expected
        ]
        return float(np.median(apart)) if apart else None


def is_mirrored(grey: Grey, markers: frozenset[int]) -> bool:
    """Tell whether enough markers to find a mat are seen in a mirror, in which none can be read."""
    return len({tag.text for tag in read_tags(cv2.flip(grey, 1), only=markers)}) >= FEWEST_MARKERS


MIRRORED_TOLD = Text(
    "the picture is mirrored, so nothing is read: switch that off in the camera's app, or write mirrored: before the camera's"
    " name, as in --camera mirrored:0"
)


def _px_per_mm(mat: Mat, table: TableMap) -> float | None:
    """Return the scale at the zone for cards that is seen smallest; None on a mat without such zones."""
    middles = [zone.middle_mm for zone in mat.zones if takes_cards(zone)]
    return table.px_per_mm(np.array(middles)) if middles else None


def _count(mat: Mat, tags: list[Detection]) -> int:
    """Count the mat's markers among some tags."""
    return len({tag.text for tag in tags} & {str(marker.id) for marker in mat.markers})
