"""Reads printed references in a picture: of one line, of a card at the reading spot, or of anything else.

A long, low picture is taken for one line. In any other picture a card's outline is looked for and
straightened; then lines of print are found, and each is read, also upside down if it reads as no reference. A picture
full of print would take minutes, so that the effort for one picture has an end.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.observation import ReadingStatus, What
from vision.detectors.codes import Detection
from vision.detectors.reference.lines import (
    HEIGHT_PX,
    PrintLine,
    find_lines,
    looked_at_px,
    read_line,
    read_width_px,
    whole_line,
)
from vision.detectors.reference.repair import RepairedReference, repair_reference
from vision.frame import Grey, Pixels, Quad, quad, side_px, to_grey

# --- card
# Finds the outline of a card shown to the camera, and straightens the card.
#
# Outlines find a card that lies alone; of cards that overlap they find one in six. So they serve only at the
# reading spot, where one card is shown. If none is found, print is looked for in the whole picture.

CARD_MM = (63.0, 88.0)
"""Width and height of a poker-size card."""
LONGEST_PX = 720
"""The longer side of the picture in which outlines are looked for."""
SMALLEST = 0.05
"""The smallest share of the picture that a card at the reading spot covers. Like the constants below, chosen, and checked on
cards drawn at the reading spot.
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
    """A card seen from straight above, a short side at the top, (H, W, 3) uint8, and the (3, 3) homography
    back into the picture.
    """

    pixels: Pixels
    picture_from_card: NDArray[Any]

    def in_picture(self, code: Detection) -> Detection:
        corners = cv2.perspectiveTransform(
            code.corners_px.reshape(1, 4, 2).astype(np.float64), self.picture_from_card
        )
        return replace(code, corners_px=quad(corners))


def straighten_cards(pixels: Pixels) -> list[StraightenedCard]:
    """Find the cards whose outlines stand out in a picture, the largest first, and straighten them."""
    return [_straightened(pixels, corners) for corners in card_outlines(to_grey(pixels))]


def card_outlines(grey: Grey) -> list[Quad]:
    """Find the corners of each card, (4, 2) float32 px, clockwise, a short side first. `grey` is (H, W)
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
    """Yield the outlines of what is lighter or darker than the rest, and of what edges enclose."""
    _, light = cv2.threshold(small, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    edges = cv2.dilate(cv2.Canny(small, 30, 90), np.ones((3, 3), np.uint8))
    for mask in (light, 255 - light, edges):
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        yield from (cv2.convexHull(contour) for contour in contours)


def _corners(hull: NDArray[Any]) -> Quad | None:
    """Return the corners of a convex outline with four straight sides and a card's proportions; else None."""
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
    """Return the corners where the lines along four sides meet; the rounded corners themselves are left out."""
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
    """Return points along an outline, about one a px: (N, 2) float64."""
    rows = []
    for start, end in zip(hull, np.roll(hull, -1, axis=0), strict=True):
        steps = max(1, round(float(np.linalg.norm(end - start))))
        rows.append(start + (end - start) * np.arange(steps)[:, np.newaxis] / steps)
    return np.concatenate(rows)


def _line(points: NDArray[Any], start: NDArray[Any], end: NDArray[Any]) -> NDArray[Any] | None:
    """Fit a line to the points along a side, without those near its ends: (a, b, c) of ax + by + c = 0."""
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
    """Order corners clockwise from a short side; the print must tell which of the two is the top."""
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
    """Straighten a card, at the finest scale that the picture has on it."""
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    px_per_mm = min(
        MOST_PX_PER_MM, float(max(lengths[0::2].max() / CARD_MM[0], lengths[1::2].max() / CARD_MM[1]))
    )
    width, height = (round(side * px_per_mm) for side in CARD_MM)
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    card_from_picture = cv2.getPerspectiveTransform(corners, target)
    straight = cv2.warpPerspective(pixels, card_from_picture, (width, height), flags=cv2.INTER_CUBIC)
    return StraightenedCard(straight, np.linalg.inv(card_from_picture))


# --- reader

A_LINE = 2.2
"""The least ratio of width to height of a picture that is one line of print."""
LOOKS_PX = (960, 1920)
"""The longer side, in px, of the picture in which lines are looked for; the second look is for small print."""
SURE = 0.9
"""A line read with this confidence is not tried upside down."""
SMALLEST_PX = 6
"""Letters cannot be told apart in fewer pixels."""


FIND_US, READ_US = 1.4, 3.5
"""The CPU time in microseconds for each pixel in which lines are searched, and for each pixel of a line that is read.
Measured on two x86 cores that had much else to do.
"""
MOST_US = 20_000_000
"""What one picture may cost: more than eight photographs of many cards at 1280 px did."""
CARDS_SHARE = 0.6
"""The share of it for outlines that look like cards; the rest is for the picture as a whole."""


@dataclass(slots=True)
class ReadingEffort:
    """What was spent on reading the print of a picture, and whether it was enough."""

    tell: Callable[[float], None] = field(default=lambda _: None)
    """Is told the share of `MOST_US` that was spent."""
    spent_us: float = 0.0
    is_cut_short: bool = False

    def allows(self, cost_us: float) -> bool:
        """Spend a cost, if that much is left; if not, the picture is not read to its end."""
        if self.spent_us + cost_us > MOST_US:
            self.is_cut_short = True
            return False
        self.spent_us += cost_us
        self.tell(self.spent_us / MOST_US)
        return True


@dataclass(frozen=True, slots=True)
class ReferenceFormat:
    """Describes what references look like, and lists all existing ones if they are known."""

    pattern: re.Pattern[str]
    known: Collection[str] | None = None


def read_references(
    pixels: Pixels, wanted: ReferenceFormat, effort: ReadingEffort | None = None
) -> list[Detection]:
    """Read the references in a picture, also ambiguous and unknown ones. `pixels` is (H, W, 3) uint8 BGR or
    (H, W) grey. `effort` tells afterwards whether all print was read. Raises `VisionError` without models.
    """
    effort = effort or ReadingEffort()
    height, width = pixels.shape[:2]
    if min(height, width) < SMALLEST_PX:
        return []
    if max(width / height, height / width) > A_LINE:
        alone = _read(_lying(pixels), wanted, effort)
        if alone is not None:
            return [alone]
    for card in straighten_cards(pixels):
        if effort.spent_us > CARDS_SHARE * MOST_US:
            effort.is_cut_short = True
            break
        found = [card.in_picture(code) for code in _in_lines(card.pixels, wanted, effort)]
        if found:
            return found
    return _in_lines(pixels, wanted, effort)


def _lying(pixels: Pixels) -> PrintLine:
    line = whole_line(pixels)
    height, width = pixels.shape[:2]
    return line if width >= height else line.upended()


def _in_lines(pixels: Pixels, wanted: ReferenceFormat, effort: ReadingEffort) -> list[Detection]:
    for longest_px in LOOKS_PX:
        if not effort.allows(FIND_US * looked_at_px(pixels, longest_px)):
            return []
        lines = find_lines(pixels, longest_px)
        found = [code for code in (_read(line, wanted, effort) for line in lines) if code is not None]
        if found or longest_px >= max(pixels.shape[:2]):
            return found
    return []


def _read(found: PrintLine, wanted: ReferenceFormat, effort: ReadingEffort) -> Detection | None:
    """Read the reference on a line, either way up; None if there is none, or no effort is left for it."""
    # Both ways up are paid for at once, so that a line is read as surely as ever or not at all.
    if not effort.allows(2 * READ_US * HEIGHT_PX * read_width_px(found.pixels)):
        return None
    best = _as_it_stands(found, wanted)
    if best.confidence < SURE:
        turned = found.turned()
        other = _as_it_stands(turned, wanted)
        if other.confidence > best.confidence:
            found, best, other = turned, other, best
        if other.reading is best.reading is ReadingStatus.READ and other.text != best.text:
            # Some print can be read both ways up; only a person knows which way is right.
            best = replace(best, reading=ReadingStatus.AMBIGUOUS, text="", candidates=(best.text, other.text))
    if best.reading is ReadingStatus.UNREADABLE:
        return None
    return Detection(
        best.text, found.corners_px, What.REFERENCE, round(best.confidence, 3), best.reading, best.candidates
    )


def _as_it_stands(found: PrintLine, wanted: ReferenceFormat) -> RepairedReference:
    return repair_reference(read_line(found.pixels), wanted.pattern, wanted.known)
