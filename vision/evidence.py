"""Keeps a small JPEG picture of what a sighting was read from, to show it when somebody asks why."""

import cv2
import numpy as np

from companion.observation import Sighting, What
from vision.frame import Frame, Pixels
from vision.quad import Quad, quad, scale_quad
from vision.region import bounds

AROUND = {What.QR: 3.4, What.TAG: 2.5, What.REFERENCE: 1.6, What.FACE: 1.1, What.DIE: 1.8}
"""How much of the picture is shown, in sizes of the object; around a code, this is its card."""
LONGEST_PX = 240
"""The longer side of the JPEG."""
GAP_PX = 8
"""Between a card as it lies and the face that was kept of it."""
MOST_BYTES = 15_000
"""The largest JPEG."""
QUALITIES = (85, 70, 50, 30, 10)
"""The JPEG qualities that are tried until the file has no more than `MOST_BYTES`; at the last one every crop
is small enough.
"""


def evidence_jpeg(frame: Frame, sighting: Sighting, enrolled: Pixels | None = None) -> bytes:
    """Returns the JPEG of a sighting, cut from the frame in which it was reported; empty if it lies outside
    the frame. `enrolled`: the face that was kept of a card, (H, W, 3) uint8 BGR; it stands at the right of the card as it lies.
    """
    around = bounds(scale_quad(quad(sighting.corners_px), AROUND[sighting.what])).within(frame)
    if not around.area_px:
        return b""
    pixels = (
        around.of(frame.pixels) if enrolled is None else _beside(frame, quad(sighting.corners_px), enrolled)
    )
    pixels = _small(pixels, LONGEST_PX if enrolled is None else 2 * LONGEST_PX)
    data = b""
    for quality in QUALITIES:
        _, jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
        data = np.asarray(jpeg).tobytes()
        if len(data) <= MOST_BYTES:
            break
    return data


def _beside(frame: Frame, corners_px: Quad, enrolled: Pixels) -> Pixels:
    """Returns a card as it lies, from straight above, and the face that was kept of it."""
    height, width = enrolled.shape[:2]
    whole = quad([(0, 0), (width, 0), (width, height), (0, height)])
    lying = cv2.warpPerspective(frame.pixels, cv2.getPerspectiveTransform(corners_px, whole), (width, height))
    if lying.ndim == 2:
        lying = cv2.cvtColor(lying, cv2.COLOR_GRAY2BGR)
    return np.hstack([lying, np.full((height, GAP_PX, 3), 255, np.uint8), enrolled])


def _small(pixels: Pixels, longest_px: int) -> Pixels:
    scale = longest_px / max(pixels.shape[:2])
    if scale >= 1:
        return np.ascontiguousarray(pixels)
    return cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
