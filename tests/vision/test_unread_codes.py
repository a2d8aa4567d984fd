"""Codes that lie on the mat and cannot be read are reported with their place, once, and no other print is."""

from collections.abc import Sequence

import pytest

from companion.observation import ReadingStatus, Sighting, What
from companion.storage.shipped_data import mat_of
from tests.quick import first_quick
from vision.detectors.codes import find_corner_squares
from vision.frame import Frame, Region
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable


class BlurredTable:
    """The table of L'Ouaf through a lens out of focus: 1280 by 720."""

    def __init__(self, focus_px: float, first: Sequence[str] = ()) -> None:
        """`first`: the zones in which cards lie from the first frame on."""
        mat = mat_of("ouaf")
        camera = VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=10, size_px=(1280, 720))
        sensor = Sensor(focus_px, jpeg=None, is_grey=True)
        self.table = VirtualTable(mat, camera, sensor=sensor, seed=3)
        self.table.frames_per_second = 10
        self._module_mm = 3.0 / camera.px_per_mm((mat.width_mm / 2, mat.height_mm / 2))
        self._places = {zone.name: zone.middle_mm for zone in mat.zones}
        self.pipeline = Pipeline(MatWatch(mat))
        for zone in first:
            self.put(zone)
        self.began = self.watch(10)

    def watch(self, frames: int) -> list[Sighting]:
        return [news for _ in range(frames) for news in self.pipeline.feed(self.table.frame())]

    def put(
        self,
        zone: str,
        text: str = "TR001-900",
        *,
        is_face_up: bool = True,
        away_mm: tuple[float, float] = (0, 0),
    ) -> int:
        print_ = CardPrint("TR001-900", text, "Nobody", module_mm=self._module_mm)
        x_mm, y_mm = self._places[zone]
        return self.table.put(print_, (x_mm + away_mm[0], y_mm + away_mm[1]), is_face_up=is_face_up)


@pytest.fixture(scope="module")
def blurred() -> BlurredTable:
    return BlurredTable(2.1)


@pytest.mark.slow
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


def test_a_code_that_lies_there_unread_from_the_first_frame_on_is_reported() -> None:
    table = BlurredTable(2.1, first=["red.work"])
    assert [(one.reads, one.zone, one.state.value) for one in table.began if one.zone] == [
        ("", "red.work", "start")
    ]


def test_a_code_half_covered_by_a_card_that_is_read_is_reported_where_it_lies() -> None:
    sharp = BlurredTable(0.7)
    sharp.put("red.work", "TR002-900")
    over = sharp.put("red.work", "TR003-900", away_mm=(34, 4))
    seen = sharp.watch(20)
    assert {(one.reads, one.zone, one.state.value) for one in seen} == {
        ("TR003-900", "red.work", "start"),
        ("", "red.work", "start"),
    }
    sharp.table.take(over)
    seen = sharp.watch(20)
    assert ("TR002-900", "start") in [(one.reads, one.state.value) for one in seen]
    assert ("", "end") in [(one.reads, one.state.value) for one in seen]


def test_several_regions_are_searched_in_several_frames_and_none_waits_for_long() -> None:
    table = BlurredTable(2.1)
    pixels, unread = table.table.frame().pixels, table.pipeline._unread

    def is_done_at(at_ms: int, *, has_read: bool = False) -> bool:
        unread.feed(Frame(pixels, 1, at_ms), list, lambda _region: [], has_read=has_read)
        return unread.is_done

    def ask(at_ms: int) -> None:
        for x in (0, 300, 600):
            unread.ask(Region(x, 0, x + 200, 200), at_ms, is_settled=False)

    ask(1000)
    assert [is_done_at(at_ms) for at_ms in (1010, 1020, 1030)] == [False, False, True]
    ask(2000)
    assert is_done_at(2150)
    ask(3000)
    reads = [is_done_at(at_ms, has_read=True) for at_ms in (3010, 3020, 3030)]
    assert (reads, is_done_at(3150, has_read=True)) == ([False, False, False], True)


@pytest.mark.slow
def test_codes_are_searched_for_only_where_cards_lie() -> None:
    mat = mat_of("lignes")
    camera = VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=10, size_px=(1280, 720))
    table = VirtualTable(mat, camera, sensor=Sensor(2.1, jpeg=None, is_grey=True), seed=3)
    table.frames_per_second = 10
    pipeline = Pipeline(MatWatch(mat))
    places = {zone.role: zone.middle_mm for zone in mat.zones}
    news = [one for _ in range(10) for one in pipeline.feed(table.frame())]
    for place in ((400.0, 225.0), places["command"]):
        module_mm = 3.0 / camera.px_per_mm(place)
        table.put(CardPrint("TR001-900", "TR001-900", "Nobody", module_mm=module_mm), place)
        news += [one for _ in range(15) for one in pipeline.feed(table.frame())]
    assert [(one.reads, one.zone is not None and one.zone.endswith("command")) for one in news] == [
        ("", True)
    ]


@pytest.mark.slow
@first_quick("game", ["boufbowl", "ofusaido", "lignes", "ouaf"])
def test_no_mat_and_no_tag_has_a_corner_square(game: str) -> None:
    mat = mat_of(game)
    camera = VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=10)
    table = VirtualTable(mat, camera, sensor=Sensor(0.8, jpeg=None, is_grey=True), seed=3)
    for n in range(80):
        table.put_sticker(7 * n, (60.0 + n % 10 * 60, 60.0 + n // 10 * 48), 37.0 * n, 16)
    assert find_corner_squares(table.frame().grey) == []
