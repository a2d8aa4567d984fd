"""Draws the detections onto a picture, for people."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.observation import What
from vision.detectors.codes import Detection
from vision.frame import Pixels
from vision.quad import side_px

COLOURS = {
    What.QR: (60, 200, 60),
    What.TAG: (230, 140, 40),
    What.REFERENCE: (40, 170, 240),
    What.FACE: (60, 190, 190),
    What.DIE: (220, 60, 200),
}
"""The colour of each kind, BGR. The text beside it says the same, for people who cannot tell colours apart."""


def draw_overlay(pixels: Pixels, things: Sequence[Detection]) -> Pixels:
    """Returns a copy of the picture, (H, W, 3) uint8 BGR, with the outline, first corner and text of each
    detection.
    """
    picture = cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR) if pixels.ndim == 2 else pixels.copy()
    unit = max(1, round(max(picture.shape[:2]) / 900))
    for thing in things:
        colour = COLOURS[thing.what]
        corners = np.round(thing.corners_px).astype(np.int32)
        cv2.polylines(picture, [corners], isClosed=True, color=colour, thickness=2 * unit)
        first = (int(corners[0, 0]), int(corners[0, 1]))
        cv2.circle(picture, first, 3 * unit, (255, 255, 255), -1)
        cv2.circle(picture, first, 3 * unit, colour, unit)
        _write(picture, f"{thing.what}: {_plain(thing.text)}", corners, unit, side_px(thing.corners_px))
    return picture


def _write(picture: Pixels, text: str, corners: Pixels, unit: int, side: float) -> None:
    """Writes a text above a detection, dark on light, within the picture."""
    scale = 0.45 * unit if side > 30 * unit else 0.35 * unit
    (width, height), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, unit)
    x = int(np.clip(corners[:, 0].min(), 0, max(0, picture.shape[1] - width)))
    y = int(np.clip(corners[:, 1].min() - 4 * unit, height, max(height, picture.shape[0] - below)))
    cv2.rectangle(picture, (x, y - height - unit), (x + width, y + below), (255, 255, 255), -1)
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), unit, cv2.LINE_AA)


def _plain(text: str) -> str:
    """Replaces what OpenCV's letters do not have, and shortens long texts."""
    clean = "".join(sign if " " <= sign <= "~" else "?" for sign in text)
    return clean if len(clean) <= 40 else clean[:39] + "~"
