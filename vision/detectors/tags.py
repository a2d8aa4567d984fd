"""Reads AprilTags and ArUco tags: the mat's markers, tokens and small stickers.

A whole frame of 1920 by 1080 takes 30 to 160 ms, so parts are read, or whole frames seldom. A slow step
compares each square with every tag of a family: a board of 273 squares takes 1,400 ms, or 160 ms with only
the two dozen wanted tags. The other one makes the picture black and white, five times, each time by the mean of more
pixels around: a quick look does it once, takes a third of the time, and reads the same tags in sharp pictures.
With these settings 99 of 100 tags are read from 3 px a module on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

import cv2
import numpy as np

from companion.observation import What
from vision.detectors.codes import Detection, enlarge, sharpen
from vision.detectors.retries import detailed_parts
from vision.frame import Grey, quad, scale_quad

SMALLEST_SIDE_PX = 18
"""The smallest black square that is read: about 2.3 px a module."""
QUICK_PX = 1_000_000
"""The size of the picture for a quick look, in px."""
QUICK_SIDE_PX = 22
"""The smallest black square that a quick look finds."""
DARKER, QUICK_DARKER = 7, 10
"""By how many grey levels black is darker than the mean around it; a quick look asks for more, so that it follows fewer
outlines of cloth and of noise. In an evening room it reads the same tags.
"""
LARGE_PX = 4_000_000
"""Larger photographs are not doubled: that would cost more than the few distant tags are worth."""

DOUBLED_PX = 250_000
"""Larger parts of a live picture are not doubled; of these only so much fine detail is, the smallest pieces first."""


@dataclass(frozen=True, slots=True)
class WantedTags:
    """The numbers of the tags to look for, and how large their black squares are seen at most, in px; None if that is not
    known. The squares of a board that are larger need not be compared with all tags then, which takes most of the time.
    """

    numbers: frozenset[int]
    largest_px: int | None = None


class TagFamily(StrEnum):
    """The families of tags: one for the mat and its tokens, one for small stickers."""

    APRILTAG_36H11 = "36h11"
    ARUCO_5X5 = "5x5"


_DICTIONARIES = {
    TagFamily.APRILTAG_36H11: cv2.aruco.DICT_APRILTAG_36h11,
    TagFamily.ARUCO_5X5: cv2.aruco.DICT_5X5_1000,
}


def read_tags(
    grey: Grey,
    family: TagFamily = TagFamily.APRILTAG_36H11,
    only: frozenset[int] | None = None,
    *,
    largest_px: int | None = None,
    is_quick: bool = False,
) -> list[Detection]:
    """Read the tags of a family in (H, W) uint8 grey, or only those in `only`, none larger than `largest_px`. Texts are
    their numbers; corners are found to a fraction of a px.
    """
    if min(grey.shape) < SMALLEST_SIDE_PX:
        return []
    numbers = None if only is None else tuple(sorted(only))
    detector = _detector(_dictionary(family, numbers), max(grey.shape), largest_px, is_quick=is_quick)
    corners, found, _ = detector.detectMarkers(np.ascontiguousarray(grey))
    # OpenCV returns None if there are no tags.
    ids = [int(number) for number in np.ravel(found)] if len(corners) else []
    return [
        Detection(str(number if numbers is None else numbers[number]), quad(places), What.TAG)
        for number, places in zip(ids, corners, strict=True)
    ]


def read_tags_in_photograph(grey: Grey, codes: Sequence[Detection] = ()) -> list[Detection]:
    """Read the tags of a photograph, (H, W) uint8 grey, in which `codes` were already read.

    Small tags are found by doubling the picture, unless it is large. That is slow, so a large picture, or one
    with codes, must first show a tag in a quick look at one megapixel.
    """
    grey = _without(grey, codes)
    scale = min(1.0, (QUICK_PX / grey.size) ** 0.5)
    quick = grey if scale == 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if codes or scale < 1:
        longest_px = round(max(quick.shape) * SMALLEST_SIDE_PX / QUICK_SIDE_PX)
        corners, _, _ = _detector(
            _dictionary(TagFamily.APRILTAG_36H11), longest_px, is_quick=True
        ).detectMarkers(quick)
        if not len(corners):
            return []
    if grey.size > LARGE_PX:
        return read_tags(grey)
    return [tag.shifted(0, 0, 2) for tag in read_tags(enlarge(grey, 2))]


def read_tokens(
    grey: Grey,
    codes: Sequence[Detection],
    wanted: WantedTags,
    look: int,
    *,
    is_thorough: bool = False,
    is_quick: bool = False,
) -> list[Detection]:
    """Read the wanted tags in a part of a live picture, (H, W) uint8 grey, in which `codes` were already
    read.

    Every second look is at the part sharpened and doubled, which reads tags from 2 px a module on, first quickly; of
    large parts only the fine detail is doubled, and only if `is_thorough`.
    """
    bare = _without(grey, codes)
    if look % 2 == 0 and grey.size <= DOUBLED_PX:
        return _read_doubled(bare, wanted, is_quick=look % 4 == 2)
    found = read_tags(
        bare, only=wanted.numbers, largest_px=wanted.largest_px, is_quick=is_quick or is_thorough
    )
    left_px = DOUBLED_PX
    for part in detailed_parts(bare, found) if look % 2 == 0 and is_thorough else ():
        left_px -= part.area_px
        if left_px < 0:
            break
        doubled = _read_doubled(part.of(bare), wanted, is_quick=look % 4 == 2)
        found += [tag.shifted(part.left, part.top) for tag in doubled]
    return found


def _read_doubled(grey: Grey, wanted: WantedTags, *, is_quick: bool = False) -> list[Detection]:
    doubled = enlarge(sharpen(grey), 2)
    largest_px = None if wanted.largest_px is None else 2 * wanted.largest_px
    found = read_tags(doubled, only=wanted.numbers, largest_px=largest_px, is_quick=is_quick)
    return [tag.shifted(0, 0, 2) for tag in found]


def _without(grey: Grey, codes: Sequence[Detection]) -> Grey:
    """Paint over the codes, whose every square would take a millisecond to compare with all tags."""
    if not codes:
        return grey
    painted = grey.copy()
    for code in codes:
        cv2.fillConvexPoly(painted, np.round(scale_quad(code.corners_px, 1.1)).astype(np.int32), (128,))
    return painted


@cache
def _dictionary(family: TagFamily, only: tuple[int, ...] | None = None) -> cv2.aruco.Dictionary:
    """Return OpenCV's dictionary of a family, or of only some of its tags, which are then numbered by their
    places in `only`.
    """
    whole = cv2.aruco.getPredefinedDictionary(_DICTIONARIES[family])
    if only is None:
        return whole
    return cv2.aruco.Dictionary(whole.bytesList[list(only)], whole.markerSize, whole.maxCorrectionBits)


@lru_cache(maxsize=512)
def _detector(
    dictionary: cv2.aruco.Dictionary,
    longest_px: int,
    largest_px: int | None = None,
    *,
    is_quick: bool = False,
) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 4 * SMALLEST_SIDE_PX / longest_px
    if largest_px is not None:
        settings.maxMarkerPerimeterRate = 4 * largest_px / longest_px
    settings.adaptiveThreshWinSizeMin = 15 if is_quick else 5
    settings.adaptiveThreshWinSizeMax = 15 if is_quick else 45
    settings.adaptiveThreshWinSizeStep = 10
    settings.adaptiveThreshConstant = QUICK_DARKER if is_quick else DARKER
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.2
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    return cv2.aruco.ArucoDetector(dictionary, settings)
