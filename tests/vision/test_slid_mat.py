"""A mat that slides over the table by a centimetre, with all that lies on it: nothing on it has moved."""

import math

import cv2
import numpy as np
import pytest

from tests.quick import first_quick
from tests.vision.watched_table import WatchedTable
from vision.frame import Pixels

PIECES = 8
MIDDLE_MM = 9
"""How far from the middle of its cell a piece stands: the slide would take it over the border, if the mat had not moved."""


class PlainMat:
    """The mat of a table with its markers and tokens, and white besides: so little of the picture changes when it slides
    that it does not look disturbed.
    """

    def __init__(self, watched: WatchedTable, by_mm: tuple[float, float]) -> None:
        mat, self._camera = watched.mat, watched.table.camera
        whole = np.array(
            [(0, 0), (mat.width_mm, 0), (mat.width_mm, mat.height_mm), (0, mat.height_mm)], float
        )
        before, after = self._seen(whole), self._seen(whole + by_mm)
        shape = watched.table.frame().pixels.shape
        self._shape = (shape[1], shape[0])
        self._slide = cv2.getPerspectiveTransform(before, after)
        self._mat, self._slid = np.zeros((2, *shape[:2]), np.uint8)
        cv2.fillConvexPoly(self._mat, np.round(before).astype(np.int32), (1,))
        cv2.fillConvexPoly(self._slid, np.round(after).astype(np.int32), (1,))
        self._printed = np.zeros(shape[:2], np.uint8)
        for marker in mat.markers:
            self.keep((marker.x_mm + marker.side_mm / 2, marker.y_mm + marker.side_mm / 2), marker.side_mm)

    def _seen(self, places_mm: Pixels) -> Pixels:
        flat = np.column_stack([places_mm, np.zeros(len(places_mm))])
        return self._camera.picture_of(flat).astype(np.float32)

    def keep(self, at_mm: tuple[float, float], side_mm: float) -> None:
        """Show what lies there."""
        box = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 0.7 * side_mm + at_mm
        cv2.fillConvexPoly(self._printed, np.round(self._seen(box)).astype(np.int32), (1,))

    def before(self, _: int, pixels: Pixels) -> Pixels:
        return np.where((self._mat > 0) & (self._printed == 0), 235, pixels).astype(np.uint8)

    def after(self, number: int, pixels: Pixels) -> Pixels:
        slid = cv2.warpPerspective(self.before(number, pixels), self._slide, self._shape)
        return np.where(self._slid > 0, slid, pixels).astype(np.uint8)


@pytest.mark.slow
@first_quick("by_mm", [(9.0, -5.0), (-12.0, 3.0)])
def test_pieces_on_a_mat_that_slides_stay_in_their_cells(by_mm: tuple[float, float]) -> None:
    watched = WatchedTable("lignes", "b4")
    plain = PlainMat(watched, by_mm)
    cells = [zone for zone in watched.mat.zones if zone.role == "cell"][20::30]
    lying = set()
    for token, cell in zip(watched.mat.tokens[1 : PIECES + 1], cells, strict=False):
        at_mm = (cell.middle_mm[0] + math.copysign(MIDDLE_MM, by_mm[0]), cell.middle_mm[1])
        watched.table.put_sticker(int(token.tag), at_mm, 0.0, token.side_mm)
        plain.keep(at_mm, token.side_mm)
        lying.add((str(token.tag), cell.name))
    watched.watch(25, plain.before)
    assert {(one.reads, one.zone) for one in watched.seen} == lying
    watched.seen.clear()
    watched.watch(45, plain.after)
    assert {(one.reads, one.zone) for one in watched.seen if one.zone is not None} == lying
