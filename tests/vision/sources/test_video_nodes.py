"""Which video devices of a machine are cameras, and what is said of the others."""

from pathlib import Path

import pytest

from companion.backend.devices.camera import find
from companion.table.calibration_camera import camera_name
from companion.words import LANGUAGES, translate
from tests.vision.sources.test_sources import FakeCapture
from tests.vision.sources.video_devices import IO_MC, META, PI_4, PI_5, WEBCAM, plug
from vision.errors import NoSuchSource
from vision.sources.opencv_sources import CameraSource
from vision.sources.pi_camera import PiCameraSource
from vision.sources.source_names import source_for
from vision.sources.video_nodes import find_cameras, look_at, meant_camera


def names() -> list[str]:
    return [Path(camera).name for camera in find_cameras()]


@pytest.mark.parametrize(
    ("devices", "cameras"),
    [
        (PI_4, ["pi"]),
        (PI_5, ["pi", "pi:1"]),
        (WEBCAM, ["video2"]),
        ((*PI_4, ("video20", *WEBCAM[0][1:])), ["video20", "pi"]),
        ((("video0", "ipu6", "PCI:0000:00:05.0", 1 | IO_MC),), []),
        ((), []),
    ],
)
def test_only_what_gives_pictures_is_a_camera(
    devices: tuple[tuple[str, str, str, int], ...],
    cameras: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plug(tmp_path, *devices, monkeypatch=monkeypatch)
    assert names() == cameras


def test_a_device_that_does_not_answer_is_listed_so_that_opening_it_tells_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug(tmp_path, *WEBCAM, monkeypatch=monkeypatch)
    for name in ("video10", "video0", "videodisc"):
        (tmp_path / name).touch()
    assert names() == ["video0", "video2", "video10"]
    assert look_at(0) is None and look_at("/nowhere/video7") is None


def test_an_old_driver_that_tells_only_of_all_its_devices_is_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug(tmp_path, ("video0", "bm2835 mmal", "platform:bcm2835-v4l2", META), monkeypatch=monkeypatch)
    said = bytearray((tmp_path / "video0").read_bytes())
    said[84:88] = (1).to_bytes(4, "little")
    (tmp_path / "video0").write_bytes(said)
    assert names() == ["video0"]


def test_the_menu_has_the_pis_camera_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plug(tmp_path, *PI_4, monkeypatch=monkeypatch)
    (found,) = find()
    assert found.name == "pi"
    assert translate(found.says, "en") == "the Pi's own camera (pi)"


def test_0_is_the_first_camera_whatever_number_the_system_gave_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug(tmp_path, *PI_4, monkeypatch=monkeypatch)
    assert isinstance(source_for("0"), PiCameraSource)
    assert (meant_camera("0"), camera_name("0"), meant_camera("1")) == ("pi", "pi", "1")
    plug(tmp_path, *WEBCAM, monkeypatch=monkeypatch)
    assert meant_camera("0") == str(tmp_path / "video2")


def test_calibrations_of_the_pis_camera_do_not_depend_on_its_settings() -> None:
    assert camera_name("pi:focus=70") == "pi"
    assert camera_name("mirrored:pi:1,flicker=60") == "mirrored:pi:1"


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (
            1,
            "1 is a part of the camera on the Pi's ribbon cable and gives no pictures by itself: type `--camera pi`",
        ),
        (14, "14 is not a camera, but a device of bcm2835-isp; cameras of this machine: pi"),
    ],
)
def test_a_device_that_is_no_camera_is_told_before_it_is_opened(
    number: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug(tmp_path, *PI_4, monkeypatch=monkeypatch)
    for name in (number, str(tmp_path / f"video{number}")):
        source = CameraSource(name, opener=lambda: FakeCapture({"GREY": None}))
        with pytest.raises(NoSuchSource) as told:
            source.open()
        assert says.partition(" ")[2] in str(told.value)
        assert all(translate(told.value.message, language) for language in LANGUAGES)
