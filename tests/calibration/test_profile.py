"""What was calibrated is kept whole, for its camera and size, with what it was before."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from calibration.errors import DamagedProfile, NoProfile, ProfileError, SizeMismatch
from calibration.grade import CalibrationReport, GradeMark, Measure, grade_measure
from calibration.profile import CalibrationKind, Profile, Profiles
from companion.words import Text

SIZE = (1920, 1080)


def profile(focal: float = 1500.0, size: tuple[int, ...] = SIZE, subject: str = "USB Cam") -> Profile:
    says = Text("cards land within {mm} mm", mm=1)
    report = CalibrationReport((grade_measure(Measure.ERROR, 0.42, "px", GradeMark.GOOD, says),))
    return Profile(
        CalibrationKind.CAMERA,
        subject,
        "2025-01-31T20:15:00+00:00",
        report,
        {"fx": focal},
        size,
    )


def test_a_profile_is_read_as_it_was_saved(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path / "calibration")
    path = profiles.save(profile())
    assert path.name.startswith("camera-usb-cam-") and path.name.endswith("-1920x1080.json")
    assert profiles.load(CalibrationKind.CAMERA, "USB Cam", SIZE) == profile()
    assert json.loads(path.read_text())["report"][0]["number"] == 0.42
    assert profile().age_days(datetime(2025, 2, 10, 20, 15, tzinfo=UTC)) == 10


def test_another_size_of_picture_is_refused_with_the_one_there_is(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path)
    profiles.save(profile())
    with pytest.raises(
        SizeMismatch, match=r"for pictures of 1920 x 1080, not of 1280 x 720.*companion calibrate camera"
    ):
        profiles.load(CalibrationKind.CAMERA, "USB Cam", (1280, 720))
    with pytest.raises(NoProfile, match="other is not calibrated yet"):
        profiles.load(CalibrationKind.CAMERA, "other", SIZE)
    assert profiles.find(CalibrationKind.TABLE, "USB Cam", SIZE) is None


def test_what_was_in_force_is_kept(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path)
    for n, focal in enumerate((1500.0, 1510.0, 1520.0)):
        path = profiles.save(profile(focal))
        os.utime(path, (1_700_000_000 + n, 1_700_000_000 + n))
    assert profiles.load(CalibrationKind.CAMERA, "USB Cam", SIZE).data == {"fx": 1520.0}
    kept = [
        json.loads(path.read_text())["data"]["fx"]
        for path in profiles.before(CalibrationKind.CAMERA, "USB Cam", SIZE)
    ]
    assert kept == [1500.0, 1510.0]
    assert [one.data["fx"] for one in profiles.all()] == [1520.0]


def test_cameras_with_the_same_letters_in_other_signs_share_no_file(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path)
    profiles.save(profile(1.0, subject="http://10.0.0.7/a"))
    profiles.save(profile(2.0, subject="http://10.0.0.7?a"))
    assert profiles.load(CalibrationKind.CAMERA, "http://10.0.0.7/a", SIZE).data == {"fx": 1.0}
    assert profiles.load(CalibrationKind.CAMERA, "http://10.0.0.7?a", SIZE).data == {"fx": 2.0}


@pytest.mark.parametrize(
    "data", ["", "[]", "{}", '{"report": []}', '{"report": [{}]}', "\x00", '{"form": 1}']
)
def test_a_file_that_is_none_says_so_and_what_to_do(data: str, tmp_path: Path) -> None:
    profiles = Profiles(tmp_path)
    profiles.save(profile()).write_text(data)
    with pytest.raises(
        DamagedProfile, match=r"cannot be read as a calibration: .*delete it and calibrate again"
    ):
        profiles.load(CalibrationKind.CAMERA, "USB Cam", SIZE)
    assert list(profiles.all()) == []
    assert len(list(profiles.damaged())) == 1


def test_a_file_of_a_later_version_is_refused_and_not_called_damaged(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path)
    path = profiles.save(profile())
    path.write_text(json.dumps(json.loads(path.read_text()) | {"form": 2, "lamp": "warm"}))
    with pytest.raises(DamagedProfile, match="later version") as refused:
        profiles.load(CalibrationKind.CAMERA, "USB Cam", SIZE)
    assert "delete" not in str(refused.value)


def test_a_date_without_its_time_zone_is_refused(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path)
    profiles.save(replace(profile(), at="2026-03-01T12:00:00"))
    with pytest.raises(DamagedProfile, match="time zone"):
        profiles.load(CalibrationKind.CAMERA, "USB Cam", SIZE)


def test_profiles_saved_within_one_second_are_all_kept(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path)
    for focal in (1.0, 2.0, 3.0, 4.0):
        profiles.save(profile(focal))
    kept = profiles.before(CalibrationKind.CAMERA, "USB Cam", SIZE)
    assert {json.loads(path.read_text())["data"]["fx"] for path in kept} == {1.0, 2.0, 3.0}
    assert profiles.before(CalibrationKind.CAMERA, "USB Cam") == [], "those of a size are not those of none"


def test_a_folder_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "calibration").write_text("a file")
    with pytest.raises(ProfileError, match="cannot be written"):
        Profiles(tmp_path / "calibration").save(profile())


SAVER = """
import sys
from pathlib import Path
from tests.calibration.test_profile import profile
from calibration.profile import Profiles
profiles = Profiles(Path(sys.argv[1]))
print("ready", flush=True)
n = 0
while True:
    n += 1
    profiles.save(profile(float(n)))
    print(n, flush=True)
"""


def killed_while_saving(folder: Path, chance: Random) -> tuple[int, float]:
    """The last number that was said to be saved, and the number in force."""
    with subprocess.Popen([sys.executable, "-c", SAVER, str(folder)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        said = [int(process.stdout.readline()) for _ in range(chance.randint(1, 6))]
        end = time.perf_counter() + chance.random() * 0.01
        while time.perf_counter() < end:
            pass
        os.kill(process.pid, signal.SIGKILL)
        said += [int(line) for line in process.stdout.read().split()]
    profiles = Profiles(folder)
    assert list(profiles.damaged()) == []
    return said[-1], profiles.load(CalibrationKind.CAMERA, "USB Cam", SIZE).data["fx"]


@pytest.mark.slow
@pytest.mark.process
def test_killed_while_saving_the_old_or_the_new_is_there(tmp_path: Path) -> None:
    for seed in range(4):
        said, in_force = killed_while_saving(tmp_path / str(seed), Random(seed))
        assert said <= in_force <= said + 1


@pytest.mark.process
@pytest.mark.slow
def test_killed_a_hundred_times_the_old_or_the_new_is_there(tmp_path: Path) -> None:
    for seed in range(100, 200):
        said, in_force = killed_while_saving(tmp_path / str(seed), Random(seed))
        assert said <= in_force <= said + 1
