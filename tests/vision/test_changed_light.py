"""What is seen beside the things that are read when the light is another than in the first picture: a camera that begins too
dark or too bright, a lamp that is switched on.
"""

import numpy as np
import pytest

from companion.mat import Unrest
from tests.quick import first_quick
from tests.vision.watched_table import OTHER, ZONE, WatchedTable
from vision.frame import Pixels
from vision.virtual.light import RoomLight

SETTLES = 15
"""A camera finds its exposure within so many pictures."""


def brightened(pixels: Pixels, left: float, right: float) -> Pixels:
    """The picture with other light: so many times as much at its left, and at its right; white is white."""
    # Grey levels go with the light to the power of 1/2.2.
    times = np.linspace(left, right, pixels.shape[1], dtype=np.float32) ** (1 / 2.2)
    lit: Pixels = np.clip(np.rint(pixels * times), 0, 255).astype(np.uint8)
    return lit


class SettlingCamera:
    """A camera that gets so many times the light that it should get, and puts that right."""

    def __init__(self, times: float) -> None:
        self._times = times

    def __call__(self, number: int, pixels: Pixels) -> Pixels:
        times = self._times ** max(0.0, 1 - number / SETTLES)
        return brightened(pixels, times, times)


@pytest.mark.slow
@first_quick("times", [4.0, 2.0, 0.5, 0.25])
def test_a_camera_that_begins_too_dark_or_too_bright_sees_no_hands_that_are_not_there(times: float) -> None:
    watched = WatchedTable()
    begun = WatchedTable(light=SettlingCamera(times))
    begun.watch(SETTLES, lambda number, pixels: SettlingCamera(times)(number + 10, pixels))
    watched.watch(SETTLES)
    assert begun.watch(10) == watched.watch(10)
    assert begun.pipeline.unrest == Unrest()
    begun.put("AA001-900", 0)
    assert ZONE not in begun.watch(10)
    assert OTHER in begun.watch(0)


def lamp(_: int, pixels: Pixels) -> Pixels:
    return brightened(pixels, 8.0, 1.5)


@pytest.mark.slow
def test_a_lamp_that_is_switched_on_is_no_hand_and_leaves_zones_free() -> None:
    watched = WatchedTable()
    watched.put("AA001-900", -30, is_face_up=True)
    free = watched.watch(10)
    assert ZONE in free
    assert watched.watch(15, lamp) == free
    assert watched.pipeline.unrest == Unrest()
    watched.put("AA002-900", 40)
    assert watched.watch(10, lamp) == free - {ZONE}


@pytest.mark.slow
def test_a_hand_that_rests_is_seen_when_a_lamp_is_switched_on() -> None:
    watched = WatchedTable()
    watched.put("AA001-900", 0, is_face_up=True)
    watched.watch(10)
    x_mm, y_mm = watched.middle_mm
    gone_ms = watched.table.pass_hand((x_mm + 60, y_mm - 60), rest_ms=3000)
    watched.watch(18)
    resting = [
        watched.watch(1, lamp) is not None and watched.is_restless((x_mm + 60, y_mm)) for _ in range(25)
    ]
    assert all(resting[5:])
    while watched.table.now_ms < gone_ms + 1000:
        watched.watch(1, lamp)
    assert watched.pipeline.unrest == Unrest()


@pytest.mark.slow
def test_a_bump_in_the_light_of_a_lamp_moves_the_bare_table_in_that_light() -> None:
    watched = WatchedTable()
    free = watched.watch(5)
    watched.watch(15, lamp)
    watched.table.command("bump")
    assert watched.watch(40, lamp) == free
    assert watched.pipeline.unrest == Unrest()


@pytest.mark.slow
def test_the_picture_of_the_lamp_has_white_that_shows_nothing() -> None:
    """Else these tests would not try what is hardest."""
    watched = WatchedTable()
    pixels = lamp(0, watched.table.frame().pixels)
    assert np.count_nonzero(pixels == 255) > 0.03 * pixels.size


def with_leaning_shadow(number: int, pixels: Pixels) -> Pixels:
    """Somebody leans over the lower half of the table for as long as eight pictures, and draws back slowly."""
    reach = min(number / 6, 1, max(0, 22 - number) / 8)
    below = np.clip((np.arange(pixels.shape[0]) / pixels.shape[0] - 0.4) / 0.2, 0, 1)
    return np.asarray(pixels * (1 - 0.45 * reach * below)[:, np.newaxis], np.uint8)


@pytest.mark.slow
def test_a_shadow_that_came_and_has_gone_leaves_no_hand_that_rests() -> None:
    watched = WatchedTable()
    for number in range(40):
        watched.watch(1, lambda _, pixels, number=number: with_leaning_shadow(number, pixels))  # type: ignore[misc]
        unrest = watched.pipeline.unrest
        assert unrest is not None
        assert unrest.squares == unrest.moving


def test_a_shadow_on_the_first_picture_is_no_hand_when_it_has_gone_and_a_hand_is_one() -> None:
    """Somebody leans over the table while the program begins, and draws back."""
    watched = WatchedTable("lignes", "red.command", lamp=RoomLight(leaning=0.45))
    for _ in range(35):
        watched.watch(1)
        unrest = watched.pipeline.unrest
        assert unrest is not None
        assert unrest.squares == unrest.moving
    watched.table.pass_hand((400.0, 200.0), rest_ms=3000)
    watched.watch(15)
    assert all(watched.watch(1) is not None and watched.is_restless((400.0, 300.0)) for _ in range(20))
