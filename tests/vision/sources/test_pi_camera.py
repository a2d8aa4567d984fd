"""The camera on a Pi's ribbon cable: what it gives, what it says on each bad day, and that its child never stays behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from companion.backend.devices.camera import findings
from companion.backend.findings import FindingLevel
from companion.backend.time_limit import TOO_LATE
from companion.words import LANGUAGES, translate
from tests.vision.sources.rpicam_twin import GREY_FROM_PX, install, options_of, set_day, taken_ms
from tests.vision.sources.test_newest_frame import reading, wait_for
from tests.vision.sources.video_devices import PI_4, WEBCAM, plug
from vision.errors import NoSuchSource, SourceLost, VisionError
from vision.frame import Frame
from vision.sources.newest_frame import SourceState
from vision.sources.pi_camera import PiCameraSource, PiSettings, problem_told, read_settings
from vision.sources.source import monotonic_ms, unpack_pixels
from vision.sources.source_names import source_for

pytestmark = pytest.mark.process

SIZE_PX = (256, 64)


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Pi on a good day: the folder of its programs."""
    folder = install(tmp_path / "bin")
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    return folder


def camera(*, is_grey: bool = True) -> PiCameraSource:
    return PiCameraSource(PiSettings(), size_px=SIZE_PX, is_grey=is_grey)


@contextmanager
def opened(source: PiCameraSource) -> Iterator[PiCameraSource]:
    source.open()
    try:
        yield source
    finally:
        source.close()


def age_ms(frame: Frame) -> int:
    """How old a picture is now."""
    return (monotonic_ms() - taken_ms(frame.pixels[10].tobytes())) & 0xFFFF


def problem_on(pi: Path, day: str) -> VisionError:
    """What the camera's source says on such a day, when it is opened or read."""
    set_day(pi, day)
    with pytest.raises(VisionError) as told:
        read_on(camera())
    return told.value


def read_on(source: PiCameraSource) -> None:
    with opened(source):
        while True:
            source.read()


# --- pictures


@pytest.mark.usefixtures("pi")
def test_its_pictures_come_one_after_the_other_and_fresh() -> None:
    with opened(camera()) as source:
        frames = [(frame := source.read(), age_ms(frame)) for _ in range(5)]
    assert [frame.number for frame, _ in frames] == [0, 1, 2, 3, 4]
    assert frames[0][0].pixels.shape == (64, 256)
    assert max(age for _, age in frames[1:]) < 200
    assert all(0 <= later.at_ms - one.at_ms < 500 for (one, _), (later, _) in pairwise(frames))


@pytest.mark.usefixtures("pi")
def test_red_is_red() -> None:
    with opened(camera(is_grey=False)) as source:
        red = source.read().pixels[20, GREY_FROM_PX + 20 :].reshape(-1, 3).astype(int)
    assert np.abs(red - (0, 0, 255)).max() <= 3


def test_black_and_white_are_as_far_apart_in_colour_as_in_grey() -> None:
    raw = np.full((96, 128), 128, np.uint8)
    raw[:32], raw[32:64] = 0, 255
    colour = unpack_pixels(raw, "YU12", is_grey=False)
    assert colour is not None
    assert (colour[:31] <= 1).all() and (colour[33:] >= 254).all()


@pytest.mark.usefixtures("pi")
def test_what_waited_while_nobody_read_is_dropped() -> None:
    with opened(camera()) as source:
        for _ in range(4):
            source.read()
        time.sleep(0.8)
        assert age_ms(source.read()) < 200


def test_a_camera_that_talks_much_is_read_all_the_same(pi: Path) -> None:
    set_day(pi, "chatty")
    with opened(camera()) as source:
        assert age_ms(source.read()) < 60_000


def test_the_options_are_those_of_rpicam_vid(pi: Path) -> None:
    with opened(camera()):
        asked = " ".join(options_of(pi))
    assert asked == (
        "--nopreview --timeout 0 --codec yuv420 --width 256 --height 64 --framerate 15 --flush --output -"
        " --camera 0 --flicker-period 10000us --autofocus-mode auto"
    )


# --- what a person may set


def test_flicker_focus_and_exposure_are_set_by_the_name() -> None:
    assert read_settings("pi") == PiSettings()
    second = read_settings("pi:1,flicker=60,focus=70,shutter=8.5")
    assert second is not None and second.name == "pi:1"
    assert " ".join(second.options) == (
        "--camera 1 --flicker-period 8333us --shutter 8500 --autofocus-mode manual --lens-position 1.429"
    )
    assert "--flicker-period" not in PiSettings(flicker_hz=0).options


@pytest.mark.parametrize("words", ["pie", "pip:1", "p", "phone", "./pi"])
def test_other_names_are_not_the_pis(words: str) -> None:
    assert read_settings(words) is None


@pytest.mark.parametrize(
    "words",
    ["pi:", "pi:x", "pi:1.5", "pi:-1", "pi:99", "pi:flicker=55", "pi:focus=0", "pi:shutter=0", "pi:shutter=67", "pi:focus=nan",
     "pi:iso=100", "pi:focus", "pi:1,,", "pi:shutter=1e9"],
)  # fmt: skip
def test_a_setting_that_cannot_be_meant_is_told_with_those_that_can(words: str) -> None:
    with pytest.raises(NoSuchSource, match=r"flicker=50 or flicker=60 .*pi:flicker=60,focus=70,shutter=10"):
        source_for(words)


# --- bad days


@pytest.mark.parametrize(
    ("day", "kind", "says"),
    [
        ("none", NoSuchSource, "no camera is found on the Pi's ribbon cable"),
        ("busy", SourceLost, "another program is using the Pi's camera"),
        ("legacy", NoSuchSource, "raspi-config"),
        ("foreign", NoSuchSource, "this machine is not a Raspberry Pi"),
        ("old", NoSuchSource, "too old for this program"),
        ("loose", SourceLost, "sends no more pictures: push its ribbon cable home"),
        ("dies", SourceLost, "gives no pictures: failed to queue request"),
    ],
)
def test_each_bad_day_has_a_word_of_its_own(pi: Path, day: str, kind: type[VisionError], says: str) -> None:
    problem = problem_on(pi, day)
    assert type(problem) is kind
    assert says in str(problem)
    assert translate(problem.message, "fr") != translate(problem.message, "en")


@pytest.mark.usefixtures("pi")
def test_a_second_camera_that_is_not_there_is_told() -> None:
    with pytest.raises(NoSuchSource, match="has no camera of that number"):
        source_for("pi:1").open()


@pytest.mark.parametrize("day", ["silent", "hangs"])
def test_a_camera_that_sends_nothing_is_given_up_in_time(
    pi: Path, day: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_ms = 500 if day == "silent" else 20_000
    monkeypatch.setattr("vision.sources.pi_camera.FIRST_TIMEOUT_MS", first_ms)
    monkeypatch.setattr("vision.sources.pi_camera.TIMEOUT_MS", 500)
    assert "has sent no picture for 0.5 s" in str(problem_on(pi, day))


def test_without_its_program_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoSuchSource, match="sudo apt install rpicam-apps"):
        camera().open()


def test_the_name_that_the_program_had_before_is_known_too(pi: Path) -> None:
    (pi / "rpicam-vid").rename(pi / "libcamera-vid")
    with opened(camera()) as source:
        assert source.read().size_px == SIZE_PX


@pytest.mark.parametrize("said", ["", "\n", "ERROR", "Segmentation fault\n", "\x1b[1mERROR: *** \xff ***"])
def test_any_last_words_are_told(said: str) -> None:
    for language in LANGUAGES:
        assert len(translate(problem_told(said).message, language)) > 20


@pytest.mark.usefixtures("pi")
def test_a_child_that_was_killed_is_not_told_by_its_last_words() -> None:
    with opened(camera()) as source:
        source.read()
        child = source._child
        assert child is not None
        child.kill()
        with pytest.raises(SourceLost, match=r"was stopped from outside \(signal 9\) and is started again"):
            list(iter(source.read, None))


def test_a_camera_that_died_comes_back_by_itself(pi: Path) -> None:
    set_day(pi, "dies")
    with reading(camera()) as newest:
        wait_for(lambda: newest.health().state is SourceState.LOST)
        set_day(pi, "good")
        wait_for(lambda: newest.health().state is SourceState.LIVE)
        frame = newest.take(1.0)
        assert frame is not None and age_ms(frame) < 500


# --- its child


@pytest.mark.usefixtures("pi")
def test_a_camera_that_is_closed_leaves_no_child_and_may_be_closed_again() -> None:
    source = camera()
    source.close()
    source.open()
    assert source._child is not None
    process = source._child.pid
    source.close()
    source.close()
    assert not is_running(process)
    with pytest.raises(SourceLost, match="is not open"):
        source.read()


HOLDS_A_CAMERA = """
import time
from vision.sources.pi_camera import PiCameraSource, PiSettings
source = PiCameraSource(PiSettings(), size_px=(256, 64))
source.open()
print(source._child.pid, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("day", ["good", "silent"])
def test_the_child_ends_with_a_program_that_is_killed(pi: Path, day: str) -> None:
    """Also on a day when it has nothing to write, and so does not notice that nobody reads."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS_A_CAMERA], stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        process = int(program.stdout.readline())
        set_day(pi, day)
        os.kill(process, signal.SIGSTOP if day == "silent" else signal.SIGCONT)
        program.kill()
    wait_for(lambda: not is_running(process))


def is_running(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


# --- the doctor


@pytest.mark.parametrize(
    ("day", "health", "says"),
    [
        ("good", FindingLevel.OK, "gives pictures of 1920 x 1080"),
        ("busy", FindingLevel.WARN, "another program is using the Pi's camera"),
        ("loose", FindingLevel.OK, "gives pictures"),
    ],
)
def test_the_doctor_says_how_the_pis_camera_is(
    day: str, health: FindingLevel, says: str, pi: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug(tmp_path, *PI_4, monkeypatch=monkeypatch)
    set_day(pi, day)
    (found,) = findings()
    assert found.health is health
    assert translate(found.what, "en") == "the Pi's own camera (pi)"
    assert says in translate(found.says, "en")


def test_the_doctor_looks_at_all_cameras(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plug(tmp_path, *((f"video{n}", *WEBCAM[0][1:]) for n in range(0, 18, 2)), monkeypatch=monkeypatch)
    monkeypatch.setattr("companion.backend.devices.camera.tried", lambda *_: TOO_LATE)
    assert len(findings()) == 9
