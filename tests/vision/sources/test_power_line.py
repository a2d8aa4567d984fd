"""A camera is told the frequency of the mains when its lamp flickers, if it can be told."""

import errno

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.sources.power_line import (
    BY_HAND,
    HZ_50,
    HZ_60,
    READ,
    SETTLES_MS,
    TRIED_MS,
    EvenExposure,
    PowerLine,
    call_kernel,
)


class FakeCamera:
    """A camera with the setting, or without."""

    def __init__(self, value: int | None) -> None:
        self.value = value
        self.calls = 0

    def __call__(self, device: str, request: int, value: int) -> int:
        assert device == "/dev/video0"
        self.calls += 1
        if self.value is None:
            raise OSError(errno.EINVAL, "no such control")
        if request != READ:
            self.value = value
        return self.value


@pytest.mark.parametrize(
    ("now", "first", "second"), [(0, HZ_50, HZ_60), (HZ_60, HZ_50, HZ_60), (HZ_50, HZ_60, HZ_50)]
)
def test_the_other_frequency_is_tried_first_and_then_the_one_before(
    now: int, first: int, second: int
) -> None:
    camera = FakeCamera(now)
    line = PowerLine("/dev/video0", camera)
    line.follow(1000, flickers=True)
    assert camera.value == first
    line.follow(1000 + TRIED_MS - 1, flickers=True)
    assert camera.value == first
    line.follow(1000 + TRIED_MS, flickers=True)
    assert camera.value == second
    line.follow(1000 + 9 * TRIED_MS, flickers=True)
    assert camera.value == second


def test_a_setting_under_which_nothing_flickers_is_kept() -> None:
    camera = FakeCamera(HZ_60)
    line = PowerLine("/dev/video0", camera)
    line.follow(0, flickers=True)
    for at_ms in range(TRIED_MS, 9 * TRIED_MS, TRIED_MS):
        line.follow(at_ms, flickers=False)
    assert camera.value == HZ_50


def test_a_camera_is_not_asked_before_its_lamp_flickers() -> None:
    camera = FakeCamera(0)
    PowerLine("/dev/video0", camera).follow(0, flickers=False)
    assert camera.calls == 0


def test_a_camera_without_the_setting_is_asked_once() -> None:
    camera = FakeCamera(None)
    line = PowerLine("/dev/video0", camera)
    for at_ms in range(0, 9 * TRIED_MS, TRIED_MS):
        line.follow(at_ms, flickers=True)
    assert camera.calls == 1


def test_what_is_no_camera_has_no_such_setting() -> None:
    with pytest.raises(OSError, match="ioctl"):
        call_kernel("/dev/null", READ, 0)


AUTOMATIC = 3


class Shutter:
    """The exposure of a camera, in steps of its own, or set by a person."""

    def __init__(self, time: float = 156.0, mode: float = AUTOMATIC, step: float = 1.0) -> None:
        self.mode, self.time, self.step = mode, time, step

    def get(self, what: int) -> float:
        return self.mode if what == cv2.CAP_PROP_AUTO_EXPOSURE else self.time

    def set(self, what: int, value: float) -> bool:
        if what == cv2.CAP_PROP_AUTO_EXPOSURE:
            self.mode = value
        else:
            self.time = round(value / self.step) * self.step
        return True


def seen(at_ms: int, level: int = 100) -> Frame:
    return Frame(np.full((64, 64), level, np.uint8), 0, at_ms)


@pytest.mark.parametrize(("usual", "even"), [(156.0, 200), (120.0, 100), (70.0, 100), (312.0, 300)])
def test_each_picture_is_exposed_for_whole_periods_of_the_flicker(usual: float, even: int) -> None:
    shutter = Shutter(usual)
    EvenExposure().follow(shutter, seen(0), flickers=True)
    assert (shutter.mode, shutter.time) == (BY_HAND, even)


def test_an_exposure_for_60_hz_is_tried_next_and_the_automatic_one_is_last() -> None:
    shutter, exposure = Shutter(), EvenExposure()
    told = []
    for at_ms in (0, TRIED_MS - 1, TRIED_MS, 2 * TRIED_MS, 3 * TRIED_MS):
        exposure.follow(shutter, seen(at_ms), flickers=True)
        told.append((shutter.mode, shutter.time))
    assert told[:3] == [(BY_HAND, 200), (BY_HAND, 200), (BY_HAND, 167)]
    assert [mode for mode, _ in told[3:]] == [AUTOMATIC, AUTOMATIC]


def test_an_exposure_under_which_nothing_flickers_is_kept_until_the_room_has_another_light() -> None:
    shutter, exposure = Shutter(), EvenExposure()
    exposure.follow(shutter, seen(0), flickers=True)
    for at_ms in (SETTLES_MS, 2 * TRIED_MS):
        exposure.follow(shutter, seen(at_ms), flickers=False)
    assert shutter.mode == BY_HAND
    exposure.follow(shutter, seen(3 * TRIED_MS, level=50), flickers=False)
    assert shutter.mode == AUTOMATIC


@pytest.mark.parametrize(
    "shutter",
    [Shutter(mode=BY_HAND), Shutter(time=30.0), Shutter(step=64.0)],
    ids=["by hand", "in the sun", "coarse"],
)
def test_an_exposure_that_cannot_be_even_is_left_as_it_is(shutter: Shutter) -> None:
    mode = shutter.mode
    EvenExposure().follow(shutter, seen(0), flickers=True)
    assert shutter.mode == mode


def test_an_exposure_is_set_only_after_the_frequency_did_not_help() -> None:
    line = PowerLine("/dev/video0", FakeCamera(0))
    assert not line.did_not_help(0)
    for at_ms in range(0, 2 * TRIED_MS, TRIED_MS):
        line.follow(at_ms, flickers=True)
        assert not line.did_not_help(at_ms + 1)
    assert line.did_not_help(2 * TRIED_MS)
