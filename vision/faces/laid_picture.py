"""Lays the picture of a card over a reference, and tells where a reflected light hides it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.alignment import align
from vision.faces.face import rectangle, straightened
from vision.faces.face_group import SEEN_PX_PER_MM, FaceGroup
from vision.faces.light_fit import ranked
from vision.frame import Pixels, Quad, quad, to_grey

SATURATED = 250
PAPER = 0.88
"""From so much of the brightest print of a reference on, its channels may be as bright as the camera can show."""
SLACK_MM = 0.8
"""How far print may lie beside where the reference has it."""
REFLECTION_MM = 8.0
"""What is as bright so near to a reflection may be of it."""
HALO_MM = 1.2
"""The picture is too bright as well so far around what is too bright."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidPicture:
    """A picture laid over a reference."""

    pixels: Pixels
    usable: NDArray[np.bool_]
    corners_px: Quad


def lay(pixels: Pixels, corners_px: Quad, group: FaceGroup, number: int) -> LaidPicture:
    """Straighten a card so that it lies over a reference."""
    roughly = straightened(pixels, corners_px, group.size_px)
    found = align(group.grey(number), group.landmarks[number], to_grey(roughly))
    corners = corners_px
    if found.agree > 0.2:
        moved = cv2.perspectiveTransform(rectangle(group.size_px)[np.newaxis], found.seen_from_reference)
        back = cv2.getPerspectiveTransform(rectangle(group.size_px), quad(corners_px))
        corners = quad(cv2.perspectiveTransform(moved, back)[0])
        roughly = straightened(pixels, corners, group.size_px)
    return LaidPicture(
        roughly, group.inside[..., np.newaxis] & ~dazzled(roughly, group.pictures[number]), corners
    )


def dazzled(picture: Pixels, reference: Pixels) -> NDArray[np.bool_]:
    """Return which channels say nothing, because a reflected light is as bright as the camera can show: (H, W, 3).

    White paper may be so bright in good light. Where the reference is dark it is a reflection, and what is as bright near it
    may be of the same, with the halo around.
    """
    bright = (picture >= SATURATED).astype(np.uint8)
    white = [ranked(channel.ravel(), 0.97) for channel in cv2.split(reference[::4, ::4])]
    is_paper = cv2.dilate((reference >= PAPER * np.array(white)).astype(np.uint8), _disc(SLACK_MM))
    reflected = cv2.morphologyEx(cv2.subtract(bright, is_paper), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    near = cv2.min(bright, cv2.dilate(reflected, _disc(REFLECTION_MM)))
    return np.asarray(cv2.dilate(near, _disc(HALO_MM))) > 0


def _disc(radius_mm: float) -> NDArray[np.uint8]:
    across = 2 * round(radius_mm * SEEN_PX_PER_MM) + 1
    return np.ones((across, across), np.uint8)
