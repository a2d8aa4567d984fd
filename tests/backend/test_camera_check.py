"""Before a match the camera is checked: its pictures, the mat in them, and how well cards can be read."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.backend.devices import camera
from companion.backend.findings import FindingLevel
from companion.backend.interface import PlayRequest, TableDevices
from companion.backend.local import LocalBackend
from companion.backend.time_limit import Tried
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.words import translate


@pytest.mark.parametrize(
    ("size_px", "standing", "todo"),
    [((160, 90), "poor", "choose pictures of at least"), ((1920, 1080), "good", "")],
)
def test_pictures_with_too_few_pixels_are_no_good_camera(
    tmp_path: Path, size_px: tuple[int, int], standing: str, todo: str
) -> None:
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), np.full((size_px[1], size_px[0]), 120, np.uint8))
    setup, _ = demonstrations("lignes")["demo-match"]
    request = PlayRequest(setup, TableDevices(camera=str(picture)))
    first = next(one for one in LocalBackend(Places(tmp_path)).check(request) if one.device == "camera")
    assert f"{size_px[0]} x {size_px[1]}" in translate(first.says, "en")
    assert first.standing == standing
    assert todo in ("" if first.todo is None else translate(first.todo, "en"))


@pytest.mark.parametrize(
    ("size", "health", "says"),
    [("640 480", FindingLevel.WARN, "at least 1400 by 788"), ("1920 1080", FindingLevel.OK, "1920 x 1080")],
)
def test_the_doctor_warns_of_a_camera_whose_pictures_are_too_small(
    monkeypatch: pytest.MonkeyPatch, size: str, health: FindingLevel, says: str
) -> None:
    monkeypatch.setattr(camera, "find_cameras", lambda: ("/dev/video0",))
    monkeypatch.setattr(camera, "tried", lambda *_: Tried(True, size))
    (found,) = camera.findings()
    assert found.health is health
    assert says in translate(found.says, "en")
