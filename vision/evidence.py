"""What a sighting was read from, kept to be shown when somebody asks why: a small JPEG of the picture around it."""

import cv2
import numpy as np

from companion.observation import Sighting, What
from vision.frame import Frame, Pixels
from vision.quad import quad, scale_quad
from vision.region import bounds

AROUND = {What.QR: 3.4, What.TAG: 2.5, What.REFERENCE: 1.6, What.DIE: 1.8}
"""How much of the picture is shown, in sizes of the thing: around a code its card."""
LONGEST_PX = 240
MOST_BYTES = 15_000
QUALITIES = (85, 70, 50, 30, 10)
"""The first that is small enough is taken; at the last so small a picture always is."""


def evidence_jpeg(frame: Frame, sighting: Sighting) -> bytes:
    """The JPEG of a sighting, from the frame in which it was told; empty where it lies outside."""
    around = bounds(scale_quad(quad(sighting.corners_px), AROUND[sighting.what])).within(frame)
    if not around.area_px:
        return b""
    pixels = _small(around.of(frame.pixels))
    data = b""
    for quality in QUALITIES:
        _, jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
        data = np.asarray(jpeg).tobytes()
        if len(data) <= MOST_BYTES:
            break
    return data


def _small(pixels: Pixels) -> Pixels:
    scale = LONGEST_PX / max(pixels.shape[:2])
    if scale >= 1:
        return np.ascontiguousarray(pixels)
    return cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
