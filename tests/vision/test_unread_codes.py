"""Codes that lie on the mat and cannot be read are reported with their place, once, and no other print is."""

import pytest

from companion.observation import ReadingStatus, Sighting, What
from companion.storage.mats import mat_of
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.virtual.camera import VirtualCamera
from vision.virtual.scene import CardPrint
from vision.virtual.sensor import Sensor
from vision.virtual.table import VirtualTable


class BlurredTable:
    """The table of L'Ouaf through a lens out of focus: 1280 by 720."""

    def __init__(self, focus_px: float) -> None:
        mat = mat_of("ouaf")
        camera = VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=10, size_px=(1280, 720))
        sensor = Sensor(focus_px, jpeg=None, is_grey=True)
        self.table = VirtualTable(mat, camera, sensor=sensor, seed=3)
        self.table.frames_per_second = 10
        self._module_mm = 3.0 / camera.px_per_mm((mat.width_mm / 2, mat.height_mm / 2))
        self._places = {zone.name: zone.middle_mm for zone in mat.zones}
        self.pipeline = Pipeline(MatWatch(mat))
        self.watch(10)

    def watch(self, frames: int) -> list[Sighting]:
        return [news for _ in range(frames) for news in self.pipeline.feed(self.table.frame())]

    def put(self, zone: str, *, is_face_up: bool = True) -> int:
        print_ = CardPrint("TR001-900", "TR001-900", "Nobody", module_mm=self._module_mm)
        return self.table.put(print_, self._places[zone], is_face_up=is_face_up)


@pytest.fixture(scope="module")
def blurred() -> BlurredTable:
    return BlurredTable(2.1)


def test_a_code_that_cannot_be_read_is_reported_once_where_it_lies_and_when_it_goes(
    blurred: BlurredTable,
) -> None:
    card = blurred.put("red.work")
    (start,) = blurred.watch(20)
    assert (start.reads, start.what, start.reading) == ("", What.QR, ReadingStatus.UNREADABLE)
    assert (start.state.value, start.zone) == ("start", "red.work")
    blurred.table.take(card)
    (end,) = blurred.watch(20)
    assert (end.state.value, end.thing) == ("end", start.thing)


def test_a_card_face_down_is_not_reported(blurred: BlurredTable) -> None:
    blurred.put("green.work", is_face_up=False)
    assert blurred.watch(20) == []


def test_a_code_that_is_read_is_not_reported_as_unread() -> None:
    sharp = BlurredTable(0.7)
    sharp.put("red.work")
    assert [(one.reads, one.state.value) for one in sharp.watch(20)] == [("TR001-900", "start")]
