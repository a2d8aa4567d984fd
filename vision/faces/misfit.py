"""Tells where the picture of a card differs from a reference by more than light, noise and blur can explain.

A digit that differs is small and has edges: then it is another card. Glare is brighter than the print and fades around; what
lies on the card, such as a token, is large and has an edge. Both hide the card and say nothing against it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.light_fit import GREY, ranked
from vision.frame import Grey, Pixels

SOFT_PX = 0.8
"""How soft both pictures are made, so that a slightly softer lens is no difference."""
PRINT_PX, LIGHT_PX, BOX_PX = 15, 41, 7
"""Widths in px, at 2.5 px/mm: of the surroundings from which print differs, of an area in which the light is even, and of the
squares in which differences are summed, about a digit.
"""
FAINT = 60.0
"""The square of the contrast, in grey levels, under which print tells nothing of the light."""
DIMMEST, BRIGHTEST = 0.4, 1.6
"""By how much light may weaken or strengthen the contrast of print in one place."""
OFF_PX, SOFTER, SOFTER_PX = 0.45, 0.5, 1.5
"""How far edges of print may lie apart, and how much softer by how many px one picture may be than the other."""
BEND_PX, BENT_PX, FLAT = 31, 0.9, 1.0
"""Over how many px a bend moves print by the same way, how far, and what little print there must be to tell a bend by."""
FLOOR = 4.0
"""Grey levels by which two pictures of one card differ anyway."""
HUE_FLOOR, HUE_SHARE = 9.0, 0.2
"""By how many grey levels, and by which share of its colour, print may look more coloured or less after a light is evened
out.
"""
CLIPPED, KNOWN = 250, 0.9
"""The brightness from which colours are lost, and the share of a place that must have its colours."""
PALED = 2.0
"""How much stronger print may look now, in multiples of its enrolled contrast, where the enrolled paper was overexposed."""
PALEST, STRONGEST = 0.2, 1.3
"""By how much veils may weaken colours, or a camera strengthen them."""
DIFFERS, ADDS = 2.5, 1.3
"""What is so many times the explained difference is none of this card; where glare fades, it is still so many times that."""
LIFTS = 6.0
"""Grey levels by which glare makes a place brighter."""
FADES_PX = 20
OPPONENTS = np.array([[1, -0.5, -0.5], [0, 0.87, -0.87]], np.float32)
"""Two channels that are 0 for greys of any brightness."""
NORMAL = 1.48
"""The standard deviation of noise through the median of its size."""
GLARES = 18.0
"""Grey levels by which the middle of a reflection is brighter at least."""
GLARE_PX, GLARE_AREA_PX = 7, 1_200
"""The least width of glare, and the area from which it is told without a look at what surrounds it."""
RING_PX = (5, 13)
"""From which to which width around a bright part its light must fade."""
THROUGH = 0.3
"""The least correlation of what is seen through glare with the print beneath."""
FINE_PX, SMOOTH = 5, 2.5
"""By how many grey levels px differ from those so near where light alone is seen; print differs by 3 and more."""
COVER_PX, COVER_AREA_PX = 25, 900
"""The least width and area of what lies on a card."""
EDGE = 0.4
"""The share of its edge at which print must differ."""
AROUND_PX = 5
"""The rim of what hides a card is hidden as well."""
GRAIN = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32) / 6
"""Keeps of a picture what varies from px to px."""
NOISY, GRAIN_PX = 1.0, 1.3
"""From how many grey levels of noise on a likeness is that of softer pictures, and how much softer: black faces are noisy
when they are shown as bright as their references.
"""
USUAL = 0.8
LARGEST = 20
"""How surely two pictures differ is read from the pixel with the so-manieth largest difference."""


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """How a picture fits a reference: `in_sight`, (H, W, 3), what of it is not hidden; the share that glare hides, and that
    something else hides; and how many times as large as it may be the difference is elsewhere: where it is largest, and in
    four fifths of it at most.
    """

    in_sight: NDArray[np.bool_]
    glare: float
    covered: float
    misfit: float
    usual_misfit: float
    likeness: float
    """The correlation of what is in sight with the reference's print, whatever the light: at most 1."""


@dataclass(frozen=True, slots=True, eq=False)
class _PrintFit:
    """How print fits that of a reference at each place, (H, W): how many times as large as it may be the difference is, by
    how many grey levels the place is brighter, and the contrasts of both to what surrounds them.
    """

    differs: NDArray[Any]
    lifted: NDArray[Any]
    own: NDArray[Any]
    its: NDArray[Any]

    def likeness(self, where: NDArray[np.bool_], softer_px: float) -> float:
        """Return the correlation of both, made softer where that is not 0."""
        pair = (self.own, self.its)
        own, its = ((cv2.GaussianBlur(one, (0, 0), softer_px) if softer_px else one)[where] for one in pair)
        return float(np.dot(own, its)) / max(1e-6, float(np.linalg.norm(own) * np.linalg.norm(its)))


def compare(
    shown: NDArray[np.float32], reference: Pixels, inside: NDArray[np.bool_], usable: NDArray[np.bool_]
) -> Comparison:
    """Compare a picture, in the light of a reference, with that reference. `inside`: (H, W), the card without its rim;
    `usable`: (H, W, 3), what of that says something.
    """
    # What the camera showed as white in one picture may be anything as bright in the other.
    now, was = np.clip(shown, 0, 255), reference.astype(np.float32)
    channels = cv2.split(usable.view(np.uint8))
    is_seen = np.minimum.reduce(channels) > 0
    grey, its_grey = _grey(now), _grey(was)
    print_fit = _compare_print(grey, its_grey, is_seen.astype(np.float32))
    differs = cv2.max(print_fit.differs, _hue_differs(now, was)) * is_seen
    dazzled = inside & (np.maximum.reduce(channels) == 0)
    glare = inside * _glare(
        (grey - its_grey) * inside, (differs > ADDS) & (print_fit.lifted > LIFTS), dazzled
    )
    through = usable & (glare > 0)[..., np.newaxis]
    if not (_shows_print(now, was, through) or _is_smooth(grey, through)):
        glare = np.zeros_like(glare)
    cover = inside * _cover((grey - its_grey) * (inside & (glare == 0)), differs > DIFFERS)
    hidden = (glare > 0) | (cover > 0)
    left = np.where(hidden, 0, differs).ravel()
    seen = differs[::2, ::2][(is_seen & ~hidden)[::2, ::2]]
    whole = max(1, int(np.count_nonzero(inside)))
    return Comparison(
        usable & ~hidden[..., np.newaxis],
        float(np.count_nonzero(glare)) / whole,
        float(np.count_nonzero(cover)) / whole,
        float(np.partition(left, -LARGEST)[-LARGEST]),
        ranked(seen, USUAL) if len(seen) else 0.0,
        print_fit.likeness(is_seen & ~hidden, GRAIN_PX if _is_noisy(now, is_seen) else 0.0),
    )


def _is_noisy(now: NDArray[Any], where: NDArray[np.bool_]) -> bool:
    """Tell whether most of a picture varies from px to px, as print does in few places (Immerkær 1996)."""
    varies = cv2.filter2D(cv2.transform(now, GREY), -1, GRAIN)[::2, ::2][where[::2, ::2]]
    return bool(len(varies)) and ranked(np.abs(varies), 0.5) * NORMAL > NOISY


def _grey(picture: NDArray[Any]) -> NDArray[Any]:
    return cv2.GaussianBlur(cv2.transform(picture, GREY), (0, 0), SOFT_PX)


def _compare_print(now: NDArray[Any], was: NDArray[Any], seen: NDArray[Any]) -> _PrintFit:
    around = np.maximum(_mean(seen, PRINT_PX), 0.05)
    mean, its_mean = (_mean(each * seen, PRINT_PX) / around for each in (now, was))
    own, its = (now - mean) * seen, (was - its_mean) * seen
    alike, whole = _mean(own * its, LIGHT_PX) + FAINT, _mean(its * its, LIGHT_PX) + FAINT
    contrast = np.clip(alike / whole, DIMMEST, BRIGHTEST)
    right, down = (cv2.Sobel(was, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    apart = _unbent(_unpaled(own - contrast * its, its, was), right * seen, down * seen)
    some = apart[::2, ::2][seen[::2, ::2] > 0]
    noise = ranked(np.abs(some), 0.5) * NORMAL if len(some) else 0.0
    softer = SOFTER * (cv2.GaussianBlur(was, (0, 0), SOFTER_PX) - was)
    edges = ((right * right + down * down) * OFF_PX**2 + softer * softer) * contrast * contrast
    here = _mean(seen, BOX_PX)
    explained = _mean(edges * seen, BOX_PX) / np.maximum(here, 0.3) + FLOOR**2 + noise**2
    found = np.maximum(_mean(apart * apart, BOX_PX), 0) / np.maximum(here, 0.3)
    return _PrintFit(np.sqrt(found / explained) * (here > 0.5), mean - its_mean, own, contrast * its)


def _unpaled(apart: NDArray[Any], its: NDArray[Any], was: NDArray[Any]) -> NDArray[Any]:
    """Return the differences without those of print that looks stronger than in a reference which was, around it, as bright
    as a camera can show. `its`: the contrast of the reference's print.
    """
    white = cv2.dilate((was >= CLIPPED).astype(np.uint8), np.ones((BOX_PX, BOX_PX), np.uint8))
    if not white.any():
        return apart
    stronger = _mean(apart * its, BOX_PX) / (_mean(its * its, BOX_PX) + FLOOR)
    return np.asarray(apart - its * white * np.clip(stronger, 0, PALED))


def _unbent(apart: NDArray[Any], right: NDArray[Any], down: NDArray[Any]) -> NDArray[Any]:
    """Return the differences without those of a card that is bent: its print lies up to `BENT_PX` beside its place, by the
    same way over a wide part (Lucas and Kanade). `right` and `down`: how print changes from px to px.
    """
    xx, yy, xy = (_mean(one * other, BEND_PX) for one, other in ((right, right), (down, down), (right, down)))
    x, y = _mean(right * apart, BEND_PX), _mean(down * apart, BEND_PX)
    xx, yy = xx + FLAT, yy + FLAT
    whole = xx * yy - xy * xy
    to_right = np.clip((yy * x - xy * y) / whole, -BENT_PX, BENT_PX)
    downwards = np.clip((xx * y - xy * x) / whole, -BENT_PX, BENT_PX)
    return np.asarray(apart - right * to_right - down * downwards)


def _hue_differs(now: NDArray[Any], was: NDArray[Any]) -> NDArray[Any]:
    """Return how many times as large as it may be the difference of colour is at each place: light may pale a colour, and
    never makes another of it.
    """
    (one, two), (its_one, its_two) = (
        cv2.split(cv2.transform(_mean(each, BOX_PX), OPPONENTS)) for each in (now, was)
    )
    strength = its_one * its_one + its_two * its_two
    by = np.clip((one * its_one + two * its_two) / np.maximum(strength, 1.0), PALEST, STRONGEST)
    apart = cv2.magnitude(one - by * its_one, two - by * its_two)
    noise = _noise_of(one - its_one) + _noise_of(two - its_two)
    # What is as bright as the camera can show has lost its colour.
    is_true = _mean((np.maximum.reduce(cv2.split(was)) < CLIPPED).astype(np.float32), BOX_PX) > KNOWN
    return np.asarray(is_true * apart / (HUE_FLOOR + noise + HUE_SHARE * np.sqrt(strength)))


def _noise_of(apart: NDArray[Any]) -> float:
    """Return how noisy the differences of two pictures are from place to place: one colour instead of another, wherever it
    lies, is none.
    """
    varies = (apart - _mean(apart, PRINT_PX))[::2, ::2]
    return ranked(np.abs(varies).ravel(), 0.5) * NORMAL


def _mean(picture: NDArray[Any], across_px: int) -> NDArray[Any]:
    return cv2.blur(picture, (across_px, across_px))


def _glare(brighter: NDArray[Any], faded: NDArray[np.bool_], dazzled: NDArray[np.bool_]) -> Grey:
    """Return where light hides the print: 1 there. `brighter`: by how many grey levels; `faded`: where faint glare may hide
    print.
    """
    bright = _wide((_mean(brighter, BOX_PX) > GLARES) | dazzled, GLARE_PX)
    seeds = _parts(bright, lambda part, area_px: area_px >= GLARE_AREA_PX or _fades(part, brighter))
    if not seeds.any():
        return seeds
    near = cv2.dilate(seeds, _disc(2 * FADES_PX + 1)) & (faded | dazzled).astype(np.uint8)
    return cv2.dilate(near, _disc(2 * AROUND_PX + 1))


def _parts(mask: Grey, counts: Callable[[NDArray[np.bool_], int], bool]) -> Grey:
    """Return the connected parts of a mask that count, told by where each lies and by its area."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats(mask)
    kept = [False, *(counts(parts == n, int(stats[n, cv2.CC_STAT_AREA])) for n in range(1, count))]
    return np.array(kept, np.uint8)[parts]


def _fades(part: NDArray[np.bool_], brighter: NDArray[Any]) -> bool:
    """Tell whether what surrounds a bright part is brighter as well: a reflection fades, and white print ends."""
    mask = part.astype(np.uint8)
    around = cv2.subtract(cv2.dilate(mask, _disc(RING_PX[1])), cv2.dilate(mask, _disc(RING_PX[0]))) > 0
    return bool(around.any()) and float(np.median(brighter[around])) > LIFTS


def _cover(brighter: NDArray[Any], differs: NDArray[np.bool_]) -> Grey:
    """Return where something lies on the card: 1 there. It is brighter or darker than the print, and has an edge."""
    wide = _wide(np.abs(_mean(brighter, BOX_PX)) > GLARES, COVER_PX)
    lies = _parts(wide, lambda part, area_px: area_px >= COVER_AREA_PX and _has_edge(part, differs))
    return cv2.dilate(lies, _disc(2 * AROUND_PX + 1))


def _has_edge(part: NDArray[np.bool_], differs: NDArray[np.bool_]) -> bool:
    """Tell whether print differs on most of the edge of a part; a shadow has none."""
    mask = part.astype(np.uint8)
    edge = cv2.subtract(cv2.dilate(mask, _disc(BOX_PX)), cv2.erode(mask, _disc(BOX_PX))) > 0
    return bool(np.count_nonzero(differs & edge) >= EDGE * np.count_nonzero(edge))


def _shows_print(shown: NDArray[Any], was: NDArray[Any], where: NDArray[np.bool_]) -> bool:
    """Tell whether the reference's print is seen through glare; another picture there would have print of its own."""
    if not where.any():
        return True
    one, other = ((each - _mean(each, PRINT_PX))[where] for each in (shown, was))
    return float(np.dot(one, other)) >= THROUGH * float(np.linalg.norm(one) * np.linalg.norm(other))


def _is_smooth(grey: NDArray[Any], where: NDArray[np.bool_]) -> bool:
    """Tell whether nothing has an edge in some place, as light has none."""
    fine = (grey - _mean(grey, FINE_PX))[np.logical_and.reduce(cv2.split(where.view(np.uint8)))]
    return float(np.dot(fine, fine)) < SMOOTH**2 * len(fine)


def _wide(differs: NDArray[np.bool_], width_px: int) -> Grey:
    """Return the parts that are at least so wide everywhere: 1 there, else 0."""
    if np.count_nonzero(differs) < width_px * width_px // 2:
        return np.zeros(differs.shape, np.uint8)
    return cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_OPEN, _disc(width_px))


@cache
def _disc(width_px: int) -> Grey:
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width_px, width_px))
