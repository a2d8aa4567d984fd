"""A sample is taken only if it is new and still, and a refusal says why."""

import numpy as np
import pytest

from calibration.board import (
    Sampler,
    SampleVerdict,
    Stillness,
    estimate_pose,
    explain_refusal,
    find_board,
    is_dark,
)
from companion.words import translate
from tests.calibration.known_lens import BOARD
from tests.vision.virtual.tables import small_table
from vision.frame import Grey
from vision.virtual.camera import VirtualCamera
from vision.virtual.motion import board_before_camera
from vision.virtual.table import VirtualTable


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    return small_table()


def show(
    table: VirtualTable,
    at: tuple[float, float] = (480, 300),
    away: float = 600,
    tilt: tuple[float, float] = (0, 0),
) -> Grey:
    table.hold(board_before_camera(table.camera, at, away, tilt), carry_ms=0)
    return table.frame().grey


@pytest.mark.slow
def test_a_still_board_is_taken_once(table: VirtualTable) -> None:
    sampler = Sampler(BOARD)
    grey = show(table)
    assert [sampler.feed(grey, at_ms) for at_ms in (0, 150, 300, 450)] == [
        SampleVerdict.MOVING, SampleVerdict.MOVING, SampleVerdict.TAKEN, SampleVerdict.KNOWN,
    ]  # fmt: skip
    assert len(sampler.taken) == 1 and len(sampler.taken[0].ids) == len(BOARD.corners_mm())


def test_a_board_that_moves_is_not_taken(table: VirtualTable) -> None:
    sampler = Sampler(BOARD)
    seen = [sampler.feed(show(table, (400 + 8 * n, 300)), 200 * n) for n in range(5)]
    assert set(seen) == {SampleVerdict.MOVING}


@pytest.mark.parametrize(
    ("at", "away", "tilt"),
    [
        ((620, 300), 600, (0, 0)),
        ((480, 300), 450, (0, 0)),
        ((480, 300), 600, (25, 0)),
        ((480, 300), 600, (0, -25)),
    ],
    ids=["elsewhere", "nearer", "leaning one way", "leaning another"],
)
def test_what_differs_is_new(
    table: VirtualTable, at: tuple[float, float], away: float, tilt: tuple[float, float]
) -> None:
    sampler = Sampler(BOARD)
    for at_ms in (0, 400):
        sampler.feed(show(table), at_ms)
    for at_ms in (800, 1200):
        sampler.feed(show(table, at, away, tilt), at_ms)
    assert len(sampler.taken) == 2


@pytest.mark.parametrize(
    ("tilt", "right_away", "down_away"),
    [((30, 0), 1, 0), ((-30, 0), -1, 0), ((0, 30), 0, 1), ((0, -30), 0, -1)],
)
def test_the_edge_that_leans_away_is_told(
    table: VirtualTable, tilt: tuple[float, float], right_away: int, down_away: int
) -> None:
    sample = find_board(show(table, tilt=tilt), BOARD)
    assert sample is not None
    seen = estimate_pose(sample)
    assert np.sign(round(seen.right_away / 0.3)) == right_away
    assert np.sign(round(seen.down_away / 0.3)) == down_away


def test_no_board_a_part_of_one_and_the_dark_are_told_apart(table: VirtualTable) -> None:
    sampler = Sampler(BOARD)
    table.hold()
    assert sampler.feed(table.frame().grey, 0) is SampleVerdict.NO_BOARD
    assert sampler.feed(show(table, (-150, 300), 450), 100) in (SampleVerdict.PART, SampleVerdict.NO_BOARD)
    assert sampler.feed(np.full((600, 960), 9, np.uint8), 200) is SampleVerdict.DARK
    words = explain_refusal(SampleVerdict.DARK)
    assert words is not None and "turn on a light" in translate(words, "en")
    assert explain_refusal(SampleVerdict.TAKEN) is None


def test_one_row_of_corners_is_too_little() -> None:
    camera = VirtualCamera((400, 225), 900, (400, 225))
    sampler = Sampler(BOARD)
    table = small_table()
    # Only the lowest row of squares is still in the picture.
    grey = show(table, (480, -95), 330)
    assert camera.width_px and sampler.feed(grey, 0) in (SampleVerdict.PART, SampleVerdict.NO_BOARD)


def test_points_are_still_when_most_of_them_are() -> None:
    still = Stillness(still_ms=100)
    places = np.array([(10.0, 10.0), (50.0, 10.0), (90.0, 40.0)])
    assert not still.feed([1, 2, 3], places, 1000, 0)
    assert still.feed([1, 2, 3], places + np.array((0.5, 0)), 1000, 100)
    assert not still.feed([1, 2, 3], places + np.array((3, 0)), 1000, 200)
    assert not still.feed([7, 8, 9], places + np.array((3, 0)), 1000, 400)


def test_a_bright_picture_is_not_dark() -> None:
    grey = np.zeros((480, 640), np.uint8)
    assert is_dark(grey)
    grey[200:300] = 200
    assert not is_dark(grey)
