"""Lays the picture of a card over a reference to within a few tenths of a pixel.

Some eighty landmarks of the reference, places with print in two directions, are looked for in the picture, each near its
place (Lucas and Kanade, as in OpenCV). A plane's small movement is fitted to where they were found, with less weight for
those that fit badly: landmarks under glare or a token are lost and bend nothing. That is ten times quicker than to compare
all pixels (`cv2.findTransformECC`), and stands more of what covers a card.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey, Pixels
from vision.lens import Points

MOST_LANDMARKS, APART_PX = 90, 8
FEWEST_LANDMARKS, PLENTY, BRIGHT = 10, 30, 100.0
"""Fewer tell nothing: the corners are left as they are. From how many on no faint ones are looked for, and on faces of which
mean grey level.
"""
WINDOW_PX, LEVELS = 13, 2
"""The size of what is compared around a landmark, and how often the pictures are halved: landmarks are found up to 8 px off.
"""
ROUNDS = 6
"""How often the movement is fitted, each time with less weight for the landmarks that fit badly."""
AGREES_PX = 0.8
"""Landmarks that fit agree to within this."""
EVEN_PX, FAINT, CONTRAST = 15, 6.0, 40.0
"""Over how many px each way the light is evened out, how many grey levels of contrast are noise, and the contrast that print
then has. Without it a reflection led landmarks astray on a tenth of the cards under a lamp.
"""
STIFF = 2.0
"""How much it takes to bend the picture: slants are small, and few landmarks shall not invent one."""
ORDER, CURVED, MOST_MOVED_PX = 4, 0.002, 2.5
"""The order of the polynomial by which a lens or a bent card moves print, how stiff its curved terms are for each landmark, and
how far print is moved at most.
"""
CELL_PX = 6
"""The movement is worked out in squares of so many px, and even between."""


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """How a picture must be moved: `seen_from_reference`, a (3, 3) homography, and the share of the landmarks that agree."""

    seen_from_reference: NDArray[Any]
    agree: float


UNMOVED = Alignment(np.eye(3), 0.0)


def landmarks_of(reference: Grey) -> Points:
    """Return places with print in two directions: (N, 2) float32, px."""
    places = _places_with_print(reference)
    # Beside a large digit small print is faint; on a black face what is as faint is noise.
    is_plain = len(places) < PLENTY and float(reference.mean()) > BRIGHT
    return _places_with_print(_in_even_light(reference)) if is_plain else places


def _places_with_print(picture: Grey) -> Points:
    found = cv2.goodFeaturesToTrack(picture, MOST_LANDMARKS, 0.02, APART_PX, blockSize=5)
    # A picture without print gives None, whatever OpenCV's types say.
    places: NDArray[Any] | None = found
    return np.zeros((0, 2), np.float32) if places is None else places.reshape(-1, 2)


def align(reference: Grey, landmarks: Points, seen: Grey) -> Alignment:
    """Find how the picture of a card lies over a reference of the same size."""
    if len(landmarks) < FEWEST_LANDMARKS:
        return UNMOVED
    here, there = _followed(reference, landmarks, seen)
    if len(here) < FEWEST_LANDMARKS:
        return UNMOVED
    moved = _fitted(here, there, reference.shape)
    return Alignment(moved.seen_from_reference, moved.agree * len(here) / len(landmarks))


def flattened(reference: Grey, landmarks: Points, seen: Grey, pixels: Pixels) -> Pixels:
    """Return a picture whose print lies where that of a reference does, over which it was laid: what the lens of a phone and a
    bend of the card move by up to 2.5 px is moved back. `seen` is the picture in grey.
    """
    here, there = _followed(reference, landmarks, seen)
    if len(here) < PLENTY:
        return pixels
    height, width = reference.shape
    half = np.array((width / 2, height / 2))
    terms, moves = _powers((here - half) / half[0]), there - here
    stiffness = np.diag([CURVED * len(here) if n > 2 else 1e-6 for n in range(terms.shape[1])])
    weights, movement = np.ones(len(here)), np.zeros((terms.shape[1], 2))
    for _ in range(ROUNDS):
        weighted = (terms * weights[:, np.newaxis]).T
        movement = np.linalg.solve(weighted @ terms + stiffness, weighted @ moves)
        off_px = np.linalg.norm(moves - terms @ movement, axis=1)
        weights = _weights(off_px)
    cells = (-(-height // CELL_PX), -(-width // CELL_PX))
    middles = (np.indices(cells)[::-1].reshape(2, -1).T + 0.5) * ((width, height) / np.array(cells[::-1]))
    moved = np.clip(_powers((middles - half) / half[0]) @ movement, -MOST_MOVED_PX, MOST_MOVED_PX)
    smooth = cv2.resize(moved.reshape(*cells, 2).astype(np.float32), (width, height))
    places = np.indices((height, width), np.float32)
    from_x, from_y = places[1] + smooth[..., 0], places[0] + smooth[..., 1]
    return cv2.remap(pixels, from_x, from_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _powers(places: NDArray[Any]) -> NDArray[Any]:
    """Return the terms of a polynomial in two coordinates, (N, 2), of rising order: (N, terms)."""
    u, v = places.T
    return np.stack([u ** (order - n) * v**n for order in range(ORDER + 1) for n in range(order + 1)], axis=1)


def _followed(reference: Grey, landmarks: Points, seen: Grey) -> tuple[Points, Points]:
    """Return the landmarks that were found in a picture, and where: (N, 2) each."""
    found, status, _ = cv2.calcOpticalFlowPyrLK(
        _in_even_light(reference),
        _in_even_light(seen),
        landmarks.reshape(-1, 1, 2),
        landmarks.reshape(-1, 1, 2).copy(),
        winSize=(WINDOW_PX, WINDOW_PX),
        maxLevel=LEVELS,
        criteria=(cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 10, 0.03),
    )
    is_found = status.reshape(-1) > 0
    return landmarks[is_found], found.reshape(-1, 2)[is_found]


def _in_even_light(grey: Grey) -> Grey:
    """Return a picture in which print is as dark and as bright everywhere, whatever light falls on it: veils, shadows and
    the edges of reflections vanish.
    """
    seen = grey.astype(np.float32)
    around = (EVEN_PX, EVEN_PX)
    mean = cv2.blur(seen, around)
    spread = np.sqrt(np.maximum(cv2.sqrBoxFilter(seen, -1, around) - mean * mean, 0) + FAINT**2)
    return np.clip(128 + CONTRAST * (seen - mean) / spread, 0, 255).astype(np.uint8)


def _fitted(here: Points, there: Points, shape: tuple[int, ...]) -> Alignment:
    """Return the small movement of a plane that takes most points from one place to the other."""
    half = np.array((shape[1] / 2, shape[0] / 2))
    u, v = ((here - half) / half[0]).T
    zero, one = np.zeros_like(u), np.ones_like(u)
    across = np.stack([one, u, v, zero, zero, zero, u * u, u * v], axis=1)
    down = np.stack([zero, zero, zero, one, u, v, u * v, v * v], axis=1)
    terms = np.concatenate([across, down])
    moves = (there - here).T / half[0]
    wanted = moves.ravel()
    stiffness = np.diag([0, 0, 0, 0, 0, 0, STIFF, STIFF])
    weights = np.ones(len(here))
    movement = np.zeros(8)
    movement[0], movement[3] = np.median(moves, axis=1)
    off_px = np.zeros(len(here))
    for _ in range(ROUNDS):
        missed = (wanted - terms @ movement).reshape(2, -1)
        off_px = np.hypot(*missed) * half[0]
        weights = _weights(off_px)
        weighted = (terms * np.concatenate([weights, weights])[:, np.newaxis]).T
        movement = np.linalg.solve(weighted @ terms + stiffness + 1e-6 * np.eye(8), weighted @ wanted)
    return Alignment(_homography(movement, half), float(np.mean(off_px < AGREES_PX)))


def _weights(off_px: NDArray[Any]) -> NDArray[Any]:
    """Return what landmarks count in a fit, (N,): the less, the farther they are off."""
    scale = max(AGREES_PX / 2, float(np.median(off_px)))
    return np.asarray(1 / (1 + (off_px / scale) ** 2) ** 2)


def _homography(movement: NDArray[Any], half: NDArray[Any]) -> NDArray[Any]:
    """Return the homography in px of a small movement that is given about the middle, in halves of the width."""
    x, x_u, x_v, y, y_u, y_v, bend_u, bend_v = movement
    small = np.array([[1 + x_u, x_v, x], [y_u, 1 + y_v, y], [-bend_u, -bend_v, 1.0]])
    from_middle = np.array([[half[0], 0, half[0]], [0, half[0], half[1]], [0, 0, 1.0]])
    return from_middle @ small @ np.linalg.inv(from_middle)
