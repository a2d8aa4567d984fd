"""Moves a photograph over the picture of the same phone's video, so that things lie at the same pixels in both.

A photograph has more pixels, another shape (4:3 for 16:9), and a somewhat larger field of view than the video,
which is cropped to steady it; its brightness may differ too. Its middle part is taken, and an affine map brings
it onto the video picture (enhanced correlation coefficient, Evangelidis and Psarakis 2008; OpenCV has it).
"""

import cv2
import numpy as np

from vision.frame import Grey, Pixels, to_grey

COMPARED_PX = 480
"""The width at which both are compared."""
STEPS, GAIN = 60, 1e-4
"""The most steps of the search, and the gain below which it ends."""
ALIKE = 0.85
"""The least correlation of a photograph of the same view. Checked on the virtual table: the same view has 0.95 and
more, a table from which a hand took a card 0.9, another view less than 0.6.
"""
FURTHEST = 0.15
"""The most that the map may move or stretch the middle part, as a share of it."""


def fitted(photo: Pixels, video: Grey, size: tuple[int, int]) -> Pixels | None:
    """Returns the photograph as the video would show it, at a size (width, height); None if it shows something
    else.
    """
    middle = _middle_part(photo, video.shape[0] / video.shape[1])
    compared = COMPARED_PX, max(1, round(COMPARED_PX * video.shape[0] / video.shape[1]))
    there = cv2.resize(video, compared, interpolation=cv2.INTER_AREA)
    here = cv2.resize(to_grey(middle), compared, interpolation=cv2.INTER_AREA)
    found = _map(there, here)
    if found is None:
        return None
    # From px of the frame to px of the photograph's middle part.
    enlarge = np.diag([compared[0] / size[0], compared[1] / size[1], 1.0])
    widen = np.diag([middle.shape[1] / compared[0], middle.shape[0] / compared[1], 1.0])
    whole = widen @ np.vstack([found, [0, 0, 1]]) @ enlarge
    frame = cv2.warpAffine(
        middle,
        whole[:2],
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return _as_bright(frame, cv2.resize(to_grey(frame), compared, interpolation=cv2.INTER_AREA), there)


def _middle_part(photo: Pixels, shape: float) -> Pixels:
    """Returns the largest middle part with a ratio of height to width."""
    height, width = photo.shape[:2]
    if height > width * shape:
        kept = round(width * shape)
        top = (height - kept) // 2
        return photo[top : top + kept]
    kept = round(height / shape)
    left = (width - kept) // 2
    return photo[:, left : left + kept]


def _map(there: Grey, here: Grey) -> Pixels | None:
    """Returns the (2, 3) map from px of the video to px of the photograph; None if they show different things."""
    found: Pixels = np.eye(2, 3, dtype=np.float32)
    ends = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, STEPS, GAIN)
    try:
        alike, moved = cv2.findTransformECC(there, here, found, cv2.MOTION_AFFINE, ends)
    except cv2.error:  # It raises where the search does not converge: nothing is alike.
        return None
    found = np.asarray(moved)
    strays = np.abs(found[:, :2] - np.eye(2)).max() > FURTHEST
    strays = strays or np.abs(found[:, 2]).max() > FURTHEST * there.shape[1]
    return None if alike < ALIKE or strays else found


def _as_bright(frame: Pixels, here: Grey, there: Grey) -> Pixels:
    """Returns a photograph with the mean and the contrast of the video."""
    gain = float(np.clip(there.std() / max(1.0, here.std()), 0.6, 1.6))
    shift = float(there.mean() - gain * here.mean())
    levels = np.clip(gain * np.arange(256) + shift, 0, 255).astype(np.uint8)
    return cv2.LUT(frame, levels)
