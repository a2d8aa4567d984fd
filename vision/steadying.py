"""Steadies the pictures of a hand-held camera, so that they can be read like those of a fixed one.

All else that follows a table compares a frame with the one before, and reads what has come to rest: in the
picture of a hand-held phone nothing ever rests. While everything moves, frame after frame, details of the table
are followed from an anchor frame, and each frame is warped back onto it.
"""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, Grey

MOVES_MS = 500
"""How long something must move in every frame before the whole picture is suspected to: hands pause sooner."""
DOUBTS_MS = 4000
"""The same at most: it doubles each time when the camera turns out to rest, because to find that out costs 2 ms."""
FEWEST_FRAMES = 3
"""Something must also move in this many frames, because some cameras send few."""
SWAYS_PX, RESTS_PX = 0.5, 0.3
"""How far the picture moves between two frames if the camera is held, and if it rests again. A camera on a stand
moves less than 0.1 px.
"""
RESTS_MS = 1500
"""How long the camera must rest to count as put down."""
FARTHEST = 0.04
"""How far the picture may have moved from the anchor, as a share of its width: then a new anchor is taken."""
SMALLER = 2
"""Details are followed in a picture smaller by this factor."""
DETAILS, APART_PX = 220, 14
"""How many details are followed, and how far apart they are, in px of the smaller picture."""
FEWEST_DETAILS, AGREEING = 24, 0.5
"""How many details must be found again, and which share of them must have moved alike; hands hide the others."""
ASTRAY_PX = 1.0
"""How far a detail may lie from where the others say, in px of the smaller picture."""

Homography = NDArray[Any]
"""Where the anchor's picture lies in a frame: (3, 3) float64."""


class Steadier:
    """Follows one camera. It costs nothing while something rests in the picture now and then."""

    def __init__(self) -> None:
        self.is_on = False
        """Whether the camera is being held, and frames are warped."""
        self._patience_ms = MOVES_MS
        self._moves_since_ms: int | None = None
        self._moved_frames = 0
        self._anchor: Grey | None = None
        self._details: NDArray[Any] | None = None
        self._homography: Homography = np.eye(3)
        self._rests_since_ms: int | None = None

    def feed(self, frame: Frame, *, is_moving: bool) -> Frame:
        """Take a frame, and whether anything moved in the last one; return the frame as a camera at rest would
        have taken it.
        """
        if self.is_on:
            return self._steadied(frame)
        if not is_moving:
            self._forget()
            return frame
        self._moves_since_ms = frame.at_ms if self._moves_since_ms is None else self._moves_since_ms
        self._moved_frames += 1
        if self._moved_frames < FEWEST_FRAMES or frame.at_ms - self._moves_since_ms < self._patience_ms:
            return frame
        now = _smaller(frame.grey)
        if self._anchor is None or self._anchor.shape != now.shape:
            self._take_anchor(
                now
            )  # It is searched for in the next frame: both together cost too much for one.
            return frame
        homography = self._found(now)
        if homography is not None and _furthest_px(homography, now.shape) >= SWAYS_PX:
            self.is_on, self._patience_ms = True, MOVES_MS
            return self._steadied(frame)
        self._forget()
        self._patience_ms = min(2 * self._patience_ms, DOUBTS_MS)
        return frame

    def _forget(self) -> None:
        """Begin to suspect anew: something has rested, or the camera has."""
        self._moves_since_ms, self._moved_frames = None, 0
        self._anchor = self._details = self._rests_since_ms = None
        self._homography = np.eye(3)

    def _steadied(self, frame: Frame) -> Frame:
        now = _smaller(frame.grey)
        last = self._homography
        if self._anchor is None or self._anchor.shape != now.shape:
            self._take_anchor(now)
        homography = self._found(now)
        if homography is None or _furthest_px(homography, now.shape) > FARTHEST * frame.grey.shape[1]:
            self._take_anchor(now)
            return frame
        self._homography = homography
        self._note_rest(_furthest_px(homography @ np.linalg.inv(last), now.shape), frame.at_ms)
        height, width = frame.pixels.shape[:2]
        back = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        still = cv2.warpPerspective(
            frame.pixels, homography, (width, height), flags=back, borderMode=cv2.BORDER_REPLICATE
        )
        return replace(frame, pixels=still)

    def _note_rest(self, moved_px: float, at_ms: int) -> None:
        """End the holding once the camera has rested for a while; what is then off by a few px is a bump."""
        if moved_px > RESTS_PX:
            self._rests_since_ms = None
        elif self._rests_since_ms is None:
            self._rests_since_ms = at_ms
        elif at_ms - self._rests_since_ms >= RESTS_MS:
            self.is_on = False
            self._forget()

    def _take_anchor(self, small: Grey) -> None:
        self._anchor, self._homography = small, np.eye(3)
        # Details are found in half that size again, which takes 0.4 ms instead of 8; where they lie is told finely enough
        # by following them.
        found = cv2.goodFeaturesToTrack(_smaller(small), DETAILS, 0.02, APART_PX / SMALLER)
        self._details = found * SMALLER if np.size(found) >= 2 * FEWEST_DETAILS else None

    def _found(self, small: Grey) -> Homography | None:
        """Return where the anchor (a piece of the last picture) lies in a smaller frame, in px of the whole
        frame; None if it is not found.
        """
        if self._details is None or self._anchor is None:
            return None
        guess = (
            cv2.perspectiveTransform(self._details * SMALLER, self._homography).astype(np.float32) / SMALLER
        )
        there, is_found, _ = cv2.calcOpticalFlowPyrLK(
            self._anchor,
            small,
            self._details,
            guess,
            winSize=(15, 15),
            maxLevel=3,
            flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
        )
        kept = is_found.ravel() == 1
        if np.count_nonzero(kept) < FEWEST_DETAILS:
            return None
        here, there = self._details[kept], there[kept]
        homography, agrees = cv2.findHomography(
            here * SMALLER, there * SMALLER, cv2.RANSAC, ASTRAY_PX * SMALLER
        )
        if np.count_nonzero(agrees) < max(FEWEST_DETAILS, AGREEING * len(here)):
            return None
        return homography


def _smaller(grey: Grey) -> Grey:
    return cv2.resize(grey, None, fx=1 / SMALLER, fy=1 / SMALLER, interpolation=cv2.INTER_AREA)


def _furthest_px(homography: Homography, small_shape: tuple[int, ...]) -> float:
    """Return the largest distance, along x or y, by which a transform moves a corner of the picture, in px of the whole
    frame.
    """
    down, across = (side * SMALLER for side in small_shape)
    corners = np.array([[(0, 0)], [(across, 0)], [(across, down)], [(0, down)]], np.float64)
    return float(np.abs(cv2.perspectiveTransform(corners, homography) - corners).max())
