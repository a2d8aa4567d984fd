"""Finds the outline of a card shown to the camera, and straightens the card.

Outlines find a card that lies alone; of cards that overlap they find one in six. So they serve only at the
reading spot, where one card is shown. If none is found, print is looked for in the whole picture.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.codes import Detection
from vision.frame import Grey, Pixels, to_grey
from vision.quad import Quad, quad, side_px

CARD_MM = (63.0, 88.0)
LONGEST_PX = 720
"""The longer side of the picture in which outlines are looked for."""
SMALLEST = 0.05
"""The smallest share of the picture that a card at the reading spot covers. Like the constants below, chosen, and checked on cards drawn at the reading spot.
"""
LIKE_A_CARD = 0.15
"""How much the ratio of the sides may differ from a card's, because the camera looks from an angle."""
STRAIGHT = 0.2
"""The share of a side that is left out at each end when its line is fitted, because corners are round."""
SAME_PLACE = 0.2
"""Two outlines are of one card if their centres are nearer than this, in sides."""
MOST_PX_PER_MM = 24
"""The finest scale of a straightened card."""


@dataclass(frozen=True, slots=True, eq=False)
class StraightenedCard:
    """A card seen from straight above, on a short side, (H, W, 3) uint8, and the (3, 3) homography back into
    the picture.
    """

    pixels: Pixels
    picture_from_card: NDArray[Any]

    def in_picture(self, code: Detection) -> Detection:
        corners = cv2.perspectiveTransform(
            code.corners_px.reshape(1, 4, 2).astype(np.float64), self.picture_from_card
        )
        return replace(code, corners_px=quad(corners))


def straighten_cards(pixels: Pixels) -> list[StraightenedCard]:
    """Finds the cards whose outlines stand out in a picture, the largest first, and straightens them."""
    return [_straightened(pixels, corners) for corners in card_outlines(to_grey(pixels))]


def card_outlines(grey: Grey) -> list[Quad]:
    """Finds the corners of each card, (4, 2) float32 px, clockwise, a short side first. `grey` is (H, W)
    uint8.
    """
    scale = max(1.0, max(grey.shape) / LONGEST_PX)
    size = (max(1, round(grey.shape[1] / scale)), max(1, round(grey.shape[0] / scale)))
    small = cv2.GaussianBlur(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), (5, 5), 0)
    found: list[Quad] = []
    for contour in sorted(_contours(small), key=cv2.contourArea, reverse=True):
        if cv2.contourArea(contour) < SMALLEST * small.size:
            break
        corners = _corners(contour)
        if corners is not None and not any(_is_same(corners, other) for other in found):
            found.append(corners)
    return [quad((corners + 0.5) * scale - 0.5) for corners in found]


def _contours(small: Grey) -> Iterator[NDArray[Any]]:
    """Yields the outlines of what is lighter or darker than the rest, and of what edges enclose."""
    _, light = cv2.threshold(small, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    edges = cv2.dilate(cv2.Canny(small, 30, 90), np.ones((3, 3), np.uint8))
    for mask in (light, 255 - light, edges):
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        yield from (cv2.convexHull(contour) for contour in contours)


def _corners(hull: NDArray[Any]) -> Quad | None:
    """Returns the corners of a convex outline with four straight sides and a card's proportions; else None."""
    rough = _four_points(hull)
    if rough is None or cv2.contourArea(hull) < 0.85 * cv2.contourArea(rough.reshape(-1, 1, 2)):
        return None
    corners = _from_short_side(rough)
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    width, height = (lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2
    wanted = CARD_MM[1] / CARD_MM[0]
    is_like = abs(height / max(width, 1.0) - wanted) < LIKE_A_CARD * wanted
    is_even = min(lengths[0], lengths[2]) > 0.7 * width and min(lengths[1], lengths[3]) > 0.7 * height
    return corners if is_like and is_even else None


def _four_points(hull: NDArray[Any]) -> Quad | None:
    """Returns the corners where the lines along four sides meet; the rounded corners themselves are left out."""
    around = cv2.arcLength(hull, True)
    points = hull
    for tolerance in (0.02, 0.03, 0.05):
        points = cv2.approxPolyDP(hull, tolerance * around, True)
        if len(points) == 4:
            break
    if len(points) != 4:
        return None
    rough = points.reshape(4, 2).astype(np.float64)
    dense = _dense(hull.reshape(-1, 2).astype(np.float64))
    sides = (_line(dense, rough[n], rough[(n + 1) % 4]) for n in range(4))
    lines = [line for line in sides if line is not None]
    if len(lines) < 4:
        return None
    meets = [np.cross(lines[n - 1], lines[n]) for n in range(4)]
    if any(abs(point[2]) < 1e-9 for point in meets):
        return None
    return quad([point[:2] / point[2] for point in meets])


def _dense(hull: NDArray[Any]) -> NDArray[Any]:
    """Returns points along an outline, about one a px: (N, 2) float64."""
    rows = []
    for start, end in zip(hull, np.roll(hull, -1, axis=0), strict=True):
        steps = max(1, round(float(np.linalg.norm(end - start))))
        rows.append(start + (end - start) * np.arange(steps)[:, np.newaxis] / steps)
    return np.concatenate(rows)


def _line(points: NDArray[Any], start: NDArray[Any], end: NDArray[Any]) -> NDArray[Any] | None:
    """Fits a line to the points along a side, without those near its ends: (a, b, c) of ax + by + c = 0."""
    along = end - start
    length = float(np.linalg.norm(along))
    away = points - start
    place = away @ along / length**2
    off = np.abs(away[:, 0] * along[1] - away[:, 1] * along[0]) / length
    own = points[(place > STRAIGHT) & (place < 1 - STRAIGHT) & (off < 0.05 * length)]
    if len(own) < 5:
        return None
    dx, dy, x, y = cv2.fitLine(own.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
    return np.array([-dy, dx, dy * x - dx * y])


def _from_short_side(corners: Quad) -> Quad:
    """Orders corners clockwise from a short side; the print must tell which of the two is the top."""
    first, second = corners[1] - corners[0], corners[2] - corners[1]
    if float(first[0] * second[1] - first[1] * second[0]) < 0:
        corners = corners[::-1]
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return quad(
        corners if lengths[0] + lengths[2] <= lengths[1] + lengths[3] else np.roll(corners, -1, axis=0)
    )


def _is_same(one: Quad, other: Quad) -> bool:
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))) < SAME_PLACE * side_px(other)


def _straightened(pixels: Pixels, corners: Quad) -> StraightenedCard:
    """Straightens a card, at the finest scale that the picture has on it."""
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    px_per_mm = min(
        MOST_PX_PER_MM, float(max(lengths[0::2].max() / CARD_MM[0], lengths[1::2].max() / CARD_MM[1]))
    )
    width, height = (round(side * px_per_mm) for side in CARD_MM)
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    card_from_picture = cv2.getPerspectiveTransform(corners, target)
    straight = cv2.warpPerspective(pixels, card_from_picture, (width, height), flags=cv2.INTER_CUBIC)
    return StraightenedCard(straight, np.linalg.inv(card_from_picture))
