"""Tells where the picture of a card differs from a reference by more than light, noise and blur can explain.

A digit that differs is small and has edges: then it is another card. Glare is large, and brighter in all channels; what lies on
the card, such as a token, is larger still. Both hide the card and say nothing against it.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey, Pixels

BOX_PX = 7
"""The differences are averaged over so many px each way, about a stroke of print: noise goes, digits stay."""
FLOOR = 6.0
"""Grey levels by which two pictures of one card differ anyway."""
BEND_PX, BENT = 31, 0.9
"""A bent card is seen up to so many px beside its place, by the same way over so many px."""
FLAT = 30.0
"""What little print there must be for a bend to be told."""
ONES = np.ones((1, 3), np.float32)
OFF_PX = 0.4
"""How far edges of print may lie apart."""
SOFTER_PX = 5
"""Over how many px each way one picture may be softer than the other."""
NOISES = 1.5
DIFFERS = 3.0
"""What is so many times the explained difference is none of this card."""
ADDS = 1.3
"""Where glare fades, it still adds so many times the explained difference."""
FADES_PX = 20
GLARE_PX, GLARE_AREA_PX = 15, 1_200
"""The least width and area of glare, at 2.5 px/mm: strokes of print are narrower."""
THROUGH = 0.3
"""The least correlation of what is seen through glare with the print beneath."""
COVER_PX, COVER_AREA_PX = 25, 900
"""The least width and area of what lies on a card."""
AROUND_PX = 5
"""The rim of what hides a card is hidden as well."""
LARGEST = 20
"""How surely two pictures differ is read from the pixel with the so-manieth largest difference."""


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """How a picture fits a reference: `in_sight`, (H, W, 3), what of it is not hidden; the share that glare hides, and that
    something else hides; and how many times as large as it may be the difference is elsewhere.
    """

    in_sight: NDArray[np.bool_]
    glare: float
    covered: float
    misfit: float


def compare(shown: NDArray[np.float32], reference: Pixels, usable: NDArray[np.bool_]) -> Comparison:
    """Compares a picture, in the light of a reference, with that reference. `usable`: (H, W, 3), what says something."""
    was, said = reference.astype(np.float32), usable.astype(np.float32)
    apart = cv2.divide(
        _averaged(cv2.multiply(cv2.subtract(shown, was), said)), np.maximum(_averaged(said), 0.3)
    )
    size = np.abs(apart)
    ratio = cv2.multiply(cv2.divide(size, _explained(was, size, usable)), said)
    differs = _most(ratio)
    is_seen = _most(said) > 0
    brighter = (_most(-apart * said) <= 0) & is_seen
    dazzled = ~is_seen
    glare = _glare((differs > DIFFERS) & brighter | dazzled, (differs > ADDS) & brighter | dazzled)
    if not _shows_print(shown, was, usable & (glare > 0)[..., np.newaxis]):
        glare = np.zeros_like(glare)
    cover = _large(_wide((differs > DIFFERS) & (glare == 0), COVER_PX), COVER_AREA_PX)
    cover = cv2.dilate(cover, _disc(2 * AROUND_PX + 1))
    hidden = cv2.max(glare, cover) > 0
    left = np.where(hidden, 0, differs).ravel()
    whole = max(1, int(np.count_nonzero(is_seen)))
    return Comparison(
        usable & ~hidden[..., np.newaxis],
        float(np.count_nonzero(glare)) / whole,
        float(np.count_nonzero(cover)) / whole,
        float(np.partition(left, -LARGEST)[-LARGEST]),
    )


def _unbent(apart: NDArray[Any], was: NDArray[Any], said: NDArray[Any]) -> NDArray[Any]:
    """Returns the differences without those of a card that is bent: its print lies up to a px beside, by the same way over a
    wide part (Lucas and Kanade, with a window of `BEND_PX`).
    """
    right, down = (cv2.Sobel(was, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    across, along, differs = (cv2.transform(cv2.multiply(each, said), ONES) for each in (right, down, apart))
    differs = np.clip(differs, -BENT * 3 * DIFFERS * FLOOR, BENT * 3 * DIFFERS * FLOOR)
    xx, yy, xy = (_window(one * other) for one, other in ((across, across), (along, along), (across, along)))
    x, y = _window(across * differs), _window(along * differs)
    xx, yy = xx + FLAT, yy + FLAT
    whole = xx * yy - xy * xy
    to_right = np.clip((yy * x - xy * y) / whole, -BENT, BENT)
    downwards = np.clip((xx * y - xy * x) / whole, -BENT, BENT)
    return apart - right * to_right[..., np.newaxis] - down * downwards[..., np.newaxis]


def _window(picture: NDArray[Any]) -> NDArray[Any]:
    return cv2.blur(picture, (BEND_PX, BEND_PX))


def _most(channels: NDArray[Any]) -> NDArray[Any]:
    """Returns the largest of each pixel's three values."""
    blue, green, red = cv2.split(channels)
    return np.asarray(cv2.max(cv2.max(blue, green), red))


def _glare(strong: NDArray[np.bool_], faint: NDArray[np.bool_]) -> Grey:
    """Returns the large bright parts, with what fades around them; what is too bright for the camera is among them."""
    seeds = _wide(strong, GLARE_PX)
    if not seeds.any():
        return seeds
    near = cv2.dilate(seeds, _disc(2 * FADES_PX + 1)) & faint.astype(np.uint8)
    return cv2.dilate(_large(cv2.max(near, seeds), GLARE_AREA_PX), _disc(2 * AROUND_PX + 1))


def _large(mask: Grey, area_px: int) -> Grey:
    """Returns the connected parts of at least some area."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats(mask)
    large = [n for n in range(1, count) if stats[n, cv2.CC_STAT_AREA] >= area_px]
    return np.isin(parts, large).astype(np.uint8)


def _shows_print(shown: NDArray[Any], was: NDArray[Any], where: NDArray[np.bool_]) -> bool:
    """Tells whether the reference's print is seen through glare; another picture there would have print of its own."""
    if not where.any():
        return True
    one, other = ((each - _averaged(each))[where] for each in (shown, was))
    return float(np.dot(one, other)) >= THROUGH * float(np.linalg.norm(one) * np.linalg.norm(other))


def _averaged(picture: NDArray[Any]) -> NDArray[Any]:
    return cv2.blur(picture, (BOX_PX, BOX_PX))


def _explained(was: NDArray[Any], apart: NDArray[Any], usable: NDArray[np.bool_]) -> NDArray[Any]:
    """Returns by how many grey levels two pictures of one card may differ at each place: noise, edges that lie a little apart,
    and blur.
    """
    some = usable[::4, ::4]
    noise = float(np.median(apart[::4, ::4][some])) if some.any() else 0.0
    smooth = _averaged(was)
    right = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=OFF_PX / 8)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=OFF_PX / 8)
    softer = cv2.subtract(cv2.blur(smooth, (SOFTER_PX, SOFTER_PX)), smooth)
    squares = cv2.add(cv2.multiply(right, right), cv2.multiply(down, down))
    squares = cv2.add(squares, cv2.multiply(softer, softer))
    return cv2.sqrt(cv2.add(squares, np.full_like(squares, FLOOR**2 + (NOISES * noise) ** 2)))


def _wide(differs: NDArray[np.bool_], width_px: int) -> Grey:
    """Returns the parts that are at least so wide everywhere: 1 there, else 0."""
    if np.count_nonzero(differs) < width_px * width_px // 2:
        return np.zeros(differs.shape, np.uint8)
    return cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_OPEN, _disc(width_px))


@cache
def _disc(width_px: int) -> Grey:
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width_px, width_px))
