"""AprilTags and ArUco tags in a part of a picture: the mat's markers, tokens, and small stickers.

Over a whole frame of 1920 by 1080 this takes 40 to 80 ms, so that it is asked for parts, or seldom. What takes long is to
compare each square with all tags of a family: on a board of 273 squares 1,400 ms, and 160 when only the two dozen tags
that are wanted are compared. With these settings 99 of 100 tags are read from 3 pixels a module on.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache

import cv2
import numpy as np

from companion.observation import What
from vision.detectors.codes import Detection, enlarge, sharpen
from vision.frame import Grey
from vision.quad import quad, scale_quad

SMALLEST_SIDE_PX = 18
"""The black square of a tag at about 2.3 pixels a module."""
QUICK_PX = 1_000_000
QUICK_SIDE_PX = 22
"""A quick look passes over smaller squares."""
LARGE_PX = 4_000_000
"""Doubling a larger picture costs more than the tags that nobody holds so far away are worth."""

DOUBLED_PX = 250_000
"""A part of a live picture that is larger is looked at as it is."""


class TagFamily(StrEnum):
    """Which tags are looked for: the mat's, and those for small stickers."""

    APRILTAG_36H11 = "36h11"
    ARUCO_5X5 = "5x5"


_DICTIONARIES = {
    TagFamily.APRILTAG_36H11: cv2.aruco.DICT_APRILTAG_36h11,
    TagFamily.ARUCO_5X5: cv2.aruco.DICT_5X5_1000,
}


def read_tags(
    grey: Grey, family: TagFamily = TagFamily.APRILTAG_36H11, only: frozenset[int] | None = None
) -> list[Detection]:
    """The tags of a family in a picture, or only those wanted, their numbers as text, corners to a fraction of a
    pixel.
    """
    if min(grey.shape) < SMALLEST_SIDE_PX:
        return []
    numbers = None if only is None else tuple(sorted(only))
    detector = _detector(_dictionary(family, numbers), max(grey.shape))
    corners, found, _ = detector.detectMarkers(np.ascontiguousarray(grey))
    # OpenCV says None where it means no tags at all.
    ids = [int(number) for number in np.ravel(found)] if len(corners) else []
    return [
        Detection(str(number if numbers is None else numbers[number]), quad(places), What.TAG)
        for number, places in zip(ids, corners, strict=True)
    ]


def read_tags_in_photograph(
    grey: Grey, codes: Sequence[Detection] = (), family: TagFamily = TagFamily.APRILTAG_36H11
) -> list[Detection]:
    """The tags of a photograph in which these codes were read already. Small ones are looked for in a picture that is
    doubled, unless it is large already; that takes long, so that a large picture, or one with codes, must first show a
    tag to a quick look at a megapixel of it.
    """
    grey = _without(grey, codes)
    scale = min(1.0, (QUICK_PX / grey.size) ** 0.5)
    quick = grey if scale == 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if codes or scale < 1:
        corners, _, _ = _detector(_dictionary(family), max(quick.shape), is_quick=True).detectMarkers(quick)
        if not len(corners):
            return []
    if grey.size > LARGE_PX:
        return read_tags(grey, family)
    return [tag.shifted(0, 0, 2) for tag in read_tags(enlarge(grey, 2), family)]


def read_tokens(
    grey: Grey, codes: Sequence[Detection], wanted: frozenset[int], look: int, *, is_thorough: bool = False
) -> list[Detection]:
    """The wanted tags in a part of a live picture in which these codes were read. Every second look is at the part
    sharpened and doubled, unless it is large: that reads tags from 2 pixels a module on. A thorough one is, however large.
    """
    bare = _without(grey, codes)
    if look % 2 == 0 and (is_thorough or grey.size <= DOUBLED_PX):
        return [tag.shifted(0, 0, 2) for tag in read_tags(enlarge(sharpen(bare), 2), only=wanted)]
    return read_tags(bare, only=wanted)


def _without(grey: Grey, codes: Sequence[Detection]) -> Grey:
    """The picture with codes painted over: to compare each of their squares with all tags takes a millisecond."""
    if not codes:
        return grey
    painted = grey.copy()
    for code in codes:
        cv2.fillConvexPoly(painted, np.round(scale_quad(code.corners_px, 1.1)).astype(np.int32), (128,))
    return painted


@cache
def _dictionary(family: TagFamily, only: tuple[int, ...] | None = None) -> cv2.aruco.Dictionary:
    """A family, or some of its tags: they are then numbered by their places in `only`."""
    whole = cv2.aruco.getPredefinedDictionary(_DICTIONARIES[family])
    if only is None:
        return whole
    return cv2.aruco.Dictionary(whole.bytesList[list(only)], whole.markerSize, whole.maxCorrectionBits)


@lru_cache(maxsize=512)
def _detector(
    dictionary: cv2.aruco.Dictionary, longest_px: int, *, is_quick: bool = False
) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    side_px = QUICK_SIDE_PX if is_quick else SMALLEST_SIDE_PX
    settings.minMarkerPerimeterRate = 4 * side_px / longest_px
    settings.adaptiveThreshWinSizeMin = 15 if is_quick else 5
    settings.adaptiveThreshWinSizeMax = 15 if is_quick else 45
    settings.adaptiveThreshWinSizeStep = 10
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.2
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    return cv2.aruco.ArucoDetector(dictionary, settings)
