"""Calibration by touches, before the drawn table: from the first hint to the profile that holds."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from calibration.profile import CalibrationKind, Profiles
from companion.backend.interface import TableDevices
from companion.backend.local import LocalBackend
from companion.clock import monotonic_ms
from companion.storage.places import Places
from companion.words import Text
from devices.tower.virtual_port import PtyPlug, VirtualPort
from devices.tower.virtual_tower import VirtualTower
from tests.ui.looking import faults
from tests.ui.table import Tablet
from ui.calibrate.calibration_steps import CalibrationStart
from ui.calibrate.page import CalibratePage
from ui.widgets.tile import TileTouch

TRIES = 60
"""Times a screen's own patience: drawn tables are slow on a machine that has much else to do."""
MOST_FACES = 40
"""More touches than any die has faces."""


@pytest.fixture
def tablet(tmp_path: Path) -> Iterator[Tablet]:
    with Tablet(LocalBackend(Places(tmp_path)), language="en") as tablet:
        tablet.touch("calibration")
        tablet.settle()
        yield tablet


def page(tablet: Tablet) -> CalibratePage:
    page = tablet.app.page
    assert isinstance(page, CalibratePage)
    return page


def test_what_needs_a_camera_says_that_a_touch_leads_to_its_choice(tablet: Tablet) -> None:
    (first,) = (text for text in tablet.texts() if "touch here" in text)
    assert first.startswith("Needs a camera: touch here to choose one")
    assert tablet.shows("needs a camera")
    assert tablet.shows("needs a dice tower")
    tablet.touch("the mat under the camera")
    tablet.settle()
    assert tablet.shows("which camera looks at the table?")


@pytest.mark.slow
def test_the_mat_is_found_and_kept_then_the_light(tablet: Tablet, tmp_path: Path) -> None:
    assert not faults(tablet)
    assert tablet.shows("never done")
    page(tablet)._gear = TableDevices("virtual:table")
    page(tablet).chosen("", CalibrationStart(CalibrationKind.TABLE))
    tablet.until(lambda: tablet.shows("this calibration is used from now on"))
    assert tablet.shows("the mat is found")
    tablet.settle()
    assert not faults(tablet)
    tablet.touch("finish")
    tablet.settle()
    page(tablet).chosen("", CalibrationStart(CalibrationKind.LIGHT))
    tablet.until(lambda: tablet.shows("it is ready"))
    assert not faults(tablet)
    tablet.touch("it is ready")
    tablet.until(lambda: tablet.shows("this calibration is used from now on"))
    assert {one.kind for one in Profiles(tmp_path / "calibration").all()} == {
        CalibrationKind.TABLE,
        CalibrationKind.LIGHT,
    }


@pytest.mark.slow
def test_what_cannot_be_done_is_said_and_can_be_tried_once_more(tablet: Tablet) -> None:
    page(tablet)._gear = TableDevices("/nowhere/camera")
    page(tablet).chosen("", CalibrationStart(CalibrationKind.TABLE))
    tablet.until(lambda: tablet.shows("try again"))
    assert tablet.shows("/nowhere/camera is not a camera")
    tablet.touch("back")
    tablet.settle()
    assert tablet.shows("never done")


def patiently(tablet: Tablet, is_so: Callable[[], bool]) -> None:
    """A walkthrough may take longer than anything else on a screen."""
    for _ in range(TRIES):
        with suppress(TimeoutError):
            tablet.until(is_so)
            return
    raise AssertionError(f"not so; on screen: {tablet.texts()}")


def begin(tablet: Tablet, title: str) -> None:
    """Touch the tile of a thing."""
    tile = next(
        one
        for one in tablet.widgets()
        if isinstance(one, TileTouch) and tablet.app.look.say(one.says) == title
    )
    assert not tile.is_off
    tablet.touch_widget(tile)


def kinds_kept(folder: Path) -> list[CalibrationKind]:
    return [one.kind for one in Profiles(folder / "calibration").all()]


@pytest.mark.slow
def test_the_lens_is_learned_from_a_board_that_is_held(tablet: Tablet, tmp_path: Path) -> None:
    page(tablet).chosen("camera", "virtual:board")
    begin(tablet, "the lens of the camera")
    patiently(tablet, lambda: tablet.shows("try again"))
    assert kinds_kept(tmp_path) == [CalibrationKind.CAMERA]


@pytest.mark.slow
def test_dice_are_learned_face_by_face_with_a_touch_before_each(tablet: Tablet, tmp_path: Path) -> None:
    page(tablet).chosen("camera", "virtual:dice")
    begin(tablet, "your own dice")
    assert tablet.shows("which dice?")
    assert not faults(tablet)
    tablet.touch("d6")
    tablet.settle()
    for _ in range(MOST_FACES):
        patiently(tablet, lambda: tablet.shows("it is ready") or tablet.shows("try again"))
        if tablet.shows("try again"):
            break
        assert not faults(tablet)
        tablet.touch("it is ready")
        patiently(tablet, lambda: not tablet.shows("it is ready"))
    assert kinds_kept(tmp_path) == [CalibrationKind.DICE]


@pytest.mark.slow
def test_a_tower_is_given_its_thresholds_while_dice_fall(tablet: Tablet, tmp_path: Path) -> None:
    with VirtualPort(VirtualTower(), PtyPlug(tmp_path / "tower"), monotonic_ms) as port:
        page(tablet).chosen("tower", str(tmp_path / "tower"))
        begin(tablet, "the dice tower")
        over = threading.Event()

        def drop() -> None:
            while not over.wait(5.0):
                port.order("roll")

        thrower = threading.Thread(target=drop)
        thrower.start()
        try:
            patiently(tablet, lambda: tablet.shows("try again"))
        finally:
            over.set()
            thrower.join()
    assert kinds_kept(tmp_path) == [CalibrationKind.TOWER], tablet.texts()
    tablet.settle()
    assert not faults(tablet)


@pytest.mark.slow
def test_without_a_microphone_a_person_says_whether_the_tone_was_heard(
    tablet: Tablet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf = Text("there is no microphone")
    monkeypatch.setattr("devices.audio.tone.play_tone", lambda *_: (None, deaf))
    begin(tablet, "loudspeaker and microphone")
    tablet.until(lambda: tablet.shows("did you hear a tone?"))
    assert tablet.shows("there is no microphone")
    assert not faults(tablet)
    tablet.touch("no")
    tablet.until(lambda: tablet.shows("try again"))
    assert kinds_kept(tmp_path) == []
    tablet.touch("try again")
    tablet.until(lambda: tablet.shows("did you hear a tone?"))
    tablet.touch("yes")
    tablet.until(lambda: tablet.shows("this calibration is used from now on") or tablet.shows("not saved"))
    assert tablet.shows("the loudspeaker works")


def test_a_tower_that_is_not_there_is_told_and_can_be_tried_once_more(tablet: Tablet, tmp_path: Path) -> None:
    page(tablet).chosen("tower", str(tmp_path / "none"))
    begin(tablet, "the dice tower")
    tablet.until(lambda: tablet.shows("try again"))
    assert tablet.shows("no dice tower on")
