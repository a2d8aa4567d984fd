"""Finds the cards in a photograph, on any ground, and their corners to within a few tenths of a mm.

1. Edges vote for places of about a card's size (`rectangle_votes`). How large that is, rectangles that stand out tell; if
   they are none of cards, the sizes of many to one in a picture are tried.
2. At each place four lines are fitted freely, on the card's outline, its printed frame or its sleeve. Whatever they lie on is
   a rectangle: all together tell the angle of the camera (`camera_tilt`).
3. Seen from straight above, all cards have one size: the largest at which most of them have four clear edges. Smaller ones
   are those of their frames; larger ones have no edges.
4. Edges vote again, now for that size alone. A rectangle of it is fitted to the edges at each place, and at last each side
   once more, because cards are a little bent. What is no rectangle of that size then is no card, or not all of it is seen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.ground import find_cards_on_ground
from vision.faces.outline import Outline, Pose, fit_outline
from vision.frame import Pixels, Quad, side_px
from vision.lens import Points
from vision.values.camera_tilt import CameraTilt, camera_tilt
from vision.values.edge_lines import Sides, SoftPicture, fit_sides
from vision.values.rectangle_votes import APART, WORKING_PX_PER_MM, LikelyPlace, likely_places

SCALES = 0.8 * 1.025 ** np.arange(20)
"""The scales that are tried, through an expected one: what stood out may be frames, or fields of a mat."""
CARDS_ACROSS = (3.6, 5.4, 2.4, 1.6)
"""How many widths of a card the shorter side of a picture has, in the order in which they are tried: nine cards are usual.
"""
SIZES = np.exp(np.arange(-0.12, 0.16, 0.01))
"""The sizes at which outlines are fitted, through the median of the free quadrilaterals: some of them are frames."""
CLEAR = 5.0
"""What is as clear as this is an edge; a frame that is clearer is none the more the outline of a card."""
NEARLY = 0.8
"""The largest size counts whose edges are so clear, as a share of the clearest ones."""
FEWEST_VOTES, FEWEST_VOTES_FLAT, FEWEST_VOTES_EXACT = 0.9, 0.75, 0.65
"""The votes of a place: in the photograph, seen from straight above, and from exactly there."""
ROUNDS = 3
"""How often the angle is found anew from what was found with the angle before."""
FREE_REACH_MM, FREE_STEP_MM = 5.0, 0.3
"""How far from a place's sides its free lines are looked for: the camera may look at it from an angle."""
REACH_MM, STEP_MM = 0.9, 0.06
STANDS_OUT = 0.9
"""By how much more brightness steps along the sides of a card than beside them, as the root of grey levels: cards had 1.3
and more, pictures on the ground 0.7 and less.
"""
SHIFTS_MM = [(0.0, 0.0), *((x, y) for x in (-2.5, 0.0, 2.5) for y in (-2.5, 0.0, 2.5) if x or y)]
"""Where a rectangle is begun to fit, one after the other, until it is exact: print and sleeves have edges too."""
EXACT, ALIKE, WORST = 0.007, 0.012, 0.03
"""How far a quadrilateral may be from a rectangle of the cards' size, as a share: exact, as bent cards are, and at most. Of
400 drawn cards most were within 0.005; what was found by mistake was at 0.01 to 0.03.
"""
LARGER = 1.5
"""How much more cards of a scale tried later must cover: the picture and the text of a card are rectangles of its shape too.
"""
FEW, MUCH = 3, 0.15
"""Fewer cards, on less than this share of the picture, may be a chance."""


@dataclass(frozen=True, slots=True, eq=False)
class _Cards:
    """Cards that were found at one scale, and how far each is from a rectangle of their size."""

    corners: Sequence[Quad]
    off: NDArray[np.float64]

    @property
    def alike(self) -> list[Quad]:
        return [one for one, off in zip(self.corners, self.off, strict=True) if off < ALIKE]

    @property
    def area_px(self) -> float:
        """What those cover that are alike."""
        return sum(side_px(one) ** 2 for one in self.alike)

    def are_sure(self, pixels: Pixels) -> bool:
        """Say whether no other scale need be tried."""
        height, width = pixels.shape[:2]
        is_much = len(self.alike) >= FEW or self.area_px >= MUCH * width * height
        return is_much and bool(np.median(self.off) < EXACT)


def cards_in(pixels: Pixels, size_mm: tuple[float, float]) -> list[Quad]:
    """Return the corners of the cards in a photograph, (H, W, 3) uint8 BGR, each from the beginning of a short side on."""
    outlines = find_cards_on_ground(pixels, [size_mm[0] / size_mm[1]])
    picture = SoftPicture(pixels)
    best = _Cards((), np.zeros(0))
    for px_per_mm in _scales(outlines, pixels, size_mm):
        found = _cards_at_scale(picture, size_mm, px_per_mm, outlines)
        if found.area_px > LARGER * best.area_px:
            best = found
        if best.are_sure(pixels):
            break
    return list(best.corners)


def _px_per_mm(corners_px: Quad, size_mm: tuple[float, float]) -> float:
    return 2 * side_px(corners_px) / sum(size_mm)


def _scales(outlines: Sequence[Quad], pixels: Pixels, size_mm: tuple[float, float]) -> Iterator[float]:
    """Yield the px of a mm as they may be, about: first that of the rectangles that stand out and cover most."""
    if outlines:
        scales = np.sort([_px_per_mm(one, size_mm) for one in outlines])
        covered = np.cumsum(scales**2)
        yield float(scales[np.searchsorted(covered, covered[-1] / 2)])
    yield from (min(pixels.shape[:2]) / (count * size_mm[0]) for count in CARDS_ACROSS)


def _cards_at_scale(
    picture: SoftPicture, size_mm: tuple[float, float], about_px_per_mm: float, outlines: Sequence[Quad]
) -> _Cards:
    pixels = picture.pixels
    places = likely_places(pixels, size_mm, list(about_px_per_mm * SCALES), FEWEST_VOTES)
    card = Pose(0.0, 0.0, 0.0, size_mm)
    found = [
        sides.corners_px
        for one in places
        if (sides := _free_sides(picture, one.image_from_card(), card)).stands_out >= STANDS_OUT
    ]
    if not found:
        return _Cards((), np.zeros(0))
    stood_out = [
        one for one in outlines if SCALES[0] < _px_per_mm(one, size_mm) / about_px_per_mm < SCALES[-1]
    ]
    tilt = camera_tilt([*found, *stood_out], pixels.shape, size_mm)
    tilt = tilt.at_scale(_common_scale(picture, found, tilt, card))
    for _ in range(ROUNDS):
        at = _places_from_above(pixels, tilt, size_mm, FEWEST_VOTES_FLAT)
        found = [one for place in at for _, one in _rectangles(picture, place, card, SHIFTS_MM[:1])]
        if not found:
            return _Cards((), np.zeros(0))
        tilt = camera_tilt(found, pixels.shape, size_mm)
        if np.median(tilt.off(found, size_mm)) < EXACT:
            break
    at = _places_from_above(pixels, tilt, size_mm, FEWEST_VOTES_EXACT, may_be_close=True)
    exact = _apart(_exact_rectangles(picture, at, card, tilt), tilt, size_mm)
    return _Cards(exact, tilt.off(exact, size_mm))


def _apart(found: Sequence[Quad], tilt: CameraTilt, size_mm: tuple[float, float]) -> list[Quad]:
    """Return the quadrilaterals of which none lies above another: of two, that which is exact, or had more votes."""
    middles = tilt.flat(found).mean(axis=1) if found else np.zeros((0, 2))
    kept: list[int] = []
    for n in np.argsort(tilt.off(found, size_mm) >= EXACT, kind="stable").tolist():
        far_px = np.hypot(*(middles[kept] - middles[n]).T)
        if (far_px > APART * size_mm[0] * tilt.px_per_mm).all():
            kept.append(n)
    return [found[n] for n in kept]


def _common_scale(picture: SoftPicture, found: Sequence[Quad], tilt: CameraTilt, card: Pose) -> float:
    """Return the px of a mm that all cards have, seen from straight above."""
    clear = np.zeros(len(SIZES))
    for corners in tilt.flat(found):
        (x, y), along = corners.mean(axis=0).tolist(), corners[1] - corners[0]
        turn_deg = float(np.degrees(np.arctan2(along[1], along[0])))
        for n, size in enumerate(SIZES):
            place = LikelyPlace(1.0, x, y, turn_deg, tilt.px_per_mm * float(size))
            outline = _outline(picture, tilt.image_from_flat @ place.image_from_card(), card)
            if outline is not None and outline.is_whole:
                clear[n] += min(outline.clear, CLEAR)
    return tilt.px_per_mm * float(SIZES[np.flatnonzero(clear >= NEARLY * clear.max())[-1]])


def _places_from_above(
    pixels: Pixels,
    tilt: CameraTilt,
    size_mm: tuple[float, float],
    least: float,
    *,
    may_be_close: bool = False,
) -> list[Points]:
    """Return where cards may lie, as (3, 3) matrices from mm on the card to px of the photograph."""
    by = min(1.0, 2 * WORKING_PX_PER_MM / tilt.px_per_mm)
    small = cv2.resize(pixels, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    height, width = pixels.shape[:2]
    seen = tilt.flat([np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)])[0]
    small_from_flat = np.diag([by, by, 1.0])
    small_from_flat[:2, 2] = -seen.min(axis=0) * by
    across, down = np.ceil((seen.max(axis=0) - seen.min(axis=0)) * by).astype(int).tolist()
    whole = small_from_flat @ np.linalg.inv(tilt.image_from_flat) @ np.diag([1 / by, 1 / by, 1.0])
    flat = cv2.warpPerspective(small, whole, (across, down), borderMode=cv2.BORDER_REPLICATE)
    image_from_small = tilt.image_from_flat @ np.linalg.inv(small_from_flat)
    found = likely_places(flat, size_mm, [tilt.px_per_mm * by], least, may_be_close=may_be_close)
    return [image_from_small @ one.image_from_card() for one in found]


def _exact_rectangles(picture: SoftPicture, at: Sequence[Points], card: Pose, tilt: CameraTilt) -> list[Quad]:
    """Return the corners of the card at each place, without those on a card whose shape is exact."""
    found: list[Quad] = []
    exact: list[Quad] = []
    for place in at:
        middle = (float(place[0, 2] / place[2, 2]), float(place[1, 2] / place[2, 2]))
        if any(cv2.pointPolygonTest(one, middle, measureDist=False) >= 0 for one in exact):
            continue
        corners = _exact_rectangle(picture, place, card, tilt)
        if corners is not None:
            found.append(corners)
            if tilt.off([corners], card.size_mm)[0] < EXACT:
                exact.append(corners)
    return found


def _exact_rectangle(
    picture: SoftPicture, image_from_card: Points, card: Pose, tilt: CameraTilt
) -> Quad | None:
    """Return the corners of the card at a place: the clearest of the rectangles that have its exact shape; without such a
    one, the rectangle whose shape differs least; None without any rectangle.
    """
    if _free_sides(picture, image_from_card, card).stands_out < STANDS_OUT:
        return None
    clearest: tuple[float, Quad] | None = None
    for n, (clear, corners) in enumerate(_rectangles(picture, image_from_card, card, SHIFTS_MM)):
        off = float(tilt.off([corners], card.size_mm)[0])
        if off < EXACT and n == 0:
            return corners
        better = clear if off < EXACT else -off
        if off < WORST and (clearest is None or better > clearest[0]):
            clearest = better, corners
    return None if clearest is None else clearest[1]


def _rectangles(
    picture: SoftPicture, image_from_card: Points, card: Pose, shifts_mm: Sequence[tuple[float, float]]
) -> Iterator[tuple[float, Quad]]:
    """Yield how clear the edges near a place are, and where their lines cross, fitted from each of some shifts."""
    for shift_mm in shifts_mm:
        outline = _outline(picture, image_from_card, card.moved(shift_mm, 0.0))
        if outline is not None and (outline.is_whole or outline.has_three_sides):
            corners_mm = outline.pose.corners_mm()
            yield outline.clear, fit_sides(picture, image_from_card, corners_mm, REACH_MM, STEP_MM).corners_px


def _free_sides(picture: SoftPicture, image_from_card: Points, card: Pose) -> Sides:
    return fit_sides(picture, image_from_card, card.corners_mm(), FREE_REACH_MM, FREE_STEP_MM)


def _outline(picture: SoftPicture, image_from_card: Points, pose: Pose) -> Outline | None:
    """Fit a card's edges, without a sleeve; None where it would lie outside of the picture."""
    seen = cv2.perspectiveTransform(pose.corners_mm()[np.newaxis], image_from_card)[0]
    height, width = picture.pixels.shape[:2]
    if seen.min() < 0 or (seen >= (width, height)).any():
        return None
    return fit_outline(picture.for_outlines, image_from_card, pose, may_be_sleeved=False, is_soft=True)
