"""The doctor finds what is there and what is not, never hangs, and says what to type."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.profile import Profiles
from companion.backend.findings import FindingLevel
from companion.backend.time_limit import TOO_LATE, Tried, bounded, tried
from companion.cli.doctor import findings
from companion.cli.doctor.machine import calibration, clock, disk, has_display
from companion.storage.places import Places
from companion.words import Text
from tests.calibration.test_profile import profile
from tests.cli.terminal import Terminal

pytestmark = pytest.mark.process


@pytest.mark.slow
def test_every_probe_has_a_line_and_nothing_that_is_needed_is_broken(terminal: Terminal) -> None:
    said = terminal.type("doctor", "--json")
    assert said.code == 0, said.out
    assert [*dict.fromkeys(answer["probe"] for answer in said.answers)] == [
        "libraries", "disk", "clock", "permissions", "cameras", "ports", "audio", "screen", "calibration",
    ]  # fmt: skip
    assert {answer["health"] for answer in said.answers} <= {"ok", "warn"}
    assert "numpy" in said.answers[0]["says"]
    assert {"companion calibrate camera", "companion calibrate table"} <= {
        answer["type"] for answer in said.answers
    }


def test_a_damaged_calibration_is_broken_and_named(tmp_path: Path) -> None:
    Profiles(tmp_path / "calibration").save(profile())
    (tmp_path / "calibration" / "table-x.json").write_text("{")
    found = calibration(Places(tmp_path))
    assert [finding.health for finding in found] == [FindingLevel.OK, FindingLevel.BROKEN, FindingLevel.WARN]
    assert found[1].type_this is not None and found[1].type_this.startswith("rm ")


def test_a_calibration_from_the_future_is_a_clock_that_is_wrong(tmp_path: Path) -> None:
    assert clock(Places(tmp_path))[0].health is FindingLevel.OK
    Profiles(tmp_path / "calibration").save(replace(profile(), at="2999-01-01T00:00:00+00:00"))
    (found,) = clock(Places(tmp_path))
    assert found.health is FindingLevel.BROKEN and found.type_this == "sudo timedatectl set-ntp true"


def test_a_full_disk_and_a_closed_folder_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 50_000_000})())
    assert disk(Places(tmp_path / "not" / "yet"))[0].health is FindingLevel.BROKEN
    assert disk(Places(Path("/proc/nowhere")))[0].health is FindingLevel.BROKEN


def test_work_that_hangs_or_stumbles_is_left_behind() -> None:
    assert bounded(lambda: time.sleep(30), 0.05) == Text("no answer within {seconds} s", seconds=0)
    stumbled = bounded(lambda: 1 // 0, 5)
    assert isinstance(stumbled, Text) and "ZeroDivisionError" in str(stumbled.args)
    assert tried("import time; time.sleep(30)", 0.3) is TOO_LATE
    assert not tried("import os; os.abort()", 20).is_well
    assert tried("print('well')", 20) == Tried(is_well=True, last="well")
    assert tried("raise SystemExit(3)", 20).says == Text("the program ended with the code {code}", code=3)


@pytest.mark.slow
def test_the_kinds_of_devices_are_known_where_their_libraries_are_missing() -> None:
    missing = (
        "import sys; sys.modules.update(dict.fromkeys(('numpy', 'cv2', 'serial', 'sounddevice', 'yaml')))"
    )
    known = "from companion.backend.devices.registry import DEVICES; print(*DEVICES)"
    assert tried(f"{missing}; {known}", 20).last.split()[0] == "camera"


def test_a_probe_without_its_library_is_a_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(_where: Places) -> list[object]:
        raise ImportError("no such library")

    monkeypatch.setattr("companion.cli.doctor.probes", lambda: {"audio": missing})
    ((name, found),) = findings(Places(tmp_path))
    assert name == "audio" and found.health is FindingLevel.BROKEN


def test_a_screen_is_a_desktop_or_a_graphics_card(tmp_path: Path) -> None:
    assert has_display({"DISPLAY": ":0"}, tmp_path) and has_display({"WAYLAND_DISPLAY": "w"}, tmp_path)
    assert not has_display({}, tmp_path)
    (tmp_path / "card0").touch()
    assert has_display({}, tmp_path)
