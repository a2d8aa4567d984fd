"""Calibration by touches, before the drawn table: from the first hint to the profile that holds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from calibration.profile import Kind, Profiles
from companion.cli.places import Places
from companion.cli.play.house import HouseHere
from tests.ui.looking import faults
from tests.ui.table import Tablet
from ui.house import Gear
from ui.presenters.calibrating import Begin
from ui.screens.calibrate import CalibratePage


@pytest.fixture
def tablet(tmp_path: Path) -> Iterator[Tablet]:
    with Tablet(HouseHere(Places(tmp_path)), language="en") as tablet:
        tablet.touch("calibration")
        tablet.settle()
        yield tablet


def page(tablet: Tablet) -> CalibratePage:
    page = tablet.app.page
    assert isinstance(page, CalibratePage)
    return page


def test_the_mat_is_found_and_kept_then_the_light(tablet: Tablet, tmp_path: Path) -> None:
    assert not faults(tablet)
    assert tablet.shows("never done")
    page(tablet)._gear = Gear("virtual:table")
    page(tablet).chosen("", Begin(Kind.TABLE))
    tablet.until(lambda: tablet.shows("it holds from now on"))
    assert tablet.shows("the mat is found")
    assert not faults(tablet)
    tablet.touch("go back")
    tablet.settle()
    page(tablet).chosen("", Begin(Kind.LIGHT))
    tablet.until(lambda: tablet.shows("it is ready"))
    assert not faults(tablet)
    tablet.touch("it is ready")
    tablet.until(lambda: tablet.shows("it holds from now on"))
    assert {one.kind for one in Profiles(tmp_path / "calibration").all()} == {Kind.TABLE, Kind.LIGHT}


@pytest.mark.slow
def test_what_cannot_be_done_is_said_and_can_be_tried_once_more(tablet: Tablet) -> None:
    page(tablet)._gear = Gear("/nowhere/camera")
    page(tablet).chosen("", Begin(Kind.TABLE))
    tablet.until(lambda: tablet.shows("once more"))
    assert tablet.shows("/nowhere/camera is no camera")
    tablet.touch("go back")
    tablet.settle()
    assert tablet.shows("never done")


@pytest.mark.slow
def test_the_lens_is_learned_from_a_board_that_is_held(tablet: Tablet, tmp_path: Path) -> None:
    page(tablet)._gear = Gear("virtual:board")
    page(tablet).chosen("", Begin(Kind.CAMERA))
    for _ in range(10):
        try:
            tablet.until(lambda: tablet.shows("once more"))
            break
        except AssertionError:
            continue
    assert [one.kind for one in Profiles(tmp_path / "calibration").all()] == [Kind.CAMERA]
