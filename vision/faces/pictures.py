"""Reads and writes the pictures in which faces are kept."""

import cv2
import numpy as np

from vision.faces.face import FACE_PX_PER_MM, Face
from vision.frame import Pixels, to_colour

QUALITY = 92
"""The JPEG quality of a face: some 40 kB; 300 cards take 12 MB."""


def face_of(card: str, side: str, pixels: Pixels) -> Face:
    """Return a face from its picture, (H, W, 3) uint8 BGR or (H, W) grey, at `FACE_PX_PER_MM`."""
    colour = to_colour(pixels)
    height, width = colour.shape[:2]
    return Face(card, side, colour, (width / FACE_PX_PER_MM, height / FACE_PX_PER_MM))


def face_jpeg(pixels: Pixels) -> bytes:
    """Return a face's picture as a JPEG file."""
    _, jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return np.asarray(jpeg).tobytes()
