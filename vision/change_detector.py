"""Finds the parts of a frame that changed and came to rest: the cheap look at every frame, before decoding.

A frame is compared at a quarter of its size with the frame before (does anything move there?) and with what
was last read there (is it still the same?). A part that differs and has kept still for two frames is returned
for reading, with every frame again until the reader calls `ChangeDetector.settle`. Where a hand only passed,
nothing is left to read. Takes 0.3 ms of CPU for a frame of 1920 by 1080.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import STRIDE, Frame, Grey, Quad, Region, scale_quad

CELL = 8
"""The side of a cell, in px of the small picture: 32 px of the frame."""
CHANGED = 14
"""The difference that counts as a change, in grey levels: above a camera's noise after a 3 by 3 blur, below
what a card changes. Checked, like the constants below, on the virtual table (docs/truth.md).
"""
STILL_FRAMES = 2
"""How many frames a part must keep still."""
PRINT_CELLS = 4
"""A code of 2 px a module covers about so many cells; fewer cells with print hold no code."""
DETAILED = 14
"""The mean difference of neighbouring pixels in a cell with print, in grey levels: codes have 20 and more,
arms and mats 2 to 8.
"""
EDGE = 9
"""By how many grey levels the difference of neighbouring pixels grows at the edge of a hand, which differs by `CHANGED` at
least from what it covers; at the edge of the shadow of somebody who leans over it grows by less.
"""
HAND_EDGES = 4
"""How many cells have such an edge at least near a part of a hand; a token that was just laid leaves one or two beside it.
"""
MOST_LIGHT, DARKEST = 2.0, 8
"""How many times brighter a place becomes at most when a shadow leaves it; and the grey level below which a place is too
dark to tell by how many times.
"""
SQUARE_PX = (5, 5)
"""The size of a corner square of a code of 3 px a module, in the small picture: so much print alone may be one."""
BESIDES = 1.2
"""A code that was read covers so many times its size: its corners are off by a module, and the small picture is coarse."""
GLANCES = 4
"""How often a part is returned at most while something moves beside it: a hand draws back for half a second."""
NEIGHBOURS, FARTHER = np.ones((3, 3), np.uint8), np.ones((5, 5), np.uint8)
DISTURBED = 0.2
"""The share of all cells whose change means a disturbance; hands and cards of two players change less."""
MOSTLY = 0.9
"""The share of a part that must have been seen bare, to compare it with the bare table."""
AROUND = 1.8
"""The size of the surroundings of an object, as a multiple of it: a hand that covers the object crosses them."""
ENOUGH = 0.4
"""The share of the surroundings that must have been seen bare."""
OTHERWISE = 0.05
"""The share of the surroundings that may differ, by noise or a neighbour's edge; a finger covers twice as
much.
"""
WHITE, GLARING = 245, 6
"""`WHITE` is the grey level of glare, and `GLARING` the least number of such px in the small picture; white
paper in usual light has fewer.
"""
SPECK = 2
"""How many px of a cell must differ; a single one is noise."""

Mask = NDArray[Any]
"""One value a cell: (rows, columns) uint8, 0 or 1, or a count."""


@dataclass(frozen=True, slots=True)
class ChangedPart:
    """A part that has changed and keeps still. `glance` counts how often it was returned while something moved beside it;
    0: nothing moves there, so that all of it can be seen.
    """

    region: Region
    glance: int = 0

    @property
    def is_apart(self) -> bool:
        """Whether nothing moves beside it."""
        return self.glance == 0


@dataclass(slots=True)
class _Memory:
    """What is remembered of the frames so far, for one size of frame.

    `print_level` is the mean difference of neighbouring pixels in each cell of `before`, once somebody has asked for it;
    `was_read` is 1 where a cell was settled at least once; `moved_ms` is when each cell moved last; `still` and `looks` are
    counts for each cell; `glances` counts how often a part was returned while something moved beside it, and `is_wanted` is 1
    where it is to be returned once more; `has_things` is 1 where what has changed is no hand; `restless` is 1 where something
    moves or has changed; `glares` is 1 where a cell was too bright to show a change when it was read, and `is_stirred` where
    something has moved over it, or over a cell that glares beside it, since. `bare` is the picture of the empty place, where
    `is_known` is 1; `searched` is the picture in which no unread code was found, where `is_searched` is 1.
    """

    before: Grey
    looked_at: Grey
    was_read: Mask
    moved_ms: NDArray[np.int64]
    still: Mask
    looks: Mask
    glances: Mask
    is_wanted: Mask
    has_things: Mask
    moving: Mask
    restless: Mask
    glares: Mask
    is_stirred: Mask
    bare: Grey
    is_known: Mask
    searched: Grey
    is_searched: Mask
    print_level: Mask | None = None


def _first_memory(small: Grey, at_ms: int) -> _Memory:
    """Return the memory after the first frame: all of it rests, and all of it counts as changed."""
    cells = _cells_in(small.shape)
    # The negative of the frame stands for what was read before, so that everything counts as changed.
    return _Memory(
        before=small,
        looked_at=cv2.bitwise_not(small),
        was_read=np.zeros(cells, np.uint8),
        moved_ms=np.full(cells, at_ms, np.int64),
        still=np.full(cells, STILL_FRAMES, np.uint8),
        looks=np.zeros(cells, np.uint8),
        glances=np.zeros(cells, np.uint8),
        is_wanted=np.zeros(cells, np.uint8),
        has_things=np.zeros(cells, np.uint8),
        moving=np.ones(cells, np.uint8),
        restless=np.ones(cells, np.uint8),
        glares=np.zeros(cells, np.uint8),
        is_stirred=np.zeros(cells, np.uint8),
        bare=small.copy(),
        is_known=np.zeros(small.shape, np.uint8),
        searched=small.copy(),
        is_searched=np.zeros(cells, np.uint8),
    )


class ChangeDetector:
    """Follows the frames of one camera."""

    def __init__(self) -> None:
        self._memory: _Memory | None = None
        self.is_disturbed = False
        """Whether much of the last frame moved: a bump, the light, somebody leaning over the table."""
        self.is_moving = False
        """Whether any part of the last frame moved."""
        self.is_at_rest = False
        """Whether nothing moved in the last frame, and no part was left to read."""

    def feed(self, frame: Frame, *, is_soft: bool = False, is_steady: bool = False) -> list[ChangedPart]:
        """Take a frame; return the parts that have changed and come to rest. The first
        frame is one such part. `is_soft`: edges may be off by a fraction of a pixel, which is no change.
        `is_steady`: the camera saw that all of it rests, whatever the frame before shows.
        """
        small = cv2.blur(_averaged(frame.evened().grey) if is_soft else frame.small, (3, 3))
        memory = self._memory
        if memory is None or memory.before.shape != small.shape:
            self._memory = _first_memory(small, frame.at_ms)
            return [ChangedPart(Region(0, 0, *frame.size_px))]
        moving = _cells_that_differ(small, memory.before)
        memory.is_stirred |= _joined_to(moving & memory.glares, memory.glares)
        changed: Mask = _cells_that_differ(small, memory.looked_at) | memory.is_stirred
        memory.before, memory.moving, memory.restless = small, moving, moving | changed
        memory.print_level = None
        moving_cells, has_changed = cv2.countNonZero(moving), cv2.countNonZero(changed) > 0
        self.is_disturbed = moving_cells > DISTURBED * moving.size
        self.is_moving = moving_cells > 0
        self.is_at_rest = not (self.is_moving or has_changed)
        if moving_cells:
            memory.moved_ms[moving > 0] = frame.at_ms
        if not has_changed:
            return []
        moves = moving > 0
        memory.still += memory.still < STILL_FRAMES
        memory.still[moves] = 0
        near = cv2.dilate(moving, FARTHER)
        # The whole neighbourhood is reset; else a card that was lifted would never be looked for again.
        is_near = near > 0
        memory.looks[is_near] = memory.has_things[is_near] = 0
        memory.glances[moves] = 0
        if is_steady:
            memory.still[:] = STILL_FRAMES
            near[:] = 0
        near[memory.still < STILL_FRAMES] = 1
        return self._at_rest(changed & (memory.still > 0), near, frame)

    def count_look(self, region: Region) -> int:
        """Count a look at this part; return how many there were since something moved there (the mean of
        its cells).
        """
        count = self.looks_at(region) + 1
        _part(self._known.looks, region)[:] = count
        return count

    def looks_at(self, region: Region) -> int:
        """Return how often this part was looked at since something moved there (the mean of its cells)."""
        return int(_part(self._known.looks, region).mean())

    def settle(self, region: Region, *, is_bare: bool = False) -> None:
        """Note that this part was read as it is now; it is returned again only after a change. `is_bare`: nothing is seen
        to lie there; where something glares, that says nothing.
        """
        memory = self._known
        rows, columns = _small(region)
        memory.looked_at[rows, columns] = memory.before[rows, columns]
        part = _cells_of(region)
        memory.was_read[part] = 1
        memory.is_stirred[part] = 0
        _, white = cv2.threshold(memory.before[_whole_cells(part)], WHITE - 1, 255, cv2.THRESH_BINARY)
        memory.glares[part] = cell_means(white) >= 255 * GLARING // CELL**2
        if is_bare and not self.has_glare(region):
            memory.bare[rows, columns] = memory.before[rows, columns]
            memory.is_known[rows, columns] = 1

    def glance_again(self, region: Region) -> None:
        """Note that this part was not read well, so that it is returned once more even if something moves beside it."""
        _part(self._known.is_wanted, region)[:] = 1

    def is_settled(self, region: Region) -> bool:
        """Tell whether nothing moves in this part, and it is the same as when it was read."""
        return not _part(self._known.restless, region).any()

    def has_changed(self, region: Region) -> bool:
        """Tell whether at least a card's print has changed in this part since it was read before the last frame."""
        return int(np.count_nonzero(_part(self._known.restless, region))) >= PRINT_CELLS

    def moving_px(self) -> list[tuple[float, float]]:
        """Return the middles of the cells in which something moves, in px of the frame."""
        return _middles_px(self._known.moving)

    def pausing_px(self, least_px: float, besides: Iterable[Region]) -> list[tuple[float, float]]:
        """Return the middles of the cells in which something at least so wide has changed that may be a hand that pauses,
        in px of the frame: it has edges, which a soft shadow has not. `besides`: where objects lie that were read there.
        """
        memory = self._known
        if self.is_at_rest:
            return []
        across = max(2, round(least_px / (STRIDE * CELL)))
        wide = cv2.morphologyEx(memory.restless, cv2.MORPH_OPEN, np.ones((across, across), np.uint8))
        pausing = wide & ~memory.has_things
        # Around that, and as far as the edges of a hand are from its middle, edges are looked for.
        left, top, width, height = cv2.boundingRect(pausing)
        if not width:
            return []
        far = across + 1
        part = (slice(max(0, top - far), top + height + far), slice(max(0, left - far), left + width + far))
        pixels = _whole_cells(part)
        now, read = memory.before[pixels], memory.looked_at[pixels]
        # A hand may have lain there when it was read, or an object when it was seen bare.
        then = cv2.max(_detail(read), _detail(memory.bare[pixels]) * memory.is_known[pixels])
        edges = _cells_with_more_edges(_detail(now), _as_lit(then, read, now))
        _blank(edges, part, map(_cells_of, besides))
        # An arm that draws back is told as moving; its edges are no edges of what lies in the shadow beside it.
        edges[cv2.dilate(memory.moving[part], NEIGHBOURS) > 0] = 0
        near = cv2.boxFilter(edges, -1, (2 * across + 3, 2 * across + 3), normalize=False)
        pausing[part] &= (near >= HAND_EDGES).astype(np.uint8)
        return _middles_px(pausing)

    def moves_in(self, region: Region) -> bool:
        """Tell whether something moved in this part in the last frame."""
        return bool(_part(self._known.moving, region).any())

    def rests_since_ms(self, region: Region) -> int:
        """Return the time of the first of the frames in which all of this part looks as in the last."""
        return int(_part(self._known.moved_ms, region).max())

    def note_things(self, region: Region) -> None:
        """Note that what has changed in this part and rests is no hand."""
        _part(self._known.has_things, region)[:] = 1

    def note_bare(self, besides: Iterable[Region]) -> None:
        """Remember the table as it is now as bare, except for these parts, where objects lie."""
        memory = self._known
        memory.bare, memory.is_known = memory.before.copy(), np.ones_like(memory.is_known)
        for region in besides:
            memory.is_known[_small(region)] = 0

    def note_covered(self, region: Region) -> None:
        """Note that an object lies in this part, so that it was never seen bare."""
        self._known.is_known[_small(region)] = 0

    def now(self, region: Region) -> Grey:
        """Return a part of the last frame, at a quarter of its size."""
        rows, columns = _small(region)
        return self._known.before[rows, columns]

    def as_looked_at(self, region: Region) -> Grey | None:
        """Return the same part as it was when it was last settled; None if some of it never was."""
        rows, columns = _small(region)
        return self._known.looked_at[rows, columns] if _part(self._known.was_read, region).all() else None

    def as_bare(self, region: Region) -> Grey | None:
        """Return the same part as it was when nothing lay there; None if most of it was never seen bare."""
        rows, columns = _small(region)
        seen = self._known.is_known[rows, columns]
        return self._known.bare[rows, columns] if seen.size and seen.mean() > MOSTLY else None

    def is_clear_around(self, region: Region, besides: Iterable[Region]) -> bool:
        """Tell whether no hand reaches into a part: its surroundings look bare, apart from the parts
        `besides`, where other objects lie.
        """
        memory = self._known
        rows, columns = _small(region)
        around = _small(region.grown(AROUND))
        known = memory.is_known[around].copy()
        _blank(known, around, map(_small, (region, *besides)))
        ring_px = known.size - (rows.stop - rows.start) * (columns.stop - columns.start)
        if np.count_nonzero(known) < ENOUGH * ring_px:
            return False
        differs = cv2.absdiff(memory.before[around], memory.bare[around]) > CHANGED
        return bool(np.count_nonzero(differs & (known > 0)) <= OTHERWISE * ring_px)

    @property
    def _known(self) -> _Memory:
        assert self._memory is not None, "no frame was fed yet"
        return self._memory

    def _at_rest(self, cells: Mask, near: Mask, frame: Frame) -> list[ChangedPart]:
        """Return the connected parts of some cells. A part beside something that moves, or that has only just stopped,
        is returned once, when enough of it can be seen, so that a card is read while the hand still draws back; and again
        while the reader wants it.
        """
        if not cells.any():
            return []
        memory = self._known
        is_due = (memory.glances == 0) | ((memory.is_wanted > 0) & (memory.glances < GLANCES))
        joined = cv2.dilate(cells, NEIGHBOURS)
        count, labels, boxes, _ = cv2.connectedComponentsWithStats(joined)
        found = []
        for label in range(1, count):
            x, y, across, down, _ = boxes[label].tolist()
            part = (slice(y, y + down), slice(x, x + across))
            inside = (labels[part] == label) & (cells[part] > 0)
            glance = 0
            if (near[part] & inside).any():
                due = inside & is_due[part]
                if np.count_nonzero(due) < PRINT_CELLS:
                    continue
                printed = inside & self._detailed(part)
                if np.count_nonzero(printed & due) < PRINT_CELLS:
                    continue
                memory.glances[part][inside] += 1
                memory.is_wanted[part][inside] = 0
                inside = printed  # Of the hand itself nothing needs to be read.
                glance = int(memory.glances[part][inside].max())
            found.append(ChangedPart(_region(x, y, inside, frame), glance))
        return found

    def has_print(self, region: Region, besides: Iterable[Region], fewest: int = PRINT_CELLS) -> bool:
        """Tell whether a part, apart from the parts `besides`, has at least `fewest` cells with print; arms,
        sleeves and plain mats have none.
        """
        part = _cells_of(region)
        printed = self._detailed(part)
        _blank(printed, part, map(_cells_of, besides))
        return bool(np.count_nonzero(printed) >= fewest)

    def note_searched(self, region: Region, besides: Iterable[Region]) -> None:
        """Note that this part was searched for unread codes, and that there are none but `besides`."""
        memory, part = self._known, _cells_of(region)
        pixels = _whole_cells(part)
        memory.searched[pixels] = memory.before[pixels]
        here = memory.is_searched[part]
        here[:] = 1
        _blank(here, part, map(_cells_of, besides))

    def parts_to_search(self, region: Region, besides: Iterable[Quad]) -> list[Region]:
        """Return the connected parts of a region that have print, however little, besides that of codes whose corners are
        given, and that look otherwise than when they were searched: the smallest first, each with a margin of a cell within
        the region.
        """
        part = _cells_of(region)
        rows, columns = _whole_cells(part)
        detail = _detail(self._known.before[rows, columns])
        offset = np.array((columns.start, rows.start))
        for corners_px in besides:
            code = scale_quad(corners_px, BESIDES) / STRIDE - offset
            cv2.fillConvexPoly(detail, np.round(code).astype(np.int32), (0,))
        _, printed = cv2.threshold(cv2.blur(detail, SQUARE_PX), DETAILED, 255, cv2.THRESH_BINARY)
        is_new = cv2.dilate(self._looks_otherwise(part), NEIGHBOURS)
        _, _, boxes, _ = cv2.connectedComponentsWithStats((cell_means(printed) > 0) * is_new)
        found = [
            _at_cell(part, x - 1, y - 1, across + 2, down + 2) for x, y, across, down, _ in boxes[1:].tolist()
        ]
        return sorted((one.cut(region) for one in found), key=lambda one: one.area_px)

    def newly_printed_parts(self, region: Region) -> list[Region]:
        """Return the connected parts of a region with print that the bare table has not, each with a margin of a cell
        within the region.
        """
        memory, part = self._known, _cells_of(region)
        pixels = _whole_cells(part)
        known = memory.is_known[pixels]
        # Where the bare place is not known, its negative stands for it.
        bare = np.where(known > 0, memory.bare[pixels], ~memory.before[pixels])
        printed = self._detailed(part) & (_cells_that_differ(memory.before[pixels], bare) > 0)
        _, _, boxes, _ = cv2.connectedComponentsWithStats(cv2.dilate(printed.astype(np.uint8), NEIGHBOURS))
        return [_at_cell(part, *box).cut(region) for *box, _ in boxes[1:].tolist()]

    def cut_to_print(self, region: Region) -> Region:
        """Return the part of a region around all cells with print and their neighbours, where codes can be; the region
        itself if there are none.
        """
        part = _cells_of(region)
        left, top, across, down = cv2.boundingRect(self._detailed(part).astype(np.uint8))
        if not across:
            return region
        scale, (rows, columns) = STRIDE * CELL, part
        return Region(
            max(region.left, (columns.start + left - 1) * scale),
            max(region.top, (rows.start + top - 1) * scale),
            min(region.right, (columns.start + left + across + 1) * scale),
            min(region.bottom, (rows.start + top + down + 1) * scale),
        )

    def _looks_otherwise(self, part: tuple[slice, slice]) -> Mask:
        """Return 1 for each cell of a part that was not searched as it looks now, else 0."""
        memory, pixels = self._known, _whole_cells(part)
        return _cells_that_differ(memory.before[pixels], memory.searched[pixels]) | (
            1 - memory.is_searched[part]
        )

    def has_glare(self, region: Region) -> bool:
        """Tell whether some of a part is as bright as the camera can show."""
        return bool(np.count_nonzero(self.now(region) >= WHITE) >= GLARING)

    def _detailed(self, part: tuple[slice, slice]) -> Mask:
        """Return which cells of a part hold print: neighbouring pixels differ much."""
        memory = self._known
        if memory.print_level is None:
            memory.print_level = cell_means(_detail(memory.before))
        return memory.print_level[part] >= DETAILED


def print_level(small: Grey) -> float:
    """Return how much print a part of a small picture has: the mean difference of neighbouring pixels, in
    grey levels.
    """
    return float(_detail(small).mean())


def _detail(pixels: Grey) -> Grey:
    """Return how much each pixel differs from its neighbours."""
    return cv2.morphologyEx(pixels, cv2.MORPH_GRADIENT, NEIGHBOURS)


def _averaged(grey: Grey) -> Grey:
    """Return the mean of every four by four pixels, as large as a thinned picture."""
    height, width = grey.shape
    return cv2.resize(grey, (-(-width // STRIDE), -(-height // STRIDE)), interpolation=cv2.INTER_AREA)


def _region(column: int, row: int, cells: Mask, frame: Frame) -> Region:
    """Return the region of the frame that some cells cover, in a part whose first cell is at `column` and `row`."""
    left, top, across, down = cv2.boundingRect(cells.astype(np.uint8))
    scale, (width, height) = STRIDE * CELL, frame.size_px
    return Region(
        (column + left) * scale,
        (row + top) * scale,
        min(width, (column + left + across) * scale),
        min(height, (row + top + down) * scale),
    )


def _at_cell(part: tuple[slice, slice], column: int, row: int, across: int, down: int) -> Region:
    """Return the region of the frame that some cells cover; the cells are counted from the corner of a part."""
    rows, columns = part
    left, top, scale = columns.start + column, rows.start + row, STRIDE * CELL
    return Region(left * scale, top * scale, (left + across) * scale, (top + down) * scale)


def _middles_px(cells: Mask) -> list[tuple[float, float]]:
    """Return the middles of some cells, in px of the frame."""
    if not cells.any():
        return []
    rows, columns = np.nonzero(cells)
    middles: NDArray[Any] = (np.stack([columns, rows], axis=1) + 0.5) * (STRIDE * CELL)
    return [(x, y) for x, y in middles.tolist()]


def _cells_that_differ(one: Grey, other: Grey) -> Mask:
    """Return 1 for each cell in which enough pixels differ, else 0."""
    _, differs = cv2.threshold(cv2.absdiff(one, other), CHANGED, 255, cv2.THRESH_BINARY)
    if not cv2.countNonZero(differs):
        return np.zeros(_cells_in(one.shape), np.uint8)
    return (cell_means(differs) >= 255 * SPECK // CELL**2).astype(np.uint8)


def cells_with_new_edges(now: Grey, then: Grey) -> Mask:
    """Return 1 for each cell of a small picture with an edge that was not there then, whatever the light, else 0."""
    return _cells_with_more_edges(_detail(now), _as_lit(_detail(then), then, now))


def _cells_with_more_edges(now: Grey, then: Grey) -> Mask:
    """Return 1 for each cell in which neighbouring pixels differ more than they did there and beside before, else 0. It takes
    how much they differ.
    """
    more = cv2.subtract(now, cv2.dilate(then, NEIGHBOURS))
    _, edges = cv2.threshold(more, EDGE, 255, cv2.THRESH_BINARY)
    return (cell_means(edges) >= 255 * SPECK // CELL**2).astype(np.uint8)


def _as_lit(detail: Grey, then: Grey, now: Grey) -> Grey:
    """Return how much neighbouring pixels differed, as they would in the light of now: where a shadow has gone, print
    differs more.
    """
    brighter = cell_means(now).astype(np.float32) / np.maximum(cell_means(then), DARKEST)
    factors = cv2.resize(np.clip(brighter, 1, MOST_LIGHT), detail.shape[::-1])
    return cv2.multiply(detail, factors, dtype=cv2.CV_8U)


def _joined_to(some: Mask, cells: Mask) -> Mask:
    """Return the connected parts of `cells` in which some cells lie."""
    if not some.any():
        return some
    _, labels = cv2.connectedComponents(cells)
    return np.isin(labels, labels[some > 0]).astype(np.uint8)


def cell_means(small: Grey) -> Grey:
    """Return the mean of each cell of a small picture."""
    means = _in_whole_cells(small)
    # Halving three times is three times as fast as one step, and rounds well enough to tell one pixel from two.
    while means.shape[0] > -(-small.shape[0] // CELL):
        means = cv2.resize(means, (means.shape[1] // 2, means.shape[0] // 2), interpolation=cv2.INTER_AREA)
    return means


def _cells_in(shape: tuple[int, ...]) -> tuple[int, int]:
    """Return how many rows and columns of cells a small picture has."""
    return -(-shape[0] // CELL), -(-shape[1] // CELL)


def _in_whole_cells(small: Grey) -> Grey:
    """Return a small picture with its last row and column repeated until it has only whole cells."""
    height, width = small.shape
    below, beside = -height % CELL, -width % CELL
    if not (below or beside):
        return small
    return cv2.copyMakeBorder(small, 0, below, 0, beside, cv2.BORDER_REPLICATE)


def _cells_of(region: Region) -> tuple[slice, slice]:
    scale = STRIDE * CELL
    return (
        slice(region.top // scale, -(-region.bottom // scale)),
        slice(region.left // scale, -(-region.right // scale)),
    )


def _whole_cells(part: tuple[slice, slice]) -> tuple[slice, slice]:
    """Return the pixels of the small picture that some cells cover."""
    rows, columns = part
    return slice(rows.start * CELL, rows.stop * CELL), slice(columns.start * CELL, columns.stop * CELL)


def _blank(mask: Mask, within: tuple[slice, slice], parts: Iterable[tuple[slice, slice]]) -> None:
    """Set parts of the picture to 0 in a mask of a part."""
    rows, columns = within
    for down, across in parts:
        mask[
            max(0, down.start - rows.start) : max(0, down.stop - rows.start),
            max(0, across.start - columns.start) : max(0, across.stop - columns.start),
        ] = 0


def _part(cells: Mask, region: Region) -> Mask:
    return cells[_cells_of(region)]


def _small(region: Region) -> tuple[slice, slice]:
    return (
        slice(region.top // STRIDE, -(-region.bottom // STRIDE)),
        slice(region.left // STRIDE, -(-region.right // STRIDE)),
    )
