"""Finds the cards that lie in the slots of a mat before anybody knows how the bare mat looks.

Where a card is about to lie is known, and its size. Its edges are looked for around each such place, at several shifts and turns.
Slots are printed larger than cards, and what is found in an empty one is no face, so that nothing but faces counts.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import cv2
import numpy as np

from vision.detectors.retries import detailed_parts
from vision.faces.outline import Outline, Pose, clearest_first, fit_outline
from vision.frame import Pixels, Quad, Region, quad, to_grey
from vision.table_map import TableMap

SHIFTS_MM = (-6.0, 0.0, 6.0)
TURNS_DEG = (-4.0, 0.0, 4.0)
STEP_MM = 12.0
"""In a slot for several cards a card is looked for in such steps."""
APART_MM = 20.0
"""Outlines whose middles are nearer than that are of one card."""

Slot = tuple[float, float, float, float, float]
"""Left, top, width and height on the mat in mm, and the clockwise turn of the cards in it, in degrees."""


def find_cards_in_slots(
    pixels: Pixels, size_mm: tuple[float, float], table: TableMap, slots: Sequence[Slot]
) -> list[Quad]:
    """Returns the corners of what may be cards in a picture in colour, (H, W, 3) uint8 BGR: of each card the clearest outline."""
    printed = detailed_parts(to_grey(pixels), ())
    found: list[Outline] = []
    for slot in slots:
        if not any(part.overlaps(_seen_at(slot, table)) for part in printed):
            continue
        outlines = [
            outline
            for place in _places(slot, size_mm)
            if (outline := _fitted(pixels, size_mm, table, place, slot[4])) is not None
        ]
        for outline in clearest_first(outlines):
            if all(_are_apart(outline, one) for one in found):
                found.append(outline)
    return [quad(table.image_from_table(one.pose.corners_mm())) for one in found]


def _fitted(
    pixels: Pixels, size_mm: tuple[float, float], table: TableMap, at_mm: tuple[float, float], turn_deg: float
) -> Outline | None:
    """Returns the clearest outline about a place; None if there is none with four edges."""
    x_mm, y_mm = at_mm
    reach = max(size_mm)
    around = np.array([(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]) + at_mm
    plane = cv2.getPerspectiveTransform(
        around.astype(np.float32), table.image_from_table(around).astype(np.float32)
    )
    fits = (
        fit_outline(pixels, plane, Pose(x_mm + across, y_mm + down, turn_deg + turn, size_mm))
        for across, down, turn in product(SHIFTS_MM, SHIFTS_MM, TURNS_DEG)
    )
    whole = [one for one in fits if one.is_whole]
    return clearest_first(whole)[0] if whole else None


def _places(slot: Slot, size_mm: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Yields where the middle of a card may be in a slot."""
    left, top, width, height, turn_deg = slot
    across, down = size_mm if turn_deg % 180 == 0 else size_mm[::-1]
    yield from product(_steps(left, width, across), _steps(top, height, down))


def _steps(start_mm: float, length_mm: float, card_mm: float) -> list[float]:
    room_mm = max(0.0, length_mm - card_mm)
    count = 1 + int(room_mm // STEP_MM)
    return [start_mm + length_mm / 2 + (n - (count - 1) / 2) * STEP_MM for n in range(count)]


def _seen_at(slot: Slot, table: TableMap) -> Region:
    left, top, width, height, _ = slot
    corners = np.array([(left, top), (left + width, top), (left + width, top + height), (left, top + height)])
    seen = table.image_from_table(corners)
    low, high = np.maximum(seen.min(axis=0), 0).astype(int), np.maximum(seen.max(axis=0), 0).astype(int) + 1
    return Region(int(low[0]), int(low[1]), int(high[0]), int(high[1]))


def _are_apart(one: Outline, other: Outline) -> bool:
    return float(np.hypot(one.pose.x_mm - other.pose.x_mm, one.pose.y_mm - other.pose.y_mm)) >= APART_MM
