"""AprilTags and ArUco tags in a part of a picture: the mat's markers, tokens, and small stickers.

Over a whole frame of 1920 by 1080 this takes 40 to 80 ms, so that it is asked for parts, or seldom. With these
settings 99 of 100 tags are read from 3 pixels a module on.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache

import cv2
import numpy as np

from companion.observation import What
from vision.detectors.codes import Code, enlarged
from vision.frame import Grey
from vision.quad import grown, quad

SMALLEST_SIDE_PX = 18
"""The black square of a tag at about 2.3 pixels a module."""
QUICK_PX = 1_000_000
QUICK_SIDE_PX = 22
"""A quick look passes over smaller squares."""
LARGE_PX = 4_000_000
"""Doubling a larger picture costs more than the tags that nobody holds so far away are worth."""


class Family(StrEnum):
    """Which tags are looked for: the mat's, and those for small stickers."""

    APRILTAG_36H11 = "36h11"
    ARUCO_5X5 = "5x5"


_DICTIONARIES = {
    Family.APRILTAG_36H11: cv2.aruco.DICT_APRILTAG_36h11,
    Family.ARUCO_5X5: cv2.aruco.DICT_5X5_1000,
}


def read_tags(grey: Grey, family: Family = Family.APRILTAG_36H11) -> list[Code]:
    """The tags of a family in a picture, their numbers as text, corners to a fraction of a pixel."""
    if min(grey.shape) < SMALLEST_SIDE_PX:
        return []
    corners, ids, _ = _detector(family, max(grey.shape)).detectMarkers(np.ascontiguousarray(grey))
    # OpenCV says None where it means no tags at all.
    found = zip(np.ravel(ids).tolist(), corners, strict=True) if len(corners) else ()
    return [Code(str(number), quad(places), What.TAG) for number, places in found]


def read_tags_in_photograph(
    grey: Grey, codes: Sequence[Code] = (), family: Family = Family.APRILTAG_36H11
) -> list[Code]:
    """The tags of a photograph in which these codes were read already. Small ones are looked for in a picture that is
    doubled, unless it is large already; that takes long, so that a large picture, or one with codes, must first show a
    tag to a quick look at a megapixel of it.
    """
    grey = _without(grey, codes)
    scale = min(1.0, (QUICK_PX / grey.size) ** 0.5)
    quick = grey if scale == 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if codes or scale < 1:
        corners, _, _ = _detector(family, max(quick.shape), is_quick=True).detectMarkers(quick)
        if not len(corners):
            return []
    if grey.size > LARGE_PX:
        return read_tags(grey, family)
    return [tag.shifted(0, 0, 2) for tag in read_tags(enlarged(grey, 2), family)]


def _without(grey: Grey, codes: Sequence[Code]) -> Grey:
    """The picture with codes painted over: to compare each of their squares with all tags takes a millisecond."""
    if not codes:
        return grey
    painted = grey.copy()
    for code in codes:
        cv2.fillConvexPoly(painted, np.round(grown(code.corners_px, 1.1)).astype(np.int32), (128,))
    return painted


@cache
def _detector(family: Family, longest_px: int, *, is_quick: bool = False) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    side_px = QUICK_SIDE_PX if is_quick else SMALLEST_SIDE_PX
    settings.minMarkerPerimeterRate = 4 * side_px / longest_px
    settings.adaptiveThreshWinSizeMin = 15 if is_quick else 5
    settings.adaptiveThreshWinSizeMax = 15 if is_quick else 45
    settings.adaptiveThreshWinSizeStep = 10
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.2
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(_DICTIONARIES[family]), settings)
