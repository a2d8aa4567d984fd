"""Draws a sheet of crops side by side, each with its number, so that the odd one stands out."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.frame import Pixels

CELL_PX = (200, 150)
"""Width and height of a crop on the sheet, at most."""
HEAD_PX = 24
ACROSS = 6
GAP_PX = 8
PAPER, INK = 245, (40, 40, 40)


def draw_sheet(crops: Sequence[tuple[str, Pixels]]) -> Pixels:
    """Return a picture of some crops, (H, W, 3) uint8 BGR, each under its mark in plain letters and digits."""
    width, height = CELL_PX
    across = min(ACROSS, max(1, len(crops)))
    down = -(-len(crops) // across)
    step_x, step_y = width + GAP_PX, height + HEAD_PX + GAP_PX
    sheet = np.full((max(1, down) * step_y + GAP_PX, across * step_x + GAP_PX, 3), PAPER, np.uint8)
    for n, (mark, crop) in enumerate(crops):
        left, top = GAP_PX + n % across * step_x, GAP_PX + n // across * step_y
        cv2.putText(
            sheet, mark, (left, top + HEAD_PX - 7), cv2.FONT_HERSHEY_SIMPLEX, 0.6, INK, 1, cv2.LINE_AA
        )
        shown = _fitted(crop, CELL_PX)
        sheet[top + HEAD_PX : top + HEAD_PX + shown.shape[0], left : left + shown.shape[1]] = shown
    return sheet


def _fitted(crop: Pixels, into_px: tuple[int, int]) -> Pixels:
    by = min(into_px[0] / crop.shape[1], into_px[1] / crop.shape[0])
    size = (max(1, round(crop.shape[1] * by)), max(1, round(crop.shape[0] * by)))
    return cv2.resize(crop, size, interpolation=cv2.INTER_AREA if by < 1 else cv2.INTER_CUBIC)
