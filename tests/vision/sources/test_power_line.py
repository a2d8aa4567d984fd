"""A camera is told the frequency of the mains when its lamp flickers, if it can be told."""

import errno

import pytest

from vision.sources.power_line import HZ_50, HZ_60, READ, TRIED_MS, PowerLine, call_kernel


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
