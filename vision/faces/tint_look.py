"""Tells two faces apart whose shapes are tinted differently, such as a hatched shape and an empty one.

Fine hatching is lines in one picture and a tint in another, so that single pixels of it tell nothing; and a tint over more than
some mm is taken for light. So pictures are compared where lines are blurred to a tint, in light, which adds up, without what
lamps and shadows do to the paper around.
"""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.light_fit import GREY, light_of, ranked, to_levels
from vision.frame import Pixels

COARSER, BLUR_PX = 3, 3
"""How many px of a face, at 2.5 px/mm, are one px of its tints, and over how many of these px a tint is blurred."""
BLACK = 4.0
"""Light, in 255ths, that is as good as none."""
OPEN = 0.95
"""The share of a px that must be in sight."""
AROUND_PX, ROUNDS, EVEN = 8.0, 4, 0.02
"""The deviation of the Gaussian over which light is even; in how many rounds it is fitted, each with less weight for tints that
differ; and by which share tints of one print differ anyway.
"""
SAME, OTHER = 0.05, 0.07
"""Where two faces differ by less than the first share, a picture tells the light; by more than the second, it tells
the two apart.
"""
FLAT_PX, FLAT = 5, 0.12
"""Print is flat where tints differ by less than this share over some px."""
PAPER, HALF_AS_BRIGHT, WHITE, MUCH = 0.9, 0.7, 0.7, 0.1
"""Paper, bare or hatched, has at least half the light of the brightest tenth of a card, and hardly twice as much of one colour
as of another; on less than this share of a card nothing is hatched.
"""
COLOURED = 1.4
"""What is lighter or darker by more than so many times what its colours differ is not hatched: a lamp has nearly one colour."""
TINTED_PX = 20
"""In how many px, 29 mm², paper must be of another tint."""


def tint_margin(
    seen: NDArray[np.float32], mine: Pixels, other: Pixels, usable: NDArray[np.bool_]
) -> float | None:
    """Return by which margin a picture is of a face and not of another, by the tints of paper: 1 for the face, -1 for the
    other; None if they tell nothing. `seen`: the picture over the face and in its light; `usable`: (H, W), what of it is
    in sight.
    """
    is_open = _is_open(usable)
    now, was, its = (_tints(one, usable) for one in (seen, mine, other))
    is_paper = _is_paper(was, is_open) & _is_paper(its, is_open)
    apart = _unlit(was - its, is_open)
    differs = _most(np.abs(apart))
    tells = is_paper & (differs > OTHER)
    if np.count_nonzero(tells) < TINTED_PX:
        return None
    missed = _unlit(now - was, is_open & (differs < SAME))
    apart, missed = apart[tells], missed[tells]
    return float(np.clip(1 + 2 * np.vdot(missed, apart) / np.vdot(apart, apart), -1, 1))


def paper_off(seen: NDArray[np.float32], mine: Pixels, usable: NDArray[np.bool_]) -> float:
    """Return by which share of light the paper of a picture is of another tint than that of a face, where it is most. A card
    that is hatched where the face is empty may be one that was not enrolled; what a lamp adds hardly counts.
    """
    now, was = (_tints(one, usable) for one in (seen, mine))
    is_paper = _is_paper(was, _is_open(usable))
    left = _unlit(now - was, is_paper)
    coloured = COLOURED * _range(left)
    off = np.where(is_paper, np.minimum(coloured, _most(np.abs(left))), 0).ravel()
    return float(np.partition(off, -TINTED_PX)[-TINTED_PX])


def _is_open(usable: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.asarray(_coarse(usable.astype(np.float32)) > OPEN)


def _is_paper(tints: NDArray[np.float32], is_open: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where a face is bare or hatched paper, (H, W). If little of the face is paper, none counts."""
    if not is_open.any():
        return is_open
    bright, square = cv2.transform(tints, GREY), np.ones((FLAT_PX, FLAT_PX), np.uint8)
    varies = _most(cv2.dilate(tints, square) - cv2.erode(tints, square))
    is_bright = bright > ranked(bright[is_open], PAPER) - HALF_AS_BRIGHT
    found = is_open & is_bright & (varies < FLAT) & (_range(tints) < WHITE)
    return np.asarray(found & (np.count_nonzero(found) >= MUCH * found.size))


def _most(of_channels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the largest of the three channels: five times quicker than NumPy's along the last axis."""
    return np.asarray(np.maximum.reduce(cv2.split(of_channels)))


def _range(of_channels: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(_most(of_channels) - np.minimum.reduce(cv2.split(of_channels)))


def _tints(picture: NDArray[Any], usable: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return the logarithm of the light of a picture's tints, so that what a lamp does to them adds up."""
    light = light_of(to_levels(picture)) * usable[..., np.newaxis]
    seen = np.maximum(_coarse(usable.astype(np.float32)), 1 - OPEN)
    return np.asarray(np.log(_coarse(light) / seen[..., np.newaxis] + BLACK), np.float32)


def _coarse(picture: NDArray[Any]) -> NDArray[Any]:
    height, width = picture.shape[:2]
    small = cv2.resize(picture, (width // COARSER, height // COARSER), interpolation=cv2.INTER_AREA)
    return cv2.blur(small, (BLUR_PX, BLUR_PX))


def _unlit(apart: NDArray[np.float32], where: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return by how much tints differ without what light adds evenly, as most of them in some place show."""
    if not where.any():
        return apart
    counts = where.astype(np.float32)
    weights, left = counts, apart
    for _ in range(ROUNDS):
        lit = _spread(apart * weights[..., np.newaxis]) / np.maximum(_spread(weights), 1e-3)[..., np.newaxis]
        left = apart - lit
        off = _most(np.abs(left))
        weights = counts / (1 + (off / max(EVEN, ranked(off[where], 0.5))) ** 2) ** 2
    return left


def _spread(picture: NDArray[np.float32]) -> NDArray[Any]:
    return cv2.GaussianBlur(picture, (0, 0), AROUND_PX)
