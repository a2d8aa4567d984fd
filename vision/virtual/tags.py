"""Tags of the family AprilTag 36h11 as they are printed: a black frame of one cell around six by six.

The bits are those of OpenCV's dictionary; the tests hold them to the published code words and to photographs.
"""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

CELLS = 8
"""A tag's side in cells, its black frame included; the light margin around it is one cell more on each side."""


@cache
def tag_cells(number: int) -> NDArray[np.bool_]:
    """Which cells of a tag are dark, row by row."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    return np.asarray(cv2.aruco.generateImageMarker(family, number, CELLS) < 128)
