"""Remembers how the table looked in the first frame, and finds what looks different now, also in zones for cards.

A lamp is switched on, the sun goes down, a camera takes its first pictures too dark: the light changes everywhere and
smoothly, a hand changes a part. So the remembered picture is fitted to the light of now: brighter or darker by a factor
whose logarithm is a quadratic function of the place, chosen by least absolute differences, which a few hands and cards do
not bend. Where that does not explain what is seen, and nothing has an edge, the edge of a soft shadow lay on the first
picture, or lies there now.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import NOTHING_SEEN, Mat, Zone, ZonesSeen
from companion.observation import What
from vision.change_detector import (
    CELL,
    FARTHER,
    HAND_EDGES,
    NEIGHBOURS,
    WHITE,
    ChangeDetector,
    ChangedPart,
    cell_means,
    cells_with_new_edges,
)
from vision.detectors.retries import QUIET
from vision.frame import STRIDE, Frame, Grey, Quad, Region, bounds, centre, quad
from vision.sharpness import takes_cards
from vision.table_map import TableMap
from vision.tracked_objects import TrackedObject, print_around

DRIFT = 12
"""Grey levels by which a lamp may drift; a card that fills the rest of a zone differs more."""
OTHERWISE, OTHERWISE_IN_DIM_LIGHT = 18, 8
"""Grey levels by which bare mat differs at most: the noise of a camera, and a lamp that drifts, are less. In dim light all
differences shrink: at a third of the usual light 12 % of a card face down differs by more than 18, and 25 % by more than 8.
"""
USUAL_LIGHT = 125
"""The brightness of the picture's brightest hundredth in usual light, in grey levels, on the virtual table (43 in the
evening).
"""
SPARSE = 4
"""Every fourth pixel is enough to tell it."""
SPREAD_MM = np.array([(0.0, 0.0), (400.0, 0.0), (400.0, 300.0), (0.0, 300.0)])
"""Four places of a mat by which two views of it are laid over each other."""
EDGE = 24
"""The difference of px that are near each other, in grey levels, at an edge of print. In other light, or after a bump of a
millimetre, an edge differs more than bare mat does, and says nothing of what lies there; without a bump only where the light
has changed much: the lines of a board have 36, and cover most of it.
"""

DARKEST, CLIPPED = 8, 245
"""Grey levels below which a factor cannot be told, and from which a camera shows everything alike."""
ROUNDS = 8
"""How often the light is fitted, each time with less weight for the places that fit badly; more changes nothing."""
ALMOST_NONE = 1e-6
"""Keeps terms of which the places tell nothing at zero."""
SURE = 0.01
"""The difference of logarithms that is noise."""
FEWEST_PLACES = 200
"""The least number of places by which the light is fitted; a picture of 1920 by 1080 has 2,040."""
AGREE = 0.6
"""The share of the places that must be explained by the light, for it to be believed."""
RELIT, SOMEWHERE = 4, 0.1
"""The light may have changed if `SOMEWHERE`, a share of the picture, differs by more than `RELIT` grey levels; it counts as
the same if it brings less than that to every place.
"""
EVERY_MS, AT_REST_MS = 300, 1500
"""How often the light is compared with that of the first frame, and how often while nothing changes."""
LARGE_PX = 150_000
"""To read a larger part takes most of what a frame may cost."""
NEAR = (13, 13)
"""How many cells around a cell are searched for edges: in dim light only one side of an arm has any, and its shadow lies
beside it.
"""
LIT_ANEW = 0.25
"""The share of the picture that has changed when the light has: a shadow has come or gone, or a lamp was switched on."""


@dataclass(frozen=True, slots=True)
class _Light:
    """How much brighter the table is than in the first frame: the terms of a quadratic function of the place, for the
    logarithm of the factor, and how much shadows add to it in each cell.
    """

    terms: NDArray[np.float64]
    shadows: NDArray[np.float64] | float = 0.0

    def over(self, shape: tuple[int, int]) -> NDArray[np.float32]:
        """Return the factor at each place of a picture with one px a cell."""
        factors = np.exp((_powers(shape) @ self.terms).reshape(shape) + self.shadows)
        return factors.astype(np.float32)


FIRST_LIGHT = _Light(np.zeros(6))


class BareTable:
    """The table in a camera's first frame, at a quarter of its size; after a bump, or in other light, it is shown as the
    camera sees it now.
    """

    def __init__(
        self,
        detector: ChangeDetector,
        whole: Region,
        things: Iterable[Quad],
        tints: NDArray[np.float32] | None = None,
    ) -> None:
        """Take the corners, in px, of what lies on the table in the first frame: what is under it is not known. `tints` are
        the colours of the first frame, (H, W, 2), a quarter of its size; None: they are not needed.
        """
        self._first_tints = self._tints = tints
        self._whole = whole
        self._shown: Grey = detector.now(whole).copy()
        self._first = self._shown.astype(np.float32)
        """The first frame. Where it was too bright, and later light showed more, it has levels above 255."""
        self._empty_first = self._empty = _without(self._shown.shape, things)
        """1 where nothing lay, else 0: in the first frame, and as shown."""
        self._is_plain = np.ones_like(self._empty)
        """1 where there is no edge of print, or light and place are as in the first frame, else 0."""
        self._light = FIRST_LIGHT
        self._otherwise = _otherwise(self._shown)
        self._compared_ms = -EVERY_MS
        self._is_lit_anew = False
        """Whether the light has changed since it was compared."""
        self._has_waited = False
        """Whether the comparison was put off for a frame."""
        self._fitted_to: NDArray[Any] | None = None
        """What was seen, one px a cell, when the light was last fitted; None after the picture has changed."""
        self._first_map: TableMap | None = None
        self._map: TableMap | None = None

    def follow(self, table: TableMap) -> None:
        """Take where the mat is seen now; the first map belongs to the first frame."""
        if table is self._map:
            return
        self._map = table
        if self._first_map is None:
            self._first_map = table
            return
        self._show(self._carried(self._first))

    def note_covered(self, corners_px: Quad) -> None:
        """Note that an object lay there from the first frame on: what is under it is not known."""
        place = np.round(corners_px / STRIDE).astype(np.int32)
        for empty in (self._empty_first, self._empty):
            cv2.fillConvexPoly(empty, place, (0,))

    def is_due(self, frame: Frame, parts: Sequence[ChangedPart], *, is_calm: bool) -> bool:
        """Tell whether to compare the light now: at once if so much has come to rest that it has changed, later where
        something else is to be read, which takes longer. Where much is to be read, it waits for the next frame. `is_calm`:
        nothing changes, and no hand rests there that was not checked.
        """
        most_px = max((one.region.area_px for one in parts), default=0)
        self._is_lit_anew |= any(
            one.is_apart and one.region.area_px > LIT_ANEW * frame.grey.size for one in parts
        )
        every_ms = 0 if self._is_lit_anew else AT_REST_MS if is_calm else EVERY_MS * (1 + bool(parts))
        if frame.at_ms - self._compared_ms < every_ms:
            return False
        if most_px > LARGE_PX and not self._has_waited:
            self._has_waited = True
            return False
        self._compared_ms, self._is_lit_anew, self._has_waited = frame.at_ms, False, False
        return True

    def relight(self, detector: ChangeDetector, besides: Iterable[Region], *, is_hand_seen: bool) -> bool:
        """Fit the picture to the light of the last frame, if that differs and explains most of what is seen; tell whether
        it did. `besides`: where things lie that were read. `is_hand_seen`: something is taken for a hand that may be the
        edge of a shadow.
        """
        now = detector.now(self._whole)
        if now.shape != self._shown.shape:
            return False
        seen, shown = _in_cells(now), _in_cells(self._shown)
        is_known = self._fitted_to is not None and np.abs(seen - self._fitted_to).max() < RELIT
        if is_known or (not is_hand_seen and np.mean(np.abs(seen - shown) > RELIT) < SOMEWHERE):
            return False
        self._fitted_to = seen
        moved, is_beside = self._carried(self._first), _beside(now.shape, besides)
        light = _fitted(seen, _in_cells(moved), is_beside)
        if light is not None:
            light = _with_shadows(light, now, moved, is_beside)
        if light is None or not _differ(light, self._light, shown):
            return False
        self._light = light
        self._show(self._seen_into(moved, now))
        return True

    def looks_otherwise(self, differs: NDArray[np.int16], sample: NDArray[np.int16]) -> NDArray[np.bool_]:
        """Return which pixels differ from the bare table by more than noise. A lamp that drifts changes all pixels of
        `sample` alike.
        """
        drift = float(np.clip(np.median(sample), -DRIFT, DRIFT))
        # Whole numbers are compared four times as fast as fractions.
        least, most = math.ceil(drift - self._otherwise), math.floor(drift + self._otherwise)
        return (differs < least) | (differs > most)

    def part(self, region: Region) -> Grey:
        """Return a part of the bare table's picture, without a copy."""
        return self._shown[_small(region)]

    def tints(self, region: Region) -> NDArray[np.float32] | None:
        """Return a part of the bare table's colours, (H, W, 2); None if they were not kept."""
        return None if self._tints is None else self._tints[_small(region)]

    def is_plain(self, region: Region) -> NDArray[np.bool_]:
        """Return where a part can be compared with the bare table in other light, and after a bump."""
        return self._is_plain[_small(region)] > 0

    def was_bare(self, region: Region) -> NDArray[np.bool_]:
        """Return where in a part nothing lay in the first frame that was read."""
        return self._empty[_small(region)] > 0

    def _carried(self, first: NDArray[Any]) -> NDArray[Any]:
        """Return a picture of the size of the first frame as it would be seen from where the camera is now."""
        if self._map is None or self._first_map is None or self._map is self._first_map:
            return first
        then, now = (
            one.image_from_table(SPREAD_MM).astype(np.float32) / STRIDE
            for one in (self._first_map, self._map)
        )
        height, width = first.shape[:2]
        return cv2.warpPerspective(
            first, cv2.getPerspectiveTransform(then, now), (width, height), borderMode=cv2.BORDER_REPLICATE
        )

    def _seen_into(self, moved: NDArray[Any], now: Grey) -> NDArray[Any]:
        """Return the first frame with what is seen now where it was too bright, and there is less light now."""
        light = self._factors()
        shows_more = (moved >= CLIPPED) & (now < CLIPPED) & (now > light * moved)
        if not shows_more.any():
            return moved
        self._first = np.where(shows_more, now / light, moved).astype(np.float32)
        self._empty_first, self._first_tints, self._first_map = self._empty, self._tints, self._map
        return self._first

    def _show(self, moved: NDArray[Any]) -> None:
        """Apply the present light to the first frame, which `_carried` moved to the present place of the mat."""
        self._fitted_to, factors = None, self._factors()
        self._shown = cv2.multiply(moved, factors, dtype=cv2.CV_8U)
        self._otherwise = _otherwise(self._shown)
        edges = cv2.morphologyEx(np.clip(moved, 0, 255).astype(np.uint8), cv2.MORPH_GRADIENT, FARTHER)
        is_plain = edges <= EDGE
        if moved is self._first:
            changes = cv2.resize(np.abs(np.log(self._factors_of_cells())), edges.shape[::-1])
            is_plain |= edges * changes <= DRIFT
        self._is_plain = is_plain.view(np.uint8)
        self._empty = self._carried(self._empty_first)
        self._tints = None if self._first_tints is None else self._carried(self._first_tints)

    def _factors(self) -> NDArray[Any]:
        """Return how much brighter the table is than in the first frame, for each px."""
        return cv2.resize(self._factors_of_cells(), self._first.shape[::-1])

    def _factors_of_cells(self) -> NDArray[np.float32]:
        return self._light.over(_cells(self._first.shape))


def offset_of(region: Region) -> NDArray[np.float32]:
    """Return the column and the row at which a part of the small frame begins."""
    return np.array((region.left // STRIDE, region.top // STRIDE), np.float32)


def _small(region: Region) -> tuple[slice, slice]:
    return (
        slice(region.top // STRIDE, -(-region.bottom // STRIDE)),
        slice(region.left // STRIDE, -(-region.right // STRIDE)),
    )


def _without(shape: tuple[int, ...], things: Iterable[Quad]) -> Grey:
    """Return 1 for each px of a small picture, and 0 where things lie."""
    known = np.ones(shape, np.uint8)
    for corners_px in things:
        cv2.fillConvexPoly(known, np.round(corners_px / STRIDE).astype(np.int32), (0,))
    return known


def _otherwise(bare: Grey) -> float:
    """Return by how many grey levels bare mat differs at most, in the light of a picture."""
    light = float(np.percentile(bare[::SPARSE, ::SPARSE], 99)) / USUAL_LIGHT
    return min(OTHERWISE, max(OTHERWISE_IN_DIM_LIGHT, OTHERWISE * light))


def _differ(light: _Light, other: _Light, shown: NDArray[Any]) -> bool:
    """Tell whether two lights make a visible difference. `shown` is the picture in the second, one px a cell."""
    ratio = light.over(shown.shape) / other.over(shown.shape)
    return bool((np.abs(ratio - 1) * shown).max() >= RELIT)


def _fitted(now: NDArray[Any], then: NDArray[Any], usable: NDArray[np.bool_]) -> _Light | None:
    """Return the light by which one picture becomes the other; None if it explains too little of it. Both have one px a
    cell.
    """
    usable = usable & (np.minimum(now, then) >= DARKEST) & (then < CLIPPED)
    if np.count_nonzero(usable) < FEWEST_PLACES:
        return None
    powers, was, seen = _powers(now.shape)[usable.ravel()], then[usable], now[usable]
    wanted, is_clipped = np.log(seen / was), seen >= CLIPPED
    across = np.ascontiguousarray(powers.T)
    weighted, missed = across, wanted
    terms = np.zeros(powers.shape[1])
    for _ in range(ROUNDS):
        terms = np.linalg.solve(weighted @ powers + ALMOST_NONE * np.eye(len(terms)), weighted @ wanted)
        missed = wanted - terms @ across
        weights = 1 / np.maximum(np.abs(missed), SURE)
        # Where the camera shows white, there may be any amount of light more.
        weights[is_clipped & (missed < 0)] = 0
        weighted = across * weights
    shown = np.minimum(was * np.exp(wanted - missed), 255)
    return _Light(terms) if np.mean(np.abs(shown - seen) <= DRIFT) >= AGREE else None


def _with_shadows(light: _Light, now: Grey, then: NDArray[Any], usable: NDArray[np.bool_]) -> _Light:
    """Return a light with what it does not explain where there is no edge of a hand or of a card. It takes small pictures."""
    seen, was = (np.clip(_in_cells(one), DARKEST, CLIPPED) for one in (now, then))
    edges = cells_with_new_edges(now, np.clip(then, 0, 255).astype(np.uint8))
    is_smooth = usable & (cv2.boxFilter(edges, -1, NEAR, normalize=False) < HAND_EDGES)
    missed = np.where(is_smooth, np.log(seen / was / light.over(seen.shape)), 0.0)
    near = np.maximum(cv2.blur(is_smooth.astype(np.float64), NEIGHBOURS.shape), ALMOST_NONE)
    return replace(light, shadows=cv2.blur(missed, NEIGHBOURS.shape) / near)


def _beside(shape: tuple[int, int], besides: Iterable[Region]) -> NDArray[np.bool_]:
    """Return the cells of a small picture that lie in none of some regions."""
    beside = np.ones(_cells(shape), np.bool_)
    side_px = STRIDE * CELL
    for region in besides:
        beside[
            region.top // side_px : -(-region.bottom // side_px),
            region.left // side_px : -(-region.right // side_px),
        ] = False
    return beside


@cache
def _powers(shape: tuple[int, int]) -> NDArray[np.float64]:
    """Return 1, x, y, x², xy and y² for each place of a picture, from -1 at one edge to 1 at the other."""
    height, width = shape
    y, x = np.meshgrid(np.linspace(-1, 1, height), np.linspace(-1, 1, width), indexing="ij")
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).reshape(-1, 6)


def _cells(shape: tuple[int, ...]) -> tuple[int, int]:
    return -(-shape[0] // CELL), -(-shape[1] // CELL)


def _in_cells(small: NDArray[Any]) -> NDArray[Any]:
    """Return the mean of each cell of a small picture: (rows, columns) float32."""
    return cell_means(small).astype(np.float32)


# --- card zones
# Tells of each zone that takes cards whether something lies there besides the cards that were read.
#
# A zone is compared with how it looked in the first frame, apart from the cards that were read there. A zone is free
# if nothing else lies there: no face-down card, no hand, no shadow; where that cannot be told, a zone is not free. A
# zone glares if something lies there that was not read, and part of it is as bright as the camera can show: the
# sleeve of a card reflects a lamp.

EDGE_MM = 4
"""How near to the edge of a zone the card of a neighbouring zone may lie."""
LEFT_OVER_MM2 = 1_200
"""What may look otherwise: the edge of a card that was read. A card face down is 5,544, half covered 2,700."""
GLARE_MM2 = 200
"""How much of what was not read must be as bright as the camera can show. A code of 27 mm is 729; of white print in usual
light, nothing is so bright.
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
        """Take a region that has come to rest, and all objects that are known on the table."""
        if table is None:
            self.seen = NOTHING_SEEN
            return
        self._follow(table)
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

    def seen_now(self, detector: ChangeDetector) -> ZonesSeen:
        """Return what is seen in the zones now: what has changed in a free one since it was looked at may be a card face
        down.
        """
        if detector.is_at_rest or not self.seen.free:
            return self.seen
        free = {name for name in self.seen.free if not detector.has_changed(self._places[name].region)}
        return replace(self.seen, free=frozenset(free))

    def overlap(self, region: Region, table: TableMap | None) -> bool:
        """Tell whether some of a region lies in such a zone, as far as is known."""
        if table is None:
            return True
        self._follow(table)
        return any(place.region.overlaps(region) for place in self._places.values())

    def _follow(self, table: TableMap) -> None:
        """Take where the mat is seen now."""
        if table is not self._map:
            self._map, self.seen = table, NOTHING_SEEN
            self._places = {zone.name: _place(zone, table) for zone in self._zones}


def _has_print(place: "_Place", known: Iterable[TrackedObject], detector: ChangeDetector) -> bool:
    """Tell whether there is print in a zone besides that of what was read."""
    return detector.has_print(place.region, [thing.covered for thing in known])


def _place(zone: Zone, table: TableMap) -> _Place:
    left, top = zone.x_mm + EDGE_MM, zone.y_mm + EDGE_MM
    right, bottom = zone.x_mm + zone.width_mm - EDGE_MM, zone.y_mm + zone.height_mm - EDGE_MM
    corners_mm = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float64)
    region = bounds(quad(table.image_from_table(corners_mm)))
    return _Place(region, table.px_per_mm(corners_mm))


@dataclass(frozen=True, slots=True)
class _Beside:
    """What a zone shows besides the cards that were read there: whether it is free, how many mm² look otherwise, and how
    many glare.
    """

    is_free: bool
    other_mm2: float = 0.0
    glare_mm2: float = 0.0

    @classmethod
    def of(cls, place: _Place, now: Grey, known: Iterable[TrackedObject], bare: BareTable) -> "_Beside":
        """Compare a zone with the bare table. With a known card that is hidden a zone is not free: nobody knows what hides
        it.
        """
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
    """Return the corners of what bears a code or a tag, or is known by its face: the card on which a code is printed
    upright, the token, the card.
    """
    corners_px = thing.corners_px
    if thing.what is not What.QR:
        return print_around(thing, code=QUIET, tag=QUIET)
    middle = centre(corners_px)
    across, down = (corners_px[1] - corners_px[0]) / 2 * WIDE, (corners_px[3] - corners_px[0]) / 2 * TALL
    return quad(
        [middle - across - down, middle + across - down, middle + across + down, middle - across + down]
    )
