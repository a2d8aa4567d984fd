"""A board held before the camera lies where its pose says, whichever way it leans."""

from typing import Any

import cv2
import numpy as np
import pytest

from calibration.board import BOARDS, BoardSize
from tests.calibration.known_lens import inner_corners_mm
from tests.quick import first_quick
from tests.vision.virtual.tables import MAT, SMALL, small_table
from vision.virtual.camera import VirtualCamera
from vision.virtual.motion import BoardMotion, board_before_camera
from vision.virtual.scene import HeldBoard
from vision.virtual.scene_picture import outline_mm
from vision.virtual.table import VirtualTable

CAMERA = VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=15, size_px=SMALL)
FINDER = cv2.aruco.CharucoDetector(BOARDS[BoardSize.A4].charuco())


def seen(table: VirtualTable) -> tuple[list[int], Any]:
    corners, ids, _, _ = FINDER.detectBoard(table.frame().grey)
    return [int(n) for n in np.ravel(ids)], np.reshape(corners, (-1, 2))


@first_quick(
    ("at_px", "away_mm", "tilt_deg", "turn_deg"),
    [
        ((480, 300), 600, (0, 0), 0),
        ((300, 200), 480, (30, 0), 8),
        ((650, 380), 450, (0, -30), -100),
        ((480, 300), 300, (-20, 20), 30),
    ],
)
def test_its_corners_are_found_where_it_is_held(
    at_px: tuple[float, float], away_mm: float, tilt_deg: tuple[float, float], turn_deg: float
) -> None:
    table = small_table()
    held = board_before_camera(table.camera, at_px, away_mm, tilt_deg, turn_deg)
    table.hold(held)
    ids, corners = seen(table)
    truth = table.camera.picture_of(inner_corners_mm(held))[ids]
    assert len(ids) >= 40
    assert np.sqrt(((corners - truth) ** 2).sum(axis=1).mean()) < 0.12


def test_an_edge_that_leans_away_is_further_from_the_camera() -> None:
    away = board_before_camera(CAMERA, (480, 300), 500, (30, 0))
    far = [(corner - CAMERA.place_mm) @ CAMERA.axes[2] for corner in outline_mm(away)]
    top_left, top_right, bottom_right, bottom_left = far
    assert min(top_right, bottom_right) > max(top_left, bottom_left) + 100


def test_a_board_is_carried_rests_and_goes_on() -> None:
    poses = tuple(board_before_camera(CAMERA, (x, 300), 500) for x in (200, 700))
    parade = BoardMotion(None, poses, 1000, 400, 600)
    assert parade.at(1000) == parade.at(1999) == poses[0]
    assert poses[0].middle_mm[0] < parade.at(2200).middle_mm[0] < poses[1].middle_mm[0]
    assert parade.at(2400) == parade.at(2999) == poses[1]
    assert parade.at(3400) == poses[0]


@pytest.mark.slow
def test_one_pose_is_kept_and_none_puts_the_board_away() -> None:
    table = small_table()
    bare = table.frame().pixels
    table.hold(board_before_camera(table.camera, (480, 300), 400))
    held: list[HeldBoard | None] = []
    for _ in range(50):
        table.frame()
        held.append(table.shown.held)
    assert held[0] is not None and held[-1] == held[0]
    table.hold()
    assert np.abs(table.frame().pixels.astype(int) - bare).mean() < 4


def test_a_board_behind_the_camera_is_not_seen() -> None:
    table = small_table()
    table.hold(board_before_camera(table.camera, (480, 300), -50))
    assert table.frame().pixels.shape == (600, 960, 3)
