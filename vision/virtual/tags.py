"""Draws tags of the family AprilTag 36h11: a black frame of one cell around six by six.

The bits are those of OpenCV's dictionary; the tests hold them to the published code words and to photographs.
"""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

CELLS = 8
"""The side of a tag in cells, with its black frame; the light margin adds one cell on each side."""


@cache
def tag_cells(number: int) -> NDArray[np.bool_]:
    """Returns the dark cells of a tag: (8, 8) bool."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    return np.asarray(cv2.aruco.generateImageMarker(family, number, CELLS) < 128)
