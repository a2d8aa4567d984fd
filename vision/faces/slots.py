"""Finds the cards that lie in the slots of a mat before anybody knows how the bare mat looks.

Where a card is about to lie is known, and its size. Its edges are looked for in a coarse picture of each slot, at several
turns, and fitted where they are clearest. Slots are printed larger than cards, and what is found in an empty one is no face,
so that nothing but faces counts.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.retries import detailed_parts
from vision.faces.outline import Outline, Pose, clearest_first, fit_outline
from vision.frame import Grey, Pixels, Quad, Region, bounds, quad, square_around, to_grey
from vision.table_map import TableMap

REACH_MM = 10
"""How far beside its place a card may lie in a slot."""
TURNS_DEG = (0.0, -2.0, 2.0, -4.0, 4.0, -6.0, 6.0)
GROWS_MM = (-1, 0, 1, 2, 3, 4)
"""By how much what is seen may be larger than the card: its sleeve."""
LEAST_CLEAR = 8
"""From how clear a faintest side on a place is fitted, in quarters of the root of a step of brightness in grey levels."""
SIDE, NEAR_MM = 0.84, 4
"""The share of a side along which its edge is looked for, and how near to a place no other one is fitted."""
STEP_MM = 12.0
"""A slot holds one card more for each such step by which it is larger than a card."""
APART_MM = 20.0
"""Outlines whose middles are nearer than that are of one card."""
KEPT_PLACES = 256
"""The places of so many slots in the picture are kept, because each look asks for those of a whole mat."""
_ROOTS = np.rint(4 * np.sqrt(np.arange(256))).astype(np.uint8)

Slot = tuple[float, float, float, float, float]
"""Left, top, width and height on the mat in mm, and the clockwise turn of the cards in it, in degrees."""


def find_cards_in_slots(
    pixels: Pixels, size_mm: tuple[float, float], table: TableMap, slots: Sequence[Slot]
) -> list[Quad]:
    """Return the corners of what may be cards in a picture in colour, (H, W, 3) uint8 BGR: of each card the clearest
    outline.
    """
    found: list[Outline] = []
    for slot in slots:
        if not detailed_parts(to_grey(place_of(slot, table).of(pixels)), ()):
            continue
        fits = (_fitted(pixels, table, pose) for pose in _likely(pixels, size_mm, table, slot))
        for outline in clearest_first([one for one in fits if one.is_whole]):
            if all(_are_apart(outline, one) for one in found):
                found.append(outline)
    return [quad(table.image_from_table(one.pose.corners_mm())) for one in found]


def _fitted(pixels: Pixels, table: TableMap, pose: Pose) -> Outline:
    return fit_outline(pixels, _plane_about(table, (pose.x_mm, pose.y_mm), 2 * max(pose.size_mm)), pose)


def _plane_about(table: TableMap, middle_mm: tuple[float, float], across_mm: float) -> NDArray[Any]:
    """Return the homography from mm to px about a place, where a lens bends it by less than is seen."""
    around = square_around(np.array(middle_mm), across_mm)
    return cv2.getPerspectiveTransform(around, table.image_from_table(around).astype(np.float32))


def _likely(pixels: Pixels, size_mm: tuple[float, float], table: TableMap, slot: Slot) -> list[Pose]:
    """Return where cards most likely lie in a slot, to within some mm: where the four sides of a card have edges, in a
    picture of the slot from straight above.
    """
    left, top, width, height, slot_deg = slot
    if slot_deg % 180:
        width, height = height, width
    middle = Pose(left + slot[2] / 2, top + slot[3] / 2, slot_deg, size_mm)
    room = (max(0, round(width - size_mm[0])) // 2, max(0, round(height - size_mm[1])) // 2)
    above = _from_above(pixels, table, middle, room)
    clears = np.stack([_clear_about(_turned(above, turn), size_mm, room) for turn in TURNS_DEG])
    count = 1 + math.prod(1 + int(2 * each // STEP_MM) for each in room)
    return [
        # A pose is moved along its own sides, and the picture was turned about the middle of the slot.
        middle.moved((0, 0), TURNS_DEG[turn]).moved(
            (across - room[0] - REACH_MM, down - room[1] - REACH_MM), 0
        )
        for turn, down, across in _peaks(clears, count)
    ]


def _from_above(pixels: Pixels, table: TableMap, middle: Pose, room: tuple[int, int]) -> Pixels:
    """Return a part of the mat about a pose as seen from straight above, at a px a mm, with its middle in the middle px."""
    half = np.array(
        [round(side) // 2 + REACH_MM + way + 6 for side, way in zip(middle.size_mm, room, strict=True)]
    )
    ways = square_around(np.zeros(2), 2)
    there = quad(table.image_from_table(middle.on_plane(ways * half)))
    seen = bounds(there).widened(4, pixels)
    soft = cv2.GaussianBlur(seen.of(pixels), (3, 3), 0)
    across, down = (2 * half + 1).tolist()
    shown = cv2.getPerspectiveTransform(quad(ways * half + half), quad(there - (seen.left, seen.top)))
    return cv2.warpPerspective(
        soft,
        shown,
        (across, down),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )


def _turned(above: Pixels, turn_deg: float) -> Pixels:
    """Return a picture turned about its middle, so that a card that lies turned clockwise by so much lies straight."""
    down, across = above.shape[:2]
    turn = cv2.getRotationMatrix2D((across // 2, down // 2), turn_deg, 1)
    return cv2.warpAffine(above, turn, (across, down), borderMode=cv2.BORDER_REPLICATE)


def _clear_about(above: Pixels, size_mm: tuple[float, float], room: tuple[int, int]) -> Grey:
    """Return how clear the faintest side of a card would be whose middle lies up to `room` and `REACH_MM` from that of a
    picture: (down, across), for each mm.
    """
    across = _clear_pair(above, size_mm, room)
    down = _clear_pair(cv2.transpose(above), size_mm[::-1], room[::-1])
    return cv2.min(across, cv2.transpose(down))


def _clear_pair(above: Pixels, size_mm: tuple[float, float], room: tuple[int, int]) -> Grey:
    """Return how clear the fainter one of the left and the right side would be, as `_clear_about` does for all four."""
    steps = cv2.absdiff(above[:, 2:], above[:, :-2])
    strongest = np.maximum.reduce(cv2.split(steps))
    along = cv2.blur(_ROOTS[strongest], (1, round(SIDE * size_mm[1])))
    middle_y, middle_x = (each // 2 for each in strongest.shape)
    reach_x, reach_y = (each + REACH_MM for each in room)
    rows = along[middle_y - reach_y : middle_y + reach_y + 1]
    best: Grey = np.zeros((2 * reach_y + 1, 2 * reach_x + 1), np.uint8)
    for grows in GROWS_MM:
        apart = round(size_mm[0]) + grows
        first = middle_x - reach_x - apart // 2
        left, right = (rows[:, start : start + best.shape[1]] for start in (first, first + apart))
        best = cv2.max(best, cv2.min(left, right))
    return best


def _peaks(clears: NDArray[np.uint8], count: int) -> Iterator[tuple[int, int, int]]:
    """Yield the largest of some numbers, (turns, down, across), each without the neighbours of those before."""
    for _ in range(count):
        turn, down, across = (int(place) for place in np.unravel_index(int(clears.argmax()), clears.shape))
        if clears[turn, down, across] < LEAST_CLEAR:
            return
        yield turn, down, across
        near = (slice(max(0, place - NEAR_MM), place + NEAR_MM + 1) for place in (down, across))
        clears[:, *near] = 0


@lru_cache(KEPT_PLACES)
def place_of(slot: Slot, table: TableMap) -> Region:
    """Return the part of the picture in which a slot is seen."""
    left, top, width, height, _ = slot
    corners = np.array([(left, top), (left + width, top), (left + width, top + height), (left, top + height)])
    return bounds(quad(table.image_from_table(corners)))


def _are_apart(one: Outline, other: Outline) -> bool:
    return float(np.hypot(one.pose.x_mm - other.pose.x_mm, one.pose.y_mm - other.pose.y_mm)) >= APART_MM
