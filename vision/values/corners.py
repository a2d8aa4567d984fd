"""Finds the cards in a photograph, on any ground, and their corners to within a few tenths of a mm.

1. Where the outlines of three cards and more stand out from the ground, they tell the angle of the camera and the scale at
   once, however steep it looks. Else edges vote for places of about a card's size (`rectangle_votes`): how large that is,
   rectangles that stand out tell; if they are none of cards, the sizes of many to one in a picture are tried.
2. At each place four lines are fitted freely, on the card's outline, its printed frame or its sleeve. Whatever they lie on is
   a rectangle: all together tell the angle of the camera (`camera_tilt`).
3. Seen from straight above, all cards have one size: the largest at which most of them have four clear edges. Smaller ones
   are those of their frames; larger ones have no edges, or lie on the next card.
4. Edges vote again, now for that size alone. A rectangle of it is fitted to the edges at each place, and at last each side
   once more, because cards are a little bent. What is no rectangle of that size then is no card, or not all of it is seen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.ground import find_cards_on_ground
from vision.faces.outline import Outline, Pose, fit_outline
from vision.frame import Pixels, Quad, quad, same_place, side_px
from vision.lens import Points
from vision.values.camera_tilt import CameraTilt, agreeing, camera_tilt
from vision.values.edge_lines import Sides, SoftPicture, differs_from_ground, fit_sides
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
NEARLY, SOME, OTHER = 0.8, 0.6, 3
"""Of several sizes the largest counts whose edges are nearly as clear as the clearest ones: the first number is that share. A
size that is more than `OTHER` steps larger counts from the second share on: on a ground like the rims of some cards all frames
have clearer edges than the cards.
"""
MOVED_MM = 1.5
"""How far the middle of a frame may be from that of its card; the edge of the next card is on one side only."""
SAME_PLACE, MOST_SHARED = 0.1, 0.015
"""Two rectangles are one card if the square of the distance of their middles is under the first share of a card's area. Two
cards may overlap by the second share.
"""
FEWEST_VOTES, FEWEST_VOTES_FLAT, FEWEST_VOTES_EXACT = 0.9, 0.75, 0.65
"""The votes of a place: in the photograph, seen from straight above, and from exactly there."""
ROUNDS, MORE_ALIKE = 4, 0.9
"""How often the angle is found anew, at most, from what was found with the angle before: until all is exact, or not more alike
than this share.
"""
FREE_REACH_MM, FREE_STEP_MM = 5.0, 0.3
"""How far from a place's sides its free lines are looked for: the camera may look at it from an angle."""
OUTLINE_REACH_MM, OUTLINE_STEP_MM = 3.0, 0.25
"""The same for an outline that stands out: it is seen a px off in a smaller picture."""
REACH_MM, STEP_MM = 0.9, 0.06
STANDS_OUT = 0.9
"""By how much more brightness steps along the sides of a card than beside them, as the root of grey levels: cards had 1.3
and more, pictures on the ground 0.7 and less.
"""
EDGE_REACH_MM, EDGE_STEP_MM, FAINT = 1.5, 0.1, 0.45
"""The same at the sides of what was found: with less there is no edge at one of them. Of 721 cards that were found rightly
one had less, of 46 other rectangles thirteen.
"""
SHIFTS_MM = [(0.0, 0.0), *((x, y) for x in (-2.5, 0.0, 2.5) for y in (-2.5, 0.0, 2.5) if x or y)]
"""Where a rectangle is begun to fit, one after the other, until it is exact: print and sleeves have edges too."""
EXACT, MOST_EXACT, ALIKE, WORST = 0.007, 0.016, 1.7, 0.03
"""How far a quadrilateral may be from a rectangle of the cards' size, as a share: exact, and at most where cards that stand out
from the ground are bent; how much more bent cards may be; and at most. Of 400 drawn cards most were within 0.005, what was
found by mistake was at 0.01 to 0.03; most of 300 real cards were within 0.01 to 0.016.
"""
USUAL = 2.5
"""How many times farther from a rectangle than usual in the photograph a card may be: real cards are bent."""
BENT = 2.0
"""How far an exact card may be from a rectangle, by how far those that were found are in the middle. Outlines that stand out
may be frames, which differ from a card's shape: they say that cards are bent which are not.
"""
LARGER = 1.5
"""How much more cards of a scale tried later must cover: the picture and the text of a card are rectangles of its shape too.
"""
FILLED = 0.93
"""The share of a larger rectangle that two cards in it cover, with what is between them; picture and text of a card cover less.
"""
BESIDE = 2.0
"""How far from what was found others are looked for, in lengths of a card, where the camera looks from a steep angle."""
UNLIKE, AROUND, ALONE, SAME_ASPECT, SQUARE = 0.93, (0.72, 1.3), 0.9, 0.03, 0.9
"""Cards have another shape than those that are looked for if width through height of their outlines is less than the first
number times what it should be, or what it should be less than that times this. Their outlines cover between the two next
shares of what was found: a frame that covers 0.72 lies 6 mm inside its card, and is then 0.94 times as wide. One or two, which
may be parts of a card, cover at least the share after these. Outlines of one shape differ by less than the next number. What is
wider than the last one is no card.
"""
FEW, MANY, MUCH = 3, 6, 0.15
"""Fewer cards, or fewer of those that are bent, may be found by chance, if they cover less than this share of the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class CardCorners:
    """The corners of cards in a photograph, each from the beginning of a short side on."""

    cards: Sequence[Quad]
    doubtful: Sequence[Quad]
    """Rectangles whose shape or size is not that of the cards, or of which a side has no edge: a card that is bent or covered,
    or was found askew, or something else.
    """
    other_aspect: float | None = None
    """Width through height of what lies there, if the cards that are looked for have another shape; then none is taken."""


@dataclass(frozen=True, slots=True, eq=False)
class _Cards:
    """Cards that were found at one scale, how far each is from a rectangle of their size, and how far an exact one may be."""

    corners: Sequence[Quad]
    off: NDArray[np.float64]
    exact: float = EXACT

    @property
    def alike(self) -> list[Quad]:
        return [one for one, off in zip(self.corners, self.off, strict=True) if off < ALIKE * self.exact]

    @property
    def are_cards(self) -> NDArray[np.bool_]:
        """Say of each whether it is about as far from a rectangle as the others are."""
        usual = float(np.median(self.off)) if len(self.off) else 0.0
        return self.off < max(ALIKE * self.exact, USUAL * usual)

    @property
    def side_px(self) -> float:
        return float(np.median([side_px(one) for one in self.corners])) if len(self.corners) else 0.0

    @property
    def area_px(self) -> float:
        """What they cover: less of those that are less alike."""
        like = np.clip(1 - self.off / WORST, 0, 1)
        return float(sum(side_px(one) ** 2 * by for one, by in zip(self.corners, like.tolist(), strict=True)))

    def are_sure(self, pixels: Pixels) -> bool:
        """Say whether no other scale need be tried."""
        height, width = pixels.shape[:2]
        enough = FEW if self.exact <= EXACT else MANY
        if not len(self.corners):
            return False
        is_much = len(self.alike) >= enough or self.area_px >= MUCH * width * height
        return is_much and bool(np.median(self.off) < self.exact)


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """The angle and the scale at which a camera sees some quadrilaterals, most of which are cards."""

    tilt: CameraTilt
    found: Sequence[Quad]
    stand_out: bool = False
    """Whether the quadrilaterals stand out from the ground. Then they are cards, and show how exact other cards must be."""


def cards_in(pixels: Pixels, size_mm: tuple[float, float]) -> CardCorners:
    """Return the cards in a photograph, (H, W, 3) uint8 BGR."""
    picture = SoftPicture(pixels)
    outlines = find_cards_on_ground(pixels, [size_mm[0] / size_mm[1]])
    best = _Cards((), np.zeros(0))
    views: list[_View] = []
    for view in _views(picture, outlines, size_mm):
        views.append(view)
        found = _cards_seen_from(picture, size_mm, view, has_frames=True)
        if _are_rather_cards(found, best, pixels):
            best = found
        if best.are_sure(pixels):
            break
    if not len(best.corners):
        # Beside a lone card the rim of a table may look like the edge of a larger one; outlines that stand out leave it out.
        views += _views(picture, _standing_out(picture, outlines, size_mm), size_mm)
    for view in sorted(views, key=lambda one: -one.tilt.px_per_mm):
        if len(best.corners):
            break
        best = _cards_seen_from(picture, size_mm, view, has_frames=False)
    cards: list[Quad] = []
    doubtful: list[Quad] = []
    for one, is_card in zip(best.corners, best.are_cards.tolist(), strict=True):
        sides = _sides_of(picture, one, size_mm, EDGE_REACH_MM, EDGE_STEP_MM)
        (cards if is_card and sides.stands_out >= FAINT else doubtful).append(one)
    other = _of_another_shape(picture, [*cards, *doubtful], outlines, size_mm)
    return other if other is not None else CardCorners(cards, doubtful)


def _of_another_shape(
    picture: SoftPicture, found: Sequence[Quad], outlines: Sequence[Quad], size_mm: tuple[float, float]
) -> CardCorners | None:
    """Return what was found, as no cards, if its outlines have not their shape: then it lies on frames of cards, or on the
    ground beside them. Where these outlines say nothing, return all that stand out, if those have another shape: one or two if
    they are seen from straight above.
    """
    shapes: list[tuple[float, float]] = []
    above = quad(Pose(0.0, 0.0, 0.0, size_mm).corners_mm())
    for corners, outline in product(found, outlines):
        if same_place(corners, outline):
            from_above = cv2.getPerspectiveTransform(corners, above)
            flat = quad(cv2.perspectiveTransform(outline[np.newaxis], from_above)[0])
            shapes.append((cv2.contourArea(flat) / (size_mm[0] * size_mm[1]), _aspect(flat)))
    around = [one for covers, one in shapes if AROUND[0] < covers < AROUND[1]]
    aspects = around if len(around) >= FEW else [one for covers, one in shapes if ALONE < covers < AROUND[1]]
    aspect = float(np.median(aspects)) if aspects else 0.0
    close = [one for one in aspects if abs(one - aspect) < SAME_ASPECT]
    if _is_unlike(aspect, size_mm) and len(close) >= max(1, len(found) / 2):
        return CardCorners((), found, aspect)
    if not all(_is_unlike(one, size_mm) for one in aspects):
        return None
    clear = _standing_out(picture, outlines, size_mm)
    aspect = float(np.median([_aspect(one) for one in clear])) if clear else 0.0
    if not clear or not _is_unlike(aspect, size_mm):
        return None
    own_mm = (aspect * size_mm[1], size_mm[1])
    if len(clear) < FEW:
        seen = CameraTilt(np.eye(3), _px_per_mm(clear[0], own_mm), 0.0, 0.0)
        return CardCorners((), clear, aspect) if seen.off(clear, own_mm).max() < MOST_EXACT else None
    alike, _ = agreeing(clear, picture.pixels.shape, own_mm)
    usual, _ = agreeing(clear, picture.pixels.shape, size_mm)
    return CardCorners((), alike, aspect) if len(alike) >= max(FEW, 2 * len(usual)) else None


def _aspect(corners: Quad) -> float:
    """Return width through height of a rectangle, from a short side on."""
    a, b, c, d = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).tolist()
    return float((a + c) / (b + d))


def _is_unlike(aspect: float, size_mm: tuple[float, float]) -> bool:
    return aspect < SQUARE and not UNLIKE < aspect * size_mm[1] / size_mm[0] < 1 / UNLIKE


def _are_rather_cards(found: _Cards, best: _Cards, pixels: Pixels) -> bool:
    """Say whether the rectangles that were found at one scale are more likely the cards than the best ones so far. Several that
    fill one larger rectangle are cards that lie side by side; several that do not fill it are picture and text of one card.
    Many that are alike are more likely cards than those that are not alike.
    """
    few, many = sorted((found, best), key=lambda one: len(one.alike))
    if len(few.alike) < FEW and len(many.alike) >= MANY:
        return found is many
    small, large = sorted((found, best), key=lambda one: one.side_px)
    filled = []
    for one in large.corners:
        inside = [other for other in small.corners if _holds_middle(one, other)]
        if len(inside) >= 2:
            filled.append(cv2.contourArea(cv2.convexHull(np.concatenate(inside))) / cv2.contourArea(one))
    if len(filled) >= max(1, len(large.corners) / 2):
        are_side_by_side = bool(np.median(filled) > FILLED)
        if are_side_by_side or large.area_px > small.area_px:
            return (found is small) == are_side_by_side
    # What was found before was not sure.
    if found.are_sure(pixels) and len(found.corners) >= len(best.corners):
        return found.area_px * LARGER > best.area_px
    return found.area_px > LARGER * best.area_px


def _holds_middle(outer: Quad, inner: Quad) -> bool:
    x, y = inner.mean(axis=0).tolist()
    return cv2.pointPolygonTest(outer, (x, y), measureDist=False) >= 0


def _views(picture: SoftPicture, outlines: Sequence[Quad], size_mm: tuple[float, float]) -> Iterator[_View]:
    """Yield the likely views of the cards. The view of the outlines that stand out comes first."""
    tilt, like = _tilt_of_outlines(picture, outlines, size_mm)
    if tilt is not None:
        yield _View(tilt, like, stand_out=True)
    for px_per_mm in _scales(outlines, picture.pixels, size_mm):
        view = _view_at_scale(picture, size_mm, px_per_mm, outlines)
        if view is not None:
            yield view


def _tilt_of_outlines(
    picture: SoftPicture, outlines: Sequence[Quad], size_mm: tuple[float, float]
) -> tuple[CameraTilt | None, list[Quad]]:
    """Return the tilt from which several outlines are cards of one size, and these outlines."""
    fitted = _standing_out(picture, outlines, size_mm)
    like, tilt = agreeing(_without_fields(picture, fitted, size_mm), picture.pixels.shape, size_mm)
    return (tilt, like) if len(like) >= FEW else (None, [])


def standing_out(pixels: Pixels, outlines: Sequence[Quad], size_mm: tuple[float, float]) -> list[Quad]:
    """Return those of some outlines that have an edge along each side, with their corners where these edges cross."""
    return _standing_out(SoftPicture(pixels), outlines, size_mm)


def _standing_out(picture: SoftPicture, outlines: Sequence[Quad], size_mm: tuple[float, float]) -> list[Quad]:
    sides = (_sides_of(picture, one, size_mm, OUTLINE_REACH_MM, OUTLINE_STEP_MM) for one in outlines)
    return [one.corners_px for one in sides if one.stands_out >= STANDS_OUT]


def _sides_of(
    picture: SoftPicture, corners_px: Quad, size_mm: tuple[float, float], reach_mm: float, step_mm: float
) -> Sides:
    corners_mm = Pose(0.0, 0.0, 0.0, size_mm).corners_mm()
    place = cv2.getPerspectiveTransform(quad(corners_mm), corners_px)
    return fit_sides(picture, place, corners_mm, reach_mm, step_mm)


def _px_per_mm(corners_px: Quad, size_mm: tuple[float, float]) -> float:
    return 2 * side_px(corners_px) / sum(size_mm)


def _scales(outlines: Sequence[Quad], pixels: Pixels, size_mm: tuple[float, float]) -> Iterator[float]:
    """Return the px of a mm as they may be, about, if cards of that size may be read: first that of the rectangles that stand
    out and cover most.
    """
    likely: list[float] = []
    if outlines:
        scales = np.sort([_px_per_mm(one, size_mm) for one in outlines])
        covered = np.cumsum(scales**2)
        likely.append(float(scales[np.searchsorted(covered, covered[-1] / 2)]))
    likely += [min(pixels.shape[:2]) / (count * size_mm[0]) for count in CARDS_ACROSS]
    return (one for one in likely if one >= WORKING_PX_PER_MM)


def _view_at_scale(
    picture: SoftPicture, size_mm: tuple[float, float], about_px_per_mm: float, outlines: Sequence[Quad]
) -> _View | None:
    pixels = picture.pixels
    places = likely_places(pixels, size_mm, list(about_px_per_mm * SCALES), FEWEST_VOTES)
    card = Pose(0.0, 0.0, 0.0, size_mm)
    found = [
        sides.corners_px
        for one in places
        if (sides := _free_sides(picture, one.image_from_card(), card)).stands_out >= STANDS_OUT
    ]
    found = _without_fields(picture, found, size_mm)
    if not found:
        return None
    stood_out = [
        one for one in outlines if SCALES[0] < _px_per_mm(one, size_mm) / about_px_per_mm < SCALES[-1]
    ]
    return _View(camera_tilt([*found, *stood_out], pixels.shape, size_mm), found)


def _cards_seen_from(
    picture: SoftPicture, size_mm: tuple[float, float], view: _View, *, has_frames: bool
) -> _Cards:
    """Return the cards that a camera sees from about the tilt of a view. `has_frames`: some of what was found may be frames
    within cards; then the largest scale is taken that fits all of it.
    """
    pixels, card = picture.pixels, Pose(0.0, 0.0, 0.0, size_mm)
    tilt, found, outlines, exact = view.tilt, view.found, view.found, EXACT
    if view.stand_out:
        exact = float(np.clip(np.median(tilt.off(outlines, size_mm)), EXACT, MOST_EXACT))
    if has_frames:
        tilt = tilt.at_scale(_common_scale(picture, found, tilt, card))
    off = np.inf
    for _ in range(ROUNDS):
        at = _places_from_above(pixels, tilt, size_mm, FEWEST_VOTES_FLAT, found)
        again = [one for place in at for _, one in _rectangles(picture, place, card, SHIFTS_MM[:1])]
        again = _without_fields(picture, again, size_mm)
        if not again:
            return _Cards((), np.zeros(0))
        nearer = camera_tilt(again, pixels.shape, size_mm, tilt if tilt.is_steep else None)
        before, now = off, float(np.median(nearer.off(again, size_mm)))
        if now < before:
            found, tilt, off = again, nearer, now
        if off < EXACT or now > MORE_ALIKE * before:
            break
    exact = float(np.clip(BENT * off, EXACT, exact))
    at = _places_from_above(pixels, tilt, size_mm, FEWEST_VOTES_EXACT, found, may_be_close=True)
    if view.stand_out:
        at = [*(tilt.image_from_flat @ _place(one, tilt.px_per_mm) for one in tilt.flat(outlines)), *at]
    rectangles = _without_fields(picture, _exact_rectangles(picture, at, card, tilt, exact), size_mm)
    rectangles = _apart(rectangles, tilt, size_mm, exact)
    return _Cards(rectangles, tilt.off(rectangles, size_mm), exact)


def _without_fields(picture: SoftPicture, found: Sequence[Quad], size_mm: tuple[float, float]) -> list[Quad]:
    """Return the quadrilaterals that differ from the ground, unless none does: white cards may lie on a white sheet."""
    return [one for one in found if differs_from_ground(picture, one, size_mm)] or list(found)


def _apart(found: Sequence[Quad], tilt: CameraTilt, size_mm: tuple[float, float], exact: float) -> list[Quad]:
    """Return the quadrilaterals of which none lies above another: of two, that which is exact, or had more votes."""
    middles = tilt.flat(found).mean(axis=1) if found else np.zeros((0, 2))
    kept: list[int] = []
    for n in np.argsort(tilt.off(found, size_mm) >= exact, kind="stable").tolist():
        far_px = np.hypot(*(middles[kept] - middles[n]).T)
        if (far_px > APART * size_mm[0] * tilt.px_per_mm).all():
            kept.append(n)
    return [found[n] for n in kept]


def _common_scale(picture: SoftPicture, found: Sequence[Quad], tilt: CameraTilt, card: Pose) -> float:
    """Return the px of a mm that all cards have, seen from straight above."""
    clear, alone, around = np.zeros((3, len(SIZES)))
    flat = tilt.flat(found)
    for n, size in enumerate(SIZES):
        edges, seen, is_around = [], [], []
        for corners in flat:
            place = _place(corners, tilt.px_per_mm * float(size))
            outline = _outline(picture, tilt.image_from_flat @ place, card)
            if outline is not None and outline.is_whole:
                edges.append(min(outline.clear, CLEAR))
                is_around.append(np.hypot(outline.pose.x_mm, outline.pose.y_mm) < MOVED_MM)
                seen.append(quad(cv2.perspectiveTransform(outline.pose.corners_mm()[np.newaxis], place)[0]))
        is_alone = np.array(_are_alone(seen), bool)
        clear[n], alone[n] = sum(edges), np.dot(edges, is_alone)
        around[n] = np.dot(edges, is_alone & np.array(is_around, bool))
    told = alone if alone.any() else clear
    largest = np.flatnonzero(told >= NEARLY * told.max())
    some = np.flatnonzero(around >= SOME * told.max())
    if len(some) and some[-1] - largest[-1] > OTHER:
        largest = some
    # An outline is found, too, if the card is a little smaller.
    is_wide = largest[-1] - 1 in largest
    return tilt.px_per_mm * float(SIZES[largest[-1] - is_wide])


def _place(corners: NDArray[np.float64], px_per_mm: float) -> Points:
    """Return where a card of some scale lies whose middle and turn are those of four corners, as a matrix."""
    (x, y), along = corners.mean(axis=0).tolist(), corners[1] - corners[0]
    turn_deg = float(np.degrees(np.arctan2(along[1], along[0])))
    return LikelyPlace(1.0, x, y, turn_deg, px_per_mm).image_from_card()


def _are_alone(found: Sequence[Quad]) -> list[bool]:
    """Say of each rectangle whether it lies on no other: what reaches as far as the edge of the next card lies on that."""
    areas = [cv2.contourArea(one) for one in found]
    middles = np.array([one.mean(axis=0) for one in found]).reshape(-1, 2)
    is_alone = [True] * len(found)
    for n, m in combinations(range(len(found)), 2):
        apart = np.hypot(*(middles[n] - middles[m]))
        if SAME_PLACE * areas[n] < apart**2 < 2.5 * areas[n]:
            shared, _ = cv2.intersectConvexConvex(found[n], found[m])
            if shared > MOST_SHARED * areas[n]:
                is_alone[n] = is_alone[m] = False
    return is_alone


def _places_from_above(
    pixels: Pixels,
    tilt: CameraTilt,
    size_mm: tuple[float, float],
    least: float,
    around: Sequence[Quad],
    *,
    may_be_close: bool = False,
) -> list[Points]:
    """Return where cards may lie, as (3, 3) matrices from mm on the card to px of the photograph. `around`: where some lie;
    seen from a steep angle, what is far from them is not looked at.
    """
    by = min(1.0, 2 * WORKING_PX_PER_MM / tilt.px_per_mm)
    small = cv2.resize(pixels, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    height, width = pixels.shape[:2]
    start, end = _seen_from_above(tilt, (width, height), around, size_mm)
    small_from_flat = np.diag([by, by, 1.0])
    small_from_flat[:2, 2] = -start * by
    across, down = np.ceil((end - start) * by).astype(int).tolist()
    whole = small_from_flat @ np.linalg.inv(tilt.image_from_flat) @ np.diag([1 / by, 1 / by, 1.0])
    flat = cv2.warpPerspective(small, whole, (across, down), borderMode=cv2.BORDER_REPLICATE)
    image_from_small = tilt.image_from_flat @ np.linalg.inv(small_from_flat)
    found = likely_places(flat, size_mm, [tilt.px_per_mm * by], least, may_be_close=may_be_close)
    return [image_from_small @ one.image_from_card() for one in found]


def _seen_from_above(
    tilt: CameraTilt, picture_px: tuple[int, int], around: Sequence[Quad], size_mm: tuple[float, float]
) -> tuple[Points, Points]:
    """Return the upper left and the lower right of what is looked at, in px of the picture from straight above."""
    width, height = picture_px
    whole = tilt.flat([np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)])[0]
    if not tilt.is_steep:
        return whole.min(axis=0), whole.max(axis=0)
    near, beside = tilt.flat(around).reshape(-1, 2), BESIDE * size_mm[1] * tilt.px_per_mm
    start, end = near.min(axis=0) - beside, near.max(axis=0) + beside
    if tilt.sees_no_horizon(picture_px):
        start, end = np.maximum(start, whole.min(axis=0)), np.minimum(end, whole.max(axis=0))
    return start, end


def _exact_rectangles(
    picture: SoftPicture, at: Sequence[Points], card: Pose, tilt: CameraTilt, exact: float
) -> list[Quad]:
    """Return the corners of the card at each place, without those on a card whose shape is exact."""
    found: list[Quad] = []
    is_exact: list[Quad] = []
    for place in at:
        middle = (float(place[0, 2] / place[2, 2]), float(place[1, 2] / place[2, 2]))
        if any(cv2.pointPolygonTest(one, middle, measureDist=False) >= 0 for one in is_exact):
            continue
        corners = _exact_rectangle(picture, place, card, tilt, exact)
        if corners is not None:
            found.append(corners)
            is_sure = differs_from_ground(picture, corners, card.size_mm)
            if is_sure and tilt.off([corners], card.size_mm)[0] < exact:
                is_exact.append(corners)
    return found


def _exact_rectangle(
    picture: SoftPicture, image_from_card: Points, card: Pose, tilt: CameraTilt, exact: float
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
        better = clear if off < exact else -off
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
