"""Measures whether print is sharp enough to be read.

Dim light, a lens out of focus and compressed films all blur print. The measure is the width of the edges of
the mat's markers, in modules of the codes to be read. It is averaged along the edge, so that noise does not
count: cards are read through noise that people can hardly see through.
"""

from collections import deque
from collections.abc import Sequence
from enum import StrEnum
from statistics import median
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat, Zone
from vision.change_detector import CELL
from vision.detectors.codes import Detection
from vision.frame import STRIDE, Grey, Quad, Region, side_px

CARD_MM = (60, 85)
"""The smallest zone that takes cards, width and height; smaller zones take tokens, which have larger codes."""
CARD_MODULE_MM = 1.3
"""The module of the codes on the decks."""
TAG_MODULES = 8
"""The modules across a tag's black square."""
TAG_BLUR = 0.75
"""How much less blur than a code a tag bears, in modules; measured on drawn films of tokens (docs/truth.md)."""

SOFT, HOPELESS = 0.8, 1.6
"""Edge widths in modules: below `SOFT` print is read, from `HOPELESS` on it is not.

Measured on 190 drawn films (light from an eighth to the usual, noise, focus, x264 up to crf 48). Between the
two, most films with a blurred lens are read and most heavily compressed ones are not; there, what was laid
and not read decides.
"""
PLAIN = 1.1
"""An edge width in modules. From this width on, blur can hide all print of a code; below it, a part without print is a hand
or a shadow.
"""
FEWEST_LAID, READ_OF = 2, 4
"""Print counts as unread if at least `FEWEST_LAID` objects were laid unread, and `READ_OF` times as many as
were read.
"""
THIN_PX = STRIDE * CELL
"""A part that is one cell high or wide is noise in dim light, or an edge that trembles: no card, and no token."""
DIM = 90
"""The contrast between a marker's black and white, in grey levels, below which light is missing: 180 in a
usual room, 60 with a third of the light.
"""
CHECKS = 3
"""How many checks, a second apart, are combined by their median: a bump blurs only one."""

ALONG, ACROSS = np.linspace(0.1, 0.9, 21, dtype=np.float32), np.linspace(-1.0, 1.0, 41, dtype=np.float32)
"""Where an edge is sampled: shares of its length, and modules from outside to inside."""
LIT, UNLIT = slice(4, 12), slice(29, 37)
"""The samples of `ACROSS` on the white margin, and on the black rim."""
LIGHT_PART, DARK_PART = 0.85, 0.15
"""The width of an edge is measured between these two levels."""
FAINTEST = 4
"""The contrast in grey levels below which there is no edge."""


class Blur(StrEnum):
    """Why print cannot be read."""

    DIM = "dim"
    """There is too little light as well."""
    SOFT = "soft"


class Sharpness:
    """Follows how sharp one camera sees a mat, and whether what is laid there is read."""

    def __init__(self, mat: Mat) -> None:
        self._sides_mm = {str(marker.id): marker.side_mm for marker in mat.markers}
        self._module_mm, self._object_mm = _finest(mat)
        self._widths: deque[float] = deque(maxlen=CHECKS)
        self._contrast = 0.0
        self._px_per_mm: float | None = None
        self._laid = self._read = 0
        self._is_told = False

    def see(self, grey: Grey, markers: Sequence[Detection]) -> None:
        """Measure the markers in a picture, (H, W) uint8 grey."""
        known = [marker for marker in markers if marker.text in self._sides_mm]
        scales = [side_px(marker.corners_px) / self._sides_mm[marker.text] for marker in known]
        edges = [
            (*edge, scales[number // 4])
            for number, edge in enumerate(_edges(grey, [marker.corners_px for marker in known]))
            if edge is not None
        ]
        if not edges:
            return
        self._contrast = median(contrast for contrast, _, _ in edges)
        self._px_per_mm = median(scale for _, _, scale in edges)
        self._widths.append(median(width / (scale * self._module_mm) for _, width, scale in edges))

    def note(self, region: Region, grey: Grey, read: int, *, has_print: bool) -> None:
        """Count what came to rest in a part of the picture, and how many codes were read there."""
        self._read += read
        if read or self._px_per_mm is None or not (has_print or (self.modules or 0.0) >= PLAIN):
            return
        height, width = grey.shape
        # A part at the picture's edge may be an arm.
        is_inside = region.left > 0 and region.top > 0 and region.right < width and region.bottom < height
        across, down = (side_mm * self._px_per_mm for side_mm in self._object_mm)
        narrow_px = min(region.right - region.left, region.bottom - region.top)
        is_thin = narrow_px <= max(THIN_PX, min(across, down) / 2)
        if is_inside and not is_thin and region.area_px >= across * down / 2:
            self._laid += 1

    def forget(self) -> None:
        """Start counting anew: the camera or the mat has moved."""
        self._laid = self._read = 0
        self._widths.clear()

    @property
    def modules(self) -> float | None:
        """The width of an edge, in modules of the codes to be read; None before markers were seen."""
        return median(self._widths) if self._widths else None

    @property
    def is_sure(self) -> bool:
        """Whether the markers were measured often enough to report a blur."""
        return len(self._widths) == CHECKS

    def news(self) -> Blur | None:
        """Report that print is too blurred to be read; once, until it is sharp again."""
        wide = self.modules
        if wide is None or wide < SOFT:
            self._laid = self._read = 0
            self._is_told = False
            return None
        if not self.is_sure:
            return None
        is_hopeless = wide >= HOPELESS and not self._read
        is_unread = self._laid >= FEWEST_LAID and self._laid >= READ_OF * self._read
        if self._is_told or not (is_hopeless or is_unread):
            return None
        self._is_told = True
        return Blur.DIM if self._contrast < DIM else Blur.SOFT


def takes_cards(zone: Zone) -> bool:
    """Tell whether a zone is large enough for a card."""
    sides = (zone.width_mm, zone.height_mm)
    return min(sides) >= CARD_MM[0] and max(sides) >= CARD_MM[1]


def _finest(mat: Mat) -> tuple[float, tuple[float, float]]:
    """Return the module of the codes on a mat, and the width and height of a card, all in mm; of a token where only command
    cards are laid besides.
    """
    has_cards = any(takes_cards(zone) and zone.role != "command" for zone in mat.zones)
    if has_cards or not mat.tokens:
        return CARD_MODULE_MM, CARD_MM
    side_mm = min(token.side_mm for token in mat.tokens)
    return TAG_BLUR * side_mm / TAG_MODULES, (side_mm, side_mm)


def _edges(grey: Grey, markers_px: Sequence[Quad]) -> list[tuple[float, float] | None]:
    """Return contrast in grey levels and edge width in px, for each of the four sides of each marker; None where there is
    no edge.
    """
    if not markers_px:
        return []
    # All sides at once: each call of numpy costs more than these few px.
    corners = np.stack(markers_px)
    ends = np.roll(corners, -1, axis=1)
    middles = corners.mean(axis=1, keepdims=True)
    begins, along = corners.reshape(-1, 2), (ends - corners).reshape(-1, 2)
    inwards = ((middles - (corners + ends) / 2) / (TAG_MODULES / 2)).reshape(-1, 2)
    places = begins[:, None, None] + along[:, None, None] * ALONG[None, :, None, None]
    places = places + inwards[:, None, None] * ACROSS[None, None, :, None]
    maps = places.reshape(-1, len(ACROSS), 2)
    seen = cv2.remap(grey, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    levels = seen.reshape(len(begins), len(ALONG), len(ACROSS))
    light, dark = (np.median(levels[..., part], axis=(1, 2)) for part in (LIT, UNLIT))
    profiles = np.median(levels, axis=1)
    return list(map(_edge, profiles, light.tolist(), dark.tolist(), np.linalg.norm(inwards, axis=1).tolist()))


def _edge(levels: NDArray[Any], light: float, dark: float, module_px: float) -> tuple[float, float] | None:
    """Return contrast and width of an edge, whose levels run from a marker's outside to its inside; None if there is none,
    as under a finger.
    """
    if light - dark < FAINTEST:
        return None
    profile = (levels - dark) / (light - dark)
    begins, ends = _crossed(profile, LIGHT_PART), _crossed(profile, DARK_PART)
    return None if begins is None or ends is None else (light - dark, (ends - begins) * module_px)


def _crossed(profile: NDArray[Any], part: float) -> float | None:
    """Return where a falling profile last passes a level, in modules, interpolated."""
    above = np.flatnonzero(profile[UNLIT.start - 1 :: -1] >= part)
    if not len(above):
        return None
    last = UNLIT.start - 1 - int(above[0])
    one, other = float(profile[last]), float(profile[last + 1])
    share = (one - part) / (one - other) if one > other else 0.0
    return float(ACROSS[last] + min(share, 1.0) * (ACROSS[1] - ACROSS[0]))
