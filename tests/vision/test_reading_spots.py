"""Reading spots and trays: what lies still is read some times, until its frames agree, and not again before it changes."""

import numpy as np
import pytest

from companion.mat import Marker, Mat, Zone
from companion.observation import ReadingStatus, Sighting, SightingState, What
from companion.words import Text
from vision.detectors.codes import Detection
from vision.detectors.dice.definition import find_die
from vision.detectors.reference.reader import ReferenceFormat
from vision.detectors.reference.repair import REFERENCE, compile_pattern
from vision.errors import VisionError
from vision.frame import Frame, Pixels, Region, square_around
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.reading_spots import PATIENCE_MS, WatchList, dice_reader, reference_reader
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.scene import CardPrint, DieKind
from vision.virtual.table import VirtualTable

TRAY = Region(200, 100, 500, 300)
FRAME_MS = 66


class Tray:
    """A dark tray on a grey table, light squares that stand for dice, and an eye that knows what they show."""

    def __init__(self) -> None:
        self.dice: dict[str, tuple[int, int, str]] = {}
        self.hand: tuple[int, int] | None = None
        self.reading = ReadingStatus.READ
        self.looks = 0
        self._number = 0
        self._noise = np.random.default_rng(1).normal(0, 2, (4, 480, 640))

    def see(self, pixels: Pixels) -> list[Detection]:
        self.looks += 1
        assert pixels.shape[:2] == (200, 300)
        return [self._code(*die) for die in self.dice.values() if not self._is_covered(die)]

    def _code(self, x: int, y: int, face: str) -> Detection:
        reading = ReadingStatus.UNSURE if not face else self.reading
        return Detection(face, square_around(np.array([x, y]), 32), What.DIE, 0.8, reading)

    def _is_covered(self, die: tuple[int, int, str]) -> bool:
        return self.hand is not None and abs(self.hand[0] - die[0]) < 50

    def frame(self) -> Frame:
        picture = np.full((480, 640), 120.0)
        picture[100:300, 200:500] = 40
        for x, y, _ in self.dice.values():
            picture[100 + y - 16 : 100 + y + 16, 200 + x - 16 : 200 + x + 16] = 220
        if self.hand is not None:
            x, y = self.hand
            picture[100 + y - 50 : 400, 200 + x - 50 : 200 + x + 50] = 170
        noisy = np.clip(picture + self._noise[self._number % 4], 0, 255).astype(np.uint8)
        self._number += 1
        return Frame(noisy, self._number, self._number * FRAME_MS)


def watch(pipeline: Pipeline, tray: Tray, frames: int = 8) -> list[Sighting]:
    return [news for _ in range(frames) for news in pipeline.feed(tray.frame())]


def told(news: list[Sighting]) -> list[tuple[str, str]]:
    return [(sighting.state.value, sighting.reads) for sighting in news]


def playing(**dice: tuple[int, int, str]) -> tuple[Pipeline, Tray]:
    """A tray that was looked at empty, and then dice in it."""
    tray = Tray()
    pipeline = Pipeline(watched=WatchList(dice=tray.see, trays_px=(TRAY,)))
    assert watch(pipeline, tray) == []
    tray.dice |= dice
    return pipeline, tray


def test_dice_at_rest_are_told_with_their_faces_and_places_in_the_picture() -> None:
    pipeline, tray = playing(a=(60, 60, "4"), b=(160, 90, "6"))
    news = watch(pipeline, tray)
    assert told(news) == [("start", "4"), ("start", "6")]
    assert [sighting.what for sighting in news] == [What.DIE, What.DIE]
    assert np.abs(np.mean(news[0].corners_px, axis=0) - (260, 160)).max() < 1
    assert news[0].confidence_percent == 80
    assert sorted(thing.text for thing in pipeline.things) == ["4", "6"]


def test_where_two_frames_agree_a_third_is_not_read_and_then_none_until_something_changes() -> None:
    pipeline, tray = playing(a=(60, 60, "4"))
    before = tray.looks
    watch(pipeline, tray, 40)
    assert tray.looks == before + 2
    assert pipeline.spots.looks == tray.looks


def test_while_anything_moves_in_the_tray_nothing_is_read() -> None:
    pipeline, tray = playing(a=(60, 60, "4"))
    before = tray.looks
    for n in range(12):
        tray.dice["b"] = (120 + 8 * n, 120, "2")
        assert watch(pipeline, tray, 1) == []
    assert tray.looks == before


def test_a_die_taken_out_ends_and_one_thrown_again_is_another() -> None:
    pipeline, tray = playing(a=(60, 60, "4"), b=(160, 90, "6"))
    watch(pipeline, tray)
    del tray.dice["a"]
    assert told(watch(pipeline, tray)) == [("end", "4")]
    tray.dice["b"] = (162, 90, "1")
    tray.hand = (160, 90)
    watch(pipeline, tray, 2)
    tray.hand = None
    assert sorted(told(watch(pipeline, tray))) == [("end", "6"), ("start", "1")]


def test_a_hand_that_rests_on_a_die_hides_it() -> None:
    pipeline, tray = playing(a=(60, 60, "4"), b=(200, 90, "6"))
    watch(pipeline, tray)
    tray.hand = (60, 60)
    assert told(watch(pipeline, tray)) == [("hidden", "4")]
    tray.hand = None
    assert told(watch(pipeline, tray)) == [("update", "4")]


def test_what_cannot_be_said_is_told_without_a_text_after_a_while_and_when_it_can_be_it_is_the_same_thing() -> (
    None
):
    pipeline, tray = playing(a=(60, 60, ""))
    assert watch(pipeline, tray, PATIENCE_MS // FRAME_MS) == []
    (start,) = watch(pipeline, tray)
    assert (start.reads, start.reading) == ("", ReadingStatus.UNSURE)
    tray.dice["a"] = (64, 60, "3")
    (update,) = watch(pipeline, tray)
    assert (update.state, update.reads, update.thing) == (SightingState.UPDATE, "3", start.thing)


def test_a_spot_that_cannot_be_read_says_why_and_the_rest_goes_on() -> None:
    def blind(_pixels: Pixels) -> list[Detection]:
        raise VisionError(Text("no models"))

    pipeline = Pipeline(watched=WatchList(dice=blind, trays_px=(TRAY,)))
    assert watch(pipeline, Tray()) == []
    assert pipeline.spots.troubles == [Text("no models")]


def test_nobody_reads_a_spot_that_is_not_in_the_picture() -> None:
    outside = Region(700, 100, 900, 300)
    tray = Tray()
    pipeline = Pipeline(watched=WatchList(dice=tray.see, trays_px=(outside,)))
    watch(pipeline, tray)
    assert tray.looks == 0


# --- on the virtual table, with the real eyes

MAT = Mat(
    "bench",
    360,
    200,
    (Marker(0, 8, 8, 24), Marker(1, 328, 8, 24), Marker(2, 328, 168, 24), Marker(3, 8, 168, 24)),
    (
        Zone("tray", None, "dice", 35, 45, 150, 110),
        Zone("spot", None, "reading_spot", 210, 45, 100, 110),
    ),
)
WANTED = ReferenceFormat(compile_pattern(REFERENCE), {"AC001-241"})


@pytest.fixture
def table() -> VirtualTable:
    camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=8, size_px=(1280, 720))
    table = VirtualTable(MAT, camera, sensor=Sensor(0.6, 2.0, jpeg=None, is_grey=True), seed=4)
    table.frames_per_second = 15
    return table


def seen(pipeline: Pipeline, table: VirtualTable, frames: int) -> list[Sighting]:
    return [sighting for frame in table.frames(frames) for sighting in pipeline.feed(frame)]


@pytest.mark.slow
def test_a_card_shown_at_the_mats_reading_spot_has_its_reference_read(table: VirtualTable) -> None:
    pipeline = Pipeline(MatWatch(MAT), WatchList(references=reference_reader(WANTED)))
    assert seen(pipeline, table, 6) == []
    card = table.put(CardPrint("AC001-241", title="Kéréba", capitals_mm=4.5), (260, 100), 12)
    (start,) = seen(pipeline, table, 8)
    assert (start.what, start.reads, start.zone) == (What.REFERENCE, "AC001-241", "spot")
    assert start.reading is ReadingStatus.READ
    looks = pipeline.spots.looks
    table.take(card)
    assert [sighting.state for sighting in seen(pipeline, table, 8)] == [SightingState.END]
    assert pipeline.spots.looks == looks + 2


@pytest.mark.slow
def test_a_reference_that_no_card_bears_is_told_as_unknown(table: VirtualTable) -> None:
    pipeline = Pipeline(MatWatch(MAT), WatchList(references=reference_reader(WANTED)))
    seen(pipeline, table, 4)
    table.put(CardPrint("AC001-247", title="Kéréba", capitals_mm=4.5), (260, 100), 12)
    (start,) = seen(pipeline, table, 8)
    assert (start.reads, start.reading) == ("AC001-247", ReadingStatus.UNKNOWN)


@pytest.mark.slow
def test_dice_thrown_into_the_mats_tray_are_read_when_they_have_come_to_rest(table: VirtualTable) -> None:
    tray = table.put_tray((110, 100), (150, 110))
    pipeline = Pipeline(MatWatch(MAT), WatchList(dice=dice_reader(find_die("d6"))))
    assert seen(pipeline, table, 4) == []
    dice, ends_ms = table.roll(tray, DieKind.PIPS, DieKind.PIPS)
    frames = int((ends_ms - table.now_ms) * 15 / 1000) + 8
    news = seen(pipeline, table, frames)
    assert sorted(sighting.reads for sighting in news) == sorted(die.face for die in dice)
    assert {(sighting.state, sighting.zone) for sighting in news} == {(SightingState.START, "tray")}
    assert min(sighting.at_ms for sighting in news) >= ends_ms
